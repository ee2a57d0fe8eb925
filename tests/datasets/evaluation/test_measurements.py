"""Each measurement is run on a scene or two, as its command: it prints what it promises."""

import json
import sys

import pytest

from muggins.datasets.evaluation import fit_temperature, hands, rendered, sweeps
from muggins.vision.pips.classifier import load_temperature


@pytest.fixture
def measure(monkeypatch, capsys):
    """Runs a command on so many scenes, and gives what it prints."""

    def run(command, scenes, *arguments):
        monkeypatch.setattr(sys, "argv", ["measure", "--scenes", str(scenes), *arguments])
        assert command.main() == 0
        return capsys.readouterr().out

    return run


def test_how_well_rendered_scenes_are_read(measure):
    found = json.loads(measure(rendered, 1))
    assert found.pop("scenes") == 1
    assert all(low <= value <= high for value, low, high in found.values())


def test_how_often_totals_of_hands_are_right(measure, monkeypatch):
    monkeypatch.setattr(hands, "SETS", (6,))
    found = json.loads(measure(hands, 1))["double-6"]
    assert found["photos"] == 1
    assert 0 <= found["right"] <= found["right_or_doubted"] <= 1


def test_how_reading_changes_with_one_thing_after_another(measure, monkeypatch):
    angles = sweeps.SWEEPS["degrees above the table"]
    monkeypatch.setattr(sweeps, "SWEEPS", {"degrees above the table": {"75": angles["75"]}})
    monkeypatch.setattr(sweeps, "HIDDEN", {"fingers": sweeps.HIDDEN["fingers over them"]})
    monkeypatch.setattr(sweeps, "THINGS", ("dice",))
    first, second, third = measure(sweeps, 1).strip().split("\n\n")
    assert (
        first.splitlines()[0]
        == "| degrees above the table | tiles | found | of those misnamed | false, for each tile |"
    )
    assert first.splitlines()[2].startswith("| 75 | ")
    assert second.splitlines()[2].startswith("| fingers | ")
    assert third.splitlines()[2].startswith("| dice | 1 | ")


def test_a_temperature_is_fitted_and_written(measure, tmp_path):
    out = tmp_path / "pips.toml"
    said = measure(fit_temperature, 1, "--out", str(out))
    assert f"written to {out}" in said
    assert f"temperature {load_temperature(out):.2f}: " in said


def test_without_tiles_no_temperature_is_written(measure, monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(sys, "argv", ["measure", "--scenes", "0", "--out", str(tmp_path / "pips.toml")])
    assert fit_temperature.main() == 1
    assert "found none; take more scenes (--scenes)" in capsys.readouterr().err
    assert not (tmp_path / "pips.toml").exists()
