"""Passes hypercorn's requests to a WSGI app. Threads answer whole requests; streams take none."""

from __future__ import annotations

import asyncio
import logging
import sys
import threading
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus
from tempfile import SpooledTemporaryFile
from typing import IO, Any, NamedTuple

from ..web.streams import HEARTBEAT_SECONDS, EventStream
from .peers import Limits, PeerConnection, Peers

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]

GATHERED_BYTES = 64 << 10
"""Bytes of an answer that a thread gathers before it is free again. The rest is fetched once they are sent."""
IN_MEMORY_BYTES = 64 << 10
"""Bytes of a body that is held in memory. A larger one lies in a file until the app reads it, which it does only for
those who may send it."""
REFUSED_BYTES = 32 << 20
"""Bytes of a refused body that are read and thrown away, so that a browser comes to see the refusal."""
REFUSED_SECONDS = 2.0
"""How long they are read."""
STREAM_THREADS = 4
"""Threads that read streams. Several, so that the others go on where a stream waits for a database."""

log = logging.getLogger("muggins.server")


class RefusedError(Exception):
    """A request that the app is not asked about."""

    def __init__(self, status: HTTPStatus) -> None:
        self.status = status


class GoneError(Exception):
    """The client has hung up, or does not read what it is sent."""


@dataclass
class AppResponse:
    """What an app has answered so far."""

    status: int
    headers: Headers
    chunk: bytes
    rest: Iterator[bytes] | None
    stream: EventStream | None
    close: Callable[[], object] | None


class Bridge:
    """Hypercorn's application: asks the WSGI app once a request has arrived whole."""

    def __init__(self, app: Callable[..., Any], limits: Limits, peers: Peers, pool: ThreadPoolExecutor) -> None:
        self._app = app
        self._limits = limits
        self._peers = peers
        self._pool = pool
        self._loop = asyncio.get_running_loop()
        self._reader = StreamReader(self._loop)
        self._alarms: set[Alarm] = set()
        self._is_stopping = False

    def close(self) -> None:
        """Gives up the threads that read streams."""
        self._reader.close()

    def end_streams(self) -> None:
        """Ends all streams, and each that begins later."""
        self._is_stopping = True
        for alarm in self._alarms:
            alarm.set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send, *_: object) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.close"})
            return
        connection = scope["state"]["connection"]
        exchange = _Exchange(receive, send, self._limits, connection)
        try:
            await self._answer(scope, exchange, connection.link)
        except RefusedError as refused:
            with suppress(GoneError):
                await exchange.refuse(refused.status)
        except GoneError:
            if not connection.is_shared:
                connection.hang_up()
        finally:
            await exchange.close()

    async def _answer(self, scope: Scope, exchange: _Exchange, link: PeerConnection) -> None:
        peer = link.peer
        held = 0

        def hold(size: int) -> None:
            nonlocal held
            if not self._peers.hold(peer, size):
                raise RefusedError(HTTPStatus.SERVICE_UNAVAILABLE)
            held += size

        try:
            with SpooledTemporaryFile(IN_MEMORY_BYTES) as body:
                size = await exchange.receive(body, self._limits.body_bytes, _announced(scope), hold)
                if not self._peers.begin_waiting(peer):
                    raise RefusedError(HTTPStatus.TOO_MANY_REQUESTS)
                link.begin()
                if peer.turns.locked():
                    exchange.listen()
                try:
                    async with peer.turns:
                        if exchange.is_gone:
                            raise GoneError
                        environ = _environ(scope, body, size)
                        answer = await self._loop.run_in_executor(self._pool, self._begin, environ)
                except BaseException:
                    link.end()
                    raise
                finally:
                    self._peers.end_waiting(peer)
        finally:
            self._peers.release(peer, held)
        if answer.rest is not None or answer.stream is not None:
            exchange.listen()
        try:
            if answer.stream is None:
                await self._send_all(answer, exchange)
            else:
                await self._follow(answer, answer.stream, exchange, link)
        finally:
            link.end()
            if answer.close is not None:
                # Closing may wait: for the end of a read, or for a file.
                self._loop.run_in_executor(self._pool, answer.close)

    def _begin(self, environ: dict[str, Any]) -> AppResponse:
        """Asks the app, in a thread of the pool."""
        begun: list[tuple[int, Headers]] = []

        def start_response(status: str, headers: list[tuple[str, str]], exc_info: object = None) -> None:
            encoded = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
            begun[:] = [(int(status.split(" ", 1)[0]), encoded)]

        body = self._app(environ, start_response)
        close = getattr(body, "close", None)
        if isinstance(body, EventStream):
            text, is_over = body.read()
            return AppResponse(*begun[0], text, None, None if is_over else body, close)
        rest = iter(body)
        chunk, is_over = _gathered(rest)
        if is_over and close is not None:
            close()
        return AppResponse(*begun[0], chunk, None if is_over else rest, None, None if is_over else close)

    async def _send_all(self, answer: AppResponse, exchange: _Exchange) -> None:
        await exchange.start(answer.status, answer.headers)
        await exchange.write(answer.chunk, more=answer.rest is not None)
        rest = answer.rest
        while rest is not None:
            chunk, is_over = await self._loop.run_in_executor(self._pool, _gathered, rest)
            await exchange.write(chunk, more=not is_over)
            rest = None if is_over else rest

    async def _follow(
        self, answer: AppResponse, stream: EventStream, exchange: _Exchange, link: PeerConnection
    ) -> None:
        """Sends a stream's text as it comes. A client with too many streams gets what there is, and no more."""
        may_stay = not self._is_stopping and self._peers.take_stream(link.peer)
        alarm = exchange.alarm
        self._alarms.add(alarm)
        try:
            stream.on_wake(lambda: self._reader.wake(alarm))
            alarm.set()  # what has come since the stream was begun
            await exchange.start(answer.status, answer.headers)
            await exchange.write(answer.chunk, more=may_stay)
            is_over = not may_stay
            while not is_over:
                beat = self._loop.call_later(HEARTBEAT_SECONDS, alarm.set, True)
                is_heartbeat_due = await alarm.wait()
                beat.cancel()
                if exchange.is_gone:
                    raise GoneError
                text, is_over = (b"", True) if self._is_stopping else await self._reader.read(stream, is_heartbeat_due)
                if is_over:
                    await exchange.write(text, more=False)
                elif text:
                    await exchange.push(text)
        finally:
            self._alarms.discard(alarm)
            if may_stay:
                self._peers.leave_stream(link.peer)


