"""What is wrong with what the scorer was given: English sentences with named values, for whoever shows them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


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


def _one_of(parts: tuple[object, ...]) -> str:
    *most, last = map(str, parts)
    return f"{', '.join(most)} or {last}" if most else last
