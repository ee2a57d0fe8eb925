"""`muggins doctor`: what is wrong is found, and what to do is said."""

import socket
from pathlib import Path

import pytest

from muggins.texts.installing import install_command
from muggins.webapp.cli import doctor
from muggins.webapp.cli.doctor import Finding


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A user's data folder with nothing in it."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("muggins.webapp.session.store.sys.platform", "linux")
    return tmp_path


def test_a_machine_that_is_fit_is_called_so(home, capsys):
    assert doctor.doctor() == 0
    told = capsys.readouterr().out
    for what in ("Python", "Packages", "Models", "Webcams", "Record of games", "Dashboard", "TLS"):
        assert f"  {what}: " in told
    assert told.endswith("muggins can be played here.\n")
    assert list(home.iterdir()) == []


def test_what_is_needed_and_missing_ends_with_1_and_says_what_to_do(monkeypatch, capsys):
    fine, lacking = Finding("Python", "3.12"), Finding("Models", "tiles.onnx: missing", "install muggins again")
    no_camera = Finding("Webcams", "none found", "plug one in", is_needed=False)
    monkeypatch.setattr(doctor, "examine", lambda: iter([fine, no_camera]))
    assert doctor.doctor() == 0
    monkeypatch.setattr(doctor, "examine", lambda: iter([fine, lacking, no_camera]))
    capsys.readouterr()
    assert doctor.doctor() == 1
    assert capsys.readouterr().out.splitlines() == [
        "ok   Python: 3.12",
        "BAD  Models: tiles.onnx: missing",
        "     install muggins again",
        "--   Webcams: none found",
        "     plug one in",
        "Something is wrong: see above.",
    ]


def test_an_old_python(monkeypatch):
    monkeypatch.setattr(doctor, "OLDEST_PYTHON", (99, 0))
    assert doctor._python().remedy == "install Python 3.11 or newer"


def test_a_missing_package(monkeypatch):
    needs = ["numpy>=2", "no-such-package>=1", "torch; extra == 'train'"]
    monkeypatch.setattr(doctor, "requires", lambda name: needs)
    remedy = install_command("no-such-package")
    assert doctor._packages() == Finding("Packages", "no-such-package missing", remedy)


def test_models_that_are_not_there(monkeypatch):
    monkeypatch.setattr("muggins.vision.detection.tile_detector.TILES", Path("no.onnx"))
    found = doctor._models()
    assert found.says.startswith("no.onnx: ")
    assert found.remedy.startswith("install muggins again")


def test_a_package_that_does_not_load(monkeypatch):
    def _models():
        raise ImportError("libGL.so.1: cannot open shared object file")

    found = doctor._finding_of(_models)
    assert found == Finding("models", "libGL.so.1: cannot open shared object file", "install muggins again")


def test_webcams(monkeypatch):
    monkeypatch.setattr("muggins.vision.capture.webcam.webcams", lambda: [0, 2])
    monkeypatch.setattr("muggins.vision.capture.webcam.webcam_name", {0: "", 2: "HD Webcam"}.get)
    assert doctor._cameras() == Finding("Webcams", "0, 2 HD Webcam")
    monkeypatch.setattr("muggins.vision.capture.webcam.webcams", list)
    assert not doctor._cameras().is_needed
    assert doctor._cameras().remedy


def test_a_place_for_the_record(home, monkeypatch):
    assert not doctor._store().remedy
    monkeypatch.setattr(doctor, "LEAST_FREE_BYTES", 1 << 70)
    assert doctor._store().remedy == "make room there"
    monkeypatch.setattr(doctor.os, "access", lambda path, mode: False)
    assert doctor._store().says.endswith("cannot be written to")


def test_a_port_that_is_taken(monkeypatch):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        monkeypatch.setattr("muggins.webapp.hosting.server.PORT", other.getsockname()[1])
        found = doctor._dashboard()
    assert not found.is_needed
    assert "--port 0" in found.remedy
