"""Files that only their owner may read: keys, passwords, and the record that holds some."""

from __future__ import annotations

import os
import sys
from pathlib import Path

OWNER_ALONE = 0o600


def write_private(path: Path, content: str | bytes) -> None:
    """Writes a file with mode 0600, and its folder where that is missing. OSError where it cannot be written.

    The mode is set before the content is written, so no other user of the machine can read it in between. Text is
    written as UTF-8. Windows has no such mode: there the permissions of the folder hold.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    make_private(path)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, OWNER_ALONE)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content.encode() if isinstance(content, str) else content)


def make_private(path: Path) -> bool:
    """Gives a file mode 0600. Returns whether others could open it before. OSError where it is another user's.

    A file that is missing is left so. On Windows nothing changes: there the permissions of the folder hold.
    """
    if sys.platform == "win32" or not path.exists() or not path.stat().st_mode & 0o077:
        return False
    path.chmod(OWNER_ALONE)
    return True
