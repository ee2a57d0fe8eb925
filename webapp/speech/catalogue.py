"""The voice of a language: its sentences, its numbers in words, and its names of tiles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from num2words import num2words

from muggins.scorer.tiles import LARGEST_SET, Tile
from muggins.texts import Text, all_of, lazy_gettext, lazy_pgettext, npgettext, pgettext, use

from ..language import catalogues
from .sentences import SENTENCES, TALK

HALF_NAMES: tuple[Text, ...] = (
    lazy_pgettext("half of a tile", "blank"),
    lazy_pgettext("half of a tile", "one"),
    lazy_pgettext("half of a tile", "two"),
    lazy_pgettext("half of a tile", "three"),
    lazy_pgettext("half of a tile", "four"),
    lazy_pgettext("half of a tile", "five"),
    lazy_pgettext("half of a tile", "six"),
    lazy_pgettext("half of a tile", "seven"),
    lazy_pgettext("half of a tile", "eight"),
    lazy_pgettext("half of a tile", "nine"),
    lazy_pgettext("half of a tile", "ten"),
    lazy_pgettext("half of a tile", "eleven"),
    lazy_pgettext("half of a tile", "twelve"),
)
"""What a half with so many pips is called."""
DOUBLES: tuple[Text, ...] = (
    lazy_pgettext("double", "double blank"),
    lazy_pgettext("double", "double one"),
    lazy_pgettext("double", "double two"),
    lazy_pgettext("double", "double three"),
    lazy_pgettext("double", "double four"),
    lazy_pgettext("double", "double five"),
    lazy_pgettext("double", "double six"),
    lazy_pgettext("double", "double seven"),
    lazy_pgettext("double", "double eight"),
    lazy_pgettext("double", "double nine"),
    lazy_pgettext("double", "double ten"),
    lazy_pgettext("double", "double eleven"),
    lazy_pgettext("double", "double twelve"),
)
"""What a double is called."""
# For translators: single tiles with a name of their own, like 6-4=carroça|1-0=pé de pato; “none” where there are none.
NAMED = lazy_pgettext("single tiles with names of their own", "none")
# For translators: how the last word of a number changes before the word for points, like veintiuno>veintiún|uno>un in
# Spanish, where one counts “uno” and scores “un punto”; “none” where it does not change.
BEFORE_POINTS = lazy_pgettext("endings of numbers before a noun", "none")
# For translators: the same before the word for tiles, like dois>duas|um>uma in Portuguese.
BEFORE_TILES = lazy_pgettext("endings of numbers before the word for tiles", "none")


def tile_in_words(tile: Tile, number: Mapping[int, str]) -> str:
    """The name of a tile in the language in use. `number` gives the words for halves of more pips than twelve."""
    if tile.is_double:
        if tile.high < len(DOUBLES):
            return str(DOUBLES[tile.high])
        return pgettext("double", "double %(pips)s", pips=number[tile.high])
    named = dict(part.split("=", 1) for part in str(NAMED).split("|") if "=" in part)
    if str(tile) in named:
        return named[str(tile)]
    high, low = (HALF_NAMES[pips] if pips < len(HALF_NAMES) else number[pips] for pips in tile.halves)
    return pgettext("tile", "%(high)s %(low)s", high=high, low=low)


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
        """What is said for a word of the club, one of muggins.scorer.reports.table_talk.WORDS; "" where nothing is."""
        text = self.text(TALK[word])
        return "" if text == "none" else text

    def number(self, number: int) -> str:
        """The number in words; negative numbers and those from a thousand on in digits."""
        return _in_words(number, self.language) if 0 <= number < 1000 else str(number)

    def points(self, points: int) -> str:
        """A number of points: "one point", "fifteen points"."""
        number = self._before(BEFORE_POINTS, points)
        with use(self._texts):
            return npgettext("spoken", "%(words)s point", "%(words)s points", points, words=number)

    def tiles(self, tiles: int) -> str:
        """A number of tiles that somebody draws: "one", in German "zwei Steine"."""
        number = self._before(BEFORE_TILES, tiles)
        with use(self._texts):
            return npgettext("spoken, of tiles that somebody draws", "one", "%(words)s", tiles, words=number)

    def _before(self, changes: Text, number: int) -> str:
        """The number in words as it is said before a noun."""
        words = self.number(number)
        for change in self.text(changes).split("|"):
            ending, arrow, before_noun = change.partition(">")
            if arrow and words.endswith(ending):
                return words.removesuffix(ending) + before_noun
        return words

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
