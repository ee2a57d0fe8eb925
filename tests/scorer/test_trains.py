"""The longest train of a hand of Mexican Train."""

import random

import pytest

from muggins.scorer.tiles import Tile, full_set
from muggins.scorer.trains import longest_train


def hand_of(text):
    return [Tile.parse(each) for each in text.split()]


def best_by_trying_all(hand, end):
    """The most tiles, and the most pips of so many."""
    left = frozenset(hand)
    further = [(tile, best_by_trying_all(left - {tile}, tile.other(end))) for tile in left if tile.has(end)]
    return max(((1 + tiles, tile.total + pips) for tile, (tiles, pips) in further), default=(0, 0))


@pytest.mark.parametrize(
    ("hand", "engine", "train"),
    [
        ("", 12, ""),
        ("9-1 8-3", 12, ""),
        ("12-5 5-3 5-5 8-3 9-1", 12, "12-5 5-5 5-3 8-3"),
        ("12-12", 12, "12-12"),
        ("12-1 2-1 3-2 3-1 4-1", 12, "12-1 3-1 3-2 2-1 4-1"),
        ("12-11 12-10 10-9 9-8", 12, "12-10 10-9 9-8"),
        ("12-1 1-0 12-2 8-2", 12, "12-2 8-2"),  # of two trains as long the one that leaves fewer pips
        ("12-9 9-1 9-8 12-12", 12, "12-12 12-9 9-8"),
    ],
)
def test_the_tiles_follow_each_other_from_the_engine(hand, engine, train):
    assert longest_train(hand_of(hand), engine) == tuple(hand_of(train))


def test_no_train_of_any_hand_is_longer_or_as_long_and_heavier():
    lots = random.Random(12)
    for _ in range(60):
        hand, engine = lots.sample(full_set(6), 8), lots.randrange(7)
        train, end = longest_train(hand, engine), engine
        for tile in train:
            end = tile.other(end)
        assert len(set(train) & set(hand)) == len(train)
        assert (len(train), sum(tile.total for tile in train)) == best_by_trying_all(hand, engine)


def test_what_a_tile_costs_that_is_left_is_for_the_rules_to_say():
    """0-0 left in a hand costs 50 in most houses."""
    hand = hand_of("6-3 3-3 6-0 0-0")
    assert longest_train(hand, 6) == tuple(hand_of("6-3 3-3"))
    assert longest_train(hand, 6, lambda tile: tile.total or 50) == tuple(hand_of("6-0 0-0"))
