"""The server of dashboards and halls: many threads, so that open streams delay nobody, and TLS with a certificate."""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING

from cheroot.ssl.builtin import BuiltinSSLAdapter
from cheroot.wsgi import Server
from flask import Flask

from muggins.scorer.language import lazy_gettext, text_of

from ..web.context import EXTENSION, MAX_STREAMS

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

    from .tls import Certificate

PORT = 8765
LAST_PORT = 65535
QUEUED_CONNECTIONS = 128
"""Of the phones and pages of a hall, which come back together after a restart. cheroot lets five wait; the others then
try again after a second."""
SPARE_THREADS = 28
"""Threads for requests that are no stream, while as many streams are open as may be."""
SHUTDOWN_SECONDS = 2


class WsgiServer:
    """Serves an application until it is stopped; over TLS where it has a certificate."""

    def __init__(
        self, app: WSGIApplication | None, host: str, port: int, certificate: Certificate | None, threads: int
    ) -> None:
        """Takes the port, any free one for 0. ValueError where it is taken or is no port.

        An app that must know the port is named later: `answer_with`.
        """
        if not 0 <= port <= LAST_PORT:
            raise ValueError(
                lazy_gettext(
                    "port %(port)s: expected a number up to %(last)s, for instance %(usual)s",
                    port=port,
                    last=LAST_PORT,
                    usual=PORT,
                )
            )
        self._server = _QuietServer(
            (host, port),
            app,
            numthreads=threads,
            server_name="muggins",
            shutdown_timeout=SHUTDOWN_SECONDS,
            request_queue_size=QUEUED_CONNECTIONS,
        )
        # The cameras of a hall send ten pictures a second each. cheroot keeps ten connections and hangs up on the
        # others, which then begin TLS anew for every picture.
        self._server.keep_alive_conn_limit = threads
        if certificate is not None:
            self._server.ssl_adapter = BuiltinSSLAdapter(str(certificate.certificate), str(certificate.key))
        self._scheme = "http" if certificate is None else "https"
        try:
            self._server.prepare()
        except OSError as error:
            raise ValueError(
                lazy_gettext(
                    "the dashboard cannot be served at %(host)s, port %(port)s: %(error)s; stop the program that "
                    "uses it, or name another port",
                    host=host,
                    port=port,
                    error=text_of(error),
                )
            ) from error

    @property
    def port(self) -> int:
        """The port that is served, which the system chose where 0 was asked for."""
        return int(self._server.bind_addr[1])

    @property
    def address(self) -> str:
        """The address for a browser on this machine, with a `/` at its end."""
        host = str(self._server.bind_addr[0])
        return f"{self._scheme}://{'localhost' if host in ('0.0.0.0', '127.0.0.1', '::') else host}:{self.port}/"

    def answer_with(self, app: WSGIApplication) -> None:
        """Names the application, before the server is started."""
        self._server.wsgi_app = app

    def serve(self) -> None:
        """Answers requests until `stop` is called or the program is interrupted."""
        try:
            self._server.serve()
        except (KeyboardInterrupt, SystemExit):
            self.stop()

    def start(self) -> None:
        """Serves in a thread of its own."""
        threading.Thread(target=self.serve, name="dashboard", daemon=True).start()

    def stop(self) -> None:
        """Closes all connections."""
        self._server.stop()


class DashboardServer(WsgiServer):
    """Serves the dashboard of one table."""

    def __init__(
        self,
        app: Flask,
        host: str = "127.0.0.1",
        port: int = PORT,
        certificate: Certificate | None = None,
        threads: int = MAX_STREAMS + SPARE_THREADS,
    ) -> None:
        """See `WsgiServer`."""
        super().__init__(app, host, port, certificate, threads)
        self._context = app.extensions[EXTENSION]

    def stop(self) -> None:
        """Stops the camera, ends all streams, then closes."""
        if self._context.camera is not None:
            self._context.camera.stop()
        self._context.session.close()
        super().stop()


class _QuietServer(Server):
    """Logs errors alone: a phone hangs up while its owner reads the browser's warning, and that is no error."""

    def error_log(self, msg: str = "", level: int = logging.INFO, traceback: bool = False) -> None:
        if traceback or level > logging.INFO:
            logging.getLogger("cheroot").log(level, msg, exc_info=traceback)
