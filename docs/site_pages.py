"""Lays the pages of the site out as they lie in the project; `make docs` runs it as a hook of MkDocs."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig

ROOT = Path(__file__).parents[1]
PAGES = (
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "LICENSE",
    "SECURITY.md",
    "docs/*.md",
    "docs/*.css",
    "docs/reference/*.md",
    "docs/screens/*",
    "docs/deploy/*",
    "models/*.md",
    "models/*.svg",
    "models/*.toml",
    "datasets/README.md",
    "webapp/openapi.json",
)
"""Pages, and what they show or link to."""


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Copies the pages into a folder of their own, which takes the place of MkDocs's `docs_dir`."""
    folder = Path(tempfile.mkdtemp(prefix="muggins-docs-"))
    for pattern in PAGES:
        for path in ROOT.glob(pattern):
            copy = folder / path.relative_to(ROOT)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, copy)
    config.docs_dir = str(folder)
    return config


def on_post_build(config: MkDocsConfig) -> None:
    """Removes the copies."""
    shutil.rmtree(config.docs_dir)
