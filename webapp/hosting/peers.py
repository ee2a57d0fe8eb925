"""What an address, a connection and a request may take of a server, and what each address takes at the moment."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from ..web.security import LARGEST_PHOTO, network_of

KB, MB = 1 << 10, 1 << 20


@dataclass(frozen=True)
class Limits:
    """The limits of a server. A connection that exceeds one is refused or closed; the others notice nothing."""

    handshake_seconds: float = 5.0
    """For TLS's handshake, from the connection on."""
    head_seconds: float = 10.0
    """For the head of a request, from the connection or the last answer on. It ends idle connections too."""
    body_seconds: float = 60.0
    """For the body, from the head on: a phone at the far end of the room may send a photo."""
    write_seconds: float = 20.0
    """For one write. A client that reads nothing is hung up on."""
    head_bytes: int = 16 * KB
    body_bytes: int = LARGEST_PHOTO
    bodies_bytes: int = 128 * MB
    """All bodies together that are held at once, most of them in files."""
    bodies_bytes_per_address: int = 48 * MB
    connections: int = 12_000
    connections_per_address: int = 64
    requests_per_address: int = 16
    """Requests of one address that are answered at once. Its others wait; those of other addresses do not."""
    waiting_per_address: int = 128
    streams: int = 10_000
    streams_per_address: int = 24
    threads: int = 128
    """Threads that answer requests. None waits for a client; some wait for the next picture of a camera."""
    shutdown_seconds: float = 2.0
    """How long a server that stops waits for requests that are being answered."""
    trusted: frozenset[str] = field(default_factory=lambda: frozenset({"127.0.0.1", "::1"}))
    """Addresses that have no limits per address: this machine, and a proxy on it."""


@dataclass
class Peer:
    """What one address holds at the moment. Used by the thread of the event loop alone."""

    address: str
    most_connections: int
    most_streams: int
    most_waiting: int
    most_bytes: int
    turns: asyncio.Semaphore
    """One is taken by each request while it is answered."""
    links: dict[PeerConnection, None] = field(default_factory=dict)
    """Its connections, the longest unused first."""
    waiting: int = 0
    """Requests that have arrived whole and have no answer yet."""
    streams: int = 0
    body_bytes: int = 0
    """Bytes of its bodies that are held."""


@dataclass(eq=False)
class PeerConnection:
    """One connection of a peer."""

    peer: Peer
    hang_up: Callable[[], object] = lambda: None
    """Close the connection at once."""
    work: int = 0
    """Requests that have arrived whole and are being answered. Without any, the connection may be hung up on."""

    def begin(self) -> None:
        self.work += 1

    def end(self) -> None:
        self.work -= 1
        if self in self.peer.links:
            del self.peer.links[self]
            self.peer.links[self] = None


class Peers:
    """All connections. An address that takes more than its share loses the one that is unused for longest."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._peers: dict[str, Peer] = {}
        self._count = 0
        self._streams = 0
        self._body_bytes = 0

    def arrive(self, address: str) -> PeerConnection | None:
        """A link for a new connection; None where there are too many, and all are at work."""
        name = network_of(address)
        peer = self._peers.get(name)
        if peer is None:
            peer = self._peers[name] = self._new(name)
        if len(peer.links) >= peer.most_connections and not self._free_one(peer):
            return None
        if self._count >= self._limits.connections:
            largest = max(self._peers.values(), key=lambda other: len(other.links))
            if not self._free_one(largest):
                self._forget(peer)
                return None
        link = PeerConnection(peer)
        peer.links[link] = None
        self._count += 1
        return link

    def leave(self, link: PeerConnection) -> None:
        if link in link.peer.links:
            del link.peer.links[link]
            self._count -= 1
            self._forget(link.peer)

    def take_stream(self, peer: Peer) -> bool:
        """Whether the address may have one more stream; it has it until `leave_stream`."""
        if peer.streams >= peer.most_streams or self._streams >= self._limits.streams:
            return False
        peer.streams += 1
        self._streams += 1
        return True

    def leave_stream(self, peer: Peer) -> None:
        peer.streams -= 1
        self._streams -= 1

    def begin_waiting(self, peer: Peer) -> bool:
        """Whether the address may ask for one more answer; it waits for it until `end_waiting`."""
        if peer.waiting >= peer.most_waiting:
            return False
        peer.waiting += 1
        return True

    def end_waiting(self, peer: Peer) -> None:
        peer.waiting -= 1
        self._forget(peer)

    def hold(self, peer: Peer, size: int) -> bool:
        """Whether `size` more bytes of bodies may be held for the address. They are held until `release`."""
        is_free = peer.body_bytes + size <= peer.most_bytes and self._body_bytes + size <= self._limits.bodies_bytes
        if is_free:
            peer.body_bytes += size
            self._body_bytes += size
        return is_free

    def release(self, peer: Peer, size: int) -> None:
        peer.body_bytes -= size
        self._body_bytes -= size
        self._forget(peer)

    def links(self) -> list[PeerConnection]:
        """The connections of all addresses."""
        return [link for peer in self._peers.values() for link in peer.links]

    def _new(self, name: str) -> Peer:
        limits = self._limits
        if name in limits.trusted:
            return Peer(
                name,
                limits.connections,
                limits.streams,
                limits.connections,
                limits.bodies_bytes,
                asyncio.Semaphore(limits.threads),
            )
        return Peer(
            name,
            limits.connections_per_address,
            limits.streams_per_address,
            limits.waiting_per_address,
            limits.bodies_bytes_per_address,
            asyncio.Semaphore(limits.requests_per_address),
        )

    def _free_one(self, peer: Peer) -> bool:
        idle = next((link for link in peer.links if not link.work), None)
        if idle is None:
            return False
        self.leave(idle)
        idle.hang_up()
        return True

    def _forget(self, peer: Peer) -> None:
        """Forgets an address without connections, once none of its requests is left: else it would get fresh turns."""
        is_gone = not (peer.links or peer.waiting or peer.body_bytes)
        if is_gone and self._peers.get(peer.address) is peer:
            del self._peers[peer.address]
