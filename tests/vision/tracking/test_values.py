"""Tiles of the layout that may be others than the record says."""

from dataclasses import replace

import pytest
from row import expected, places, reading, seen

from muggins.scorer.layout import Layout
from muggins.scorer.tiles import Tile
from muggins.vision.tracking.events import Played, Reread
from muggins.vision.tracking.tracks import TrackSet
from muggins.vision.tracking.values import reread_tile, rival_of, tile_that_gives_way

NAMED = {Tile.parse("6-0"): frozenset({Tile.parse("6-0")})}


def reread(track, **named):
    """What the third tile of the layout, the 6-0, is read as instead."""
    return reread_tile(expected(**named), places()[2], track)


def gives_way(track, *others, **named):
    return tile_that_gives_way(expected(**named), places()[2], track, others)


def test_many_frames_can_show_that_a_tile_was_misread():
    (track,) = seen(reading("6-5", 59, sure=0.97), frames=30)
    assert reread(track) == Tile.parse("6-5")
    (brief,) = seen(reading("6-5", 59, sure=0.97), frames=5)
    assert reread(brief) is None
    renamed = expected().after(Reread(0.0, Tile.parse("6-0"), Tile.parse("6-5")))
    assert renamed.layout == Layout.parse("6-4, 4-1>6-4, 6-5>6-4")


def in_glare(frames):
    """The track of the tile that was played as 6-0: a frame in glare, a clear frame that shows a 6-5, and so on."""
    shown = ("6-0", 0.3), ("6-5", 0.97)
    readings = [reading(tile, 59, sure=sure) for tile, sure in shown * frames][:frames]
    tracks = TrackSet()
    for number, one in enumerate(readings):
        tracks = tracks.update((one,), number / 10, lambda _: False)
    return tracks.tracks[0]


def test_the_better_reading_wins_as_soon_as_it_is_the_likelier_one_over_all_frames():
    assert reread(in_glare(5)) is None
    assert reread(in_glare(15)) == Tile.parse("6-5")


def test_a_tile_that_single_frames_read_otherwise_wavers_until_a_player_says_what_it_is():
    (plain,) = seen(reading("6-0", 59))
    assert rival_of(expected(), places()[2], plain) is None
    assert rival_of(expected(), places()[2], in_glare(6)) == Tile.parse("6-5")
    assert rival_of(expected(named=NAMED), places()[2], in_glare(6)) is None


@pytest.mark.parametrize(
    "shown",
    [
        "5-3",  # its neighbours do not fit
        "6-4",  # lies elsewhere
    ],
)
def test_a_tile_is_never_reread_as_one_that_cannot_lie_there(shown):
    (track,) = seen(reading(shown, 59, sure=0.97), frames=30)
    assert reread(track) is None


def test_what_a_player_has_named_is_never_reread():
    (track,) = seen(reading("6-5", 59, sure=0.97), frames=30)
    assert reread(track, named=NAMED) is None


@pytest.mark.parametrize(("shown", "now"), [("4-3", "4-3"), ("6-3", None), ("5-3", None)])
def test_what_was_taken_for_a_misplay_is_put_right_where_it_matches_the_half_it_lies_against(shown, now):
    """A 5-2 was recorded against the four of the 6-4."""
    misplay = Played(0.0, Tile.parse("5-2"), Tile.parse("6-4"), joins=(2, 4))
    said, place = expected("6-4").after(misplay), places()[2].renamed(Tile.parse("5-2"))
    (track,) = seen(reading(shown, 59, sure=0.97), frames=30)
    assert reread_tile(said, place, track) == (now and Tile.parse(now))


def rather(first, share, second):
    """The track of the third tile of the layout: rather `first`, else `second`."""
    one, other = reading(first, 59, sure=0.999), reading(second, 59, sure=0.999)
    (track,) = seen(replace(one, pips=share * one.pips + (1 - share) * other.pips, halves=None))
    return track


@pytest.mark.parametrize(
    ("share", "elsewhere", "now"),
    [
        (0.7, 0.999, "6-5"),
        (0.98, 0.999, None),  # a picture of a tile lies there too
        (0.7, 0.3, None),
    ],
)
def test_a_doubtful_tile_gives_way_to_one_that_is_surely_what_it_was_taken_for(share, elsewhere, now):
    """A sure tile stayed untold while another was taken for it: each is there once."""
    (sure,) = seen(reading("6-0", 300, sure=elsewhere))
    assert gives_way(rather("6-0", share, "6-5"), sure) == (now and Tile.parse(now))


def test_a_tile_gives_way_only_to_what_joins_its_neighbours_and_lies_nowhere_else():
    (sure,) = seen(reading("6-0", 300, sure=0.999))
    assert gives_way(rather("6-0", 0.7, "5-0"), sure) is None
    assert gives_way(rather("6-0", 0.7, "6-4"), sure) is None
    assert gives_way(rather("6-0", 0.7, "6-5"), sure, named=NAMED) is None
