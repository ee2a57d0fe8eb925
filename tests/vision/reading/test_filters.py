"""Which of the faces found in a picture can be tiles of the table."""

from dataclasses import replace
from functools import partial

import numpy as np

from muggins.vision.detection.tuning import DETECTION_TUNING
from muggins.vision.geometry.overlap import nms_by_confidence
from muggins.vision.geometry.table_plane import estimate_table_plane
from muggins.vision.reading.filters import reject_size_outliers, reject_truncated
from muggins.vision.reading.tuning import READING_TUNING

reject_size_outliers = partial(reject_size_outliers, tuning=READING_TUNING)

SIX = "6-4: 0 0 0, 4-1: 2.05 0 0, 5-5: -6 7 40, 2-0: 3 5 0, 3-3: -4 0 0, 1-0: 3 -5 90"
PHOTO = np.zeros((1280, 1280, 3), np.uint8)


def grown(reading, times):
    middle = reading.corners.mean(axis=0)
    return replace(reading, corners=middle + times * (reading.corners - middle))


def test_tiles_are_all_of_one_size(lay):
    seen = lay(SIX)
    phone = grown(seen[2], 2.6)
    _, alike = reject_size_outliers([*seen[:2], phone, *seen[3:]], ())
    assert [one.tile for one in alike] == [one.tile for one in (*seen[:2], *seen[3:])]


def test_the_plane_is_the_one_estimated_from_the_tiles_alone(lay):
    seen = lay(SIX)
    plane, alike = reject_size_outliers(seen, ())
    assert len(alike) == 6
    assert (plane.matrix == estimate_table_plane([one.corners for one in seen]).matrix).all()


def test_three_tiles_give_neither_size_nor_plane(lay):
    seen = lay("6-4: 0 0 0, 4-1: 2.05 0 0, 5-5: -6 7 40")
    assert reject_size_outliers([*seen[:2], grown(seen[2], 2.6)], ())[0] is None
    assert len(reject_size_outliers([*seen[:2], grown(seen[2], 2.6)], ())[1]) == 3
    assert reject_size_outliers([], ()) == (None, [])


def test_of_two_readings_of_one_tile_the_surer_stays(lay):
    faint, sure = (
        replace(one, confidence=how) for one, how in zip(lay("6-4: 0 0 0, 6-3: 0 0 0"), (0.5, 0.9), strict=True)
    )
    assert nms_by_confidence([faint, sure], DETECTION_TUNING.overlap) == [sure]
    assert len(nms_by_confidence(lay("6-4: 0 0 0, 4-1: 2.05 0 0"), DETECTION_TUNING.overlap)) == 2


def test_a_tile_is_kept_while_two_thirds_of_it_are_in_the_picture(lay):
    [tile] = lay("6-4: 0 0 0")
    left, right = tile.corners[:, 0].min(), tile.corners[:, 0].max()
    for share, is_kept in ((0.5, False), (0.85, True)):
        edge = int(left + share * (right - left))
        assert bool(reject_truncated([tile], PHOTO[:, :edge], READING_TUNING.whole_share)) == is_kept
    assert reject_truncated([], PHOTO, READING_TUNING.whole_share) == []
