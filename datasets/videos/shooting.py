"""How a hand is shot: a camera that is noisy, hunts for exposure and shakes, and glare on tiles just laid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from muggins.scorer import Tile

from .timeline import FPS

PUMP_SECONDS = (1.5, 5.0)
"""Least and greatest period in which automatic exposure pumps up and down."""
GLARE_SECONDS = (1.5, 6.0)
"""Least and greatest time for which a tile lies in glare."""
GLARE_WIDTHS = (0.5, 0.9)
"""Least and greatest radius of a spot of glare, in tile widths."""
GLARE_LEVELS = (90.0, 230.0)
"""Least and greatest brightness of a spot of glare, in levels of 255."""
REFLECTION_SECONDS = 12.0
"""How long a lamp is reflected in a half of a tile."""
REFLECTION_WIDTHS = 0.5
"""Radius of the reflection, in tile widths: it covers the half."""
GLARE_FLICKER = 0.25
"""Share by which glare changes from frame to frame: people move before the lamp, and the tile is read otherwise."""


@dataclass(frozen=True)
class Shooting:
    """What the camera and the light do to a film. With the defaults the camera is a fair webcam that stands still."""

    noise: float = 3.0
    """Levels of 255."""
    flicker: float = 0.02
    """Share by which the exposure hunts at random."""
    exposure: float = 0.0
    """Share by which automatic exposure pumps up and down."""
    shake: float = 0.0
    """Most pixels by which a frame is shifted to either side, because the camera shakes."""
    glare: float = 0.0
    """Share of the tiles that lie in glare at first, 0 to 1."""
    reflection: Tile | None = None
    """The tile in whose open half a lamp is reflected once it lies there: people have to be asked what it is."""


STEADY = Shooting()
"""A fair webcam that stands still."""


@dataclass(frozen=True)
class Glare:
    """A spot of light that hides pips."""

    frame: int
    """The first frame with it."""
    ends: int
    """The first frame without it."""
    centre: tuple[float, float]
    """x, y in pixels."""
    radius: float
    """Pixels."""
    levels: float
    """Brightness that it adds in its middle, in levels of 255."""


def random_glares(
    rng: np.random.Generator, share: float, laid: Sequence[tuple[int, np.ndarray]], tile_width: float
) -> tuple[Glare, ...]:
    """Spots of glare on a `share` of the tiles laid, each in the first seconds.

    Each tile of `laid` is the frame at which it lies there, and the pixel (2,) of its middle.
    """
    glares = []
    for frame, middle in laid:
        chosen = rng.random()
        seconds, size, levels = (float(rng.uniform(*each)) for each in (GLARE_SECONDS, GLARE_WIDTHS, GLARE_LEVELS))
        offset = rng.normal(0, 0.35, 2) * tile_width
        if chosen < share:
            x, y = middle + offset
            glares.append(Glare(frame, frame + int(seconds * FPS), (float(x), float(y)), size * tile_width, levels))
    return tuple(glares)


def reflection(frame: int, middle: np.ndarray, tile_width: float) -> Glare:
    """A lamp that is reflected in a half of a tile from a frame on; `middle` is the pixel (2,) of the half's middle."""
    x, y = middle.tolist()
    ends = frame + round(REFLECTION_SECONDS * FPS)
    return Glare(frame, ends, (x, y), REFLECTION_WIDTHS * tile_width, GLARE_LEVELS[1])


class Faults:
    """What shake, glare and pumping exposure make of the frames of one film."""

    def __init__(self, shooting: Shooting, glares: Sequence[Glare], seed: int) -> None:
        self._shooting = shooting
        self._glares = glares
        self._rng = np.random.default_rng([seed, 10])
        self._period = float(self._rng.uniform(*PUMP_SECONDS))

    def on_table(self, picture: np.ndarray, frame: int) -> np.ndarray:
        """The picture (H, W, 3) uint8 with the glare of a frame."""
        for glare in self._glares:
            if glare.frame <= frame < glare.ends:
                picture = _with_spot(picture, glare, 1 + GLARE_FLICKER * float(self._rng.normal()))
        return picture

    def shift(self) -> np.ndarray:
        """The matrix (2, 3) on pixels by which the next frame is shaken."""
        right, down = self._rng.uniform(-1, 1, 2) * self._shooting.shake
        return np.array([[1, 0, right], [0, 1, down]])

    def gain(self, frame: int) -> float:
        """The factor that automatic exposure puts on a frame."""
        return 1 + self._shooting.exposure * float(np.sin(2 * np.pi * frame / (self._period * FPS)))


def _with_spot(picture: np.ndarray, glare: Glare, strength: float) -> np.ndarray:
    height, width = picture.shape[:2]
    y, x = np.mgrid[:height, :width].astype(np.float32)
    distance = np.hypot(x - glare.centre[0], y - glare.centre[1]) / glare.radius
    spot = (glare.levels * strength * np.exp(-(distance**4))).astype(np.float32)
    lit = np.clip(picture + np.maximum(spot, 0)[..., None], 0, 255)
    return np.asarray(lit, np.uint8)
