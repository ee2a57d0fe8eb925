"""Tables watched by workers in real processes: spread evenly, and gone on with where one of them dies."""

import os
import signal
import time

import pytest
from places import ROOT
from watching_stubs import BROKEN, DEADLY, EMPTY_TABLES, GREY, WITHOUT_WEIGHTS

from muggins.vision.capture.jpeg import Jpeg
from muggins.vision.tracking.expected import Expected
from muggins.vision.tracking.rescan import UnreadError
from muggins.vision.tracking.watcher import Frame
from muggins.webapp.camera.table_watcher import WatcherLostError
from muggins.webapp.hall.watching import pool as pools
from muggins.webapp.hall.watching.messages import Ready
from muggins.webapp.hall.watching.pool import WatchingPool

PATIENCE = 600.0
"""Seconds: a process that begins may be slow on a machine that does other work as well."""


@pytest.fixture(autouse=True)
def _patience(monkeypatch):
    monkeypatch.setattr(pools, "READING_SECONDS", PATIENCE)


@pytest.fixture(scope="module")
def pool():
    """At most two processes. Those that a test kills are replaced."""
    opened = WatchingPool(2, EMPTY_TABLES)
    yield opened
    opened.close()


@pytest.fixture
def watch(pool):
    """Watches one more table, until the test is over."""
    watchers = []

    def begin(set=6):
        watchers.append(pool.watch(set))
        return watchers[-1]

    yield begin
    for watcher in watchers:
        watcher.close()


def processes(pool):
    """The numbers of the two workers' processes, once both are ready."""
    while len(pool.spent) < 2:
        time.sleep(0.01)
    return list(pool.spent)


def frame(number, picture=GREY):
    return Frame(number, number / 10, picture)


def test_each_table_is_watched_in_one_of_the_processes(pool, watch):
    watchers = [watch(set) for set in (6, 9, 9, 9)]
    assert len(processes(pool)) == 2
    for watcher in watchers:
        assert watcher.update(frame(1), Expected()) == []
        watcher.glance(frame(2))
        watcher.update(frame(3), Expected())
        assert watcher.seen_at == 0.3
        assert watcher.state.time == pytest.approx(0.3)


def test_a_jpeg_travels_as_it_came(watch):
    watcher = watch()
    watcher.update(frame(1, Jpeg((ROOT / "webapp" / "bench" / "bench.jpg").read_bytes(), "camera")), Expected())
    assert watcher.state is not None


def test_a_table_whose_process_died_says_so_and_is_watched_by_another(pool, watch):
    watchers = [watch() for _ in range(4)]
    first, second = processes(pool)
    os.kill(first, signal.SIGKILL)
    lost = []
    for watcher in watchers:
        try:
            while not lost:
                watcher.update(frame(1), Expected())
        except WatcherLostError:
            lost.append(watcher)
    assert lost
    lost[0].close()
    # The worker that lives takes the table at once: another one loads its networks first.
    moved = watch()
    assert moved.update(frame(2), Expected()) == []
    assert moved._worker.spent.process == second
    assert first not in processes(pool)


def test_a_table_at_rest_moves_to_a_worker_that_has_replaced_another(pool, watch):
    watchers = [watch() for _ in range(4)]
    os.kill(processes(pool)[0], signal.SIGKILL)
    for watcher in list(watchers):
        try:
            while True:
                watcher.update(frame(1), Expected())
                if watcher._worker.lives and len(pool.spent) == 1:
                    break
        except WatcherLostError:
            watcher.close()
            watchers[watchers.index(watcher)] = watch()
    processes(pool)
    moving = 0
    for watcher in watchers:
        watcher.is_idle = True
        try:
            watcher.update(frame(2), Expected())
        except WatcherLostError:  # as `follow` does, with the next frame
            moving += 1
            watcher.close()
            watch()
    assert sorted(len(worker.watched) for worker in pool._workers) == [2, 2]
    assert moving == 2


def test_a_table_that_comes_as_the_processes_die_is_watched_by_another(pool, watch):
    watch()
    watch()
    for pid in processes(pool):
        os.kill(pid, signal.SIGKILL)
    for number in (1, 2):
        try:
            assert watch().update(frame(number), Expected()) == []
            return
        except WatcherLostError:  # as `follow` does, with the next frame
            pass
    assert watch().update(frame(3), Expected()) == []


def test_a_single_picture_is_read_in_time_or_not_at_all(pool, monkeypatch):
    assert pool.read(GREY).readings == ()
    with pytest.raises(ValueError, match="the picture is broken"):
        pool.read(BROKEN)
    for pid in pool.spent:
        os.kill(pid, signal.SIGSTOP)
    monkeypatch.setattr(pools, "READING_SECONDS", 0.01)
    with pytest.raises(UnreadError):
        pool.read(GREY)
    for pid in pool.spent:
        os.kill(pid, signal.SIGCONT)


def test_a_worker_that_dies_over_a_single_picture_is_replaced(pool):
    with pytest.raises(UnreadError):
        pool.read(DEADLY)
    assert pool.read(GREY).readings == ()


class Foreign:
    """A worker of another version."""

    def send(self, message):
        raise OSError

    def answers(self):
        yield Ready("0.1.0-abc")

    def close(self):
        pass


def test_a_worker_of_another_version_is_refused():
    pool = WatchingPool(1, Foreign)
    with pytest.raises(ValueError, match=r"A reader of version 0\.1\.0-abc was refused"):
        pool.watch(6).update(frame(1), Expected())
    pool.close()


def test_a_closed_pool_watches_nothing():
    pool = WatchingPool(2, EMPTY_TABLES)
    watcher = pool.watch(6)
    pool.close()
    with pytest.raises(WatcherLostError):
        watcher.update(frame(1), Expected())
    watcher.close()
    with pytest.raises(UnreadError):
        pool.watch(6)
    with pytest.raises(UnreadError):
        pool.read(GREY)


def test_where_the_weights_are_missing_each_table_says_so():
    """The process died over them, and others were started without end and without a word."""
    pool = WatchingPool(2, WITHOUT_WEIGHTS)
    watcher = pool.watch(6)
    with pytest.raises(ValueError, match=r"tiles\.onnx: expected the weights"):
        watcher.update(frame(1), Expected())
    # It is not replaced: another would fail alike.
    assert len(pool._workers) == 1
    pool.close()
