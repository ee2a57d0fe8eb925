"""A whole hall: from its options to a server that runs, and back."""

from __future__ import annotations

import logging
import sys
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from urllib.parse import urlsplit

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from muggins.texts import lazy_gettext

from ...counting.photo_reader import PhotoReader
from ...hosting.network import addresses_on_network
from ...hosting.peers import Limits
from ...hosting.phone_server import SECURE_PORT_OFFSET
from ...hosting.server import ALL_INTERFACES, LOOPBACK, PORT, WsgiServer
from ...hosting.tls import AUTHORITY_FILE, own_certificate
from ...receivers.hook import fresh_secret
from ...session.pubsub import Broker
from ...session.store import Store, StoreError, default_address
from ...web.access import LoginThrottle, Role
from ..floor.context import HallContext
from ..floor.floor import Floor, TableOptions
from ..floor.keys import access_in, tables_by_phone_key, take_over_keys
from ..floor.load import Load
from ..floor.messages import HallMessage
from ..floor.surroundings import HallDoor
from ..records.hub_lock import HubLock
from ..records.migrate import upgrade
from ..records.schema import HALL_FILE
from ..views.context import desk_of
from ..watching.pool import WatchingPool
from .app import HallWsgi, create_hall_app

SWITCH_SECONDS = 0.0005
"""Seconds after which a computing thread gives Python's lock to one that waits: a tenth of Python's value, with which
plays at eight tables were told 14 s late instead of 10. Reading a picture takes the lock anew hundreds of times."""
STORING_SECONDS = 10.0
"""How long an event waits to be stored while the database restarts."""
LOOK_SECONDS = 1.0
"""Seconds between two looks at whether this program still serves the hall, and at its keys."""
HOOK_SECRET = "hook secret"
"""The name of the setting of what signs the messages of all tables."""
HALL_LIMITS = Limits(threads=256)
"""The limits of the hall and all its tables together."""


@dataclass(frozen=True)
class HallOptions(TableOptions):
    """What a hall is started with."""

    tables: int = 8
    record: str | None = None
    """A database's address or a file of SQLite; None for HALL_FILE in the folder."""
    port: int = PORT
    """0 for any free one."""
    phones: bool = False
    """Whether other devices on this network may open the hall, not this machine alone."""
    tls: bool = False
    """Whether TLS is asked for where this machine alone opens the hall."""
    plain_http: bool = False
    """Whether other devices open the hall without TLS."""
    address: str = ""
    """The address by which others reach the hall, where it is not that of this machine: that of a proxy."""
    folder: Path = field(default_factory=lambda: Path(default_address()).parent)
    """The folder of the certificate, and of the record where none is named."""
    pool: WatchingPool | None = None
    """What watches the tables; None for workers of this machine, one for each core."""

    @property
    def is_secure(self) -> bool:
        """Whether the hall is served over TLS. An address that begins with http asks for plain HTTP by name."""
        is_plain = self.plain_http or self.address.startswith("http:")
        return self.tls or (self.phones and not is_plain)


@dataclass(eq=False)
class Hall:
    """A hall. `start` it, then `stop` it."""

    options: HallOptions
    context: HallContext
    wsgi: HallWsgi
    """What answers requests: the app of the lobby and the desk, and those of the tables."""
    _servers: list[WsgiServer]
    _lock: HubLock
    _stack: ExitStack
    new_secret: str = ""
    """What signs the messages to the address that is called, where it was made just now."""
    ended: threading.Event = field(default_factory=threading.Event)
    """Set when the hall is to be stopped: another program serves it, or somebody has asked for that."""
    _stopped: threading.Event = field(default_factory=threading.Event)
    _letting_in: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        self.address = self._servers[0].address
        """The address of the lobby for a browser on this machine, ending in `/`."""
        self.port: int = self._servers[0].port
        """The port of that address."""
        self._runner = desk_of(self.wsgi.app).runner
        self._looking = threading.Thread(target=self._look, name="hub", daemon=True)

    @property
    def main_address(self) -> str:
        """The address at which the desk opens the hall, ending in `/`: that of a proxy where one stands before it."""
        return self.options.address or self.address

    @property
    def desk_address(self) -> str:
        """The first address of the desk, which holds its key."""
        access = self.context.access
        is_open = access.default is Role.HOST or access.hosts_from_here
        return self.main_address + ("" if is_open else access.host_path)

    def start(self) -> None:
        """Opens the tables and answers requests, in threads. StoreError where the record cannot be reached."""
        self.context.tables.open()
        self._looking.start()
        self.context.load.start()
        self._runner.start()
        for server in self._servers:
            server.start()

    def stop(self) -> None:
        """Closes the tables, ends all streams, and lets another program serve the hall."""
        self._runner.stop()
        self.context.load.stop()
        self._stopped.set()
        if self._looking.is_alive():
            self._looking.join()
        self.context.tables.stop()
        self.context.broker.close()
        self._stack.close()

    def let_phones_in(self) -> None:
        """Serves the hall to other devices too, over TLS. Nothing changes while this machine is on no network."""
        with self._letting_in:
            names, door = addresses_on_network(), self.context.door
            if not names or door.access.let_phones_in is None:
                return
            try:
                server = _secure_server(self.options, names)
            except ValueError:  # another program has that port
                server = _secure_server(replace(self.options, port=0), names)
            server.answer_with(self.wsgi)
            self._stack.callback(server.stop)
            # From now on the desk is whoever sits here, not whoever comes.
            door.access.default, door.access.hosts_from_here = Role.STRANGER, True
            server.start()
            door.access.let_phones_in, door.access.authority = None, self.options.folder / AUTHORITY_FILE
            door.access.addresses = tuple(_at(server.address, name) for name in names)
            door.phone_address = door.access.addresses[0]
            for table in self.context.tables.held().values():
                table.be_found()

    def _look(self) -> None:
        """Keeps the lock of the hall, and takes over keys that a command has made."""
        context = self.context
        while not self._stopped.wait(LOOK_SECONDS):
            with suppress(StoreError):  # it answers what is asked of it, and the next look tells more
                if not self._lock.keep():
                    logging.getLogger(__name__).error("%s", lazy_gettext("Another program serves the hall by now."))
                    self.ended.set()
                    return
                if take_over_keys(context.store, context.access):
                    context.tables.open_anew()
                context.tables.open()


