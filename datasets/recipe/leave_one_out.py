"""Measures how well sets of tiles are read that the training never drew: each family of sets is left out once.

    python -m muggins.datasets.recipe.leave_one_out --workdir DIR --backgrounds TEXTURES --scale 0.15
    python -m muggins.datasets.recipe.leave_one_out --workdir DIR --backgrounds TEXTURES --scale 0.15 --together 5
    python -m muggins.datasets.recipe.leave_one_out --workdir DIR --backgrounds TEXTURES --tiles models/tiles.onnx
    python -m muggins.datasets.recipe.leave_one_out --workdir DIR --backgrounds TEXTURES --drawn models

For each family the recipe is run at a small scale without it, and what it made reads scenes of that family alone.
All runs are alike but for what they leave out. One more run leaves nothing out and reads the same scenes, to compare.
`--together 5` leaves out five families at a time and measures on each of them: a fifth of the runs, and a harder test.
`--tiles` trains the pip model alone, on what that tile model finds. It measures how well the pip model reads such sets.
`--variants` leaves out what one maker makes of a family (tile_styles.VARIANTS), where what others make of it stays.
`--drawn` compares with weights that are there already and were taught all families, and saves that one run more.
Prints a table for the model card. A run that was stopped continues with the same command.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import statistics
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

from muggins.vision.detection.tile_detector import TileDetector
from muggins.vision.evaluation.metrics import wilson
from muggins.vision.pips.classifier import PipClassifier
from muggins.vision.reading.reader import Reader

from ..assets.tile_styles import FAMILIES, VARIANTS
from ..evaluation.rendered import FIRST_UNSEEN_SEED, results_for_seeds
from ..scenes.command_line import command_parser, exit_status, find_backgrounds
from ..scenes.render import SceneConstraints
from .options import add_options
from .settings import Recipe, load_recipe
from .stages import Progress, RecipeStage, Report, run_stages, unfinished
from .weights import PIPS_FILE, TEMPERATURE_FILE, TILES_FILE, Kitchen, delete_sets, weights_stage

SEED_OFFSET = 4_000_000
"""These scenes are not those of the other commands."""
SIZE = (1280, 960)
"""Width and height of the pictures in pixels."""
TILE_LENGTH_PX = 80
ELEVATION_DEGREES = 60
"""Tiles as long as in a photo of a layout, seen as a player sees them, none of them covered, by a phone that is held
still: what is hard should be the set alone."""
SCENES_PER_S = 1.5
"""Speed on two idle cores, from which the time left is estimated."""
FIGURES_FILE = "figures.json"


@dataclass(frozen=True)
class FamilyFigures:
    """How scenes of one family are read."""

    family: str
    tiles: int
    named: int
    """Tiles named right."""
    misnamed: int
    """Tiles named wrong."""
    false: int
    """Readings where no whole tile lies face up."""


def measure_family(reader: Reader, family: str, scenes: int, backgrounds: Sequence[Path]) -> FamilyFigures:
    """Reads `scenes` scenes that show only sets of one family."""
    first = FIRST_UNSEEN_SEED + SEED_OFFSET
    constraints = SceneConstraints(family=family, tile_length=TILE_LENGTH_PX, elevation=ELEVATION_DEGREES, counted=True)
    seeds = range(first, first + scenes)
    results = list(results_for_seeds(reader, seeds, list(backgrounds), SIZE, constraints))
    return FamilyFigures(
        family,
        tiles=sum(len(result.photo.asked) for result in results),
        named=sum(len(result.right) for result in results),
        misnamed=sum(len(result.misread) for result in results),
        false=sum(len(result.false) for result in results),
    )


def figures_stage(recipe: Recipe, kitchen: Kitchen, families: Sequence[str], scenes: int) -> RecipeStage:
    """Measures weights on some families. The weights that it needs are made by the recipe."""
    made = weights_stage(recipe, kitchen)
    settings = json.dumps({"families": list(families), "scenes": scenes})
    return _figures_stage(kitchen, kitchen.weights, settings, families, scenes, (made,))


def given_figures_stage(weights: Path, kitchen: Kitchen, families: Sequence[str], scenes: int) -> RecipeStage:
    """Measures the weights in a folder on some families. Raises ValueError where one of the files is missing."""
    files = [weights / name for name in (TILES_FILE, PIPS_FILE, TEMPERATURE_FILE)]
    for path in files:
        if not path.is_file():
            raise ValueError(f"--drawn: expected weights, but {path} is no file; name a folder that the recipe filled")
    digests = [hashlib.sha256(path.read_bytes()).hexdigest() for path in files]
    settings = json.dumps({"families": list(families), "scenes": scenes, "weights": digests})
    return _figures_stage(kitchen, weights, settings, families, scenes)


def _figures_stage(
    kitchen: Kitchen,
    weights: Path,
    settings: str,
    families: Sequence[str],
    scenes: int,
    needs: tuple[RecipeStage, ...] = (),
) -> RecipeStage:
    folder = kitchen.workdir / "figures"
    measure = partial(_measure, kitchen, weights, folder, families, scenes)
    seconds = scenes * len(families) / SCENES_PER_S
    return RecipeStage(f"read {', '.join(families)}", folder, settings, measure, seconds, needs)


def _measure(
    kitchen: Kitchen, weights: Path, folder: Path, families: Sequence[str], scenes: int, report: Report
) -> None:
    detector, classifier = TileDetector(weights / TILES_FILE), PipClassifier(weights / PIPS_FILE)
    reader = Reader(set=None, detector=detector, pip_reader=classifier)
    found = []
    for number, family in enumerate(families, 1):
        found.append(asdict(measure_family(reader, family, scenes, kitchen.backgrounds)))
        report(number / len(families))
    (folder / FIGURES_FILE).write_text(json.dumps(found, indent=1), encoding="utf-8")


def read_figures(folder: Path) -> dict[str, FamilyFigures]:
    """The figures that a stage wrote into its folder, by family."""
    return {one["family"]: FamilyFigures(**one) for one in json.loads((folder / FIGURES_FILE).read_text("utf-8"))}


def as_table(left_out: Sequence[FamilyFigures], drawn: dict[str, FamilyFigures]) -> str:
    """A Markdown table of families, the worst first. `drawn` are the figures of the run that left nothing out."""
    lines = [
        "| family | tiles | named | misnamed | false | named, where training drew it |",
        "|---|---|---|---|---|---|",
    ]
    for one in sorted(left_out, key=_share_named):
        low, high = wilson(one.named, one.tiles)
        named = f"{_share_named(one):.3f} ({low:.3f} to {high:.3f})"
        wrong = f"{one.misnamed / one.tiles:.3f} | {one.false / one.tiles:.3f}"
        lines.append(f"| {one.family} | {one.tiles} | {named} | {wrong} | {_share_named(drawn[one.family]):.3f} |")
    shares = [_share_named(one) for one in left_out]
    drawn_shares = [_share_named(drawn[one.family]) for one in left_out]
    lines.append(f"| the worst | | {min(shares):.3f} | | | {min(drawn_shares):.3f} |")
    lines.append(f"| the median | | {statistics.median(shares):.3f} | | | {statistics.median(drawn_shares):.3f} |")
    return "\n".join(lines)


def _share_named(figures: FamilyFigures) -> float:
    return figures.named / max(figures.tiles, 1)


def groups_of(families: Sequence[str], together: int) -> list[tuple[str, ...]]:
    """The families in groups of about `together`. Neighbours in the list, which are alike, are kept apart."""
    count = -(-len(families) // together)
    return [tuple(families[k::count]) for k in range(count)]


def main() -> int:
    """The command; see the module's docstring."""
    parser = command_parser("recipe.leave_one_out", __doc__)
    add_options(parser, scale=0.15)
    parser.add_argument(
        "--family",
        action="append",
        choices=sorted({*FAMILIES, *VARIANTS}),
        help="only this family or variant (default: each family)",
    )
    parser.add_argument("--variants", action="store_true", help="makers' variants of families instead of families")
    parser.add_argument("--together", type=int, default=1, help="families left out at a time (default: 1)")
    parser.add_argument("--scenes", type=int, default=40, help="scenes of each family to read (default: 40)")
    parser.add_argument(
        "--drawn", type=Path, metavar="DIR", help="compare with the weights in this folder, not with one more run"
    )
    return exit_status(partial(_run, parser.parse_args()))


