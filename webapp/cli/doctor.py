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

from muggins.texts import gettext, ngettext, pgettext
from muggins.texts.installing import install_command

OLDEST_PYTHON = (3, 11)
LEAST_FREE_BYTES = 100 * 1024 * 1024
"""Free space that a disk should have. A club's evening with a picture of every play takes about a tenth of it."""
EMPTY_TABLE = (480, 640, 3)
"""Height, width and channels of the grey picture that the models are tried on."""


@dataclass(frozen=True)
class Finding:
    """The result of one check."""

    subject: str
    says: str
    remedy: str = ""
    """What to do; "" where all is well."""
    is_needed: bool = True
    """Whether muggins cannot be played without it."""


def doctor() -> int:
    """Prints the findings; returns 1 where something that is needed is wrong."""
    is_unfit = False
    for finding in examine():
        bad = pgettext("found by muggins doctor", "BAD")
        mark = pgettext("found by muggins doctor", "ok ") if not finding.remedy else bad if finding.is_needed else "-- "
        print(f"{mark}  {finding.subject}: {finding.says}", flush=True)
        if finding.remedy:
            print(f"     {finding.remedy}", flush=True)
            is_unfit |= finding.is_needed
    print(gettext("Something is wrong: see above.") if is_unfit else gettext("muggins can be played here."))
    return 1 if is_unfit else 0


def examine() -> Iterator[Finding]:
    """The findings of all checks, each as soon as it is made."""
    yield _python()
    yield _packages()
    for check in (_models, _cameras, _store, _dashboard, _certificate):
        yield _finding_of(check)


def _finding_of(check: Callable[[], Finding]) -> Finding:
    """The finding of a check; a package that is missing or broken is a finding too."""
    try:
        return check()
    except ImportError as error:
        return Finding(check.__name__.lstrip("_"), str(error), gettext("install muggins again"))


def _python() -> Finding:
    says = gettext(
        "%(version)s on %(system)s %(machine)s",
        version=platform.python_version(),
        system=platform.system(),
        machine=platform.machine(),
    )
    is_too_old = sys.version_info < OLDEST_PYTHON
    return Finding("Python", says, gettext("install Python 3.11 or newer") if is_too_old else "")


def _packages() -> Finding:
    found, missing = [], []
    for requirement in requires("muggins") or []:
        specifier, _, condition = requirement.partition(";")
        if "extra" in condition:
            continue
        name = "".join(letter if letter.isalnum() or letter in "-_." else " " for letter in specifier).split()[0]
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            missing.append(name)
    if missing:
        return Finding(
            gettext("Packages"),
            gettext("%(names)s missing", names=", ".join(missing)),
            str(install_command(*missing)),
        )
    return Finding(gettext("Packages"), ", ".join(found))


def _models() -> Finding:
    import numpy as np

    from muggins.vision.reading.reader import Reader

    try:
        state = Reader().read(np.full(EMPTY_TABLE, 128, np.uint8))
    except (ValueError, RuntimeError) as error:
        return Finding(gettext("Models"), str(error), gettext("install muggins again; muggins score needs none"))
    return Finding(
        gettext("Models"),
        ngettext(
            "loaded; %(number)s tile seen on an empty table",
            "loaded; %(number)s tiles seen on an empty table",
            len(state.readings),
        ),
    )


def _cameras() -> Finding:
    from muggins.vision.capture.webcam import webcam_name, webcams, why_none

    found = webcams()
    if found:
        return Finding(gettext("Webcams"), ", ".join(f"{number} {webcam_name(number)}".strip() for number in found))
    return Finding(
        gettext("Webcams"),
        str(why_none()),
        gettext("or name a network camera or a video: muggins play http://... (demo, read and score need none)"),
        is_needed=False,
    )


def _store() -> Finding:
    from ..session.store import Store, default_address

    subject, elsewhere = gettext("Record of games"), gettext("name another place: muggins play --record FILE")
    address = default_address()
    folder = Path(address).parent
    existing = next(path for path in (folder, *folder.parents) if path.exists())
    if not os.access(existing, os.W_OK):
        return Finding(subject, gettext("%(folder)s cannot be written to", folder=folder), elsewhere)
    free = shutil.disk_usage(existing).free
    if free < LEAST_FREE_BYTES:
        return Finding(
            subject,
            gettext("only %(size)s MB free at %(folder)s", size=free >> 20, folder=folder),
            gettext("make room there"),
        )
    # Some disks, above all network shares, cannot hold a database. One is tried beside the real one, never on it.
    with tempfile.TemporaryDirectory(dir=existing) as trial:
        try:
            Store(str(Path(trial) / "try.sqlite")).close()
        except ValueError as error:
            return Finding(subject, str(error), elsewhere)
    return Finding(subject, gettext("%(address)s, %(size)s GB free", address=address, size=free >> 30))


def _dashboard() -> Finding:
    from ..hosting.server import PORT

    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", PORT))
        except OSError as error:
            says = gettext("port %(port)s: %(reason)s", port=PORT, reason=error.strerror)
            return Finding(
                gettext("Dashboard"), says, gettext("stop the muggins that runs, or add --port 0"), is_needed=False
            )
    return Finding(gettext("Dashboard"), gettext("port %(port)s is free", port=PORT))


def _certificate() -> Finding:
    from ..hosting.tls import own_certificate

    with tempfile.TemporaryDirectory() as folder:
        own_certificate(Path(folder))
    return Finding("TLS", gettext("certificates can be made"))
