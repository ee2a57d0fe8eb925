"""The value that the stages of an explanation hand on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from muggins.scorer.tiles import Tile

from ..geometry.quads import scale_about_centre
from ..motion.arms import SIDES, Picture, Side
from ..types import Doubt, TableState, TileReading
from .association import Association, associate
from .events import TableEvent
from .expected import Expected
from .memory import TableMemory
from .place import Place
from .plays import NewTiles, state_of
from .tracks import Observation, Track
from .tuning import TrackingTuning


@dataclass(frozen=True, eq=False)
class Explanation:
    """A reading that is being explained."""

    memory: TableMemory
    expected: Expected
    """What the record says, if it takes all that was told up to now."""
    observation: Observation
    tuning: TrackingTuning
    sides: tuple[Side, ...] = SIDES
    """The sides of the picture where players sit."""
    known_bare: Mapping[Tile, Place] = field(default_factory=dict)
    """The places that were seen bare, by their tiles, as they were before this reading."""
    seen: Association = field(default_factory=Association)
    fresh: tuple[Track, ...] = ()
    """The tracks that may have been played: no tile of the layout, and not set aside."""
    new: NewTiles = field(default_factory=NewTiles)
    doubts: tuple[Doubt, ...] = ()
    """All that is in doubt now, whether people were asked or not."""
    is_wavering: bool = False
    """Frames speak for another value of a tile of the layout as well."""
    is_settled: bool = False
    """The reading has left nothing open."""
    events: tuple[TableEvent, ...] = ()

    def tell(self, *events: TableEvent) -> Explanation:
        """The explanation with events that the record is told."""
        expected = self.expected
        for event in events:
            expected = expected.after(event)
        return replace(self, expected=expected, events=(*self.events, *events))

    def remember(self, **changes: object) -> Explanation:
        """The explanation with changes of the memory."""
        return replace(self, memory=replace(self.memory, **changes))  # type: ignore[arg-type]

    @property
    def last(self) -> Place | None:
        """The place of the last play; None where it was not seen yet."""
        tiles, places = self.expected.lying.tiles, self.memory.places
        return places[-1] if places and places[-1].tile == tiles[-1] else None

    def bare_place(self, reading: TileReading, pushed: Picture | None = None) -> Picture | None:
        """The background that most clearly shows the bare table where a tile lies, with the same table around it.

        `pushed` is what was known of it, shifted as the tile was: it counts where the camera was pushed, and the table
        around looks more like it.
        """
        motion, size = self.observation.motion, self.observation.size
        around = scale_about_centre(reading.corners, self.tuning.around_factor)

        def share(view: Picture) -> float:
            return motion.share_changed(view, reading.corners, size)

        def share_around(view: Picture) -> float:
            return motion.share_changed(view, around, size)

        known = [view for view in reversed(self.memory.backgrounds) if share_around(view) < self.tuning.pushed_share]
        best = max(known, key=share, default=None)
        if pushed is not None and (best is None or share_around(pushed) < share_around(best)):
            best = pushed if share_around(pushed) < self.tuning.pushed_share else None
        return best if best is not None and share(best) > self.tuning.telling_share else None

    def state(self, settled: bool) -> TableState:
        """What was read, corrected by what the record says."""
        beside = [tile.reading for tile in (*self.new.plays, *self.new.loose)]
        read = replace(self.observation.state, time=self.observation.time, settled=settled, doubts=self.new.doubts)
        return state_of(self.expected.lying, self.memory.places, self.memory.aside, beside, read)

    def associated(self) -> Explanation:
        """The explanation with the tiles of the layout found among the tracks."""
        seen = associate(self.memory.places, self.expected.named, self.observation.tracks, self.tuning)
        return replace(self, seen=seen)
