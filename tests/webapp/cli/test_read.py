"""`muggins read`: a photo's table as JSON and as text, and the overlays."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from places import ROOT

from muggins.scorer.layout import Layout
from muggins.scorer.rules.rulesets import load_ruleset
from muggins.scorer.tiles import Tile
from muggins.vision.types import Detection, Doubt, TableState, TileReading
from muggins.webapp.cli import read as reading
from muggins.webapp.cli.main import main
from muggins.webapp.cli.read import PhotoTable, PhotoTotal, read_photos

FIVE_UP = load_ruleset("five-up")
CORNERS = np.array([[10, 20], [10, 10], [30, 10], [30, 20]], np.float32)


def tile_reading(name):
    high, low = Tile.parse(name).halves
    pips = np.full((2, 7), 0.01)
    pips[0, high] = pips[1, low] = 0.94
    return TileReading(CORNERS, np.array([[15, 15], [25, 15]]), pips, confidence=0.9)


def state_of(layout="6-4, 6-1>6-4, 4-4>6-4", loose="3-0", doubts=(), facedown=0):
    laid = Layout.parse(layout)
    others = tuple(map(Tile.parse, loose.split()))
    return TableState(
        0.0,
        tuple(tile_reading(str(tile)) for tile in (*laid.tiles, *others)),
        laid,
        tuple((placement.tile, placement.on) for placement in laid.placements if placement.on),
        others,
        facedown=(Detection(CORNERS, "facedown"),) * facedown,
        doubts=tuple(doubts),
    )


def on_photo(state, rules=FIVE_UP):
    return PhotoTable(Path("t.jpg"), (80, 60), state, rules)


class ReaderOf:
    """A reader that sees the same on every photo."""

    state = state_of()

    def __init__(self, set):
        self.set = set

    def read(self, image):
        return self.state


@pytest.fixture
def photos(tmp_path, monkeypatch):
    """A folder with two photos, in a place where a reader sees what ReaderOf says."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(reading, "Reader", ReaderOf)
    (tmp_path / "photos").mkdir()
    for name in ("a.png", "b.png"):
        cv2.imwrite(f"photos/{name}", np.full((60, 80, 3), 90, np.uint8))
    return tmp_path / "photos"


def test_in_knock_out_the_pairs_are_named():
    """Six tiles lie face up, some of them side by side, and every two with twelve pips between them may go."""
    rules = load_ruleset("knock-out")
    told = on_photo(state_of("6-4, 6-1>6-4", "5-0 2-0 0-0 6-6"), rules)
    assert told.to_json()["pairs"] == [["6-4", "2-0"], ["6-1", "5-0"], ["0-0", "6-6"]]
    assert told.to_text().splitlines()[1:] == [
        "  pairs    6-4 with 2-0, 6-1 with 5-0, 0-0 with 6-6",
        "  tiles    6-4, 6-1, 5-0, 2-0, 0-0, 6-6",
    ]
    assert "  pairs    none" in on_photo(state_of(), rules).to_text()


def test_a_photo_is_printed_as_one_object():
    doubt = Doubt("value", "6-1 may be 6-2.", Tile.parse("6-1"), ((Tile.parse("6-1"), 0.6), (Tile.parse("6-2"), 0.4)))
    told = on_photo(state_of(doubts=[doubt], facedown=2)).to_json()
    tiles = told.pop("tiles")
    assert told == {
        "image": "t.jpg",
        "size": [80, 60],
        "table": "6-4, 6-1>6-4, 4-4>6-4",
        "links": [["6-1", "6-4"], ["4-4", "6-4"]],
        "loose": ["3-0"],
        "facedown": 2,
        "open": [{"tile": "6-1", "pips": 1, "counts": True}, {"tile": "4-4", "pips": 4, "counts": True}],
        "count": 9,
        "points": 0,
        "doubts": [{"kind": "value", "text": "6-1 may be 6-2.", "tile": "6-1", "likely": [("6-1", 0.6), ("6-2", 0.4)]}],
    }
    assert [tile["tile"] for tile in tiles] == ["6-4", "6-1", "4-4", "3-0"]
    assert tiles[0]["corners"] == CORNERS.tolist()
    assert tiles[0]["ends"] == [[15, 15], [25, 15]]
    assert tiles[0]["pips"][0] == [0.01, 0.01, 0.01, 0.01, 0.01, 0.01, 0.94]
    assert tiles[0]["confidence"] == round(0.9 * 0.94 * 0.94, 4)
    json.dumps(told)


