"""Muggins beside other programs: timed in turn, and no comparison where the other does not run."""

import sys

import pytest
from places import ROOT

from muggins.webapp.bench import comparison
from muggins.webapp.bench.comparison import OtherPrograms, PredictionTimes
from muggins.webapp.bench.report import PICTURE

BENCHMARKS = ROOT / "tests" / "benchmarks"


@pytest.fixture
def benchmarks(tmp_path):
    """A folder of benchmarks in which each program is the text it is given."""

    def folder(**programs):
        for name, program in programs.items():
            (tmp_path / f"{name}.py").write_text(program)
        return tmp_path

    return folder


def test_a_read_and_predictions_are_timed_in_turn():
    """The stand-in answers as ultralytics would, after a line of its own; it is asked before every two reads."""
    answers = 'import sys; print("Loading")\nfor line in sys.stdin: print(\'{"torch": 4.0}\', flush=True)'
    reads = []
    found = comparison.compare_in_turn([sys.executable, "-c", answers], lambda: reads.append(1), rounds=5)
    assert found.predictions_ms == {"torch": 4.0}
    assert found.read_ms >= 0
    assert len(reads) == 2 * (comparison.WARM_UP_ROUNDS + 5)


@pytest.mark.parametrize("program", ["raise SystemExit(1)", "print('{'); input()", "print('{}', flush=True); input()"])
def test_an_ultralytics_that_does_not_run_leaves_nothing_to_compare(benchmarks, program):
    folder = benchmarks(other_predictor=program)
    assert comparison.compare_predictions(folder, PICTURE, lambda: None, rounds=1) is None


def test_ultralytics_keeps_its_settings_to_itself_and_installs_nothing(benchmarks):
    program = (
        "import json, os, sys\n"
        "for line in sys.stdin: print(json.dumps({key: 1 for key in os.environ if key[:4] == 'YOLO'}), flush=True)"
    )
    found = comparison.compare_predictions(benchmarks(other_predictor=program), PICTURE, lambda: None, rounds=1)
    assert set(found.predictions_ms) >= {"YOLO_OFFLINE", "YOLO_AUTOINSTALL", "YOLO_CONFIG_DIR"}


def test_the_other_engine_is_timed_in_a_process_of_its_own(benchmarks):
    folder = benchmarks(other_engine="print('{\"plays_per_second\": 200000}')")
    assert comparison.other_engine_plays_per_second(folder) == 200000
    assert comparison.other_engine_plays_per_second(benchmarks(other_engine="raise SystemExit(1)")) is None


def test_the_programs_that_are_run_lie_in_the_checkout():
    assert (BENCHMARKS / "other_engine.py").is_file()
    assert (BENCHMARKS / "other_predictor.py").is_file()


def test_the_json_has_the_same_keys_where_nothing_can_be_compared(monkeypatch):
    nothing = comparison.compare(None, PICTURE, lambda: None)
    assert nothing.to_json() == {"dominoes_plays_per_second": None, "beside_ultralytics": None}
    monkeypatch.setattr(comparison, "other_engine_plays_per_second", lambda folder: 200000)
    compared = PredictionTimes(40.0, {"openvino": 20.0})
    monkeypatch.setattr(comparison, "compare_predictions", lambda folder, picture, read: compared)
    assert comparison.compare(BENCHMARKS, PICTURE, lambda: None).to_json() == {
        "dominoes_plays_per_second": 200000,
        "beside_ultralytics": {"read_ms": 40.0, "predictions_ms": {"openvino": 20.0}},
    }


def test_a_read_is_given_as_a_multiple_of_a_prediction():
    line, _ = OtherPrograms(None, PredictionTimes(40.0, {"openvino": 20.0})).to_text().splitlines()
    assert line.endswith("in turn with a read of 40.0 ms: 20.0 ms with openvino (a read is 2.00 of them)")


def test_what_is_not_installed_is_said():
    predictions, plays = OtherPrograms().to_text().splitlines()
    assert predictions.endswith("ultralytics: not installed here")
    assert plays == "`dominoes` from PyPI, to compare: not installed here"


@pytest.fixture
def elsewhere(tmp_path, monkeypatch):
    """Muggins installed as a copy, and a working directory that holds benchmarks."""
    monkeypatch.setattr(comparison, "__file__", str(tmp_path / "site-packages/muggins/webapp/bench/comparison.py"))
    here = tmp_path / "here"
    (here / "tests" / "benchmarks").mkdir(parents=True)
    monkeypatch.chdir(here)
    return here


def test_an_installed_copy_finds_the_checkout_it_is_run_in(elsewhere):
    (elsewhere / "pyproject.toml").write_text('[project]\nname = "muggins"\n')
    assert comparison.benchmarks_folder() == elsewhere / "tests" / "benchmarks"


def test_another_project_is_no_checkout(elsewhere):
    assert comparison.benchmarks_folder() is None
    (elsewhere / "pyproject.toml").write_text('[project]\nname = "chess"\n')
    assert comparison.benchmarks_folder() is None


def test_a_package_that_lies_in_its_checkout_finds_it_from_anywhere(elsewhere, monkeypatch):
    root = elsewhere.parent / "muggins"
    (root / "tests" / "benchmarks").mkdir(parents=True)
    (root / "pyproject.toml").write_text('[project]\nname = "muggins"\n')
    monkeypatch.setattr(comparison, "__file__", str(root / "webapp" / "bench" / "comparison.py"))
    assert comparison.benchmarks_folder() == root / "tests" / "benchmarks"
