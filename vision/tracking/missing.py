"""Tiles of the layout that are not seen any more: covered, taken back, or cleared away."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from muggins.scorer.tiles import Tile

from ..motion.motion import Motion
from .association import View
from .belief import Belief, LaidTile, probability_of, share_changed

BARE = 0.3
"""Share of a tile's place that may still look otherwise than before the tile lay there, and yet be bare."""
SOON = 0.3
"""Seconds for which a bare place must be seen."""
LATE = 3.0
"""The same where the pictures cannot tell whether the place is bare."""
CLEARED = 0.8
"""Seconds without a single tile of the layout, their places bare."""
DARK = 0.4
"""Share of the light that it had when the table was last read: in less than that nothing can be seen."""


@dataclass(frozen=True)
class MissingTiles:
    """Since when each believed tile was not seen although nothing lay over it."""

    since: Mapping[Tile, float] = field(default_factory=dict)
    time: float = 0.0
    stray: Tile | None = None
    """The only tile that is seen, and not where it lay: it is gone from the layout too, and may begin the next."""

    def after(self, belief: Belief, view: View, motion: Motion, size: tuple[int, int]) -> MissingTiles:
        """With one more look at the table; `size` is the picture's width and height."""
        since: dict[Tile, float] = {}
        stray = self._stray(belief, view)
        for laid, sighting in zip(belief.tiles, view.seen, strict=True):
            is_there = (
                laid.tile != stray
                and sighting is not None
                and (laid.is_told or probability_of(sighting.reading, laid.tile) > 0.02)
            )
            if not is_there and not motion.covered(laid.reading.corners, size):
                since[laid.tile] = self.since.get(laid.tile, motion.time)
        return MissingTiles(since, motion.time, stray)

    def _stray(self, belief: Belief, view: View) -> Tile | None:
        seen = [number for number, sighting in enumerate(view.seen) if sighting is not None]
        if len(seen) != 1 or len(belief) <= 2:
            return None
        tile = belief.tiles[seen[0]].tile
        return tile if tile == self.stray or seen[0] in view.moved else None

    def _for(self, laid: LaidTile) -> float:
        """Seconds; 0 for a tile that is seen or covered."""
        return self.time - self.since.get(laid.tile, self.time)

    def is_undecided(self, belief: Belief, motion: Motion, size: tuple[int, int]) -> bool:
        """Whether the last play may turn out to be taken back within a moment."""
        if not belief.tiles or belief.tiles[-1].tile not in self.since:
            return False
        last = belief.tiles[-1]
        return self._for(last) < (LATE if last.before is None else SOON) or _is_bare(last, motion, size)

    def is_last_gone(self, belief: Belief, motion: Motion, size: tuple[int, int]) -> bool:
        """Whether the last play is gone while all other tiles lie where they were."""
        if not belief.tiles or set(self.since) != {belief.tiles[-1].tile}:
            return False
        last = belief.tiles[-1]
        if last.before is None:
            return self._for(last) >= LATE
        return _is_bare(last, motion, size) and self._for(last) >= SOON

    def is_cleared(self, belief: Belief, motion: Motion, size: tuple[int, int], light: float) -> bool:
        """Whether the whole layout is gone; `light` is the picture's mean when the table was last read."""
        if len(belief) < 2 or len(self.since) < len(belief) or motion.picture.mean() < DARK * light:
            return False
        shortest = min(self._for(laid) for laid in belief.tiles)
        told = [laid for laid in belief.tiles if laid.before is not None]
        bare = sum(_is_bare(laid, motion, size) for laid in told)
        if len(told) * 2 < len(belief):
            return shortest >= LATE
        # Tiles that are shuffled lie on some of the places; what lies on all of them is a cup, a sleeve, a newspaper.
        return bare > 0 and shortest >= (CLEARED if bare * 2 >= len(told) else LATE)


def _is_bare(laid: LaidTile, motion: Motion, size: tuple[int, int]) -> bool:
    """Whether a tile's place looks as it did before the tile lay there."""
    if laid.before is None:
        return False
    return share_changed(laid.before, motion.picture, laid.reading.corners, size) < BARE
