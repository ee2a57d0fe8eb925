"""Table tops: textures from a folder, and procedural wood, felt, cloth, stone, paper, leather and printed boards."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

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
KINDS = (
    "wood",
    "felt",
    "cloth",
    "checks",
    "stripes",
    "flowers",
    "stone",
    "paper",
    "leather",
    "board",
    "tiles",
    "plain",
)


def _rgb(rng: np.random.Generator, low: float = 0.03, high: float = 0.95) -> np.ndarray:
    """A colour; half of them near grey or brown, as tables are."""
    value = rng.uniform(low, high)
    tint = rng.normal(0, 0.03 if rng.random() < 0.45 else 0.2, 3)
    return np.clip(value + tint, 0.01, 0.99).astype(np.float32)


def _clouds(rng: np.random.Generator, size: int, cells: int, cells_y: int | None = None) -> np.ndarray:
    """(size, size) smooth noise, about unit normal."""
    small = rng.normal(0, 1, (cells_y or cells, cells)).astype(np.float32)
    return cv2.resize(small, (size, size), interpolation=cv2.INTER_CUBIC)


def write(
    image: np.ndarray,
    word: str,
    place: list[int],
    height: float,
    colour: list[float],
    font: int = cv2.FONT_HERSHEY_SIMPLEX,
) -> None:
    """Prints `word` on a float picture in place; OpenCV letters only 8-bit pictures, so through a mask."""
    mask = np.zeros(image.shape[:2], np.uint8)
    cv2.putText(mask, word, place, font, height / 22, 255, max(1, round(height / 9)), cv2.LINE_AA)
    left, top, width, tall = cv2.boundingRect(mask)
    part = image[top : top + tall, left : left + width]
    part += (
        mask[top : top + tall, left : left + width, None].astype(np.float32)
        / 255
        * (np.array(colour, np.float32) - part)
    )


def printed(rng: np.random.Generator, image: np.ndarray, count: int, scale: float) -> None:
    """Lozenges, stars, rings, letters and numbers: what boards, books and cloths have printed on them."""
    size = image.shape[0]
    for _ in range(count):
        centre = rng.uniform(0, size, 2)
        reach = scale * size * rng.uniform(0.5, 1.5)
        colour = _rgb(rng).tolist()
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
            cv2.circle(
                image,
                centre.astype(int).tolist(),
                max(1, int(reach * 0.6)),
                colour,
                int(rng.choice([-1, 2, 4])),
                cv2.LINE_AA,
            )
        elif kind == 3:
            half = np.array([reach, reach * rng.uniform(0.4, 1)])
            low, high = (centre - half).astype(int).tolist(), (centre + half).astype(int).tolist()
            cv2.rectangle(image, low, high, colour, int(rng.choice([-1, 2, 3])))
        else:
            word = str(rng.choice(_WORDS))
            font = int(
                rng.choice([cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_TRIPLEX, cv2.FONT_HERSHEY_SCRIPT_COMPLEX])
            )
            write(image, word, centre.astype(int).tolist(), float(reach * 1.6), colour, font)


def procedural_table(rng: np.random.Generator, kind: str | None = None, size: int = 640) -> np.ndarray:
    """(size, size, 3) float32 BGR 0..1 table top; about a metre across."""
    kind = kind or str(rng.choice(KINDS))
    base = _rgb(rng)
    image = np.broadcast_to(base, (size, size, 3)).copy()
    x, y = np.meshgrid(np.arange(size, dtype=np.float32), np.arange(size, dtype=np.float32))
    if kind == "wood":
        hue = np.array((0.35, 0.6, 0.9), np.float32) * rng.uniform(0.25, 1.0)
        rings = np.sin(x * rng.uniform(0.05, 0.25) + 4 * _clouds(rng, size, 12, 3) + 0.6 * _clouds(rng, size, 60, 4))
        grain = _clouds(rng, size, size // 2, 8)
        image = hue * (1 + 0.08 * rings[..., None] + 0.06 * grain[..., None])
        if rng.random() < 0.5:  # planks
            width = rng.integers(50, 160)
            image[:, (np.arange(size) % width) < 2] *= 0.6
    elif kind in ("felt", "plain"):
        image *= 1 + (0.04 if kind == "felt" else 0.01) * _clouds(rng, size, size // 2)[..., None]
    elif kind == "cloth":
        period = rng.uniform(3, 9)
        weave = np.sin(x * 2 * np.pi / period) * np.sin(y * 2 * np.pi / period)
        image *= 1 + 0.12 * weave[..., None] + 0.05 * _clouds(rng, size, 12)[..., None]
    elif kind == "checks":
        period, other = rng.uniform(24, 110), _rgb(rng)
        a, b = (np.mod(x, period) < period / 2), (np.mod(y, period) < period / 2)
        image += ((a.astype(np.float32) + b) / 2)[..., None] * (other - base)
    elif kind == "stripes":
        period = rng.uniform(8, 70)
        for offset in rng.uniform(0, period, rng.integers(1, 4)):
            band = np.mod(x + offset, period) < period * rng.uniform(0.1, 0.4)
            image[band] = _rgb(rng)
    elif kind == "flowers":
        for _ in range(rng.integers(20, 90)):
            centre, colour = rng.uniform(0, size, 2), _rgb(rng).tolist()
            for _ in range(rng.integers(2, 8)):
                spot = (centre + rng.normal(0, 16, 2)).astype(int).tolist()
                axes = rng.integers(2, 22, 2).tolist()
                cv2.ellipse(image, spot, axes, float(rng.uniform(0, 180)), 0, 360, colour, -1, cv2.LINE_AA)
            cv2.ellipse(
                image,
                centre.astype(int).tolist(),
                rng.integers(20, 60, 2).tolist(),
                0.0,
                0,
                float(rng.uniform(60, 300)),
                _rgb(rng).tolist(),
                2,
                cv2.LINE_AA,
            )
    elif kind == "stone":
        veins = np.abs(_clouds(rng, size, 8) + 0.4 * _clouds(rng, size, 30))
        image = image * (1 + 0.06 * _clouds(rng, size, 90)[..., None]) * (1 - 0.3 * np.exp(-veins * 14))[..., None]
        if rng.random() < 0.4:  # granite
            image *= 1 + 0.25 * _clouds(rng, size, size // 3)[..., None]
    elif kind == "paper":
        image = np.broadcast_to(_rgb(rng, 0.75, 0.97), (size, size, 3)).copy()
        printed(rng, image, int(rng.integers(0, 60)), 0.025)
    elif kind == "leather":
        pores = np.abs(_clouds(rng, size, 110)) + 0.5 * np.abs(_clouds(rng, size, 40))
        image *= (0.8 + 0.25 * np.minimum(pores, 1.5))[..., None]
    elif kind == "board":
        image *= 1 + 0.03 * _clouds(rng, size, size // 2)[..., None]
        step = int(rng.integers(28, 70))
        line = _rgb(rng)
        if rng.random() < 0.8:
            image[np.arange(size) % step < 2] = line
            image[:, np.arange(size) % step < 2] = line
        printed(rng, image, int(rng.integers(10, 80)), float(rng.uniform(0.015, 0.05)))
    elif kind == "tiles":
        step = int(rng.integers(60, 260))
        image *= 1 + 0.05 * _clouds(rng, size, 40)[..., None]
        grout = _rgb(rng)
        image[np.arange(size) % step < 4] = grout
        image[:, np.arange(size) % step < 4] = grout
    if rng.random() < 0.25:  # creases and dirt
        image *= 1 + 0.07 * _clouds(rng, size, int(rng.integers(3, 10)))[..., None]
    return np.clip(image, 0.005, 1).astype(np.float32)


def bare_table(rng: np.random.Generator, size: int = 640) -> np.ndarray:
    """(size, size, 3) float32 BGR 0..1 table top of one colour: black more often than not, or any grey."""
    value = float(rng.uniform(0.005, 0.08) if rng.random() < 0.55 else rng.uniform(0.05, 0.95))
    tint = rng.normal(0, 0.25 if rng.random() < 0.25 else 0.03, 3) * value
    grain = rng.uniform(0, 0.03) * _clouds(rng, size, size // 2)[..., None]
    return np.clip((value + tint) * (1 + grain), 0.002, 1).astype(np.float32)


def photographed_table(rng: np.random.Generator, path: Path, size: int = 640) -> np.ndarray:
    """A texture from a picture, tinted and turned; raises ValueError where the file is no picture."""
    picture = cv2.imread(str(path))
    if picture is None:
        raise ValueError(f"{path}: expected a picture to use as a table, got something OpenCV cannot read")
    side = min(picture.shape[:2])
    part = int(side * rng.uniform(0.5, 1.0))
    top, left = rng.integers(0, picture.shape[0] - part + 1), rng.integers(0, picture.shape[1] - part + 1)
    image = cv2.resize(picture[top : top + part, left : left + part], (size, size), interpolation=cv2.INTER_AREA)
    image = np.rot90(image, int(rng.integers(4))).astype(np.float32) / 255
    if rng.random() < 0.5:
        image = image * np.clip(rng.normal(1, 0.12, 3), 0.5, 1.5).astype(np.float32)
    return np.clip(image * rng.uniform(0.35, 1.15), 0.005, 1).astype(np.float32)


def random_table(rng: np.random.Generator, folder: list[Path]) -> np.ndarray:
    """A table top, from the pictures in `folder` two times in five if there are any."""
    if folder and rng.random() < 0.4:
        return photographed_table(rng, folder[int(rng.integers(len(folder)))])
    return procedural_table(rng)
