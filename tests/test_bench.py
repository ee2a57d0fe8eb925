"""`muggins bench`: it measures the reader everybody uses, on a picture with twenty tiles."""

import json

import pytest

from muggins.scorer.layout import Layout
from muggins.vision.table import TableState
from muggins.webapp import bench, bench_crowd, bench_live, other_engine
from muggins.webapp.bench_crowd import CrowdFigures
from muggins.webapp.bench_live import LiveFigures
from muggins.webapp.cli import main

STAGES = {"open the photo", "find tiles", "read halves", "name and join", "read, all stages", "draw the overlay"}


def test_every_stage_is_timed(monkeypatch, capsys):
    monkeypatch.setattr(bench, "ROUNDS", 3)
    monkeypatch.setattr(bench, "WARM_UP", 1)
    monkeypatch.setattr(bench_live, "watch_live", lambda picture: LiveFigures(360, 359, 12.34, 8.06))
    monkeypatch.setattr(bench_crowd, "watch_crowd", lambda: CrowdFigures(20, 29, 12.34, 45.67, 6.04))
    monkeypatch.setattr(bench, "plays_per_second", lambda: 50000.4)
    monkeypatch.setattr(other_engine, "plays_per_second", lambda: 200000.4)
    assert main(["bench", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert set(found["median_ms"]) == STAGES
    assert all(taken >= 0 for taken in found["median_ms"].values())
    assert found["median_ms"]["read, all stages"] >= found["median_ms"]["find tiles"]
    assert found["picture"] == [1920, 1080]
    assert found["tiles"] == 20
    assert (found["plays_per_second"], found["dominoes_plays_per_second"]) == (50000, 200000)
    assert main(["bench"]) == 0
    told = capsys.readouterr().out
    assert all(stage in told for stage in STAGES)
    assert set(found["layout_ms"]) == {"28", "91"}
    assert "layout of 28 tiles, named and joined" in told
    assert "50,000 plays a second" in told
    assert "200,000 plays a second" in told
    assert found["live"]["frames_examined"] == 359
    assert "720 lines at 30 frames a second, dashboard open: 359 of 360 frames examined, 12.3 reads a second" in told
    assert found["crowd"]["last_heard_ms"] == {"median": 12.3, "worst": 45.7}
    assert "from an event to the last of 20 spectators: 12.3 ms, 45.7 ms at most of 29; 6.0 ms of processor" in told


def test_every_event_is_timed_until_the_last_of_a_crowd_has_heard_it():
    found = bench_crowd.watch_crowd(spectators=3, events=5)
    assert (found.spectators, found.events) == (3, 4)
    assert 0 < found.median_ms <= found.worst_ms
    assert found.cpu_ms > 0


class Quick:
    """A reader that sees an empty table at once: what is left is the watching itself."""

    def read(self, image, time):
        assert image.shape == (720, 1280, 3)
        return TableState(time, (), Layout(), (), ())


def test_a_live_camera_is_watched_with_the_dashboard_open(monkeypatch):
    monkeypatch.setattr(bench_live, "Reader", Quick)
    found = bench_live.watch_live(bench.PICTURE, seconds=1.0)
    assert 20 <= found.shown <= 120
    assert 0 < found.examined <= found.shown
    assert found.pictures_a_second > 0


def test_reads_of_one_rest_are_counted_and_the_pauses_between_rests_are_not():
    assert bench_live._rate([0.0, 0.1, 0.2, 3.0, 3.1]) == pytest.approx(10)
    assert bench_live._rate([1.0]) == 0
