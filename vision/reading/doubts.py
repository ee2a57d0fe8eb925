"""Collects what people should be asked, also about faces that were not taken for tiles."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from itertools import compress

import numpy as np

from muggins.scorer.tiles import Tile
from muggins.texts import all_of, lazy_gettext, lazy_ngettext

from ..geometry.overlap import Outlines, intersections_over_min, nms_by_confidence
from ..layout.double_blank import DOUBLE_BLANK
from ..layout.reconstruct import reconstruct
from ..types import Detection, Doubt, TileReading
from .face_colour import face_colours, may_be_of_set
from .filters import reject_truncated
from .pieces import are_pieces
from .scene import FaceReading, Scene
from .sets import SETS
from .tuning import ReadingTuning


def lay_out(scene: Scene) -> Scene:
    """The stage that makes the layout from the tiles and their joins."""
    assembly = scene.assembly
    return replace(scene, table=reconstruct(assembly.readings, scene.tuning.layout, scene.facedown, assembly.joined))


def collect_doubts(scene: Scene) -> Scene:
    """The stage that gathers all doubts; none where nothing is surely a tile that lies face up."""
    tuning = scene.tuning
    if not any(face.is_faceup >= tuning.surely_face_up for face in scene.tiles):
        return replace(scene, doubts=())
    settled = {*scene.tiles, *scene.other_colours, *scene.parts}
    rejected = [
        face
        for face in scene.faces
        if face not in settled
        and (face.lies or _may_be_up(face, tuning))
        and face.probability_in_set(scene.set) >= tuning.in_set
        and (face.reading(scene.set).tile != DOUBLE_BLANK or _may_be_blank(face, scene))
    ]
    whole = reject_truncated(rejected, scene.image, tuning.whole_share)
    asked = {doubt.tile for doubt in scene.overlap_doubts}
    readings = {face.reading(scene.set): face.is_faceup >= tuning.surely_face_up for face in whole}
    readings = {reading: is_sure for reading, is_sure in readings.items() if reading.tile not in asked}
    readings = {reading: readings[reading] for reading in _of_their_set(list(readings), scene)}
    others = [tile for tile in (*scene.facedown, *scene.standing) if tile not in {face.detection for face in rejected}]
    sure = [reading for reading, is_sure in readings.items() if is_sure]
    faint = doubts_for_rejected(readings, scene.assembly.readings, others, tuning, sure)
    cut = _doubts_at_edge([face for face in rejected if face not in set(whole)], scene)
    odd = doubts_for_colour([face.reading(scene.set) for face in scene.other_colours])
    unsure = (*doubts_for_foreign(scene, others), *scene.assembly.value_doubts, *scene.overlap_doubts, *odd)
    parts = doubts_for_parts([face.reading(scene.set) for face in scene.parts], tuning)
    return replace(scene, doubts=(*unsure, *scene.table.doubts, *cut, *parts, *faint, *scene.blank_doubts))


def _of_their_set(rejected: Sequence[TileReading], scene: Scene) -> list[TileReading]:
    """The rejected readings that are clear enough to be asked about and may be of one set with those read, by their
    colour, and where few are read, by whether they end at their ends."""
    tuning = scene.tuning
    clear = [reading for reading in rejected if _clearness(reading) >= tuning.worth_asking]
    if not clear:
        return []
    corners = [reading.corners for reading in (*clear, *scene.assembly.readings)]
    colours = face_colours(scene.image, np.array(corners), tuning)
    of_set = colours[len(clear) :].reshape(-1, 3)
    may_be = np.asarray(may_be_of_set(colours[: len(clear)], of_set, tuning).any(axis=(1, 2)))
    if len(scene.tiles) < tuning.min_tiles_for_size:
        may_be &= ~are_pieces(scene, corners[: len(clear)])
    return list(compress(clear, may_be))


def _may_be_blank(face: FaceReading, scene: Scene) -> bool:
    """Whether a blank face is rather a tile than one of those face down, plain wood or a phone: they show as little."""
    return not scene.facedown and not scene.is_faint(face.detection)


def _may_be_up(face: FaceReading, tuning: ReadingTuning) -> bool:
    """Whether what the tile model saw there may be a tile that lies face up."""
    return face.kind == "faceup" or (face.kind == "facedown" and face.is_faceup >= tuning.rather_face_up)


def doubts_for_foreign(scene: Scene, others: Sequence[Detection]) -> list[Doubt]:
    """Doubts about tiles that seem to show more pips than the set holds.

    Such a tile was read as the likeliest of the set, or not at all. None about what is among `others`, nor about a tile
    whose value is asked for anyway.
    """
    tuning = scene.tuning
    tiles = dict(zip(scene.tiles, scene.assembly.readings, strict=True))
    asked = {doubt.tile for doubt in scene.assembly.value_doubts}
    known = set(scene.other_colours)
    foreign = [
        face for face in scene.faces if face not in known and face.probability_in_set(scene.set) < tuning.rather_in_set
    ]
    read = [_as_foreign(face, scene.set, tuning) for face in foreign if face in tiles and tiles[face].tile not in asked]
    whole = reject_truncated(
        [face for face in foreign if face.lies and face not in tiles], scene.image, tuning.whole_share
    )
    unread = [_as_foreign(face, scene.set, tuning) for face in whole]
    sure = [reading for reading in unread if reading.likelihood >= tuning.surely_foreign]
    apart = _apart(sorted(sure, key=lambda reading: -_clearness(reading)), scene.assembly.readings, others, tuning)
    return [_foreign_doubt(reading.tile, scene.set) for reading in (*read, *apart)]


def _as_foreign(face: FaceReading, set: int, tuning: ReadingTuning) -> TileReading:
    """The reading of a face, where a half that seems to show more than the set holds shows the likeliest such pips."""
    pips = face.pips.copy()
    pips[face.pips[:, : set + 1].sum(axis=1) < tuning.rather_in_set, : set + 1] = 0.0
    return face.reading(SETS[-1]).read_as((int(pips[0].argmax()), int(pips[1].argmax())))


def _foreign_doubt(tile: Tile, set: int) -> Doubt:
    text = lazy_gettext(
        "A tile shows %(high)s and %(low)s, more than the double-%(set)s set holds.",
        high=tile.high,
        low=tile.low,
        set=set,
    )
    return Doubt("foreign", text, tile)


def doubts_for_rejected(
    rejected: Iterable[TileReading],
    read: Sequence[TileReading],
    others: Sequence[Detection],
    tuning: ReadingTuning,
    sure: Collection[TileReading] = (),
) -> tuple[Doubt, ...]:
    """Doubts about rejected readings, the clearest first; none about what was read, or is among `others`.

    All readings that the pip model is `sure` of are asked about.
    """
    clear = _apart(sorted(rejected, key=lambda reading: -_clearness(reading)), read, others, tuning)
    doubts = [_faint_doubt(reading) for reading in clear[: tuning.max_questions]]
    if left := [reading for reading in clear[tuning.max_questions :] if reading in sure]:
        doubts.append(_doubt_about_all(left, tuning))
    return tuple(doubts)


def _apart(
    candidates: Sequence[TileReading], read: Sequence[TileReading], others: Sequence[Detection], tuning: ReadingTuning
) -> list[TileReading]:
    """The candidates that are clear enough to be asked about, and that lie apart from each other and from the rest."""
    clear = [reading for reading in candidates if _clearness(reading) >= tuning.worth_asking]
    if not clear:
        return []
    known = [*(tile.corners for tile in read), *(tile.corners for tile in others)]
    corners = np.array([*(reading.corners for reading in clear), *known])
    outlines, is_known = Outlines(corners, tuning.tile_overlap), np.arange(len(corners)) >= len(clear)
    apart = []
    for index, reading in enumerate(clear):
        if (outlines.intersection_over_min(index, is_known) < tuning.tile_overlap).all():
            apart.append(reading)
            is_known[index] = True
    return apart


def _faint_doubt(reading: TileReading) -> Doubt:
    text = lazy_gettext(
        "Does %(tile)s lie there? Something like it was seen too faintly to be sure.", tile=reading.tile
    )
    return Doubt("faint", text, reading.tile, reading.likely()[:3], reading.outline)


def doubts_for_colour(odd: Sequence[TileReading]) -> list[Doubt]:
    """One doubt about all readings that were dropped for their colour; none where there are none."""
    if not odd:
        return []
    tiles = list(dict.fromkeys(reading.tile for reading in odd))
    text = lazy_ngettext(
        "Does %(tiles)s lie there? What was seen has a different colour from the other tiles.",
        "Do %(tiles)s lie there? What was seen has a different colour from the other tiles.",
        len(tiles),
        tiles=all_of(tiles),
    )
    return [Doubt("faint", text, tiles[0], tuple((each.tile, each.probability) for each in odd), odd[0].outline)]


def doubts_for_parts(parts: Sequence[TileReading], tuning: ReadingTuning) -> list[Doubt]:
    """Doubts about tiles of which only a part can be seen, the clearest first."""
    clearest = sorted(parts, key=lambda reading: -_clearness(reading))
    return [_part_doubt(reading) for reading in clearest[: tuning.max_parts_asked]]


def _part_doubt(reading: TileReading) -> Doubt:
    text = lazy_gettext("Only a part of a tile can be seen there, perhaps of %(tile)s.", tile=reading.tile)
    return Doubt("faint", text, reading.tile, reading.likely()[:3], reading.outline)


def _doubt_about_all(sure: Sequence[TileReading], tuning: ReadingTuning) -> Doubt:
    """One doubt about many tiles, of which the first few are named."""
    tiles = list(dict.fromkeys(reading.tile for reading in sure))
    text = lazy_ngettext(
        "Does %(tiles)s lie there, or is it printed?",
        "Do %(tiles)s lie there, or are they printed?",
        len(tiles),
        tiles=all_of(tiles),
    )
    if len(tiles) > tuning.max_named:
        text = lazy_gettext(
            "More tiles were seen that may be printed, among them %(tiles)s. Do they lie there?",
            tiles=all_of(tiles[: tuning.max_named]),
        )
    return Doubt("faint", text, tiles[0], tuple((each.tile, each.probability) for each in sure), sure[0].outline)


def _doubts_at_edge(cut: Sequence[FaceReading], scene: Scene) -> list[Doubt]:
    """Doubts where tiles surely lie there and the edge of the picture cuts them off, the surest first."""
    tuning, read = scene.tuning, [reading.corners for reading in scene.assembly.readings]
    sure = [face for face in cut if face.lies and face.confidence >= tuning.detection.min_confidence]
    apart = [
        face
        for face in nms_by_confidence(sure, tuning.tile_overlap)
        if (intersections_over_min(face.corners, read) < tuning.tile_overlap).all()
    ]
    return [_edge_doubt(face.reading(scene.set)) for face in apart[: tuning.max_questions]]


def _edge_doubt(reading: TileReading) -> Doubt:
    text = lazy_gettext("A tile is cut off by the edge of the picture, perhaps %(tile)s.", tile=reading.tile)
    return Doubt("edge", text, reading.tile, reading.likely()[:3], reading.outline)


def _clearness(reading: TileReading) -> float:
    """How clear it is that a tile lies there, and which.

    The confidence is the product of what both models say. Where one model sees a tile and the other hardly does,
    neither is taken at its word, so their geometric mean counts here.
    """
    return float(np.sqrt(max(reading.confidence, 0.0))) * reading.probability
