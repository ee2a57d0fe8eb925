"""The sentence of an error in the language in use, also of one whose maker knows no languages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, runtime_checkable

from .lists import one_of
from .messages import Text


@runtime_checkable
class Translatable(Protocol):
    """English words with named values, as the errors of the scorer are."""

    message: str
    many: str | None
    context: str | None
    values: Mapping[str, object]


def text_of(error: BaseException | Translatable) -> Text | str:
    """The sentence of an error, or other words of the scorer: a Text where these are translatable, or carry a Text."""
    only = error.args[0] if isinstance(error, BaseException) and len(error.args) == 1 else None
    text = _written(error if isinstance(error, Translatable) else only)
    return text if isinstance(text, Text) else str(error)


def _written(value: object) -> object:
    """A value of a sentence: a Text where it is translatable, of a tuple one of its parts."""
    if isinstance(value, Translatable) and not isinstance(value, Text):
        return Text(value.message, {n: _written(v) for n, v in value.values.items()}, value.many, value.context)
    return one_of(value) if isinstance(value, tuple) else value
