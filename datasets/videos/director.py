"""Puts a random game on a timeline: who reaches in when, lays what where, and what goes wrong meanwhile."""

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
from muggins.scorer.random_games import RandomTable

from ..scenes.layouts import LaidTile
from .rotations import rotate_layout
from .tile_placement import MIN_TO_TAKEN, half_centres, place_tiles
from .timeline import FPS, Act, CameraPush, FilmedHand, LampSwitch, Move

Area = tuple[float, float]
"""Half a width and half a height, in tile widths."""
ROW_OUT = 0.9
"""Tile widths beyond the layout's area where the tiles left in a hand are turned up."""
FARTHER_OUT = (1.6, 2.3)
"""The same for players at the left and right who have no room there."""
ROW_GAP = 0.5
"""Tile widths between the tiles of a hand that is turned up."""
SHIFT_STEP = 0.5
"""Tile widths by which such a row is moved along its side to find room."""
LAYOUT_TRIES = 12
"""Random layouts of a hand that are tried before it counts as one without room."""


def first_hands(started: GameStarted, seed: int, number: int = 1) -> tuple[tuple[Event, ...], ...]:
    """The events of the first hands of a random game, each up to its end or to the win of the game.

    Fewer hands where the game is won earlier.
    """
    begins = 1
    hands: list[tuple[Event, ...]] = []
    for game in RandomTable(started, Random(seed)).play(number):
        if isinstance(game.record[-1], HandEnd) or game.winner is not None:
            hands.append(game.record[begins:])
            begins = len(game.record)
    return tuple(hands)


def revealed_row(
    side: str, tiles: tuple[Tile, ...], length: float, bounds: Area, lying: Sequence[LaidTile] = ()
) -> tuple[LaidTile, ...] | None:
    """The tiles of a hand in a row before its player, clear of the tiles that are `lying`; None where there is no room.

    The row lies outside `bounds`, as near to the middle of that side as there is room. Players at the left and at the
    right have more of the table before them in a wide picture, and may lay their tiles farther out.
    """
    taken = np.array([half_centres(tile, length) for tile in lying]).reshape(-1, 2)
    half_side = bounds[0] if side in ("bottom", "top") else bounds[1]
    free = max(0.0, half_side - len(tiles) * (length + ROW_GAP) / 2)
    shifts = sorted(np.arange(-free, free + SHIFT_STEP / 2, SHIFT_STEP).tolist() or [0.0], key=abs)
    for out in (ROW_OUT,) if side in ("bottom", "top") else (ROW_OUT, *FARTHER_OUT):
        for shift in shifts:
            row = _row(side, tiles, length, bounds, out, shift)
            halves = np.concatenate([half_centres(tile, length) for tile in row])
            if not len(taken) or np.linalg.norm(halves[:, None] - taken[None], axis=2).min() > MIN_TO_TAKEN:
                return row
    return None


def _row(
    side: str, tiles: tuple[Tile, ...], length: float, bounds: Area, out: float, shift: float
) -> tuple[LaidTile, ...]:
    """Tiles in a row at a side, `out` beyond `bounds` and `shift` from the middle of the side."""
    along = shift + (np.arange(len(tiles)) - (len(tiles) - 1) / 2) * (length + ROW_GAP)
    out_x, out_y = {"bottom": (0, -1), "top": (0, 1), "left": (-1, 0), "right": (1, 0)}[side]
    angle = 0.0 if out_x == 0 else np.pi / 2
    return tuple(
        LaidTile(
            tile,
            out_x * (bounds[0] + out) + float(place) * abs(out_y),
            out_y * (bounds[1] + out) + float(place) * abs(out_x),
            angle,
            tile.high,
            tile.low,
        )
        for tile, place in zip(tiles, along, strict=True)
    )


def knocked(side: str, bounds: Area) -> LaidTile:
    """The place where a player at that side knocks on the table to pass, as if a tile lay there."""
    return _row(side, (Tile(0, 0),), 0.0, bounds, ROW_OUT, 0.0)[0]


