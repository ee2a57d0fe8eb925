"""Whether a tile of the layout is another than recorded, by its own frames and by what lies beside it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from muggins.scorer.layout import Placement
from muggins.scorer.tiles import Tile, full_set

from ..layout.value_assignment import value_shares
from ..types import Detection, TileReading
from .expected import Expected, neighbours_of
from .place import Place, probability_of
from .tracks import Track, same_place
from .tuning import TrackingTuning


def reread_tile(expected: Expected, place: Place, track: Track) -> Tile | None:
    """What a tile of the layout is if many frames contradict the record, else None."""
    tuning = track.tuning
    if not _may_be_another(expected, place, track):
        return None
    by_mean, probability = track.reading.likely(1e-9)[0]
    is_clear = (
        track.weight >= tuning.reread_frames
        and probability_of(track.reading, place.tile) <= tuning.reread_max_probability
        and probability >= tuning.reread_min_probability
    )
    by_evidence, better = _rival(place.tile, track)
    tile = by_mean if is_clear else by_evidence if better >= tuning.better_log_odds else None
    return tile if tile is not None and fits(expected, place.tile, tile) else None


def tile_that_gives_way(expected: Expected, place: Place, track: Track, others: Sequence[Track]) -> Tile | None:
    """What a tile of the layout is if one of `others` is rather what it was taken for, else None."""
    tuning = track.tuning
    if not _may_be_another(expected, place, track):
        return None
    rivals = [
        other
        for other in others
        if other.weight >= tuning.better_frames
        and probability_of(other.reading, place.tile) > tuning.agrees_probability
    ]
    if not rivals:
        return None
    free = [tile for tile in full_set(track.reading.pips.shape[1] - 1) if tile not in expected.lying]
    claim = max(_log_mean(one, place.tile) - max(_log_mean(one, tile) for tile in free) for one in rivals)
    fitting = (tile for tile in free if fits(expected, place.tile, tile))
    instead = max(fitting, key=lambda tile: probability_of(track.reading, tile), default=None)
    if instead is None:
        return None
    better = _log_mean(track, instead) - _log_mean(track, place.tile)
    return instead if better + claim >= tuning.better_log_odds else None


def shares_beside(
    expected: Expected,
    places: Sequence[Place],
    laid: Sequence[TileReading],
    facedown: Sequence[Detection],
    tuning: TrackingTuning,
) -> list[tuple[Place, dict[Tile, float]]]:
    """The tiles of the layout that may be misread, each with the probability of each value that fits the record.

    The tiles `laid` beside them count too.
    """
    numbers = [number for number, place in enumerate(places) if may_be_misread(expected, place, tuning)]
    if not numbers:
        return []
    found = []
    shares_of_each = value_shares([*(place.reading for place in places), *laid], facedown, numbers, tuning.layout)
    for place, shares in zip((places[number] for number in numbers), shares_of_each, strict=True):
        possible = {t: share for t, share in shares.items() if t == place.tile or fits(expected, place.tile, t)}
        total = sum(possible.values())
        found.append((place, {tile: share / total for tile, share in possible.items()}))
    return found


def may_be_misread(expected: Expected, place: Place, tuning: TrackingTuning) -> bool:
    """Whether a tile is neither read clearly nor named by a person."""
    return place.tile not in expected.named and probability_of(place.reading, place.tile) < tuning.layout.clear_tile


def rival_of(expected: Expected, place: Place, track: Track) -> Tile | None:
    """Another value that a tile of the layout may have by many frames, or by the newest ones."""
    if place.tile in expected.named:
        return None
    tile, better = _rival(place.tile, track)
    if better > -track.tuning.wavering_log_odds and fits(expected, place.tile, tile):
        return tile
    shown = track.shown if track.shown_for >= track.tuning.contrary_frames else None
    return shown if shown not in (None, place.tile) and fits(expected, place.tile, shown) else None


def fits(expected: Expected, was: Tile, tile: Tile) -> bool:
    """Whether a tile of the layout may be `tile` instead: it joins its neighbours by the same halves.

    What was recorded as a misplay need only match the half that it lies against.
    """
    layout = expected.lying
    if tile in layout:
        return False
    for placed in neighbours_of(layout, was):
        other = placed.on if placed.tile == was else placed.tile
        assert other is not None
        if placed.tile == was and expected.is_misplay(was):
            if not _matches_host(placed, other, tile):
                return False
        elif other.shared(was) != other.shared(tile):
            return False
    return True


def _matches_host(placed: Placement, host: Tile, tile: Tile) -> bool:
    shared = host.shared(tile)
    return shared is not None and (placed.joins is None or shared == placed.joins[1])


def _may_be_another(expected: Expected, place: Place, track: Track) -> bool:
    """Whether enough frames show a tile in its place to outvote the record.

    Where another may lie there, they say nothing of the tile that was recorded, and people are asked.
    """
    is_known = place.tile in expected.named or place.is_presumed
    is_open = not is_known and track.weight >= track.tuning.better_frames
    return is_open and same_place(track.reading, place.reading, track.tuning.gating_widths)


def _log_mean(track: Track, tile: Tile) -> float:
    """The log probability of a tile by the mean of a track's readings.

    Unlike a sum over frames, a mean does not grow sure of a tile that every frame misreads alike.
    """
    return float(np.log(max(probability_of(track.reading, tile), track.tuning.misnamed_share)))


def _rival(was: Tile, track: Track) -> tuple[Tile, float]:
    """The likeliest other value than `was` by all frames, and its log odds against `was`."""
    likelihoods = [(track.log_likelihood(tile), tile) for tile in full_set(track.reading.pips.shape[1] - 1)]
    most, tile = max((pair for pair in likelihoods if pair[1] != was), key=lambda pair: pair[0])
    return tile, most - track.log_likelihood(was)
