"""The places of tiles that the record names: when people say something else, and when a layout is seen anew."""

from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from muggins.scorer.layout import Layout
from muggins.scorer.tiles import Tile
from muggins.vision.tracking.association import associate
from muggins.vision.tracking.expected import Expected
from muggins.vision.tracking.matching import PlaceFinder
from muggins.vision.tracking.memory import Proposals, TableMemory
from muggins.vision.tracking.place import Place, lies_on
from muggins.vision.tracking.tracks import Track
from muggins.vision.tracking.tuning import TRACKING_TUNING
from muggins.vision.types import Detection, TileReading

associate = partial(associate, tuning=TRACKING_TUNING)
lies_on = partial(lies_on, tuning=TRACKING_TUNING)

AT = {"2-5": 100, "5-3": 141, "0-2": 59, "6-2": 59, "6-0": 18, "0-3": 182, "4-3": 182}
"""Tiles in a row, each with its halves as they lie from left to right, and how far to the right its middle is."""
ROW = "2-5 5-3 0-2"
SAID = "5-2, 5-3>5-2, 2-0>5-2"


def finder(expected, facedown=()):
    return PlaceFinder(expected, facedown, TRACKING_TUNING)


def reading(halves, sure=0.95):
    """A tile of 20 x 40 pixels."""
    x = AT[halves]
    pips = np.full((2, 7), (1 - sure) / 7)
    pips[(0, 1), [int(half) for half in halves.split("-")]] += sure
    corners = np.array([[x - 20, 110], [x - 20, 90], [x + 20, 90], [x + 20, 110]])
    return TileReading(corners, np.array([[x - 10, 100], [x + 10, 100]]), pips)


def seen(halves, sure=0.95):
    return Track(reading(halves, sure), 0.0, seen=30, weight=16.0)


def expected(text, *named, hand=1):
    """What the record says; of the tiles in `named` people said it."""
    return Expected(Layout.parse(text), hand, {Tile.parse(tile): frozenset({Tile.parse(tile)}) for tile in named})


def remembered(lying=ROW, **more):
    """The memory of a table where tiles lie, written with their halves as they lie."""
    return TableMemory(places=tuple(Place(reading(name).tile, reading(name)) for name in lying.split()), **more)


def said(now, was=SAID, lying=ROW, before=None, named=(), recorded=True):
    """The memory after the record has come to say something else, and what it expects."""
    then, now = expected(was), expected(now, *named)
    return (before or remembered(lying)).expecting(now, then, then if recorded else None), now


def names(places):
    return [str(place.tile) for place in places]


def test_a_renamed_tile_keeps_its_place_and_turns_its_halves_to_match_its_host():
    memory, _ = said("5-2, 5-3>5-2, 6-2>5-2", named=["6-2"])
    assert names(memory.places) == ["5-2", "5-3", "6-2"]
    place = memory.places[2]
    assert place.reading.shows == (6, 2)
    assert (place.reading.corners == reading("0-2").corners).all()
    assert memory.aside == ()


def test_what_people_said_is_surer_than_any_reading():
    memory, now = said("5-2, 5-3>5-2, 6-2>5-2", named=["6-2"])
    found = associate(memory.places, now.named, [seen("2-5"), seen("5-3"), seen("0-2", 0.999)])
    assert len(found.seen) == 3
    track = found.seen[Tile.parse("6-2")]
    assert memory.places[2].seen_at(track, is_named=True, tuning=TRACKING_TUNING).reading.shows == (6, 2)


def test_tiles_joined_to_a_renamed_tile_keep_their_places():
    memory, _ = said("5-2, 5-3>5-2, 4-3>5-3", was="5-2, 5-3>5-2, 3-0>5-3", lying="2-5 5-3 0-3")
    assert names(memory.places) == ["5-2", "5-3", "4-3"]


def test_two_tiles_are_renamed_at_once():
    memory, _ = said("5-2, 5-4>5-2, 6-2>5-2")
    assert names(memory.places) == ["5-2", "5-4", "6-2"]


def test_a_tile_taken_back_lies_aside_until_it_is_lifted_and_comes_back_when_that_is_undone():
    memory, _ = said("5-2, 5-3>5-2")
    assert names(memory.places) == ["5-2", "5-3"]
    memory = memory.without_lifted([seen("0-2")], TRACKING_TUNING)
    assert names(memory.aside) == ["2-0"]
    again, _ = said(SAID, was="5-2, 5-3>5-2", before=memory)
    assert (names(again.places), again.aside) == (["5-2", "5-3", "2-0"], ())
    assert memory.without_lifted([seen("2-5")], TRACKING_TUNING).aside == ()


def test_what_was_told_and_nobody_could_record_is_told_again():
    """Watching was paused: a tile that was played meanwhile would have lain aside until it was lifted."""
    memory, _ = said("5-2, 5-3>5-2", recorded=False)
    assert names(memory.places) == ["5-2", "5-3"]
    assert memory.aside == memory.declined.plays == ()


def test_the_tiles_of_the_hand_before_lie_aside():
    memory = remembered().expecting(expected("", hand=2), expected(SAID), expected(SAID))
    assert (memory.places, names(memory.aside)) == ((), ["5-2", "5-3", "2-0"])


