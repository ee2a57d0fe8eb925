"""Where the project's files lie, for tests that read them."""

from pathlib import Path

TESTS = Path(__file__).parents[1]
ROOT = TESTS.parent
GOLDEN = TESTS / "golden"
STORED = TESTS / "stored"
SHARED = ROOT.parent / "shared"
"""Photos, films and golden games that lie beside the project, where somebody has laid them there."""