class StreamReader:
    """Wakes and reads many streams with one step between threads, so that the loop never runs the app's code."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._pool = ThreadPoolExecutor(STREAM_THREADS, "streams")
        self._lock = threading.Lock()
        self._woken: list[Alarm] = []
        self._due: list[Due] = []

    def wake(self, alarm: Alarm) -> None:
        """Sets an alarm. Any thread may call it."""
        with self._lock:
            self._woken.append(alarm)
            is_first = len(self._woken) == 1
        if is_first:
            with suppress(RuntimeError):  # the loop has ended, and its streams with it
                self._loop.call_soon_threadsafe(self._set_woken)

    async def read(self, stream: EventStream, is_heartbeat_due: bool) -> tuple[bytes, bool]:
        """See `EventStream.read`."""
        due = Due(stream, is_heartbeat_due, self._loop.create_future())
        self._due.append(due)
        if len(self._due) == 1:
            self._loop.call_soon(self._send_off)
        return await due.said

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _set_woken(self) -> None:
        with self._lock:
            woken, self._woken = self._woken, []
        for alarm in woken:
            alarm.set()

    def _send_off(self) -> None:
        all_due, self._due = self._due, []
        self._pool.submit(self._read_all, all_due)

    def _read_all(self, all_due: list[Due]) -> None:
        """In a thread of the pool."""
        read = []
        for due in all_due:
            try:
                said = due.stream.read(due.is_heartbeat)
            except Exception:
                log.exception("a stream ended in an error")
                said = (b"", True)
            read.append((due.said, said))
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(_hand_out, read)


class Due(NamedTuple):
    """A stream that is to be read."""

    stream: EventStream
    is_heartbeat: bool
    said: asyncio.Future[tuple[bytes, bool]]


def _hand_out(read: list[tuple[asyncio.Future[tuple[bytes, bool]], tuple[bytes, bool]]]) -> None:
    for future, said in read:
        if not future.done():
            future.set_result(said)


class Alarm:
    """Wakes whoever waits, and says whether a timer did. Takes a tenth of the memory of an `asyncio.Event`."""

    def __init__(self) -> None:
        self._waiter: asyncio.Future[bool] | None = None
        self._is_set = False

    def set(self, is_timer: bool = False) -> None:
        if self._waiter is None:
            self._is_set = self._is_set or not is_timer
        elif not self._waiter.done():
            self._waiter.set_result(is_timer)

    async def wait(self) -> bool:
        """Waits, and returns whether the timer was what ended the wait."""
        if self._is_set:
            self._is_set = False
            return False
        self._waiter = asyncio.get_running_loop().create_future()
        try:
            return await self._waiter
        finally:
            self._waiter = None


class _Exchange:
    """One request and its answer, within the limits of time and size."""

    def __init__(self, receive: Receive, send: Send, limits: Limits, connection: Any) -> None:
        self._receive = receive
        self._send = send
        self._limits = limits
        self._connection = connection
        self._stream_id: int = getattr(getattr(send, "__self__", None), "stream_id", 0)  # hypercorn's HTTPStream
        self._listener: asyncio.Task[None] | None = None
        self.alarm = Alarm()
        self.is_gone = False

    async def receive(self, body: IO[bytes], limit: int, announced: int, hold: Callable[[int], None]) -> int:
        """Writes the whole body to a file and returns its size. RefusedError, GoneError."""
        if announced > limit:
            raise RefusedError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        try:
            async with asyncio.timeout(self._limits.body_seconds):
                size = await self._read(body, limit, hold)
        except TimeoutError:
            raise RefusedError(HTTPStatus.REQUEST_TIMEOUT) from None
        return size

    def listen(self) -> None:
        """Notices from now on when the client hangs up. A short answer is sent before that would be of use."""
        if self._listener is None:
            self._listener = asyncio.create_task(self._hear())

    async def start(self, status: int, headers: Headers) -> None:
        await self._within({"type": "http.response.start", "status": status, "headers": headers})

    async def write(self, chunk: bytes, more: bool) -> None:
        if self.is_gone:
            raise GoneError
        await self._within({"type": "http.response.body", "body": chunk, "more_body": more})

    async def push(self, text: bytes) -> None:
        """Writes a part of a stream that goes on; at once, where nothing is in its way."""
        if self.is_gone:
            raise GoneError
        if not self._connection.push(self._stream_id, text):
            await self.write(text, more=True)

    async def refuse(self, status: HTTPStatus) -> None:
        """Answers, then reads on for a moment: a browser looks at an answer once it has sent everything."""
        text = f'{{"error": "{status.phrase.lower()}"}}\n'.encode()
        headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(text))]
        await self.start(status, [*headers, (b"connection", b"close"), (b"cache-control", b"no-store")])
        await self.write(text, more=True)
        with suppress(asyncio.TimeoutError, RefusedError, GoneError):
            await asyncio.wait_for(self._throw_away(), REFUSED_SECONDS)
        # Hypercorn tells the app that the exchange is over, and waits until it has listened.
        self.listen()
        await self.write(b"", more=False)

    async def close(self) -> None:
        if self._listener is not None:
            self._listener.cancel()

    async def _read(self, body: IO[bytes], limit: int, hold: Callable[[int], None]) -> int:
        size, has_more = 0, True
        while has_more:
            message = await self._receive()
            if message["type"] == "http.disconnect":
                raise GoneError
            part = message.get("body", b"")
            has_more = message.get("more_body", False)
            size += len(part)
            if size > limit:
                raise RefusedError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
            hold(len(part))
            body.write(part)
        body.seek(0)
        return size

    async def _throw_away(self) -> None:
        left = REFUSED_BYTES
        while left > 0:
            message = await self._receive()
            left -= len(message.get("body", b""))
            if not message.get("more_body", False):
                return

    async def _hear(self) -> None:
        """Waits until the client hangs up."""
        while (await self._receive())["type"] != "http.disconnect":
            pass
        self.is_gone = True
        self.alarm.set()

    async def _within(self, message: dict[str, Any]) -> None:
        # A timer is cheaper than wait_for, which makes a task of each write.
        late = asyncio.get_running_loop().call_later(self._limits.write_seconds, self._connection.hang_up)
        try:
            await self._send(message)
        except (TimeoutError, OSError):
            raise GoneError from None
        finally:
            late.cancel()


def _gathered(rest: Iterator[bytes]) -> tuple[bytes, bool]:
    """The next part of an answer, and whether it was the last. In a thread of the pool."""
    parts: list[bytes] = []
    size = 0
    for part in rest:
        parts.append(part)
        size += len(part)
        if size >= GATHERED_BYTES:
            return b"".join(parts), False
    return b"".join(parts), True


def _announced(scope: Scope) -> int:
    """The length of the body that the head announces; 0 where it announces none."""
    text = next((value for name, value in scope["headers"] if name == b"content-length"), b"0")
    return int(text) if text.isdigit() and len(text) < 20 else sys.maxsize


def _environ(scope: Scope, body: IO[bytes], size: int) -> dict[str, Any]:
    server, client = scope.get("server") or ("localhost", 80), scope.get("client") or ("", 0)
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": scope["path"].encode().decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1]),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": client[0],
        "REMOTE_PORT": str(client[1]),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": body,
        "wsgi.input_terminated": True,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    for name, value in scope["headers"]:
        if b"_" in name:
            continue  # would be taken for the header with a dash
        key, text = name.decode("latin-1").upper().replace("-", "_"), value.decode("latin-1")
        if key in ("TRANSFER_ENCODING", "CONTENT_LENGTH"):
            continue
        key = key if key == "CONTENT_TYPE" else f"HTTP_{key}"
        environ[key] = f"{environ[key]}{'; ' if key == 'HTTP_COOKIE' else ','}{text}" if key in environ else text
    if size or any(name == b"content-length" for name, _ in scope["headers"]):
        environ["CONTENT_LENGTH"] = str(size)
    return environ
