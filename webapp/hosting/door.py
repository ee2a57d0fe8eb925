"""The door of a server: it accepts connections, gives each a link, and hands it to hypercorn's protocols."""

from __future__ import annotations

import asyncio
import logging
import socket
import ssl
from asyncio import sslproto
from collections import Counter

from hypercorn.asyncio.worker_context import WorkerContext
from hypercorn.config import Config
from hypercorn.typing import ConnectionState

from .bridge import Bridge
from .peers import Limits, PeerConnection, Peers
from .protocols import Connection

log = logging.getLogger("muggins.server")

TLS_BYTES = 16 << 10
"""Bytes of the buffer that asyncio keeps for each TLS connection: one record. Its own choice is 256 kB, which is half a
gigabyte for 2,000 pages."""
READ_BYTES = 16 << 10
"""Bytes that are read ahead of what a request needs."""
ENDED_SECONDS = 0.02
"""Seconds between two looks at whether all requests are answered, while the door closes."""
FAREWELL_SECONDS = 0.03
"""How long what was said last may take to go out."""
TLS_FAREWELL_SECONDS = 1.0
EXHAUSTED_SECONDS = 0.2
"""How long the door waits where the system has no file left for a connection."""

sslproto.SSLProtocol.max_size = TLS_BYTES


class Door:
    """Accepts connections until it is closed. Used by the thread of the event loop alone."""

    def __init__(
        self, listener: socket.socket, tls: ssl.SSLContext | None, bridge: Bridge, limits: Limits, peers: Peers
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._listener = listener
        self._tls = tls
        self._bridge = bridge
        self._limits = limits
        self._peers = peers
        self._context = WorkerContext(None)
        self._config = _config(limits)
        self._tls_seconds = {
            "ssl_handshake_timeout": limits.handshake_seconds,
            "ssl_shutdown_timeout": TLS_FAREWELL_SECONDS,
        }
        self._tasks: set[asyncio.Task[None]] = set()
        self._errors: Counter[str] = Counter()

    async def accept(self) -> None:
        """Accepts connections until cancelled; nothing that a client does is waited for."""
        while True:
            try:
                accepted, peer = await self._loop.sock_accept(self._listener)
            except OSError as error:
                log.warning("no connection can be accepted: %s", error)
                await asyncio.sleep(EXHAUSTED_SECONDS)
                continue
            link = self._peers.arrive(peer[0])
            if link is None:
                accepted.close()
                continue
            link.hang_up = accepted.close  # until its task begins
            task = self._loop.create_task(self._serve(accepted, link))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
            await asyncio.sleep(0)  # an accept that need not wait lets nobody else in between

    async def close(self) -> None:
        """Ends idle connections at once and busy ones when their requests are answered, or after a while."""
        await self._context.terminated.set()
        self._bridge.end_streams()
        for link in self._peers.links():
            if not link.work:
                link.hang_up()
        until = self._loop.time() + self._limits.shutdown_seconds
        while self._tasks and any(link.work for link in self._peers.links()) and self._loop.time() < until:
            await asyncio.wait(self._tasks, timeout=ENDED_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        if self._tasks:  # TLS would wait half a minute for the other side's farewell
            await asyncio.wait(self._tasks, timeout=FAREWELL_SECONDS)
        for link in self._peers.links():
            link.hang_up()
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=self._limits.shutdown_seconds)
        for kind, count in self._errors.items():
            if count > 1:
                log.error("%s connections ended in %s", count, kind)

    async def _serve(self, accepted: socket.socket, link: PeerConnection) -> None:
        try:
            accepted.setblocking(False)  # OSError where it has been hung up on meanwhile
            # The end of an answer would wait for the receipt of its head: 40 ms.
            accepted.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            reader = asyncio.StreamReader(READ_BYTES, self._loop)
            protocol = asyncio.StreamReaderProtocol(reader, loop=self._loop)
            tls = {} if self._tls is None else self._tls_seconds
            link.hang_up = asyncio.current_task().cancel  # type: ignore[union-attr]
            # From here on the transport closes the socket, however this ends.
            transport, _ = await self._loop.connect_accepted_socket(lambda: protocol, accepted, ssl=self._tls, **tls)
            writer = asyncio.StreamWriter(transport, protocol, reader, self._loop)
            served = self._bridge, self._loop, self._config, self._context, ConnectionState({})
            await Connection(link, transport, *served, reader, writer).run()
        except (OSError, asyncio.CancelledError):
            pass  # a phone hangs up while its owner reads the browser's warning, and that is no error
        except Exception as error:
            fault = _fault_of(error)
            if fault is not None:
                self._count(fault)
        finally:
            self._peers.leave(link)

    def _count(self, error: Exception) -> None:
        """Logs an error when it happens first; whoever sends the same again fills no disk."""
        kind = f"{type(error).__name__}: {error}"[:200]
        self._errors[kind] += 1
        if self._errors[kind] == 1:
            log.error("a connection ended in an error; the same again is counted", exc_info=error)


def _fault_of(error: Exception) -> Exception | None:
    """The first fault of a group of tasks, which wraps it; None where only lines have broken."""
    if not isinstance(error, ExceptionGroup):
        return error
    faults = error.split(OSError)[1]
    return _fault_of(faults.exceptions[0]) if faults is not None else None


class _Log:
    """Hypercorn's log, which carries our own errors only."""

    def __init__(self, config: Config) -> None:
        pass

    async def access(self, *_: object) -> None:
        pass

    debug = info = warning = access

    async def exception(self, message: str, *_: object) -> None:
        log.exception(message)

    error = critical = exception

    async def log(self, level: int, message: str, *_: object) -> None:
        log.log(level, message)


def _config(limits: Limits) -> Config:
    config = Config()
    config.logger_class = _Log  # type: ignore[assignment]
    config.include_server_header = False
    config.h11_max_incomplete_size = limits.head_bytes
    config.h2_max_header_list_size = limits.head_bytes
    config.h2_max_concurrent_streams = 32
    config.keep_alive_timeout = limits.head_seconds
    config.keep_alive_max_requests = 100_000
    return config
