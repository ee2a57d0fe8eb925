"""`muggins play` and `muggins demo`: the dashboard really served, and the record kept."""

import json
import os
import re
import signal
import ssl
import subprocess
import sys
import urllib.request
from contextlib import contextmanager

import cv2
import numpy as np
import pytest

COMMAND = [sys.executable, "-u", "-c", "import sys; from muggins.webapp.cli import main; sys.exit(main())"]


@contextmanager
def running(*arguments, home):
    """A command that serves the dashboard, with the address it says; interrupted at the end."""
    environment = {**os.environ, "XDG_DATA_HOME": str(home)}
    command = [*COMMAND, *arguments, "--port", "0"]
    program = subprocess.Popen(command, stdout=subprocess.PIPE, env=environment, text=True)
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
    """What a browser finds there that begins without cookies."""
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


def test_phones_are_told_where_and_may_use_tls(tmp_path, film):
    with running("play", str(film), "--phones", "--tls", home=tmp_path) as (address, said):
        assert address.startswith("https://localhost:")
        trusted = ssl.create_default_context(cafile=str(tmp_path / "muggins" / "certificate.pem"))
        assert "/host/" in address
        assert "Who plays?" in asked(address, "?to=/new", context=trusted)
        for phone in re.findall(r"On a player's phone: (\S+)", said):
            assert "/join/" in phone
            assert asked(phone, context=trusted)


def test_a_phone_is_asked_for_its_camera_over_tls(tmp_path):
    with running("play", "phone", home=tmp_path) as (address, said):
        assert address.startswith("https://localhost:")
        trusted = ssl.create_default_context(cafile=str(tmp_path / "muggins" / "certificate.pem"))
        for phone in re.findall(r"the camera: (\S+)", said):
            assert "camera" in asked(phone, context=trusted)


def test_a_port_that_is_taken_is_said(tmp_path):
    with running("demo", home=tmp_path) as (address, _):
        port = re.search(r":(\d+)/", address)[1]
        done = subprocess.run([*COMMAND, "demo", "--port", port], capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert done.stderr.startswith("muggins: the dashboard cannot be served")
    assert done.stderr.count("\n") == 1
