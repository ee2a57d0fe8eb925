"""What the watcher says happened at the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from muggins.scorer.layout import Layout
from muggins.scorer.tiles import Tile

from ..types import Doubt, TableState


@dataclass(frozen=True)
class Played:
    """A tile was played."""

    time: float
    """Seconds, as of the frame that settled it."""
    tile: Tile
    on: Tile | None
    """The host; None for the set."""
    side: str | None = None
    """The side of the picture whence the arm came: bottom, top, left or right; None where none was seen."""
    joins: tuple[int, int] | None = None
    """The half of the tile and the half of its host that lie together, where they differ."""


@dataclass(frozen=True)
class LayoutFound:
    """A layout lies on the table that nobody was seen to lay: watching began in the middle of a hand."""

    time: float
    layout: Layout
    """Which of its tiles is the set cannot be seen; its first is any."""


@dataclass(frozen=True)
class TakenBack:
    """The last play was taken back."""

    time: float
    tile: Tile


@dataclass(frozen=True)
class Reread:
    """A tile that was played is another than was thought: it was misread then."""

    time: float
    was: Tile
    tile: Tile


@dataclass(frozen=True)
class Drawn:
    """Tiles face down were taken from the boneyard."""

    time: float
    tiles: int
    side: str | None = None
    """The side of the picture whence the arm came, as of a play."""


@dataclass(frozen=True)
class HandsRevealed:
    """Tiles lie face up that are no part of the layout, more than before: hands are turned up."""

    time: float
    hands: Mapping[str, tuple[Tile, ...]]
    """For each side of the picture the tiles that lie nearest to it, those that lay there before too."""


@dataclass(frozen=True)
class Cleared:
    """The layout was cleared away: the hand is over."""

    time: float


@dataclass(frozen=True)
class CameraMoved:
    """The camera was moved; until the layout is found again nothing is taken for a play."""

    time: float


@dataclass(frozen=True, eq=False)
class Settled:
    """The table rests and has been read: what is believed to lie there, and what lies beside it."""

    state: TableState

    @property
    def time(self) -> float:
        return self.state.time


@dataclass(frozen=True)
class DoubtRaised:
    """Something the table should be asked about; said once for as long as the doubt lasts."""

    time: float
    doubt: Doubt


TableEvent = (
    Played | LayoutFound | TakenBack | Reread | Drawn | HandsRevealed | Cleared | CameraMoved | Settled | DoubtRaised
)
