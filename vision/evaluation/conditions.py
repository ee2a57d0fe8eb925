"""The conditions of `muggins eval --worse`: photos rotated, in perspective, dark, noisy, badly compressed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

import cv2
import numpy as np

from ..capture.images import Image, decode_picture, encode_jpeg
from ..geometry.points import Floats, apply_homography
from ..types import Detection, TableState, TileReading

FAR_EDGE = 0.5
"""Length of the far edge of a photo in perspective, as a share of the near edge."""
DARKENED = 0.3
"""Factor of every level of a darkened photo."""
BAD_JPEG_QUALITY = 15
"""JPEG quality of a badly compressed photo, of 100."""
NOISE_LEVELS = 20.0
"""Standard deviation of the noise that is added to each level."""
SEED = 0
"""Seed of the noise: a photo is always made worse in the same way."""

Size = tuple[int, int]
"""Width and height in pixels."""


@dataclass(frozen=True)
class Condition:
    """A way in which photos are made worse."""

    name: str
    view: Callable[[Size], tuple[Floats, Size]] | None = None
    """The homography (3, 3) that moves the pixels of a photo of some size, and the size of the new photo."""
    spoil: Callable[[Image], Image] | None = None
    """Changes the levels of a photo and moves none of its pixels."""

    def applied(self, image: Image) -> tuple[Image, Floats]:
        """The photo made worse, and the homography (3, 3) from its pixels back to those of the photo."""
        matrix = np.eye(3)
        if self.view is not None:
            matrix, size = self.view((image.shape[1], image.shape[0]))
            # What lies beyond the photo gets its mean colour: a repeated edge could look like more tiles.
            image = _uint8(cv2.warpPerspective(image, matrix, size, borderValue=cv2.mean(image)[:3]))
        return (image if self.spoil is None else self.spoil(image)), np.asarray(np.linalg.inv(matrix), np.float64)


def moved(state: TableState, homography: Floats) -> TableState:
    """The same table with every tile moved by a homography (3, 3) that does not mirror."""
    return replace(
        state,
        readings=tuple(_moved_reading(reading, homography) for reading in state.readings),
        facedown=tuple(_moved_detections(state.facedown, homography)),
        standing=tuple(_moved_detections(state.standing, homography)),
        unlikely=tuple(_moved_detections(state.unlikely, homography)),
        parts=tuple(_moved_reading(part, homography) for part in state.parts),
    )


def _moved_reading(reading: TileReading, homography: Floats) -> TileReading:
    corners, ends = (apply_homography(homography, points) for points in (reading.corners, reading.ends))
    return replace(reading, corners=corners.astype(np.float32), ends=ends.astype(np.float32))


def _moved_detections(tiles: Iterable[Detection], homography: Floats) -> Iterable[Detection]:
    return (replace(tile, corners=apply_homography(homography, tile.corners).astype(np.float32)) for tile in tiles)


def _rotated(degrees: float) -> Callable[[Size], tuple[Floats, Size]]:
    """A rotation, clockwise as seen, that keeps the whole photo in the picture."""

    def view(size: Size) -> tuple[Floats, Size]:
        cosine, sine = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
        rotation = np.array([[cosine, -sine], [sine, cosine]])
        width, height = size
        corners = np.array([(0, 0), (width, 0), (width, height), (0, height)]) @ rotation.T
        low, high = corners.min(axis=0), corners.max(axis=0)
        matrix = np.eye(3)
        matrix[:2, :2] = rotation
        # Half a pixel: the corners above are those of the photo, and pixels are numbered by their centres.
        matrix[:2, 2] = rotation @ np.array([0.5, 0.5]) - low - 0.5
        new_width, new_height = np.ceil(high - low - 1e-6).astype(int).tolist()
        return matrix, (new_width, new_height)

    return view


def _in_perspective(size: Size) -> tuple[Floats, Size]:
    """A view from the photo's lower edge, in which its upper edge is far away."""
    width, height = size
    inset = width * (1 - FAR_EDGE) / 2
    from_corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    to_corners = np.array([(inset, 0), (width - inset, 0), (width, height), (0, height)], np.float32)
    return np.asarray(cv2.getPerspectiveTransform(from_corners, to_corners), np.float64), size


def _darkened(image: Image) -> Image:
    return _uint8(image * DARKENED)


def _compressed(image: Image) -> Image:
    return decode_picture(encode_jpeg(image, BAD_JPEG_QUALITY), "the photo")


def _noisy(image: Image) -> Image:
    noise = np.random.default_rng(SEED).normal(0.0, NOISE_LEVELS, image.shape)
    return _uint8(image + noise)


def _uint8(levels: object) -> Image:
    return np.clip(np.rint(np.asarray(levels, np.float64)), 0, 255).astype(np.uint8)


AS_TAKEN = Condition("as taken")
WORSE = (
    *(Condition(f"rotated by {degrees} degrees", _rotated(degrees)) for degrees in (90, 180, 270, 37)),
    Condition(f"darkened to {DARKENED}", spoil=_darkened),
    Condition(f"JPEG quality {BAD_JPEG_QUALITY}", spoil=_compressed),
    Condition(f"noise of {NOISE_LEVELS:g} levels", spoil=_noisy),
    Condition("in perspective", _in_perspective),
)
"""The conditions under which a reader should still name the tiles."""
