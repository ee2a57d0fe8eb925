"""Figures of readings, compared with what lies there."""

import json
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from places import SHARED

from muggins.scorer.layout import Layout
from muggins.scorer.tiles import Tile
from muggins.vision.evaluation.calibration import calibration
from muggins.vision.evaluation.metrics import compare, compute_metrics, ends_of, wilson
from muggins.vision.geometry.quads import half_centres
from muggins.vision.labels.truth import LabelledPhoto, TrueTile, as_truth
from muggins.vision.types import Doubt, TableState, TileReading

RULER = SHARED / "tools" / "measure.py"
"""The measuring stick that defines the figures, if it is there."""


def box_at(place):
    return (place * 100.0, 0.0, place * 100.0 + 40.0, 20.0)


def tile_at(text, pose="faceup", is_cut=False):
    """A true tile "6-4 at 2", or "6-4" with its place unknown."""
    name, _, place = text.partition(" at ")
    tile = None if is_cut or pose != "faceup" else Tile.parse(name)
    return TrueTile(tile, pose, box_at(float(place)) if place else None, is_cut=is_cut)


def read_at(text, sure=0.99):
    name, _, place = text.partition(" at ")
    x0, y0, x1, y1 = box_at(float(place or 0))
    corners = np.array([[x0, y1], [x0, y0], [x1, y0], [x1, y1]])
    halves = [int(half) for half in name.split("-")]
    pips = np.full((2, 7), (1 - sure) / 6)
    pips[[0, 1], halves] = sure
    return TileReading(corners, half_centres(corners), pips)


def links_of(text):
    return tuple(tuple(map(Tile.parse, link.split("+"))) for link in text.split())


def photo_of(tiles, links=None, others=(), is_boxed=True):
    lies = tuple(tile_at(one.strip()) for one in tiles.split(",") if one.strip())
    joined = None if links is None else frozenset(map(frozenset, links_of(links)))
    return LabelledPhoto(Path("a.jpg"), (*lies, *others), joined, is_boxed)


def state_of(tiles, links="", doubts=0):
    readings = tuple(read_at(one.strip()) for one in tiles.split(",") if one.strip())
    doubted = (Doubt("value", "Is this right?"),) * doubts
    return TableState(0.0, readings, Layout(), links_of(links), (), doubts=doubted)


def values_of(*pairs):
    return {
        name: round(figure.value, 4) for name, figure in compute_metrics([compare(*pair) for pair in pairs]).items()
    }


def test_of_four_tiles_one_is_missed_one_misread_and_one_made_up():
    photo = photo_of("6-4 at 0, 6-1 at 1, 5-0 at 2, 3-3 at 3")
    outcome = compare(photo, state_of("6-4 at 0, 6-2 at 1, 3-3 at 3, 2-0 at 7"))
    assert sorted(str(reading.tile) for reading in outcome.right) == ["3-3", "6-4"]
    assert [(str(true), str(reading.tile)) for true, reading in outcome.misread] == [("6-1", "6-2")]
    assert [str(tile.tile) for tile in outcome.missed] == ["5-0"]
    assert [str(reading.tile) for reading in outcome.false] == ["2-0"]
    found = values_of((photo, outcome.state))
    assert (found["recall"], found["precision"], found["value_right"], found["photo_right"]) == (0.75, 0.75, 0.5, 0.0)


def test_a_standing_tile_that_is_read_is_false_and_one_cut_off_is_ignored():
    others = (tile_at("0-0 at 5", "standing"), tile_at("0-0 at 6", is_cut=True))
    photo = photo_of("6-4 at 0", others=others)
    assert values_of((photo, state_of("6-4 at 0, 2-1 at 5, 3-1 at 6")))["precision"] == 0.5
    assert values_of((photo, state_of("6-4 at 0, 3-1 at 6")))["photo_right"] == 1.0


def test_where_names_alone_are_known_a_tile_that_lies_there_twice_must_be_named_twice():
    photo = photo_of("6-4, 6-4, 5-0", is_boxed=False)
    found = values_of((photo, state_of("6-4 at 0, 5-0 at 1, 5-1 at 2")))
    assert (found["named"], found["misnamed"], found["photo_right"]) == (0.6667, 0.3333, 0.0)


def test_links_counts_and_ends():
    photo = photo_of("6-4, 6-1, 6-6", "6-4+6-6 6-1+6-6", is_boxed=False)
    right = state_of("6-4 at 0, 6-1 at 1, 6-6 at 2", "6-6+6-4 6-1+6-6")
    half = state_of("6-4 at 0, 6-1 at 1, 6-6 at 2", "6-6+6-4")
    found = values_of((photo, right), (photo, half))
    assert (found["links_right"], found["count_right"], found["ends_right"]) == (0.5, 0.5, 0.5)


