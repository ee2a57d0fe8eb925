"""Tiles that people named keep that name when a camera sees the layout again."""

from dataclasses import replace

import pytest

from muggins.scorer.events import Correct
from muggins.scorer.layout import Layout
from muggins.scorer.tiles import Tile
from muggins.vision.tracking.expected import relabel
from muggins.webapp.session.current_hand import expected_of

SEATS = {"Ann": "bottom", "Bob": "top"}


def seen_again(table, seen):
    """A layout as it is seen, with the names that people gave."""
    expected = expected_of(table.game)
    return relabel(expected, Layout.parse(seen), expected.named)


@pytest.mark.parametrize(
    ("seen", "taken"),
    [
        ("5-2, 5-3>5-2, 2-0>5-2", "5-2, 5-3>5-2, 6-2>5-2"),
        ("2-0, 5-2>2-0, 5-3>5-2", "6-2, 5-2>6-2, 5-3>5-2"),  # another tile is taken for the set
        ("5-2, 5-3>5-2, 2-0>5-2, 0-0>2-0", "5-2, 5-3>5-2, 2-0>5-2, 0-0>2-0"),  # nothing of 6-2 fits 0-0
        ("5-2, 5-3>5-2, 4-3>5-3", "5-2, 5-3>5-2, 4-3>5-3"),  # elsewhere
        ("5-2, 2-0>5-2, 1-0>2-0", "5-2, 2-0>5-2, 1-0>2-0"),
    ],
)
def test_a_layout_seen_again_keeps_the_name_that_people_gave_a_tile(watched, tell, seen, taken):
    table = watched("all-fives")
    table.see("5-2", "5-3>5-2")
    table.session.tell(tell("Ann 6-2>5-2"))
    assert str(seen_again(table, seen)) == taken


@pytest.mark.parametrize(
    ("seen", "taken"),
    [
        ("5-5, 5-3>5-5, 5-4>5-5, 6-5>5-5", "5-5, 5-3>5-5, 5-4>5-5, 5-0>5-5"),  # the only one missing there
        ("5-3, 5-5>5-3, 5-4>5-5, 6-5>5-5", "5-3, 5-5>5-3, 5-4>5-5, 5-0>5-5"),
        ("5-5, 5-3>5-5, 5-1>5-5, 6-5>5-5", "5-5, 5-3>5-5, 5-1>5-5, 5-0>5-5"),  # as it was read before it was named
        ("5-5, 5-3>5-5, 5-2>5-5, 5-1>5-5", "5-5, 5-3>5-5, 5-2>5-5, 5-1>5-5"),  # 5-0 and 5-4: nobody can tell which
        ("5-5, 5-3>5-5, 5-2>5-5", "5-5, 5-3>5-5, 5-2>5-5"),  # 5-4 or 5-0
        ("5-5, 5-3>5-5, 5-4>5-5", "5-5, 5-3>5-5, 5-4>5-5"),  # it is covered
    ],
)
def test_a_tile_named_by_people_that_lies_only_against_a_double_is_known_again(watched, seen, taken):
    """5-0 was read as 6-5 after a restart and recorded as a fifth tile: against a double there are several places."""
    table = watched("all-fives", seats=SEATS)
    table.see("5-5 bottom", "5-3>5-5 top", "5-4>5-5 bottom", "6-5>5-5 top")
    [step] = [one for one in table.game.standing() if getattr(one.event, "tile", None) == Tile.parse("6-5")]
    table.session.tell(Correct(of=step.number, said=replace(step.event, tile=Tile.parse("5-0"))))
    assert str(seen_again(table, seen)) == taken


def test_a_set_named_by_people_is_known_again_when_it_lies_alone(watched, tell):
    table = watched("all-fives")
    table.session.tell(tell("Ann 5-0"))
    assert str(seen_again(table, "6-5")) == "5-0"


def test_a_layout_seen_again_has_the_other_tiles_as_they_are_read(watched):
    table = watched("all-fives")
    table.see("5-2", "5-3>5-2", "6-2>5-2")
    assert str(seen_again(table, "5-2, 5-3>5-2, 2-0>5-2")) == "5-2, 5-3>5-2, 2-0>5-2"
