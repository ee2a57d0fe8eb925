"""Whose tiles are turned up at the end of a hand."""

from muggins.vision.tracking.hands import hands_turned_up

SIZE = (1280, 720)


def named(hands):
    return {side: [str(tile) for tile in tiles] for side, tiles in hands.items()}


def test_tiles_turned_up_belong_to_the_player_they_lie_in_front_of(lay):
    readings = lay("5-1: -2 -7 0, 3-0: 1 -7 0, 6-6: 0 6 0", elevation=89.0, turn=-90.0)
    size = (1280, 1280)
    hands = named(hands_turned_up(readings, size, ("bottom", "top")))
    assert sorted(map(sorted, hands.values())) == [["3-0", "5-1"], ["6-6"]]


def test_only_sides_where_somebody_sits_have_hands(lay):
    readings = lay("5-1: 0 0 0")
    assert named(hands_turned_up(readings, SIZE, ("left",))) == {"left": ["5-1"]}


def test_where_nothing_is_turned_up_nobody_has_tiles():
    assert hands_turned_up([], SIZE) == {}
