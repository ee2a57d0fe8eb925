"""The options that both commands share."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from muggins.models import RECIPE

from ..scenes.command_line import add_backgrounds


def add_options(parser: argparse.ArgumentParser, scale: float) -> None:
    """Adds the options of a run of the recipe. `scale` is the default share of it that is run."""
    parser.add_argument("--workdir", type=Path, required=True, help="folder for all that is made, 45 GB at full scale")
    parser.add_argument("--recipe", type=Path, default=RECIPE, help="the settings (default: models/recipe.toml)")
    parser.add_argument(
        "--scale", type=float, default=scale, help=f"share of all scenes, pictures and crops (default: {scale:g})"
    )
    parser.add_argument("--tiles", type=Path, metavar="FILE", help="use this tile model instead of training one")
    add_backgrounds(parser)
    parser.add_argument(
        "--workers", type=int, default=os.cpu_count() or 1, help="processes and threads (default: one a core)"
    )
