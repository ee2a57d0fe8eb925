"""Where the project's files lie, for tests that read them."""

from pathlib import Path

TESTS = Path(__file__).parents[1]
ROOT = TESTS.parent
GOLDEN = TESTS / "golden"
STORED = TESTS / "stored"
SHARED = ROOT.parent / "shared"
"""Photos, films and golden games beside the project, if somebody has put them there."""