class _Schedule:
    """The moves of a film in time order, and the frame at which the next one begins.

    `calm` stretches the pauses.
    """

    def __init__(self, rng: np.random.Generator, calm: float) -> None:
        self.rng = rng
        self.calm = calm
        self.frame = int(12 * calm)
        self.moves: list[Move] = []

    def wait(self, least: int, most: int) -> None:
        """Leaves a pause of `least` to `most` frames."""
        self.frame += int(self.rng.integers(least, most) * self.calm)

    def move(self, player: str, act: Act, laid: LaidTile, *also: LaidTile) -> None:
        """Adds a move, and a pause after it."""
        enters = self.frame
        reaches = enters + int(self.rng.integers(5, 8))
        acts = reaches + int(self.rng.integers(1, 4))
        leaves = acts + int(self.rng.integers(4, 7))
        self.moves.append(Move(player, act, laid, enters, reaches, acts, leaves, also))
        self.frame = leaves
        self.wait(10, 16)

    def linger(self, player: str, act: Act, laid: LaidTile, least: int, most: int) -> None:
        """Adds a move that stays for `least` to `most` frames, and a pause after it."""
        self.move(player, act, laid)
        stays = int(self.rng.integers(least, most))
        last = self.moves.pop()
        self.moves.append(replace(last, acts=last.acts + stays, leaves=last.leaves + stays))
        self.frame += stays

    def rest(self, player: str, laid: LaidTile) -> None:
        """Adds an arm that rests on the table while the next moves are made, until its player moves again."""
        enters = self.frame
        ends = enters + int(self.rng.integers(30, 80))
        self.moves.append(Move(player, "rest", laid, enters, enters + 6, ends, ends + 5))
        self.wait(10, 16)

    def ordered(self) -> tuple[Move, ...]:
        """All moves. An arm that rests has left before its player moves again."""
        moves: list[Move] = []
        for move in self.moves:
            if move.act == "rest":
                next_own = min(
                    (one.enters for one in self.moves if one.player == move.player and one.enters > move.enters),
                    default=move.leaves,
                )
                leaves = min(move.leaves, next_own)
                if leaves - 5 <= move.reaches:
                    continue
                move = replace(move, acts=leaves - 5, leaves=leaves)
            moves.append(move)
        return tuple(moves)


class LayoutRotator:
    """Turns the layout after a `share` of all plays, where there is room."""

    def __init__(self, seed: int, share: float, length: float, taken: np.ndarray, bounds: Area) -> None:
        self._rng = np.random.default_rng([seed, 6])
        self._share = share
        self._area = (length, taken, bounds)

    def rotate_layout(
        self, laid: Sequence[LaidTile], placements: Sequence[Placement], lying: int
    ) -> tuple[list[LaidTile], list[Tile]] | None:
        """The layout after a turn (see `rotations.rotate_layout`), or None where it is not turned."""
        if self._rng.random() >= self._share:
            return None
        return rotate_layout(self._rng, laid, placements, lying, *self._area)


