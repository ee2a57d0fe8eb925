"""Asks about loose tiles whose face has another colour than those of the other tiles.

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
from .scene import Scene
from .tuning import ReadingTuning


def reject_other_colours(scene: Scene) -> Scene:
    """The stage that drops loose tiles of another colour than the set; people are asked about them.

    A joined tile stays, as its place speaks for it. With fewer tiles than `tuning.min_tiles_for_size`, and where the
    tiles have no common colour, all stay.
    """
    tuning = scene.tuning
    readings, joined = scene.assembly.readings, scene.assembly.joined_tiles
    if len(readings) < tuning.min_tiles_for_size or len(joined) == len(readings):
        return scene
    is_odd = odd_colours(face_colours(scene.image, np.array([reading.corners for reading in readings]), tuning), tuning)
    is_odd &= [reading.tile not in joined for reading in readings]
    if not is_odd.any():
        return scene
    odd, kept = compress(scene.tiles, is_odd), compress(scene.tiles, ~is_odd)
    assembly = assemble_readings(list(compress(readings, ~is_odd)), scene.facedown, tuning)
    return replace(scene, tiles=tuple(kept), plane=None, assembly=assembly, other_colours=tuple(odd))


def face_colours(image: Image, corners: NDArray[np.float32], tuning: ReadingTuning) -> NDArray[np.float64]:
    """(N, 2, 3) the two colours, blue, green and red levels, that the face within each outline (N, 4, 2) px may have.

    Otsu's threshold on the grey levels tells pips from the face, and the face is the larger part. Where it is hardly
    larger, as on a 9-9 with large pips, the second colour is that of the smaller part; else both are the same.
    """
    length, width = tuning.face_size
    to_square = np.array([[1 / length, 0, 0.5 / length], [0, 1 / width, 0.5 / width], [0, 0, 1]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    faces = np.stack(
        [
            cv2.warpPerspective(image, to_picture, tuning.face_size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
            for to_picture in unit_square_to_quads(corners) @ to_square
        ],
        dtype=np.uint8,
    )[:, tuning.rim : -tuning.rim, tuning.rim : -tuning.rim]
    greys = (cv2.cvtColor(face, cv2.COLOR_BGR2GRAY) for face in faces)
    bright = np.stack([cv2.threshold(grey, 0, 1, cv2.THRESH_OTSU)[1] for grey in greys]).astype(bool)
    is_larger = bright == (bright.mean(axis=(1, 2), keepdims=True) >= 0.5)
    colours = _medians(faces, is_larger)[:, None].repeat(2, axis=1)
    either = is_larger.mean(axis=(1, 2)) < tuning.many_pips
    colours[either, 1] = _medians(faces[either], ~is_larger[either])
    return colours


def _medians(faces: NDArray[np.uint8], parts: NDArray[np.bool_]) -> NDArray[np.float64]:
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
    levels = np.log(colours + tuning.colour_noise)
    apart = levels[:, None] - levels[:, :1]  # (N, N, 2, 3): both colours of a tile, and the first of each other
    darker = apart.mean(axis=3)
    tinted = np.abs(apart - darker[..., None]).max(axis=3)
    is_alike = (np.abs(darker) <= tuning.darker) & (tinted <= tuning.tinted)
    is_alike[np.diag_indices(len(colours))] = False  # a tile says nothing of itself
    is_common = is_alike.sum(axis=1).max(axis=1) >= tuning.alike_share * (len(colours) - 1)
    return ~is_common if is_common.mean() >= tuning.colour_share else np.zeros(len(colours), np.bool_)
