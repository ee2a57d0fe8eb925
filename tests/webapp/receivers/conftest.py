"""Tables whose events are told elsewhere, on an evening that may be begun again."""

import time

import pytest

from muggins.webapp.receivers import outbox
from muggins.webapp.receivers.receivers import Receivers
from muggins.webapp.session.session import GameSession
from muggins.webapp.session.store import Store


@pytest.fixture(autouse=True)
def _soon_again(monkeypatch):
    monkeypatch.setattr(outbox, "FIRST_PAUSE_SECONDS", 0.01)
    monkeypatch.setattr(outbox, "LONGEST_PAUSE_SECONDS", 0.05)


@pytest.fixture
def table(tmp_path):
    """Begins an evening at a table whose games are kept; begun again, it goes on."""
    begun = []

    def begin():
        while begun:
            end(*begun.pop())
        store = Store(str(tmp_path / "games.sqlite"))
        session = GameSession(store)
        begun.append((Receivers(session), session, store))
        return session, begun[-1][0]

    def end(receivers, session, store):
        receivers.stop()
        session.close()
        store.close()

    yield begin
    end(*begun.pop())


@pytest.fixture
def until():
    """Waits until something holds that an answer brings about here, a moment after it was given."""

    def wait(holds):
        gives_up = time.monotonic() + 60
        while not holds():
            assert time.monotonic() < gives_up
            time.sleep(0.01)

    return wait