def test_a_name_that_the_record_does_not_take_is_given_back_and_not_proposed_again():
    """The watcher went on believing it, and what was laid against the tile did not fit the record."""
    was, tile = Tile.parse("6-2"), Tile.parse("2-0")
    before = remembered(proposed=Proposals(names=frozenset({(was, tile)})))
    memory, now = said("5-2, 5-3>5-2, 6-2>5-2", before=before)
    assert names(memory.places) == [str(one) for one in now.lying.tiles]
    assert (was, tile) in memory.declined.names
    assert memory.proposed == Proposals()


def found(now, lying, *tracks, named=(), facedown=()):
    """The tiles that were played by hand and are found among fresh tracks."""
    return names(finder(expected(now, *named), facedown).find_unplaced(remembered(lying).places, tracks))


@pytest.mark.parametrize(
    ("shown", "sure", "is_found"),
    [
        ("6-2", 0.95, True),  # as people said
        ("6-2", 0.3, True),
        ("0-2", 0.95, False),  # 2-0 fits as well: another tile was laid
        ("4-3", 0.95, False),  # lies elsewhere
    ],
)
def test_a_tile_played_by_hand_is_waited_for_at_its_host(shown, sure, is_found):
    assert found("5-2, 5-3>5-2, 6-2>5-2", "2-5 5-3", seen(shown, sure)) == ["6-2"] * is_found


def test_a_host_that_was_covered_is_found_by_what_was_played_on_it():
    assert found("5-2, 5-3>5-2, 2-0>5-2", "5-3 0-2", seen("2-5", 0.3)) == ["5-2"]


def test_a_set_entered_by_hand_is_the_tile_that_is_laid_there_however_it_is_read():
    assert found("5-2", "") == []
    assert found("5-2", "", seen("4-3", 0.99)) == ["5-2"]
    assert found("5-2", "", seen("5-3", 0.99), seen("2-5", 0.6)) == ["5-2"]
    # One of two that are read as others: nobody can tell which.
    assert found("5-2", "", seen("5-3", 0.99), seen("6-2", 0.99)) == []


def test_a_tile_turned_over_in_the_boneyard_is_not_the_set_entered_by_hand():
    beside = Detection(np.add(reading("4-3").corners, (0, 21)), "facedown")
    assert found("5-2", "", seen("4-3", 0.99), facedown=[beside]) == []


def seen_anew(now, *tracks, known_as=None):
    """The places of a layout that is seen for the first time: each tile with the halves that were seen there."""
    said = expected(now)
    if known_as:
        named, earlier = map(Tile.parse, known_as)
        said = replace(said, named={named: frozenset({named, earlier})})
    at = {str(place.tile): place.reading for place in finder(said).find_layout([seen(*one) for one in tracks])}
    return {tile: halves for tile, where in at.items() for halves, *_ in tracks if lies_on(where, reading(halves))}


def test_a_layout_seen_anew_is_fitted_to_the_record():
    assert seen_anew(SAID, ["2-5"], ["5-3"], ["0-2"]) == {"5-2": "2-5", "5-3": "5-3", "2-0": "0-2"}


def test_a_tile_that_is_misread_when_it_is_seen_anew_lies_where_the_record_has_it():
    assert seen_anew("5-2, 5-3>5-2, 6-2>5-2", ["2-5"], ["5-3"], ["0-2", 0.99])["6-2"] == "0-2"


def test_a_set_that_is_misread_when_it_lies_alone_is_the_set():
    assert seen_anew("5-2", ["4-3", 0.99]) == {"5-2": "4-3"}


def test_a_tile_that_was_played_meanwhile_is_no_tile_of_the_record():
    assert seen_anew("5-2, 5-3>5-2", ["2-5"], ["5-3"], ["0-2"]) == {"5-2": "2-5", "5-3": "5-3"}


def test_what_people_named_is_known_by_what_it_was_taken_for_before():
    fitted = seen_anew("5-2, 5-3>5-2, 6-2>5-2, 6-0>6-2", ["2-5"], ["5-3"], ["0-2"], ["6-0"], known_as=("6-2", "2-0"))
    assert fitted["6-2"] == "0-2"


@pytest.mark.parametrize(
    "tracks",
    [
        [["4-3"], ["0-2"]],  # too few of its tiles
        [["2-5"], ["0-3"], ["4-3"]],
    ],
)
def test_a_table_with_other_tiles_is_not_that_of_the_record(tracks):
    assert seen_anew(SAID, *tracks) == {}


def test_a_table_where_the_same_tiles_lie_strewn_is_not_that_of_the_record():
    strewn = [seen(halves) for halves in ROW.split()]
    apart = [
        replace(
            track, reading=replace(track.reading, corners=track.reading.corners + step, ends=track.reading.ends + step)
        )
        for track, step in zip(strewn, np.array([(0, 0), (90, 60), (200, 150)]), strict=True)
    ]
    assert len(finder(expected(SAID)).find_layout(strewn)) == 3
    assert finder(expected(SAID)).find_layout(apart) == ()