def test_points_follow_the_rules():
    state = state_of("5-5, 5-0>5-5", loose="")
    assert on_photo(state).to_json()["points"] == 2
    assert on_photo(state, load_ruleset("all-fives")).to_json()["points"] == 10
    assert on_photo(state, load_ruleset("block")).to_json()["points"] == 0


def test_the_ends_of_a_spinner_that_go_on_counting_are_counted_and_named():
    """Sniff counted 7 here, and was worth 15 all the same: points and count followed different rules."""
    told = on_photo(state_of("4-4, 6-4>4-4, 4-1>4-4", loose=""), load_ruleset("sniff"))
    assert (told.to_json()["count"], told.to_json()["points"]) == (15, 3)
    assert "  counts   8 on 4-4, 6 on 6-4, 1 on 4-1" in told.to_text().splitlines()


def test_people_read_the_count_first():
    told = on_photo(
        state_of("5-5, 5-1>5-5, 4-1>5-1", doubts=[Doubt("join", "Is 3-0 joined?")], facedown=1),
    )
    assert told.to_text().splitlines() == [
        "t.jpg (80 x 60): count 14, 0 points",
        "  layout   5-5, 5-1>5-5, 4-1>5-1",
        "  counts   10 on 5-5, 4 on 4-1",
        "  loose    3-0",
        "  beside   1 face down",
        "  tiles    4",
        "  doubt    Is 3-0 joined?",
    ]


def test_the_readme_shows_what_is_printed():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = readme.partition("```\nphoto.jpg")[2].partition("\n```")[0]
    state = state_of("6-4, 6-1>6-4, 4-4>6-4, 5-1>6-1", loose="")
    told = PhotoTable(Path("photo.jpg"), (1920, 1080), state, FIVE_UP)
    assert "photo.jpg" + shown == told.to_text()


def test_tiles_that_are_not_joined_are_no_layout():
    told = on_photo(state_of("", loose="6-4 2-1"))
    assert told.to_text().splitlines() == [
        "t.jpg (80 x 60): no layout",
        "  loose    6-4, 2-1",
        "  tiles    2",
    ]


def test_a_second_chain_is_printed_too():
    links = ((Tile.parse("2-1"), Tile.parse("2-2")),)
    laid = state_of("5-5, 5-0>5-5", loose="")
    two = tuple(tile_reading(name) for name in ("2-1", "2-2"))
    state = TableState(0.0, (*laid.readings, *two), laid.layout, (*laid.links, *links), ())
    told = on_photo(state)
    assert "  apart    2-1 with 2-2" in told.to_text().splitlines()


def test_a_photo_without_tiles_is_an_empty_table_and_no_error(photos, monkeypatch, capsys):
    monkeypatch.setattr(ReaderOf, "state", state_of("", loose=""))
    assert read_photos(["photos/a.png"], "five-up", {}, None, as_json=False) == 0
    assert capsys.readouterr().out == "photos/a.png (80 x 60): no tiles\n"
    assert read_photos(["photos/a.png"], "five-up", {}, None, as_json=True) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["table"], told["tiles"], told["count"]) == ("", [], 0)


def test_a_folder_is_read_one_object_a_line(photos, capsys):
    assert read_photos(["photos"], "five-up", {}, None, as_json=True) == 0
    said = capsys.readouterr()
    assert [json.loads(line)["image"] for line in said.out.splitlines()] == ["photos/a.png", "photos/b.png"]
    assert said.err == ""


def test_one_bad_photo_does_not_keep_the_others_from_being_read(photos, capsys):
    (photos / "aa.jpg").write_bytes(b"")
    assert read_photos(["photos"], "five-up", {}, None, as_json=True) == 1
    said = capsys.readouterr()
    assert len(said.out.splitlines()) == 2
    assert said.err == "muggins: photos/aa.jpg: the file is empty; copy the photo again\n"


