"""Readers in other processes: a real Ray with two replicas, which reads as this process does and outlives a death."""

import itertools
import json
import os
import signal
import stat
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import grpc
import psutil
import pytest
from hall_running import running_hall
from kill_reader import replicas, two_tiles

from muggins.vision.capture.frames import Frame
from muggins.vision.tracking.rescan import UnreadError
from muggins.webapp.hall.readers import ray_serve, wire
from muggins.webapp.hall.readers.pool import TableReading
from muggins.webapp.hall.readers.pooled import PooledReader
from muggins.webapp.hall.watching.pool import WatchingPool
from muggins.webapp.hall.watching.worker import work

PATIENCE = 600.0
"""Seconds for a reader to come up on a machine that does other work as well."""


@pytest.fixture
def token_file(tmp_path):
    return tmp_path / "secrets" / "token"


@pytest.fixture
def readers(token_file):
    environment = dict(os.environ)
    # Ray gives its workers way to everything else, and all other tests run meanwhile.
    os.environ.update(RAY_worker_niceness="0")
    readers = None
    for tries_left in reversed(range(20)):
        try:
            readers = ray_serve.start(token_file, replicas=2)
            break
        except ValueError:  # its processes were not there within 30 s, and Ray has no other limit
            if not tries_left:
                raise
    yield readers
    readers.close()
    os.environ.clear()
    os.environ.update(environment)


def test_readers_of_a_ray(readers, token_file, tmp_path, start):
    """One after the other, as a Ray takes long to start."""
    picture = two_tiles()
    state = PooledReader().read(picture.image, 6)
    authentication_is_on_and_all_but_the_replicas_listen_on_this_machine_alone(token_file)
    the_port_that_each_replica_opens_to_everybody_refuses_whoever_lacks_the_token()
    a_replica_reads_as_this_process_does(readers, picture, state)
    a_picture_too_late_for_its_deadline_is_passed_over(readers, picture)
    a_table_of_a_hall_is_watched_in_another_process_and_read_through_ray(readers, picture, state, tmp_path, start())
    a_replica_that_is_killed_loses_nothing_but_time(readers, picture)
    a_hall_joins_a_ray_that_runs_already(readers)


def a_replica_reads_as_this_process_does(readers, picture, state):
    assert wire.encode(TableReading(readers, patience=PATIENCE)(picture, 0.0)) == wire.encode(state)


def listening(processes):
    """The addresses and ports at which the processes listen. An IPv6 socket bound to 127.0.0.1 is as good as any."""
    return {
        (connection.laddr.ip.removeprefix("::ffff:"), connection.laddr.port)
        for process in processes
        for connection in process.net_connections()
        if connection.status == psutil.CONN_LISTEN
    }


def authentication_is_on_and_all_but_the_replicas_listen_on_this_machine_alone(token_file):
    assert os.environ["RAY_AUTH_MODE"] == "token"
    assert stat.S_IMODE(token_file.stat().st_mode) == 0o600
    others = set(psutil.Process().children(recursive=True)) - set(replicas())
    assert {address for address, _ in listening(others)} == {"127.0.0.1"}


def the_port_that_each_replica_opens_to_everybody_refuses_whoever_lacks_the_token():
    """Ray 2.60 offers no choice of its address. Whoever could call it would run code of their own."""
    ports = [port for address, port in listening(replicas()) if address == "::"]
    assert len(ports) == 2
    for port in ports:
        with grpc.insecure_channel(f"127.0.0.1:{port}") as channel:
            call = channel.unary_unary("/ray.serve.ASGIService/HandleRequest")
            with pytest.raises(grpc.RpcError) as refusal:
                call(b"", timeout=PATIENCE)
        assert refusal.value.code() == grpc.StatusCode.UNAUTHENTICATED


def a_picture_too_late_for_its_deadline_is_passed_over(readers, picture):
    with pytest.raises(UnreadError):
        readers.read(picture, time.monotonic())


def a_table_of_a_hall_is_watched_in_another_process_and_read_through_ray(readers, picture, state, folder, started):
    """It was watched in a thread of the hall's process: eight busy tables were told 12 s late."""
    pool = WatchingPool(1, partial(work, make=partial(ray_serve.connect, readers.address)))
    hall = running_hall(folder, tables=1, pool=pool, make_watcher=None)
    try:
        (table,) = hall.context.tables.held().values()
        table.session.start_game(started)
        watcher = table.readings.make_watcher(table.session)
        read = {str(each.tile) for each in state.readings}
        shown: set[str] = set()
        # A process that has just begun may be late, and one picture does not make a tile believed.
        for number in itertools.count(1):
            watcher.update(Frame(number, number / 10, picture), None)
            shown = {str(each.tile) for each in watcher.state.readings} if watcher.state is not None else set()
            if shown == read:
                break
        assert len(shown) == 2
        assert table.readings.sums.read >= 1
        (watching,) = pool.spent
        assert not {process.pid for process in psutil.Process(watching).children()}
        assert pool.spent[watching].reading < pool.spent[watching].all
    finally:
        hall.stop()


def a_replica_that_is_killed_loses_nothing_but_time(readers, picture):
    reading = TableReading(readers, patience=PATIENCE)
    alive = replicas()
    assert len(alive) == 2
    os.kill(alive[0].pid, signal.SIGKILL)
    for second in range(10):
        assert reading(picture, float(second)).time == second
    assert reading.tally.lost == 0


def a_hall_joins_a_ray_that_runs_already(readers):
    """As docs/hall.md says: with the token of the first machine, and `--cluster` for the hall.

    The bench fails where the table is not read. How many plays it tells is the machine's to say.
    """
    from ray import serve

    serve.shutdown()  # this Ray has two cores, and the readers from before keep both
    bench = ["bench", "hall", "--tables", "1", "--plays", "1", "--pace", "2", "--json"]
    run = [str(Path(sys.executable).with_name("muggins")), *bench, "--readers", "ray", "--cluster", readers.address]
    ended = subprocess.run(run, capture_output=True, text=True, timeout=PATIENCE)
    assert ended.returncode == 0, ended.stderr
    assert json.loads(ended.stdout.splitlines()[-1])["readers"] == "ray"
