"""A hand, or several, with all its times: who lays which tile where and when, and what is said."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from muggins.scorer import Event, Game, GameStarted, HandEnd, HandStarted, Play, TakeBack, Tile, event_to_json

from ..scenes.layouts import Laid

RATE = 10
"""Frames a second."""
SIDES = ("bottom", "left", "top", "right")
"""Clockwise as players sit around the table."""


@dataclass(frozen=True)
class Move:
    """What one arm does at one place. Frames count from 0."""

    player: str
    act: str
    """lay a tile, lift it again, nudge it, set a cup on it (cup) or take that away (uncup), or just hover; draw a tile
    of the boneyard; turn the layout or an arm of it; show the tiles left in the hand; clear the table and turn all
    tiles down for the next hand."""
    laid: Laid
    """The tile, where it lies afterwards; to clear the table, any."""
    enters: int
    """The first frame that can show the arm."""
    reaches: int
    """The frame at which the hand is over the place."""
    acts: int
    """The first frame in which it is done."""
    leaves: int
    """The first frame without the arm."""
    also: tuple[Laid, ...] = ()
    """The other tiles that are shown or turned with it."""


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
    """A whole hand, or several in a row, ready to be filmed."""

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
            if move.acts <= frame and move.act in ("lay", "nudge", "turn", "show"):
                there |= {laid.tile: laid for laid in (move.laid, *move.also)}
            elif move.acts <= frame and move.act == "clear":
                there.clear()
            elif move.acts <= frame and move.act == "lift":
                del there[move.laid.tile]
        return there

    def drawn(self, frame: int) -> frozenset[Tile]:
        """The tiles of the boneyard that have been drawn in this hand by a frame."""
        since = max((move.acts for move in self.moves if move.act == "clear" and move.acts <= frame), default=0)
        return frozenset(move.laid.tile for move in self.moves if move.act == "draw" and since <= move.acts <= frame)

    def cup(self, frame: int) -> Laid | None:
        """The tile on which a cup stands."""
        moves = [move for move in self.moves if move.acts <= frame and move.act in ("cup", "uncup")]
        return moves[-1].laid if moves and moves[-1].act == "cup" else None

    @property
    def _ends_are_filmed(self) -> bool:
        return any(move.act == "show" for move in self.moves)

    def truth(self) -> dict[str, Any]:
        """What measure_video.py compares with, and what is said besides."""
        game = Game().apply(self.started)
        plays: list[dict[str, Any]] = []
        for event in self.events:
            if isinstance(event, HandEnd) and not self._ends_are_filmed:
                break
            game = game.apply(event)
            if isinstance(event, Play):
                move = self.lays[len(plays)]
                clear = {"frame_clear": move.leaves, "second_clear": round(move.leaves / RATE, 2)}
                worth = {key: game.outcomes[-1][key] for key in ("count", "points")}
                plays.append(clear | event_to_json(event) | worth)
            # As after each play, with what is claimed for it; what the hand's end gains is no play's.
            if plays and not isinstance(event, HandEnd | HandStarted | TakeBack):
                plays[-1]["scores"] = dict(game.scores)
        started = event_to_json(self.started)
        del started["event"]
        return started | {
            "fps": RATE,
            "frames": self.frames,
            "plays": plays,
            "events": [event_to_json(event) for event in self.events],
            "shown": [
                {"t": round(move.leaves / RATE, 2), "player": move.player}
                | {"tiles": [str(laid.tile) for laid in (move.laid, *move.also)]}
                for move in self.moves
                if move.act == "show"
            ],
            "said": [{"t": second, **event_to_json(event)} for second, event in self.said],
        }
