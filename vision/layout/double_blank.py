"""Finds the double-blank of a set without bars, which looks like a face-down tile, by the tiles laid against it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from muggins.scorer.tiles import Tile

from ..probability import log_odds
from ..types import Detection, TileReading
from .joins import adjacency_of, score_pairs
from .tuning import LayoutTuning

DOUBLE_BLANK = Tile(0, 0)


@dataclass(frozen=True)
class HiddenDoubleBlank:
    """A tile that was taken for face down and may be the double-blank."""

    index: int
    """Its place among the hidden readings."""
    log_odds: float
    """Those that it is the double-blank."""


def find_double_blank(
    readings: Sequence[TileReading], hidden: Sequence[TileReading], facedown: Sequence[Detection], tuning: LayoutTuning
) -> HiddenDoubleBlank | None:
    """The likeliest double-blank among tiles that were taken for face down; None where it is elsewhere.

    `readings` are the face-up tiles. `hidden` are readings of the tiles taken for face down, whose confidence is the
    probability that they lie face up. `facedown` are the tiles that surely lie face down. Nobody plays against a
    face-down tile, so blank halves right against one tell that it is the double-blank.
    """
    blanks = [index for index, reading in enumerate(hidden) if reading.tile == DOUBLE_BLANK]
    if not blanks or any(reading.tile == DOUBLE_BLANK for reading in readings):
        return None
    together = [*readings, *(hidden[index] for index in blanks)]
    contacts = adjacency_of(together, tuning, facedown).contacts
    if not len(contacts):
        return None
    odds = score_pairs(contacts, together, tuning).odds
    against = (contacts.first < len(readings)) & (contacts.second >= len(readings)) & (odds > 0)
    support = np.bincount(contacts.second[against], odds[against], len(together))[len(readings) :]
    confidences = np.minimum([hidden[index].confidence for index in blanks], 0.5)
    total = np.where(support > 0, support + np.maximum(log_odds(confidences, 1e-9), tuning.blank_min_log_odds), -np.inf)
    likeliest = int(total.argmax())
    return HiddenDoubleBlank(blanks[likeliest], float(total[likeliest]))
