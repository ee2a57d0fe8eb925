"""The longest train of a hand of Mexican Train."""

import random

import pytest

from muggins.scorer.tiles import Tile, full_set
from muggins.scorer.trains import longest_train


def hand_of(text):
    return [Tile.parse(each) for each in text.split()]


def longest_by_trying_all(hand, end):
    left = frozenset(hand)
    fitting = [tile for tile in left if tile.has(end)]
    return max((1 + longest_by_trying_all(left - {tile}, tile.other(end)) for tile in fitting), default=0)


@pytest.mark.parametrize(
    ("hand", "engine", "train"),
    [
        ("", 12, ""),
        ("9-1 8-3", 12, ""),
        ("12-5 5-3 5-5 8-3 9-1", 12, "12-5 5-5 5-3 8-3"),
        ("12-12", 12, "12-12"),
        ("12-1 2-1 3-2 3-1 4-1", 12, "12-1 3-1 3-2 2-1 4-1"),
        ("12-11 12-10 10-9 9-8", 12, "12-10 10-9 9-8"),
    ],
)
def test_the_tiles_follow_each_other_from_the_engine(hand, engine, train):
    assert longest_train(hand_of(hand), engine) == tuple(hand_of(train))


def test_no_train_of_any_hand_is_longer():
    lots = random.Random(12)
    for _ in range(60):
        hand, engine = lots.sample(full_set(6), 8), lots.randrange(7)
        train, end = longest_train(hand, engine), engine
        for tile in train:
            end = tile.other(end)
        assert len(set(train) & set(hand)) == len(train) == longest_by_trying_all(hand, engine)
