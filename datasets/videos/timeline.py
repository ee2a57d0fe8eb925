"""A hand, or several, on a timeline: who lays which tile where and when, and what people say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from muggins.scorer import Event, Game, GameStarted, HandEnd, HandStarted, Play, TakeBack, Tile, event_to_json
from muggins.scorer.events import Side

from ..scenes.layouts import LaidTile

FPS = 10
"""Frames a second."""
SEATING: tuple[Side, ...] = ("bottom", "left", "top", "right")
"""The sides of the table, clockwise as players sit around it."""
Act = Literal[
    "lay",
    "lift",
    "put back",
    "nudge",
    "cup",
    "uncup",
    "hover",
    "point",
    "rest",
    "knock",
    "draw",
    "turn",
    "show",
    "clear",
]
"""Lay, lift or nudge a tile, or put it back at once; set a cup on one, or take it away; hover; point at a tile and tap;
rest an arm on the table while others play; knock on the table to pass; draw a tile of the boneyard; turn the layout or
an arm of it; show the tiles left in the hand; clear the table for the next hand, with all tiles turned down."""


@dataclass(frozen=True)
class Move:
    """What one arm does at one place. Frames count from 0."""

    player: str
    act: Act
    laid: LaidTile
    """The tile where it lies afterwards. To clear the table, any tile."""
    enters: int
    """The first frame that can show the arm."""
    reaches: int
    """The frame at which the hand is over the place."""
    acts: int
    """The first frame in which the act is done."""
    leaves: int
    """The first frame without the arm."""
    also: tuple[LaidTile, ...] = ()
    """The other tiles that are shown or turned together with `laid`."""


@dataclass(frozen=True)
class CameraPush:
    """Somebody pushes the camera: the picture turns and shifts within a few frames."""

    frame: int
    turn: float
    """Radians."""
    right: float
    """Share of the picture's width."""
    down: float
    """Share of the picture's width."""


@dataclass(frozen=True)
class LampSwitch:
    """A lamp is switched on or off: the light changes, most on one side of the table."""

    frame: int
    gain: float
    side: float
    """-1 for left, 1 for right."""


@dataclass(frozen=True)
class FilmedHand:
    """A whole hand, or several in a row, ready to be filmed."""

    started: GameStarted
    events: tuple[Event, ...]
    """All events from the first hand's beginning."""
    moves: tuple[Move, ...]
    said: tuple[tuple[float, Event], ...]
    """What people say, with the second at which they say it."""
    frames: int
    pushes: tuple[CameraPush, ...] = ()
    lamps: tuple[LampSwitch, ...] = ()

    @property
    def lays(self) -> tuple[Move, ...]:
        """The moves that lay tiles, one for each play."""
        return tuple(move for move in self.moves if move.act == "lay")

    def lying(self, frame: int) -> dict[Tile, LaidTile]:
        """The tiles that lie face up at a frame, and where."""
        there: dict[Tile, LaidTile] = {}
        for move in self.moves:
            if move.acts <= frame and move.act in ("lay", "put back", "nudge", "turn", "show"):
                there |= {laid.tile: laid for laid in (move.laid, *move.also)}
            elif move.acts <= frame and move.act == "clear":
                there.clear()
            elif move.acts <= frame and move.act == "lift":
                del there[move.laid.tile]
        return there

    def drawn(self, frame: int) -> frozenset[Tile]:
        """The tiles of the boneyard that were drawn in the present hand up to a frame."""
        since = max((move.acts for move in self.moves if move.act == "clear" and move.acts <= frame), default=0)
        return frozenset(move.laid.tile for move in self.moves if move.act == "draw" and since <= move.acts <= frame)

    def cup(self, frame: int) -> LaidTile | None:
        """The tile on which a cup stands at a frame."""
        moves = [move for move in self.moves if move.acts <= frame and move.act in ("cup", "uncup")]
        return moves[-1].laid if moves and moves[-1].act == "cup" else None

    @property
    def _shows_ends(self) -> bool:
        return any(move.act == "show" for move in self.moves)

    def truth(self) -> dict[str, Any]:
        """The truth of the film as JSON: the game, its plays with their seconds and scores, and what people say."""
        started = event_to_json(self.started)
        del started["event"]
        return started | {
            "fps": FPS,
            "frames": self.frames,
            "plays": self._true_plays(),
            "events": [event_to_json(event) for event in self.events],
            "shown": [
                {"t": round(move.leaves / FPS, 2), "player": move.player}
                | {"tiles": [str(laid.tile) for laid in (move.laid, *move.also)]}
                for move in self.moves
                if move.act == "show"
            ],
            "said": [{"t": second, **event_to_json(event)} for second, event in self.said],
        }

    def _true_plays(self) -> list[dict[str, Any]]:
        """The plays as JSON, each with the time at which the arm has left, its count and points, and the scores."""
        game = Game().apply(self.started)
        plays: list[dict[str, Any]] = []
        for event in self.events:
            if isinstance(event, HandEnd) and not self._shows_ends:
                break
            game = game.apply(event)
            if isinstance(event, Play):
                move = self.lays[len(plays)]
                clear = {"frame_clear": move.leaves, "second_clear": round(move.leaves / FPS, 2)}
                worth = {key: game.last.to_json()[key] for key in ("count", "points")}
                plays.append(clear | event_to_json(event) | worth)
            # The scores after a play include what is claimed for it, but not what the hand's end gains.
            if plays and not isinstance(event, HandEnd | HandStarted | TakeBack):
                plays[-1]["scores"] = dict(game.scores)
        return plays
