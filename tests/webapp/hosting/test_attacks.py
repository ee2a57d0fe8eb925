"""What anybody on the network can do to a server: the table's own pages are answered all the same.

Nothing here waits for a deadline: those that an attack would wait for are set to minutes, so a server that lets itself
be held up hangs, and the test fails.
"""

import http.client
import logging
import random
import socket
import ssl
import threading
import urllib.request
from unittest.mock import AsyncMock

import pytest
from h2.config import H2Configuration
from h2.connection import H2Connection
from h2.events import DataReceived, ResponseReceived, StreamEnded

from muggins.webapp import create_app
from muggins.webapp.hosting.peers import Limits
from muggins.webapp.hosting.protocols import Connection
from muggins.webapp.hosting.server import DashboardServer, WsgiServer
from muggins.webapp.hosting.tls import own_certificate
from muggins.webapp.session.session import GameSession

FOREVER = 600
"""Seconds. No test takes as long."""
PATIENT = {"handshake_seconds": FOREVER, "head_seconds": FOREVER, "body_seconds": FOREVER}
HUNG_UP = (ConnectionError, ssl.SSLEOFError)
"""Not a timeout: a server that never hangs up fails the test."""
ASK = b"GET /api/table HTTP/1.1\r\nHost: localhost\r\n\r\n"
POST = b"POST /api/events HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    return own_certificate(tmp_path_factory.mktemp("certificate"))


@pytest.fixture
def serve():
    """Starts a server with limits for the dashboard of a game, or for another app."""
    servers = []

    def begin(certificate=None, live=None, app=None, **limits):
        limits = Limits(**limits)
        if app is None:
            server = DashboardServer(create_app(live or GameSession()), "127.0.0.1", 0, certificate, limits)
        else:
            server = WsgiServer(app, "127.0.0.1", 0, certificate, limits)
        server.start()
        servers.append(server)
        return server

    yield begin
    for server in servers:
        server.stop()


@pytest.fixture
def connect():
    """Opens connections to a server, and closes them at the end."""
    opened = []

    def connected(server):
        opened.append(socket.create_connection(("127.0.0.1", server.port), timeout=FOREVER))
        return opened[-1]

    yield connected
    for each in opened:
        each.close()


@pytest.fixture
def listen(connect):
    """Opens streams of a server, and reads each until it says nothing more."""

    def listened(server):
        listener = connect(server).makefile("rwb")
        listener.write(b"GET /api/stream HTTP/1.1\r\nHost: localhost\r\n\r\n")
        listener.flush()
        assert hears(listener, b"event: changed")
        return listener

    return listened


def answers(server, certificate=None):
    """Whether an honest page is answered."""
    trusted = ssl.create_default_context(cafile=str(certificate.certificate)) if certificate else None
    with urllib.request.urlopen(f"{server.address}api/table", context=trusted, timeout=FOREVER) as answer:
        return answer.status == 200


def hears(listener, text):
    """Whether a stream says a text before it ends."""
    return any(text in line for line in listener)


def said(connection):
    """All that a server says until it hangs up."""
    text = b""
    try:
        while part := connection.recv(1 << 16):
            text += part
    except HUNG_UP:
        pass
    return text


def sent(connection, block, most):
    """How many bytes a server takes before it hangs up, `most` at most."""
    count = 0
    try:
        while count < most:
            connection.sendall(block)
            count += len(block)
    except HUNG_UP:
        pass
    return count


def test_silent_connections_stop_nobody(serve, connect, certificate):
    """Each stopped the port over TLS for ten seconds, as the handshake ran in the thread that accepts."""
    server = serve(certificate, **PATIENT)
    for _ in range(200):
        connect(server)
    assert answers(server, certificate)


def test_slow_heads_hold_no_thread(serve, connect):
    """140 held every thread of a table."""
    server = serve(**PATIENT)
    for _ in range(200):
        connect(server).sendall(ASK[:20])
    assert answers(server)


@pytest.mark.parametrize(
    ("limits", "begun"),
    [
        ({"head_seconds": 0.1}, b""),
        ({"head_seconds": 0.1}, ASK[:20]),
        ({"body_seconds": 0.1}, POST + b"Content-Length: 20\r\n\r\n{"),
    ],
    ids=["silent", "head", "body"],
)
def test_a_request_that_is_never_finished_is_hung_up_on(serve, connect, limits, begun):
    connection = connect(serve(**limits))
    connection.sendall(begun)
    assert b" 200 " not in said(connection)


def test_a_handshake_that_is_never_finished_is_hung_up_on(serve, connect, certificate):
    assert said(connect(serve(certificate, handshake_seconds=0.1))) == b""


