"""`muggins play` and `muggins demo` as processes: the dashboard is served, and the record kept."""

import json
import os
import re
import signal
import ssl
import subprocess
import sys
import urllib.request
from contextlib import contextmanager
from functools import partial

import cv2
import numpy as np
import pytest
from qr_codes import scan

from muggins.webapp.cli.play import Serving, demo

COMMAND = [sys.executable, "-u", "-c", "import sys; from muggins.webapp.cli.main import main; sys.exit(main())"]


@contextmanager
def running(*arguments, home):
    """A command that serves the dashboard: its address and what it has printed. It is interrupted at the end."""
    environment = {**os.environ, "XDG_DATA_HOME": str(home)}
    command = [*COMMAND, *arguments, "--port", "0"]
    # A shell's background job ignores Ctrl+C, and so would the processes that it starts.
    restores_interrupt = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    program = subprocess.Popen(
        command, stdout=subprocess.PIPE, env=environment, text=True, preexec_fn=restores_interrupt
    )
    try:
        said = ""
        while "Ctrl+C" not in said:
            line = program.stdout.readline()
            assert line, f"ended with {program.wait()} after saying {said!r}"
            said += line
        yield re.search(r"dashboard is at (\S+)", said)[1], said
        program.send_signal(signal.SIGINT)
        assert program.wait(timeout=60) == 0
    finally:
        if program.poll() is None:
            program.kill()
        program.wait()
        program.stdout.close()


def asked(address, path="", context=None):
    """The page that a browser without cookies gets."""
    kept = [urllib.request.HTTPCookieProcessor(), urllib.request.HTTPSHandler(context=context)]
    with urllib.request.build_opener(*kept).open(address + path, timeout=30) as answer:
        return answer.read().decode()


@pytest.fixture
def film(tmp_path):
    """A second of an empty table."""
    path = tmp_path / "table.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (320, 240))
    for _ in range(10):
        writer.write(np.full((240, 320, 3), 90, np.uint8))
    writer.release()
    return path


def test_the_demo_shows_the_recorded_game_and_keeps_nothing(tmp_path):
    with running("demo", home=tmp_path) as (address, said):
        assert address.startswith("http://localhost:")
        assert "recorded game" in said
        assert "<html" in asked(address)
        game = json.loads(asked(address, "api/table"))["game"]
        assert game["scores"]
    assert list(tmp_path.iterdir()) == []


def test_the_recorded_game_begins_with_the_first_visitor(monkeypatch):
    """A visitor who took a minute to open the page found the film over."""
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


def test_a_game_goes_on_after_the_program_was_started_again(tmp_path, film):
    event = json.dumps({"event": "hand", "setter": "Bob"}).encode()
    with running("play", str(film), "--players", "Ann,Bob", home=tmp_path) as (address, _):
        request = urllib.request.Request(address + "api/events", event, {"Content-Type": "application/json"})
        urllib.request.urlopen(request, timeout=30).close()
    assert (tmp_path / "muggins" / "games.sqlite").exists()
    with running("play", str(film), home=tmp_path) as (address, _):
        lines = json.loads(asked(address, "api/table"))["lines"]
        assert [line["event"] for line in lines] == ["game", "hand"]


def test_the_record_lies_where_it_was_asked_for(tmp_path, film):
    with running("play", str(film), "--record", str(tmp_path / "club" / "evening.sqlite"), home=tmp_path) as (_, said):
        assert "evening.sqlite" in said
    assert (tmp_path / "club" / "evening.sqlite").exists()
    assert not (tmp_path / "muggins").exists()


def test_corrected_pictures_are_kept_only_where_asked_for_and_it_is_said(tmp_path, film):
    kept = tmp_path / "kept"
    with running("play", str(film), home=tmp_path) as (_, said):
        assert "you correct" not in said
    assert not kept.exists()
    with running("play", str(film), "--keep", str(kept), home=tmp_path) as (_, said):
        assert f"Pictures of the table whose reading you correct are kept in {kept}" in said
    assert (kept / "truth.jsonl").read_text() == ""


