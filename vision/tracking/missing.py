"""Tiles of the layout that are not seen any more: covered, taken back, or cleared away."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from muggins.scorer.tiles import Tile

from ..motion.motion import Motion
from ..types import TileReading
from .association import Association
from .place import Place, probability_of
from .tracks import Track, is_among
from .tuning import TrackingTuning


@dataclass(frozen=True)
class MissingTiles:
    """The tiles of the layout that are not seen although nothing lies over them, and since when."""

    since: Mapping[Tile, float] = field(default_factory=dict)
    """Seconds for each missing tile."""
    time: float = 0.0
    """Seconds of the last reading."""
    bared: frozenset[Tile] = frozenset()
    """Those of them whose bare place was seen."""
    exchanged: Tile | None = None
    """The one in whose place another lies."""
    stray: Tile | None = None
    """The only tile that is seen, if it lies elsewhere than before. It has left the layout too, and may begin the next
    one."""

    def update(
        self,
        places: Sequence[Place],
        named: Collection[Tile],
        seen: Association,
        motion: Motion,
        size: tuple[int, int],
        tuning: TrackingTuning,
        parts: Sequence[TileReading] = (),
    ) -> MissingTiles:
        """The missing tiles after one more reading; `size` is the picture's width and height.

        A tile of which a part is seen, one of `parts`, is not missing.
        """
        stray = self._stray(places, seen)
        missing = [
            place.tile
            for place in places
            if (place.tile == stray or not _is_seen(place, named, seen, tuning))
            and not motion.covered(place.reading.corners, size)
            and not is_among(parts, place.reading, tuning)
        ]
        since = {tile: self.since.get(tile, motion.time) for tile in missing}
        bared = frozenset(
            place.tile
            for place in places
            if place.tile in since
            and (
                place.tile in self.bared
                or (motion.time - since[place.tile] >= tuning.bare_seconds and _is_bare(place, motion, size, tuning))
            )
        )
        return MissingTiles(since, motion.time, bared, seen.exchanged, stray)

    def _stray(self, places: Sequence[Place], seen: Association) -> Tile | None:
        if len(seen.seen) != 1 or len(places) <= 2:
            return None
        (tile,) = seen.seen
        return tile if tile == self.stray or tile in seen.moved else None

    def _seconds(self, tile: Tile) -> float:
        """How long a tile has been missing; 0 for a tile that is seen or covered."""
        return self.time - self.since.get(tile, self.time)

    def is_undecided(self, last: Place | None, motion: Motion, size: tuple[int, int], tuning: TrackingTuning) -> bool:
        """Whether the last play may turn out to be taken back within a moment."""
        if last is None or last.tile not in self.since:
            return False
        enough = tuning.unknown_seconds if last.before is None else tuning.bare_seconds
        return self._seconds(last.tile) < enough or _is_bare(last, motion, size, tuning)

    def lifted_alone(self, tuning: TrackingTuning) -> Tile | None:
        """The only missing tile, once its bare place has been seen and it has been gone for a while; None else.

        Where several are missing the layout is being cleared away.
        """
        alone = next(iter(self.since)) if len(self.since) == 1 else None
        is_gone = alone in self.bared and self._seconds(alone) >= tuning.unknown_seconds
        return alone if is_gone else None

    def lifted(
        self,
        places: Sequence[Place],
        tracks: Sequence[Track],
        motion: Motion,
        size: tuple[int, int],
        tuning: TrackingTuning,
    ) -> tuple[Place, ...]:
        """The last plays, the newest first, if they are gone and all other tiles lie where they were.

        Nothing may lie over the others: the layout may have been turned or pushed as a whole. They take a while to
        count as gone: people pick a tile up and put it back, and the layout may be cleared away in part. A single one
        is gone at once where one of the `tracks` began after it was lifted: another tile is played instead.
        """
        gone = tuple(places[::-1][: len(self.since)])
        if {place.tile for place in gone} != set(self.since) or len(gone) == len(places) > 1:
            return ()
        if any(motion.covered(place.reading.corners, size) for place in places[: -len(gone)]):
            return ()
        if len(gone) == 1 and self._is_replaced(gone[0].tile, tracks, tuning):
            return gone
        is_gone = all(
            self._seconds(place.tile) >= tuning.unknown_seconds
            and (place.before is None or _is_bare(place, motion, size, tuning))
            for place in gone
            if place.tile != self.exchanged
        )
        return gone if is_gone else ()

    def _is_replaced(self, tile: Tile, tracks: Sequence[Track], tuning: TrackingTuning) -> bool:
        """Whether a tile's bare place was seen, and another tile has come since it was lifted."""
        return tile in self.bared and any(
            track.since >= self.since[tile] and track.seen >= tuning.steady_frames for track in tracks
        )

    def is_cleared(
        self, places: Sequence[Place], motion: Motion, size: tuple[int, int], light: float, tuning: TrackingTuning
    ) -> bool:
        """Whether the whole layout is gone; `light` is the picture's mean when the table was last read."""
        if len(places) < 2 or len(self.since) < len(places) or motion.picture.mean() < tuning.dark_share * light:
            return False
        shortest = min(self._seconds(place.tile) for place in places)
        known = [place for place in places if place.before is not None]
        bare = sum(_is_bare(place, motion, size, tuning) for place in known)
        if len(known) * 2 < len(places):
            return shortest >= tuning.unknown_seconds
        # Shuffled tiles lie on some of the places; a cup, a sleeve or a newspaper lies on all of them.
        return bare > 0 and shortest >= (tuning.cleared_seconds if bare * 2 >= len(known) else tuning.unknown_seconds)


def _is_seen(place: Place, named: Collection[Tile], seen: Association, tuning: TrackingTuning) -> bool:
    """Whether a tile lies in its place. Another one there does not say that it is gone if it never was seen there."""
    track = seen.seen.get(place.tile)
    is_taken_for_it = place.tile in named or place.is_presumed
    return track is not None and (
        is_taken_for_it or probability_of(track.reading, place.tile) > tuning.still_probability
    )


def _is_bare(place: Place, motion: Motion, size: tuple[int, int], tuning: TrackingTuning) -> bool:
    """Whether a tile's place looks as it did before the tile lay there."""
    if place.before is None:
        return False
    return motion.share_changed(place.before, place.reading.corners, size) < tuning.bare_share
