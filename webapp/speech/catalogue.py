"""The voice of a language: its sentences, its numbers in words, and its names of tiles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from num2words import num2words

from muggins.scorer.tiles import LARGEST_SET, Tile
from muggins.texts import Text, all_of, lazy_gettext, lazy_pgettext, npgettext, use

from ..language import catalogues
from .sentences import SENTENCES, TALK
from .tile_names import tile_in_words

# For translators: how the last word of a number changes before a noun, like veintiuno>veintiún|uno>un in Spanish, where
# one counts “uno” and scores “un punto”; “none” where it does not change.
BEFORE_NOUN = lazy_pgettext("endings of numbers before a noun", "none")


def languages() -> tuple[str, ...]:
    """The codes of the languages that have a catalogue."""
    return tuple(sorted(catalogues.languages()))


class Voice:
    """Words and sentences in one language."""

    def __init__(self, language: str) -> None:
        """ValueError where there is no catalogue of the language."""
        if language not in languages():
            raise ValueError(
                lazy_gettext(
                    "language: expected one of %(codes)s, got %(code)s",
                    codes=", ".join(languages()),
                    code=repr(language),
                )
            )
        self.language = language
        self._texts = catalogues.load_language(language).translations

    def say(self, key: str, **names: object) -> str:
        """The sentence of a key with its names filled in and a capital at its beginning."""
        text = self.text(SENTENCES[key].filled(**names))
        first = next((index for index, letter in enumerate(text) if letter.isalpha()), 0)
        return text[:first] + text[first : first + 1].upper() + text[first + 1 :]

    def text(self, text: Text) -> str:
        """Any text in the language."""
        with use(self._texts):
            return str(text)

    def talk(self, word: str) -> str:
        """The sentence for a word of the club, one of muggins.scorer.reports.table_talk.WORDS."""
        return self.text(TALK[word])

    def number(self, number: int) -> str:
        """The number in words; negative numbers and those from a thousand on in digits."""
        return _in_words(number, self.language) if 0 <= number < 1000 else str(number)

    def points(self, points: int) -> str:
        """A number of points: "one point", "fifteen points"."""
        number = self.number(points)
        with use(self._texts):
            for change in str(BEFORE_NOUN).split("|"):
                ending, arrow, before_noun = change.partition(">")
                if arrow and number.endswith(ending):
                    number = number.removesuffix(ending) + before_noun
                    break
            return npgettext("spoken", "%(words)s point", "%(words)s points", points, words=number)

    def tile(self, tile: Tile) -> str:
        """The name of a tile: "six four", "double blank"."""
        numbers = {pips: self.number(pips) for pips in range(LARGEST_SET + 1)}
        with use(self._texts):
            return tile_in_words(tile, numbers)

    def side(self, side: str) -> str:
        """The name of a side; a team is named by its players."""
        return self.together(side.split("+"))

    def together(self, names: Sequence[str]) -> str:
        """Names as a list: "Ann, Bob and Cem"."""
        with use(self._texts):
            return str(all_of(names))

    def scores(self, scores: Mapping[str, int]) -> str:
        """The score of each side: "Ann twelve, Bob five"."""
        return ", ".join(f"{self.side(side)} {self.number(score)}" for side, score in scores.items())


@cache
def _in_words(number: int, language: str) -> str:
    return str(num2words(number, lang=language))
