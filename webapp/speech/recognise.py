"""What a browser has heard at the table, understood as a claim or as a call of Muggins; everything else is chatter."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache

from muggins.scorer.events import Claim, Event, Muggins, RecordError
from muggins.scorer.game import Game

from .announce import Voice

HIGHEST = 200
"""No count of a table is larger, with twelve pips a half and four open ends."""
MOST_WORDS = 4
"""Of a claim: who says more talks to somebody."""


def parse_speech(heard: Sequence[str], game: Game, player: str | None, language: str) -> Event | None:
    """The event that one of several ways to hear the same means; None where none means any.

    It is `player` who speaks, or, where anybody may be heard, whoever has something to say: who played last claims, the
    other calls. RecordError where that is not told by who played, or where nobody claims in this game.
    """
    for each in heard:
        words = words_of(each)
        if not 0 < len(words) <= MOST_WORDS:
            continue
        if "muggins" in words:
            return Muggins(player=player or _only_other(_in_play(game)[1], game))
        numbers = numbers_in(words, language)
        if len(numbers) == 1:
            count, last = _in_play(game)
            return Claim(player=player or last, points=points_meant(numbers[0], count, game))
    return None


def points_meant(number: int, count: int, game: Game) -> int:
    """The points that somebody claims who says a number: many say the count, as in "ten!", where it is worth two."""
    worth = game.rules.worth(count)
    return worth if number == count and worth else number


def numbers_in(words: Sequence[str], language: str) -> list[int]:
    """The numbers among words, in digits or in words; of "twenty five" the whole."""
    known, found, at = _known_numbers(language), [], 0
    while at < len(words):
        for end in range(len(words), at, -1):
            phrase = " ".join(words[at:end])
            number = int(phrase) if re.fullmatch(r"[0-9]{1,3}", phrase) else known.get(phrase)
            if number is not None:
                found.append(number)
                at = end - 1
                break
        at += 1
    return found


def _in_play(game: Game) -> tuple[int, str]:
    """The count, and who played last."""
    if game.rules.claims != "call" or not game.rules.multiples:
        raise RecordError("scores peg themselves in this game: there is nothing to claim")
    hand = game.hand
    if hand is None or hand.is_over or not hand.plays:
        raise RecordError("nothing has been played yet that could be claimed")
    return hand.count, hand.plays[-1].player


def _only_other(last: str, game: Game) -> str:
    others = [player for player in game.players if player != last]
    if len(others) > 1:
        raise RecordError("who called Muggins? Several could have: tap it, or call it on your own phone")
    return others[0]


def words_of(heard: str) -> list[str]:
    """Small letters without accents, signs and dashes."""
    plain = unicodedata.normalize("NFKD", heard.lower())
    return re.findall(r"[a-z0-9]+", "".join(letter for letter in plain if not unicodedata.combining(letter)))


@cache
def _known_numbers(language: str) -> dict[str, int]:
    voice = Voice(language)
    return {phrase: number for number in range(HIGHEST + 1) for phrase in _ways_to_say(voice, number)}


def _ways_to_say(voice: Voice, number: int) -> Iterable[str]:
    yield " ".join(words_of(voice.number(number)))
    # Before a noun a number may change its last word: in Spanish one says "un punto".
    yield " ".join(words_of(voice.points(number))[:-1])