def test_the_address_for_phones_is_printed_and_may_use_tls(tmp_path, film):
    with running("play", str(film), "--phones", "--tls", home=tmp_path) as (address, said):
        assert address.startswith("https://localhost:")
        trusted = ssl.create_default_context(cafile=str(tmp_path / "muggins" / "certificate.pem"))
        assert "/host/" in address
        assert "A new game" in asked(address, "?to=/new", context=trusted)
        for phone in re.findall(r"On a player's phone: (\S+)", said):
            assert "/join/" in phone
            assert asked(phone, context=trusted)


def modules_printed(said):
    """The modules of the code among the lines that the program has printed; True where dark."""
    lines = [line for line in said.splitlines() if "\u2588" in line]
    shown = {" ": (True, True), "\u2580": (False, True), "\u2584": (True, False), "\u2588": (False, False)}
    return np.array([[shown[letter][half] for letter in line] for line in lines for half in (0, 1)])


def test_a_phone_scans_a_code_and_lends_its_camera_over_tls(tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONIOENCODING", "utf-8")
    with running("play", "phone", home=tmp_path) as (address, said):
        assert address.startswith("https://localhost:")
        trusted = ssl.create_default_context(cafile=str(tmp_path / "muggins" / "certificate.pem"))
        secure, plain = re.search(r"or open (\S+)", said), re.search(r"warns once; (\S+) shows", said)
        if secure is None:  # this machine is on no network
            assert "No phone can find this machine" in said
            return
        assert scan(modules_printed(said)) == secure[1]
        assert secure[1].endswith((tmp_path / "muggins" / "phone.key").read_text())
        assert "Start the camera" in asked(secure[1], context=trusted)
        assert "Take a picture" in asked(plain[1])
        picture = cv2.imencode(".jpg", np.full((240, 320, 3), 90, np.uint8))[1].tobytes()
        base, _, key = secure[1].partition("camera?key=")
        headers = {"Content-Type": "image/jpeg", "Phone-Key": key, "Phone": "Ann's"}
        request = urllib.request.Request(base + "api/camera", picture, headers)
        with urllib.request.urlopen(request, timeout=30, context=trusted) as answer:
            assert set(json.load(answer)) == {"state", "says", "notice"}


def test_an_address_that_does_not_answer_leaves_the_table_to_be_played_by_hand(tmp_path):
    with running("play", "http://127.0.0.1:9/video", "--players", "Ann,Bob", home=tmp_path) as (address, _):
        event = json.dumps({"event": "play", "player": "Ann", "tile": "5-5"}).encode()
        request = urllib.request.Request(address + "api/events", event, {"Content-Type": "application/json"})
        urllib.request.urlopen(request, timeout=30).close()
        table = json.loads(asked(address, "api/table"))
        assert table["game"]["scores"] == {"Ann": 2, "Bob": 0}
        while "no camera answers" not in table["camera"]["says"]:
            table = json.loads(asked(address, "api/table"))
        assert table["camera"]["says"].startswith("http://127.0.0.1:9/video: the machine is there")


def test_a_port_that_is_taken_is_said(tmp_path):
    with running("demo", home=tmp_path) as (address, _):
        port = re.search(r":(\d+)/", address)[1]
        done = subprocess.run([*COMMAND, "demo", "--port", port], capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert done.stderr.startswith("muggins: the dashboard cannot be served")
    assert done.stderr.count("\n") == 1


def test_an_evening_begins_without_a_camera_and_one_is_chosen_on_the_page(tmp_path):
    kept = tmp_path / "muggins" / "camera"
    kept.parent.mkdir()
    kept.write_text("none")
    with running("play", home=tmp_path) as (address, said):
        assert "Watching nothing yet: no camera is chosen" in said
        assert json.loads(asked(address, "api/cameras"))["chosen"] == "none"
        body = json.dumps({"camera": "phone"}).encode()
        request = urllib.request.Request(address + "api/cameras", body, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=30) as answer:
            assert json.load(answer)["chosen"] == "phone"
    assert kept.read_text() == "phone"
