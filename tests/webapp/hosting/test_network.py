"""The addresses of this machine: the likeliest of the local network first, and none that reaches itself alone."""

import threading

import ifaddr
import pytest

from muggins.webapp.hosting import network

HOTSPOT = {"lo": "127.0.0.1", "wlan0": "192.168.1.23"}
WORKSHOP = {"docker0": "172.17.0.1", "vboxnet0": "192.168.56.1", "tun0": "10.8.0.2", "wlan0": "192.168.1.23"}
"""A developer's laptop: containers, a virtual machine, a VPN, and the table's network."""
WINDOWS = {
    "vEthernet (WSL)": "172.28.0.1",
    "VirtualBox Host-Only Ethernet Adapter": "192.168.56.1",
    "Intel(R) Wi-Fi 6": "192.168.0.7",
}


@pytest.mark.parametrize(
    ("interfaces", "outward", "found"),
    [
        ({"lo": "127.0.0.1"}, None, []),
        (HOTSPOT, None, ["192.168.1.23"]),
        (WORKSHOP, "10.8.0.2", ["192.168.1.23", "10.8.0.2", "172.17.0.1", "192.168.56.1"]),
        (WINDOWS, None, ["192.168.0.7", "172.28.0.1", "192.168.56.1"]),
        ({"eth0": "192.168.1.5", "wlan0": "10.0.0.7"}, "10.0.0.7", ["10.0.0.7", "192.168.1.5"]),
        ({"eth0": "169.254.7.7", "wlan0": "192.168.1.5"}, None, ["192.168.1.5", "169.254.7.7"]),
        ({"eth0": "8.8.4.4", "eth1": "10.0.0.7"}, "8.8.4.4", ["10.0.0.7", "8.8.4.4"]),
    ],
)
def test_the_likeliest_address_of_the_local_network_comes_first(monkeypatch, interfaces, outward, found):
    adapters = [ifaddr.Adapter(name, name, [ifaddr.IP(ip, 24, name)]) for name, ip in interfaces.items()]
    monkeypatch.setattr(network.ifaddr, "get_adapters", lambda: adapters)
    monkeypatch.setattr(network, "_own_address_towards", {network.OUTSIDE_ADDRESS: outward}.get)
    assert network.addresses_on_network() == found


def test_a_choice_among_the_addresses_is_no_move_to_another_network(monkeypatch):
    """The terminal said that the machine had moved whenever the host chose another of its addresses."""
    monkeypatch.setattr(network, "LOOK_SECONDS", 0.0)
    known, heard, stopped = ["192.168.1.23", "10.8.0.2"], [], threading.Event()
    monkeypatch.setattr(network, "addresses_on_network", lambda: known)
    local = network.LocalNetwork()

    def look():
        if len(looks) == 3:
            stopped.set()
        looks.append(known)
        return ["10.8.0.2", "192.168.1.23"]

    looks = []
    local.choose("10.8.0.2")
    monkeypatch.setattr(network, "addresses_on_network", look)
    local.watch(known, heard.append, stopped)
    assert (len(looks), heard) == (4, [])


def test_packets_carry_the_address_of_the_network_they_leave_by():
    assert network._own_address_towards("127.0.0.1") == "127.0.0.1"
