"""The tables of a hall: each with its game, its camera, its visitors and its pages."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import cached_property

from flask import Flask

from muggins.texts import Text, lazy_gettext, text_of
from muggins.vision.capture.images import Image
from muggins.vision.capture.jpeg import Jpeg
from muggins.vision.capture.open_source import PHONE, Frame
from muggins.vision.capture.status import SourceStatus, status_by

from ... import create_app
from ...camera.phone import Addresses, Phone
from ...camera.switch import CameraSwitch
from ...camera.table_watcher import PictureWork, encode_stored
from ...camera.watch_thread import MakeWatcher
from ...counting.photo_reader import PhotoReader
from ...counting.views import PHOTOS_EXTENSION
from ...receivers.receivers import ReceiverKind, Receivers
from ...receivers.views import tell_receivers
from ...session.event_log import Changed, Message
from ...session.pubsub import Broker
from ...session.session import GameSession, Pictures
from ...session.store import Store
from ...speech.sounds import SoundPack
from ...web.access import LoginThrottle, Role
from ...web.auth import AUTH_EXTENSION, Auth
from ...web.context import CONTEXT_EXTENSION
from ..records.table_store import TableStore
from ..watching.pool import PooledWatcher, WatchingPool
from .glance import TableGlance, glance_at
from .keys import StoreMemory, access_in
from .messages import HallMessage, NoticeChanged, TableChanged
from .surroundings import HallDoor, TableDoor, table_path

UNBOUND = SourceStatus("waiting", lazy_gettext("No phone is this table's camera yet: one scans the table's sheet."))


@dataclass(frozen=True, kw_only=True)
class TableOptions:
    """What the tables of a hall are started with."""

    sources: Mapping[int, str] = field(default_factory=dict)
    """Cameras or films of single tables, by number; all others have phones."""
    make_watcher: Callable[[int], MakeWatcher] | None = None
    """What watches a table in place of the pool, given its number: for recordings."""
    pictures: Pictures = "off"
    """Which pictures spectators and players see at a table whose host has not chosen: a player would see hands."""
    receivers: Mapping[ReceiverKind, str | None] = field(default_factory=dict)
    """Who is told what happens at each table; None for those of last time."""
    sounds: SoundPack | None = None
    """What is heard at each table in place of the voice."""


class HallTable:
    """A table of the hall. It goes on with its newest game in the record."""

    def __init__(self, number: int, floor: Floor, on_message: Callable[[Message], None]) -> None:
        """`on_message` is called with what happens at the table, and must not wait. StoreError."""
        self.number = number
        self.trouble: Text | str = ""
        """What keeps the table from its match, a sentence."""
        self._floor = floor
        self.store = TableStore(floor.store, number)
        self.session = GameSession(self.store, on_message=on_message, pictures=floor.options.pictures)
        self._watcher: PooledWatcher | None = None
        self.receivers = Receivers(self.session, number)
        for kind, address in floor.options.receivers.items():
            if address is not None:
                self.receivers.choose(kind, address, floor.secret)
        self.access = access_in(self.store, Role.STRANGER)
        self.phone_key = StoreMemory(self.store).phone_key()
        make_watcher = floor.options.make_watcher(number) if floor.options.make_watcher is not None else self._watch
        self.cameras = CameraSwitch(
            self.session,
            memory=StoreMemory(self.store, PHONE),
            make_watcher=make_watcher,
            work=PictureWork(floor.pool.read, self._judge, self._encode, floor.pool.make_clip),
        )
        self.cameras.assign_addresses = self._assign_addresses
        self.be_found()

    def be_found(self) -> None:
        """Tells everybody at the table the addresses of the hall as they are now."""
        hall = self._floor.door.access
        self.access.addresses = tuple(f"{address}{table_path(self.number)[1:]}/" for address in hall.addresses)
        self.access.authority, self.access.let_phones_in = hall.authority, hall.let_phones_in
        if self.cameras.watch_thread is not None and self.cameras.watch_thread.phone is not None:
            self._assign_addresses(self.cameras.watch_thread.phone)

    def start(self) -> None:
        """Watches through the camera that was named, or that of last time, or else the phone that scans the sheet."""
        source = self._floor.options.sources.get(self.number)
        try:
            if source is None:
                self.cameras.resume()
            else:
                self.cameras.open_named(source)
        except ValueError as error:
            self.cameras.trouble = text_of(error)
        self.cameras.start()

    def close(self) -> None:
        """Stops watching, and ends all streams. From then on nothing is recorded."""
        self.receivers.stop()
        self.session.close()
        self.cameras.stop()
        self.store.close()
        self._unwatch()

    @cached_property
    def app(self) -> Flask:
        """The pages of the table, as those of a dashboard of its own."""
        floor = self._floor
        door = TableDoor(floor.door, self.number)
        app = create_app(self.session, self.cameras, floor.hosts, self.access, surroundings=door)
        app.extensions[AUTH_EXTENSION] = Auth(self.access, floor.throttle, door)
        app.extensions[PHOTOS_EXTENSION] = floor.photos
        app.extensions[CONTEXT_EXTENSION].encoder.sounds = floor.options.sounds
        tell_receivers(app, self.receivers)
        app.context_processor(lambda: {"notice": str(self.session.snapshot.notice)})
        return app

    def glance(self) -> TableGlance:
        """The table at a glance."""
        snapshot = self.session.snapshot
        watching = self.cameras.watch_thread
        if watching is not None and watching.phone is not None and not watching.live_image.number:
            snapshot = replace(snapshot, camera=UNBOUND)
        return replace(glance_at(self.number, snapshot), trouble=self.trouble)

    @property
    def lag(self) -> float:
        """Seconds by which watching is behind the camera; 0 while no game is watched."""
        watching = self.cameras.watch_thread
        is_watched = watching is not None and self.session.snapshot.game is not None
        newest = watching.live_image.frame if watching is not None and is_watched else None
        return max(0.0, newest.time - self.seen_at) if newest is not None and self.seen_at else 0.0

    @property
    def seen_at(self) -> float:
        """The time, in seconds of the source, up to which the game being played was watched; 0 before that."""
        return self._watcher.seen_at if self._watcher is not None else 0.0

    def _watch(self, session: GameSession) -> PooledWatcher:
        """A watcher for the set of tiles and the seats of the game being played, in place of the one before."""
        game = session.snapshot.game
        assert game is not None
        self._unwatch()
        self._watcher = self._floor.pool.watch(game.rules.set, tuple(game.seats.values()))
        return self._watcher

    def _judge(self, picture: Image | Jpeg) -> SourceStatus:
        """How the camera is by its newest picture. A JPEG is opened by a worker alone."""
        if not isinstance(picture, Jpeg):
            return status_by(picture)
        return self._watcher.camera if self._watcher is not None else self._floor.pool.judge(picture)

    def _encode(self, frame: Frame) -> bytes:
        """The JPEG that is stored with what was seen in the frame that was watched last."""
        return self._watcher.stored if self._watcher is not None else encode_stored(frame)

    def _unwatch(self) -> None:
        if self._watcher is not None:
            self._watcher.close()
            self._watcher = None

    def _assign_addresses(self, phone: Phone) -> None:
        phone.addresses = Addresses(self._floor.door.camera_address(self.number, self.phone_key), "")


@dataclass(kw_only=True)
class Floor:
    """The tables of a hall, and what all of them have in common. Methods may be called from any thread."""

    numbers: Sequence[int]
    store: Store
    broker: Broker[HallMessage]
    """Says what changes at the tables."""
    pool: WatchingPool
    """The workers that watch the tables."""
    door: HallDoor
    throttle: LoginThrottle
    photos: PhotoReader
    """One is taken by each stream of the hall or a table."""
    hosts: Sequence[str]
    """Further names that requests may address the hall by."""
    secret: str
    """What signs the messages of all tables."""
    options: TableOptions
    _held: dict[int, HallTable] = field(default_factory=dict)
    _outdated: set[int] = field(default_factory=set)
    _opening: threading.Lock = field(default_factory=threading.Lock)

    def held(self) -> Mapping[int, HallTable]:
        """The tables that are open, by number: all but those that are just opened anew."""
        return dict(self._held)

    def glance(self, number: int) -> TableGlance:
        """A table of the hall. KeyError where there is none of that number."""
        if number not in self.numbers:
            raise KeyError(number)
        table = self._held.get(number)
        return table.glance() if table is not None else TableGlance(number)

    def open(self) -> None:
        """Opens the tables that are not open, or are outdated. StoreError."""
        with self._opening:
            outdated, self._outdated = self._outdated, set()
            self._close(outdated & set(self._held))
            for number in self.numbers:
                if number not in self._held:
                    self._open(number)

    def open_anew(self) -> None:
        """Has the next `open` open each table as the record has it then."""
        self._outdated = set(self.numbers)

    def stop(self) -> None:
        """Closes all tables."""
        with self._opening:
            self._close(set(self._held))

    def _close(self, numbers: set[int]) -> None:
        tables = [self._held.pop(number) for number in numbers]
        with ThreadPoolExecutor(max(1, len(tables))) as together:
            # Each waits for the picture that it is reading, so all wait at the same time.
            list(together.map(HallTable.close, tables))

    def _open(self, number: int) -> None:
        table = HallTable(number, self, lambda message: self._pass_on(number, message))
        table.start()
        self._held[number] = table
        self.broker.publish(TableChanged(number))

    def _pass_on(self, number: int, message: Message) -> None:
        self.broker.publish(TableChanged(number))
        if message == Changed("notice"):
            self.broker.publish(NoticeChanged(number))
