"""Which outlines that overlap are tiles: the set of tiles that best explains every half that is seen.

Where no bar shows where tiles end, halves of two neighbours look like a tile that lies across both: a straddle. It
leaves the other two halves unexplained. So the tiles that its halves may belong to are considered too. Of all outlines
those are chosen that share no ground and together are likeliest:

- each outline counts with the log odds that both models give it, and for the pips that it explains;
- a value that is seen twice counts against both, as a set holds each tile once;
- outlines that lie as joined tiles do count for each other where the halves that touch match, and against where not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from muggins.scorer.tiles import Tile
from muggins.texts import all_of, lazy_ngettext

from ..geometry.overlap import Outlines, intersections_over_min
from ..geometry.points import Floats
from ..geometry.table_plane import TablePlane, estimate_table_plane
from ..layout.contacts import find_contacts
from ..layout.joins import score_pairs
from ..probability import log_odds, sigmoid
from ..types import Detection, Doubt
from .faces import HalfReader, faces_of
from .scene import FaceReading, Scene
from .tuning import ReadingTuning


def propose_neighbours(scene: Scene, half_reader: HalfReader) -> Scene:
    """The stage that looks for the tiles that each outline which may be a straddle would straddle."""
    tuning = scene.tuning
    doubtful = [
        face
        for face in scene.faces
        if face.kind == "faceup"
        and not scene.is_faint(face.detection)
        and not face.looks_printed
        and (face.is_faceup < tuning.whole or _is_double(face))
        and face.confidence < tuning.both_sure
    ]
    proposed = [
        Detection(corners, "faceup", tuning.undetected)
        for face in doubtful
        for corners in straddled_outlines(face.corners)
    ]
    glances = zip(proposed, faces_of(scene, proposed, half_reader, tuning.glance_rounds), strict=True)
    promising = [
        replace(outline, corners=face.corners) for outline, face in glances if face.is_faceup >= tuning.glance_whole
    ]
    faces = faces_of(scene, promising, half_reader, tuning.search_rounds - tuning.glance_rounds)
    return scene.with_faces(tuple(face for face in faces if face.is_faceup >= tuning.rather_whole))


def push_apart(scene: Scene, half_reader: HalfReader) -> Scene:
    """The stage that outlines tiles anew whose outlines share more ground than solid tiles do.

    Where no bar shows where a tile ends, an outline may lie half on its neighbour, and its joins are wrong then. Each
    of both is moved off the other and read again. The one of which the pip model becomes surer keeps its new outline.
    """
    tuning, tiles = scene.tuning, list(scene.tiles)
    outlines = Outlines(np.array([tile.corners for tile in tiles]).reshape(-1, 4, 2), tuning.solid_overlap)
    after = np.arange(len(tiles))
    pairs = [
        (first, int(second))
        for first in range(len(tiles))
        for second in np.flatnonzero(outlines.intersection_over_min(first, after > first) >= tuning.solid_overlap)
    ]
    moves = [
        (tile, tiles[tile], moved_off(tiles[tile].corners, tiles[other].corners))
        for pair in pairs
        for tile, other in (pair, pair[::-1])
    ]
    proposed = [
        (number, face, replace(face.detection, corners=corners))
        for number, face, corners in moves
        if face.detection is not None
    ]
    faces = faces_of(scene, [detection for *_, detection in proposed], half_reader)
    anew = [
        (number, face, replace(moved, detection=face.detection))
        for (number, face, _), moved in zip(proposed, faces, strict=True)
        if moved.lies and moved.is_faceup > face.is_faceup
    ]
    was: dict[FaceReading, FaceReading] = {}
    for number, face, moved in sorted(anew, key=lambda each: -each[2].is_faceup):
        others = [tile.corners for place, tile in enumerate(tiles) if place != number]
        if tiles[number] is face and (intersections_over_min(moved.corners, others) < tuning.solid_overlap).all():
            was[face] = tiles[number] = moved
    if not was:
        return scene
    faces_now = tuple(was.get(face, face) for face in scene.faces)
    return replace(scene, tiles=tuple(tiles), faces=faces_now, plane=None)


def moved_off(corners: NDArray[np.float32], other: NDArray[np.float32]) -> NDArray[np.float32]:
    """An outline (4, 2) that overlaps another, moved the least along one of its edges until it does not."""
    edges = np.roll(corners, -1, axis=0) - corners
    ways = edges / np.maximum(np.linalg.norm(edges, axis=1, keepdims=True), 1e-6)
    depths = (other @ ways.T).max(axis=0) - (corners @ ways.T).min(axis=0)
    way = int(depths.argmin())
    return np.asarray(corners + depths[way] * ways[way], np.float32)


def straddled_outlines(corners: NDArray[np.float32]) -> list[NDArray[np.float32]]:
    """The six tiles that the halves of an outline with these (4, 2) px corners, an end first, may belong to instead.

    From each half a tile may go on outwards, or across to either side.
    """
    outlines = []
    for first, second, third, fourth in (corners, np.roll(corners, 2, axis=0)):
        # The half at the first end is as long as it is wide, so the steps to its neighbours are known.
        near, far = (second + third) / 2, (first + fourth) / 2
        out, across = ((first - fourth) + (second - third)) / 4, second - first
        outlines += [
            np.array([first + out, second + out, near, far]),
            np.array([far, first, second + across, near + across]),
            np.array([second, near, far - across, first - across]),
        ]
    return outlines


def choose_tiles(
    detected: Sequence[FaceReading], others: Sequence[FaceReading], plane: TablePlane | None, tuning: ReadingTuning
) -> tuple[list[FaceReading], list[Doubt]]:
    """Of outlines that overlap those that are tiles, the surest first, and doubts where another choice is as likely.

    Each of `detected` that lies face up is chosen or overlaps one that is. `others` are too faint or were not detected:
    they are chosen only on the ground of one that is detected and likely. `plane` is the plane of the table; without
    it, it is estimated here.
    """
    faces, overlaps = _rivals(detected, others, tuning)
    if not overlaps.any():
        return sorted((face for face in faces if face.lies), key=lambda face: -face.confidence), []
    table = _Explanation(
        _scores(faces, tuning),
        _join_scores(faces, overlaps, plane, tuning),
        overlaps,
        _clear_values(faces, tuning),
        _log_repeat(detected, tuning),
        tuning,
    )
    chosen, close_calls = table.likeliest(len(detected))
    # What the tile model saw on the ground of a tile that it did not report is that tile.
    seen = np.array([face.seen for face in faces])
    around = np.where(overlaps, seen, 0.0).max(axis=1)
    tiles = [
        face if index < len(detected) else replace(face, confidence=float(face.is_faceup * around[index]))
        for index, face in enumerate(faces)
        if chosen[index] and face.lies
    ]
    doubts: dict[Tile | None, Doubt] = {}
    for call in sorted(close_calls, key=lambda call: -call.log_odds):  # the closest call asks about a tile first
        for doubt in _doubts_about(call, faces):
            doubts.setdefault(doubt.tile, doubt)
    return sorted(tiles, key=lambda face: -face.confidence), list(doubts.values())[: tuning.max_questions]


@dataclass(frozen=True)
class _CloseCall:
    """An explanation that is nearly as likely as the one chosen."""

    instead: tuple[int, ...]
    """The outlines that it has."""
    chosen: tuple[int, ...]
    """The outlines that were chosen, and that it has not."""
    log_odds: float
    """Of it against the one chosen; not above 0."""


@dataclass(frozen=True, eq=False)
class _Explanation:
    """What N outlines count for, alone and together, as natural logarithms."""

    scores: Floats
    """(N,): each outline by itself."""
    joins: Floats
    """(N, N): two outlines that lie as joined tiles do, for or against each other."""
    overlaps: NDArray[np.bool_]
    """(N, N): which outlines share ground. At most one of them is a tile."""
    values: NDArray[np.int64]
    """(N,): equal numbers for outlines that clearly show the same."""
    log_repeat: float
    """How likely a tile lies on this table once more."""
    tuning: ReadingTuning

    def total(self, mask: NDArray[np.bool_]) -> float:
        """How likely the outlines in an (N,) mask are the tiles on the table."""
        repeats = int(mask.sum()) - len(np.unique(self.values[mask]))
        joins = self.joins[np.ix_(mask, mask)].sum() / 2
        return float(self.scores[mask].sum() + joins + repeats * self.log_repeat)

    def likeliest(self, detected: int) -> tuple[NDArray[np.bool_], list[_CloseCall]]:
        """(N,) mask of the outlines that together are likeliest, and the close calls.

        Of the first `detected` outlines each is in the mask or overlaps one that is. The search is local: one outline,
        or two that overlap the same one, take the place of all that they overlap, as long as the total grows.
        """
        chosen = self._completed(np.zeros(len(self.scores), bool), detected)
        best = self.total(chosen)
        while True:
            masks = [self._after(move, chosen, detected) for move in self._moves(chosen)]
            totals = [self.total(mask) for mask in masks]
            if not totals or max(totals) <= best + 1e-9:
                break
            best, chosen = max(totals), masks[int(np.argmax(totals))]
        return chosen, [
            _CloseCall(tuple(np.flatnonzero(mask & ~chosen)), tuple(np.flatnonzero(chosen & ~mask)), total - best)
            for mask, total in zip(masks, totals, strict=True)
            if total > best - self.tuning.close_call
        ]

    def _moves(self, chosen: NDArray[np.bool_]) -> list[list[int]]:
        """Outlines, one or two, that are not chosen and may take the place of those that are."""
        left = np.flatnonzero(~chosen & self.overlaps.any(axis=1)).tolist()
        pairs = (
            [one, other]
            for one, other in combinations(left, 2)
            if not self.overlaps[one, other] and (self.overlaps[one] & self.overlaps[other] & chosen).any()
        )
        return [*([index] for index in left), *pairs]

    def _after(self, move: list[int], chosen: NDArray[np.bool_], detected: int) -> NDArray[np.bool_]:
        """(N,) mask of the outlines after a move."""
        mask = chosen & ~self.overlaps[move].any(axis=0)
        mask[move] = True
        return self._completed(mask, detected)

    def _completed(self, mask: NDArray[np.bool_], detected: int) -> NDArray[np.bool_]:
        """The mask with the outlines detected that overlap none in it, the likeliest first."""
        for index in np.argsort(-self.scores[:detected], kind="stable"):
            if not mask[index] and not (self.overlaps[index] & mask).any():
                mask[index] = True
        return mask


def _rivals(
    detected: Sequence[FaceReading], others: Sequence[FaceReading], tuning: ReadingTuning
) -> tuple[list[FaceReading], NDArray[np.bool_]]:
    """The outlines detected, then the others that may replace a likely one; and (N, N) which of all these overlap."""
    faces = [*detected, *others]
    outlines = Outlines(np.array([face.corners for face in faces]).reshape(-1, 4, 2), tuning.detection.overlap)
    everyone = np.ones(len(faces), bool)
    overlaps = np.zeros((len(faces), len(faces)), bool)
    for index in range(len(faces)):
        overlaps[index] = outlines.intersection_over_min(index, everyone) >= tuning.detection.overlap
    np.fill_diagonal(overlaps, False)
    is_kept = np.arange(len(faces)) < len(detected)
    if overlaps.any():
        whole = np.array([face.is_faceup for face in faces])
        # The tile model saw something else there, so only the pip model's word can put an outline in its place. It may
        # be as sure of a straddle, though, where that shows a double: then all that is seen decides.
        is_surer = (whole[:, None] > whole) | np.array([_is_double(face) for face in faces])
        is_seen = np.array([face.seen >= tuning.detection.sure for face in faces])
        is_kept |= (overlaps & is_surer)[:, is_kept & (is_seen | (_scores(faces, tuning) > 0))].any(axis=1)
    return [face for face, kept in zip(faces, is_kept, strict=True) if kept], overlaps[np.ix_(is_kept, is_kept)]


def _scores(faces: Sequence[FaceReading], tuning: ReadingTuning) -> Floats:
    """(N,): what each outline counts for by itself; 0, as nothing does, for one that is not taken for a tile."""
    whole = log_odds([face.is_faceup for face in faces], tuning.pip_model_slip)
    seen = np.array([face.seen for face in faces])
    # A blank half explains nothing that is seen: a bare table looks like one.
    with_pips = np.array([1 - face.pips[:, 0].mean() for face in faces])
    scores = whole + np.log(seen) + tuning.explains * with_pips
    return np.where([face.lies for face in faces], scores, 0.0)


def _join_scores(
    faces: Sequence[FaceReading], overlaps: NDArray[np.bool_], plane: TablePlane | None, tuning: ReadingTuning
) -> Floats:
    """(N, N): what outlines that lie as joined tiles do count for each other, by what they show."""
    joins = np.zeros((len(faces), len(faces)))
    corners = np.array([face.corners for face in faces])
    plane = estimate_table_plane(corners) if plane is None else plane
    contacts = find_contacts(plane.poses(corners), plane.length, tuning.layout, are_solid=False)
    if not len(contacts):
        return joins
    scores = score_pairs(contacts, [face.reading(face.pips.shape[1] - 1) for face in faces], tuning.layout)
    joined = tuning.straddle_joined * sigmoid(scores.odds_if_played)
    weights = np.log(1 - joined + joined * np.exp(scores.odds - scores.odds_if_played))
    joins[contacts.first, contacts.second] = joins[contacts.second, contacts.first] = weights
    are_tiles = np.array([face.lies for face in faces])
    return np.where(overlaps | ~are_tiles | ~are_tiles[:, None], 0.0, joins)


def _clear_values(faces: Sequence[FaceReading], tuning: ReadingTuning) -> NDArray[np.int64]:
    """(N,): a number for the value that each outline clearly shows, and one of its own where that is unclear."""
    values = []
    for index, face in enumerate(faces):
        low, high = sorted(face.pips.argmax(axis=1).tolist())
        is_clear = face.lies and face.pips.max(axis=1).prod() >= tuning.clear_value
        values.append(high * face.pips.shape[1] + low if is_clear else -1 - index)
    return np.array(values, np.int64)


def _log_repeat(detected: Sequence[FaceReading], tuning: ReadingTuning) -> float:
    """The log of how likely a tile lies on this table once more: sets may be mixed."""
    values = _clear_values(detected, tuning)
    repeats = len(values) - len(np.unique(values))
    return float(np.log((tuning.layout.prior_repeats + repeats) / (tuning.layout.prior_tiles + len(values))))


def _doubts_about(call: _CloseCall, faces: Sequence[FaceReading]) -> list[Doubt]:
    """A doubt whether other tiles lie there; none where the other outlines show the same tiles."""
    instead, chosen = (
        [faces[index].reading(faces[index].pips.shape[1] - 1).tile for index in indices]
        for indices in (call.instead, call.chosen)
    )
    fresh = [tile for tile in instead if tile not in chosen]
    if not fresh or not chosen:
        return []
    probability = float(sigmoid(call.log_odds))
    text = lazy_ngettext(
        "Does %(instead)s lie there, and not %(chosen)s?",
        "Do %(instead)s lie there, and not %(chosen)s?",
        len(instead),
        instead=all_of(instead),
        chosen=all_of(chosen),
    )
    return [Doubt("faint", text, fresh[0], ((fresh[0], probability),))]


def _is_double(face: FaceReading) -> bool:
    first, second = face.pips.argmax(axis=1)
    return bool(first == second)
