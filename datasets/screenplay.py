"""A hand of a random game with all its times: who lays which tile where and when, and what is said."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

from muggins.datasets.laying import lay_out
from muggins.datasets.layouts import Laid
from muggins.scorer import Claim, Draw, Event, Game, GameStarted, HandEnd, Muggins, Pass, Placement, Play, event_to_json
from muggins.scorer.random_games import RandomTable

RATE = 10
"""Frames a second."""
SIDES = ("bottom", "left", "top", "right")
"""Clockwise as players sit around the table."""


@dataclass(frozen=True)
class Move:
    """One tile laid. Frames count from 0."""

    play: Play
    laid: Laid
    enters: int
    """The first frame that can show the arm."""
    reaches: int
    """The frame at which the hand is over the tile's place."""
    lets_go: int
    """The first frame with the tile lying there."""
    leaves: int
    """The first frame without the arm."""


@dataclass(frozen=True)
class Hand:
    """A whole hand, ready to be filmed."""

    started: GameStarted
    events: tuple[Event, ...]
    """Of the hand, from its beginning."""
    moves: tuple[Move, ...]
    said: tuple[tuple[float, Event], ...]
    """What people say, with its second."""
    frames: int

    def truth(self) -> dict[str, Any]:
        """What measure_video.py compares with, and what is said besides."""
        game = Game().apply(self.started)
        plays: list[dict[str, Any]] = []
        for event in self.events:
            game = game.apply(event)
            if isinstance(event, Play):
                move = self.moves[len(plays)]
                clear = {"frame_clear": move.leaves, "second_clear": round(move.leaves / RATE, 2)}
                worth = {key: game.outcomes[-1][key] for key in ("count", "points")}
                plays.append(clear | event_to_json(event) | worth)
            if plays:  # a claim changes the scores after the play that earned them
                plays[-1]["scores"] = dict(game.scores)
            if isinstance(event, HandEnd):
                break
        started = event_to_json(self.started)
        del started["event"]
        return started | {
            "fps": RATE,
            "frames": self.frames,
            "plays": plays,
            "events": [event_to_json(event) for event in self.events],
            "said": [{"t": second, **event_to_json(event)} for second, event in self.said],
        }


def first_hand(started: GameStarted, seed: int) -> tuple[Event, ...]:
    """The events of the first hand of a random game, up to its end."""
    game = Game()
    for game in RandomTable(started, Random(seed)).play():
        if isinstance(game.record[-1], HandEnd):
            break
    return game.record[1:]


def time_out(
    rng: np.random.Generator, events: tuple[Event, ...], laid: list[Laid], calm: float
) -> tuple[list[Move], list[tuple[float, Event]], int]:
    """When every tile is laid and everything is said, and how many frames that takes; `calm` stretches the pauses."""
    moves: list[Move] = []
    said: list[tuple[float, Event]] = []
    frame = int(12 * calm)
    for event in events:
        if isinstance(event, Play):
            enters = frame
            reaches = enters + int(rng.integers(5, 8))
            lets_go = reaches + int(rng.integers(1, 4))
            leaves = lets_go + int(rng.integers(4, 7))
            moves.append(Move(event, laid[len(moves)], enters, reaches, lets_go, leaves))
            frame = leaves + int(rng.integers(10, 16) * calm)
        elif isinstance(event, Claim | Muggins):
            # Said once the program has had time to see the tile, and well before the next one.
            frame += 14
            said.append((round((frame - 6) / RATE, 2), event))
        elif isinstance(event, Draw | Pass):
            frame += int(rng.integers(6, 12) * calm)
    return moves, said, frame + 4


def film_hand(
    started: GameStarted, seed: int, length: float, taken: np.ndarray, bounds: tuple[float, float], calm: float = 1.0
) -> Hand | None:
    """The hand of a seed; None where its tiles find no room within `bounds`.

    `length` of a tile, `taken` (N, 2) centres of halves that lie on the table already, all in tile widths.
    """
    events = first_hand(started, seed)
    plays = [event for event in events if isinstance(event, Play)]
    rng = np.random.default_rng([seed, 5])
    placements = [Placement(play.tile, play.on) for play in plays]
    for _ in range(12):
        laid = lay_out(rng, placements, length, bounds, taken, neat=float(rng.uniform(0.3, 1.0)))
        if laid is not None:
            moves, said, frames = time_out(rng, events, laid, calm)
            return Hand(started, events, tuple(moves), tuple(said), frames)
    return None