class _Director:
    """Puts hands on the timeline, one after the other, with all that happens besides."""

    def __init__(
        self,
        rng: np.random.Generator,
        started: GameStarted,
        calm: float,
        mishaps: float,
        busy: float,
        rotator: LayoutRotator,
        bounds: Area,
    ) -> None:
        self.rng = rng
        self.started = started
        self.mishaps = mishaps
        self.busy = busy
        self.rotator = rotator
        self.bounds = bounds
        self.seats = started.seats or {}
        # Where players draw until able, a pass is a pause; where they only pass, they knock on the table.
        self.knocks = bool(self.seats) and Game().apply(started).rules.unable == "pass"
        self.schedule = _Schedule(rng, calm)
        self.said: list[tuple[float, Event]] = []
        self.pushes: list[CameraPush] = []
        self.lamps: list[LampSwitch] = []
        self.events: list[Event] = []

    def hand(self, events: tuple[Event, ...], laid: list[LaidTile], yard: Sequence[LaidTile]) -> None:
        """Adds the plays of a hand and what people say. Tiles are drawn from `yard` while some lie there."""
        lying, boneyard = 0, list(yard)
        placements = [Placement(event.tile, event.on) for event in events if isinstance(event, Play)]
        for number, event in enumerate(events):
            self.events.append(event)
            if isinstance(event, Play):
                played, lying = laid[lying], lying + 1
                self.schedule.move(event.player, "lay", played)
                is_called = number + 1 < len(events) and isinstance(events[number + 1], Claim | Muggins)
                if self.rng.random() < self.mishaps and not is_called:
                    self._mishap(event, played, laid[:lying])
                if self.busy and self.rng.random() < self.busy and not is_called:
                    self._fuss(event.player, played, laid[:lying])
                if not is_called and (turned := self.rotator.rotate_layout(laid, placements, lying)) is not None:
                    laid, (first, *others) = turned
                    by_tile = {one.tile: one for one in laid}
                    self.schedule.move(event.player, "turn", by_tile[first], *(by_tile[other] for other in others))
            elif isinstance(event, Claim | Muggins):
                # People speak once the program has had time to see the tile, and well before the next tile.
                self.schedule.frame += 14
                self.said.append((round((self.schedule.frame - 6) / FPS, 2), event))
            elif isinstance(event, Draw) and boneyard:
                for _ in range(min(event.tiles, len(boneyard))):
                    self.schedule.move(event.player, "draw", boneyard.pop())
            elif isinstance(event, Pass) and self.knocks:
                self.schedule.move(event.player, "knock", knocked(self.seats[event.player], self.bounds))
            elif isinstance(event, Draw | Pass):
                self.schedule.wait(6, 12)

    def _fuss(self, player: str, played: LaidTile, lying: list[LaidTile]) -> None:
        """Adds what people do with their arms besides playing, one of five kinds."""
        kind = str(self.rng.choice(["put back", "point", "tidy", "rest", "rest far"]))
        anybody = str(self.rng.choice(self.started.players))
        own = knocked(self.seats.get(player, "bottom"), self.bounds)
        if kind == "put back":
            self.schedule.move(player, "lift", played)
            self.schedule.frame -= int(self.rng.integers(0, 8))
            self.schedule.move(player, "put back", played)
        elif kind == "point":
            self.schedule.linger(anybody, "point", lying[int(self.rng.integers(len(lying)))], 5, 15)
        elif kind == "tidy":
            self.schedule.linger(player, "hover", own, 10, 30)
        else:
            self.schedule.rest(player, own if kind == "rest" else replace(own, x=0.7 * own.x, y=0.7 * own.y))

    def _mishap(self, event: Play, played: LaidTile, lying: list[LaidTile]) -> None:
        """Adds one thing that is no play, of six kinds."""
        rng, schedule = self.rng, self.schedule
        kind = str(rng.choice(["take back", "nudge", "cup", "hover", "push", "lamp"]))
        anybody = str(rng.choice(self.started.players))
        some = lying[int(rng.integers(len(lying)))]
        if kind == "take back":
            schedule.move(event.player, "lift", played)
            schedule.wait(35, 45)  # what is put back sooner was not taken back
            schedule.move(event.player, "lay", played)
            self.events += [TakeBack(), event]
        elif kind == "nudge":
            aside = replace(played, x=played.x + float(rng.normal(0, 0.05)), y=played.y + float(rng.normal(0, 0.05)))
            schedule.move(anybody, "nudge", replace(aside, angle=played.angle + float(rng.normal(0, 0.03))))
        elif kind == "cup":
            schedule.move(anybody, "cup", some)
            schedule.wait(20, 40)
            schedule.move(anybody, "uncup", some)
        elif kind == "hover":
            schedule.move(anybody, "hover", some)
        elif kind == "push":
            turn, shift = float(rng.normal(0, 0.02)), rng.normal(0, 0.025, 2).tolist()
            self.pushes.append(CameraPush(schedule.frame, turn, *shift))
            schedule.wait(15, 25)
        else:
            self.lamps.append(
                LampSwitch(schedule.frame, float(rng.choice([0.75, 1.25])), float(rng.choice([-1.0, 1.0])))
            )
            schedule.wait(10, 20)

    def ending(self, end: HandEnd, length: float) -> bool:
        """Adds the end of a hand: players turn their tiles up one after the other, then the table is cleared.

        Returns False where a player has no room to turn them up.
        """
        for player, tiles in end.known_hands.items():
            if tiles:
                lying = tuple(self.filmed().lying(self.schedule.frame).values())
                row = revealed_row(self.seats[player], tiles, length, self.bounds, lying)
                if row is None:
                    return False
                self.schedule.move(player, "show", *row)
        self.schedule.wait(15, 25)
        self.schedule.move(
            str(self.rng.choice(self.started.players)), "clear", LaidTile(Tile(0, 0), 0.0, 0.0, 0.0, 0, 0)
        )
        self.schedule.wait(15, 25)
        return True

    def filmed(self) -> FilmedHand:
        """All that was added."""
        moves, said = self.schedule.ordered(), tuple(self.said)
        pushes, lamps = tuple(self.pushes), tuple(self.lamps)
        return FilmedHand(self.started, tuple(self.events), moves, said, self.schedule.frame + 4, pushes, lamps)


def direct_hand(
    started: GameStarted,
    seed: int,
    length: float,
    taken: np.ndarray,
    bounds: Area,
    calm: float = 1.0,
    mishaps: float = 0.0,
    hands: int = 0,
    yard: Sequence[LaidTile] = (),
    turns: float = 0.0,
    busy: float = 0.0,
) -> FilmedHand | None:
    """The hand of a seed, or None where its tiles find no room within `bounds`, or the hands turned up beside them.

    `length` is a tile's and `taken` (N, 2) are the centres of halves that lie on the table already, in tile widths.
    `calm` stretches the pauses. `mishaps`, 0 to 1, is how often something else happens after a play: a tile is taken
    back and laid again, nudged, or covered by a cup for a while, a hand hovers, somebody pushes the camera or switches
    a lamp. That many `hands` are filmed to their ends, with hands turned up and the table cleared; 0 stands for one
    hand up to its last play. Tiles are drawn from `yard`. `turns`, 0 to 1, is how often the layout is turned. `busy`,
    0 to 1, is how often somebody points after a play, tidies tiles, lets an arm rest while the next ones play, or lifts
    a tile and puts it back at once.
    """
    rng = np.random.default_rng([seed, 5])
    director = _Director(rng, started, calm, mishaps, busy, LayoutRotator(seed, turns, length, taken, bounds), bounds)
    for events in first_hands(started, seed, max(hands, 1)):
        placements = [Placement(event.tile, event.on) for event in events if isinstance(event, Play)]
        laid = None
        for _ in range(LAYOUT_TRIES):
            laid = place_tiles(rng, placements, length, bounds, taken, neat=float(rng.uniform(0.3, 1.0)))
            if laid is not None:
                break
        else:
            return None
        director.hand(events, laid, yard)
        if hands and isinstance(events[-1], HandEnd) and not director.ending(events[-1], length):
            return None
    return director.filmed()
