"""What one address, one connection and one request may take of a server."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..web.security import LARGEST_PHOTO

KB, MB = 1 << 10, 1 << 20


@dataclass(frozen=True)
class Limits:
    """The limits of a server. A connection that exceeds one is refused or closed; the others notice nothing."""

    handshake_seconds: float = 5.0
    """From the connection to the end of TLS's handshake."""
    head_seconds: float = 10.0
    """From the connection, or the answer before, to the end of a request's head. Idle connections end by it too."""
    body_seconds: float = 60.0
    """From the head to the end of the body: a photo from the far end of the room."""
    write_seconds: float = 20.0
    """For what one write has to send. A client that reads nothing is hung up on."""
    head_bytes: int = 16 * KB
    body_bytes: int = LARGEST_PHOTO
    bodies_bytes: int = 128 * MB
    """Of all bodies that are held at once, most of them in files."""
    bodies_bytes_per_address: int = 48 * MB
    connections: int = 12_000
    connections_per_address: int = 64
    requests_per_address: int = 16
    """Answered at once. Further ones wait for their turn, and those of other addresses do not wait for them."""
    waiting_per_address: int = 128
    streams: int = 10_000
    streams_per_address: int = 24
    threads: int = 128
    """That answer requests. None waits for a client; some wait for the next picture of a camera."""
    shutdown_seconds: float = 2.0
    """For requests that are being answered when the server stops."""
    trusted: frozenset[str] = field(default_factory=lambda: frozenset({"127.0.0.1", "::1"}))
    """Addresses that the limits per address do not hold for: this machine, and a proxy on it."""
