"""The server of the dashboard: many threads, so that open streams hold up nobody; TLS where a certificate is named."""

from __future__ import annotations

import logging
import threading
from pathlib import Path

from cheroot.ssl.builtin import BuiltinSSLAdapter
from cheroot.wsgi import Server
from flask import Flask

from ..web.context import EXTENSION, MAX_STREAMS

PORT = 8765
SPARE_THREADS = 28
"""For whatever is not a stream, while as many streams are open as may be."""
SHUTDOWN_SECONDS = 2


class DashboardServer:
    """Serves an app until it is stopped.

    `certificate` and `key` are PEM files; with them the dashboard speaks TLS. ValueError where the port is taken or
    none.
    """

    def __init__(
        self,
        app: Flask,
        host: str = "127.0.0.1",
        port: int = PORT,
        certificate: Path | None = None,
        key: Path | None = None,
        threads: int = MAX_STREAMS + SPARE_THREADS,
    ) -> None:
        if not 0 <= port <= 65535:
            raise ValueError(f"port {port}: expected a number up to 65535, such as {PORT}")
        self._server = Server(
            (host, port),
            app,
            numthreads=threads,
            server_name="muggins",
            shutdown_timeout=SHUTDOWN_SECONDS,
        )
        self._server.error_log = _log
        if certificate is not None and key is not None:
            self._server.ssl_adapter = BuiltinSSLAdapter(str(certificate), str(key))
        self._scheme = "http" if certificate is None else "https"
        self._context = app.extensions[EXTENSION]
        try:
            self._server.prepare()
        except OSError as error:
            raise ValueError(
                f"the dashboard cannot be served at {host}, port {port}: {error}; "
                "stop the program that uses it, or name another port"
            ) from error

    @property
    def port(self) -> int:
        """As it was given by the system where 0 was asked for."""
        return int(self._server.bind_addr[1])

    @property
    def address(self) -> str:
        """Where a browser on this machine finds it."""
        host = str(self._server.bind_addr[0])
        return f"{self._scheme}://{'localhost' if host in ('0.0.0.0', '127.0.0.1', '::') else host}:{self.port}/"

    def serve(self) -> None:
        """Answer requests until `stop` is called or the program is interrupted."""
        try:
            self._server.serve()
        except (KeyboardInterrupt, SystemExit):
            self.stop()

    def start(self) -> None:
        """Serve in a thread of its own."""
        threading.Thread(target=self.serve, name="dashboard", daemon=True).start()

    def stop(self) -> None:
        """Ends the watching, lets all listeners go, then closes."""
        if self._context.camera is not None:
            self._context.camera.stop()
        self._context.session.close()
        self._server.stop()


def _log(message: str = "", level: int = logging.INFO, traceback: bool = False) -> None:
    """What the server has to complain of. That phones hang up while their owners read a warning is no trouble."""
    if traceback or level > logging.INFO:
        logging.getLogger("cheroot").log(level, message, exc_info=traceback)
