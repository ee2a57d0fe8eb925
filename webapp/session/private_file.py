"""Files that only their owner may read: keys and passwords."""

from __future__ import annotations

import os
from pathlib import Path


def write_private(path: Path, content: str | bytes) -> None:
    """Write a file with mode 0600, and its folder where that is missing. OSError where it cannot be written.

    The mode is set before the content is written, so no other user of the machine can read it in between. Text is
    written as UTF-8. Windows has no such mode: there the permissions of the folder hold.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content.encode() if isinstance(content, str) else content)
