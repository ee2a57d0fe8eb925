"""Workers as actors of a real Ray: they watch as those of this machine do, and another goes on where one dies."""

import os
import signal
import stat
from pathlib import Path

import psutil
import pytest
import watching_stubs
from watching_stubs import GREY, EmptyTable

from muggins.vision.tracking.expected import Expected
from muggins.vision.tracking.watcher import Frame
from muggins.webapp.camera.table_watcher import WatcherLostError
from muggins.webapp.hall.watching import cluster, pool
from muggins.webapp.hall.watching.cluster import ActorLink
from muggins.webapp.hall.watching.pool import WatchingPool

PATIENCE = 600.0
"""Seconds for an actor to come up on a machine that does other work as well."""


@pytest.fixture
def token_file(tmp_path):
    return tmp_path / "secrets" / "token"


@pytest.fixture
def workers(token_file, monkeypatch):
    monkeypatch.setattr(pool, "READING_SECONDS", PATIENCE)
    environment = dict(os.environ)
    # Ray gives its workers way to everything else, and all other tests run meanwhile.
    support = str(Path(watching_stubs.__file__).parent)
    python_path = os.pathsep.join(filter(None, [support, os.environ.get("PYTHONPATH")]))
    os.environ.update(RAY_worker_niceness="0", PYTHONPATH=python_path)
    for tries_left in reversed(range(20)):
        try:
            cluster.start(token_file, 2)
            break
        except ValueError:  # its processes were not there within 30 s, and Ray has no other limit
            if not tries_left:
                raise
    workers = WatchingPool(2, lambda: ActorLink(EmptyTable), cluster.stop)
    yield workers
    workers.close()
    os.environ.clear()
    os.environ.update(environment)


def test_tables_are_watched_by_actors_and_go_on_with_another_where_one_dies(workers, token_file):
    """One after the other, as a Ray takes long to start."""
    assert os.environ["RAY_AUTH_MODE"] == "token"
    assert stat.S_IMODE(token_file.stat().st_mode) == 0o600
    tables = [workers.watch(6), workers.watch(9)]
    for table in tables:
        assert table.update(Frame(1, 0.1, GREY), Expected()) == []
        table.glance(Frame(2, 0.2, GREY))
        table.update(Frame(3, 0.3, GREY), Expected())
        assert table.state.time == pytest.approx(0.3)
    assert workers.read(GREY).readings == ()
    # Whoever reaches a port of Ray runs code there; without a cluster this machine alone does.
    listening = {
        connection.laddr.ip.removeprefix("::ffff:")
        for process in psutil.Process().children(recursive=True)
        for connection in process.net_connections()
        if connection.status == psutil.CONN_LISTEN
    }
    assert listening == {"127.0.0.1"}
    first, *_ = workers.spent
    os.kill(first, signal.SIGKILL)
    lost = []
    while not lost:
        for table in tables:
            try:
                table.update(Frame(4, 0.4, GREY), Expected())
            except WatcherLostError:
                lost.append(table)
    for table in lost:
        table.close()
    for number, table in enumerate([workers.watch(6) for _ in lost], 5):
        assert table.update(Frame(number, number / 10, GREY), Expected()) == []
    assert first not in workers.spent
