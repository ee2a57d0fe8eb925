"""Things that lie on a table beside tiles, or reach over it, and are no tiles.

Flat things are painted on the table top through `Lens`; tall ones are silhouettes in the picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from ..optics.pinhole import Lens
from .lookalikes import LOOKALIKES
from .printed_tiles import Page, PrintedTile
from .tabletops import _rgb, printed, write


def _card(rng: np.random.Generator) -> np.ndarray:
    """Books, boxes, leaflets, photos: printed rectangles."""
    h, w = 200, int(rng.uniform(120, 320))
    image = np.broadcast_to(_rgb(rng, 0.3, 0.98), (max(h, w), max(h, w), 3)).copy()
    printed(rng, image, int(rng.integers(1, 14)), float(rng.uniform(0.04, 0.16)))
    image = image[:h, :w]
    if rng.random() < 0.5:
        cv2.rectangle(image, (6, 6), (w - 7, h - 7), _rgb(rng).tolist(), int(rng.integers(1, 6)))
    return image


def _keyboard(rng: np.random.Generator) -> np.ndarray:
    """A keyboard: rows of keys with marks."""
    rows, columns = int(rng.integers(3, 6)), int(rng.integers(4, 14))
    key = 34
    body, top, mark = _rgb(rng, 0.03, 0.9), _rgb(rng, 0.05, 0.95), _rgb(rng)
    image = np.broadcast_to(body, (rows * key + 8, columns * key + 8, 3)).copy()
    for r in range(rows):
        c = 0
        while c < columns:
            wide = int(rng.choice([1, 1, 1, 2]))
            low, high = (c * key + 6, r * key + 6), (min(c + wide, columns) * key + 2, r * key + key + 2)
            cv2.rectangle(image, low, high, top.tolist(), -1)
            write(image, chr(int(rng.integers(48, 91))), [low[0] + 7, high[1] - 9], 11.0, mark.tolist())
            c += wide
    return image


def _phone(rng: np.random.Generator) -> np.ndarray:
    image = np.broadcast_to(_rgb(rng, 0.02, 0.2), (110, 220, 3)).copy()
    image[8:-8, 14:-14] = _rgb(rng, 0.02, 0.9)
    if rng.random() < 0.5:
        for k in range(12):
            x, y = 30 + (k % 6) * 28, 25 + k // 6 * 34
            cv2.rectangle(image, (x, y), (x + 18, y + 18), _rgb(rng).tolist(), -1)
    return image


def _strip(rng: np.random.Generator) -> np.ndarray:
    """Rulers, pens, sticks, a pegboard with its holes: long things with marks."""
    image = np.broadcast_to(_rgb(rng), (int(rng.uniform(12, 60)), 320, 3)).copy()
    step = int(rng.integers(8, 30))
    mark = _rgb(rng).tolist()
    for x in range(step, 320, step):
        if rng.random() < 0.5:
            cv2.circle(image, (x, image.shape[0] // 2), 3, mark, -1)
        else:
            cv2.line(image, (x, 0), (x, image.shape[0] // 3), mark, 1)
    return image


def _block(rng: np.random.Generator) -> np.ndarray:
    """A plain block of a tile's shape: an eraser, a lighter, a piece of wood, a box of matches."""
    image = np.broadcast_to(_rgb(rng), (90, int(rng.uniform(90, 260)), 3)).copy()
    if rng.random() < 0.5:
        printed(rng, image[:, :90], 1, 0.3)
    if rng.random() < 0.4:
        at = int(rng.uniform(20, image.shape[1] - 20))
        cv2.line(image, (at, 0), (at, 90), _rgb(rng).tolist(), int(rng.integers(1, 8)))
    return image


_FLAT = (
    (_card, 0.44, (55, 200)),
    (_keyboard, 0.16, (120, 340)),
    (_phone, 0.12, (120, 160)),
    (_strip, 0.14, (100, 300)),
    (_block, 0.14, (25, 90)),
)


ALIKE = 0.5
"""Share of flat things that are much like tiles."""


THINGS = {make.__name__.strip("_").replace("_", " "): (make, width) for make, _, width in (*_FLAT, *LOOKALIKES)}
"""By name what makes each flat thing, and its width in millimetres, from and to."""


PICTURED = 0.6
"""Share of flat things that are taken from given pictures, where there are any."""
PICTURED_WIDTHS = (14.0, 220.0)
"""Their widths in millimetres: as small as a die, as large as a magazine."""
ANYTHING = "anything"
"""Stands for any of THINGS and of the given pictures."""