@pytest.mark.parametrize(
    ("start", "block"),
    [
        (ASK[:-2] + b"X: ", b"a" * 4096),
        (b"GET /", b"a" * 4096),
        (ASK[:-2], b"".join(b"H%d: x\r\n" % n for n in range(400))),
    ],
    ids=["a long line", "a long address", "many lines"],
)
def test_a_head_without_end_is_refused(serve, connect, start, block):
    """300 MB of head took 300 MB of memory and more."""
    server = serve(**PATIENT)
    connection = connect(server)
    connection.sendall(start)
    assert sent(connection, block, 64 << 20) < 64 << 20
    assert answers(server)


@pytest.mark.parametrize(
    ("head", "block"),
    [
        (b"Transfer-Encoding: chunked\r\n\r\n7fffffff\r\n", b"a" * 65536),
        (b"Transfer-Encoding: chunked\r\n\r\n", b"1000\r\n" + b"a" * 4096 + b"\r\n"),
        (b"Content-Length: 300000000\r\n\r\n", b"a" * 65536),
        (b"Content-Length: " + b"9" * 46 + b"\r\n\r\n", b"a" * 65536),
    ],
    ids=["a chunk of 2 GB", "chunks without end", "300 MB", "a length of 46 digits"],
)
def test_a_body_beyond_the_most_is_refused(serve, connect, head, block):
    """A chunk that was announced as 2 GB was gathered in memory."""
    server = serve(**PATIENT, body_bytes=1 << 20)
    connection = connect(server)
    connection.sendall(POST + head)
    assert sent(connection, block, 128 << 20) < 128 << 20
    assert answers(server)


def test_bodies_of_one_address_leave_room_for_those_of_others(serve, connect):
    """The second of one address is refused, and answered once the first has been."""
    server = serve(**PATIENT, bodies_bytes_per_address=100_000, trusted=frozenset())
    first, second = connect(server), connect(server)
    first.sendall(POST + b"Content-Length: 90000\r\n\r\n" + b"a" * 80000)
    second.sendall(POST + b"Content-Length: 90000\r\n\r\n" + b"a" * 90000)
    while b" 503 " not in said(second):
        second = connect(server)
        second.sendall(POST + b"Content-Length: 90000\r\n\r\n" + b"a" * 90000)
    first.sendall(b"a" * 10000)
    assert first.recv(12) == b"HTTP/1.1 413"


@pytest.mark.parametrize("limits", [{"connections_per_address": 3}, {"connections": 3}])
def test_whoever_has_too_many_connections_loses_the_one_that_has_been_idle_longest(serve, limits):
    server = serve(**PATIENT, **limits, trusted=frozenset())
    phones = [http.client.HTTPConnection("127.0.0.1", server.port, timeout=FOREVER) for _ in range(4)]
    for phone in phones:
        phone.request("GET", "/api/table")
        assert phone.getresponse().read()
    assert phones[0].sock.recv(1) == b""
    phones[1].request("GET", "/api/table")
    assert phones[1].getresponse().status == 200
    for phone in phones:
        phone.close()


@pytest.mark.parametrize("limits", [{"connections_per_address": 1}, {"connections": 1}])
def test_no_connection_at_work_is_hung_up_on_for_another(serve, connect, listen, start, tell, limits):
    live = GameSession()
    live.start_game(start())
    server = serve(live=live, **limits, trusted=frozenset())
    listener = listen(server)
    assert said(connect(server)) == b""
    live.tell(tell("Ann 5-5"))
    assert hears(listener, b"id: 1-2")


def test_an_address_with_too_many_streams_hears_all_there_is_and_comes_again(serve, listen, start, tell):
    live = GameSession()
    live.start_game(start())
    server = serve(live=live, streams_per_address=1, trusted=frozenset())
    listener = listen(server)
    with urllib.request.urlopen(f"{server.address}api/stream?after=1-0", timeout=FOREVER) as answer:
        assert b"id: 1-1" in answer.read()
    live.tell(tell("Ann 5-5"))
    assert hears(listener, b"id: 1-2")


def test_a_crowd_of_streams_takes_no_thread_and_each_hears_the_play(serve, listen, start, tell):
    """Each stream had a thread, and the hundred-and-first listener none."""
    live = GameSession()
    live.start_game(start())
    server = serve(live=live, threads=4)
    before = threading.active_count()
    listeners = [listen(server) for _ in range(150)]
    assert threading.active_count() < before + 20
    live.tell(tell("Ann 5-5"))
    assert all(hears(listener, b"event: told") for listener in listeners)


class Phone:
    """A browser that speaks HTTP/2."""

    def __init__(self, connection, certificate):
        context = ssl.create_default_context(cafile=str(certificate.certificate))
        context.set_alpn_protocols(["h2"])
        self.socket = context.wrap_socket(connection, server_hostname="localhost")
        assert self.socket.selected_alpn_protocol() == "h2"
        self.h2 = H2Connection(H2Configuration())
        self.h2.initiate_connection()
        self.events = []
        self.is_closed = False

    def ask(self, path, method="GET", body=None, **headers):
        """Asks for a page; returns the number of its stream."""
        stream = self.h2.get_next_available_stream_id()
        own = [(":method", method), (":path", path), (":scheme", "https"), (":authority", "localhost")]
        self.h2.send_headers(stream, own + list(headers.items()), end_stream=body is None)
        self.flush()
        return stream

    def flush(self):
        self.socket.sendall(self.h2.data_to_send())

    def until(self, is_there):
        """Reads on until an event is there."""
        while not (found := [event for event in self.events if is_there(event)]):
            data = self.socket.recv(1 << 16)
            if not data:
                self.is_closed = True
                return None
            self.events += self.h2.receive_data(data)
            self.flush()
        return found[0]

    def status(self, stream):
        answer = self.until(lambda event: isinstance(event, ResponseReceived) and event.stream_id == stream)
        return dict(answer.headers)[b":status"]


