"""The server of dashboards and halls: hypercorn's protocols behind a door of our own."""

from __future__ import annotations

import asyncio
import errno
import socket
import ssl
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from flask import Flask

from muggins.texts import lazy_gettext

from ..web.context import CONTEXT_EXTENSION
from .bridge import Bridge
from .door import Door
from .network import taken_port
from .peers import Limits, Peers
from .tls import Certificate

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

PORT = 8765
LOOPBACK, ALL_INTERFACES = "127.0.0.1", "0.0.0.0"
LAST_PORT = 65535
QUEUED_CONNECTIONS = 256
"""Connections that may wait to be accepted: after a restart all phones and pages of a hall come back together."""
JOIN_SECONDS = 6.0
"""How long `stop` waits for the server's thread."""
FILES = 20_000
"""Connections and files that a process may have open, where its user may have as many."""


def check_port(port: int) -> None:
    """ValueError where a number is no port."""
    if not 0 <= port <= LAST_PORT:
        raise ValueError(
            lazy_gettext(
                "port %(port)s: expected a number up to %(last)s, for instance %(usual)s",
                port=port,
                last=LAST_PORT,
                usual=PORT,
            )
        )


class WsgiServer:
    """Serves an application until it is stopped; over TLS, with HTTP/2, where it has a certificate."""

    def __init__(
        self, app: WSGIApplication | None, host: str, port: int, certificate: Certificate | None, limits: Limits
    ) -> None:
        """Takes the port; 0 takes any free one. ValueError where it is taken or is no port.

        An app that must know the port is named later: `answer_with`.
        """
        check_port(port)
        allow_many_connections()
        self._app = app
        self._limits = limits
        self._tls = _tls(certificate) if certificate is not None else None
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        try:
            self._listener = socket.create_server((host, port), family=family, backlog=QUEUED_CONNECTIONS)
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                raise taken_port(host, port) from error
            raise ValueError(
                lazy_gettext(
                    "the dashboard cannot be served at %(host)s, port %(port)s: %(error)s; name another port",
                    host=host,
                    port=port,
                    error=error.strerror,
                )
            ) from error
        self._listener.setblocking(False)
        self.host, self.port = self._listener.getsockname()[:2]
        self._thread: threading.Thread | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stopping: asyncio.Event | None = None
        self._ended = threading.Event()
        self._began = threading.Event()
        self._lock = threading.Lock()
        self._is_stopped = False

    @property
    def address(self) -> str:
        """The address for a browser on this machine, with a `/` at its end."""
        host = "localhost" if self.host in (ALL_INTERFACES, LOOPBACK, "::") else self.host
        return f"http{'s' if self._tls else ''}://{host}:{self.port}/"

    @property
    def is_secure(self) -> bool:
        """Whether it is served over TLS."""
        return self._tls is not None

    def show_certificate(self, certificate: Certificate) -> None:
        """Shows a certificate to whoever connects from now on, in place of the one before."""
        assert self._tls is not None
        load = partial(self._tls.load_cert_chain, certificate.certificate, certificate.key)
        if self._loop is None:
            load()
        else:
            # Between two handshakes, which the loop's thread makes.
            self._loop.call_soon_threadsafe(load)

    def answer_with(self, app: WSGIApplication) -> None:
        """Names the application, before the server is started."""
        self._app = app

    def start(self) -> None:
        """Serves in a thread of its own."""
        with self._lock:
            if self._is_stopped or self._thread is not None:
                return
            self._thread = threading.Thread(target=self._run, name="server", daemon=True)
            self._thread.start()

    def serve(self) -> None:
        """Serves until `stop` is called or the program is interrupted."""
        self.start()
        try:
            while not self._ended.wait(1.0):  # Windows looks for Ctrl+C between waits alone
                pass
        except (KeyboardInterrupt, SystemExit):
            self.stop()

    def stop(self) -> None:
        """Ends idle connections at once and the others when they are answered, and closes the port."""
        with self._lock:
            is_first, self._is_stopped = not self._is_stopped, True
        if self._thread is None:
            self._listener.close()
            return
        if is_first:
            self._began.wait()
            with suppress(RuntimeError):  # the loop has ended by itself
                self._loop.call_soon_threadsafe(self._stopping.set)  # type: ignore[union-attr]
        if threading.current_thread() is not self._thread:
            self._thread.join(JOIN_SECONDS)

    def _run(self) -> None:
        try:
            asyncio.run(self._main())
        finally:
            self._began.set()
            self._ended.set()

    async def _main(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._loop.set_exception_handler(lambda loop, context: _note(loop, context))
        self._stopping = asyncio.Event()
        assert self._app is not None
        peers = Peers(self._limits)
        pool = ThreadPoolExecutor(self._limits.threads, "answer")
        bridge = Bridge(self._app, self._limits, peers, pool)
        door = Door(self._listener, self._tls, bridge, self._limits, peers)
        accepting = asyncio.create_task(door.accept())
        self._began.set()
        try:
            await self._stopping.wait()
        finally:
            accepting.cancel()
            with suppress(asyncio.CancelledError):
                await accepting
            self._listener.close()
            await door.close()
            bridge.close()
            pool.shutdown(wait=False, cancel_futures=True)


class DashboardServer(WsgiServer):
    """Serves the dashboard of one table."""

    def __init__(
        self,
        app: Flask,
        host: str = LOOPBACK,
        port: int = PORT,
        certificate: Certificate | None = None,
        limits: Limits | None = None,
    ) -> None:
        """See `WsgiServer`."""
        super().__init__(app, host, port, certificate, limits or Limits())
        self._context = app.extensions[CONTEXT_EXTENSION]

    def stop(self) -> None:
        """Stops the camera, ends all streams, then closes."""
        if self._context.camera is not None:
            self._context.camera.stop()
        self._context.session.close()
        super().stop()


def allow_many_connections() -> None:
    """Lets this process have as many connections as its user may: macOS gives 256 to begin with, Linux 1,024."""
    try:
        import resource
    except ImportError:  # Windows counts otherwise
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def _tls(certificate: Certificate) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.options |= ssl.OP_NO_COMPRESSION | ssl.OP_NO_RENEGOTIATION
    context.set_alpn_protocols(["h2", "http/1.1"])
    context.load_cert_chain(certificate.certificate, certificate.key)
    return context


def _note(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Passes on what goes wrong in the loop, except connections that break: those are no errors."""
    if not isinstance(context.get("exception"), OSError):
        loop.default_exception_handler(context)
