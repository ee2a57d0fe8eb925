"""Shards, the files of a training set: pictures of scenes and their labels.

A shard holds `images` (N, SIDE_PX, SIDE_PX, 3) uint8 and `tiles` (M, ROW_COLUMNS) float32, a row for each tile.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

SIDE_PX = 832
"""Side of a stored square picture. Training cuts windows out of it."""
PER_SHARD = 50
"""Scenes in a shard."""
PADDING_GREY = 114
"""Level that fills a picture up to a square, as YOLO pads its input."""

IMAGE, KIND, VISIBLE = 0, 1, 2
"""Columns of a row: the number of the picture in the shard, the kind by its place in LABELS, the visible share."""
BOX = slice(3, 7)
"""Columns x0, y0, x1, y1 in pixels."""
CORNERS = slice(7, 15)
"""Columns of the four corners in pixels."""
HALF_PIPS = slice(15, 17)
"""Columns of the pips of both halves."""
SHOWN = slice(17, 19)
"""Columns that say of both halves whether the picture shows their pips: 1 or 0."""
ROW_COLUMNS = 19
UNKNOWN = -1
"""A label that is not known or not taught: pips of a half that is face down, standing, without a name or washed out."""


def letterbox_square(image: np.ndarray, side: int = SIDE_PX) -> tuple[np.ndarray, float]:
    """`image` in the top left of a grey (side, side, 3) square, and the scale it was resized by."""
    scale = side / max(image.shape[:2])
    size = (max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale)))
    out = np.full((side, side, 3), PADDING_GREY, np.uint8)
    out[: size[1], : size[0]] = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    return out, scale


def tile_row(
    image: int,
    kind: int,
    visible: float,
    box: Sequence[float],
    corners: np.ndarray,
    pips: Sequence[int],
    scale: float,
    shown: Sequence[bool] = (True, True),
) -> tuple[float, ...]:
    """The row of a tile. `box` and `corners` (4, 2) are in the picture's pixels before it was resized by `scale`."""
    return (image, kind, visible, *np.array(box) * scale, *(corners * scale).ravel(), *pips, *shown)


def corners_of(rows: np.ndarray) -> np.ndarray:
    """The corners (N, 4, 2) px of rows (N, ROW_COLUMNS)."""
    return rows[:, CORNERS].reshape(-1, 4, 2)


def write_shard(path: Path, images: Sequence[np.ndarray], rows: Sequence[tuple[float, ...]]) -> None:
    """Writes a shard."""
    write_npz(path, images=np.stack(images), tiles=np.array(rows, np.float32).reshape(-1, ROW_COLUMNS))


def write_npz(path: Path, **arrays: np.ndarray) -> None:
    """Writes arrays to a file that appears only when it is complete: a run that is stopped leaves no half of one."""
    unfinished = path.with_suffix(".part")
    with unfinished.open("wb") as file:
        np.savez(file, **arrays)  # type: ignore[arg-type]
    unfinished.rename(path)


def shard_path(folder: Path, number: int) -> Path:
    """The file of a shard by its number."""
    return folder / f"shard-{number:05d}.npz"


def npz_files(folders: Sequence[Path], prefix: str, made_by: str) -> list[Path]:
    """All files `prefix`-*.npz of some sets. Raises ValueError where there are none.

    `made_by` is the command that makes them, after `python -m muggins.datasets.`.
    """
    found = sorted(path for folder in folders for path in folder.glob(f"{prefix}-*.npz"))
    if not found:
        raise ValueError(
            f"{', '.join(map(str, folders))}: expected a training set with files {prefix}-*.npz, found none; "
            f"make some with python -m muggins.datasets.{made_by}"
        )
    return found


def shard_files(folders: Sequence[Path]) -> list[Path]:
    """All shards of some sets. Raises ValueError where there are none."""
    return npz_files(folders, "shard", made_by="scenes")
