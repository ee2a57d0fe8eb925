"""`muggins doctor`: what is missing or wrong on this machine, and what to do about it."""

from __future__ import annotations

import os
import platform
import shutil
import socket
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

OLDEST_PYTHON = (3, 10)
LEAST_SPACE = 100 * 1024 * 1024
"""Bytes: a club's evening with a still of every play takes about a tenth."""


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at."""

    what: str
    says: str
    do: str = ""
    """What to do about it; empty where nothing need be done."""
    is_needed: bool = True
    """Whether muggins cannot be played without it."""


def doctor() -> int:
    """Prints what was found; 1 where something that is needed is wrong."""
    must_act = False
    for finding in examine():
        mark = "ok " if not finding.do else "BAD" if finding.is_needed else "-- "
        print(f"{mark}  {finding.what}: {finding.says}", flush=True)
        if finding.do:
            print(f"     {finding.do}", flush=True)
            must_act |= finding.is_needed
    print("Something is wrong: see above." if must_act else "muggins can be played here.")
    return 1 if must_act else 0


def examine() -> Iterator[Finding]:
    """Everything that is looked at, one after the other."""
    yield _python()
    yield _packages()
    for look in (_models, _cameras, _store, _dashboard, _certificate):
        yield _or_why_not(look)


def _or_why_not(look: Callable[[], Finding]) -> Finding:
    """What `look` finds; a package that is missing or broken says so itself."""
    try:
        return look()
    except ImportError as error:
        return Finding(look.__name__.lstrip("_"), str(error), "install muggins again")


def _python() -> Finding:
    says = f"{platform.python_version()} on {platform.system()} {platform.machine()}"
    too_old = sys.version_info < OLDEST_PYTHON
    return Finding("Python", says, "install Python 3.10 or newer" if too_old else "")


def _packages() -> Finding:
    found, missing = [], []
    for requirement in requires("muggins") or []:
        wanted, _, condition = requirement.partition(";")
        if "extra" in condition or ("python_version" in condition and sys.version_info >= (3, 11)):
            continue
        name = "".join(letter if letter.isalnum() or letter in "-_." else " " for letter in wanted).split()[0]
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            missing.append(name)
    if missing:
        return Finding("Packages", f"{', '.join(missing)} missing", f"pip install {' '.join(missing)}")
    return Finding("Packages", ", ".join(found))


def _models() -> Finding:
    import numpy as np

    from muggins.vision.reading.reader import Reader

    try:
        state = Reader().read(np.full((480, 640, 3), 128, np.uint8))
    except (ValueError, RuntimeError) as error:
        return Finding("Models", str(error), "install muggins again; muggins score needs none")
    return Finding("Models", f"loaded; {len(state.readings)} tiles seen on an empty table")


def _cameras() -> Finding:
    from muggins.vision.capture.open_source import webcam_name, webcams

    found = webcams()
    if found:
        return Finding("Webcams", ", ".join(f"{number} {webcam_name(number)}".strip() for number in found))
    return Finding(
        "Webcams",
        "none found",
        "plug one in, or name a network camera or a video: muggins play http://... (demo, read and score need none)",
        is_needed=False,
    )


def _store() -> Finding:
    from ..session.store import Store, default_address

    address = default_address()
    folder = Path(address).parent
    there = next(path for path in (folder, *folder.parents) if path.exists())
    elsewhere = "name another place: muggins play --record FILE"
    if not os.access(there, os.W_OK):
        return Finding("Record of games", f"{folder} cannot be written to", elsewhere)
    free = shutil.disk_usage(there).free
    if free < LEAST_SPACE:
        return Finding("Record of games", f"only {free >> 20} MB free at {folder}", "make room there")
    # Some disks, network shares above all, cannot keep a database; it is tried beside the real one, never on it.
    with tempfile.TemporaryDirectory(dir=there) as tried:
        try:
            Store(str(Path(tried) / "try.sqlite")).close()
        except ValueError as error:
            return Finding("Record of games", str(error), elsewhere)
    return Finding("Record of games", f"{address}, {free >> 30} GB free")


def _dashboard() -> Finding:
    from ..hosting.server import PORT

    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", PORT))
        except OSError as error:
            says = f"port {PORT}: {error.strerror}"
            return Finding("Dashboard", says, "stop the muggins that runs, or add --port 0", is_needed=False)
    return Finding("Dashboard", f"port {PORT} is free")


def _certificate() -> Finding:
    from ..hosting.tls import own_certificate

    with tempfile.TemporaryDirectory() as folder:
        own_certificate(Path(folder))
    return Finding("TLS", "certificates can be made")
