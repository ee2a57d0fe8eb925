"""Where a phone that is the camera finds this machine: over TLS to watch, over plain HTTP for single pictures.

They are opened when a phone is chosen, and let in its pictures alone: whoever wants more has to know the table's code.
"""

from __future__ import annotations

import threading
from contextlib import suppress
from pathlib import Path

from flask import Flask

from .. import create_app
from ..camera.phone import Addresses, Phone
from ..camera.switch import CameraSwitch
from ..session.session import GameSession
from ..web.access import Access, Role
from .network import addresses_on_network
from .plain import create_plain_app
from .server import DashboardServer
from .tls import own_certificate

THREADS = 8
"""For a phone's pictures: no stream stays open there."""
EVERYWHERE = "0.0.0.0"


class PhoneDoors:
    """The servers for one table's phone. `open` may be called from any thread."""

    def __init__(
        self, live: GameSession, cameras: CameraSwitch, folder: Path, port: int, dashboard: DashboardServer | None
    ) -> None:
        """`port`: of the dashboard; the next are taken. `dashboard`: the one that phones reach over TLS, if they do.

        The certificate is kept in `folder`.
        """
        self._live = live
        self._cameras = cameras
        self._folder = folder
        self._port = port
        self._secure = dashboard
        self._plain: DashboardServer | None = None
        self._own: list[DashboardServer] = []
        self._lock = threading.Lock()

    def open(self, phone: Phone) -> None:
        """Lets a phone in, and tells it the addresses; it has none where this machine is on no network."""
        names = addresses_on_network()
        if not names:
            return
        with self._lock:
            if self._secure is None:
                app = create_app(self._live, self._cameras, names, Access(default=Role.STRANGER))
                self._secure = self._served(app, 2, *own_certificate(self._folder, names))
            if self._plain is None:
                self._plain = self._served(create_plain_app(self._live, self._cameras, names), 1)
            secure, plain = (each.address.replace("localhost", names[0]) for each in (self._secure, self._plain))
        phone.addresses = Addresses(f"{secure}camera?key={phone.key}", f"{plain}?key={phone.key}")

    def close(self) -> None:
        with self._lock:
            for server in self._own:
                server.stop()

    def _served(self, app: Flask, further: int, *certificate: Path) -> DashboardServer:
        """A server some ports after the dashboard's, so that a phone finds it there again, or else on any."""
        server = None
        if self._port:
            with suppress(ValueError):
                server = DashboardServer(app, EVERYWHERE, self._port + further, *certificate, threads=THREADS)
        server = server or DashboardServer(app, EVERYWHERE, 0, *certificate, threads=THREADS)
        server.start()
        self._own.append(server)
        return server
