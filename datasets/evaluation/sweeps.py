"""Measures how reading changes with angle, tile size, light and colours, on rendered scenes that no training saw.

    python -m muggins.datasets.evaluation.sweeps --scenes 40 --backgrounds TEXTURES

In each row of a sweep one thing is fixed and all else is drawn from the same seeds. Prints Markdown for the model card:
recall of whole face-up tiles, the share of found tiles that were named wrong, and readings where no tile lies, with
95 % intervals (Wilson's). Then how tiles are read where others, hands or boxes hide some of them in part: the share of
whole tiles that are named, and of the parts those that are read as whole tiles, and those that people are asked about.
Then what is read on tables without tiles where other things lie. Rendered scenes are easier or harder than photos: the
rows show where reading begins to fail, not how often it is right at a real table.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import astuple, dataclass
from functools import partial
from pathlib import Path

import numpy as np

from muggins.vision.evaluation.metrics import PhotoResult, compare, wilson
from muggins.vision.geometry.overlap import intersections_over_min
from muggins.vision.reading.reader import Reader
from muggins.vision.types import ABOUT_TILES, TableState

from ..assets.clutter import THINGS
from ..assets.tile_styles import VARIANTS
from ..scenes.command_line import command_parser, exit_status, find_backgrounds
from ..scenes.make_scenes import MIN_LABELLED
from ..scenes.render import RenderedScene, SceneConstraints, render
from .rendered import FIRST_UNSEEN_SEED, HIGHEST_RENDERED, MIN_ASKED, add_scenes, as_photo, results_for_seeds

SEED_OFFSET = 2_000_000
"""These scenes are not those of the other commands."""
SIZE = (1280, 960)
"""Width and height of the pictures in pixels."""
IVORY, BLACK, WHITE = (0.82, 0.91, 0.95), (0.05, 0.05, 0.06), (0.96, 0.96, 0.96)
GREEN, RED, BLUE, WOOD = (0.30, 0.45, 0.10), (0.15, 0.12, 0.65), (0.60, 0.30, 0.12), (0.30, 0.52, 0.72)

SWEEPS: dict[str, dict[str, SceneConstraints]] = {
    "degrees above the table": {
        f"{angle}": SceneConstraints(elevation=angle) for angle in (88, 75, 60, 50, 42, 35, 30, 25)
    },
    "pixels along a tile": {
        f"{length}": SceneConstraints(tile_length=length) for length in (16, 20, 24, 40, 80, 160, 320, 600)
    },
    "mean of the picture, of 255": {
        f"{round(255 * light)}": SceneConstraints(brightness=light) for light in (0.04, 0.1, 0.2, 0.4, 0.6, 0.8)
    },
    "tiles and pips": {
        "white, black": SceneConstraints(colours=(WHITE, BLACK)),
        "ivory, black": SceneConstraints(colours=(IVORY, BLACK)),
        "black, white": SceneConstraints(colours=(BLACK, WHITE)),
        "green, white": SceneConstraints(colours=(GREEN, WHITE)),
        "red, white": SceneConstraints(colours=(RED, WHITE)),
        "blue, white": SceneConstraints(colours=(BLUE, WHITE)),
        "wood, black": SceneConstraints(colours=(WOOD, BLACK)),
    },
    "set": {
        f"double-{name}": SceneConstraints(highest=highest)
        for name, highest in (("six", 6), ("nine", 9), ("twelve", 12))
    },
    "made so": {variant: SceneConstraints(family=variant) for variant in VARIANTS},
    "table": {"bare, from above, no shadows": SceneConstraints(plain=True)},
    "beside the tiles": {"pages with printed tiles": SceneConstraints(beside="picture of tiles")},
}
"""The rows of each sweep, and what is fixed in them."""
HIDDEN: dict[str, SceneConstraints] = {
    "other tiles, in a heap": SceneConstraints(laid="heap"),
    "a hand that holds them": SceneConstraints(covered="hand"),
    "fingers over them": SceneConstraints(covered="fingers"),
    "a box over them": SceneConstraints(covered="box"),
}
"""What hides tiles in part."""
SAME_PLACE = 0.5
"""Intersection over minimum with a part from which a reading or a question is about it."""


@dataclass(frozen=True)
class SweepRow:
    """What was found with one thing fixed."""

    tiles: int
    found: int
    misnamed: int
    false: int

    @staticmethod
    def of(results: Sequence[PhotoResult]) -> SweepRow:
        """The counts of some scenes."""
        tiles = sum(len(result.photo.asked) for result in results)
        misnamed, false = sum(len(result.misread) for result in results), sum(len(result.false) for result in results)
        return SweepRow(tiles, sum(len(result.right) for result in results) + misnamed, misnamed, false)

    def to_markdown(self, name: str) -> str:
        """A row of a Markdown table."""
        if not self.tiles:
            return f"| {name} | 0 | | | |"
        misnamed = _share(self.misnamed, self.found) if self.found else ""
        false = f"{self.false / self.tiles:.3f}"
        return f"| {name} | {self.tiles} | {_share(self.found, self.tiles)} | {misnamed} | {false} |"


def _share(hits: int, total: int) -> str:
    """A share with its interval."""
    low, high = wilson(hits, total)
    return f"{hits / total:.3f} ({low:.3f} to {high:.3f})"


def things_row(reader: Reader, name: str, seeds: range, backgrounds: list[Path]) -> str:
    """A row of what is read and asked on tables without tiles where clutter.THINGS of one sort lie."""
    states = [reader.read(render(seed, backgrounds, SIZE, SceneConstraints(thing=name)).image) for seed in seeds]
    read, asked = sum(len(state.readings) for state in states), sum(len(state.doubts) for state in states)
    return f"| {name} | {len(states)} | {sum(not state.readings for state in states)} | {read} | {asked} |"


@dataclass(frozen=True)
class PartsRow:
    """How tiles were read among those that something hides in part."""

    whole: int
    named: int
    parts: int
    read: int
    """The parts that were read as whole tiles."""
    unasked: int
    """Those of them whose value or set is not in doubt."""
    asked: int
    """The parts that people are asked about."""

    @staticmethod
    def of(scene: RenderedScene, state: TableState) -> PartsRow:
        """The counts of one scene."""
        result = compare(as_photo(scene), state, (scene.image.shape[1], scene.image.shape[0]))
        known = (*result.right, *(reading for _, reading in result.misread))
        read = [reading for reading in state.readings if reading not in known]
        doubted = {doubt.tile for doubt in state.doubts if doubt.kind in ABOUT_TILES and not doubt.outline}
        unasked = [reading.corners for reading in read if reading.tile not in doubted]
        asked = [np.reshape(doubt.outline, (4, 2)) for doubt in state.doubts if doubt.outline]
        parts = [
            tile.corners for tile in scene.tiles if tile.kind == "faceup" and MIN_LABELLED < tile.visible <= MIN_ASKED
        ]
        about = [
            sum(bool((intersections_over_min(part, outlines) >= SAME_PLACE).any()) for part in parts)
            for outlines in ([reading.corners for reading in read], unasked, asked)
        ]
        return PartsRow(len(result.photo.asked), len(result.right), len(parts), *about)

    def __add__(self, other: PartsRow) -> PartsRow:
        return PartsRow(*(mine + theirs for mine, theirs in zip(astuple(self), astuple(other), strict=True)))

    def to_markdown(self, name: str) -> str:
        """A row of a Markdown table."""
        named = _share(self.named, self.whole) if self.whole else ""
        counts = (self.read, self.unasked, self.asked)
        read, unasked, asked = (_share(hits, self.parts) if self.parts else "" for hits in counts)
        return f"| {name} | {self.whole} | {named} | {self.parts} | {read} | {unasked} | {asked} |"


def main() -> int:
    """The command; see the module's docstring."""
    parser = command_parser("evaluation.sweeps", __doc__)
    add_scenes(parser, 40, "scenes for each row")
    given = parser.parse_args()
    return exit_status(partial(_print_sweeps, given.scenes, given.backgrounds))


