"""The server: open streams delay nobody, it serves TLS, and it says when its port is taken."""

import http.client
import json
import socket
import ssl
import threading
import urllib.request

import pytest
from cryptography import x509

from muggins.webapp import create_app
from muggins.webapp.hosting.peers import Limits
from muggins.webapp.hosting.server import DashboardServer
from muggins.webapp.hosting.tls import AUTHORITY_FILE, own_certificate
from muggins.webapp.session.session import GameSession

LISTENERS = 20
MOST_SECONDS = 300
"""A server that hangs fails the test."""
GAME = {"event": "game", "rules": "five-up", "players": ["Ann", "Bob"]}


@pytest.fixture
def serve():
    """Starts servers, and stops them at the end."""
    servers = []

    def begin(live, **options):
        server = DashboardServer(create_app(live), port=0, **options)
        server.start()
        servers.append(server)
        return server

    yield begin
    for server in servers:
        server.stop()


def names_in(certificate):
    """The names and addresses that a certificate is for."""
    found = x509.load_pem_x509_certificate(certificate.certificate.read_bytes())
    return {str(name.value) for name in found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value}


class Listener(threading.Thread):
    """Follows the stream until it has heard event `until`."""

    def __init__(self, server, until, after="1-1"):
        super().__init__(daemon=True)
        self.answer = urllib.request.urlopen(f"{server.address}api/stream?after={after}", timeout=MOST_SECONDS)
        self.until = until
        self.heard = []
        self.start()

    def run(self):
        with self.answer:
            for line in self.answer:
                if line.startswith(b"id: "):
                    self.heard.append(int(line.split(b"-")[1]))
                    if self.heard[-1] >= self.until:
                        return


def test_many_listeners_hear_every_event_in_order_and_pages_still_open(serve, start, tell):
    live = GameSession()
    live.start_game(start("all-fives"))
    server = serve(live)
    listeners = [Listener(server, until=7) for _ in range(LISTENERS)]
    for said in ("Ann 6-4", "Bob 4-1>6-4", "Ann 6-0>6-4", "Bob 3-1>4-1", "Ann 3-0>3-1"):
        live.tell(tell(said))
    with urllib.request.urlopen(f"{server.address}api/table", timeout=MOST_SECONDS) as answer:
        assert json.load(answer)["number"] == 7
    for listener in listeners:
        listener.join(MOST_SECONDS)
        assert listener.heard == [2, 3, 4, 5, 6, 7]


def test_a_listener_from_another_game_hears_the_new_one_from_its_beginning(serve, start, tell):
    """A page that had heard three events of the last game did not hear the first three of the next."""
    live = GameSession()
    live.start_game(start())
    live.tell(tell("Ann 5-5"))
    live.start_game(start())
    listener = Listener(serve(live), until=3, after="1-3")
    live.tell(tell("Bob 6-4"))
    listener.join(MOST_SECONDS)
    assert listener.heard == [2, 3]


def test_a_listener_beyond_the_most_hears_all_there_is_and_comes_again(serve, start, tell):
    live = GameSession()
    live.start_game(start())
    live.tell(tell("Ann 5-5"))
    server = serve(live, limits=Limits(streams=0))
    with urllib.request.urlopen(f"{server.address}api/stream?after=1-1", timeout=MOST_SECONDS) as answer:
        text = answer.read().decode()
    assert "retry: " in text
    assert [line for line in text.splitlines() if line.startswith("id: ")] == ["id: 1-2", "id: 1-3"]


def test_it_speaks_tls_with_a_certificate_of_its_own(serve, tmp_path):
    own = own_certificate(tmp_path)
    server = serve(GameSession(), certificate=own)
    assert server.address.startswith("https://localhost:")
    trusting = ssl.create_default_context(cafile=str(own.certificate))
    with urllib.request.urlopen(f"{server.address}api/table", context=trusting, timeout=MOST_SECONDS) as answer:
        assert answer.status == 200


def test_the_certificate_is_made_once_and_again_for_another_name(tmp_path):
    certificate, key = own_certificate(tmp_path / "kept")
    first = certificate.read_bytes()
    assert own_certificate(tmp_path / "kept")[0].read_bytes() == first
    assert own_certificate(tmp_path / "kept", ["192.168.1.20"])[0].read_bytes() != first
    assert key.stat().st_mode & 0o077 == 0


