"""Measures reading, on labelled photos or on rendered scenes that no training saw.

    python -m muggins.datasets.evaluate PHOTOS        a folder with truth.jsonl beside its photos
    python -m muggins.datasets.evaluate --scenes 200 --backgrounds TEXTURES

Prints one JSON object a folder. A figure from rendered scenes only tells whether training went well: it is no result.
Of a truth with boxes: recall and precision of face-up tiles (boxes that share half their joint area), value_right of
those that are there. Of a truth with names alone: named and misnamed per tile that is there.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from muggins.datasets.render import render
from muggins.datasets.scenes import find_backgrounds
from muggins.scorer import Tile
from muggins.vision.reader import Reader
from muggins.vision.table import TableState

FIRST_UNSEEN = 50_000_000
"""Seeds from here on are never trained on."""
Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Truth:
    """What really lies in a picture."""

    name: str
    tiles: tuple[tuple[Tile | None, Box | None], ...]
    """Face-up tiles; no tile means that its name is not known, no box that its place is not."""
    cut: tuple[Box, ...] = ()
    """Tiles cut off by the edge: neither asked for nor held against the reader."""


def _upright(corners: np.ndarray) -> Box:
    (x0, y0), (x1, y1) = corners.min(axis=0), corners.max(axis=0)
    return float(x0), float(y0), float(x1), float(y1)


def shared_area(one: Box, other: Box) -> float:
    """Intersection over union of two upright boxes."""
    width = min(one[2], other[2]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[1], other[1])
    if width <= 0 or height <= 0:
        return 0.0
    joint = width * height
    return joint / ((one[2] - one[0]) * (one[3] - one[1]) + (other[2] - other[0]) * (other[3] - other[1]) - joint)


def pair(found: list[Box], true: list[Box]) -> list[tuple[int, int]]:
    """Pairs of indices that mean the same tile, the best fits first, each used once."""
    fits = sorted(((shared_area(f, t), i, j) for i, f in enumerate(found) for j, t in enumerate(true)), reverse=True)
    left, right, out = set(range(len(found))), set(range(len(true))), []
    for fit, i, j in fits:
        if fit >= 0.5 and i in left and j in right:
            left.remove(i)
            right.remove(j)
            out.append((i, j))
    return out


def count_picture(state: TableState, truth: Truth) -> Counter[str]:
    """Adds up one picture: tiles, found, read, right (with boxes); named, misnamed (without); exact."""
    boxes = [_upright(reading.corners) for reading in state.readings]
    names = [reading.tile for reading in state.readings]
    out: Counter[str] = Counter(pictures=1, tiles=len(truth.tiles))
    if all(box is not None for _, box in truth.tiles) and truth.tiles:
        passed = {i for i, _ in pair(boxes, list(truth.cut))}
        kept = [i for i in range(len(boxes)) if i not in passed]
        pairs = pair([boxes[i] for i in kept], [box for _, box in truth.tiles if box is not None])
        right = sum(names[kept[i]] == truth.tiles[j][0] for i, j in pairs)
        out.update(boxed=1, found=len(pairs), read=len(kept), right=right, exact=right == len(truth.tiles) == len(kept))
    else:
        there, said = Counter(tile for tile, _ in truth.tiles), Counter(names)
        out.update(named=(there & said).total(), misnamed=(said - there).total(), exact=there == said)
    return out


def labelled_photos(folder: Path) -> Iterator[tuple[np.ndarray, Truth]]:
    """Photos of a folder with their truth; raises ValueError where truth.jsonl or a photo is missing or broken."""
    listing = folder / "truth.jsonl"
    if not listing.is_file():
        raise ValueError(f"{listing}: expected a line of truth for each photo, but there is no such file")
    for number, line in enumerate(listing.read_text().splitlines(), 1):
        try:
            given = json.loads(line)
            faceup = [t for t in given["tiles"] if t.get("pose", "faceup") == "faceup"]
            tiles = tuple(
                (Tile.parse(t["tile"]) if t.get("tile") else None, tuple(t["box"]) if "box" in t else None)
                for t in faceup
                if t.get("tile", "") is not None
            )
            cut = tuple(tuple(t["box"]) for t in given["tiles"] if t.get("tile", "") is None)
            image = cv2.imread(str(folder / given["image"]))
        except (ValueError, KeyError, TypeError) as error:
            raise ValueError(
                f"{listing}, line {number}: expected an image and its tiles, got {line[:80]!r} ({error})"
            ) from None
        if image is None:
            raise ValueError(f"{folder / given['image']}: expected a photo, but there is none that can be read")
        yield image, Truth(given["image"], tiles, cut)  # type: ignore[arg-type]


def rendered_scenes(count: int, backgrounds: list[Path]) -> Iterator[tuple[np.ndarray, Truth]]:
    """Scenes of seeds that are never trained on; tiles half hidden or cut off count as cut."""
    for seed in range(FIRST_UNSEEN, FIRST_UNSEEN + count):
        scene = render(seed, backgrounds)
        faceup = [t for t in scene.tiles if t.kind == "faceup"]
        whole = tuple((t.tile, t.box) for t in faceup if t.visible > 0.9)
        yield scene.image, Truth(str(seed), whole, tuple(t.box for t in faceup if t.visible <= 0.9))


def figures(name: str, total: Counter[str]) -> dict[str, object]:
    """Shares worked out from the sums of count_picture."""

    def share(part: str, whole: str) -> float | None:
        return round(total[part] / total[whole], 4) if total[whole] else None

    out: dict[str, object] = {"of": name, "pictures": total["pictures"], "tiles": total["tiles"]}
    if total["boxed"]:
        out |= {
            "recall": share("found", "tiles"),
            "precision": share("found", "read"),
            "value_right": share("right", "tiles"),
        }
    else:
        out |= {"named": share("named", "tiles"), "misnamed": share("misnamed", "tiles")}
    return out | {"picture_right": share("exact", "pictures")}


def main() -> int:
    """The command; see the module's docstring."""
    parser = argparse.ArgumentParser(
        prog="python -m muggins.datasets.evaluate",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("photos", nargs="*", type=Path, help="folders with truth.jsonl")
    parser.add_argument("--scenes", type=int, default=0, help="so many rendered scenes")
    parser.add_argument("--backgrounds", type=Path, help="folder of table textures for the scenes")
    given = parser.parse_args()
    if not given.photos and not given.scenes:
        parser.error("give folders of labelled photos, or --scenes N")
    try:
        reader = Reader()
        sources = [(folder.name, labelled_photos(folder)) for folder in given.photos]
        if given.scenes:
            sources.append(("scenes", rendered_scenes(given.scenes, find_backgrounds(given.backgrounds))))
        for name, pictures in sources:
            total: Counter[str] = Counter()
            for number, (image, truth) in enumerate(pictures, 1):
                total += count_picture(reader.read(image), truth)
                print(f"\r{name}: {number} read", end="", file=sys.stderr, flush=True)
            print(file=sys.stderr)
            print(json.dumps(figures(name, total)), flush=True)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
