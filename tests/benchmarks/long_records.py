"""How long records of many events take: corrections of an early one, and what a page of the table is sent.

    python tests/benchmarks/long_records.py

prints the figures as JSON. The processor's time counts, so that other programs do not slow them down.
"""

from __future__ import annotations

import json
import statistics
from collections.abc import Callable
from random import Random
from time import process_time

from muggins.scorer.events import Correct, GameStarted, Play, Score
from muggins.scorer.game import Game
from muggins.scorer.random_games import RandomTable
from muggins.webapp.session.session import GameSession
from muggins.webapp.web.table_json import TableEncoder

CORRECTED_EVENTS, CORRECTIONS = 3000, 500
SHOWN_EVENTS, UPDATES = 1000, 50


def main() -> None:
    game = long_game(CORRECTED_EVENTS)
    exact = corrected_seconds(long_game(CORRECTED_EVENTS, "five-up-exact"), CORRECTIONS)
    figures = corrected_seconds(game, CORRECTIONS) | {f"exact_{name}": taken for name, taken in exact.items()}
    print(json.dumps(figures | update_ms(long_game(SHOWN_EVENTS), UPDATES)))


def long_game(events: int, rules: str = "five-up") -> Game:
    """A random game that nobody wins, up to so many events. Ann pegs a point by hand in its first hand."""
    table = RandomTable(GameStarted(rules, ("Ann", "Bob"), target=100_000), Random(4))
    games = table.play()
    game = next(game for game in games if game.hand)
    table.game = game.apply(Score("Ann", 1))
    return next(game for game in games if len(game.record) >= events)


def corrected_seconds(game: Game, corrections: int) -> dict[str, float]:
    """Seconds for so many corrections of the first play, and of points in the first hand, which move all scores."""
    first = next(number for number, event in enumerate(game.record, 1) if isinstance(event, Play))
    pegged = next(number for number, event in enumerate(game.record, 1) if isinstance(event, Score))
    play = game.record[first - 1]
    assert isinstance(play, Play)

    def correct_plays(game: Game, number: int) -> Game:
        return game.apply(Correct(first, Play(game.players[number % 2], play.tile)))

    def correct_points(game: Game, number: int) -> Game:
        return game.apply(Correct(pegged, Score("Ann", 1 + number % 5)))

    return {
        "corrections_of_a_play_s": _seconds(game, corrections, correct_plays),
        "corrections_of_points_s": _seconds(game, corrections, correct_points),
    }


def _seconds(game: Game, times: int, correct: Callable[[Game, int], Game]) -> float:
    began = process_time()
    for number in range(1, times + 1):
        game = correct(game, number)
    return round(process_time() - began, 2)


def update_ms(game: Game, updates: int) -> dict[str, float]:
    """Milliseconds, the median of so many events: until one is recorded and written for a page, and for its whole list.

    The events are points pegged by hand; every other one is undone again.
    """
    session, encoder = GameSession(), TableEncoder()
    started = game.record[0]
    assert isinstance(started, GameStarted)
    session.start_game(started)
    for event in game.record[1:]:
        session.tell(event)
    told, listed = [], []
    for number in range(updates):
        began = process_time()
        logged = session.tell(Score(game.players[number % 2], 1)) if number % 2 else session.undo()
        for each in logged:
            encoder.announcement_text(each, session.snapshot, "en", False)
        told.append((process_time() - began) * 1000)
        began = process_time()
        encoder.lines_json(session.snapshot.game, "en")
        listed.append((process_time() - began) * 1000)
    return {"update_ms": round(statistics.median(told), 1), "list_ms": round(statistics.median(listed), 1)}


if __name__ == "__main__":
    main()
