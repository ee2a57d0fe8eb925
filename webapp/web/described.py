"""What a view takes and answers, beyond the types of its signature, for the description of the API."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, TypedDict, TypeVar

from flask import Response

from .streams import EVENT_STREAM

View = TypeVar("View", bound=Callable[..., object])


@dataclass(frozen=True)
class Media:
    """The media types of a body that is no object of this description; without any there is no body."""

    types: tuple[str, ...] = ()


@dataclass(frozen=True)
class Header:
    """The name of a header, for an argument that is sent as one."""

    name: str


Jpeg = Annotated[Response, Media(("image/jpeg",)), "A picture."]
Svg = Annotated[Response, Media(("image/svg+xml",)), "SVG."]
Csv = Annotated[Response, Media(("text/csv",)), "CSV."]
JsonLines = Annotated[Response, Media(("application/jsonl",)), "JSON Lines."]
ServerSent = Annotated[Response, Media((EVENT_STREAM,)), "Server-sent events."]
NoContent = Annotated[Response, Media()]
OpenApi = Annotated[Response, Media(("application/json",)), "Success."]


class NothingJson(TypedDict):
    pass


def takes(body: Any = NothingJson, arguments: type | None = None) -> Callable[[View], View]:
    """States the type of the body that a view takes, and the arguments in its address and headers as a TypedDict.

    A view of POST without this mark takes an empty object.
    """

    def mark(view: View) -> View:
        view.takes = body, arguments  # type: ignore[attr-defined]
        return view

    return mark
