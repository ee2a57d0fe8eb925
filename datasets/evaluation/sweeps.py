"""How reading changes with angle, tile size, light and the colour of the set, on rendered scenes that no training saw.

    python -m muggins.datasets.evaluation.sweeps --scenes 40 --backgrounds TEXTURES

In each row one thing is held and all else is drawn from the same seeds as in its other rows. Prints Markdown for the
model card: recall of whole face-up tiles, the share of those found that were named wrong, and readings where no such
tile lies, for each tile; with 95 % intervals (Wilson's). Then what is read where no tile lies but other things do.
Rendered scenes are easier or harder than photos: rows tell where reading begins to fail, not how often it is right at a
real table.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path

from muggins.vision.evaluation.metrics import PhotoResult, wilson
from muggins.vision.reading.reader import Reader

from ..assets.clutter import THINGS
from ..scenes.make_scenes import find_backgrounds
from ..scenes.render import Held, render
from .rendered import FIRST_UNSEEN, HIGHEST, outcomes_of

SCENES_APART = 2_000_000
SIZE = (1280, 960)
"""Pixels of the pictures."""
IVORY, BLACK, WHITE = (0.82, 0.91, 0.95), (0.05, 0.05, 0.06), (0.96, 0.96, 0.96)
GREEN, RED, BLUE, WOOD = (0.30, 0.45, 0.10), (0.15, 0.12, 0.65), (0.60, 0.30, 0.12), (0.30, 0.52, 0.72)

SWEEPS: dict[str, dict[str, Held]] = {
    "degrees above the table": {f"{angle}": Held(elevation=angle) for angle in (88, 75, 60, 50, 42, 35)},
    "pixels along a tile": {f"{long}": Held(tile_length=long) for long in (16, 20, 24, 40, 80, 160, 320, 600)},
    "mean of the picture, of 255": {
        f"{round(255 * light)}": Held(brightness=light) for light in (0.04, 0.1, 0.2, 0.4, 0.6, 0.8)
    },
    "tiles and pips": {
        "white, black": Held(colours=(WHITE, BLACK)),
        "ivory, black": Held(colours=(IVORY, BLACK)),
        "black, white": Held(colours=(BLACK, WHITE)),
        "green, white": Held(colours=(GREEN, WHITE)),
        "red, white": Held(colours=(RED, WHITE)),
        "blue, white": Held(colours=(BLUE, WHITE)),
        "wood, black": Held(colours=(WOOD, BLACK)),
    },
    "set": {"double-six": Held(highest=6), "double-nine": Held(highest=9), "double-twelve": Held(highest=12)},
    "table": {"bare, from above, no shadows": Held(plain=True)},
    "beside the tiles": {"pages with printed tiles": Held(beside="picture of tiles")},
}


@dataclass(frozen=True)
class Row:
    """What was found with one thing held."""

    tiles: int
    found: int
    misnamed: int
    false: int

    @staticmethod
    def of(outcomes: list[PhotoResult]) -> Row:
        tiles = sum(len(one.photo.asked) for one in outcomes)
        misnamed, false = sum(len(one.misread) for one in outcomes), sum(len(one.false) for one in outcomes)
        return Row(tiles, sum(len(one.right) for one in outcomes) + misnamed, misnamed, false)

    def told(self, name: str) -> str:
        if not self.tiles:
            return f"| {name} | 0 | | | |"
        misnamed = _share(self.misnamed, self.found) if self.found else ""
        false = f"{self.false / self.tiles:.3f}"
        return f"| {name} | {self.tiles} | {_share(self.found, self.tiles)} | {misnamed} | {false} |"


def _share(hits: int, of: int) -> str:
    low, high = wilson(hits, of)
    return f"{hits / of:.3f} ({low:.3f} to {high:.3f})"


def among_things(reader: Reader, name: str, seeds: range, backgrounds: list[Path]) -> str:
    """A row: what is read and what is asked on tables without tiles where some of clutter.THINGS of that name lie."""
    states = [reader.read(render(seed, backgrounds, SIZE, Held(thing=name)).image) for seed in seeds]
    read, asked = sum(len(state.readings) for state in states), sum(len(state.doubts) for state in states)
    return f"| {name} | {len(states)} | {sum(not state.readings for state in states)} | {read} | {asked} |"


def main() -> int:
    """The command; see the module's docstring."""
    parser = argparse.ArgumentParser(
        prog="python -m muggins.datasets.evaluation.sweeps",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--scenes", type=int, default=40, help="scenes for each row (default 40)")
    parser.add_argument("--backgrounds", type=Path, help="folder of table textures (default: drawn tables only)")
    given = parser.parse_args()
    try:
        backgrounds = find_backgrounds(given.backgrounds)
        reader = Reader(set=HIGHEST)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 1
    first = FIRST_UNSEEN + SCENES_APART
    seeds = range(first, first + given.scenes)
    for title, rows in SWEEPS.items():
        print(f"| {title} | tiles | found | of those misnamed | false, for each tile |\n|---|---|---|---|---|")
        for name, held in rows.items():
            print(Row.of(list(outcomes_of(reader, seeds, backgrounds, SIZE, held))).told(name), flush=True)
        print()
    print("| no tiles, but | pictures | nothing read | tiles read | questions |\n|---|---|---|---|---|")
    for name in THINGS:
        print(among_things(reader, name, seeds, backgrounds), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
