"""The types of values as JSON holds them, with what JSON Schema says of each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any


class Keywords(dict[str, Any]):
    """Keywords of JSON Schema for an annotated type. `title` gives the schema a name of its own."""

    def __init__(self, **keywords: Any) -> None:
        super().__init__(keywords)

    __hash__ = object.__hash__  # type: ignore[assignment]  # what annotates a type in a union must have one


FromZero = Annotated[int, Keywords(minimum=0)]
FromOne = Annotated[int, Keywords(minimum=1)]
PlayerName = Annotated[str, Keywords(minLength=1)]
TileText = Annotated[
    str,
    Keywords(title="Tile", pattern="^[0-9]{1,2}-[0-9]{1,2}$", examples=["6-4"]),
    "The higher half comes first.",
]
Scores = Annotated[
    Mapping[str, int],
    Keywords(title="Scores"),
    "The score of each side. The name of a team is its players' names joined with +.",
]