def test_overlays_are_drawn_on_copies(photos, tmp_path):
    """Two folders may hold photos of one name, and the folder of the photos may be named too."""
    (tmp_path / "more").mkdir()
    cv2.imwrite("more/a.png", np.full((30, 40, 3), 200, np.uint8))
    before = (photos / "a.png").read_bytes()
    assert read_photos(["photos", "more"], "five-up", {}, photos, as_json=True) == 0
    copies = ["a-read-2.jpg", "a-read.jpg", "b-read.jpg"]
    assert sorted(path.name for path in photos.iterdir()) == sorted(["a.png", "b.png", *copies])
    assert (photos / "a.png").read_bytes() == before
    assert cv2.imread(str(photos / "a-read-2.jpg")).shape == (30, 40, 3)


def test_the_set_of_the_rules_is_looked_for(photos, monkeypatch, capsys):
    sets = []
    monkeypatch.setattr(reading, "Reader", lambda set: sets.append(set) or ReaderOf(set))
    read_photos(["photos"], "five-up", {"set": "9"}, None, as_json=True)
    assert sets == [9]


DOUBTS = [Doubt("value", "Is this 6-1 or 6-2?"), Doubt("join", "Are 6-4 and 6-1 joined?")]


def test_the_set_of_house_rules_is_looked_for(photos, monkeypatch, tmp_path):
    sets = []
    monkeypatch.setattr(reading, "Reader", lambda set: sets.append(set) or ReaderOf(set))
    (tmp_path / "nine.toml").write_text('based-on = "draw"\nset = 9\n')
    assert main(["read", "photos", "--rules", "nine.toml"]) == 0
    assert sets == [9]


def test_the_tiles_left_over_are_added_up_joined_or_not():
    """10 + 7 + 8 of three joined tiles and 3 of a loose one; how tiles are joined changes no total."""
    left = PhotoTotal(Path("left.jpg"), (80, 60), state_of(facedown=2, doubts=DOUBTS))
    assert left.to_json()["total"] == 28
    assert [tile["tile"] for tile in left.to_json()["tiles"]] == ["6-4", "6-1", "4-4", "3-0"]
    assert left.to_text().splitlines() == [
        "left.jpg (80 x 60): 28 pips on 4 tiles",
        "  tiles    6-4, 6-1, 4-4, 3-0",
        "  beside   2 face down, not counted",
        "  doubt    Is this 6-1 or 6-2?",
    ]


@pytest.mark.parametrize(("loose", "said"), [("1-0", "1 pip on 1 tile"), ("0-0", "0 pips on 1 tile"), ("", "no tiles")])
def test_few_pips_are_counted_in_good_english(loose, said):
    left = PhotoTotal(Path("left.jpg"), (80, 60), state_of("", loose=loose))
    assert left.to_text().splitlines()[0] == f"left.jpg (80 x 60): {said}"


def test_the_total_is_printed_for_people_and_programs(photos, capsys):
    assert main(["read", "photos/a.png", "--total"]) == 0
    assert capsys.readouterr().out.splitlines()[0] == "photos/a.png (80 x 60): 28 pips on 4 tiles"
    assert main(["read", "photos/a.png", "--total", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["total"] == 28


def test_more_tiles_than_a_set_has_are_not_counted(photos, monkeypatch, capsys):
    monkeypatch.setattr(ReaderOf, "state", state_of("", loose=" ".join(["6-4"] * 200)))
    assert main(["read", "photos/a.png", "--total"]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.splitlines() == [
        "muggins: photos/a.png: 200 tiles lie there, and the largest set has 91; take a picture of one hand alone."
    ]


def test_progress_is_shown_where_somebody_looks_and_the_readings_go_elsewhere(photos, monkeypatch, capsys):
    monkeypatch.setattr(reading.sys.stderr, "isatty", lambda: True, raising=False)
    read_photos(["photos"], "five-up", {}, None, as_json=True)
    assert "1 of 2  a.png" in capsys.readouterr().err
    read_photos(["photos/a.png"], "five-up", {}, None, as_json=True)
    assert capsys.readouterr().err == ""


def test_a_layout_whose_halves_have_seven_together_is_not_read(photos, capsys):
    """Joins of equal halves would be told, and a count that is none. The pips alone can be added up."""
    with pytest.raises(ValueError, match="matador is kept by hand"):
        reading.read_photos([str(photos)], "matador", {}, None, as_json=False)
    assert reading.read_photos([str(photos)], "matador", {}, None, as_json=False, as_total=True) == 0
    assert "pips" in capsys.readouterr().out
