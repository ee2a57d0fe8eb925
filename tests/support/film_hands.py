"""Films hands that a real reader watches: `python tests/support/film_hands.py --rules latin --seeds 1 2 3`.

For each it prints whether every play, player and pass was recorded, and whether the hand's points are right once the
question at its end has been answered with one tap.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from muggins.datasets.scenes.command_line import find_backgrounds
from muggins.datasets.videos import render_video
from muggins.datasets.videos.timeline import FPS
from muggins.scorer import Event, Game, GameStarted, Pass, Play
from muggins.vision.capture.open_source import Frame
from muggins.vision.reading.reader import Reader
from muggins.vision.tracking.watcher import Watcher
from muggins.webapp.session.session import GameSession

SIZE = (1280, 720)


def moves(events: Sequence[Event]) -> list[tuple[str, ...]]:
    """Who plays what on what, and who passes."""
    return [
        (event.player, str(event.tile), str(event.on)) if isinstance(event, Play) else (event.player,)
        for event in events
        if isinstance(event, Play | Pass)
    ]


def truth(film: render_video.Film) -> Game:
    """The game as it was filmed."""
    game = Game().apply(film.hand.started)
    for event in film.hand.events:
        game = game.apply(event)
    return game


def watch(film: render_video.Film, watcher: Watcher) -> GameSession:
    """The session after the film; the end of the hand is confirmed."""
    session = GameSession()
    session.start_game(film.hand.started)
    for number, image in enumerate(film):
        for happening in watcher.update(Frame(number + 1, number / FPS, image)):
            session.on_table_event(happening)
    for question in session.snapshot.questions:
        if question.kind == "hand-end":
            session.answer(question.id, 0)
    return session


def judge(started: GameStarted, seed: int, backgrounds: list[Path]) -> str:
    """A line about one filmed hand."""
    film = render_video.film(seed, started, SIZE, backgrounds, hands=1)
    game = watch(film, Watcher(Reader(set=6).read)).snapshot.game
    scores = truth(film).scores
    assert game is not None
    wanted, found = moves(film.hand.events), moves(game.record)
    told = "every play, player and pass" if found == wanted else f"other moves: {found}, not {wanted}"
    points = "its points" if game.scores == scores else f"{dict(game.scores)}, not {dict(scores)}"
    return f"seed {seed}: {len(wanted)} moves; {told}; {points}"


def main() -> None:
    """The command; see the module's docstring."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rules", default="latin")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--seeds", type=int, nargs="+", default=[1, 2, 3])
    parser.add_argument("--backgrounds", type=Path, help="folder of pictures of tables (default: drawn tables only)")
    given = parser.parse_args()
    started = render_video.seated(given.rules, given.players)
    for seed in given.seeds:
        print(judge(started, seed, list(find_backgrounds(given.backgrounds))), flush=True)


if __name__ == "__main__":
    main()
