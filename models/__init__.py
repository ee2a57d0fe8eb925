"""The trained networks, as files."""

from pathlib import Path

TILES = Path(__file__).with_name("tiles.onnx")
"""Finds tiles in a whole picture."""
PIPS = Path(__file__).with_name("pips.onnx")
"""Reads the halves of an upright cut-out tile."""
