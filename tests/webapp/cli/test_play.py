"""`muggins play` and `muggins demo`: the dashboard is served, and the record kept."""

import http.server
import json
import os
import re
import signal
import ssl
import subprocess
import sys
import threading
import urllib.request
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from functools import partial
from itertools import takewhile
from urllib.parse import urlsplit

import cv2
import numpy as np
import pytest
from called_address import CalledAddress
from cryptography import x509
from jpegs import jpeg
from photographed import FixedReader
from qr_codes import scan

from muggins.scorer.layout import Layout
from muggins.vision.types import TableState
from muggins.webapp.camera import watch_thread
from muggins.webapp.cli import play as playing
from muggins.webapp.cli.main import main
from muggins.webapp.cli.play import Serving, demo
from muggins.webapp.counting import photo_reader
from muggins.webapp.hosting import network
from muggins.webapp.hosting.server import DashboardServer

COMMAND = [sys.executable, "-u", "-c", "import sys; from muggins.webapp.cli.main import main; sys.exit(main())"]
MOST_SECONDS = 300
"""A command that hangs is ended."""


class EmptyTableReader:
    """A reader that sees an empty table at once: no network is loaded."""

    def __init__(self, set):
        self.set = set

    def read(self, image, time=0.0):
        return TableState(time, (), Layout(), (), ())


@pytest.fixture
def running(tmp_path, monkeypatch, capsys):
    """Runs a command that serves the dashboard: its address and what it has printed. It is interrupted at the end.

    This machine is alone on its network.
    """
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(watch_thread, "Reader", EmptyTableReader)
    monkeypatch.setattr(network, "addresses_on_network", lambda: ["127.0.0.1"])

    @contextmanager
    def run(*arguments):
        is_served, interrupted = Future(), threading.Event()

        class Server(DashboardServer):
            def serve(self):
                threading.Thread(target=super().serve, daemon=True).start()
                is_served.set_result(capsys.readouterr().out)
                interrupted.wait()
                raise KeyboardInterrupt

        monkeypatch.setattr(playing, "DashboardServer", Server)
        with ThreadPoolExecutor(1) as commands:
            ended = commands.submit(main, [*arguments, "--port", "0"])
            wait((is_served, ended), return_when=FIRST_COMPLETED)
            try:
                assert not ended.done(), capsys.readouterr().err
                said = is_served.result()
                yield re.search(r"dashboard is at (\S+)", said)[1], said
            finally:
                interrupted.set()
            assert ended.result() == 0

    return run


def asked(address, path="", context=None):
    """The page that a browser without cookies gets."""
    kept = [urllib.request.HTTPCookieProcessor(), urllib.request.HTTPSHandler(context=context)]
    with urllib.request.build_opener(*kept).open(address + path, timeout=MOST_SECONDS) as answer:
        return answer.read().decode()


def sent(address, path, body):
    """The answer to a JSON object."""
    request = urllib.request.Request(address + path, json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=MOST_SECONDS) as answer:
        return json.load(answer)


@pytest.fixture
def film(tmp_path):
    """A second of an empty table."""
    path = tmp_path / "table.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (320, 240))
    for _ in range(10):
        writer.write(np.full((240, 320, 3), 90, np.uint8))
    writer.release()
    return path


def test_the_demo_shows_the_recorded_game_and_keeps_nothing(running, tmp_path):
    with running("demo") as (address, said):
        assert address.startswith("http://localhost:")
        assert "recorded game" in said
        assert "<html" in asked(address)
        assert json.loads(asked(address, "api/table"))["game"]["scores"]
    assert list(tmp_path.iterdir()) == []


