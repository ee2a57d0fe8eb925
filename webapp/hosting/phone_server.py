"""The servers for a phone that is the camera: over TLS it streams, over plain HTTP it may send single pictures.

A browser lends its camera over TLS alone, and warns of a certificate that no authority has issued. A phone on which the
warning cannot be passed sends single pictures over plain HTTP instead, where that was asked for: whoever is on the
network reads its key then. The servers start when a phone is chosen as the camera, or the host lets phones in: over TLS
they serve the whole dashboard, where a stranger may send the camera's pictures alone.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from flask import Flask, render_template

from ..camera.phone import Addresses, Phone
from ..camera.switch import CameraSwitch
from ..camera.watch_thread import WatchThread
from ..session.session import GameSession
from ..views.language import language
from ..views.phone import phone_images
from ..web.bare_app import bare_app
from ..web.context import CONTEXT_EXTENSION, current_context
from .network import LocalNetwork
from .peers import Limits
from .server import ALL_INTERFACES, DashboardServer
from .tls import Certificate, own_certificate

PHONE_LIMITS = Limits(threads=8)
"""One phone sends its pictures here."""
PLAIN_PORT_OFFSET = 1
SECURE_PORT_OFFSET = 2
"""From the port of the dashboard, or of a hall, so that phones find them at the same addresses every evening."""


class PhoneServers:
    """The servers for one table's phone. `open` and `close` may be called from any thread."""

    def __init__(
        self,
        app: Flask,
        folder: Path,
        port: int,
        dashboard: DashboardServer | None,
        network: LocalNetwork,
        plain_http: bool = False,
    ) -> None:
        """`app` is the dashboard, and `port` its own. `dashboard` is its server, if phones reach it over TLS already.

        The certificate is kept in `folder`. Single pictures are taken over `plain_http` where that was asked for.
        """
        self._app = app
        self._folder = folder
        self._port = port
        self._secure = dashboard
        self._network = network
        self._takes_plain = plain_http
        self._plain: DashboardServer | None = None
        self._started: list[DashboardServer] = []
        self._lock = threading.Lock()

    def open(self, phone: Phone) -> None:
        """Starts the servers and gives the phone their addresses; none while this machine is on no network.

        Called again when the machine has moved to another network.
        """
        secure = self.serve()
        plain = ""
        if secure and self._takes_plain:
            with self._lock:
                context = self._app.extensions[CONTEXT_EXTENSION]
                names = self._network.names()
                if self._plain is None:
                    app = create_plain_app(context.session, context.cameras, names)
                    self._plain = self._start(app, PLAIN_PORT_OFFSET, limits=PHONE_LIMITS)
                plain = f"{self._plain.address.replace('localhost', names[0])}?key={phone.key}"
        phone.addresses = Addresses(f"{secure[0]}camera?key={phone.key}", plain) if secure else Addresses()

    def serve(self) -> list[str]:
        """Serves the dashboard over TLS, with a certificate for the machine's names as they are now.

        Returns its addresses for other devices, the best first; none while this machine is on no network.
        """
        names = self._network.names()
        if not names:
            return []
        with self._lock:
            certificate = own_certificate(self._folder, names)
            if self._secure is None:
                self._secure = self._start(self._app, SECURE_PORT_OFFSET, certificate)
            else:
                self._secure.show_certificate(certificate)
            return [self._secure.address.replace("localhost", name) for name in names]

    def close(self) -> None:
        """Stops the servers that `open` has started."""
        with self._lock:
            for server in self._started:
                server.stop()

    def _start(
        self, app: Flask, port_offset: int, certificate: Certificate | None = None, limits: Limits | None = None
    ) -> DashboardServer:
        """A server at a fixed distance from the dashboard's port, or at any free port where that one is taken."""
        server = None
        if self._port:
            with suppress(ValueError):
                server = DashboardServer(app, ALL_INTERFACES, self._port + port_offset, certificate, limits)
        server = server or DashboardServer(app, ALL_INTERFACES, 0, certificate, limits)
        server.start()
        self._started.append(server)
        return server


def create_plain_app(live: GameSession, watching: WatchThread | CameraSwitch, hosts: Iterable[str] = ()) -> Flask:
    """One page and the route that takes its pictures: on plain HTTP others may listen, so nothing else is served."""
    app = bare_app(live, watching, hosts)
    app.register_blueprint(phone_images)
    app.register_blueprint(language)

    @app.get("/")
    def single_pictures() -> str:
        camera = current_context().camera
        phone = camera.phone if camera is not None else None
        return render_template("phone/photo.html", secure=phone.addresses.secure.partition("?")[0] if phone else "")

    return app
