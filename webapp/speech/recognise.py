"""Understands speech that a browser has transcribed: claims, calls of Muggins and passes. All else is chatter."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache

from muggins.scorer.events import Claim, Event, Muggins, Pass, RecordError
from muggins.scorer.game import Game
from muggins.texts import Text, lazy_pgettext

from .catalogue import Voice

MAX_NUMBER = 200
"""No count is larger, with twelve pips a half and four open ends."""
MAX_WORDS = 4
"""Words of a claim. Whoever says more is talking to somebody."""
# For translators: what people say, with | between the ways to say it, and how speech recognition misspells it.
CALLS = lazy_pgettext("heard as a call of Muggins", "muggins")
# For translators: what people say, with | between the ways to say it.
PASSES = lazy_pgettext("heard as a pass", "pass|I pass|knock|I knock|knocking")


def parse_speech(transcripts: Sequence[str], game: Game, player: str | None, language: str) -> Event | None:
    """The event that the first meaningful transcript of an utterance states; None where none does.

    `player` is the speaker. Where it is None, a claim is by whoever played last, and a call by the other player.
    RecordError where it is not clear who speaks, or where scores are not claimed in this game.
    """
    for transcript in transcripts:
        words = words_of(transcript)
        if not 0 < len(words) <= MAX_WORDS:
            continue
        if any(call in f" {' '.join(words)} " for call in _heard_as(CALLS, language)):
            return Muggins(player=player or _only_other_player(_last_play(game)[1], game))
        if f" {' '.join(words)} " in _heard_as(PASSES, language):
            return _pass(player, game)
        numbers = numbers_in(words, language)
        if len(numbers) == 1:
            count, last_player = _last_play(game)
            return Claim(player=player or last_player, points=_claimed_points(numbers[0], count, game))
    return None


def _heard_as(phrases: Text, language: str) -> list[str]:
    """The ways to say something, each between spaces as its words are among other words."""
    return [f" {' '.join(words_of(phrase))} " for phrase in Voice(language).text(phrases).split("|")]


def _pass(player: str | None, game: Game) -> Pass | None:
    """A pass of the speaker, or of whoever's turn it is; None while no player may pass."""
    hand = game.hand_in_play
    passing = player or (hand.to_play if hand else None)
    if hand is None or hand.layout.is_empty or game.winner or passing is None:
        return None
    return None if hand.drawable(passing) and not hand.rules.may_pass else Pass(player=passing)


def _claimed_points(number: int, count: int, game: Game) -> int:
    """The points claimed by saying `number`. Many people say the count: "ten!" where a count of ten is worth two.

    Near the target it may be worth less.
    """
    worth = game.rules.worth(count)
    due = game.hand.unclaimed[1] if game.hand and game.hand.unclaimed else worth
    return due if number == count and worth else number


def numbers_in(words: Sequence[str], language: str) -> list[int]:
    """The numbers among words, in digits or in words; "twenty five" is one number."""
    known, found, start = _numbers_by_phrase(language), [], 0
    while start < len(words):
        for end in range(len(words), start, -1):
            phrase = " ".join(words[start:end])
            number = int(phrase) if re.fullmatch(r"[0-9]{1,3}", phrase) else known.get(phrase)
            if number is not None:
                found.append(number)
                start = end - 1
                break
        start += 1
    return found


def _last_play(game: Game) -> tuple[int, str]:
    """The count, and who played last."""
    if game.rules.claims != "call" or not game.rules.scores_in_play:
        raise RecordError("scores peg themselves in this game: there is nothing to claim")
    hand = game.hand_in_play
    if hand is None or not hand.plays:
        raise RecordError("nothing has been played yet that could be claimed")
    return hand.count, hand.plays[-1].player


def _only_other_player(last_player: str, game: Game) -> str:
    others = [player for player in game.players if player != last_player]
    if len(others) > 1:
        raise RecordError("who called Muggins? Several could have: tap it, or call it on your own phone")
    return others[0]


def words_of(transcript: str) -> list[str]:
    """The words of a transcript in small letters, without accents and punctuation."""
    decomposed = unicodedata.normalize("NFKD", transcript.lower())
    return re.findall(r"[a-z0-9]+", "".join(letter for letter in decomposed if not unicodedata.combining(letter)))


@cache
def _numbers_by_phrase(language: str) -> dict[str, int]:
    voice = Voice(language)
    return {phrase: number for number in range(MAX_NUMBER + 1) for phrase in _phrases(voice, number)}


def _phrases(voice: Voice, number: int) -> Iterable[str]:
    """The ways to say a number."""
    yield " ".join(words_of(voice.number(number)))
    # Before a noun the last word may change: Spanish has "un punto" where it counts "uno".
    yield " ".join(words_of(voice.points(number))[:-1])
