"""What a watcher is told of the hand in play."""

from dataclasses import replace

from muggins.scorer.events import Correct
from muggins.scorer.layout import Layout
from muggins.scorer.tiles import Tile
from muggins.webapp.session.current_hand import expected_of

SEATS = {"Ann": "bottom", "Bob": "top"}


def test_a_watcher_is_told_what_lies_there_and_what_people_named(watched, tell):
    table = watched("all-fives")
    assert expected_of(table.game).layout is None
    table.see("5-2", "5-3>5-2")
    table.session.tell(tell("Ann 6-2>5-2"))
    expected = expected_of(table.game)
    assert (expected.layout, expected.hand) == (Layout.parse("5-2, 5-3>5-2, 6-2>5-2"), 1)
    assert expected.named == {Tile.parse("6-2"): {Tile.parse("6-2")}}


def test_a_tile_that_people_named_is_told_with_what_it_was_taken_for(watched):
    """After a restart 5-0 was read as 6-5 again and recorded as a fifth tile."""
    table = watched("all-fives", seats=SEATS)
    table.see("5-5 bottom", "5-3>5-5 top", "6-5>5-5 bottom")
    [step] = [one for one in table.game.standing() if getattr(one.event, "tile", None) == Tile.parse("6-5")]
    table.session.tell(Correct(of=step.number, said=replace(step.event, tile=Tile.parse("5-0"))))
    assert expected_of(table.game).named == {Tile.parse("5-0"): {Tile.parse("5-0"), Tile.parse("6-5")}}


def test_between_hands_a_watcher_is_told_nothing(watched, tell):
    table = watched()
    table.see("5-5", "5-0>5-5")
    table.session.tell(tell("left Ann: 6-6, Bob:"))
    assert (expected_of(table.game).layout, expected_of(table.game).hand) == (None, 1)
