"""A clock that a test moves, and patience with a machine that is busy."""

import socket

import pytest

from muggins.vision.capture import frames, tuning


@pytest.fixture
def clock(monkeypatch):
    """A clock that stands still until a test moves it: clock[0] += 2."""
    now = [100.0]
    monkeypatch.setattr(frames.time, "monotonic", lambda: now[0])
    return now


@pytest.fixture
def patient(monkeypatch):
    """However busy the machine is, no answer is given up, no frame comes too late, and no flaw is old news."""
    monkeypatch.setattr(tuning, "TIMEOUT_SECONDS", 60)
    monkeypatch.setattr(tuning, "LATE_SECONDS", 600.0)
    monkeypatch.setattr(tuning, "FLAW_SECONDS", 600.0)


@pytest.fixture
def silent_port():
    """A port of this machine at which nobody answers."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        yield taken.getsockname()[1]
