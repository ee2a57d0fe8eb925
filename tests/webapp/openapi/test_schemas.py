"""Types as JSON Schemas, and schemas as types of TypeScript."""

from dataclasses import dataclass
from typing import Annotated, Any, Literal, NotRequired, TypedDict

from muggins.scorer.json_types import Keywords
from muggins.webapp.openapi.schemas import Schemas
from muggins.webapp.openapi.typescript import declarations

Colour = Annotated[str, Keywords(title="Colour", enum=["red", "blue"]), "Of the back."]


class BoxJson(TypedDict):
    """A box of tiles."""

    tiles: list[int]
    """How many there are
    of each kind."""
    colour: Colour
    owner: str | None


class LargeBoxJson(BoxJson, total=False):
    """A larger one."""

    size: tuple[int, int]
    named: tuple[str, float]


@dataclass
class Lid:
    """What closes a box."""

    fits: bool
    on: str | None = None


Closed = Annotated[dict[str, Any], Keywords(title="Closed"), (Lid, LargeBoxJson)]


class _Shelf(TypedDict):
    boxes: dict[str, BoxJson | None]
    kind: NotRequired[Literal["deep"]]


def made(kind):
    schemas = Schemas({}, {})
    return schemas.of(kind), schemas.components


def test_a_class_is_a_component_with_the_docstrings_of_its_fields():
    schema, components = made(LargeBoxJson)
    assert schema == {"$ref": "#/components/schemas/LargeBox"}
    assert components["Colour"] == {"type": "string", "enum": ["red", "blue"], "description": "Of the back."}
    assert components["LargeBox"]["description"] == "A larger one."
    assert components["LargeBox"]["required"] == ["tiles", "colour", "owner"]
    assert components["LargeBox"]["properties"] == {
        "tiles": {"type": "array", "items": {"type": "integer"}, "description": "How many there are of each kind."},
        "colour": {"$ref": "#/components/schemas/Colour"},
        "owner": {"type": ["string", "null"]},
        "size": {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2},
        "named": {
            "type": "array",
            "prefixItems": [{"type": "string"}, {"type": "number"}],
            "minItems": 2,
            "maxItems": 2,
        },
    }


def test_a_private_class_stands_where_it_is_used():
    schema, components = made(_Shelf)
    null_or_box = {"oneOf": [{"$ref": "#/components/schemas/Box"}, {"type": "null"}]}
    assert schema["properties"]["boxes"] == {"type": "object", "additionalProperties": null_or_box}
    assert schema["required"] == ["boxes"]
    assert set(components) == {"Box", "Colour"}


def test_an_object_of_several_types_has_the_fields_of_all_and_leaves_out_defaults():
    _, components = made(Closed)
    assert list(components["Closed"]["properties"]) == ["fits", "on", "tiles", "colour", "owner", "size", "named"]
    assert components["Closed"]["properties"]["on"] == {"type": "string"}
    assert components["Closed"]["required"] == ["fits", "tiles", "colour", "owner"]


def test_typescript_has_a_type_for_each_schema():
    text = declarations(made(_Shelf)[1] | {"Shelf": made(_Shelf)[0]})
    assert text.splitlines() == [
        "/** A box of tiles. */",
        "export interface Box {",
        "  /** How many there are of each kind. */",
        "  tiles: number[];",
        "  colour: Colour;",
        "  owner: string | null;",
        "}",
        "",
        "/** Of the back. */",
        'export type Colour = "red" | "blue";',
        "",
        "export interface Shelf {",
        "  boxes: Record<string, Box | null>;",
        '  kind?: "deep";',
        "}",
    ]
