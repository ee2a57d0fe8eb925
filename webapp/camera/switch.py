"""Which camera watches the table, and what is remembered of it. Another may take over, and the game goes on."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from muggins.texts import Text, lazy_gettext, text_of
from muggins.vision.capture.network_camera import check_address, without_password
from muggins.vision.capture.open_source import PHONE, LiveSource, Source, open_source
from muggins.vision.capture.status import SourceStatus
from muggins.vision.capture.webcam import webcam_name, webcams, why_none

from ..session.private_file import write_private
from ..session.session import GameSession
from .phone import Phone, load_or_make_key
from .table_watcher import HERE, PictureWork
from .watch_thread import MakeWatcher, WatchThread

CAMERA_FILE = "camera"
"""The file that remembers the camera. It is private, since an address may hold a password."""
NONE = "none"
FILM = "film"
"""The video file or folder of photos that the command named. A page cannot name any other file."""
LOOK_SECONDS = 3.0
"""Seconds between two looks for a camera that is not there when the evening begins."""
LONGEST_ADDRESS = 500
"""Characters of a camera's address."""

OpenSource = Callable[[str], Source]


class CameraMemory(Protocol):
    """The camera of a table from one start of the program to the next."""

    def camera(self) -> str:
        """What `CameraSwitch.choose` took last; "" where nothing is remembered."""

    def keep_camera(self, camera: str) -> None:
        """Remembers a camera. Where it cannot be stored, people choose it again next time."""

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


@dataclass(frozen=True)
class CameraChoice:
    """A camera that can be chosen."""

    camera: str
    """What `choose` takes: a webcam's number, PHONE, FILM or NONE."""
    name: Text | str


@dataclass(frozen=True)
class NamedFilm:
    """The film that the command named."""

    path: Path
    make_watcher: MakeWatcher | None = None


