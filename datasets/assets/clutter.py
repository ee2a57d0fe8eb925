"""Things other than tiles that lie on a table or reach over it.

Flat things are painted on the table top through a camera. Cups and arms are silhouettes in the picture.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from ..optics.pinhole import PinholeCamera
from ..optics.plane import place_flat
from .arms import strip
from .lookalikes import LOOKALIKES, FlatKind
from .printed_tiles import Page, PrintedTile, picture_of_tiles
from .tabletops import print_shapes, put_text, random_colour

LOOKALIKE_SHARE = 0.5
"""Share of flat things that look much like tiles."""
CUT_OUT_SHARE = 0.6
"""Share of flat things that are cut out of given pictures, where there are any."""
PICTURE_WIDTHS_MM = (14.0, 220.0)
"""Least and greatest width of a thing cut out of a picture: from a die to a magazine."""
PICTURE_SIDE_PX = 256
"""Longest side of a thing cut out of a picture."""
ANYTHING = "anything"
"""The name for any of THINGS and of the given pictures."""


def _card(rng: np.random.Generator) -> np.ndarray:
    """A book, a box, a leaflet or a photo: a printed rectangle."""
    h, w = 200, int(rng.uniform(120, 320))
    image = np.broadcast_to(random_colour(rng, 0.3, 0.98), (max(h, w), max(h, w), 3)).copy()
    print_shapes(rng, image, int(rng.integers(1, 14)), float(rng.uniform(0.04, 0.16)))
    image = image[:h, :w]
    if rng.random() < 0.5:
        cv2.rectangle(image, (6, 6), (w - 7, h - 7), random_colour(rng).tolist(), int(rng.integers(1, 6)))
    return image


def _keyboard(rng: np.random.Generator) -> np.ndarray:
    """Rows of keys with marks."""
    rows, columns = int(rng.integers(3, 6)), int(rng.integers(4, 14))
    key = 34
    body, top, mark = random_colour(rng, 0.03, 0.9), random_colour(rng, 0.05, 0.95), random_colour(rng)
    image = np.broadcast_to(body, (rows * key + 8, columns * key + 8, 3)).copy()
    for r in range(rows):
        c = 0
        while c < columns:
            wide = int(rng.choice([1, 1, 1, 2]))
            low, high = (c * key + 6, r * key + 6), (min(c + wide, columns) * key + 2, r * key + key + 2)
            cv2.rectangle(image, low, high, top.tolist(), -1)
            put_text(image, chr(int(rng.integers(48, 91))), [low[0] + 7, high[1] - 9], 11.0, mark.tolist())
            c += wide
    return image


def _phone(rng: np.random.Generator) -> np.ndarray:
    """A phone, at times with rows of icons."""
    image = np.broadcast_to(random_colour(rng, 0.02, 0.2), (110, 220, 3)).copy()
    image[8:-8, 14:-14] = random_colour(rng, 0.02, 0.9)
    if rng.random() < 0.5:
        for k in range(12):
            x, y = 30 + (k % 6) * 28, 25 + k // 6 * 34
            cv2.rectangle(image, (x, y), (x + 18, y + 18), random_colour(rng).tolist(), -1)
    return image


def _long_thing(rng: np.random.Generator) -> np.ndarray:
    """A ruler, a pen, a stick or a pegboard: a long thing with marks."""
    image = np.broadcast_to(random_colour(rng), (int(rng.uniform(12, 60)), 320, 3)).copy()
    step = int(rng.integers(8, 30))
    mark = random_colour(rng).tolist()
    for x in range(step, 320, step):
        if rng.random() < 0.5:
            cv2.circle(image, (x, image.shape[0] // 2), 3, mark, -1)
        else:
            cv2.line(image, (x, 0), (x, image.shape[0] // 3), mark, 1)
    return image


def _block(rng: np.random.Generator) -> np.ndarray:
    """A block with the shape of a tile: an eraser, a lighter, a box of matches."""
    image = np.broadcast_to(random_colour(rng), (90, int(rng.uniform(90, 260)), 3)).copy()
    if rng.random() < 0.5:
        print_shapes(rng, image[:, :90], 1, 0.3)
    if rng.random() < 0.4:
        # A line across the middle would make it a double blank.
        at = int(rng.uniform(0.1, 0.35) * image.shape[1])
        cv2.line(image, (at, 0), (at, 90), random_colour(rng).tolist(), int(rng.integers(1, 8)))
    return image


_ORDINARY = (
    FlatKind("card", _card, 0.44, (55, 200)),
    FlatKind("keyboard", _keyboard, 0.16, (120, 340)),
    FlatKind("phone", _phone, 0.12, (120, 160)),
    FlatKind("strip", _long_thing, 0.14, (100, 300)),
    FlatKind("block", _block, 0.14, (25, 90)),
)
THINGS = {kind.name: kind for kind in (*_ORDINARY, *LOOKALIKES)}
"""Every sort of flat thing by its name."""


def cut_out_picture(rng: np.random.Generator, path: Path) -> np.ndarray:
    """The thing (H, W, 4) float32 that a picture file shows, at most PICTURE_SIDE_PX long.

    A picture without transparency gives a random part of itself. Raises ValueError where the file is no picture.
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
    scale = min(1.0, PICTURE_SIDE_PX / max(image.shape[:2]))
    size = (max(2, round(image.shape[1] * scale)), max(2, round(image.shape[0] * scale)))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA).astype(np.float32) / np.float32(255))


