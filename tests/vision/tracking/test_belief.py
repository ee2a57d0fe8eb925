"""The belief: the tiles that lie on the table, as far as is known."""

from dataclasses import replace

import numpy as np
import pytest
from believed import belief, reading, seen

from muggins.scorer.layout import Layout
from muggins.scorer.tiles import Tile
from muggins.vision.tracking.association import associate
from muggins.vision.tracking.belief import (
    Belief,
    is_wavering,
    known_first,
    reread_tile,
    share_changed,
    tile_that_gives_way,
)
from muggins.vision.tracking.overrides import confirmed
from muggins.vision.tracking.tracks import TrackSet


def test_its_layout_and_links_follow_from_the_plays():
    assert belief().layout == Layout.parse("6-4, 4-1>6-4, 6-0>6-4")
    assert belief().links == ((Tile.parse("4-1"), Tile.parse("6-4")), (Tile.parse("6-0"), Tile.parse("6-4")))
    assert Tile.parse("4-1") in belief()


def test_places_follow_what_is_seen_and_keep_the_believed_value():
    view = associate(belief(), seen(reading("5-4", 103)))
    followed = belief().seen_at(view.seen).tiles[0]
    assert followed.reading.tile == Tile.parse("6-4")
    assert followed.reading.corners[:, 0].mean() == pytest.approx(103)
    assert followed.certain().probability > 0.99


def test_many_frames_can_show_that_a_tile_was_misread():
    believed = belief()
    (sighting,) = seen(reading("6-5", 59, sure=0.97), frames=30)
    assert reread_tile(believed, 2, sighting) == Tile.parse("6-5")
    (brief,) = seen(reading("6-5", 59, sure=0.97), frames=5)
    assert reread_tile(believed, 2, brief) is None
    renamed = believed.renamed(2, Tile.parse("6-5"))
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
    assert reread_tile(belief(), 2, in_glare(5)) is None
    assert reread_tile(belief(), 2, in_glare(15)) == Tile.parse("6-5")


def test_a_tile_that_single_frames_read_otherwise_wavers_until_a_player_says_what_it_is():
    believed = belief()
    (plain,) = seen(reading("6-0", 59))
    assert not is_wavering(believed, 2, plain)
    assert is_wavering(believed, 2, in_glare(6))
    assert not is_wavering(confirmed(believed, Tile.parse("6-0")), 2, in_glare(6))


def test_a_tile_is_never_reread_as_one_that_its_neighbours_do_not_fit():
    (sighting,) = seen(reading("5-3", 59, sure=0.97), frames=30)
    assert reread_tile(belief(), 2, sighting) is None


@pytest.mark.parametrize(("shown", "now"), [("4-3", "4-3"), ("6-3", None), ("5-3", None)])
def test_what_was_taken_for_a_misplay_is_put_right_where_it_matches_the_half_it_lies_against(shown, now):
    """A 5-2 was believed to lie against the four of the 6-4."""
    laid = belief()
    tiles = [*laid.tiles[:2], replace(laid.tiles[2], tile=Tile.parse("5-2"), joins=(2, 4), is_misplay=True)]
    (sighting,) = seen(reading(shown, 59, sure=0.97), frames=30)
    assert reread_tile(Belief(tuple(tiles)), 2, sighting) == (now and Tile.parse(now))


def rather(first, share, second):
    """The track of the third tile of the belief: rather `first`, else `second`."""
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
    """A sure tile stayed untold while another was believed to be it: each is there once."""
    (sure,) = seen(reading("6-0", 300, sure=elsewhere))
    assert tile_that_gives_way(belief(), 2, rather("6-0", share, "6-5"), [sure]) == (now and Tile.parse(now))


def test_a_tile_gives_way_only_to_what_joins_its_neighbours_and_lies_nowhere_else():
    (sure,) = seen(reading("6-0", 300, sure=0.999))
    assert tile_that_gives_way(belief(), 2, rather("6-0", 0.7, "5-0"), [sure]) is None
    assert tile_that_gives_way(belief(), 2, rather("6-0", 0.7, "6-4"), [sure]) is None
    said = confirmed(belief(), Tile.parse("6-0"))
    assert tile_that_gives_way(said, 2, rather("6-0", 0.7, "6-5"), [sure]) is None


def test_a_tile_that_was_asked_about_is_asked_about_again_under_another_name():
    laid = belief()
    asked = Belief((*laid.tiles[:2], replace(laid.tiles[2], is_asked=True)))
    assert not asked.renamed(2, Tile.parse("6-5")).tiles[2].is_asked


def test_a_tile_is_never_reread_as_one_that_lies_elsewhere():
    (sighting,) = seen(reading("6-4", 59, sure=0.97), frames=30)
    assert reread_tile(belief(), 2, sighting) is None


def test_a_place_looks_different_when_a_tile_has_been_laid_there():
    rng = np.random.default_rng(0)
    before = rng.uniform(60, 120, (90, 160, 3)).astype(np.float32)
    after = before.copy()
    after[20:30, 40:60] = 220
    corners = np.array([(320, 160), (480, 160), (480, 240), (320, 240)], np.float32)
    assert share_changed(before, after, corners, (1280, 720)) > 0.8
    assert share_changed(before, after, corners + np.float32(300), (1280, 720)) == 0


def test_tiles_that_lay_there_before_are_reported_before_tiles_laid_since():
    """Watching began in the middle of a hand, and before the table had settled somebody played."""
    still = np.zeros((1, 1, 3), np.float32)
    root, *others = belief("4-1, 6-4>4-1, 6-0>6-4").tiles
    ordered = known_first([replace(root, before=still), *others])
    assert [(str(one.tile), one.on and str(one.on)) for one in ordered] == [
        ("6-4", None),
        ("6-0", "6-4"),
        ("4-1", "6-4"),
    ]
