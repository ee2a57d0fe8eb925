"""Which of the tiles found lie face up."""

import pytest
from stored_models import PHOTO, reader_of

from muggins.scorer.tiles import Tile
from muggins.vision.types import Detection


def test_a_face_that_the_pip_model_rejects_is_dropped(lay):
    seen = lay("6-4: 0 0 0, 5-5: 4 4 0")
    assert [str(tile) for tile in reader_of(seen, faceup={1: 0.1}).read(PHOTO).tiles] == ["6-4"]


def test_an_unsure_standing_tile_is_read_where_it_clearly_lies(lay):
    seen = lay("6-4: 0 0 0, 4-1: 2.05 0 0")
    taken = [Detection(seen[1].corners, "standing", 0.5)]
    state = reader_of(seen, more=taken, missed=(1,)).read(PHOTO)
    assert str(state.layout) == "6-4, 4-1>6-4"
    assert state.standing == ()


@pytest.mark.parametrize(("sure", "read"), [(0.97, ["1-0", "6-1"]), (0.6, ["6-1"])])
def test_a_tile_detected_as_face_down_is_read_where_it_clearly_shows_pips(lay, sure, read):
    """In a dark set without bars, the only pip of the 1-0 is dim."""
    seen = lay("6-1: 0 0 0, 1-0: 2.05 0 0")
    taken = [Detection(seen[1].corners, "facedown", 0.8)]
    state = reader_of(seen, more=taken, missed=(1,), faceup={1: sure}).read(PHOTO)
    assert sorted(str(reading.tile) for reading in state.readings) == read
    assert len(state.facedown) == 2 - len(read)


@pytest.mark.parametrize(
    ("there", "read"), [("6-1: 0 0 0, 1-0: 2.05 0 0", True), ("6-1: 0 0 0, 1-0: 0 6 0", False), ("1-0: 0 6 0", True)]
)
def test_a_boneyard_apart_from_the_layout_is_not_read(lay, there, read):
    seen = lay(there)
    last = len(seen) - 1
    taken = [Detection(seen[last].corners, "facedown", 0.8)]
    state = reader_of(seen, more=taken, missed=(last,)).read(PHOTO)
    assert (Tile.parse("1-0") in state.tiles) is read


@pytest.mark.parametrize(("elevation", "standing"), [(85, 0), (63, 0), (55, 1), (45, 1)])
def test_a_possible_standing_tile_lies_where_the_camera_looks_straight_down(lay, elevation, standing):
    """From above the face of a standing tile is out of sight, so a lower probability suffices there."""
    seen = lay("6-4: 0 0 0, 4-1: 2.05 0 0, 5-5: 0 4 0, 3-0: 3 3 40", elevation=elevation)
    taken = [Detection(seen[1].corners, "standing", 0.7)]
    state = reader_of(seen, more=taken, missed=(1,), faceup={1: 0.6}).read(PHOTO)
    assert len(state.standing) == standing
    assert (Tile.parse("4-1") in state.tiles) is not bool(standing)


@pytest.mark.parametrize(("sure", "standing"), [(0.9, 1), (0.95, 0)])
def test_against_the_word_of_the_tile_model_the_pip_model_must_be_surer(lay, sure, standing):
    """The pip model was trained to rather read a tile than refuse it, and read the hand of the player at the camera."""
    seen = lay("6-4: 0 0 0, 4-1: 2.05 0 0, 5-5: 0 4 0, 3-0: 3 3 40", elevation=45)
    taken = [Detection(seen[1].corners, "standing", 0.7)]
    state = reader_of(seen, more=taken, missed=(1,), faceup={1: sure}).read(PHOTO)
    assert len(state.standing) == standing


def test_a_tile_that_surely_stands_in_a_hand_is_not_read(lay):
    seen = lay("6-4: 0 0 0, 5-1: 0 6 0")
    (hand,) = (Detection(seen[1].corners, "standing", 0.9),)
    state = reader_of(seen, more=[hand], missed=(1,)).read(PHOTO)
    assert [str(reading.tile) for reading in state.readings] == ["6-4"]
    assert state.standing == (hand,)


@pytest.mark.parametrize(
    ("sure", "read"), [(0.99, ["1-0", "3-2", "6-1"]), (0.8, ["3-2", "6-1"]), (0.2, ["3-2", "6-1"])]
)
def test_among_loose_tiles_one_detected_as_face_down_is_read_or_asked_about_wherever_it_lies(lay, sure, read):
    """On photos of hands laid out to be counted, a 1-0 two lengths apart was taken for face down, and not counted."""
    seen = lay("6-1: 0 0 0, 3-2: 5 1 40, 1-0: 0 6 0")
    taken = [Detection(seen[2].corners, "facedown", 0.8)]
    state = reader_of(seen, more=taken, missed=(2,), faceup={2: sure}).read(PHOTO)
    assert sorted(map(str, state.tiles)) == read
    assert [str(doubt.tile) for doubt in state.doubts if doubt.kind == "faint"] == (["1-0"] if sure == 0.8 else [])
