"""The voice of a language: its sentences, its numbers in words, and its names of tiles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from num2words import num2words

from muggins.scorer.tiles import LARGEST_SET, Tile
from muggins.texts import Text, all_of, lazy_gettext, lazy_ngettext, lazy_pgettext, npgettext, pgettext, use

from ..language import catalogues

SENTENCES: Mapping[str, Text] = {
    "game": lazy_gettext("New game: %(players)s. First to %(target)s."),
    "game-lowest": lazy_gettext("New game: %(players)s. To %(target)s; the lowest score wins."),
    "game-rounds": lazy_gettext("New game: %(players)s. Rounds: %(number)s."),
    "game-pairs": lazy_gettext("New game: %(player)s discards pairs of %(number)s pips."),
    "partners": lazy_gettext("%(first)s play against %(second)s."),
    "pair": lazy_gettext("%(tile)s with %(other)s."),
    "set": lazy_gettext("%(player)s sets %(tile)s."),
    "play": lazy_gettext("%(player)s plays %(tile)s."),
    "count": lazy_gettext("%(count)s."),
    "score": lazy_gettext("%(count)s, %(points)s for %(player)s."),
    "claim": lazy_gettext("%(points)s for %(player)s."),
    "by-hand": lazy_gettext("%(points)s for %(player)s, by hand."),
    "by-hand-less": lazy_gettext("%(points)s taken from %(player)s."),
    "wrong-claim": lazy_gettext("%(player)s claims %(claimed)s: that is wrong. Nothing is scored."),
    "false-claim": lazy_gettext("%(player)s claims %(claimed)s, but there is nothing to claim."),
    "false-muggins": lazy_gettext("%(player)s calls Muggins, but nothing was missed."),
    "missed": lazy_ngettext(
        "Muggins! %(player)s missed %(points)s; it goes to %(to)s.",
        "Muggins! %(player)s missed %(points)s; they go to %(to)s.",
        1,
    ),
    "missed-lost": lazy_ngettext(
        "Muggins! %(player)s missed %(points)s; it is lost.",
        "Muggins! %(player)s missed %(points)s; they are lost.",
        1,
    ),
    "unclaimed": lazy_gettext("Nobody claimed: %(points)s to %(to)s."),
    "unclaimed-lost": lazy_gettext("Nobody claimed %(points)s."),
    "pass": lazy_gettext("%(player)s passes."),
    "draw": lazy_gettext("%(player)s draws %(tiles)s."),
    "struck-play": lazy_gettext("%(player)s's %(tile)s is taken back."),
    "struck-end": lazy_gettext("The end of the hand is taken back."),
    "struck": lazy_gettext("Taken back: %(sentence)s"),
    "restored-play": lazy_gettext("%(player)s's %(tile)s is back."),
    "restored": lazy_gettext("Back again: %(sentence)s"),
    "correct-same": lazy_gettext("Corrected. The scores stay the same."),
    "correct": lazy_gettext("Corrected. %(scores)s."),
    "hand_end": lazy_gettext("The hand goes to %(side)s: %(points)s. %(scores)s."),
    "hand_end-bare": lazy_gettext("The hand goes to %(side)s, without points."),
    "hand_end-untold": lazy_gettext("The hand is over. Its points wait for the tiles left with %(players)s."),
    "hand_end-pairs": lazy_gettext("No pair is left."),
    "hand_end-own": lazy_gettext("The hand is over, with pips left: %(left)s. The scores: %(scores)s."),
    "hand_end-tie": lazy_gettext("Nobody wins the hand."),
    "won": lazy_ngettext("%(side)s wins the game. %(scores)s.", "%(side)s win the game. %(scores)s.", 1),
    "skunk": lazy_gettext("A skunk!"),
    "needs": lazy_ngettext("%(side)s needs %(points)s.", "%(side)s need %(points)s.", 1),
    "misplay": lazy_gettext("Misplay: %(tile)s does not fit there."),
    "out-of-turn": lazy_gettext("%(player)s is out of turn."),
    "drew-although-able": lazy_gettext("%(player)s drew although able to play."),
    "over-draw": lazy_gettext("Too many tiles were drawn."),
    "exposed": lazy_gettext("A tile was seen while the hands were drawn: all draw again."),
    "exposed-shown": lazy_gettext("A tile was seen while the hands were drawn: show it to all."),
    "under-draw": lazy_gettext("Too few tiles were drawn."),
    "passed-although-able": lazy_gettext("%(player)s passed although able to play."),
    "passed-too-soon": lazy_gettext("%(player)s may not pass while tiles can be drawn."),
    "not-blocked": lazy_gettext("Somebody could still play."),
    "cannot-be-out": lazy_gettext("%(player)s cannot have gone out."),
    "miscounted": lazy_gettext("A hand has too many tiles, or too few."),
    "wrong-set": lazy_gettext("Another tile should have been set."),
    "taken-back": lazy_gettext("It stands: the hand was off the tile."),
    "bonus-opening-pass": lazy_gettext("A pass on the set: %(points)s for %(side)s."),
    "bonus-pass-round": lazy_gettext("All the others pass: %(points)s for %(side)s."),
    "bonus-hand": lazy_gettext("The bonus of the hand: %(points)s for %(side)s."),
    "bonus-capicua": lazy_gettext("Capicúa! That is %(points)s for %(side)s."),
    "bonus-chuchazo": lazy_gettext("Chuchazo! That is %(points)s for %(side)s."),
    "hand_end-game": lazy_gettext("The hand goes to %(side)s."),
    "scores": lazy_gettext("%(scores)s."),
    "one-all": lazy_gettext("One all!"),
    "love": lazy_gettext("%(number)s love!"),
}
"""By the name of an event or a fault, with a case of it after a hyphen. Where there are two forms, `number` decides."""

# For translators: what players of the language call out at a table, not these words in translation; “none” where they
# have nothing of the kind.
TALK: Mapping[str, Text] = {
    "crown jewels": lazy_pgettext("table talk", "The crown jewels!"),
    "Harry Belly": lazy_pgettext("table talk", "Harry Belly!"),
    "snake eyes": lazy_pgettext("table talk", "Snake eyes!"),
    "double deuce": lazy_pgettext("table talk", "Double deuce!"),
    "double blank": lazy_pgettext("table talk", "Double blank, just that."),
    "nugget": lazy_pgettext("table talk", "The nugget!"),
    "dancing girl": lazy_pgettext("table talk", "A dancing girl!"),
    "banker's set": lazy_pgettext("table talk", "The banker's set!"),
    "crossing the T": lazy_pgettext("table talk", "Crossing the T!"),
    "to follow": lazy_pgettext("table talk", "To follow!"),
    "follow tile": lazy_pgettext("table talk", "The follow tile!"),
    "cut off": lazy_pgettext("table talk", "Cut off!"),
    "tile shop": lazy_pgettext("table talk", "Off to the tile shop."),
    "to domino": lazy_pgettext("table talk", "Domino!"),
    "lighthouse": lazy_pgettext("table talk", "That was a lighthouse!"),
}
"""The talk of the club, said where people ask for it: by the expressions of `muggins.scorer.reports.table_talk`."""


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
