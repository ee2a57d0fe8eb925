"""What people say, worked into the belief."""

import numpy as np
import pytest

from muggins.scorer.layout import Layout
from muggins.scorer.tiles import Tile
from muggins.vision.tracking.association import associate
from muggins.vision.tracking.belief import Belief, LaidTile, reread_tile
from muggins.vision.tracking.overrides import ManualOverrides, confirmed, corrected, find_awaited
from muggins.vision.tracking.proposals import Proposals
from muggins.vision.tracking.tracks import Track
from muggins.vision.types import Detection, TileReading

PLACES = {"2-5": 100, "5-3": 141, "0-2": 59, "6-2": 59, "0-3": 182, "4-3": 182}
"""Tiles in a row, each with its halves as they lie from left to right, and how far to the right its middle is."""


def reading(halves, sure=0.95):
    """A tile of 20 x 40 pixels."""
    x = PLACES[halves]
    pips = np.full((2, 7), (1 - sure) / 7)
    pips[(0, 1), [int(half) for half in halves.split("-")]] += sure
    corners = np.array([[x - 20, 110], [x - 20, 90], [x + 20, 90], [x + 20, 110]])
    return TileReading(corners, np.array([[x - 10, 100], [x + 10, 100]]), pips)


ROW = "2-5, 5-3>2-5, 0-2>2-5"


def belief(text=ROW):
    """The belief of tiles written with their halves as they lie."""
    laid = [one.strip().partition(">") for one in text.split(",")]
    return Belief(
        tuple(LaidTile(Tile.parse(name), Tile.parse(on) if on else None, reading(name)) for name, _, on in laid)
    )


def said(now, was="5-2, 5-3>5-2, 2-0>5-2", believed=ROW, before=None):
    """The belief and the tiles left over, after people have said so."""
    return corrected(belief(believed), before or ManualOverrides(), Layout.parse(was), Layout.parse(now))


def seen(halves, sure=0.95):
    return Track(reading(halves, sure), 0.0, seen=30, weight=16.0)


def test_a_renamed_tile_keeps_its_place_and_turns_its_halves_to_match_its_host():
    now, left = said("5-2, 5-3>5-2, 6-2>5-2")
    assert now.layout == Layout.parse("5-2, 5-3>5-2, 6-2>5-2")
    laid = now.tiles[2]
    assert laid.reading.shows == (6, 2)
    assert (laid.reading.corners == reading("0-2").corners).all()
    assert (len(left.aside), left.awaited) == (0, ())


def test_what_people_said_is_surer_than_any_reading():
    now, _ = said("5-2, 5-3>5-2, 6-2>5-2")
    looks = [seen("2-5"), seen("5-3"), seen("0-2", 0.999)]
    view = associate(now, looks)
    assert None not in view.seen
    assert now.agrees_with(view.seen)
    assert now.seen_at(view.seen).tiles[2].reading.shows == (6, 2)
    assert reread_tile(now, 2, looks[2]) is None
    assert reread_tile(confirmed(belief(), Tile.parse("2-0")), 2, seen("6-2")) is None
    assert reread_tile(belief(), 2, seen("6-2")) == Tile.parse("6-2")


def test_tiles_joined_to_a_renamed_tile_stay_joined_to_it():
    now, _ = said("5-2, 5-3>5-2, 4-3>5-3", "5-2, 5-3>5-2, 3-0>5-3", "2-5, 5-3>2-5, 0-3>5-3")
    assert str(now.layout) == "5-2, 5-3>5-2, 4-3>5-3"


def test_a_tile_taken_back_lies_aside_until_it_is_lifted_and_comes_back_when_that_is_undone():
    now, left = said("5-2, 5-3>5-2")
    assert str(now.layout) == "5-2, 5-3>5-2"
    left = left.update([seen("0-2")])
    assert left.is_aside(seen("6-2"))
    assert not left.is_aside(seen("0-3"))
    again, nothing = corrected(now, left, Layout.parse("5-2, 5-3>5-2"), Layout.parse("5-2, 5-3>5-2, 2-0>5-2"))
    assert str(again.layout) == "5-2, 5-3>5-2, 2-0>5-2"
    assert len(nothing.aside) == 0
    assert not left.update([seen("2-5")]).is_aside(seen("0-2"))


