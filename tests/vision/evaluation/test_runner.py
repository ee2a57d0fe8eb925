"""`muggins eval`: figures, the page of mistakes, the plot and the floors of a folder of labelled photos."""

import json
import re

import cv2
import numpy as np
import pytest

from muggins.scorer.layout import Layout
from muggins.vision.geometry.quads import half_centres
from muggins.vision.types import Doubt, TableState, TileReading
from muggins.webapp.cli.main import main

CORNERS = np.array([[10, 40], [10, 20], [50, 20], [50, 40]], np.float32)
BOX = [10, 20, 50, 40]


class ReaderOfOne:
    """A reader that takes every tile for the 6-4, and doubts it on bright photos."""

    def __init__(self, set, **_):
        set = set or 6
        self.pips = np.full((2, set + 1), 0.02 / set)
        self.pips[[0, 1], [6, 4]] = 0.98

    def read(self, image):
        doubts = (Doubt("value", "Is this <6-4>?"),) if image.mean() > 127 else ()
        reading = TileReading(CORNERS, half_centres(CORNERS), self.pips)
        return TableState(0.0, (reading,), Layout.parse("6-4"), (), (), doubts=doubts)


@pytest.fixture
def games(tmp_path, monkeypatch):
    """A folder of a dark and a bright photo, and a reader that knows one tile."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("muggins.webapp.cli.eval.Reader", ReaderOfOne)
    folder = tmp_path / "games"
    folder.mkdir()
    for name, light in (("dark.png", 20), ("bright.png", 220)):
        cv2.imwrite(str(folder / name), np.full((60, 80, 3), light, np.uint8))
    lines = [("dark.png", "6-5", [["6-5", "6-1"]]), ("bright.png", "6-4", [])]
    labels = [{"image": i, "tiles": [{"tile": t, "box": BOX}], "links": links} for i, t, links in lines]
    (folder / "truth.jsonl").write_text("\n".join(map(json.dumps, labels)))
    return folder


def test_figures_are_printed_for_people(games, capsys):
    assert main(["eval", "games"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("games: 2 photos, 2 tiles\n")
    assert re.search(r"value right +0\.5000 +0\.000 to 1\.000 +of 2\n", out)
    assert re.search(r"right with doubt +0\.5000", out)
    assert "95 times in 100" in out


@pytest.mark.parametrize(
    ("forced", "highest"), [([], None), (["--set", "9"], 9), (["--set", "set=12"], 12), (["--highest", "6"], 6)]
)
def test_each_photo_tells_its_set_unless_one_is_forced(games, monkeypatch, forced, highest):
    sets = []
    monkeypatch.setattr("muggins.webapp.cli.eval.Reader", lambda set, **_: sets.append(set) or ReaderOfOne(6))
    assert main(["eval", "games", *forced]) == 0
    assert sets == [highest]


def test_figures_are_printed_for_programs(games, capsys):
    assert main(["eval", "games", "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert (figures["folder"], figures["photos"], figures["recall"], figures["value_right"]) == ("games", 2, 1.0, 0.5)
    assert figures["wrong_without_doubt"] == figures["right_with_doubt"] == 0.5
    assert figures["calibration_error"] == pytest.approx(0.23)
    assert figures["intervals"]["photo_right"] == pytest.approx([0.0945, 0.9055], abs=1e-3)


def test_figures_are_printed_as_a_table_for_the_model_card(games, capsys):
    assert main(["eval", "games", "--markdown"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "| on | figure | found | 95 % interval | of |"
    assert "| `games` | recall | 1.000 | 0.342 to 1.000 | 2 |" in lines
    assert "| `games` | calibration_error | 0.2300 | | 4 halves |" in lines


def test_the_page_shows_what_went_wrong_worst_first_and_needs_nothing_beside_it(games):
    assert main(["eval", "games", "--page", "out/worst.html"]) == 0
    page = (games.parent / "out" / "worst.html").read_text()
    misread, doubted = page.index("Tiles taken for others (1)"), page.index("Read right, but doubted (1)")
    assert misread < page.index("dark.png") < page.index("6-5 was taken for 6-4") < doubted < page.index("bright.png")
    assert "6-1 and 6-5 are joined, and were not taken to be" in page
    assert "Nothing of this was doubted." in page
    assert "Is this &lt;6-4&gt;?" in page
    assert set(re.findall(r'(?:src|href)="(.{10})', page)) == {"data:image"}
    assert page.count("data:image/jpeg") == 4


def test_only_the_worst_are_shown_when_few_are_asked_for(games):
    assert main(["eval", "games", "--most", "1"]) == 0
    page = (games.parent / "muggins-eval.html").read_text()
    assert "dark.png" in page
    assert "bright.png" not in page


def test_the_plot_states_the_calibration_error(games):
    assert main(["eval", "games", "--plot", "plot.svg"]) == 0
    plot = (games.parent / "plot.svg").read_text()
    assert plot.startswith("<svg")
    assert "4 halves, expected calibration error 0.2300" in plot
    assert plot.count("<circle") == 1


@pytest.mark.parametrize(("floor", "ends_with"), [(0.5, 0), (0.51, 1)])
def test_a_figure_under_its_floor_ends_with_1(games, capsys, floor, ends_with):
    (games.parent / "floors.toml").write_text(f"[games]\nvalue_right = {{ floor = {floor} }}\n")
    assert main(["eval", "games", "--floors", "floors.toml"]) == ends_with
    assert ("value_right is 0.5000, under its floor" in capsys.readouterr().err) == bool(ends_with)


def test_floors_hold_for_all_folders_together_too(games, capsys):
    (games.parent / "floors.toml").write_text("[all]\ncalibration_error = { ceiling = 0.02 }\n")
    assert main(["eval", "games", "--floors", "floors.toml"]) == 1
    assert "all: calibration_error is 0.2300, over its ceiling of 0.02" in capsys.readouterr().err


def test_weights_are_held_to_their_floor_on_the_way_and_speed_is_not(games, capsys):
    (games.parent / "floors.toml").write_text(
        "[weights]\nmegabytes = { ceiling = 0.1 }\n[speed]\nread_ms = { ceiling = 0 }\n"
    )
    assert main(["eval", "games", "--floors", "floors.toml"]) == 1
    (message,) = capsys.readouterr().err.splitlines()
    assert message.startswith("muggins: weights: megabytes is ")


def test_floors_for_photos_that_are_not_read_are_reported(games, capsys):
    (games.parent / "floors.toml").write_text("[board]\nrecall = { floor = 0.5 }\n")
    assert main(["eval", "games", "--floors", "floors.toml"]) == 1
    assert "expected folders games, got floors for board as well" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (["eval", "nowhere"], "expected a folder of labelled photos"),
        (["eval", "games", "--page", "games"], "cannot be written"),
        (["eval", "games", "--set", "six"], "--set: expected the most pips of a half, 6, 9 or 12, got 'six'"),
    ],
)
def test_what_cannot_be_done_is_reported_in_a_sentence(games, capsys, command, said):
    assert main(command) == 1
    err = capsys.readouterr().err
    assert said in err
    assert "Traceback" not in err


def test_a_missing_photo_is_reported(games, capsys):
    (games / "dark.png").unlink()
    assert main(["eval", "games"]) == 1
    assert "dark.png: no such file" in capsys.readouterr().err