def pictured(rng: np.random.Generator, path: Path, side: int = 256) -> np.ndarray:
    """The thing of a picture file, (h, w, 4) float32 of at most `side` px; of one that is all opaque a part is cut out.

    Raises ValueError where the file shows no picture.
    """
    image = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    if image is None or image.dtype != np.uint8:
        raise ValueError(f"{path}: expected a picture of a thing, 8 bits a channel (PNG, JPEG), but it cannot be read")
    if image.ndim == 2:
        image = cv2.cvtColor(image, cv2.COLOR_GRAY2BGR)
    if image.shape[2] == 3:
        image = np.dstack([image, np.full(image.shape[:2], 255, np.uint8)])
        share = rng.uniform(0.3, 1.0, 2)
        h, w = np.maximum(1, (np.array(image.shape[:2]) * share).astype(int))
        y, x = (int(rng.integers(0, whole - part + 1)) for whole, part in zip(image.shape[:2], (h, w), strict=True))
        image = image[y : y + h, x : x + w]
    scale = min(1.0, side / max(image.shape[:2]))
    size = (max(2, round(image.shape[1] * scale)), max(2, round(image.shape[0] * scale)))
    return cv2.resize(image, size, interpolation=cv2.INTER_AREA).astype(np.float32) / np.float32(255)


@dataclass(frozen=True)
class FlatThing:
    """Something flat that lies on a table."""

    image: np.ndarray
    """(h, w, 3 or 4) float32, blue green red 0..1, the fourth what it covers."""
    width: float
    """Millimetres."""
    printed: tuple[PrintedTile, ...] = ()
    """The tiles printed on it."""


def flat_thing(rng: np.random.Generator, name: str | None = None, pictures: Sequence[Path] = ()) -> FlatThing:
    """Something flat, drawn at random.

    Without the `name` of one of THINGS any is drawn, or taken from `pictures`.
    """
    name = None if name == ANYTHING else name
    if name is None and pictures and rng.random() < PICTURED:
        low, high = np.log(PICTURED_WIDTHS)
        return FlatThing(
            pictured(rng, pictures[int(rng.integers(len(pictures)))]), float(np.exp(rng.uniform(low, high)))
        )
    if name is None:
        kinds = LOOKALIKES if rng.random() < ALIKE else _FLAT
        make, _, (low, high) = kinds[int(rng.choice(len(kinds), p=[share for _, share, _ in kinds]))]
    else:
        make, (low, high) = THINGS[name]
    made, width = make(rng), float(rng.uniform(low, high))
    return FlatThing(made.image, width, made.tiles) if isinstance(made, Page) else FlatThing(made, width)


