"""Asks about tiles whose face has another colour than those of the other tiles.

All tiles of a set have faces of one colour. A toy brick, or a row of tiles on a leaflet, rarely has it.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import compress

import cv2
import numpy as np
from numpy.typing import NDArray

from ..geometry.points import unit_square_to_quads
from ..types import Image
from .assembly import assemble_readings
from .filters import keep_likely
from .scene import Scene
from .tuning import ReadingTuning


def reject_other_colours(scene: Scene) -> Scene:
    """The stage that drops tiles of another colour than the set; people are asked about them.

    A joined tile of which both models are sure stays: it may stand in for one that was lost. Where the tiles have no
    common colour, all stay. With fewer tiles than `tuning.min_tiles_for_size` the sure ones say the colour: others that
    are unlike all of them are too unlikely.
    """
    tuning = scene.tuning
    readings, joined = scene.assembly.readings, scene.assembly.joined_tiles
    if len(readings) < tuning.min_tiles_for_size:
        return _reject_unlike_sure(scene)
    is_odd = odd_colours(face_colours(scene.image, np.array([reading.corners for reading in readings]), tuning), tuning)
    is_odd &= [reading.tile not in joined or reading.confidence < tuning.both_sure for reading in readings]
    if not is_odd.any():
        return scene
    odd, kept = compress(scene.tiles, is_odd), compress(scene.tiles, ~is_odd)
    assembly = assemble_readings(list(compress(readings, ~is_odd)), scene.facedown, tuning)
    return replace(scene, tiles=tuple(kept), plane=None, assembly=assembly, other_colours=tuple(odd))


def _reject_unlike_sure(scene: Scene) -> Scene:
    """The scene without the unsure loose tiles whose colour none of the sure tiles has."""
    readings, joined, tuning = scene.assembly.readings, scene.assembly.joined_tiles, scene.tuning
    is_sure = np.array([reading.likelihood >= tuning.surely_a_set or reading.tile in joined for reading in readings])
    if is_sure.all() or not is_sure.any():
        return scene
    colours = face_colours(scene.image, np.array([reading.corners for reading in readings]), tuning)
    are_alike = may_be_of_set(colours, colours[is_sure, 0], tuning).any(axis=(1, 2))
    return keep_likely(scene, is_sure | are_alike)


def face_colours(image: Image, corners: NDArray[np.float32], tuning: ReadingTuning) -> NDArray[np.float64]:
    """(N, 2, 3) the two colours, blue, green and red levels, that the face within each outline (N, 4, 2) px may have.

    Otsu's threshold on the grey levels tells pips from the face, and the face is the larger part. Where it is hardly
    larger, as on a 9-9 with large pips, the second colour is that of the smaller part; else both are the same.
    """
    faces = flattened(image, corners, tuning.face_size)[:, tuning.rim : -tuning.rim, tuning.rim : -tuning.rim]
    greys = (cv2.cvtColor(face, cv2.COLOR_BGR2GRAY) for face in faces)
    bright = np.stack([cv2.threshold(grey, 0, 1, cv2.THRESH_OTSU)[1] for grey in greys]).astype(bool)
    is_larger = bright == (bright.mean(axis=(1, 2), keepdims=True) >= 0.5)
    colours = medians(faces, is_larger)[:, None].repeat(2, axis=1)
    either = is_larger.mean(axis=(1, 2)) < tuning.many_pips
    colours[either, 1] = medians(faces[either], ~is_larger[either])
    return colours


def flattened(image: Image, corners: NDArray[np.floating], size: tuple[int, int]) -> NDArray[np.uint8]:
    """(N, H, W, 3) what lies within each outline (N, 4, 2) px, `size` long and wide."""
    length, width = size
    to_square = np.array([[1 / length, 0, 0.5 / length], [0, 1 / width, 0.5 / width], [0, 0, 1]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    parts = (
        cv2.warpPerspective(image, to_picture, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
        for to_picture in unit_square_to_quads(corners) @ to_square
    )
    return np.stack(list(parts), dtype=np.uint8)


def medians(faces: NDArray[np.uint8], parts: NDArray[np.bool_]) -> NDArray[np.float64]:
    """(N, 3) the median levels of a part (N, H, W) of each of the faces (N, H, W, 3)."""
    row = np.arange(3 * len(faces)).reshape(-1, 1, 1, 3) * 256
    histograms = np.bincount((row + faces)[parts].ravel(), minlength=3 * 256 * len(faces)).reshape(-1, 3, 256)
    up_to = histograms.cumsum(axis=2)
    number = up_to[..., -1:]
    return np.asarray(((up_to > (number - 1) // 2).argmax(axis=2) + (up_to > number // 2).argmax(axis=2)) / 2)


def odd_colours(colours: NDArray[np.float64], tuning: ReadingTuning) -> NDArray[np.bool_]:
    """(N,) whether both colours of a tile, of (N, 2, 3), are unlike those of most tiles.

    All False where most tiles have no colour in common.
    """
    is_alike = may_be_of_set(colours, colours[:, 0], tuning)
    is_alike[np.diag_indices(len(colours))] = False  # a tile says nothing of itself
    is_common = is_alike.sum(axis=1).max(axis=1) >= tuning.alike_share * (len(colours) - 1)
    return ~is_common if is_common.mean() >= tuning.colour_share else np.zeros(len(colours), np.bool_)


def may_be_of_set(
    colours: NDArray[np.float64], others: NDArray[np.float64], tuning: ReadingTuning
) -> NDArray[np.bool_]:
    """(N, M, 2) whether either colour of each of N faces, of (N, 2, 3), may be one of (M, 3) colours of a set."""
    return of_one_colour(colours[:, None], others[:, None], tuning.darker, tuning.tinted, tuning)


def of_one_colour(
    colours: NDArray[np.float64], others: NDArray[np.float64], darker: float, tinted: float, tuning: ReadingTuning
) -> NDArray[np.bool_]:
    """(...) whether each of the colours (..., 3) is that of the others (..., 3) in shade or in tinted light.

    Shade makes levels at most `darker`, and light tints a channel at most by `tinted`, both as logarithms.
    """
    apart = np.log(colours + tuning.colour_noise) - np.log(others + tuning.colour_noise)
    shade = apart.mean(axis=-1)
    tint = np.abs(apart - shade[..., None]).max(axis=-1)
    return np.asarray((np.abs(shade) <= darker) & (tint <= tinted))