def _run(given: argparse.Namespace) -> None:
    if given.together < 1:
        raise ValueError(f"--together: expected at least 1, got {given.together}")
    families = given.family or list(VARIANTS if given.variants else FAMILIES)
    recipe, backgrounds = load_recipe(given.recipe).scaled(given.scale), tuple(find_backgrounds(given.backgrounds))
    runs: list[tuple[RecipeStage, Recipe, Kitchen]] = []
    for group in groups_of(families, given.together):
        lacking, kitchen = recipe.without(group), _kitchen(given, backgrounds, group)
        runs.append((figures_stage(lacking, kitchen, group, given.scenes), lacking, kitchen))
    drawn = _drawn(given, recipe, backgrounds, families)
    progress = Progress([stage for goal, *_ in (*runs, drawn) for stage in unfinished(goal)])
    for goal, made, kitchen in (*runs, drawn):
        run_stages(unfinished(goal), progress.begin)
        delete_sets(made, kitchen)
    left_out = [one for goal, *_ in runs for one in read_figures(goal.folder).values()]
    print(as_table(left_out, read_figures(drawn[0].folder)))


def _drawn(
    given: argparse.Namespace, recipe: Recipe, backgrounds: tuple[Path, ...], families: Sequence[str]
) -> tuple[RecipeStage, Recipe, Kitchen]:
    """What leaves nothing out, to compare with: the weights that were named, or one more run."""
    if given.drawn is not None:
        kitchen = Kitchen(given.workdir / "given", backgrounds)
        return given_figures_stage(given.drawn, kitchen, families, given.scenes), recipe, kitchen
    kitchen = _kitchen(given, backgrounds, ())
    return figures_stage(recipe, kitchen, families, given.scenes), recipe, kitchen


def _kitchen(given: argparse.Namespace, backgrounds: tuple[Path, ...], left_out: Sequence[str]) -> Kitchen:
    return Kitchen(given.workdir / ("_".join(left_out) or "all"), backgrounds, given.workers, given.tiles)


if __name__ == "__main__":
    sys.exit(main())