@pytest.mark.parametrize(
    ("links", "count", "ends"),
    [
        ("5-5+5-3 5-5+5-0 5-5+5-4", 7, "0 on 5-0, 3 on 5-3, 4 on 5-4"),
        ("6-4+6-6", 16, "4 on 6-4, 6 on 6-6"),
        ("", 0, ""),
    ],
)
def test_the_count_of_a_chain(links, count, ends):
    found, open_ends = ends_of(frozenset(map(frozenset, links_of(links))))
    assert (found, ", ".join(f"{half} on {tile}" for tile, half in open_ends)) == (count, ends)


def test_missing_doubts_and_needless_doubts_are_counted():
    photo = photo_of("6-4 at 0")
    right, doubted = state_of("6-4 at 0"), state_of("6-4 at 0", doubts=1)
    wrong, asked = state_of("6-1 at 0"), state_of("6-1 at 0", doubts=1)
    found = values_of((photo, right), (photo, doubted), (photo, wrong), (photo, asked))
    assert (found["wrong_without_doubt"], found["right_with_doubt"]) == (0.25, 0.25)


def test_intervals_hold_what_is_true_and_are_narrower_with_more_photos():
    pair = photo_of("6-4 at 0, 6-1 at 1"), state_of("6-4 at 0, 6-1 at 1")
    missing = photo_of("6-4 at 0, 6-1 at 1"), state_of("6-4 at 0")
    few = compute_metrics([compare(*one) for one in [pair] * 8 + [missing] * 2])["recall"]
    many = compute_metrics([compare(*one) for one in [pair] * 80 + [missing] * 20])["recall"]
    assert few.value == many.value == 0.9
    assert few.low <= many.low < 0.9 < many.high <= few.high
    assert compute_metrics([compare(*pair)] * 10)["recall"].low < 1.0
    assert wilson(0, 10)[0] == 0.0
    assert wilson(50, 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)


def test_halves_at_nine_in_ten_that_are_right_nine_times_in_ten_are_calibrated():
    def seen(name):
        corners = read_at("0-0 at 0").corners
        pips = np.full((2, 7), 0.1 / 6)
        pips[[0, 1], [int(half) for half in name.split("-")]] = 0.9
        state = TableState(0.0, (TileReading(corners, half_centres(corners), pips),), Layout(), (), ())
        return compare(photo_of("1-6 at 0"), state)

    found = calibration([seen("6-1")] * 4 + [seen("1-2")])
    assert len(found) == 10
    assert found.right.mean() == 0.9
    assert found.expected_error == pytest.approx(0.0)
    assert calibration([seen("6-1")]).expected_error == pytest.approx(0.1)


def test_figures_agree_with_the_measuring_stick(tmp_path):
    """Definitions drift apart unseen. Where the measuring stick is at hand, both must give the same figures."""
    if not RULER.is_file():
        assert "recall" in compute_metrics([compare(photo_of("6-4 at 0"), state_of("6-4 at 0"))])
        return
    rng = np.random.default_rng(5)
    for is_boxed in (True, False):
        pairs = [_random_pair(rng, is_boxed) for _ in range(30)]
        truth, read = [], []
        for number, (photo, state) in enumerate(pairs):
            links = [tuple(link) for link in photo.links]
            truth.append(json.dumps(as_truth(f"{number}.jpg", photo.tiles, links)))
            tiles = [{"tile": str(one.tile), "corners": one.corners.tolist()} for one in state.readings]
            links = [[str(one), str(other)] for one, other in state.links]
            read.append(json.dumps({"image": f"{number}.jpg", "tiles": tiles, "links": links}))
        (tmp_path / "truth.jsonl").write_text("\n".join(truth))
        (tmp_path / "read.jsonl").write_text("\n".join(read))
        command = [sys.executable, str(RULER), str(tmp_path), str(tmp_path / "read.jsonl")]
        theirs = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()[-1])
        ours = values_of(*pairs)
        common = set(ours) & set(theirs)
        assert len(common) == (7 if is_boxed else 6)
        assert {name: ours[name] for name in common} == {name: theirs[name] for name in common}


def _random_pair(rng, is_boxed):
    names = [f"{high}-{low}" for high in range(7) for low in range(high + 1)]
    there = [str(name) for name in rng.choice(names, 6, replace=False)]
    said = [name if rng.random() < 0.8 else str(rng.choice(names)) for name in there if rng.random() < 0.9]
    places = rng.permutation(6)
    links = " ".join(f"{one}+{other}" for one, other in pairwise(there) if rng.random() < 0.7)
    seen = links if rng.random() < 0.6 else " ".join(links.split()[1:])
    lies = ", ".join(f"{name} at {place}" if is_boxed else name for name, place in zip(there, places, strict=True))
    read = ", ".join(f"{name} at {place}" for name, place in zip(said, places, strict=False))
    others = (tile_at("0-0 at 8", "standing"), tile_at("0-0 at 9", is_cut=True)) if is_boxed else ()
    more = ", 5-1 at 8" if rng.random() < 0.2 else ", 5-1 at 9" if rng.random() < 0.2 else ""
    return photo_of(lies, links, others, is_boxed), state_of(read + more if is_boxed else read, seen)
