"""What happened at the table, as the watcher saw it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from muggins.scorer.layout import Layout
from muggins.scorer.tiles import Tile

from ..motion.arms import Side
from ..types import Doubt, DoubtKind, TableState


@dataclass(frozen=True)
class Played:
    """A tile was played."""

    time: float
    """Seconds of the frame that settled it."""
    tile: Tile
    on: Tile | None
    """The host, and None for the set."""
    side: Side | None = None
    """The side of the picture that the arm came from: bottom, top, left or right. None if no arm was seen.

    Where the tile is unwatched it is that of the arm which was there when the tile was found.
    """
    joins: tuple[int, int] | None = None
    """The half of the tile and the half of its host that lie together, where the two differ."""
    arms: Mapping[Side, float] = field(default_factory=dict)
    """How likely an arm of each side laid the tile, 0 to 1, not normalised; empty if only `side` is known."""
    angle: int | None = field(default=None, compare=False)
    """Where the tile points in the picture, as `Play` of the scorer says it."""
    is_unwatched: bool = False
    """Whether it lay there before anybody was seen near it, so that its place in the order of the plays is a guess."""
    since: float | None = None
    """Seconds when the first of the tiles was told that may have been laid after it; None where that is this one."""


@dataclass(frozen=True)
class LayoutFound:
    """A layout that differs from the record and that nobody was seen to lay: watching began in mid-hand."""

    time: float
    layout: Layout
    """Its first tile may be any of them: nobody can see which one is the set."""


@dataclass(frozen=True)
class TakenBack:
    """The last play was taken back."""

    time: float
    tile: Tile


@dataclass(frozen=True)
class Missing:
    """A tile of the layout is gone, and nobody was seen to take it back: people should say whether it was taken back.

    It may have been lifted after a later play, or while nobody watched.
    """

    time: float
    tile: Tile


@dataclass(frozen=True)
class Reread:
    """A tile was misread when it was played, and is another."""

    time: float
    was: Tile
    tile: Tile


@dataclass(frozen=True)
class Drawn:
    """Tiles were drawn from the boneyard."""

    time: float
    tiles: int
    side: Side | None = None
    """The side of the picture that the arm came from, as for a play."""


@dataclass(frozen=True)
class HandsRevealed:
    """More tiles than before lie face up beside the layout: hands are turned up."""

    time: float
    hands: Mapping[str, tuple[Tile, ...]]
    """All tiles by the side that they lie nearest to, with those that lay there before."""


@dataclass(frozen=True)
class Cleared:
    """The layout was cleared away: the hand is over."""

    time: float


@dataclass(frozen=True)
class CameraMoved:
    """The camera was moved. Nothing counts as a play until the layout is found again."""

    time: float


@dataclass(frozen=True, eq=False)
class Settled:
    """The table rests and has been read."""

    state: TableState

    @property
    def time(self) -> float:
        """Seconds."""
        return self.state.time


@dataclass(frozen=True)
class DoubtRaised:
    """Players should be asked about something. It is raised once for as long as the doubt lasts."""

    time: float
    doubt: Doubt


@dataclass(frozen=True)
class DoubtSettled:
    """What is seen has settled a doubt: the tile is what the record says, or nothing shows the doubt any more.

    A tile that was missing, kind "gone", is seen again.
    """

    time: float
    tile: Tile | None
    kind: DoubtKind | Literal["gone"] = "value"


TableEvent = (
    Played
    | LayoutFound
    | TakenBack
    | Missing
    | Reread
    | Drawn
    | HandsRevealed
    | Cleared
    | CameraMoved
    | Settled
    | DoubtRaised
    | DoubtSettled
)