def open_hall(options: HallOptions, on_standby: Callable[[], object] = lambda: None) -> Hall:
    """A hall that is ready to start. ValueError, with a sentence, where its record, port or readers cannot be had.

    While another program serves the hall this waits, after calling `on_standby`.
    """
    with ExitStack() as stack:
        stack.callback(sys.setswitchinterval, sys.getswitchinterval())
        sys.setswitchinterval(SWITCH_SECONDS)
        store = Store(options.record or str(options.folder / HALL_FILE), STORING_SECONDS)
        stack.callback(store.close)
        lock = HubLock(store)
        stack.callback(lock.close)
        lock.wait(on_standby)
        upgrade(store)
        pool = options.pool or WatchingPool()
        stack.callback(pool.close)
        names = addresses_on_network() if options.phones else []
        servers = _servers(options, names)
        for server in servers:
            stack.callback(server.stop)
        had_secret = bool(store.setting(HOOK_SECRET))
        secret = store.add_setting(HOOK_SECRET, fresh_secret()) if options.receivers.get("hook") else ""
        context, app = _build(options, store, pool, servers, names, secret)
        wsgi = HallWsgi(app, context.tables)
        is_behind_proxy = bool(options.address) and not options.phones
        for server in servers:
            server.answer_with(ProxyFix(wsgi) if is_behind_proxy else wsgi)
        hall = Hall(options, context, wsgi, servers, lock, stack.pop_all(), "" if had_secret else secret)
        if context.access.default is Role.HOST:
            context.access.let_phones_in = hall.let_phones_in
        return hall
    raise AssertionError("the block returns or raises")


def _build(
    options: HallOptions, store: Store, pool: WatchingPool, servers: list[WsgiServer], names: list[str], secret: str
) -> tuple[HallContext, Flask]:
    """The hall behind the servers, and its app."""
    numbers = range(1, options.tables + 1)
    is_local = not options.phones and not options.address
    access = access_in(store, Role.HOST if is_local else Role.STRANGER)
    main = servers[0].address
    access.authority = options.folder / AUTHORITY_FILE if options.is_secure or options.phones else None
    access.addresses = (options.address,) if options.address else tuple(_at(main, name) for name in names)
    broker: Broker[HallMessage] = Broker()
    throttle = LoginThrottle(time.monotonic)
    hosts = [*names, *filter(None, [urlsplit(options.address).hostname])]

    @lru_cache(maxsize=1)
    def drawn(signing: str) -> Mapping[str, int]:
        return tables_by_phone_key(store, numbers)

    def sheets() -> Mapping[str, int]:
        """The codes on the sheets, read once and again when all keys are new."""
        return drawn(access.keys.signing)

    phone_address = options.address or (_at(servers[-1].address, names[0]) if names else main)
    tables = Floor(
        numbers=numbers,
        store=store,
        broker=broker,
        pool=pool,
        door=HallDoor(access, sheets, phone_address),
        throttle=throttle,
        photos=PhotoReader(),
        hosts=hosts,
        secret=secret,
        options=options,
    )
    context = HallContext(store, tables, broker, Load(tables.held, broker), tables.door)
    return context, create_hall_app(context, hosts, throttle)


def _servers(options: HallOptions, names: list[str]) -> list[WsgiServer]:
    """The hall's server, and a second one where phones reach the hall but not over TLS. ValueError."""
    host = ALL_INTERFACES if options.phones else LOOPBACK
    certificate = own_certificate(options.folder, names) if options.is_secure else None
    servers = [WsgiServer(None, host, options.port, certificate, HALL_LIMITS)]
    if options.phones and not options.is_secure:
        # A browser lends its camera over TLS alone.
        try:
            servers.append(_secure_server(options, names))
        except ValueError:
            servers[0].stop()
            raise
    return servers


def _secure_server(options: HallOptions, names: list[str]) -> WsgiServer:
    """A server over TLS for other devices, at a fixed distance from the port of the hall. ValueError."""
    port = options.port + SECURE_PORT_OFFSET if options.port else 0
    return WsgiServer(None, ALL_INTERFACES, port, own_certificate(options.folder, names), HALL_LIMITS)


def _at(address: str, name: str) -> str:
    """An address of this machine, as other devices reach it by a name."""
    return address.replace("localhost", name)
