"""What one address, one connection and one request may take of a server."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..web.security import LARGEST_PHOTO

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
