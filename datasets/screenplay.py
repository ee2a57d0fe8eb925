"""A hand of a random game with all its times: who lays which tile where and when, and what is said."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Any

import numpy as np

from muggins.datasets.laying import lay_out
from muggins.datasets.layouts import Laid
from muggins.scorer import (
    Claim,
    Draw,
    Event,
    Game,
    GameStarted,
    HandEnd,
    Muggins,
    Pass,
    Placement,
    Play,
    TakeBack,
    Tile,
    event_to_json,
)
from muggins.scorer.random_games import RandomTable

RATE = 10
"""Frames a second."""
SIDES = ("bottom", "left", "top", "right")
"""Clockwise as players sit around the table."""


@dataclass(frozen=True)
class Move:
    """What one arm does at one place. Frames count from 0."""

    player: str
    act: str
    """lay a tile, lift it again, nudge it, set a cup on it (cup) or take that away (uncup), or just hover."""
    laid: Laid
    """The tile, where it lies afterwards."""
    enters: int
    """The first frame that can show the arm."""
    reaches: int
    """The frame at which the hand is over the place."""
    acts: int
    """The first frame in which it is done."""
    leaves: int
    """The first frame without the arm."""


@dataclass(frozen=True)
class Push:
    """The camera is pushed: the picture turns (radians) and shifts (shares of its width) within a few frames."""

    frame: int
    turn: float
    right: float
    down: float


@dataclass(frozen=True)
class Lamp:
    """A lamp is switched on or off: the light changes, most on one side of the table (-1 left, 1 right)."""

    frame: int
    gain: float
    side: float


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
    pushes: tuple[Push, ...] = ()
    lamps: tuple[Lamp, ...] = ()

    @property
    def lays(self) -> tuple[Move, ...]:
        """The moves that lay tiles, one for each play."""
        return tuple(move for move in self.moves if move.act == "lay")

    def lying(self, frame: int) -> dict[Tile, Laid]:
        """Where each tile of the layout lies at a frame."""
        there: dict[Tile, Laid] = {}
        for move in self.moves:
            if move.acts <= frame and move.act in ("lay", "nudge"):
                there[move.laid.tile] = move.laid
            elif move.acts <= frame and move.act == "lift":
                del there[move.laid.tile]
        return there

    def cup(self, frame: int) -> Laid | None:
        """The tile on which a cup stands."""
        moves = [move for move in self.moves if move.acts <= frame and move.act in ("cup", "uncup")]
        return moves[-1].laid if moves and moves[-1].act == "cup" else None

    def truth(self) -> dict[str, Any]:
        """What measure_video.py compares with, and what is said besides."""
        game = Game().apply(self.started)
        plays: list[dict[str, Any]] = []
        for event in self.events:
            game = game.apply(event)
            if isinstance(event, Play):
                move = self.lays[len(plays)]
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


class _Clock:
    """Puts one thing after another in time."""

    def __init__(self, rng: np.random.Generator, calm: float) -> None:
        self.rng = rng
        self.calm = calm
        self.frame = int(12 * calm)
        self.moves: list[Move] = []

    def wait(self, least: int, most: int) -> None:
        self.frame += int(self.rng.integers(least, most) * self.calm)

    def move(self, player: str, act: str, laid: Laid) -> None:
        enters = self.frame
        reaches = enters + int(self.rng.integers(5, 8))
        acts = reaches + int(self.rng.integers(1, 4))
        leaves = acts + int(self.rng.integers(4, 7))
        self.moves.append(Move(player, act, laid, enters, reaches, acts, leaves))
        self.frame = leaves
        self.wait(10, 16)


def time_out(
    rng: np.random.Generator,
    started: GameStarted,
    events: tuple[Event, ...],
    laid: list[Laid],
    calm: float,
    mishaps: float,
) -> Hand:
    """When every tile is laid and everything is said; `calm` stretches the pauses.

    `mishaps` is how often, between 0 and 1, something else happens after a play: a tile is taken back and laid again,
    nudged, or covered by a cup for a while, a hand hovers, the camera is pushed, a lamp is switched.
    """
    clock = _Clock(rng, calm)
    said: list[tuple[float, Event]] = []
    pushes: list[Push] = []
    lamps: list[Lamp] = []
    told: list[Event] = []
    left = list(laid)
    for number, event in enumerate(events):
        told.append(event)
        if isinstance(event, Play):
            one = left.pop(0)
            clock.move(event.player, "lay", one)
            is_called = number + 1 < len(events) and isinstance(events[number + 1], Claim | Muggins)
            if rng.random() >= mishaps or is_called:
                continue
            kind = str(rng.choice(["take back", "nudge", "cup", "hover", "push", "lamp"]))
            anybody = str(rng.choice(started.players))
            some = laid[int(rng.integers(len(laid) - len(left)))]
            if kind == "take back":
                clock.move(event.player, "lift", one)
                clock.move(event.player, "lay", one)
                told += [TakeBack(), event]
            elif kind == "nudge":
                aside = replace(one, x=one.x + float(rng.normal(0, 0.05)), y=one.y + float(rng.normal(0, 0.05)))
                clock.move(anybody, "nudge", replace(aside, angle=one.angle + float(rng.normal(0, 0.03))))
            elif kind == "cup":
                clock.move(anybody, "cup", some)
                clock.wait(20, 40)
                clock.move(anybody, "uncup", some)
            elif kind == "hover":
                clock.move(anybody, "hover", some)
            elif kind == "push":
                pushes.append(Push(clock.frame, float(rng.normal(0, 0.02)), *map(float, rng.normal(0, 0.025, 2))))
                clock.wait(15, 25)
            else:
                lamps.append(Lamp(clock.frame, float(rng.choice([0.75, 1.25])), float(rng.choice([-1.0, 1.0]))))
                clock.wait(10, 20)
        elif isinstance(event, Claim | Muggins):
            # Said once the program has had time to see the tile, and well before the next one.
            clock.frame += 14
            said.append((round((clock.frame - 6) / RATE, 2), event))
        elif isinstance(event, Draw | Pass):
            clock.wait(6, 12)
    return Hand(started, tuple(told), tuple(clock.moves), tuple(said), clock.frame + 4, tuple(pushes), tuple(lamps))


def film_hand(
    started: GameStarted,
    seed: int,
    length: float,
    taken: np.ndarray,
    bounds: tuple[float, float],
    calm: float = 1.0,
    mishaps: float = 0.0,
) -> Hand | None:
    """The hand of a seed; None where its tiles find no room within `bounds`.

    `length` of a tile, `taken` (N, 2) centres of halves that lie on the table already, all in tile widths; `calm` and
    `mishaps` as in time_out.
    """
    events = first_hand(started, seed)
    plays = [event for event in events if isinstance(event, Play)]
    rng = np.random.default_rng([seed, 5])
    placements = [Placement(play.tile, play.on) for play in plays]
    for _ in range(12):
        laid = lay_out(rng, placements, length, bounds, taken, neat=float(rng.uniform(0.3, 1.0)))
        if laid is not None:
            return time_out(rng, started, events, laid, calm, mishaps)
    return None
