"""How often the total of a hand is read right: what counts as right, and as doubted."""

import numpy as np
from tile_readings import tiles_seen

from muggins.datasets.evaluation.hands import CountedHand, judge, shares
from muggins.datasets.scenes.render import RenderedScene, SceneTile
from muggins.scorer import Layout, Tile
from muggins.vision.types import Doubt, TableState

BOX = (0.0, 0.0, 9.0, 9.0)


def scene(*names, facedown=()):
    """A photo of these tiles."""
    kinds = [*((name, "faceup") for name in names), *((name, "facedown") for name in facedown)]
    tiles = [
        SceneTile(kind, tile, tile.high, tile.low, np.zeros((4, 2), np.float32), BOX, 1.0)
        for tile, kind in ((Tile.parse(name), kind) for name, kind in kinds)
    ]
    return RenderedScene(np.zeros((60, 80, 3), np.uint8), tuple(tiles))


def read(text, *doubts):
    return TableState(0.0, tuple(tiles_seen(text)), Layout(), (), (), doubts=doubts)


def test_a_total_is_that_of_the_tiles_face_up():
    assert judge(scene("6-4", "1-0", facedown=("5-5",)), read("6-4: 0 0 90, 1-0: 3 0 90")) == CountedHand(11, 11, False)


def test_a_wrong_total_is_doubted_only_by_a_doubt_about_a_tile():
    wrong = "6-3: 0 0 90"
    assert judge(scene("6-4"), read(wrong)) == CountedHand(10, 9, False)
    assert judge(scene("6-4"), read(wrong, Doubt("value", "Is it 6-3?", Tile(6, 3)))).is_doubted
    assert not judge(scene("6-4"), read(wrong, Doubt("join", "Do they touch?", Tile(6, 3)))).is_doubted


def test_the_shares_count_what_is_right_and_what_is_asked_about():
    results = [CountedHand(10, 10, False), CountedHand(10, 9, True), CountedHand(10, 9, False), CountedHand(3, 3, True)]
    assert shares(results) == {"photos": 4, "right": 0.5, "right_or_doubted": 0.75}
