"""Readers in other processes: a real Ray with two replicas, which reads as this process does and outlives a death."""

import contextlib
import json
import os
import shutil
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

import grpc
import psutil
import pytest
from hall_running import running_hall
from kill_reader import replicas, two_tiles
from serving import free_port

from muggins.vision.capture.frames import Frame
from muggins.vision.tracking.rescan import UnreadError
from muggins.webapp.hall.readers import ray_serve, wire
from muggins.webapp.hall.readers.pool import TableReading
from muggins.webapp.hall.readers.pooled import PooledReader
from muggins.webapp.hall.watching.pool import WatchingPool
from muggins.webapp.hall.watching.worker import work

PATIENCE = 120.0
"""Seconds for a reader to come up on a machine that runs other tests as well."""


@pytest.fixture(scope="module")
def picture():
    return two_tiles()


@pytest.fixture(scope="module")
def token_file(tmp_path_factory):
    return tmp_path_factory.mktemp("ray") / "secrets" / "token"


@pytest.fixture(scope="module")
def readers(token_file):
    environment = dict(os.environ)
    readers = ray_serve.start(token_file, replicas=2)
    yield readers
    readers.close()
    os.environ.clear()
    os.environ.update(environment)


def test_a_replica_reads_as_this_process_does(readers, picture):
    reading = TableReading(readers, patience=PATIENCE)
    assert wire.encode(reading(picture, 0.0)) == wire.encode(PooledReader().read(picture.image, 6))


def listening(processes):
    """The addresses and ports at which the processes listen. An IPv6 socket bound to 127.0.0.1 is as good as any."""
    return {
        (connection.laddr.ip.removeprefix("::ffff:"), connection.laddr.port)
        for process in processes
        for connection in process.net_connections()
        if connection.status == psutil.CONN_LISTEN
    }


def test_authentication_is_on_and_all_of_ray_but_its_replicas_listens_on_this_machine_alone(readers, token_file):
    assert os.environ["RAY_AUTH_MODE"] == "token"
    assert stat.S_IMODE(token_file.stat().st_mode) == 0o600
    others = set(psutil.Process().children(recursive=True)) - set(replicas())
    assert {address for address, _ in listening(others)} == {"127.0.0.1"}


def test_the_port_that_each_replica_opens_to_everybody_refuses_whoever_lacks_the_token(readers):
    """Ray 2.60 offers no choice of its address. Whoever could call it would run code of their own."""
    ports = [port for address, port in listening(replicas()) if address == "::"]
    assert len(ports) == 2
    for port in ports:
        with grpc.insecure_channel(f"127.0.0.1:{port}") as channel:
            call = channel.unary_unary("/ray.serve.ASGIService/HandleRequest")
            with pytest.raises(grpc.RpcError) as refusal:
                call(b"", timeout=PATIENCE)
        assert refusal.value.code() == grpc.StatusCode.UNAUTHENTICATED


def test_a_picture_too_late_for_its_deadline_is_passed_over(readers, picture):
    with pytest.raises(UnreadError):
        readers.read(picture, time.monotonic())


def test_a_table_of_a_hall_is_watched_in_another_process_and_read_through_ray(readers, picture, tmp_path, start):
    """It was watched in a thread of the hall's process: eight busy tables were told 12 s late."""
    pool = WatchingPool(1, partial(work, make=partial(ray_serve.connect, readers.address)))
    hall = running_hall(tmp_path, tables=1, pool=pool, make_watcher=None)
    try:
        (table,) = hall.context.tables.held().values()
        table.session.start_game(start())
        watcher = table.readings.make_watcher(table.session)
        frames = (Frame(number, number / 10, picture) for number in range(1, 100))
        read = {str(each.tile) for each in PooledReader().read(picture.image, 6).readings}
        shown: set[str] = set()
        while shown != read:  # a process that has just begun may be late, and one picture does not make a tile believed
            watcher.update(next(frames))
            shown = {str(each.tile) for each in watcher.state.readings} if watcher.state is not None else set()
        assert len(shown) == 2
        assert table.readings.sums.read >= 1
        (watching,) = pool.spent
        assert not {process.pid for process in psutil.Process(watching).children()}
        assert pool.spent[watching].reading < pool.spent[watching].all
    finally:
        hall.stop()


def test_a_replica_that_is_killed_loses_nothing_but_time(readers, picture):
    reading = TableReading(readers, patience=PATIENCE)
    alive = replicas()
    assert len(alive) == 2
    os.kill(alive[0].pid, signal.SIGKILL)
    for second in range(10):
        assert reading(picture, float(second)).time == second
    assert reading.tally.lost == 0


def answers(port):
    """Whether a program listens at a port of this machine."""
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
        return True
    return False


def test_a_hall_joins_a_ray_that_runs_already(tmp_path):
    """As docs/hall.md says: `ray start --head` with a token on the first machine, `--cluster` for the hall."""
    token, port = tmp_path / "ray.token", free_port()
    token.write_text("5" * 64)
    environment = os.environ | {
        "RAY_AUTH_MODE": "token",
        "RAY_AUTH_TOKEN_PATH": str(token),
        "RAY_USAGE_STATS_ENABLED": "0",
        "RAY_TMPDIR": tempfile.mkdtemp(prefix="ray-"),  # the paths of its sockets must be short
    }
    programs = Path(sys.executable).parent
    head = [str(programs / "ray"), "start", "--head", "--block", "--node-ip-address=127.0.0.1", f"--port={port}"]
    few = ["--include-dashboard=false", "--num-cpus=2", f"--object-store-memory={ray_serve.STORE_BYTES}"]
    ray = subprocess.Popen([*head, *few], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        began = time.monotonic()
        while not answers(port):
            assert ray.poll() is None
            assert time.monotonic() - began < PATIENCE
            time.sleep(0.1)
        bench = ["bench", "hall", "--tables", "1", "--plays", "1", "--pace", "5", "--json"]
        cluster = ["--readers", "ray", "--cluster", f"127.0.0.1:{port}"]
        run = [str(programs / "muggins"), *bench, *cluster]
        ended = subprocess.run(run, env=environment, capture_output=True, text=True, timeout=PATIENCE)
        assert ended.returncode == 0, ended.stderr
        assert json.loads(ended.stdout.splitlines()[-1])["plays"]["told"] == 1, ended.stdout
    finally:
        for process in [*psutil.Process(ray.pid).children(recursive=True), ray]:
            process.kill()
        ray.wait()
        shutil.rmtree(environment["RAY_TMPDIR"], ignore_errors=True)
