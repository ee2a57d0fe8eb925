"""Programs of this machine that serve a port already: another muggins, or something else."""

from __future__ import annotations

import socket
from contextlib import suppress

import httpx

WAIT_SECONDS = 3.0
"""Seconds in which a program that serves a port has to answer."""
LATER_PORTS = 100


def is_free(host: str, port: int) -> bool:
    """Whether this program may serve a port."""
    with suppress(OSError):
        socket.create_server((host, port)).close()
        return True
    return False


def free_port_after(host: str, port: int) -> int:
    """The next port that is free; 0, for any, where there is none near."""
    return next((later for later in range(port + 1, min(port + LATER_PORTS, 65536)) if is_free(host, later)), 0)


def muggins_at(port: int) -> str | None:
    """The address of the muggins that serves a port of this machine; None where something else does."""
    for address in (f"http://localhost:{port}/", f"https://localhost:{port}/"):
        with suppress(httpx.HTTPError, ValueError, TypeError, LookupError):
            # Its certificate is its own; nothing secret is sent.
            told = httpx.get(f"{address}api/openapi.json", verify=False, timeout=WAIT_SECONDS, trust_env=False).json()
            if told["info"]["title"] == "muggins":
                return address
    return None
