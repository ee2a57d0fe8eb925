"""Tiles of the layout that are not seen: covered, taken back or cleared away."""

from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from row import AT, places

from muggins.vision.motion.change import small_copy
from muggins.vision.motion.motion import Motion
from muggins.vision.motion.tuning import MOTION_TUNING
from muggins.vision.tracking.association import Association
from muggins.vision.tracking.missing import MissingTiles
from muggins.vision.tracking.tracks import Track
from muggins.vision.tracking.tuning import TRACKING_TUNING

small_copy = partial(small_copy, tuning=MOTION_TUNING)

SIZE = (320, 180)
LAYOUT = "6-4, 4-1>6-4, 6-0>6-4"


def table(*lying, cup=None):
    """A picture of the table with some tiles on it, and perhaps a cup on one."""
    image = np.random.default_rng(1).integers(60, 100, (*SIZE[::-1], 3)).astype(np.uint8)
    for tile in lying:
        image[90:110, AT[tile] - 20 : AT[tile] + 20] = 220
    if cup:
        image[80:120, AT[cup] - 25 : AT[cup] + 25] = (30, 30, 150)
    return image


def bare_known(text=LAYOUT):
    """The places of tiles, which were seen bare."""
    return tuple(replace(place, before=small_copy(table())) for place in places(text))


def look(known, *seen, since=0.0, until=0.0, image=None):
    """What is absent when only some tiles were seen from `since` to `until` seconds."""
    picture = table(*seen) if image is None else image
    tracks = {place.tile: Track(place.reading, 0.0) for place in known if str(place.tile) in seen}
    missing = MissingTiles()
    for time in np.arange(since, until + 0.01, 0.1):
        motion = Motion.start(picture, float(time))
        missing = missing.update(known, (), Association(tracks), motion, SIZE, TRACKING_TUNING)
    return missing, motion


def lifted(missing, known, motion, tracks=()):
    """The last plays that are gone, as text."""
    return " ".join(str(place.tile) for place in missing.lifted(known, tracks, motion, SIZE, TRACKING_TUNING))


def test_while_all_is_seen_nothing_is_gone():
    missing, motion = look(bare_known(), "6-4", "4-1", "6-0", until=9)
    assert not missing.since
    assert not missing.is_undecided(bare_known()[-1], motion, SIZE, TRACKING_TUNING)
    assert not lifted(missing, bare_known(), motion)


@pytest.mark.parametrize(
    ("seconds", "gone"), [(TRACKING_TUNING.unknown_seconds - 0.5, False), (TRACKING_TUNING.unknown_seconds + 0.5, True)]
)
def test_the_last_play_is_gone_once_nobody_has_put_it_back_for_a_while(seconds, gone):
    missing, motion = look(bare_known(), "6-4", "4-1", until=seconds)
    assert missing.is_undecided(bare_known()[-1], motion, SIZE, TRACKING_TUNING)
    assert lifted(missing, bare_known(), motion) == ("6-0" if gone else "")


@pytest.mark.parametrize(
    ("seconds", "since", "gone"),
    [
        (TRACKING_TUNING.bare_seconds + 0.2, 0.2, True),
        (TRACKING_TUNING.bare_seconds + 0.2, -5.0, False),
        (TRACKING_TUNING.bare_seconds - 0.2, 0.0, False),
    ],
)
def test_the_last_play_is_gone_at_once_where_another_tile_comes_instead(seconds, since, gone):
    """A tile that lay beside the layout before is none."""
    missing, motion = look(bare_known(), "6-4", "4-1", until=seconds)
    other = replace(Track(places("5-1")[0].reading, since), seen=TRACKING_TUNING.steady_frames)
    assert lifted(missing, bare_known(), motion, [other]) == ("6-0" if gone else "")


def test_while_something_lies_over_the_other_tiles_it_is_not_gone(monkeypatch):
    """A whole layout was turned: it passed for an arm over seven tiles, and the last two were taken back."""
    missing, motion = look(bare_known(), "6-4", "4-1", until=9)
    assert lifted(missing, bare_known(), motion) == "6-0"
    monkeypatch.setattr(Motion, "covered", lambda motion, corners, size: True)
    assert not lifted(missing, bare_known(), motion)


def test_under_a_cup_it_is_not_gone():
    missing, motion = look(bare_known(), "6-4", "4-1", until=9, image=table("6-4", "4-1", cup="6-0"))
    assert not missing.is_undecided(bare_known()[-1], motion, SIZE, TRACKING_TUNING)
    assert not lifted(missing, bare_known(), motion)


def test_where_the_bare_place_is_unknown_it_takes_longer():
    known = places(LAYOUT)
    missing, motion = look(known, "6-4", "4-1", until=TRACKING_TUNING.unknown_seconds - 0.5)
    assert not lifted(missing, known, motion)
    missing, motion = look(known, "6-4", "4-1", until=TRACKING_TUNING.unknown_seconds + 0.5)
    assert lifted(missing, known, motion) == "6-0"


def test_a_tile_that_was_not_played_last_is_never_taken_back():
    missing, motion = look(bare_known(), "6-4", "6-0", until=9)
    assert not lifted(missing, bare_known(), motion)


@pytest.mark.parametrize(
    ("seconds", "gone"),
    [(TRACKING_TUNING.unknown_seconds - 0.5, ""), (TRACKING_TUNING.unknown_seconds + 0.5, "6-0 4-1")],
)
def test_the_last_plays_are_gone_together_once_it_is_clear_that_the_table_is_not_being_cleared(seconds, gone):
    missing, motion = look(bare_known(), "6-4", until=seconds)
    assert lifted(missing, bare_known(), motion) == gone


@pytest.mark.parametrize(
    ("seconds", "cleared"),
    [(TRACKING_TUNING.cleared_seconds - 0.3, False), (TRACKING_TUNING.cleared_seconds + 0.3, True)],
)
def test_a_bare_table_has_been_cleared(seconds, cleared):
    missing, motion = look(bare_known(), until=seconds)
    assert missing.is_cleared(bare_known(), motion, SIZE, 80.0, TRACKING_TUNING) == cleared


def test_while_one_tile_is_seen_the_table_has_not_been_cleared():
    missing, motion = look(bare_known(), "6-4", until=9)
    assert not missing.is_cleared(bare_known(), motion, SIZE, 80.0, TRACKING_TUNING)


def test_a_set_that_is_gone_was_taken_back_and_not_cleared():
    missing, motion = look(bare_known("6-4"), until=5)
    assert not missing.is_cleared(bare_known("6-4"), motion, SIZE, 80.0, TRACKING_TUNING)
    assert lifted(missing, bare_known("6-4"), motion) == "6-4"


def test_in_the_dark_nothing_is_cleared():
    missing, motion = look(bare_known(), until=9, image=np.full((*SIZE[::-1], 3), 5, np.uint8))
    assert not missing.is_cleared(bare_known(), motion, SIZE, 80.0, TRACKING_TUNING)
