"""`muggins bench`: it measures the reader everybody uses, on a picture with twenty tiles."""

import json
from dataclasses import replace
from functools import partial

import pytest

from muggins.webapp.bench import report
from muggins.webapp.bench.comparison import NEEDS_CHECKOUT, OtherPrograms, PredictionTimes
from muggins.webapp.bench.live import LiveFigures
from muggins.webapp.bench.pages import PageFigures
from muggins.webapp.bench.report import BenchFigures, ReadFigures
from muggins.webapp.bench.spectators import CrowdFigures
from muggins.webapp.cli.main import main

STAGES = {"open the photo", "find tiles", "read halves", "name and join", "read, all stages", "draw the overlay"}
LIVE = LiveFigures(360, 359, 12.34, 8.06)
CROWD = CrowdFigures(20, 29, 12.34, 45.67, 6.04)
PAGES = PageFigures(812.3, 905.1, {"en": 80.2, "es": 84.9})
OTHERS = OtherPrograms(200000, PredictionTimes(50.0, {"onnxruntime": 40.0, "openvino": 20.0}))
READING = ReadFigures((1920, 1080), 20, 2, "3.12.1", dict.fromkeys(sorted(STAGES), 45.0))
FOUND = BenchFigures(READING, {28: 1.2, 91: 4.5}, 50000, OTHERS, LIVE, CROWD, PAGES, peak_memory_mb=None)
FLOORS = """
[board]
recall = { floor = 0.9 }
[speed]
read_ms = { ceiling = 50 }
read_in_predictions = { ceiling = 1.2, goal = 1 }
"""


def test_every_stage_is_timed(monkeypatch, capsys):
    monkeypatch.setattr(report, "READING_ROUNDS", 2)
    monkeypatch.setattr(report, "WARM_UP_ROUNDS", 1)
    monkeypatch.setattr(report, "watch_live", lambda picture: LIVE)
    monkeypatch.setattr(report, "watch_crowd", lambda: CROWD)
    monkeypatch.setattr(report, "time_pages", lambda picture, folder: PAGES)
    monkeypatch.setattr(report, "plays_per_second", lambda: 50000.4)
    monkeypatch.setattr(report, "milliseconds_for_layout", partial(report.milliseconds_for_layout, rounds=1))
    states = []
    monkeypatch.setattr(report, "compare", lambda folder, picture, read: states.append(read()) or OTHERS)
    assert main(["bench", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert set(found) == set(FOUND.to_json())
    assert set(found["median_ms"]) == STAGES
    assert all(taken >= 0 for taken in found["median_ms"].values())
    assert found["picture"] == [1920, 1080]
    assert found["tiles"] == len(states[0].readings)
    assert set(found["layout_ms"]) == {"28", "91"}
    assert (found["plays_per_second"], found["dominoes_plays_per_second"]) == (50000, 200000)
    assert found["beside_ultralytics"]["read_ms"] == 50.0
    assert found["live"]["frames_examined"] == 359
    assert found["crowd"]["last_heard_ms"] == {"median": 12.3, "worst": 45.7}


def test_the_figures_are_written_as_one_object():
    assert FOUND.to_json() == {
        "picture": [1920, 1080],
        "tiles": 20,
        "cores": 2,
        "python": "3.12.1",
        "median_ms": dict.fromkeys(STAGES, 45.0),
        "layout_ms": {28: 1.2, 91: 4.5},
        "plays_per_second": 50000,
        "dominoes_plays_per_second": 200000,
        "beside_ultralytics": {"read_ms": 50.0, "predictions_ms": {"onnxruntime": 40.0, "openvino": 20.0}},
        "live": {
            "picture": [1280, 720],
            "frames_per_second": 30,
            "frames": 360,
            "frames_examined": 359,
            "reads_per_second_at_rest": 12.3,
            "dashboard_pictures_per_second": 8.1,
        },
        "crowd": {
            "spectators": 20,
            "events": 29,
            "last_heard_ms": {"median": 12.3, "worst": 45.7},
            "cpu_ms_per_event": 6.0,
        },
        "pages": {
            "photo_answered_ms": 812.3,
            "photo_shown_ms": 905.1,
            "first_page_ms": {"en": 80.2, "es": 84.9},
        },
        "peak_memory_mb": None,
    }


@pytest.fixture
def measured(monkeypatch, tmp_path):
    """A machine with known figures, and a file of floors."""
    monkeypatch.setattr(report, "measure", lambda folder: FOUND)
    monkeypatch.setattr(report, "benchmarks_folder", lambda: tmp_path)
    (tmp_path / "floors.toml").write_text(FLOORS)
    return ["bench", "--floors", str(tmp_path / "floors.toml")]


def test_a_machine_that_is_too_slow_is_reported_and_ends_with_1(measured, capsys):
    assert main(measured) == 1
    assert capsys.readouterr().err == "muggins: speed: read_in_predictions is 1.2500, over its ceiling of 1.2\n"


@pytest.mark.parametrize(("name", "taken"), [("photo_shown_ms", 905.1), ("first_page_ms", 84.9)])
def test_pages_have_floors_too_the_slowest_language_counts(measured, capsys, tmp_path, name, taken):
    (tmp_path / "floors.toml").write_text(f"[speed]\n{name} = {{ ceiling = 10 }}\n")
    assert main(measured) == 1
    assert capsys.readouterr().err.startswith(f"muggins: speed: {name} is {taken:.4f}, over its ceiling")


def test_what_cannot_be_measured_is_reported_and_fails_nothing(measured, capsys, monkeypatch):
    """ultralytics comes with training only: who plays does without the comparison."""
    monkeypatch.setattr(report, "measure", lambda folder: replace(FOUND, others=OtherPrograms()))
    assert main(measured) == 0
    assert "read_in_predictions has a floor, but could not be measured here" in capsys.readouterr().err


def test_without_floors_nothing_is_too_slow(measured):
    assert main(measured[:1]) == 0


def test_the_figures_are_printed_in_words(measured, capsys):
    assert main(measured[:1]) == 0
    said = capsys.readouterr().out
    assert all(stage in said for stage in STAGES)
    assert "in turn with a read of 50.0 ms: 40.0 ms with onnxruntime (a read is 1.25 of them), 20.0 ms with" in said
    assert "layout of 28 tiles, named and joined" in said
    assert "50,000 plays a second" in said
    assert "200,000 plays a second" in said
    assert "720 lines at 30 frames a second, dashboard open: 359 of 360 frames examined, 12.3 reads a second" in said
    assert "from an event to the last of 20 spectators: 12.3 ms, 45.7 ms at most of 29; 6.0 ms of processor" in said
    assert "from the shutter to its total on a phone's page: 905 ms; sent as it is and answered: 812 ms" in said
    assert "the first page of a table, after the server's answer: en 80 ms, es 85 ms" in said


def test_outside_a_checkout_one_line_says_what_the_comparison_needs(measured, monkeypatch, capsys):
    monkeypatch.setattr(report, "benchmarks_folder", lambda: None)
    assert main(measured[:1]) == 0
    said = capsys.readouterr().out
    assert f"\n{NEEDS_CHECKOUT}\n" in said
    assert "dominoes` from PyPI" not in said
    assert "one bare prediction" not in said
