"""The addresses by which other devices on the network reach this machine, and the ports that are free on it."""

from __future__ import annotations

import ipaddress
import re
import socket
import threading
from collections.abc import Callable
from contextlib import suppress

import httpx
import ifaddr

from muggins.texts import lazy_gettext

OUTSIDE_ADDRESS = "192.0.2.1"
"""An address outside every local network; RFC 5737 reserves it for documentation. Nothing is sent to it."""
DISCARD_PORT = 9
NOT_LOCAL = re.compile(
    r"^(br-|docker|podman|cni|veth|virbr|vmnet|vboxnet|tun|tap|utun|ppp|wg|zt|tailscale)"
    r"|virtualbox|vmware|hyper-v|wsl|vpn|wireguard|zerotier|tailscale|tap-windows",
    re.IGNORECASE,
)
"""Names of interfaces of virtual machines, containers and tunnels, where no phone is."""

LOOK_SECONDS = 5.0
"""Seconds between two looks at whether this machine has moved to another network."""
ANSWER_SECONDS = 3.0
"""Seconds in which a program that serves a port has to answer."""
LATER_PORTS = 100


class LocalNetwork:
    """The names by which other devices reach this machine, which change while it moves from network to network."""

    def __init__(self, chosen: str | None = None) -> None:
        """`chosen` comes first: a name, or one of the machine's addresses. ValueError where it has no such address."""
        self._chosen = chosen
        if chosen is not None and chosen not in self.names():
            raise ValueError(
                lazy_gettext(
                    "address: expected one of this machine's on a network, %(addresses)s; got %(came)s",
                    addresses=", ".join(addresses_on_network()) or lazy_gettext("of which it has none"),
                    came=chosen,
                )
            )

    def choose(self, name: str) -> None:
        """Puts one of `names` first."""
        self._chosen = name

    def names(self) -> list[str]:
        """The names, the best first; none where this machine is on no network."""
        found, first = addresses_on_network(), self._chosen
        if first is None or (first not in found and _is_address(first)):
            return found
        return [first, *(name for name in found if name != first)]

    def watch(self, known: list[str], on_change: Callable[[list[str]], None], stopped: threading.Event) -> None:
        """Calls `on_change` with the names whenever they are others, in whatever order, until `stopped` is set."""
        while not stopped.wait(LOOK_SECONDS):
            names = self.names()
            if set(names) != set(known):
                known = names
                on_change(names)


def addresses_on_network() -> list[str]:
    """This machine's IPv4 addresses, the likeliest of its local network first; none where it is on no network."""
    outward = _own_address_towards(OUTSIDE_ADDRESS)
    found = [
        (str(ip.ip), bool(NOT_LOCAL.search(adapter.name) or NOT_LOCAL.search(adapter.nice_name)))
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
        if ip.is_IPv4
    ]

    def unlikeliness(interface: tuple[str, bool]) -> tuple[bool, ...]:
        address, is_elsewhere = interface
        parsed = ipaddress.ip_address(address)
        # Whoever asks and gets no answer gives itself a link-local address. A machine at home has a private one.
        return is_elsewhere, parsed.is_link_local, not parsed.is_private, address != outward

    ranked = [address for address, _ in sorted(found, key=unlikeliness)]
    return [address for address in dict.fromkeys(ranked) if not ipaddress.ip_address(address).is_loopback]


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _own_address_towards(address: str) -> str | None:
    """The address of this machine that packets to `address` would carry; None where there is no route."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((address, DISCARD_PORT))
        except OSError:
            return None
        return str(probe.getsockname()[0])


def is_free(host: str, port: int) -> bool:
    """Whether this program may serve a port."""
    with suppress(OSError):
        socket.create_server((host, port)).close()
        return True
    return False


def free_port_after(host: str, port: int) -> int:
    """The next port that is free; 0, for any, where there is none near."""
    return next((later for later in range(port + 1, min(port + LATER_PORTS, 65536)) if is_free(host, later)), 0)


def taken_port(host: str, port: int) -> ValueError:
    """What says that another program has a port, and which is free."""
    return ValueError(
        lazy_gettext(
            "port %(port)s belongs to another program on this machine; take a free one with --port %(free)s",
            port=port,
            free=free_port_after(host, port),
        )
    )


def muggins_at(port: int) -> str | None:
    """The address of the muggins that serves a port of this machine; None where something else does."""
    for address in (f"http://localhost:{port}/", f"https://localhost:{port}/"):
        with suppress(httpx.HTTPError, ValueError, TypeError, LookupError):
            # Its certificate is its own; nothing secret is sent.
            told = httpx.get(f"{address}api/openapi.json", verify=False, timeout=ANSWER_SECONDS, trust_env=False).json()
            if told["info"]["title"] == "muggins":
                return address
    return None