def test_the_recorded_game_begins_with_the_first_visitor(monkeypatch):
    """A visitor who took a minute to open the page found the film over."""
    monkeypatch.setattr(watch_thread, "Reader", EmptyTableReader)
    begun = []

    class Visited:
        address, port = "http://localhost:8765/", 8765

        def __init__(self, app, *_):
            self.client, self.watch_thread = app.test_client(), app.extensions["muggins"].camera

        def serve(self):
            begun.append(self.watch_thread._thread.is_alive())
            for _ in range(2):
                assert self.client.get("/api/table").status_code == 200
                begun.append(self.watch_thread._thread.is_alive())

        def stop(self):
            pass

    monkeypatch.setattr("muggins.webapp.cli.play.DashboardServer", Visited)
    assert demo(Serving()) == 0
    assert begun == [False, True, True]


def test_a_game_goes_on_after_the_program_was_started_again(running, tmp_path, film):
    with running("play", str(film), "--players", "Ann,Bob") as (address, _):
        sent(address, "api/events", {"event": "hand", "setter": "Bob"})
    assert (tmp_path / "muggins" / "games.sqlite").exists()
    with running("play", str(film)) as (address, _):
        lines = json.loads(asked(address, "api/table"))["lines"]
        assert [line["event"] for line in lines] == ["game", "hand"]


def test_the_record_lies_where_it_was_asked_for(running, tmp_path, film):
    with running("play", str(film), "--record", str(tmp_path / "club" / "evening.sqlite")) as (_, said):
        assert "evening.sqlite" in said
    assert (tmp_path / "club" / "evening.sqlite").exists()
    assert not (tmp_path / "muggins").exists()


def test_an_address_is_called_from_the_start_of_the_game_on_and_again_the_next_evening(running, film):
    """Its secret is printed once, its password never."""
    called = CalledAddress()
    called.start()
    address = called.address.replace("//", "//ann:hunter2@")
    with running("play", str(film), "--players", "Ann,Bob", "--hook", address) as (_, said):
        assert re.search(r"//ann:\*\*\*@\S+ is signed .*: whsec_", said)
        assert "hunter2" not in said
        called.wait(lambda: called.taken == ["1-1"])
    with running("play", str(film)) as (address, said):
        assert "whsec_" not in said
        sent(address, "api/events", {"event": "hand", "setter": "Bob"})
        called.wait(lambda: called.taken[-1] == "1-2")
    called.stop()