@dataclass(frozen=True)
class FlatThing:
    """Something flat that lies on a table."""

    image: np.ndarray
    """(H, W, 3 or 4) float32: blue, green, red and, in the fourth channel, coverage, 0..1."""
    width: float
    """Millimetres."""
    printed: tuple[PrintedTile, ...] = ()
    """The tiles printed on it."""


def random_flat_thing(
    rng: np.random.Generator,
    name: str | None = None,
    pictures: Sequence[Path] = (),
    without: Collection[str] = (),
) -> FlatThing:
    """A flat thing of the sort `name`, one of THINGS. Without a name it is of any sort, or cut out of `pictures`.

    It shows no set of the families `without` (see tile_styles.FAMILIES).
    """
    name = None if name == ANYTHING else name
    if name is None and pictures and rng.random() < CUT_OUT_SHARE:
        image = cut_out_picture(rng, pictures[int(rng.integers(len(pictures)))])
        return FlatThing(image, float(np.exp(rng.uniform(*np.log(PICTURE_WIDTHS_MM)))))
    if name is None:
        kinds = LOOKALIKES if rng.random() < LOOKALIKE_SHARE else _ORDINARY
        kind = kinds[int(rng.choice(len(kinds), p=[kind.share for kind in kinds]))]
    else:
        kind = THINGS[name]
    drawn = picture_of_tiles(rng, without) if kind.draw is picture_of_tiles else kind.draw(rng)
    width = float(rng.uniform(*kind.widths))
    return FlatThing(drawn.image, width, drawn.tiles) if isinstance(drawn, Page) else FlatThing(drawn, width)


