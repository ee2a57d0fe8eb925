"""Which camera watches the table; another may take its place at any time, and the game goes on."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from muggins.vision.capture.network_camera import check_address, without_password
from muggins.vision.capture.open_source import PHONE, LiveSource, Source, open_source
from muggins.vision.capture.status import SourceStatus
from muggins.vision.capture.webcam import webcam_name, webcams

from ..session.private_file import write_private
from ..session.session import GameSession
from .phone import Phone, load_or_make_key
from .watch_thread import MakeWatcher, WatchThread

NONE = "none"
FILM = "film"
"""What the command named: a video file or a folder of photos. No other file can be named on the page."""
LONGEST_ADDRESS = 500
FILE_NAME = "camera"
"""The file that remembers the camera; an address may hold a password."""

OpenSource = Callable[[str], Source]


@dataclass(frozen=True)
class CameraChoice:
    """A camera that can be chosen."""

    camera: str
    """What `choose` takes: a webcam's number, PHONE, FILM or NONE."""
    name: str


class CameraSwitch:
    """The camera of one table. Its methods may be called from any thread."""

    def __init__(
        self,
        live: GameSession,
        watching: WatchThread | None = None,
        film: tuple[Path, MakeWatcher | None] | None = None,
        folder: Path | None = None,
        make_watcher: MakeWatcher | None = None,
        open_camera: OpenSource = open_source,
        find_webcams: Callable[[Collection[int]], list[int]] = webcams,
        name_webcam: Callable[[int], str] = webcam_name,
    ) -> None:
        """`watching`: what watches already. `film`: what the command named, and what watches it.

        What is chosen is remembered in `folder`, for next time.
        """
        self.watch_thread = watching
        """None where there is no camera."""
        self.chosen = NONE if watching is None else PHONE if watching.phone else FILM if film else ""
        """What `choose` took last, an address with its password; "" for one that was opened elsewhere."""
        self.trouble = ""
        """Why the camera that was remembered is not there, a sentence."""
        self.assign_addresses: Callable[[Phone], None] = lambda phone: None
        """Tells a phone that becomes the camera the addresses by which it finds this machine."""
        self._live = live
        self._film = film
        self._folder = folder
        self._make_watcher = make_watcher
        self._open = open_camera
        self._find_webcams = find_webcams
        self._name_webcam = name_webcam
        self._lock = threading.Lock()

    @property
    def address(self) -> str:
        """That of a camera on the network, without its password; "" where the camera is none."""
        return without_password(self.chosen) if "://" in self.chosen else ""

    @property
    def phone_url(self) -> str:
        """The address that a phone opens, where a phone is the camera; "" while this machine is on no network."""
        phone = self.watch_thread.phone if self.watch_thread is not None else None
        if phone is None:
            return ""
        if not phone.addresses.secure:
            self.assign_addresses(phone)
        return phone.addresses.secure

    def choices(self) -> list[CameraChoice]:
        """The cameras that can be chosen here, but for those with an address."""
        in_use = [int(self.chosen)] if self.chosen.isdigit() else []
        names = {number: self._name_webcam(number) for number in self._find_webcams(in_use)}
        found = [
            CameraChoice(str(number), _told_apart(number, name, list(names.values()))) for number, name in names.items()
        ]
        film = [CameraChoice(FILM, self._film[0].name)] if self._film else []
        return [*film, *found, CameraChoice(PHONE, "A phone"), CameraChoice(NONE, "No camera")]

    def choose(self, camera: str) -> None:
        """Has another camera watch: a webcam's number, an address, PHONE, FILM or NONE. The game goes on.

        ValueError, a sentence, where no picture comes from it; the one before then watches on.
        """
        with self._lock:
            if camera == self.address != "":
                camera = self.chosen  # the page does not know its password
            is_on = (
                self.watch_thread is not None
                and not self.watch_thread.live_image.is_over
                and not self.watch_thread.trouble
            )
            if camera != self.chosen or not (is_on or camera == NONE):
                self._watch_by(camera, patient=False)
                self.start()
                self._remember()

    def open_named(self, source: str) -> None:
        """Takes the camera or film that the command named; ValueError, a sentence, where it is not there."""
        is_film = "://" not in source and source != PHONE and not source.isdigit()
        with self._lock:
            if is_film:
                self._film = Path(source), self._make_watcher
            self._watch_by(FILM if is_film else source, patient=True)
            self._remember()

    def resume(self) -> None:
        """Takes the camera of last time, or else the first webcam; where none is there, `trouble` says so."""
        with self._lock:
            try:
                self._watch_by(self._remembered() or self._first_webcam(), patient=True)
            except ValueError as error:
                self.trouble = str(error)

    def start(self) -> None:
        """What was taken begins to watch."""
        if self.watch_thread is not None:
            self.watch_thread.start()

    def stop(self) -> None:
        """Nobody watches any more."""
        if self.watch_thread is not None:
            self.watch_thread.stop()

    def _watch_by(self, camera: str, patient: bool) -> None:
        source = self._opened(camera, patient)
        number = 0
        if self.watch_thread is not None:
            self.watch_thread.stop()
            number = self.watch_thread.live_image.number
        make_watcher = self._film[1] if camera == FILM and self._film else self._make_watcher
        self.watch_thread, self.chosen, self.trouble = None, camera, ""
        if source is None:
            self._live.set_camera_status(SourceStatus())
            return
        key = load_or_make_key(self._folder) if camera == PHONE and self._folder else ""
        # Pages that ask for a picture newer than the last go on counting.
        watching = WatchThread(source, self._live, make_watcher, phone_key=key, number=number)
        if watching.phone is not None:
            self.assign_addresses(watching.phone)
        self.watch_thread = watching

    def _opened(self, camera: str, patient: bool) -> LiveSource | None:
        if camera == NONE:
            return None
        if camera == FILM:
            if self._film is None:
                raise ValueError("no film was named; start the program with it: muggins play FILE")
            name = str(self._film[0])
        elif camera == PHONE or re.fullmatch("[0-9]{1,3}", camera):
            name = camera
        else:
            # Nothing else is opened that was typed into a page: no file, and nothing that only looks like an address.
            check_address(camera[:LONGEST_ADDRESS])
            name = camera
        source = open_source(name, patient=True) if patient else self._open(name)
        assert isinstance(source, LiveSource)
        return source

    def _first_webcam(self) -> str:
        found = self._find_webcams(())
        if not found:
            raise ValueError("no webcam was found on this machine: plug one in, or choose another camera")
        return str(found[0])

    def _remembered(self) -> str:
        if self._folder is None:
            return ""
        with suppress(OSError, ValueError):
            return (self._folder / FILE_NAME).read_text(encoding="utf-8").strip()
        return ""

    def _remember(self) -> None:
        if self._folder is None or self.chosen == FILM:
            return
        # A folder that cannot be written costs nobody the camera.
        with suppress(OSError):
            write_private(self._folder / FILE_NAME, self.chosen)


def _told_apart(number: int, name: str, names: list[str]) -> str:
    """A webcam's name, with its number where another is called the same; its number alone where it has none."""
    if not name:
        return f"Webcam {number}"
    return f"{name} ({number})" if names.count(name) > 1 else name
