"""Table tops: textures from a folder, and drawn wood, felt, cloth, stone, paper, leather and printed boards.

A table top is a picture (size, size, 3) float32, blue green red 0..1, of about a square metre.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

SIZE_PX = 640
PICTURED_SHARE = 0.4
"""Share of table tops that come from a folder of pictures, where there is one."""
_WORDS = (
    "DOUBLE",
    "Dominoes",
    "GAME",
    "STORE",
    "MENU",
    "2026",
    "Power",
    "Casa",
    "7",
    "3",
    "A",
    "RULES",
    "PLAY",
    "Cafe",
)


def random_colour(rng: np.random.Generator, low: float = 0.03, high: float = 0.95) -> np.ndarray:
    """A colour (3,) float32. Half of all colours are near grey, as the colours of tables are."""
    value = rng.uniform(low, high)
    tint = rng.normal(0, 0.03 if rng.random() < 0.45 else 0.2, 3)
    return np.clip(value + tint, 0.01, 0.99).astype(np.float32)


def put_text(
    image: np.ndarray,
    text: str,
    position: list[int],
    height: float,
    colour: list[float],
    font: int = cv2.FONT_HERSHEY_SIMPLEX,
) -> None:
    """Writes `text`, `height` px high, on a float picture in place.

    OpenCV letters 8-bit pictures only, so the text goes through a mask.
    """
    mask = np.zeros(image.shape[:2], np.uint8)
    cv2.putText(mask, text, position, font, height / 22, 255, max(1, round(height / 9)), cv2.LINE_AA)
    left, top, width, tall = cv2.boundingRect(mask)
    part = image[top : top + tall, left : left + width]
    cover = mask[top : top + tall, left : left + width, None].astype(np.float32) / 255
    part += cover * (np.array(colour, np.float32) - part)


def print_shapes(rng: np.random.Generator, image: np.ndarray, count: int, scale: float) -> None:
    """Prints lozenges, stars, rings, rectangles and words on a picture in place, like those on boards and cloths.

    `scale` is their size as a share of the picture's height.
    """
    size = image.shape[0]
    for _ in range(count):
        centre = rng.uniform(0, size, 2)
        reach = scale * size * rng.uniform(0.5, 1.5)
        colour = random_colour(rng).tolist()
        kind = rng.integers(0, 6)
        if kind == 0:
            points = centre + np.array([(0, -reach), (reach * 0.7, 0), (0, reach), (-reach * 0.7, 0)])
            cv2.fillConvexPoly(image, points.astype(np.int32), colour, cv2.LINE_AA)
        elif kind == 1:
            turns = np.arange(10) * np.pi / 5
            radii = np.where(np.arange(10) % 2, 0.4, 1.0) * reach
            points = centre + np.c_[np.sin(turns), np.cos(turns)] * radii[:, None]
            cv2.fillPoly(image, [points.astype(np.int32)], colour, cv2.LINE_AA)
        elif kind == 2:
            radius, thickness = max(1, int(reach * 0.6)), int(rng.choice([-1, 2, 4]))
            cv2.circle(image, centre.astype(int).tolist(), radius, colour, thickness, cv2.LINE_AA)
        elif kind == 3:
            half = np.array([reach, reach * rng.uniform(0.4, 1)])
            low, high = (centre - half).astype(int).tolist(), (centre + half).astype(int).tolist()
            cv2.rectangle(image, low, high, colour, int(rng.choice([-1, 2, 3])))
        else:
            word = str(rng.choice(_WORDS))
            fonts = [cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_TRIPLEX, cv2.FONT_HERSHEY_SCRIPT_COMPLEX]
            put_text(image, word, centre.astype(int).tolist(), float(reach * 1.6), colour, int(rng.choice(fonts)))


def _smooth_noise(rng: np.random.Generator, size: int, cells: int, cells_y: int | None = None) -> np.ndarray:
    """Smooth noise (size, size), about unit normal, with `cells` bumps across and `cells_y` down."""
    small = rng.normal(0, 1, (cells_y or cells, cells)).astype(np.float32)
    return np.asarray(cv2.resize(small, (size, size), interpolation=cv2.INTER_CUBIC))


def _pixel_grid(size: int) -> tuple[np.ndarray, np.ndarray]:
    x, y = np.meshgrid(np.arange(size, dtype=np.float32), np.arange(size, dtype=np.float32))
    return x, y


def _wood(rng: np.random.Generator, image: np.ndarray) -> np.ndarray:
    size = len(image)
    x, _ = _pixel_grid(size)
    hue = np.array((0.35, 0.6, 0.9), np.float32) * rng.uniform(0.25, 1.0)
    frequency = rng.uniform(0.05, 0.25)
    rings = np.sin(x * frequency + 4 * _smooth_noise(rng, size, 12, 3) + 0.6 * _smooth_noise(rng, size, 60, 4))
    grain = _smooth_noise(rng, size, size // 2, 8)
    image = hue * (1 + 0.08 * rings[..., None] + 0.06 * grain[..., None])
    if rng.random() < 0.5:  # planks
        width = rng.integers(50, 160)
        image[:, (np.arange(size) % width) < 2] *= 0.6
    return image


def _felt(rng: np.random.Generator, image: np.ndarray) -> np.ndarray:
    return image * (1 + 0.04 * _smooth_noise(rng, len(image), len(image) // 2)[..., None])


def _plain(rng: np.random.Generator, image: np.ndarray) -> np.ndarray:
    return image * (1 + 0.01 * _smooth_noise(rng, len(image), len(image) // 2)[..., None])


def _cloth(rng: np.random.Generator, image: np.ndarray) -> np.ndarray:
    x, y = _pixel_grid(len(image))
    period = rng.uniform(3, 9)
    weave = np.sin(x * 2 * np.pi / period) * np.sin(y * 2 * np.pi / period)
    return np.asarray(image * (1 + 0.12 * weave[..., None] + 0.05 * _smooth_noise(rng, len(image), 12)[..., None]))


def _checks(rng: np.random.Generator, image: np.ndarray) -> np.ndarray:
    x, y = _pixel_grid(len(image))
    period, other = rng.uniform(24, 110), random_colour(rng)
    columns, rows = (np.mod(x, period) < period / 2), (np.mod(y, period) < period / 2)
    return np.asarray(image + ((columns.astype(np.float32) + rows) / 2)[..., None] * (other - image[0, 0]))


def _stripes(rng: np.random.Generator, image: np.ndarray) -> np.ndarray:
    x, _ = _pixel_grid(len(image))
    period = rng.uniform(8, 70)
    for offset in rng.uniform(0, period, rng.integers(1, 4)):
        band = np.mod(x + offset, period) < period * rng.uniform(0.1, 0.4)
        image[band] = random_colour(rng)
    return image


def _flowers(rng: np.random.Generator, image: np.ndarray) -> np.ndarray:
    for _ in range(rng.integers(20, 90)):
        centre, colour = rng.uniform(0, len(image), 2), random_colour(rng).tolist()
        for _ in range(rng.integers(2, 8)):
            petal = (centre + rng.normal(0, 16, 2)).astype(int).tolist()
            axes = rng.integers(2, 22, 2).tolist()
            cv2.ellipse(image, petal, axes, float(rng.uniform(0, 180)), 0, 360, colour, -1, cv2.LINE_AA)
        stem, axes = centre.astype(int).tolist(), rng.integers(20, 60, 2).tolist()
        end = float(rng.uniform(60, 300))
        cv2.ellipse(image, stem, axes, 0.0, 0, end, random_colour(rng).tolist(), 2, cv2.LINE_AA)
    return image


def _stone(rng: np.random.Generator, image: np.ndarray) -> np.ndarray:
    size = len(image)
    veins = np.abs(_smooth_noise(rng, size, 8) + 0.4 * _smooth_noise(rng, size, 30))
    mottled = image * (1 + 0.06 * _smooth_noise(rng, size, 90)[..., None])
    image = mottled * (1 - 0.3 * np.exp(-veins * 14))[..., None]
    if rng.random() < 0.4:  # granite
        image *= 1 + 0.25 * _smooth_noise(rng, size, size // 3)[..., None]
    return image


def _paper(rng: np.random.Generator, image: np.ndarray) -> np.ndarray:
    image = np.broadcast_to(random_colour(rng, 0.75, 0.97), image.shape).copy()
    print_shapes(rng, image, int(rng.integers(0, 60)), 0.025)
    return image


def _leather(rng: np.random.Generator, image: np.ndarray) -> np.ndarray:
    size = len(image)
    pores = np.abs(_smooth_noise(rng, size, 110)) + 0.5 * np.abs(_smooth_noise(rng, size, 40))
    return np.asarray(image * (0.8 + 0.25 * np.minimum(pores, 1.5))[..., None])


def _board(rng: np.random.Generator, image: np.ndarray) -> np.ndarray:
    size = len(image)
    image = image * (1 + 0.03 * _smooth_noise(rng, size, size // 2)[..., None])
    step = int(rng.integers(28, 70))
    line = random_colour(rng)
    if rng.random() < 0.8:
        image[np.arange(size) % step < 2] = line
        image[:, np.arange(size) % step < 2] = line
    print_shapes(rng, image, int(rng.integers(10, 80)), float(rng.uniform(0.015, 0.05)))
    return image


def _ceramic(rng: np.random.Generator, image: np.ndarray) -> np.ndarray:
    size = len(image)
    step = int(rng.integers(60, 260))
    image = image * (1 + 0.05 * _smooth_noise(rng, size, 40)[..., None])
    grout = random_colour(rng)
    image[np.arange(size) % step < 4] = grout
    image[:, np.arange(size) % step < 4] = grout
    return image


_PAINTERS: dict[str, Callable[[np.random.Generator, np.ndarray], np.ndarray]] = {
    "wood": _wood,
    "felt": _felt,
    "cloth": _cloth,
    "checks": _checks,
    "stripes": _stripes,
    "flowers": _flowers,
    "stone": _stone,
    "paper": _paper,
    "leather": _leather,
    "board": _board,
    "tiles": _ceramic,
    "plain": _plain,
}
TABLE_KINDS = tuple(_PAINTERS)
"""What a drawn table top can be made of. The order decides what a seed draws."""


def procedural_tabletop(rng: np.random.Generator, kind: str | None = None, size: int = SIZE_PX) -> np.ndarray:
    """A drawn table top of one of TABLE_KINDS, at random without a `kind`."""
    kind = kind or str(rng.choice(TABLE_KINDS))
    image = _PAINTERS[kind](rng, np.broadcast_to(random_colour(rng), (size, size, 3)).copy())
    if rng.random() < 0.25:  # creases and dirt
        image *= 1 + 0.07 * _smooth_noise(rng, size, int(rng.integers(3, 10)))[..., None]
    return np.asarray(np.clip(image, 0.005, 1), np.float32)


def plain_tabletop(rng: np.random.Generator, size: int = SIZE_PX) -> np.ndarray:
    """A table top of one colour, more often black than not."""
    value = float(rng.uniform(0.005, 0.08) if rng.random() < 0.55 else rng.uniform(0.05, 0.95))
    tint = rng.normal(0, 0.25 if rng.random() < 0.25 else 0.03, 3) * value
    grain = rng.uniform(0, 0.03) * _smooth_noise(rng, size, size // 2)[..., None]
    return np.clip((value + tint) * (1 + grain), 0.002, 1).astype(np.float32)


def tabletop_from_picture(rng: np.random.Generator, path: Path, size: int = SIZE_PX) -> np.ndarray:
    """A table top cut out of a picture, turned and tinted. Raises ValueError where the file is no picture."""
    picture = cv2.imread(str(path))
    if picture is None:
        raise ValueError(f"{path}: expected a picture to use as a table, got something OpenCV cannot read")
    side = min(picture.shape[:2])
    part = int(side * rng.uniform(0.5, 1.0))
    top, left = rng.integers(0, picture.shape[0] - part + 1), rng.integers(0, picture.shape[1] - part + 1)
    square = cv2.resize(picture[top : top + part, left : left + part], (size, size), interpolation=cv2.INTER_AREA)
    image = np.rot90(square, int(rng.integers(4))).astype(np.float32) / 255
    if rng.random() < 0.5:
        image = image * np.clip(rng.normal(1, 0.12, 3), 0.5, 1.5).astype(np.float32)
    return np.asarray(np.clip(image * rng.uniform(0.35, 1.15), 0.005, 1), np.float32)


def to_world(table: np.ndarray, span: float) -> np.ndarray:
    """The homography (3, 3) from pixels of a square tabletop to millimetres, where it is `span` wide around (0, 0)."""
    side = table.shape[0]
    return np.array([[span / side, 0, -span / 2], [0, span / side, -span / 2], [0, 0, 1.0]])


def random_tabletop(rng: np.random.Generator, pictures: list[Path]) -> np.ndarray:
    """A table top, in PICTURED_SHARE of all cases from `pictures` if there are any, else drawn."""
    if pictures and rng.random() < PICTURED_SHARE:
        return tabletop_from_picture(rng, pictures[int(rng.integers(len(pictures)))])
    return procedural_tabletop(rng)