class CameraSwitch:
    """The camera of one table. Methods may be called from any thread."""

    def __init__(
        self,
        session: GameSession,
        watch_thread: WatchThread | None = None,
        film: NamedFilm | None = None,
        folder: Path | None = None,
        make_watcher: MakeWatcher | None = None,
        open_camera: OpenSource = open_source,
        find_webcams: Callable[[Collection[int]], list[int]] = webcams,
        name_webcam: Callable[[int], str] = webcam_name,
        memory: CameraMemory | None = None,
        work: PictureWork = HERE,
    ) -> None:
        """`watch_thread` is one that watches already. `memory`, or else files of `folder`, remember what is chosen.

        `work` is what is done with its pictures.
        """
        self.watch_thread = watch_thread
        """None where there is no camera."""
        self.chosen = NONE if watch_thread is None else PHONE if watch_thread.phone else FILM if film else ""
        """What `choose` took last, an address with its password; "" for a camera that was opened elsewhere."""
        self.trouble: Text | str = ""
        """Why the camera that was remembered is not there, a sentence; "" where it is."""
        self.assign_addresses: Callable[[Phone], None] = lambda phone: None
        """Gives a phone that becomes the camera the addresses of this machine."""
        self._session = session
        self._film = film
        self._memory = memory or (FolderMemory(folder) if folder is not None else None)
        self._work = work
        self._make_watcher = make_watcher
        self._open = open_camera
        self._find_webcams = find_webcams
        self._name_webcam = name_webcam
        self._lock = threading.Lock()
        self._stopped = threading.Event()
        self._is_awaited = False
        """Whether the camera of last time is looked for again and again."""

    @property
    def address(self) -> str:
        """The address of a camera on the network, without its password; "" where the camera has none."""
        return without_password(self.chosen) if "://" in self.chosen else ""

    @property
    def phone_url(self) -> str:
        """The address that a phone opens where it is the camera; "" while this machine is on no network."""
        phone = self.watch_thread.phone if self.watch_thread is not None else None
        if phone is None:
            return ""
        if not phone.addresses.secure:
            self.assign_addresses(phone)
        return phone.addresses.secure

    def choices(self) -> list[CameraChoice]:
        """The cameras that can be chosen here, without those that have an address."""
        in_use = [int(self.chosen)] if self.chosen.isdigit() else []
        names = {number: self._name_webcam(number) for number in self._find_webcams(in_use)}
        all_names = list(names.values())
        found = [CameraChoice(str(number), _distinct_name(number, name, all_names)) for number, name in names.items()]
        film = [CameraChoice(FILM, self._film.path.name)] if self._film else []
        return [
            *film,
            *found,
            CameraChoice(PHONE, lazy_gettext("A phone")),
            CameraChoice(NONE, lazy_gettext("No camera")),
        ]

    def choose(self, camera: str) -> None:
        """Watches through another camera: a webcam's number, an address, PHONE, FILM or NONE. The game goes on.

        ValueError, with a sentence, where no picture comes from it; then the camera before goes on watching.
        """
        with self._lock:
            if camera == self.address != "":
                camera = self.chosen  # the page does not know its password
            current = self.watch_thread
            is_watching = current is not None and not current.live_image.is_over
            if camera != self.chosen or self._is_awaited or not (is_watching or camera == NONE):
                self._switch_to(camera, patient=False)
                self.start()
                self._remember()

    def begin_film(self) -> None:
        """Watches the film that the command named from its beginning. ValueError where none was named."""
        with self._lock:
            self._switch_to(FILM, patient=False)
            self.start()

    def open_named(self, source: str) -> None:
        """Takes the camera or film that the command named. ValueError, with a sentence, where it cannot be opened."""
        is_film = "://" not in source and source != PHONE and not source.isdigit()
        with self._lock:
            if is_film:
                self._film = NamedFilm(Path(source), self._make_watcher)
            self._switch_to(FILM if is_film else source, patient=True)
            self._remember()

    def resume(self) -> None:
        """Takes the camera of last time, or else the first webcam. Where there is none, `trouble` says so.

        Then it is looked for again once `start` was called, until it is there or another is chosen.
        """
        with self._lock:
            self._resume()

    def _resume(self) -> None:
        remembered = self._memory.camera() if self._memory is not None else ""
        try:
            self._switch_to(remembered or self._first_webcam(), patient=True)
        except ValueError as error:
            self.trouble, self._is_awaited = text_of(error), True
            self._session.set_camera_status(SourceStatus("none", self.trouble))

    def _look_again(self) -> None:
        while not self._stopped.wait(LOOK_SECONDS):
            with self._lock:
                if self._is_awaited:
                    self._resume()
                    if self.watch_thread is not None:
                        self.watch_thread.start()
                if not self._is_awaited:
                    return

    def start(self) -> None:
        """Begins to watch through the camera that was taken, or to look for it."""
        if self.watch_thread is not None:
            self.watch_thread.start()
        elif self._is_awaited:
            threading.Thread(target=self._look_again, name="looking for a camera", daemon=True).start()

    def stop(self) -> None:
        """Stops watching."""
        self._stopped.set()
        if self.watch_thread is not None:
            self.watch_thread.stop()

    def _switch_to(self, camera: str, patient: bool) -> None:
        source = self._open_camera(camera, patient)
        number = 0
        if self.watch_thread is not None:
            self.watch_thread.stop()
            # Pages ask for frames above the last number that they have seen.
            number = self.watch_thread.live_image.number
        make_watcher = self._film.make_watcher if camera == FILM and self._film else self._make_watcher
        self.watch_thread, self.chosen, self.trouble, self._is_awaited = None, camera, "", False
        if source is None:
            self._session.set_camera_status(SourceStatus())
            return
        key = self._memory.phone_key() if camera == PHONE and self._memory is not None else ""
        watch_thread = WatchThread(source, self._session, make_watcher, phone_key=key, number=number, work=self._work)
        if watch_thread.phone is not None:
            self.assign_addresses(watch_thread.phone)
        self.watch_thread = watch_thread

    def _open_camera(self, camera: str, patient: bool) -> LiveSource | None:
        """The opened camera; None for NONE. A `patient` one is waited for. ValueError where it cannot be opened."""
        if camera == NONE:
            return None
        if camera == FILM:
            if self._film is None:
                raise ValueError(lazy_gettext("no film was named; start the program with it: muggins play FILE"))
            name = str(self._film.path)
        elif camera == PHONE or re.fullmatch("[0-9]{1,3}", camera):
            name = camera
        else:
            # Text from a page opens neither files nor anything else that is no address of a camera.
            check_address(camera[:LONGEST_ADDRESS])
            name = camera
        source = open_source(name, patient=True) if patient else self._open(name)
        assert isinstance(source, LiveSource)
        return source

    def _first_webcam(self) -> str:
        found = self._find_webcams(())
        if not found:
            raise ValueError(why_none())
        return str(found[0])

    def _remember(self) -> None:
        if self._memory is not None and self.chosen != FILM:
            self._memory.keep_camera(self.chosen)


def _distinct_name(number: int, name: str, all_names: list[str]) -> Text | str:
    """A webcam's name, with its number where two have that name; the number alone where it has no name."""
    if not name:
        return lazy_gettext("Webcam %(number)s", number=number)
    return f"{name} ({number})" if all_names.count(name) > 1 else name
