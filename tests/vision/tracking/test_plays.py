"""New tiles on a table: which were played, on what, in which order."""

import numpy as np

from muggins.scorer.layout import Layout
from muggins.scorer.tiles import Tile
from muggins.vision.tracking.place import Place
from muggins.vision.tracking.plays import NewTiles, find_plays, known_first
from muggins.vision.tracking.tracks import Track
from muggins.vision.tracking.tuning import TRACKING_TUNING
from muggins.vision.types import Detection, TileReading

# The middle of each tile along the line, and whether its higher half lies to the right.
LINE = {"6-4": (100, False), "4-1": (141, False), "6-0": (59, True), "3-1": (182, True)}


def reading(tile, x, y=100.0, turned=False, sure=0.95):
    """A tile along x, its higher half to the left, or to the right where it is turned; a double stands across."""
    high, low = Tile.parse(tile).halves
    along = np.array([0.0, 20.0]) if high == low else np.array([20.0, 0.0])
    across = np.array([-along[1], along[0]]) / 2
    middle = np.array([x, y], float)
    ends = np.array([middle - along, middle + along])
    corners = np.array([ends[0] + across, ends[0] - across, ends[1] - across, ends[1] + across])
    pips = np.full((2, 7), (1 - sure) / 7)
    pips[(0, 1), (low, high) if turned else (high, low)] += sure
    return TileReading(corners, np.array([middle - along / 2, middle + along / 2]), pips)


def in_line(tile, **how):
    x, turned = LINE[tile]
    return reading(tile, x, turned=turned, **how)


def fresh(*readings):
    return [Track(one, number / 10, seen=5) for number, one in enumerate(readings)]


def plays(found):
    return [f"{new.tile}>{new.on}" if new.on else str(new.tile) for new in found.plays]


def find(text, *readings, facedown=(), lying=()):
    layout = Layout.parse(text)
    places = [Place(tile, in_line(str(tile))) for tile in layout.tiles]
    return find_plays(layout, places, fresh(*readings), facedown, TRACKING_TUNING, [Tile.parse(tile) for tile in lying])


def test_one_tile_that_was_laid_at_an_open_end():
    assert plays(find("6-4", in_line("4-1"))) == ["4-1>6-4"]


def test_several_come_after_their_hosts():
    found = plays(find("6-4", in_line("3-1"), in_line("4-1"), in_line("6-0")))
    assert sorted(found) == ["3-1>4-1", "4-1>6-4", "6-0>6-4"]
    assert found.index("4-1>6-4") < found.index("3-1>4-1")


def test_a_tile_that_lies_apart_is_loose():
    found = find("6-4", reading("5-2", 300, 200))
    assert plays(found) == []
    assert [str(new.tile) for new in found.loose] == ["5-2"]


def test_a_tile_against_a_half_that_does_not_match_is_no_play():
    found = find("6-4", reading("5-2", 141, sure=0.98))
    assert plays(found) == []


def test_a_tile_that_would_match_if_a_half_were_misread_is_asked_about():
    """Played as 4-2 or misplayed as 5-2: the table says which; neither is taken silently."""
    (new,) = find("6-4", reading("5-2", 141, sure=0.95)).plays
    assert new.doubt is not None
    assert {str(tile) for tile, _ in new.doubt.likely} >= {"4-2", "5-2"}


def test_a_half_that_is_hard_to_read_is_known_by_the_half_it_lies_against():
    blurred = in_line("4-1")
    pips = np.array(blurred.pips)
    pips[0] = 0.01
    pips[0, 3], pips[0, 4] = 0.5, 0.45
    found = find("6-4", TileReading(blurred.corners, blurred.ends, pips))
    assert plays(found) == ["4-1>6-4"]


def test_a_tile_that_lies_there_already_is_a_doubt_and_not_a_play():
    found = find("6-4, 4-1>6-4", reading("6-4", 300, 200, sure=0.999))
    assert plays(found) == []
    assert {(doubt.kind, str(doubt.tile)) for doubt in found.doubts} == {("twice", "6-4")}


def test_the_set_lies_alone():
    assert plays(find("", in_line("6-4"))) == ["6-4"]


def test_the_set_with_what_was_played_on_it():
    found = plays(find("", in_line("6-4"), in_line("4-1")))
    assert found == ["6-4", "4-1>6-4"]


def test_of_several_loose_tiles_only_the_new_one_can_be_the_set():
    loose = [reading("5-2", 300, 200), reading("3-3", 400, 300)]
    assert plays(find("", *loose)) == []
    assert plays(find("", *loose, in_line("6-4"), lying=["5-2", "3-3"])) == ["6-4"]


def test_a_tile_that_touches_one_face_down_is_not_the_set():
    neighbour = Detection(in_line("4-1").corners, "facedown")
    assert plays(find("", in_line("6-4"), facedown=(neighbour,))) == []


def test_nothing_new_is_nothing():
    assert find("6-4").plays == ()
    assert find("").loose == ()


def test_tiles_that_lay_there_before_are_told_before_tiles_laid_since():
    """Watching began in the middle of a hand, and before the table had settled somebody played."""
    found = find("", in_line("4-1"), in_line("6-4"), in_line("6-0")).plays
    assert plays(NewTiles(tuple(found)))[0] == "4-1"
    ordered = known_first(found, lambda play: str(play.tile) == "4-1")
    assert plays(NewTiles(tuple(ordered))) == ["6-4", "6-0>6-4", "4-1>6-4"]
