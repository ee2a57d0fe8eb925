"""Hypercorn's protocols, with what they lack towards clients that mean no good.

Written for hypercorn 0.18, whose methods with a `_` these are. `tests` name each difference, so that a later version
that brings it is noticed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from h2.errors import ErrorCodes
from h2.events import DataReceived, Event, RequestReceived, StreamEnded, StreamReset
from h2.exceptions import ProtocolError
from hypercorn.asyncio.task_group import TaskGroup
from hypercorn.asyncio.tcp_server import TCPServer
from hypercorn.events import Closed, Updated
from hypercorn.protocol.events import StreamClosed
from hypercorn.protocol.h2 import BUFFER_LOW_WATER, H2Protocol
from hypercorn.protocol.h11 import H11Protocol
from hypercorn.typing import ConnectionState

from .peers import PeerConnection

CLOSING_SECONDS = 2.0
"""How long an early answer may take to leave before its stream is reset."""
MOST_RESETS = 200
"""Streams of one connection that a client may take back before they are answered (CVE-2023-44487)."""


class Http1(H11Protocol):
    """HTTP/1.1. It does not become HTTP/2 on request: on plain TCP no browser asks for that."""

    async def _check_protocol(self, event: Any) -> None:
        pass

    def frame(self, stream_id: int, data: bytes) -> bytes:
        """A part of an answer without an announced length, as it goes over the wire; b"" where it has to wait."""
        return b"%x\r\n%b\r\n" % (len(data), data) if self._is_chunked() else b""

    def _is_chunked(self) -> bool:
        return getattr(self.connection, "their_http_version", b"") == b"1.1"


class Http2(H2Protocol):
    """HTTP/2. In hypercorn's own an early answer ends the connection, and a closed window fills the memory."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self._ended: set[int] = set()
        """Streams whose requests have arrived whole."""
        self._sent: dict[int, asyncio.Event] = {}
        """Set when the answer of a stream that waits for it has left."""
        self._resets = 0

    async def _handle_events(self, events: list[Event]) -> None:
        for event in events:
            if isinstance(event, StreamEnded) or (isinstance(event, RequestReceived) and event.stream_ended):
                self._ended.add(event.stream_id)
            if isinstance(event, StreamReset):
                self._resets += event.stream_id in self.streams
                if self._resets > MOST_RESETS:
                    await self.send(Closed())
                    return
            if isinstance(event, DataReceived) and event.stream_id not in self.streams:
                with suppress(ProtocolError):  # answered before the end of its body: nobody reads the rest
                    self.connection.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
                continue
            await super()._handle_events([event])
        await self._flush()

    async def stream_send(self, event: Any) -> None:
        if isinstance(event, StreamClosed) and event.stream_id in self.streams:
            await self._reset_unfinished(event.stream_id)
        await super().stream_send(event)

    async def _reset_unfinished(self, stream_id: int) -> None:
        """Tells the client that it need not send the rest of a request, or that the rest of an answer is missing."""
        buffer = self.stream_buffers.get(stream_id)
        is_cut = buffer is not None and not buffer.complete
        if not is_cut and stream_id in self._ended:
            return
        if buffer is not None and not is_cut:
            sent = self._sent[stream_id] = asyncio.Event()
            with suppress(TimeoutError):
                await asyncio.wait_for(sent.wait(), CLOSING_SECONDS)
            del self._sent[stream_id]
        with suppress(ProtocolError):
            self.connection.reset_stream(stream_id, ErrorCodes.INTERNAL_ERROR if is_cut else ErrorCodes.NO_ERROR)
            await self._flush()

    def frame(self, stream_id: int, data: bytes) -> bytes:
        """A part of an answer, as it goes over the wire; b"" where it has to wait for the client's window."""
        buffer = self.stream_buffers.get(stream_id)
        if buffer is None or buffer.buffer:
            return b""
        try:
            window = self.connection.local_flow_control_window(stream_id)
            if len(data) > min(window, self.connection.max_outbound_frame_size):
                return b""
            self.connection.send_data(stream_id, data)
        except ProtocolError:
            return b""
        return self.connection.data_to_send()

    async def _close_stream(self, stream_id: int) -> None:
        await super()._close_stream(stream_id)
        self._ended.discard(stream_id)
        buffer = self.stream_buffers.get(stream_id)
        if buffer is not None and not buffer.complete:
            await self._drop(stream_id)

    async def _drop(self, stream_id: int) -> None:
        buffer = self.stream_buffers.pop(stream_id, None)
        if buffer is not None:
            await buffer.close()
        if stream_id in self._sent:
            self._sent[stream_id].set()
        with suppress(KeyError):
            self.priority.remove_stream(stream_id)

    async def _send_data(self, stream_id: int) -> None:
        buffer = self.stream_buffers.get(stream_id)
        if buffer is None:
            await self._drop(stream_id)
            return
        try:
            window = self.connection.local_flow_control_window(stream_id)
            size = max(0, min(window, self.connection.max_outbound_frame_size))
            data = bytes(buffer.buffer[:size])
            del buffer.buffer[:size]
            # Hypercorn asks for more whenever little could be sent: a client that shuts its window got all of it held.
            if len(buffer.buffer) < BUFFER_LOW_WATER:
                await buffer._paused.set()
            if not buffer.buffer:
                await buffer._is_empty.set()
            if data:
                self.connection.send_data(stream_id, data)
            else:
                self.priority.block(stream_id)
            is_complete = buffer.complete
            if is_complete:
                self.connection.end_stream(stream_id)
            if data or is_complete:
                await self._flush()
        except (ProtocolError, KeyError):
            is_complete = True
        if is_complete:
            await self._drop(stream_id)


