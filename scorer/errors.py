"""What is wrong with what the scorer was given: English sentences with named values, for whoever shows them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

T = TypeVar("T")


class Phrase:
    """English words with named values, which `muggins.texts.text_of` writes in another language.

    `many` is the form for several, where `number` decides between two; `context` tells apart what English has one word
    for. A value may be a phrase itself, or a tuple of parts one of which is meant.
    """

    def __init__(self, message: str, many: str | None = None, /, *, context: str | None = None, **values: object):
        self.message = message
        self.many = many
        self.context = context
        self.values: Mapping[str, Any] = values

    def __str__(self) -> str:
        is_one = self.many is None or self.values["number"] == 1
        english = {name: _one_of(value) if isinstance(value, tuple) else value for name, value in self.values.items()}
        return (self.message if is_one else str(self.many)) % english


class ScorerError(Phrase, ValueError):
    """What the scorer cannot use; the phrase says what was expected instead."""


class NotationError(ScorerError):
    """Text that is no tile, layout or event."""

    text = ""
    """All that was written."""
    position = 0
    """Where in the text the wrong part begins."""


def within(text: str, error: ScorerError, start: int = 0) -> NotationError:
    """The error in the part of a text that begins at `start`, as an error in the whole text."""
    found = NotationError(*error.args, **error.values)
    found.text = text
    blanks = len(text) - start - len(text[start:].lstrip())
    found.position = start + (error.position if isinstance(error, NotationError) else blanks)
    return found


def read_part(read: Callable[[str], T], text: str, start: int, end: int) -> T:
    """What `read` makes of a part of the text; NotationError in the whole text."""
    try:
        return read(text[start:end])
    except ScorerError as error:
        raise within(text, error, start) from None


def _one_of(parts: tuple[object, ...]) -> str:
    *most, last = map(str, parts)
    return f"{', '.join(most)} or {last}" if most else last
