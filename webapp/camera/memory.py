"""What a table remembers about its camera, so that the next evening begins with it."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Protocol

from ..session.private_file import write_private
from .phone import load_or_make_key

CAMERA_FILE = "camera"
"""The file that remembers the camera. It is private, since an address may hold a password."""


class CameraMemory(Protocol):
    """The camera of a table from one start of the program to the next."""

    def camera(self) -> str:
        """What `CameraSwitch.choose` took last; "" where nothing is remembered."""

    def keep_camera(self, camera: str) -> None:
        """Remembers a camera. Where that cannot be, it is only chosen again next time."""

    def phone_key(self) -> str:
        """The key of the table's phone, which stays the same, so that a phone need not scan the QR code again."""


class FolderMemory:
    """Remembers in the files of a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def camera(self) -> str:
        """See `CameraMemory.camera`."""
        with suppress(OSError, ValueError):
            return (self._folder / CAMERA_FILE).read_text(encoding="utf-8").strip()
        return ""

    def keep_camera(self, camera: str) -> None:
        """See `CameraMemory.keep_camera`."""
        with suppress(OSError):
            write_private(self._folder / CAMERA_FILE, camera)

    def phone_key(self) -> str:
        """See `CameraMemory.phone_key`."""
        return load_or_make_key(self._folder)
