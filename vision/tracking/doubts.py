"""Doubts that last: which of them people are asked about, and when."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from muggins.scorer.tiles import Tile

from ..types import ABOUT_UNREAD, Doubt, DoubtKind
from .tuning import TrackingTuning


@dataclass(frozen=True)
class DoubtLog:
    """The doubts of the last reading: since when each has lasted, in seconds, and which were raised."""

    since: Mapping[tuple[DoubtKind, Tile | None], float] = field(default_factory=dict)
    raised: frozenset[tuple[DoubtKind, Tile | None]] = frozenset()
    asked: Mapping[tuple[DoubtKind, Tile | None], tuple[Doubt, float]] = field(default_factory=dict)
    """The doubts that were raised and are not over, each with the time in seconds of the last reading that has it."""

    def update(
        self, doubts: Sequence[Doubt], time: float, tuning: TrackingTuning
    ) -> tuple[DoubtLog, list[Doubt], list[Doubt]]:
        """The log after a reading, the doubts to raise now, and those that no reading has had for long.

        What is not read comes and goes, so it is asked about once.
        """
        lasting = {_what(doubt): doubt for doubt in doubts}
        since = {key: self.since.get(key, time) for key in lasting}
        least = {key: tuning.unread_seconds if key[0] in ABOUT_UNREAD else tuning.doubt_seconds for key in since}
        due = [key for key, began in since.items() if key not in self.raised and began <= time - least[key]]
        raised = frozenset(key for key in (*self.raised, *due) if key in since or key[0] in ABOUT_UNREAD)
        began = {key: lasting[key] for key in due} | {key: doubt for key, (doubt, _) in self.asked.items()}
        asked = {**self.asked, **{key: (began[key], time) for key in lasting if key in began}}
        over = [key for key, (_, seen) in asked.items() if time - seen >= tuning.gone_seconds]
        left = {key: each for key, each in asked.items() if key not in over}
        return DoubtLog(since, raised, left), [lasting[key] for key in due], [asked[key][0] for key in over]


def _what(doubt: Doubt) -> tuple[DoubtKind, Tile | None]:
    """What a doubt is about. That tiles are of another set is one doubt, whichever of them shows it."""
    return doubt.kind, None if doubt.kind == "foreign" else doubt.tile