def _print_sweeps(count: int, folder: Path | None) -> None:
    backgrounds = find_backgrounds(folder)
    reader = Reader(set=HIGHEST_RENDERED)
    first = FIRST_UNSEEN_SEED + SEED_OFFSET
    seeds = range(first, first + count)
    for title, rows in SWEEPS.items():
        print(f"| {title} | tiles | found | of those misnamed | false, for each tile |\n|---|---|---|---|---|")
        for name, constraints in rows.items():
            counts = SweepRow.of(list(results_for_seeds(reader, seeds, backgrounds, SIZE, constraints)))
            print(counts.to_markdown(name), flush=True)
        print()
    print(
        "| hidden in part by | whole tiles | named | parts | read as whole | read unasked | asked about as unread |\n"
        "|---|---|---|---|---|---|---|"
    )
    for name, constraints in HIDDEN.items():
        row = PartsRow(0, 0, 0, 0, 0, 0)
        for seed in seeds:
            scene = render(seed, backgrounds, SIZE, constraints)
            row += PartsRow.of(scene, reader.read(scene.image))
        print(row.to_markdown(name), flush=True)
    print()
    print("| no tiles, but | pictures | nothing read | tiles read | questions |\n|---|---|---|---|---|")
    for name in THINGS:
        print(things_row(reader, name, seeds, backgrounds), flush=True)


if __name__ == "__main__":
    sys.exit(main())
