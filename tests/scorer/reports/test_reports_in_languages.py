"""Reports in another language: nothing that people read stays English."""

import gettext
import json
import re
from collections.abc import Sequence
from itertools import accumulate
from typing import ClassVar, get_args

import pytest
from foreign import Foreign, untranslated
from places import GOLDEN

from muggins.scorer import Game, parse_event, scoresheet_csv, scoresheet_html, scoresheet_text, summarise
from muggins.scorer.events import FAULTS
from muggins.scorer.reports.faults import FAULT_NAMES
from muggins.scorer.reports.hints import hints_text
from muggins.scorer.reports.review import result_in_words, review_game
from muggins.scorer.reports.wording import Place, describe_event, heading, notes, report_event, result
from muggins.texts import use

GAMES = sorted(GOLDEN.rglob("*.jsonl"))


class Spanish(gettext.NullTranslations):
    TEXTS: ClassVar = {
        "%(first)s and %(last)s": "%(first)s y %(last)s",
        "%(player)s missed %(points)s": "a %(player)s se le pasan %(points)s",
        "calls Muggins": "canta Muggins",
        "%(players)s passed although able": "%(players)s pasaron pudiendo jugar",
        "%(player)s (event %(number)s)": "%(player)s (jugada %(number)s)",
        "end: %(hands)s": "fin: %(hands)s",
        "out": "se fue",
        ".": ",",
        "Five-Up": "Cinco arriba",
    }

    def gettext(self, message):
        return self.TEXTS.get(message, message)

    def pgettext(self, context, message):
        return self.gettext(message)

    def info(self):
        return {"language": "es"}


def reports_of(games: Sequence[Game]) -> str:
    """Everything that is written about a game, from the game after each of its events."""
    game = games[-1]
    summary, review = summarise(game), review_game(game)
    parts = [heading(game), result(game), scoresheet_text(game), result_in_words(review.summary)]
    parts += [hints_text(each) for each in games]
    parts += [note for hand in summary.hands for note in notes(hand)]
    for step in game.standing():
        parts += [describe_event(step, place) for place in get_args(Place)]
        parts += [report_event(step)]
    page = re.sub(r"<style>.*?</style>|<[^>]*>|&\w+;", " ", scoresheet_html(game), flags=re.DOTALL)
    did = [row.split(",")[3] for row in scoresheet_csv(game).splitlines()[1:]]
    return "\n".join([*parts, page, *did])


@pytest.mark.parametrize("path", GAMES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_nothing_in_a_report_stays_english(path):
    events = (parse_event(json.loads(line)["in"]) for line in path.read_text(encoding="utf-8").splitlines())
    games = list(accumulate(events, Game.apply, initial=Game()))[1:]
    with use(Foreign()):
        found = untranslated(reports_of(games), games[-1].players)
    assert found <= set(re.findall(r"[a-z]+", games[-1].rules.id)), found


def test_every_fault_has_its_words():
    assert set(FAULT_NAMES) == set(FAULTS)


def test_a_language_orders_the_words_of_a_sentence_as_it_likes(played, start):
    game = played(start(claims="call"), "Ann sets", "Ann 5-5", "Bob calls Muggins", "left Ann: , Bob: 6-1")
    with use(Spanish()):
        assert describe_event(game.standing()[3]) == "canta Muggins · a Ann se le pasan 2"
        assert describe_event(game.standing()[4], "scoresheet") == "fin: Ann se fue, Bob 6-1"
        assert heading(game).startswith("Cinco arriba (five-up)")


def test_a_page_names_its_language_and_writes_numbers_with_its_comma(played, start):
    game = played(start("block"), "Ann sets", "Ann 6-4", "left Ann: , Bob: 6-1 1-0")
    with use(Spanish()):
        page = scoresheet_html(game)
    assert '<html lang="es">' in page
    assert ">8,0<" in page
    assert ">8.0<" in scoresheet_html(game)


def test_a_proven_fault_is_told_in_one_sentence(tell, start):
    game = Game().apply(start("block"))
    for event in ("Ann sets", "Ann 6-4", "Bob passes", "left Ann: 6-1, Bob: 6-2 1-0 1-1 2-0 2-1 2-2 3-0"):
        game = game.apply(tell(event))
    with use(Spanish()):
        assert "Bob (jugada 4) pasaron pudiendo jugar" in scoresheet_text(game)
