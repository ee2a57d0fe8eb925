"""What starts Ray: authentication before anything listens, private addresses only, one sentence for what is wrong."""

import os
import stat
import sys
from types import SimpleNamespace

import pytest

from muggins.webapp.hall.readers import ray_serve


@pytest.fixture(autouse=True)
def environment(monkeypatch):
    """The environment as it was, after each test."""
    before = dict(os.environ)
    yield
    os.environ.clear()
    os.environ.update(before)


def test_authentication_is_on_with_a_token_that_its_owner_alone_can_read(tmp_path):
    token = tmp_path / "ray" / "token"
    ray_serve.prepare_environment(token, is_loopback=True)
    assert os.environ["RAY_AUTH_MODE"] == "token"
    assert os.environ["RAY_AUTH_TOKEN_PATH"] == str(token)
    assert os.environ["RAY_USAGE_STATS_ENABLED"] == "0"
    assert stat.S_IMODE(token.stat().st_mode) == 0o600
    assert len(token.read_text()) == 64


def test_a_token_that_is_there_is_kept(tmp_path):
    token = tmp_path / "token"
    token.write_text("shared with the other machines")
    ray_serve.prepare_environment(token, is_loopback=False)
    assert token.read_text() == "shared with the other machines"


@pytest.mark.parametrize("address", ["0.0.0.0", "::", "8.8.8.8", "2001:4860:4860::8888", "hall.example.org", ""])
def test_readers_listen_on_no_public_address(tmp_path, address):
    with pytest.raises(ValueError, match="expected a private address of this machine"):
        ray_serve.start(tmp_path / "token", address=address)
    assert not (tmp_path / "token").exists()


def test_a_pool_without_readers_is_refused(tmp_path):
    with pytest.raises(ValueError, match="expected at least one, got 0"):
        ray_serve.start(tmp_path / "token", replicas=0)


def test_a_ray_that_does_not_start_in_time_is_said_in_one_sentence(tmp_path, monkeypatch):
    """On a busy machine the hall ended with a page about where in Ray it had happened."""

    def init(**_):
        raise Exception("The current node timed out during startup.")

    ended = []
    ray = SimpleNamespace(init=init, shutdown=lambda: ended.append(True), serve=None)
    monkeypatch.setitem(sys.modules, "ray", ray)
    with pytest.raises(ValueError, match=r"Ray cannot start the readers: The current node timed out during startup\."):
        ray_serve.start(tmp_path / "token")
    assert ended
