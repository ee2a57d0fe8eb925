"""The command that adds packages to this copy of muggins: no index need hold muggins itself."""

from __future__ import annotations

import shlex
import subprocess
import sys
from importlib.metadata import requires
from importlib.util import find_spec
from pathlib import Path

from .messages import Text, lazy_gettext


def extra_command(extra: str) -> Text | str:
    """What to type to have an extra of muggins too."""
    listed = (each.partition(";") for each in requires("muggins") or ())
    return install_command(*(name.strip() for name, _, condition in listed if extra in condition))


def install_command(*packages: str) -> Text | str:
    """What to type to have these packages too, however muggins was installed here."""
    if getattr(sys, "frozen", False):
        return lazy_gettext("this copy brings its own Python and takes nothing more; install muggins with pipx or pip")
    here = Path(sys.prefix)
    if (here / "pipx_metadata.json").exists():
        return _typed("pipx", "inject", "muggins", *packages)
    if find_spec("pip") is None:  # uv leaves it out
        return _typed("uv", "pip", "install", "--python", sys.executable, *packages)
    return _typed(sys.executable, "-m", "pip", "install", *packages)


def _typed(*words: str) -> str:
    """A command as a terminal of this system takes it."""
    return subprocess.list2cmdline(words) if sys.platform == "win32" else shlex.join(words)