def test_a_tile_only_the_camera_believes_stays_unless_its_host_is_taken_back():
    now, _ = said("5-2, 5-3>5-2", "5-2", "2-5, 5-3>2-5, 0-3>5-3")
    assert str(now.layout) == "5-2, 5-3>5-2, 3-0>5-3"
    now, left = said("5-2", "5-2, 5-3>5-2", "2-5, 5-3>2-5, 0-3>5-3")
    assert str(now.layout) == "5-2"
    assert [str(laid.tile) for laid in left.aside.tiles] == ["5-3", "3-0"]


def test_a_tile_only_the_camera_believes_at_a_host_becomes_the_tile_people_say_was_played_there():
    now, left = said("5-2, 5-3>5-2, 6-2>5-2", was="5-2, 5-3>5-2")
    assert str(now.layout) == "5-2, 5-3>5-2, 6-2>5-2"
    assert (left.awaited, len(left.aside)) == ((), 0)


def test_if_the_set_was_not_seen_the_other_tiles_stay_joined_as_they_were():
    now, _ = said("6-5, 5-2>6-5, 5-3>5-2, 6-2>5-2", "6-5, 5-2>6-5, 5-3>5-2, 2-0>5-2")
    assert str(now.layout) == "5-2, 5-3>5-2, 6-2>5-2"


@pytest.mark.parametrize(
    ("shown", "sure", "found"),
    [
        ("6-2", 0.95, True),  # as people said
        ("6-2", 0.3, True),
        ("0-2", 0.95, False),  # 2-0 fits as well: another tile was laid
        ("4-3", 0.95, False),  # lies elsewhere
    ],
)
def test_a_tile_played_by_hand_is_waited_for_at_its_host(shown, sure, found):
    now, left = said("5-2, 5-3>5-2, 6-2>5-2", "5-2, 5-3>5-2", "2-5, 5-3>2-5")
    assert [str(one) for one in left.awaited] == ["6-2>5-2"]
    now, left = find_awaited(now, left, [seen(shown, sure)], ())
    assert (Tile.parse("6-2") in now) is found
    assert (left.awaited == ()) is found


def test_a_tile_played_by_hand_and_taken_back_is_not_waited_for():
    _, left = said("5-2, 5-3>5-2, 6-2>5-2", "5-2, 5-3>5-2", "2-5, 5-3>2-5")
    _, left = said("5-2, 5-3>5-2", "5-2, 5-3>5-2, 6-2>5-2", "2-5, 5-3>2-5", left)
    assert left.awaited == ()


def awaited_set(*shown, facedown=()):
    """The belief after people said that the set is 5-2 and these tiles are seen."""
    _, left = corrected(Belief(), ManualOverrides(), Layout(), Layout.parse("5-2"))
    now, left = find_awaited(Belief(), left, [seen(*one) for one in shown], facedown)
    return str(now.layout), [str(one) for one in left.awaited]


def test_a_set_entered_by_hand_is_the_tile_that_is_laid_there_however_it_is_read():
    assert awaited_set() == ("", ["5-2"])
    assert awaited_set(("4-3", 0.99)) == ("5-2", [])
    assert awaited_set(("5-3", 0.99), ("2-5", 0.6)) == ("5-2", [])
    # One of two that are read as others: nobody can tell which.
    assert awaited_set(("5-3", 0.99), ("6-2", 0.99)) == ("", ["5-2"])


def test_a_tile_turned_over_in_the_boneyard_is_not_the_set_entered_by_hand():
    beside = Detection(np.add(reading("4-3").corners, (0, 21)), "facedown")
    assert awaited_set(("4-3", 0.99), facedown=[beside]) == ("", ["5-2"])


def test_a_name_that_the_record_does_not_take_is_given_back_and_not_proposed_again():
    """The watcher went on believing it, and what was laid against the tile did not fit the record."""
    record = Layout.parse("5-2, 5-3>5-2, 6-2>5-2")
    was, tile = Tile.parse("6-2"), Tile.parse("2-0")
    proposals = Proposals().with_reread(was, tile)
    now, left, proposals = proposals.judged(belief(), ManualOverrides(), record, record)
    assert now.layout == record
    assert (len(left.aside), proposals.are_new) == (0, False)
    assert (was, tile) in proposals.refused_rereads
