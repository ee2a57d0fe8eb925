"""Believed tiles that are not seen any more: covered, taken back, or cleared away."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from muggins.scorer.tiles import Tile

from ..motion.motion import Motion
from .association import Association
from .belief import Belief, LaidTile, probability_of, share_changed

BARE_SHARE = 0.3
"""A place is bare if less than this share of it looks different from before the tile lay there."""
BARE_SECONDS = 0.3
"""A tile is gone if its bare place has been seen for so long."""
UNKNOWN_SECONDS = 3.0
"""A tile is gone if it has not been seen for so long and the pictures cannot say whether its place is bare."""
CLEARED_SECONDS = 0.8
"""The table is cleared if no tile of the layout has been seen for so long and most places are bare."""
DARK_SHARE = 0.4
"""In less than this share of the light in which the table was last read, nothing can be seen."""
MIN_PROBABILITY = 0.02
"""A track in a tile's place is still that tile if its value is at least this probable."""


@dataclass(frozen=True)
class MissingTiles:
    """Since when each believed tile was not seen although nothing lay over it."""

    since: Mapping[Tile, float] = field(default_factory=dict)
    """Seconds for each missing tile."""
    time: float = 0.0
    """Seconds of the last look."""
    stray: Tile | None = None
    """The only tile that is seen, if it lies elsewhere than before. It has left the layout too, and may begin the next
    one."""

    def update(self, belief: Belief, seen: Association, motion: Motion, size: tuple[int, int]) -> MissingTiles:
        """Returns the missing tiles after one more look at the table; `size` is the picture's width and height."""
        stray = self._stray(belief, seen)
        missing = [
            laid.tile
            for laid, track in zip(belief.tiles, seen.seen, strict=True)
            if not (
                laid.tile != stray
                and track is not None
                and (laid.is_confirmed or probability_of(track.reading, laid.tile) > MIN_PROBABILITY)
            )
            and not motion.covered(laid.reading.corners, size)
        ]
        return MissingTiles({tile: self.since.get(tile, motion.time) for tile in missing}, motion.time, stray)

    def _stray(self, belief: Belief, seen: Association) -> Tile | None:
        numbers = [number for number, track in enumerate(seen.seen) if track is not None]
        if len(numbers) != 1 or len(belief) <= 2:
            return None
        tile = belief.tiles[numbers[0]].tile
        return tile if tile == self.stray or numbers[0] in seen.moved else None

    def _seconds(self, laid: LaidTile) -> float:
        """Returns how long a tile has been missing, and 0 for a tile that is seen or covered."""
        return self.time - self.since.get(laid.tile, self.time)

    def is_undecided(self, belief: Belief, motion: Motion, size: tuple[int, int]) -> bool:
        """Returns whether the last play may turn out to be taken back within a moment."""
        if not belief.tiles or belief.tiles[-1].tile not in self.since:
            return False
        last = belief.tiles[-1]
        enough = UNKNOWN_SECONDS if last.before is None else BARE_SECONDS
        return self._seconds(last) < enough or _is_bare(last, motion, size)

    def is_last_gone(self, belief: Belief, motion: Motion, size: tuple[int, int]) -> bool:
        """Returns whether the last play is gone while all other tiles lie where they were."""
        if not belief.tiles or set(self.since) != {belief.tiles[-1].tile}:
            return False
        last = belief.tiles[-1]
        if last.before is None:
            return self._seconds(last) >= UNKNOWN_SECONDS
        return _is_bare(last, motion, size) and self._seconds(last) >= BARE_SECONDS

    def is_cleared(self, belief: Belief, motion: Motion, size: tuple[int, int], light: float) -> bool:
        """Returns whether the whole layout is gone; `light` is the picture's mean when the table was last read."""
        if len(belief) < 2 or len(self.since) < len(belief) or motion.picture.mean() < DARK_SHARE * light:
            return False
        shortest = min(self._seconds(laid) for laid in belief.tiles)
        known = [laid for laid in belief.tiles if laid.before is not None]
        bare = sum(_is_bare(laid, motion, size) for laid in known)
        if len(known) * 2 < len(belief):
            return shortest >= UNKNOWN_SECONDS
        # Shuffled tiles lie on some of the places; a cup, a sleeve or a newspaper lies on all of them.
        return bare > 0 and shortest >= (CLEARED_SECONDS if bare * 2 >= len(known) else UNKNOWN_SECONDS)


def _is_bare(laid: LaidTile, motion: Motion, size: tuple[int, int]) -> bool:
    """Returns whether a tile's place looks as it did before the tile lay there."""
    if laid.before is None:
        return False
    return share_changed(laid.before, motion.picture, laid.reading.corners, size) < BARE_SHARE
