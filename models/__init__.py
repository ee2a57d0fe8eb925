"""The trained models, as ONNX files."""

from pathlib import Path

TILES = Path(__file__).with_name("tiles.onnx")
"""Finds the tiles in a whole picture."""
PIPS = Path(__file__).with_name("pips.onnx")
"""Reads the two halves of a tile that is cut out upright."""
RECIPE = Path(__file__).with_name("recipe.toml")
"""How both are made."""
