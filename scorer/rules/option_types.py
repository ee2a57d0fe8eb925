"""The types of option in a rule set: how a value is read from text or TOML, validated, and written as text."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Protocol

from ..errors import Phrase, ScorerError


class Option(Protocol):
    """A type of option."""

    @property
    def allowed(self) -> Phrase | tuple[str, ...]:
        """The allowed values in words."""

    def read(self, value: Any) -> Any:
        """The value, read from TOML or from text. ValueError says what is allowed and what came."""

    def text(self, value: Any) -> str:
        """The value as text that `read` accepts."""


@dataclass(frozen=True, init=False)
class OneOf:
    """One of a few words. The first two may have been no and yes once, which are still read."""

    words: tuple[str, ...]
    was_flag: bool

    def __init__(self, *words: str, was_flag: bool = False) -> None:
        object.__setattr__(self, "words", words)
        object.__setattr__(self, "was_flag", was_flag)

    @property
    def allowed(self) -> Phrase | tuple[str, ...]:
        return self.words

    def read(self, value: Any) -> str:
        if self.was_flag and value not in self.words:
            with suppress(ScorerError):
                return self.words[Flag().read(value)]
        if value not in self.words:
            raise ScorerError("may be %(allowed)s, not %(value)s", allowed=self.allowed, value=f"{value!r:.80}")
        return str(value)

    def text(self, value: str) -> str:
        return value


@dataclass(frozen=True)
class Flag:
    """True or false; text may also say yes or no."""

    @property
    def allowed(self) -> Phrase | tuple[str, ...]:
        return "true", "false"

    def read(self, value: Any) -> bool:
        word = {"true": True, "yes": True, "false": False, "no": False}.get(value) if isinstance(value, str) else value
        if isinstance(word, bool):
            return word
        raise ScorerError("may be %(allowed)s, not %(value)s", allowed=self.allowed, value=f"{value!r:.80}")

    def text(self, value: bool) -> str:
        return "true" if value else "false"


@dataclass(frozen=True)
class WholeNumber:
    """A whole number from `least` to `most`."""

    least: int
    most: int

    @property
    def allowed(self) -> Phrase | tuple[str, ...]:
        return Phrase("a whole number from %(least)s to %(most)s", least=self.least, most=self.most)

    def read(self, value: Any) -> int:
        number = _whole(value)
        if number is None or not self.least <= number <= self.most:
            raise ScorerError("may be %(allowed)s, not %(value)s", allowed=self.allowed, value=f"{value!r:.80}")
        return number

    def text(self, value: int) -> str:
        return str(value)


@dataclass(frozen=True)
class NumberList:
    """Some whole numbers from `least` to `most`, written `5,3`; the empty text for none."""

    least: int
    most: int
    may_repeat: bool = False
    """Whether a number may occur twice."""

    @property
    def allowed(self) -> Phrase | tuple[str, ...]:
        return Phrase("whole numbers from %(least)s to %(most)s like 5,3, or nothing", least=self.least, most=self.most)

    def read(self, value: Any) -> tuple[int, ...]:
        parts = [part for part in value.split(",") if part.strip()] if isinstance(value, str) else value
        if not isinstance(parts, (list, tuple)):
            raise ScorerError("may be %(allowed)s, not %(value)s", allowed=self.allowed, value=f"{value!r:.80}")
        numbers = [_whole(part) for part in parts]
        kept = tuple(number for number in numbers if number is not None and self.least <= number <= self.most)
        if len(kept) != len(numbers) or (len(set(kept)) != len(kept) and not self.may_repeat):
            raise ScorerError("may be %(allowed)s, not %(value)s", allowed=self.allowed, value=f"{value!r:.80}")
        return kept

    def text(self, value: tuple[int, ...]) -> str:
        return ",".join(map(str, value))


@dataclass(frozen=True)
class PerPlayers:
    """A whole number for each number of players, written `2:7,3:5`, or one number for all of them, written `7`."""

    least: int
    most: int

    @property
    def allowed(self) -> Phrase | tuple[str, ...]:
        return Phrase(
            "a whole number from %(least)s to %(most)s, or one for each number of players like 2:7,3:5",
            least=self.least,
            most=self.most,
        )

    def read(self, value: Any) -> Mapping[int, int]:
        if isinstance(value, Mapping):
            pairs = [(_whole(key), _whole(number)) for key, number in value.items()]
        elif isinstance(value, str) and ":" in value:
            split = [part.partition(":") for part in value.split(",")]
            pairs = [(_whole(key), _whole(number)) for key, _, number in split]
        else:
            pairs = [(players, _whole(value)) for players in range(2, 11)]
        table = {}
        for players, number in pairs:
            if players is None or number is None or not 1 <= players <= 10 or not self.least <= number <= self.most:
                raise ScorerError("may be %(allowed)s, not %(value)s", allowed=self.allowed, value=f"{value!r:.80}")
            table[players] = number
        if not table:
            raise ScorerError("may be %(allowed)s, not %(value)s", allowed=self.allowed, value=f"{value!r:.80}")
        return dict(sorted(table.items()))

    def text(self, value: Mapping[int, int]) -> str:
        return ",".join(f"{players}:{number}" for players, number in value.items())


def _whole(value: Any) -> int | None:
    """The whole number that the value is or spells; None if it is no whole number."""
    if isinstance(value, str):
        text = value.strip()
        return int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else None
    return value if type(value) is int else None