def test_a_phone_that_trusts_the_machine_once_is_not_asked_again_at_another_address(tmp_path, serve):
    """Each change of network made another certificate, and every phone warned anew."""
    own_certificate(tmp_path, ["192.168.1.20"])
    trusted = (tmp_path / AUTHORITY_FILE).read_bytes()
    moved = own_certificate(tmp_path, ["10.8.0.2"])
    assert (tmp_path / AUTHORITY_FILE).read_bytes() == trusted
    assert (tmp_path / "authority-key.pem").stat().st_mode & 0o077 == 0
    trusting = ssl.create_default_context(cadata=trusted.decode())
    trusting.verify_flags |= ssl.VERIFY_X509_STRICT
    server = serve(GameSession(), certificate=moved)
    with urllib.request.urlopen(f"{server.address}api/table", context=trusting, timeout=MOST_SECONDS) as answer:
        assert answer.status == 200
    assert {"192.168.1.20", "10.8.0.2"} <= names_in(moved)


def test_the_authority_vouches_for_no_page_of_the_internet(tmp_path):
    """Whoever stole its key could otherwise pass for the player's bank."""
    certificate = own_certificate(tmp_path, ["bank.example", "203.0.113.9", "muggins.local", "fd00::9"])
    assert names_in(certificate) & {"bank.example", "203.0.113.9", "muggins.local", "fd00::9"} == {
        "muggins.local",
        "fd00::9",
    }
    own = x509.load_pem_x509_certificate((tmp_path / AUTHORITY_FILE).read_bytes())
    limits = own.extensions.get_extension_for_class(x509.NameConstraints)
    assert limits.critical
    assert limits.value.permitted_subtrees


def test_a_certificate_that_was_made_before_there_was_an_authority_is_replaced(tmp_path):
    own_certificate(tmp_path / "elsewhere")
    for name in ("certificate.pem", "key.pem"):
        (tmp_path / name).write_bytes((tmp_path / "elsewhere" / name).read_bytes())
    before = (tmp_path / "certificate.pem").read_bytes()
    assert own_certificate(tmp_path).certificate.read_bytes() != before


def test_a_broken_certificate_is_replaced(tmp_path):
    (tmp_path / "certificate.pem").write_text("broken")
    (tmp_path / "key.pem").write_text("broken")
    certificate, _ = own_certificate(tmp_path)
    assert certificate.read_text().startswith("-----BEGIN CERTIFICATE-----")


def test_a_port_number_that_does_not_exist_is_refused_in_a_sentence():
    with pytest.raises(ValueError, match="port 99999: expected a number up to 65535"):
        DashboardServer(create_app(GameSession()), port=99999)


def test_a_port_that_is_taken_is_named_with_what_to_do(serve):
    server = serve(GameSession())
    with pytest.raises(ValueError, match=rf"port {server.port} belongs to another program"):
        DashboardServer(create_app(GameSession()), port=server.port)


def test_more_phones_than_ten_keep_their_connections(serve):
    """Each began TLS anew for every picture, ten times a second."""
    server = serve(GameSession())
    phones = [http.client.HTTPConnection("localhost", server.port, timeout=MOST_SECONDS) for _ in range(12)]
    for _ in range(2):
        for phone in phones:
            phone.request("GET", "/api/state")
            assert phone.getresponse().read()
    for phone in phones:
        assert phone.sock is not None
        phone.close()


def test_the_phones_of_a_hall_may_all_connect_before_one_of_them_is_answered():
    """Of eighty that came at once thirteen were hung up on, as five connections could wait."""
    server = DashboardServer(create_app(GameSession()), port=0)  # it listens, and answers nobody before it is started
    phones = [socket.create_connection(("127.0.0.1", server.port), timeout=MOST_SECONDS) for _ in range(80)]
    server.start()
    try:
        for phone in phones:
            phone.sendall(b"GET /api/version HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            assert phone.recv(12).startswith(b"HTTP/1.1")
    finally:
        for phone in phones:
            phone.close()
        server.stop()