class IdleTimer:
    """Closes a connection that is idle for too long. Hypercorn's own takes a task for each request.

    The door hangs up on those that are idle when the server ends.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, seconds: float, close: Callable[[], object]) -> None:
        self._loop = loop
        self._seconds = seconds
        self._close = close
        self._timer = loop.call_later(seconds, close)

    async def restart(self, *_: object) -> None:
        self._timer.cancel()
        self._timer = self._loop.call_later(self._seconds, self._close)

    async def stop(self) -> None:
        self._timer.cancel()


class Connection(TCPServer):
    """One connection, with its link."""

    def __init__(self, link: PeerConnection, transport: asyncio.Transport, *args: Any) -> None:
        super().__init__(*args)
        self.link = link
        self.state = {"connection": self}
        self.is_shared = False
        self._transport = transport
        self.idle_task = IdleTimer(self.loop, self.config.keep_alive_timeout, transport.close)  # type: ignore[assignment]
        link.hang_up = self.hang_up

    def hang_up(self) -> None:
        """Closes at once, whatever has not been sent."""
        self._transport.abort()

    async def _close(self) -> None:
        """When all is over: what has been written may still have to go out."""
        with suppress(OSError, asyncio.TimeoutError):  # TLS, where the other side says no farewell
            await super()._close()

    async def protocol_send(self, event: Any) -> None:
        if isinstance(event, Closed):
            self._transport.close()  # the request that ends so does not wait for TLS's farewell
        elif not (isinstance(event, Updated) and self._transport.is_closing()):
            await super().protocol_send(event)

    def push(self, stream_id: int, data: bytes) -> bool:
        """Sends a part of an event stream now, which takes a tenth of hypercorn's way; False where it has to wait."""
        if self.send_lock.locked() or self._transport.is_closing() or self._transport.get_write_buffer_size():
            return False
        framed = self.protocol.frame(stream_id, data)  # type: ignore[attr-defined]
        if framed:
            self._transport.write(framed)
        return bool(framed)

    async def run(self) -> None:
        peer, own = self._transport.get_extra_info("peername"), self._transport.get_extra_info("sockname")
        tls = self._transport.get_extra_info("ssl_object")
        self.is_shared = tls is not None and tls.selected_alpn_protocol() == "h2"
        try:
            async with TaskGroup(self.loop) as task_group:
                self._task_group = task_group
                self.protocol = (Http2 if self.is_shared else Http1)(  # type: ignore[assignment]
                    self.app,
                    self.config,
                    self.context,
                    task_group,
                    ConnectionState(self.state),
                    tls is not None,
                    peer[:2],
                    own[:2],
                    self.protocol_send,
                )
                await self.protocol.initiate()
                await self._read_data()
        except OSError:
            pass
        finally:
            await self._close()
