"""The catalogue of a language: its sentences, words and numbers, from one TOML file a language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from muggins.scorer.rules.toml import tomllib
from muggins.scorer.tiles import Tile

FOLDER = Path(__file__).parent / "texts"


def languages() -> tuple[str, ...]:
    """The languages that have a catalogue, by their ISO 639-1 codes."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


@cache
def load_catalogue(language: str) -> dict[str, Any]:
    """The catalogue of a language. ValueError where there is none."""
    if language not in languages():
        raise ValueError(f"language: expected one of {', '.join(languages())}, got {language!r}")
    return tomllib.loads((FOLDER / f"{language}.toml").read_text(encoding="utf-8"))


class Voice:
    """Words and sentences in one language."""

    def __init__(self, language: str) -> None:
        self._data = load_catalogue(language)

    def say(self, key: str, **names: object) -> str:
        """The sentence of a key with its names filled in and a capital at its beginning."""
        text: str = self._data["sentences"][key].format(**names)
        first = next((index for index, letter in enumerate(text) if letter.isalpha()), 0)
        return text[:first] + text[first : first + 1].upper() + text[first + 1 :]

    def talk(self, word: str) -> str:
        """The sentence for a word of the club, one of muggins.scorer.reports.table_talk.WORDS."""
        return str(self._data["talk"][word])

    def number(self, number: int) -> str:
        """The number in words; negative numbers and those from a thousand on in digits."""
        numbers = self._data["numbers"]
        if not 0 <= number < 1000:
            return str(number)
        if number < len(numbers["small"]):
            return str(numbers["small"][number])
        if number < 100:
            tens, rest = divmod(number, 10)
            return str(numbers["tens"][tens]) + (numbers["tens-joiner"] + self.number(rest) if rest else "")
        if number == 100:
            return str(numbers["hundred"])
        hundreds, rest = divmod(number, 100)
        return str(numbers["hundreds"][hundreds]) + (numbers["hundreds-joiner"] + self.number(rest) if rest else "")

    def points(self, points: int) -> str:
        """A number of points: "one point", "fifteen points"."""
        if points == 1:
            return str(self._data["words"]["one-point"])
        number = self.number(points)
        for ending, before_noun in self._data["numbers"]["before-noun"].items():
            if number.endswith(ending):
                number = number.removesuffix(ending) + before_noun
                break
        return str(self._data["words"]["points"].format(number=number))

    def tile(self, text: str) -> str:
        """The name of a tile: "six four", "double blank"."""
        tile, words = Tile.parse(text), self._data["words"]
        high, low = (self.number(pips) if pips else words["blank"] for pips in tile.halves)
        return str(words["double" if tile.is_double else "tile"].format(high=high, low=low))

    def side(self, side: str) -> str:
        """The name of a side; a team is named by its players."""
        return self.together(side.split("+"))

    def together(self, names: Sequence[str]) -> str:
        """Names as a list: "Ann, Bob and Cem"."""
        if len(names) < 2:
            return "".join(names)
        return ", ".join(names[:-1]) + str(self._data["words"]["and"]) + names[-1]

    def scores(self, scores: Mapping[str, int]) -> str:
        """The score of each side: "Ann twelve, Bob five"."""
        template = self._data["words"]["score"]
        return ", ".join(
            template.format(side=self.side(side), number=self.number(score)) for side, score in scores.items()
        )
