"""Directs a random game: who reaches in when, lays what where, and what goes wrong meanwhile."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import numpy as np

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
)
from muggins.scorer.simulation.random_games import RandomTable

from ..scenes.layouts import Laid
from .rotations import turn
from .tile_placement import lay_out
from .timeline import RATE, Hand, Lamp, Move, Push

Area = tuple[float, float]
"""Half a width and half a height, in tile widths."""


def first_hands(started: GameStarted, seed: int, number: int = 1) -> tuple[tuple[Event, ...], ...]:
    """The events of the first hands of a random game, each up to its end; fewer where the game ends before."""
    game, begins = Game(), 1
    hands: list[tuple[Event, ...]] = []
    for game in RandomTable(started, Random(seed)).play():
        if isinstance(game.record[-1], HandEnd):
            hands.append(game.record[begins:])
            begins = len(game.record)
            if len(hands) == number:
                break
    return tuple(hands) or (game.record[1:],)


def turned_up(side: str, tiles: tuple[Tile, ...], length: float, bounds: Area) -> tuple[Laid, ...]:
    """The tiles of a hand in a row before the side where its player sits, outside `bounds`."""
    step = length + 0.5
    along = (np.arange(len(tiles)) - (len(tiles) - 1) / 2) * step
    out = {"bottom": (0, -1), "top": (0, 1), "left": (-1, 0), "right": (1, 0)}[side]
    angle = 0.0 if out[0] == 0 else np.pi / 2
    return tuple(
        Laid(
            tile,
            out[0] * (bounds[0] + 0.9) + float(way) * abs(out[1]),
            out[1] * (bounds[1] + 0.9) + float(way) * abs(out[0]),
            angle,
            tile.high,
            tile.low,
        )
        for tile, way in zip(tiles, along, strict=True)
    )


class _Clock:
    """Puts one thing after another in time."""

    def __init__(self, rng: np.random.Generator, calm: float) -> None:
        self.rng = rng
        self.calm = calm
        self.frame = int(12 * calm)
        self.moves: list[Move] = []

    def wait(self, least: int, most: int) -> None:
        self.frame += int(self.rng.integers(least, most) * self.calm)

    def move(self, player: str, act: str, laid: Laid, *also: Laid) -> None:
        enters = self.frame
        reaches = enters + int(self.rng.integers(5, 8))
        acts = reaches + int(self.rng.integers(1, 4))
        leaves = acts + int(self.rng.integers(4, 7))
        self.moves.append(Move(player, act, laid, enters, reaches, acts, leaves, also))
        self.frame = leaves
        self.wait(10, 16)


class Turning:
    """How often, where, and with what luck the layout is turned."""

    def __init__(self, seed: int, share: float, length: float, taken: np.ndarray, bounds: Area) -> None:
        self._rng = np.random.default_rng([seed, 6])
        self._share = share
        self._table = (length, taken, bounds)

    def turn(
        self, laid: Sequence[Laid], placements: Sequence[Placement], lying: int
    ) -> tuple[list[Laid], list[Tile]] | None:
        """What `turning.turn` makes of it, now and then."""
        if self._rng.random() >= self._share:
            return None
        return turn(self._rng, laid, placements, lying, *self._table)


class _Director:
    """Puts hands in time, one after the other, with what happens besides."""

    def __init__(
        self, rng: np.random.Generator, started: GameStarted, calm: float, mishaps: float, turning: Turning
    ) -> None:
        self.rng = rng
        self.started = started
        self.mishaps = mishaps
        self.turning = turning
        self.clock = _Clock(rng, calm)
        self.said: list[tuple[float, Event]] = []
        self.pushes: list[Push] = []
        self.lamps: list[Lamp] = []
        self.told: list[Event] = []

    def hand(self, events: tuple[Event, ...], laid: list[Laid], yard: list[Laid]) -> None:
        """The plays of a hand, and what is said; tiles are drawn from `yard` while some lie there."""
        lying, yard = 0, list(yard)
        placements = [Placement(event.tile, event.on) for event in events if isinstance(event, Play)]
        for number, event in enumerate(events):
            self.told.append(event)
            if isinstance(event, Play):
                one, lying = laid[lying], lying + 1
                self.clock.move(event.player, "lay", one)
                is_called = number + 1 < len(events) and isinstance(events[number + 1], Claim | Muggins)
                if self.rng.random() < self.mishaps and not is_called:
                    self._mishap(event, one, laid[:lying])
                if not is_called and (there := self.turning.turn(laid, placements, lying)) is not None:
                    laid, (first, *others) = there
                    by_tile = {one.tile: one for one in laid}
                    self.clock.move(event.player, "turn", by_tile[first], *(by_tile[other] for other in others))
            elif isinstance(event, Claim | Muggins):
                # Said once the program has had time to see the tile, and well before the next one.
                self.clock.frame += 14
                self.said.append((round((self.clock.frame - 6) / RATE, 2), event))
            elif isinstance(event, Draw) and yard:
                for _ in range(min(event.tiles, len(yard))):
                    self.clock.move(event.player, "draw", yard.pop())
            elif isinstance(event, Draw | Pass):
                self.clock.wait(6, 12)

    def _mishap(self, event: Play, one: Laid, lying: list[Laid]) -> None:
        rng, clock = self.rng, self.clock
        kind = str(rng.choice(["take back", "nudge", "cup", "hover", "push", "lamp"]))
        anybody = str(rng.choice(self.started.players))
        some = lying[int(rng.integers(len(lying)))]
        if kind == "take back":
            clock.move(event.player, "lift", one)
            clock.move(event.player, "lay", one)
            self.told += [TakeBack(), event]
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
            self.pushes.append(Push(clock.frame, float(rng.normal(0, 0.02)), *map(float, rng.normal(0, 0.025, 2))))
            clock.wait(15, 25)
        else:
            self.lamps.append(Lamp(clock.frame, float(rng.choice([0.75, 1.25])), float(rng.choice([-1.0, 1.0]))))
            clock.wait(10, 20)

    def ending(self, end: HandEnd, length: float, bounds: Area) -> None:
        """The hands are turned up one after the other, and the table is cleared."""
        seats = self.started.seats or {}
        for player, tiles in end.known_hands.items():
            if tiles:
                first, *others = turned_up(seats[player], tiles, length, bounds)
                self.clock.move(player, "show", first, *others)
        self.clock.wait(15, 25)
        self.clock.move(str(self.rng.choice(self.started.players)), "clear", Laid(Tile(0, 0), 0.0, 0.0, 0.0, 0, 0))
        self.clock.wait(15, 25)

    def filmed(self) -> Hand:
        moves, said = tuple(self.clock.moves), tuple(self.said)
        pushes, lamps = tuple(self.pushes), tuple(self.lamps)
        return Hand(self.started, tuple(self.told), moves, said, self.clock.frame + 4, pushes, lamps)


def film_hand(
    started: GameStarted,
    seed: int,
    length: float,
    taken: np.ndarray,
    bounds: Area,
    calm: float = 1.0,
    mishaps: float = 0.0,
    hands: int = 0,
    yard: Sequence[Laid] = (),
    turns: float = 0.0,
) -> Hand | None:
    """The hand of a seed; None where its tiles find no room within `bounds`.

    `length` of a tile, `taken` (N, 2) centres of halves that lie on the table already, all in tile widths. `calm`
    stretches the pauses. `mishaps` is how often, between 0 and 1, something else happens after a play: a tile is taken
    back and laid again, nudged, or covered by a cup for a while, a hand hovers, the camera is pushed, a lamp switched.
    `hands` are filmed to their ends, with the hands turned up; 0 for one hand up to its last play. What is drawn is
    taken from `yard`, where tiles lie. `turns` is how often, between 0 and 1, the layout or an arm of it is turned.
    """
    rng = np.random.default_rng([seed, 5])
    director = _Director(rng, started, calm, mishaps, Turning(seed, turns, length, taken, bounds))
    for events in first_hands(started, seed, max(hands, 1)):
        placements = [Placement(event.tile, event.on) for event in events if isinstance(event, Play)]
        laid = None
        for _ in range(12):
            laid = lay_out(rng, placements, length, bounds, taken, neat=float(rng.uniform(0.3, 1.0)))
            if laid is not None:
                break
        else:
            return None
        director.hand(events, laid, list(yard))
        if hands and isinstance(events[-1], HandEnd):
            director.ending(events[-1], length, bounds)
    return director.filmed()
