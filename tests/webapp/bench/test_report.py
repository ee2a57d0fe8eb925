"""`muggins bench`: it measures the reader everybody uses, on a picture with twenty tiles."""

import json
import sys
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import pytest

from muggins.scorer.layout import Layout
from muggins.vision.types import TableState
from muggins.webapp.bench import (
    live as bench_live,
)
from muggins.webapp.bench import (
    other_engine,
    other_predictor,
)
from muggins.webapp.bench import (
    report as bench,
)
from muggins.webapp.bench import (
    spectators as bench_crowd,
)
from muggins.webapp.bench.live import LiveFigures
from muggins.webapp.bench.other_predictor import Compared
from muggins.webapp.bench.spectators import CrowdFigures
from muggins.webapp.cli.main import main

STAGES = {"open the photo", "find tiles", "read halves", "name and join", "read, all stages", "draw the overlay"}


def test_every_stage_is_timed(monkeypatch, capsys):
    monkeypatch.setattr(bench, "ROUNDS", 3)
    monkeypatch.setattr(bench, "WARM_UP", 1)
    monkeypatch.setattr(bench_live, "watch_live", lambda picture: LiveFigures(360, 359, 12.34, 8.06))
    monkeypatch.setattr(bench_crowd, "watch_crowd", lambda: CrowdFigures(20, 29, 12.34, 45.67, 6.04))
    monkeypatch.setattr(bench, "plays_per_second", lambda: 50000.4)
    monkeypatch.setattr(other_engine, "plays_per_second", lambda: 200000.4)
    beside = Compared(40.0, {"onnxruntime": 32.0, "openvino": 20.0})
    monkeypatch.setattr(other_predictor, "compare", lambda picture, read: read() and beside)
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
    assert found["beside_ultralytics"]["read_ms"] == 40.0
    assert "in turn with a read of 40.0 ms: 32.0 ms with onnxruntime (a read is 1.25 of them), 20.0 ms with" in told
    assert "layout of 28 tiles, named and joined" in told
    assert "50,000 plays a second" in told
    assert "200,000 plays a second" in told
    assert found["live"]["frames_examined"] == 359
    assert "720 lines at 30 frames a second, dashboard open: 359 of 360 frames examined, 12.3 reads a second" in told
    assert found["crowd"]["last_heard_ms"] == {"median": 12.3, "worst": 45.7}
    assert "from an event to the last of 20 spectators: 12.3 ms, 45.7 ms at most of 29; 6.0 ms of processor" in told


FOUND = {
    "median_ms": {"read, all stages": 45.0},
    "beside_ultralytics": {"read_ms": 50.0, "predictions_ms": {"onnxruntime": 40.0, "openvino": 20.0}},
}
FLOORS = """
[board]
recall = { floor = 0.9 }
[speed]
read_ms = { ceiling = 50 }
read_in_predictions = { ceiling = 1.2, goal = 1 }
"""


@pytest.fixture
def measured(monkeypatch, tmp_path):
    """A machine with known figures, and a file of floors."""
    monkeypatch.setattr(bench, "measure", lambda: FOUND)
    monkeypatch.setattr(bench, "_as_text", str)
    (tmp_path / "floors.toml").write_text(FLOORS)
    return ["bench", "--floors", str(tmp_path / "floors.toml")]


def test_a_machine_that_is_too_slow_is_told_and_ends_with_1(measured, capsys):
    assert main(measured) == 1
    assert capsys.readouterr().err == "muggins: speed: read_in_predictions is 1.2500, over its ceiling of 1.2\n"


def test_what_cannot_be_measured_is_told_and_fails_nothing(measured, capsys, monkeypatch):
    """ultralytics comes with training only: who plays does without the comparison."""
    monkeypatch.setattr(bench, "measure", lambda: FOUND | {"beside_ultralytics": None})
    assert main(measured) == 0
    assert "read_in_predictions has a floor, but could not be measured here" in capsys.readouterr().err


def test_without_floors_nothing_is_too_slow(measured):
    assert main(measured[:1]) == 0


def test_the_other_predictor_is_timed_with_each_engine_that_is_there(monkeypatch):
    """A stand-in for ultralytics, which only training installs; it must be given the model that is shipped."""
    given = []

    class Model:
        def __init__(self, path, task=None):
            given.append((Path(path).name, task, Path(path).exists()))

        def predict(self, image, **settings):
            assert image.shape == (1080, 1920, 3)

    tasks = SimpleNamespace(PoseModel=lambda name, nc, data_kpt_shape, verbose: (name, nc, data_kpt_shape))
    modules = {
        "ultralytics": SimpleNamespace(YOLO=Model),
        "ultralytics.nn.tasks": tasks,
        "openvino": import_module("openvino"),
        "torch": True,
    }
    monkeypatch.setattr(other_predictor.importlib, "import_module", modules.__getitem__)
    monkeypatch.setattr(other_predictor.importlib.util, "find_spec", modules.get)
    ways = other_predictor.predictions(bench.PICTURE)
    assert set(ways) == {"openvino", "torch"}
    assert [predict() for predict in ways.values()] == [None, None]
    assert given == [("tiles_openvino_model", "pose", True), ("yolo11n-pose.yaml", None, False)]


def test_a_read_and_predictions_are_timed_in_turn():
    """A stand-in that answers as ultralytics would, after a line of its own; it is asked before each two reads."""
    answers = 'import sys; print("Loading")\nfor line in sys.stdin: print(\'{"torch": 4.0}\', flush=True)'
    reads = []
    found = other_predictor._in_turn([sys.executable, "-c", answers], {}, lambda: reads.append(1), rounds=5)
    assert found.predictions_ms == {"torch": 4.0}
    assert found.read_ms >= 0
    assert len(reads) == 2 * (other_predictor.WARM_UP + 5)


@pytest.mark.parametrize("program", ["raise SystemExit(1)", "print('{'); input()", "print('{}', flush=True); input()"])
def test_an_ultralytics_that_does_not_run_leaves_nothing_to_compare(monkeypatch, program):
    monkeypatch.setattr(other_predictor.importlib.util, "find_spec", lambda name: True)
    started = other_predictor._in_turn
    command = [sys.executable, "-c", program]
    monkeypatch.setattr(other_predictor, "_in_turn", lambda _, *given: started(command, *given))
    assert other_predictor.compare(bench.PICTURE, lambda: None) is None


def test_where_ultralytics_is_not_installed_that_is_said(monkeypatch):
    monkeypatch.setattr(other_predictor.importlib.util, "find_spec", lambda name: None)
    assert other_predictor.compare(bench.PICTURE, lambda: None) is None
    assert other_predictor.as_text(None).endswith("ultralytics: not installed here")
    told = other_predictor.as_text(Compared(40.0, {"openvino": 20.0}))
    assert "20.0 ms with openvino (a read is 2.00 of them)" in told


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
