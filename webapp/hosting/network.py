"""The addresses by which other devices on the network reach this machine."""

from __future__ import annotations

import contextlib
import ipaddress
import socket

OUTSIDE_ADDRESS = "192.0.2.1"
"""An address outside every local network; RFC 5737 reserves it for documentation. Nothing is sent to it."""
DISCARD_PORT = 9


def addresses_on_network() -> list[str]:
    """This machine's addresses on its networks, the likeliest first; none where it is on no network."""
    found = [*filter(None, [_own_address_towards(OUTSIDE_ADDRESS)])]
    # Without a route to the internet, for instance on a hotspot, the machine's own name still resolves.
    with contextlib.suppress(OSError):
        found += socket.gethostbyname_ex(socket.gethostname())[2]
    return [address for address in dict.fromkeys(found) if not ipaddress.ip_address(address).is_loopback]


def _own_address_towards(address: str) -> str | None:
    """The address of this machine that packets to `address` would carry; None where there is no route."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((address, DISCARD_PORT))
        except OSError:
            return None
        return str(probe.getsockname()[0])
