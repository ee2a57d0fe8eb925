"""`muggins hall`: what it is started with, and one sentence about what makes no hall."""

import signal
import socket
import subprocess
import sys
import urllib.request
from functools import partial
from pathlib import Path

import pytest
from hall_running import NoReaders

from muggins.webapp.cli import hall
from muggins.webapp.cli.main import main
from muggins.webapp.hall.records.hub_lock import HubLock
from muggins.webapp.session.store import Store


@pytest.fixture(autouse=True)
def _no_networks(monkeypatch, tmp_path):
    monkeypatch.setattr(hall, "WatchingPool", lambda number: NoReaders())
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("--tables 0", "--tables: expected 1 to 500, got 0"),
        ("--tables 4 --camera 9=0", "--camera: there is no table 9, the last is 4"),
        (
            "--camera film.mp4",
            "--camera: expected a table and its camera, such as 3=rtsp://192.168.1.20/main, got film.mp4",
        ),
        ("--address hall.example.org", "--address: expected an address such as https://hall.example.org, got hall"),
        ("--reader-number 0", "readers: expected at least one, got 0"),
        ("--port 99999", "port 99999: expected a number up to 65535"),
        ("--record postgresql://muggins@127.0.0.1:1/hall", "no database answers there"),
    ],
)
def test_what_makes_no_hall_is_said_in_one_sentence(arguments, says, capsys):
    assert main(["hall", *arguments.split()]) == 1
    printed = capsys.readouterr().err
    assert says in printed
    assert len(printed.splitlines()) == 1


def test_a_port_of_another_program_is_named_with_the_next_free_one(capsys):
    """The system's own words stood there, with the number of an error and the address twice."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        assert main(["hall", "--port", str(port)]) == 1
    printed = capsys.readouterr().err
    assert printed.startswith(f"muggins: port {port} belongs to another program on this machine; take a free one with")
    assert len(printed.splitlines()) == 1


def test_cameras_are_named_by_table():
    assert hall.parse_cameras(["3=0", "12=rtsp://camera/main"]) == {3: "0", 12: "rtsp://camera/main"}
    assert hall.parse_address("https://hall.example.org") == "https://hall.example.org/"


@pytest.mark.parametrize("stop", [signal.SIGTERM, signal.SIGINT])
def test_a_hall_is_served_until_it_is_told_to_end(tmp_path, stop):
    """Another program that stands by serves it then."""
    command = [Path(sys.executable).with_name("muggins"), "hall", "--tables", "2", "--port", "0"]
    # A shell's background job ignores Ctrl+C, and so would the hall.
    heeds_interrupt = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, preexec_fn=heeds_interrupt) as running:
        try:
            says = list(iter(running.stdout.readline, "Press Ctrl+C to stop.\n"))
            assert says[0].startswith("2 tables; games are kept in ")
            desk = says[1].removeprefix("The desk is at ").strip()
            with urllib.request.urlopen(desk) as answer:
                assert answer.status == 200
            running.send_signal(stop)
            assert running.wait() == 0
        finally:
            running.kill()
    store = Store(str(tmp_path / "muggins" / "hall.sqlite"))
    HubLock(store).wait(on_standby=pytest.fail)
    store.close()