def paint_flat_thing(
    canvas: np.ndarray,
    camera: PinholeCamera,
    image: np.ndarray,
    width: float,
    x: float,
    y: float,
    angle: float,
    shade: float = 0.0,
) -> np.ndarray:
    """Paints `image`, `width` mm wide, on the table at x, y (mm) and returns its outline (4, 2) px.

    `canvas` (H, W, 3) float32 is changed in place. `shade`, 0..1, is how dark its shadow is.
    """
    h, w = image.shape[:2]
    height = width * h / w
    local = np.array([(-width, -height), (width, -height), (width, height), (-width, height)]) / 2
    world = np.c_[place_flat(local, angle, (x, y)), np.zeros(4)]
    corners = camera.project(world).astype(np.float32)
    size = (canvas.shape[1], canvas.shape[0])
    span = max(np.ptp(corners[:, 0]), np.ptp(corners[:, 1]))
    if span < w * 0.6:
        scale = max(float(span) / w, 0.05)
        w, h = max(1, round(w * scale)), max(1, round(h * scale))
        image = np.asarray(cv2.resize(image, (w, h), interpolation=cv2.INTER_AREA))
    # The world's y axis points away from the reader and the picture's towards the reader. Without this flip writing
    # would be mirrored.
    source = np.array([(0, h), (w, h), (w, 0), (0, 0)], np.float32)
    warp = cv2.getPerspectiveTransform(source, corners)
    painted = cv2.warpPerspective(image, warp, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    mask = np.zeros(canvas.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(corners * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    edge = mask[..., None].astype(np.float32) / 255
    if painted.shape[2] == 4:
        edge = edge * painted[..., 3:]
    if shade > 0:
        # A thing that reaches behind the camera spans any number of pixels, so the blur has a limit.
        around = min(max(1.0, 0.03 * float(span)), 0.1 * max(size))
        fallen = cv2.GaussianBlur(np.roll(edge[..., 0], round(around), axis=(0, 1)), (0, 0), around)
        canvas *= 1 - shade * fallen[..., None]
    canvas += edge * (painted[..., :3] - canvas)
    return corners


def paint_cup(rng: np.random.Generator, canvas: np.ndarray, centre: np.ndarray, radius: float) -> np.ndarray:
    """Paints a cup, glass, coin, bowl or pot from above, in place, and returns its outline (V, 2) px."""
    colour = random_colour(rng)
    squash = float(rng.uniform(0.75, 1.0))
    middle = tuple(centre.astype(int).tolist())
    axes = (max(2, int(radius)), max(2, int(radius * squash)))
    cv2.ellipse(canvas, middle, axes, 0.0, 0, 360, colour.tolist(), -1, cv2.LINE_AA)
    if rng.random() < 0.7:
        inner = (max(1, int(axes[0] * 0.85)), max(1, int(axes[1] * 0.85)))
        cv2.ellipse(canvas, middle, inner, 0.0, 0, 360, random_colour(rng).tolist(), -1, cv2.LINE_AA)
    begin, end = float(rng.uniform(0, 180)), float(rng.uniform(200, 360))
    highlight, thickness = np.minimum(colour * 1.5, 1).tolist(), max(1, int(radius / 14))
    cv2.ellipse(canvas, middle, axes, 0.0, begin, end, highlight, thickness, cv2.LINE_AA)
    return np.asarray(cv2.ellipse2Poly(middle, axes, 0, 0, 360, 12), np.float32)


def random_arm_polygons(
    rng: np.random.Generator, size: tuple[int, int], tile_width: float
) -> list[tuple[np.ndarray, np.ndarray]]:
    """The polygons (V, 2) px of an arm that reaches in over the picture's edge, each with its colour (3,).

    `size` is the picture's width and height, `tile_width` is in pixels.
    """
    width, height = size
    side = int(rng.integers(4))
    at = rng.uniform(0.1, 0.9)
    starts = [(at * width, height * 1.05), (at * width, -0.05 * height)]
    starts += [(-0.05 * width, at * height), (width * 1.05, at * height)]
    start = np.array(starts[side])
    goal = np.array([rng.uniform(0.15, 0.85) * width, rng.uniform(0.15, 0.85) * height])
    along = (goal - start) / (np.linalg.norm(goal - start) + 1e-6)
    across = np.array([-along[1], along[0]])
    skin = np.array((0.45, 0.6, 0.85)) * rng.uniform(0.25, 1.1) + rng.normal(0, 0.03, 3)
    sleeve = random_colour(rng) if rng.random() < 0.75 else skin
    wrist = goal - along * tile_width * 3.2
    half = tile_width * rng.uniform(0.9, 1.5)
    far = start - along * tile_width * 4
    cuff = wrist + along * tile_width * 0.8
    palm = wrist + along * tile_width * 1.9
    parts = [
        (strip(far, across * half * 1.3, wrist, across * half), sleeve),
        (strip(wrist, across * half * 0.7, cuff, across * half * 0.75), skin),
        (_palm(palm, (max(2, int(tile_width * 1.5)), max(2, int(half * 0.95))), along), skin),
    ]
    for place in np.linspace(-0.75, 0.75, 4):
        base = palm + along * tile_width * 0.9 + across * half * place
        tip = base + (along + across * (place * 0.35 + rng.normal(0, 0.1))) * tile_width * rng.uniform(0.7, 1.9)
        thick = across * tile_width * 0.24
        point = tip + along * tile_width * 0.15
        finger = np.array([base + thick, tip + thick * 0.8, point, tip - thick * 0.8, base - thick])
        parts.append((finger, skin * rng.uniform(0.9, 1.08)))
    return [(polygon.astype(np.float32), np.clip(colour, 0.01, 1).astype(np.float32)) for polygon, colour in parts]


def _palm(centre: np.ndarray, axes: tuple[int, int], along: np.ndarray) -> np.ndarray:
    """An ellipse (V, 2) whose first axis lies `along`."""
    degrees = int(np.degrees(np.arctan2(along[1], along[0])))
    return np.asarray(cv2.ellipse2Poly(tuple(centre.astype(int).tolist()), axes, degrees, 0, 360, 12), float)
