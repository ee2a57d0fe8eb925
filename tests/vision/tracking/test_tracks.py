"""Readings of tiles that lie still, added up over frames."""

import numpy as np

from muggins.scorer.tiles import Tile
from muggins.vision.geometry.readings import aligned, turned_round
from muggins.vision.tracking.tracks import TrackSet, same_place
from muggins.vision.tracking.tuning import TRACKING_TUNING
from muggins.vision.types import TileReading


def reading(first=6, second=4, x=100.0, y=100.0, sure=0.9):
    """A tile of 20 x 40 pixels lying along x."""
    corners = np.array([(x - 20, y + 10), (x - 20, y - 10), (x + 20, y - 10), (x + 20, y + 10)], np.float32)
    pips = np.full((2, 7), (1 - sure) / 7)
    pips[(0, 1), (first, second)] += sure
    return TileReading(corners, np.array([(x - 10, y), (x + 10, y)], np.float32), pips)


def nothing_covered(corners):
    return False


def everything_covered(corners):
    return True


def tracked(*frames, is_covered=nothing_covered):
    """The vote after some frames, each a tuple of readings."""
    result = TrackSet()
    for number, readings in enumerate(frames):
        result = result.update(readings, number / 10, is_covered)
    return result


def test_frames_outvote_one_that_misreads():
    (one,) = tracked((reading(),), (reading(5, 4, sure=0.95),), (reading(),), (reading(),)).tracks
    assert one.reading.tile == Tile.parse("6-4")
    assert one.seen == 4
    assert one.since == 0.0


def test_a_few_clear_frames_outweigh_many_in_glare():
    """A tile in glare was scored as 4-0, while single frames said 5-4 again and again for ten seconds."""
    glare, clear = reading(4, 0, sure=0.3), reading(4, 5, sure=0.97)
    (one,) = tracked(*[(glare,), (glare,), (clear,)] * 5).tracks
    assert next(str(tile) for tile, _ in one.likely()) == "5-4"
    assert one.log_likelihood(Tile.parse("5-4")) > one.log_likelihood(Tile.parse("4-0")) + 2


def test_what_is_no_tile_of_the_set_is_never_likely():
    (one,) = tracked((reading(),)).tracks
    assert one.log_likelihood(Tile.parse("9-4")) == -np.inf


def test_a_tile_read_the_other_way_round_is_the_same_tile():
    other_way = turned_round(reading())
    assert other_way.halves == (4, 6)
    (one,) = tracked((reading(),), (other_way,), (reading(x=102),)).tracks
    assert one.reading.tile == Tile.parse("6-4")
    assert one.reading.probability > 0.8
    assert np.allclose(aligned(other_way, reading()).ends, reading().ends)


def test_a_tile_next_to_it_is_another():
    both = (reading(), reading(4, 1, x=141))
    assert len(tracked(both, both, both).tracks) == 2


def test_a_tile_boxed_twice_is_one_tile():
    doubled = (reading(), reading(x=109))
    assert len(tracked(doubled, doubled).tracks) == 1


def test_a_tile_that_is_missed_for_some_frames_is_kept_and_then_lost():
    seen = [(reading(),)] * 10
    (one,) = tracked(*seen, *[()] * (TRACKING_TUNING.max_missed_frames - 1)).tracks
    assert one.missed == TRACKING_TUNING.max_missed_frames - 1
    assert tracked(*seen, *[()] * TRACKING_TUNING.max_missed_frames).tracks == ()


def test_a_tile_seen_in_a_single_frame_is_soon_forgotten():
    assert tracked((reading(),), (), ()).tracks == ()


def test_a_covered_tile_is_neither_seen_nor_missed():
    known = tracked(*[(reading(),)] * 8)
    for _ in range(50):
        known = known.update((reading(5, 5),), 2.0, everything_covered)
    (one,) = known.tracks
    assert one.is_covered
    assert one.reading.tile == Tile.parse("6-4")


def test_after_something_lay_over_it_another_tile_may_lie_there():
    known = tracked(*[(reading(),)] * 15).cover(everything_covered)
    for number in range(6):
        known = known.update((reading(5, 0),), 3 + number / 10, nothing_covered)
    (one,) = known.tracks
    assert one.reading.tile == Tile.parse("5-0")


def test_another_tile_is_known_at_once_where_an_arm_has_changed_what_lies_there():
    """The layout was turned, and a tile lay where another had; for seconds the two were mixed."""
    known = tracked(*[(reading(),)] * 15).cover(everything_covered)
    (one,) = known.update((reading(5, 0),), 3.0, nothing_covered).tracks
    assert (one.reading.tile, one.seen, one.since) == (Tile.parse("5-0"), 1, 3.0)
    (same,) = known.update((reading(),), 3.0, nothing_covered).tracks
    assert same.seen == 2


def test_memory_fades_so_that_a_better_light_can_change_the_vote():
    (one,) = tracked(*[(reading(),)] * 40, *[(reading(6, 3),)] * (2 * TRACKING_TUNING.memory_frames)).tracks
    assert one.reading.tile == Tile.parse("6-3")


def test_places_are_measured_in_widths_of_the_tile():
    assert same_place(reading(), reading(x=107), TRACKING_TUNING.gating_widths)
    assert not same_place(reading(), reading(x=109), TRACKING_TUNING.gating_widths)


def test_the_arm_that_had_been_there_when_a_tile_was_first_seen_is_kept_whoever_reaches_over_it_later():
    asked = []

    def side_of(point):
        asked.append(tuple(point))
        return ("bottom", "top")[len(asked) > 1]

    known = TrackSet().update((reading(),), 0.0, nothing_covered, side_of).cover(everything_covered)
    (one,) = known.update((reading(),), 1.0, nothing_covered, side_of).tracks
    assert (one.side, asked) == ("bottom", [(100.0, 100.0)])
    (other,) = known.update((reading(5, 0),), 1.0, nothing_covered, side_of).tracks
    assert other.side == "top", "another tile lies there now"
