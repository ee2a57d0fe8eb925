"""The domino tile and the sets it comes from."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache

from .errors import ScorerError, within

LARGEST_SET = 18
"""The highest double of the largest set that is read."""


@dataclass(frozen=True, order=True, slots=True)
class Tile:
    """A tile, named by the pips of its two halves, the higher half first: `6-4`, `3-0`, `5-5`.

    ValueError if a half is not a whole number from 0 up, or the lower half comes first.
    """

    high: int
    low: int

    def __post_init__(self) -> None:
        if type(self.high) is not int or type(self.low) is not int or not self.high >= self.low >= 0:
            raise ScorerError(
                "a tile's halves are whole numbers, the higher first, not %(high)s and %(low)s",
                high=repr(self.high),
                low=repr(self.low),
            )

    @staticmethod
    def parse(text: str) -> Tile:
        """The tile written in the text, like `6-4` or `4-6`. NotationError if the text is no tile."""
        if not isinstance(text, str):
            raise ScorerError("a tile is written like 6-4, not %(text)s", text=f"{text!r:.80}")
        return _parsed(text)

    def __str__(self) -> str:
        return f"{self.high}-{self.low}"

    def __repr__(self) -> str:
        return f"Tile.parse({str(self)!r})"

    @property
    def halves(self) -> tuple[int, int]:
        """The pips of both halves, the higher first."""
        return self.high, self.low

    @property
    def is_double(self) -> bool:
        return self.high == self.low

    @property
    def total(self) -> int:
        """The pips of both halves together."""
        return self.high + self.low

    def has(self, pips: int) -> bool:
        """Whether a half of the tile shows that many pips."""
        return pips in (self.high, self.low)

    def other(self, pips: int) -> int:
        """The pips of the half opposite the half with `pips`. ValueError if no half shows `pips`."""
        if pips == self.high:
            return self.low
        if pips == self.low:
            return self.high
        raise ScorerError("%(tile)s has no half with %(pips)s pips", tile=self, pips=pips)

    def shared(self, other: Tile) -> int | None:
        """The number that both tiles show, or None. Two different tiles share at most one number."""
        if self.high in (other.high, other.low):
            return self.high
        return self.low if self.low in (other.high, other.low) else None


@lru_cache(maxsize=1024)
def _parsed(text: str) -> Tile:
    halves = text.strip().split("-")
    if len(halves) != 2 or not all(half.isascii() and half.isdigit() and len(half) <= 2 for half in halves):
        raise within(text, ScorerError("a tile is written like 6-4, not %(text)s", text=f"{text!r:.80}"))
    low, high = sorted(map(int, halves))
    if high > LARGEST_SET:
        wrong = ScorerError(
            "a half shows 0 to %(most)s pips, not %(high)s as in %(text)s",
            most=LARGEST_SET,
            high=high,
            text=repr(text),
        )
        raise within(text, wrong)
    return Tile(high, low)


@cache
def full_set(highest: int) -> tuple[Tile, ...]:
    """Every tile of a set, rising: 28 tiles for `highest` 6, 55 for 9, 91 for 12."""
    return tuple(Tile(high, low) for high in range(highest + 1) for low in range(high + 1))
