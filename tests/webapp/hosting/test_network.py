"""The addresses of this machine: the likeliest first, each once, and none that reaches itself alone."""

from muggins.webapp.hosting import network


def test_the_address_towards_the_outside_comes_first(monkeypatch):
    named = ["127.0.1.1", "192.168.1.5", "10.0.0.7"]
    monkeypatch.setattr(network, "_own_address_towards", {network.OUTSIDE_ADDRESS: "192.168.1.5"}.get)
    monkeypatch.setattr(network.socket, "gethostbyname_ex", lambda name: (name, [], named))
    assert network.addresses_on_network() == ["192.168.1.5", "10.0.0.7"]


def test_a_machine_without_a_route_and_a_name_has_none(monkeypatch):
    def unknown(name):
        raise OSError("name or service not known")

    monkeypatch.setattr(network, "OUTSIDE_ADDRESS", "255.255.255.255")
    monkeypatch.setattr(network.socket, "gethostbyname_ex", unknown)
    assert network.addresses_on_network() == []


def test_packets_carry_the_address_of_the_network_they_leave_by():
    assert network._own_address_towards("127.0.0.1") == "127.0.0.1"