@pytest.fixture
def phone(serve, connect, certificate):
    """A phone of a server with these limits."""

    def connected(**options):
        server = serve(certificate, **PATIENT | options)
        return Phone(connect(server), certificate)

    return connected


def test_six_tabs_that_follow_a_table_leave_the_seventh_its_page(phone):
    """Over HTTP/1.1 a browser opens six connections, and six streams kept them all."""
    one = phone()
    streams = [one.ask("/api/stream") for _ in range(6)]
    page = one.ask("/api/table")
    assert [one.status(each) for each in (*streams, page)] == [b"200"] * 7
    one.until(lambda event: isinstance(event, StreamEnded) and event.stream_id == page)
    for stream in streams:
        one.until(lambda event, stream=stream: isinstance(event, DataReceived) and event.stream_id == stream)


def test_a_photo_that_is_too_large_is_refused_and_the_connection_goes_on(phone):
    one = phone(body_bytes=1000)
    stream = one.ask("/api/events", "POST", b"")
    one.h2.send_data(stream, b"a" * 2000)
    one.flush()
    assert one.status(stream) == b"413"
    assert one.status(one.ask("/api/table")) == b"200"


def test_a_phone_that_begins_and_takes_back_without_end_is_hung_up_on(phone):
    """CVE-2023-44487: streams that are taken back cost the phone nothing."""
    one = phone()
    try:
        for _ in range(2000):
            stream = one.ask("/api/stream")
            one.h2.reset_stream(stream)
            one.flush()
        one.until(lambda event: False)
        assert one.is_closed
    except HUNG_UP:
        pass


def test_a_phone_that_takes_nothing_leaves_the_answer_with_the_app(serve, connect, certificate):
    """With its window shut, all of an answer was held in memory."""
    made = []

    def app(environ, start_response):
        start_response("200 OK", [])
        for number in range(1000):
            made.append(number)
            yield b"a" * 65536

    one = Phone(connect(serve(certificate, app=app, **PATIENT)), certificate)
    stream = one.ask("/")
    one.until(lambda event: isinstance(event, DataReceived))  # and its window is never opened again
    one.h2.reset_stream(stream)
    one.flush()
    assert one.status(one.ask("/")) == b"200"
    assert len(made) < 100


def test_each_error_of_a_connection_is_logged_once_and_counted(serve, connect, monkeypatch, caplog):
    """All were taken for the same: tasks wrap what goes wrong in them."""
    both = ExceptionGroup("at once", [ConnectionResetError(), ValueError("7-7")])
    errors = [RuntimeError("the set has 29 tiles"), ValueError("7-7"), ConnectionResetError(), both, ValueError("7-7")]
    server = serve()
    for error in errors:
        monkeypatch.setattr(Connection, "_read_data", AsyncMock(side_effect=error))
        assert said(connect(server)) == b""
    server.stop()
    *first, at_last = caplog.records
    assert [str(record.exc_info[1]) for record in first] == ["the set has 29 tiles", "7-7"]
    assert at_last.getMessage() == "3 connections ended in ValueError: 7-7"


def test_noise_is_no_error(serve, connect, certificate, caplog):
    """Every phone whose owner read the browser's warning left a traceback."""
    chance = random.Random(4)
    servers = serve(), serve(certificate)
    with caplog.at_level(logging.INFO):
        for server in servers:
            for _ in range(30):
                connection = connect(server)
                connection.sendall(chance.randbytes(chance.randrange(1, 400)))
                connection.close()
        assert answers(servers[0])
        assert answers(servers[1], certificate)
    assert [record for record in caplog.records if record.name.startswith(("muggins", "asyncio"))] == []


def test_a_request_that_is_being_answered_is_answered_when_the_server_stops(serve, connect):
    begun, may_end = threading.Event(), threading.Event()

    def app(environ, start_response):
        begun.set()
        may_end.wait(FOREVER)
        start_response("200 OK", [("Content-Length", "4")])
        return [b"told"]

    server = serve(app=app, shutdown_seconds=FOREVER)
    connection = connect(server)
    connection.sendall(ASK)
    begun.wait(FOREVER)
    stopping = threading.Thread(target=server.stop)
    stopping.start()
    may_end.set()
    assert said(connection).endswith(b"told")
    stopping.join()