def lay_flat(
    rng: np.random.Generator,
    canvas: np.ndarray,
    lens: Lens,
    thing: np.ndarray,
    width: float,
    x: float,
    y: float,
    angle: float,
    shade: float = 0.0,
) -> np.ndarray:
    """Paints `thing` on the table at x, y (mm); returns its outline (4, 2) px. `shade`: how dark its shadow is."""
    h, w = thing.shape[:2]
    height = width * h / w
    c, s = np.cos(angle), np.sin(angle)
    local = np.array([(-width, -height), (width, -height), (width, height), (-width, height)]) / 2
    world = np.c_[local @ np.array([[c, s], [-s, c]]) + (x, y), np.zeros(4)]
    corners = lens.project(world).astype(np.float32)
    size = (canvas.shape[1], canvas.shape[0])
    span = max(np.ptp(corners[:, 0]), np.ptp(corners[:, 1]))
    if span < w * 0.6:
        scale = max(float(span) / w, 0.05)
        w, h = max(1, round(w * scale)), max(1, round(h * scale))
        thing = cv2.resize(thing, (w, h), interpolation=cv2.INTER_AREA)
    # The world's y runs away from who reads it, the picture's towards: writing must not be mirrored.
    source = np.array([(0, h), (w, h), (w, 0), (0, 0)], np.float32)
    warp = cv2.getPerspectiveTransform(source, corners)
    painted = cv2.warpPerspective(thing, warp, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    mask = np.zeros(canvas.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(corners * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    edge = mask[..., None].astype(np.float32) / 255
    if painted.shape[2] == 4:
        edge = edge * painted[..., 3:]
    if shade > 0:
        # What reaches behind the camera spans any number of pixels.
        around = min(max(1.0, 0.03 * float(span)), 0.1 * max(size))
        fallen = cv2.GaussianBlur(np.roll(edge[..., 0], round(around), axis=(0, 1)), (0, 0), around)
        canvas *= 1 - shade * fallen[..., None]
    canvas += edge * (painted[..., :3] - canvas)
    return corners


def cup(rng: np.random.Generator, canvas: np.ndarray, centre: np.ndarray, radius: float) -> np.ndarray:
    """A cup, glass, coin, bowl or pot seen from above; returns its outline (V, 2) px."""
    colour = _rgb(rng)
    squash = float(rng.uniform(0.75, 1.0))
    middle = tuple(centre.astype(int).tolist())
    axes = (max(2, int(radius)), max(2, int(radius * squash)))
    cv2.ellipse(canvas, middle, axes, 0.0, 0, 360, colour.tolist(), -1, cv2.LINE_AA)
    if rng.random() < 0.7:
        inner = (max(1, int(axes[0] * 0.85)), max(1, int(axes[1] * 0.85)))
        cv2.ellipse(canvas, middle, inner, 0.0, 0, 360, _rgb(rng).tolist(), -1, cv2.LINE_AA)
    cv2.ellipse(
        canvas,
        middle,
        axes,
        0.0,
        float(rng.uniform(0, 180)),
        float(rng.uniform(200, 360)),
        np.minimum(colour * 1.5, 1).tolist(),
        max(1, int(radius / 14)),
        cv2.LINE_AA,
    )
    return cv2.ellipse2Poly(middle, axes, 0, 0, 360, 12).astype(np.float32)


def arm(rng: np.random.Generator, size: tuple[int, int], scale: float) -> tuple[list[np.ndarray], list[np.ndarray]]:
    """An arm reaching in over the picture's edge: polygons (V, 2) px and their colours; `scale` px a tile width."""
    width, height = size
    side = int(rng.integers(4))
    along = rng.uniform(0.1, 0.9)
    start = np.array(
        [
            (along * width, height * 1.05),
            (along * width, -0.05 * height),
            (-0.05 * width, along * height),
            (width * 1.05, along * height),
        ][side]
    )
    goal = np.array([rng.uniform(0.15, 0.85) * width, rng.uniform(0.15, 0.85) * height])
    direction = (goal - start) / (np.linalg.norm(goal - start) + 1e-6)
    normal = np.array([-direction[1], direction[0]])
    skin = np.array((0.45, 0.6, 0.85)) * rng.uniform(0.25, 1.1) + rng.normal(0, 0.03, 3)
    sleeve = _rgb(rng) if rng.random() < 0.75 else skin
    wrist = goal - direction * scale * 3.2
    half = scale * rng.uniform(0.9, 1.5)
    far = start - direction * scale * 4
    shapes = [
        np.array([far + normal * half * 1.3, wrist + normal * half, wrist - normal * half, far - normal * half * 1.3])
    ]
    colours = [sleeve]
    cuff = wrist + direction * scale * 0.8
    shapes.append(
        np.array(
            [
                wrist + normal * half * 0.7,
                cuff + normal * half * 0.75,
                cuff - normal * half * 0.75,
                wrist - normal * half * 0.7,
            ]
        )
    )
    colours.append(skin)
    palm = wrist + direction * scale * 1.9
    shapes.append(
        cv2.ellipse2Poly(
            tuple(palm.astype(int).tolist()),
            (max(2, int(scale * 1.5)), max(2, int(half * 0.95))),
            int(np.degrees(np.arctan2(direction[1], direction[0]))),
            0,
            360,
            12,
        ).astype(float)
    )
    colours.append(skin)
    for k in np.linspace(-0.75, 0.75, 4):
        base = palm + direction * scale * 0.9 + normal * half * k
        tip = base + (direction + normal * (k * 0.35 + rng.normal(0, 0.1))) * scale * rng.uniform(0.7, 1.9)
        thick = normal * scale * 0.24
        shapes.append(
            np.array([base + thick, tip + thick * 0.8, tip + direction * scale * 0.15, tip - thick * 0.8, base - thick])
        )
        colours.append(skin * rng.uniform(0.9, 1.08))
    return [s.astype(np.float32) for s in shapes], [np.clip(c, 0.01, 1).astype(np.float32) for c in colours]