@pytest.mark.parametrize(
    ("option", "value", "says"),
    [
        ("--hook", "ftp://example.org", "ftp://example.org: cannot be called"),
        ("--mqtt", "http://example.org", "http://example.org: no address of an MQTT broker"),
        ("--sounds", "no-such-folder", "no-such-folder: there is no such folder"),
    ],
)
def test_what_cannot_be_told_or_heard_is_one_sentence(option, value, says, film, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert main(["play", str(film), "--port", "0", option, value]) == 1
    assert says in capsys.readouterr().err


def test_corrected_pictures_are_kept_only_where_asked_for_and_it_is_said(running, tmp_path, film):
    kept = tmp_path / "kept"
    with running("play", str(film)) as (_, said):
        assert "you correct" not in said
    assert not kept.exists()
    with running("play", str(film), "--keep", str(kept)) as (_, said):
        assert f"Pictures of the table whose reading you correct are kept in {kept}" in said
    assert (kept / "truth.jsonl").read_text() == ""


def test_photos_that_phones_have_counted_are_kept_only_where_asked_for(running, tmp_path, film, monkeypatch):
    """With --keep, which promises the pictures that players correct, any spectator's photo was kept too."""
    monkeypatch.setattr(photo_reader, "_any_set", lambda: FixedReader("6-4"))
    for option in ("--keep", "--keep-counted"):
        kept = tmp_path / option
        with running("play", str(film), option, str(kept)) as (address, said):
            photo = urllib.request.Request(f"{address}api/count", jpeg(), {"Content-Type": "image/jpeg"})
            with urllib.request.urlopen(photo, timeout=MOST_SECONDS) as answer:
                assert json.load(answer)["total"] == 10
        assert bool(list(kept.glob("*.jpg"))) == (option == "--keep-counted")
    assert f"Photos that phones have counted are kept in {kept}, whoever sends them" in said


def test_phones_reach_the_dashboard_over_tls_though_nobody_asked_for_it(running, tmp_path, film):
    """The host's key and cookie crossed the room in the clear."""
    with running("play", str(film), "--phones") as (address, said):
        assert address.startswith("https://localhost:")
        trusted = ssl.create_default_context(cafile=str(tmp_path / "muggins" / "certificate.pem"))
        assert "/host/" in address
        assert "A new game" in asked(address, "?to=/new", context=trusted)
        phone = re.search(r"On a player's phone: (\S+)", said)[1]
        assert "/join/" in phone
        assert asked(phone, context=trusted)


def test_phones_are_let_in_from_the_page_without_starting_anew(running, tmp_path, film, capsys):
    """The page said: start the program with --phones. By then the game was under way."""
    with running("play", str(film), "--players", "Ann,Bob") as (address, said):
        assert address.startswith("http://localhost:")
        assert "On a player's phone" not in said
        invitation = sent(address, "api/phones", {})
        assert f"On a player's phone: {invitation['addresses'][0]}join/{invitation['code']}" in capsys.readouterr().out
        trusted = ssl.create_default_context(cafile=str(tmp_path / "muggins" / "certificate.pem"))
        assert "Which seat is yours?" in asked(invitation["address"], context=trusted)
        assert json.loads(asked(address, "api/me"))["role"] == "host"


def test_plain_http_is_asked_for_by_name(running, film):
    with running("play", str(film), "--phones", "--plain-http") as (address, said):
        assert address.startswith("http://localhost:")
        assert asked(re.search(r"On a player's phone: (\S+)", said)[1])


def modules_printed(said):
    """The modules of the code among the lines that the program has printed; True where dark."""
    lines = [line for line in said.splitlines() if "\u2588" in line]
    shown = {" ": (True, True), "\u2580": (False, True), "\u2584": (True, False), "\u2588": (False, False)}
    return np.array([[shown[letter][half] for letter in line] for line in lines for half in (0, 1)])


def test_a_phone_scans_a_code_and_lends_its_camera_over_tls(running, tmp_path):
    with running("play", "phone") as (address, said):
        assert address.startswith("https://localhost:")
        trusted = ssl.create_default_context(cafile=str(tmp_path / "muggins" / "certificate.pem"))
        secure = re.search(r"or open (\S+)", said)
        assert scan(modules_printed(said)) == secure[1]
        assert secure[1].endswith((tmp_path / "muggins" / "phone.key").read_text())
        assert "Start the camera" in asked(secure[1], context=trusted)
        picture = cv2.imencode(".jpg", np.full((240, 320, 3), 90, np.uint8))[1].tobytes()
        base, _, key = secure[1].partition("camera?key=")
        headers = {"Content-Type": "image/jpeg", "Phone-Key": key, "Phone": "Ann's"}
        request = urllib.request.Request(base + "api/camera", picture, headers)
        with urllib.request.urlopen(request, timeout=MOST_SECONDS, context=trusted) as answer:
            assert set(json.load(answer)) == {"state", "says", "notice", "tiles", "scores"}


def test_phones_find_the_machine_after_it_has_moved_to_another_network(running, monkeypatch, capsys):
    """The invitation, the camera's address and the certificate stayed those of the network before."""
    has_moved, watch = threading.Event(), network.LocalNetwork.watch

    def watch_and_tell(self, known, on_change, stopped):
        # What is printed while it is read may be lost: it is read once all is printed.
        watch(self, known, lambda names: (on_change(names), has_moved.set()), stopped)

    monkeypatch.setattr(network.LocalNetwork, "watch", watch_and_tell)
    monkeypatch.setattr(network, "LOOK_SECONDS", 0.01)
    monkeypatch.setattr(network, "addresses_on_network", lambda: ["192.168.1.23"])
    with running("play", "phone", "--players", "Ann,Bob") as (address, said):
        assert "On a player's phone: https://192.168.1.23:" in said
        monkeypatch.setattr(network, "addresses_on_network", lambda: ["192.168.1.77", "10.8.0.2"])
        assert has_moved.wait(MOST_SECONDS)
        printed = capsys.readouterr().out
        assert "--address with 10.8.0.2" in printed
        assert "On a player's phone: https://192.168.1.77:" in printed
        port = urlsplit(address).port
        shown = x509.load_pem_x509_certificate(ssl.get_server_certificate(("localhost", port)).encode())
        names = shown.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        assert {"192.168.1.77", "10.8.0.2"} <= {str(name.value) for name in names}


def test_an_address_that_the_machine_has_not_is_refused(capsys, monkeypatch):
    monkeypatch.setattr(network, "addresses_on_network", lambda: ["192.168.1.23"])
    assert main(["demo", "--phones", "--address", "192.168.1.99"]) == 1
    assert "expected one of this machine's on a network, 192.168.1.23; got 192.168.1.99" in capsys.readouterr().err


def test_where_the_machine_is_on_no_network_that_is_said(running, monkeypatch):
    monkeypatch.setattr(network, "addresses_on_network", list)
    with running("play", "phone") as (_, said):
        assert "No phone can find this machine" in said


def test_an_address_that_does_not_answer_leaves_the_table_to_be_played_by_hand(running):
    with running("play", "http://127.0.0.1:9/video", "--players", "Ann,Bob") as (address, _):
        sent(address, "api/events", {"event": "play", "player": "Ann", "tile": "5-5"})
        table = json.loads(asked(address, "api/table"))
        assert table["game"]["scores"] == {"Ann": 2, "Bob": 0}
        with urllib.request.urlopen(address + "api/stream", timeout=MOST_SECONDS) as news:
            while "no camera answers" not in table["camera"]["says"]:
                assert news.readline()
                table = json.loads(asked(address, "api/table"))
        assert table["camera"]["says"].startswith("http://127.0.0.1:9/video: the machine is there")


def test_an_evening_begins_without_a_camera_and_one_is_chosen_on_the_page(tmp_path, capsys):
    """As a process: Ctrl+C ends it, and meanwhile nobody else has its port."""
    kept = tmp_path / "muggins" / "camera"
    kept.parent.mkdir()
    kept.write_text("none")
    # A shell's background job ignores Ctrl+C, and so would the processes that it starts.
    restores_interrupt = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    with subprocess.Popen(
        [*COMMAND, "play", "--port", "0"],
        stdout=subprocess.PIPE,
        env={**os.environ, "XDG_DATA_HOME": str(tmp_path)},
        text=True,
        preexec_fn=restores_interrupt,
    ) as program:
        try:
            said = "".join(takewhile(lambda line: "Ctrl+C" not in line, program.stdout))
            assert "Watching nothing yet: no camera is chosen" in said
            address, port = re.search(r"dashboard is at (http://localhost:(\d+)/)", said).groups()
            assert json.loads(asked(address, "api/cameras"))["chosen"] == "none"
            assert sent(address, "api/cameras", {"camera": "phone"})["chosen"] == "phone"
            assert main(["demo", "--port", port]) == 0
            program.send_signal(signal.SIGINT)
            assert program.wait(MOST_SECONDS) == 0
        finally:
            program.kill()
    assert f"muggins runs already, at http://localhost:{port}/" in capsys.readouterr().out
    assert kept.read_text() == "phone"


@pytest.mark.parametrize("command", ["play", "demo"])
def test_a_number_that_is_no_port_is_one_sentence(command, capsys):
    assert main([command, "--port", "99999"]) == 1
    assert "port 99999: expected a number up to 65535" in capsys.readouterr().err


def test_a_port_of_another_program_is_named_with_the_next_free_one(capsys):
    with http.server.HTTPServer(("127.0.0.1", 0), http.server.SimpleHTTPRequestHandler) as other:
        threading.Thread(target=other.serve_forever, args=(0.02,), daemon=True).start()
        assert main(["demo", "--port", str(other.server_port)]) == 1
        other.shutdown()
    refusal = capsys.readouterr().err
    free = re.search(r"belongs to another program on this machine; take a free one with --port (\d+)", refusal)
    assert int(free[1]) > other.server_port
