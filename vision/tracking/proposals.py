"""What a watcher has proposed, and what the record has made of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from muggins.scorer.layout import Layout
from muggins.scorer.tiles import Tile

from .belief import Belief, lies_on
from .overrides import ManualOverrides, corrected
from .plays import NewTile
from .tracks import Track


@dataclass(frozen=True)
class Proposals:
    """The proposals that the record has not judged yet, and those that it has refused."""

    plays: Mapping[Tile, NewTile] = field(default_factory=dict)
    """The plays proposed, by their tiles. They are believed until they are judged."""
    rereads: Mapping[Tile, Tile] = field(default_factory=dict)
    """The new names proposed, each with the old one."""
    refused: tuple[NewTile, ...] = ()
    """Plays that are not proposed again as long as the tile lies there."""
    refused_rereads: frozenset[tuple[Tile, Tile]] = frozenset()
    """Names that are not given up again, each with the one that was proposed instead."""

    @property
    def are_new(self) -> bool:
        """Whether the record has proposals to judge."""
        return bool(self.plays or self.rereads)

    def with_plays(self, plays: Iterable[NewTile]) -> Proposals:
        return replace(self, plays={**self.plays, **{play.tile: play for play in plays}})

    def with_reread(self, was: Tile, tile: Tile) -> Proposals:
        return replace(self, rereads={**self.rereads, tile: was})

    def refuses(self, play: NewTile) -> bool:
        """Returns whether the record has refused this very play."""
        said = play.tile, play.on, play.joins
        return any(said == (other.tile, other.on, other.joins) for other in self.refused)

    def update(self, tracks: Sequence[Track]) -> Proposals:
        """Returns the proposals after another look: a tile that was lifted may be played again."""
        refused = (play for play in self.refused if any(lies_on(track.reading, play.reading) for track in tracks))
        return replace(self, refused=tuple(refused))

    def judged(
        self, belief: Belief, overrides: ManualOverrides, was: Layout, now: Layout
    ) -> tuple[Belief, ManualOverrides, Proposals]:
        """Returns all three after the record has come to say `now` instead of `was`: nothing else is believed.

        Tiles of the hand before are set aside until they are lifted.
        """
        given_back = {new: old for new, old in self.rereads.items() if new not in now and old in now}
        for new, old in given_back.items():
            belief = belief.renamed(belief.layout.tiles.index(new), old) if new in belief else belief
        of_before = [laid for laid in belief.tiles if not any(laid.tile in each for each in (was, now, self.plays))]
        belief = Belief(tuple(laid for laid in belief.tiles if laid not in of_before))
        belief, overrides = corrected(belief, overrides, was, now)
        refused = (self.plays[laid.tile] for laid in belief.tiles if laid.tile not in now and laid.tile in self.plays)
        return (
            Belief(tuple(laid for laid in belief.tiles if laid.tile in now)),
            replace(overrides, aside=Belief((*overrides.aside.tiles, *of_before))),
            Proposals(
                refused=(*self.refused, *refused),
                refused_rereads=self.refused_rereads | {(old, new) for new, old in given_back.items()},
            ),
        )
