"""The double-blank of a set without bars looks like a tile face down: only what is laid against it tells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from muggins.scorer.tiles import Tile

from ..types import Detection, Doubt, TileReading
from .joins import contacts_of, score_pairs

DOUBLE_BLANK = Tile(0, 0)
# Not less likely than this to be face up, as log odds, whatever its back looks like: some backs look like any face.
LEAST = -6.0
# Log odds from which it is taken for the double-blank, and from which that is asked. A blank half laid well against it
# speaks for it with 5 to 6.
TAKEN, ASKED = 2.0, 0.0


def double_blank_among(
    readings: Sequence[TileReading], hidden: Sequence[TileReading], others: Sequence[Detection]
) -> tuple[TileReading | None, tuple[Doubt, ...]]:
    """Which of some tiles taken for such as lie face down is the double-blank, or a doubt whether one is.

    `readings` are the tiles face up. `hidden` are readings of such tiles, as likely face up as their confidence says,
    and `others` lie face down for sure. In a layout nobody lays a tile face down, least of all with blank halves right
    against it.
    """
    blank = [one for one in hidden if one.tile == DOUBLE_BLANK]
    if not blank or any(one.tile == DOUBLE_BLANK for one in readings):
        return None, ()
    together = [*readings, *blank]
    contacts = contacts_of(together, others).contacts
    if not len(contacts):
        return None, ()
    odds = score_pairs(contacts, together).odds
    against = (contacts.first < len(readings)) & (contacts.second >= len(readings)) & (odds > 0)
    said = np.bincount(contacts.second[against], odds[against], len(together))[len(readings) :]
    sure = np.clip([one.confidence for one in blank], 1e-9, 0.5)
    chances = np.where(said > 0, said + np.maximum(np.log(sure / (1 - sure)), LEAST), -np.inf)
    likeliest, best = blank[int(chances.argmax())], float(chances.max())
    probability = float(1 / (1 + np.exp(-best)))
    if best >= TAKEN:
        return replace(likeliest, confidence=probability), ()
    if best < ASKED:
        return None, ()
    text = "Is it the double-blank that lies against a blank half there, or a tile face down?"
    return None, (Doubt("faint", text, DOUBLE_BLANK, ((DOUBLE_BLANK, probability),)),)
