"""Makes the weights of both networks from nothing, as models/recipe.toml says.

    python -m muggins.datasets.recipe --workdir DIR --backgrounds TEXTURES
    python -m muggins.datasets.recipe --workdir DIR --scale 0.01
    python -m muggins.datasets.recipe --workdir DIR --tiles models/tiles.onnx

Renders the scenes, trains the tile model, cuts out what it finds, trains the pip model on that, and fits its
temperature. A run that was stopped, at whatever moment, continues with the same command. What is finished is not done
again unless its settings changed. Training uses a GPU where PyTorch finds one. `--tiles` trains the pip model alone, on
what that tile model finds.
"""

from __future__ import annotations

import argparse
import sys
from functools import partial

from ..assets.tile_styles import FAMILIES
from ..scenes.command_line import command_parser, exit_status, find_backgrounds
from .options import add_options
from .settings import load_recipe
from .stages import Progress, run_stages, unfinished
from .weights import Kitchen, delete_sets, weights_stage


def main() -> int:
    """The command; see the module's docstring."""
    parser = command_parser("recipe", __doc__)
    add_options(parser, scale=1.0)
    parser.add_argument(
        "--without",
        action="append",
        default=[],
        choices=sorted(FAMILIES),
        help="show no sets of tiles of this family; may be given more than once",
    )
    parser.add_argument("--delete-sets", action="store_true", help="delete scenes and crops once the weights are made")
    return exit_status(partial(_run, parser.parse_args()))


def _run(given: argparse.Namespace) -> None:
    recipe = load_recipe(given.recipe).scaled(given.scale).without(given.without)
    kitchen = Kitchen(given.workdir, tuple(find_backgrounds(given.backgrounds)), given.workers, given.tiles)
    stages = unfinished(weights_stage(recipe, kitchen))
    run_stages(stages, Progress(stages).begin)
    if given.delete_sets:
        delete_sets(recipe, kitchen)
    print(f"The weights are in {kitchen.weights}. To use them, copy its .onnx and .toml files to models/.")


if __name__ == "__main__":
    sys.exit(main())
