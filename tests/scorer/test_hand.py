"""A hand in play: whose turn it is, how many tiles can be drawn, and which tiles can be played."""

import pytest

from muggins.scorer import Game, Hand, HandStarted, Layout, Tile, load_ruleset, parse_event, replay
from muggins.scorer.events import RecordError
from muggins.scorer.record import event_to_json


@pytest.fixture
def hand(tell, start):
    """The hand after some events."""

    def play(rules, *event_texts, players="Ann Bob") -> Hand:
        game = Game().apply(start(rules, players)).apply(HandStarted("Ann"))
        for event in event_texts:
            game = game.apply(tell(event))
        assert game.hand is not None
        return game.hand

    return play


@pytest.mark.parametrize(
    ("rules", "players", "boneyard"),
    [
        ("club", "Ann Bob", 16),  # 28 less two hands of five and the reserve of two
        ("five-up", "Ann Bob Cid", 12),
        ("all-fives", "Ann Bob Cid Dee", 6),
        ("cross", "Ann Bob", 14),
        ("block", "Ann Bob", 0),
    ],
)
def test_the_number_of_tiles_that_may_be_drawn(hand, rules, players, boneyard):
    assert hand(rules, players=players).boneyard == boneyard


def test_the_number_of_tiles_in_each_hand(hand):
    now = hand("five-up", "Ann 6-4", "Bob draws 3", "Bob 6-1>6-4")
    assert (now.tiles_left("Ann"), now.tiles_left("Bob"), now.boneyard) == (4, 7, 13)


def test_a_tile_can_be_played_if_it_matches_an_open_end(hand):
    assert hand("five-up").can_play(Tile(0, 0))
    now = hand("five-up", "Ann 6-4")
    assert now.can_play(Tile(6, 0))
    assert not now.can_play(Tile(5, 0))


def test_a_crossed_double_is_open_at_its_ends_only_where_it_spins(hand):
    event_texts = "Ann 6-6", "Bob 6-1>6-6", "Ann 6-2>6-6"
    assert hand("five-up", *event_texts).can_play(Tile(6, 5))
    assert not hand("muggins", *event_texts).can_play(Tile(6, 5))


def test_before_the_set_the_setter_is_to_play(hand):
    now = hand("five-up")
    assert (now.to_play, now.setter, now.count, now.open_ends, now.plays) == ("Ann", "Ann", 0, (), ())
    assert now.next_after("Bob") == "Ann"


def test_nobody_is_to_play_in_a_hand_that_is_over(hand, tell):
    now = hand("five-up", "Ann 6-4", "left Ann:, Bob: 1-0")
    assert now.is_over
    assert now.to_play is None


def test_a_hand_begins_with_the_tiles_that_the_rules_deal():
    now, faults = Hand.begin(load_ruleset("pub-draw"), ("Ann", "Bob", "Cid", "Dee"), HandStarted("Cid"))
    assert (now.drawn, faults) == (dict.fromkeys(("Ann", "Bob", "Cid", "Dee"), 4), ())


def test_a_record_may_begin_in_the_middle_of_a_hand(tell, start):
    """The watcher is switched on late. The tiles that lie there score for nobody, but they count from then on."""
    game = Game().apply(start("all-fives"))
    game = game.apply(parse_event('{"event": "hand", "setter": "Bob", "layout": "6-4, 4-1>6-4"}'))
    assert (game.hand.count, game.hand.to_play, dict(game.scores)) == (7, "Bob", {"Ann": 0, "Bob": 0})
    game = game.apply(tell("Bob 6-6>6-4"))
    assert (game.last_line()["count"], game.hand.to_play) == (13, "Ann")
    assert game.apply(tell("left Ann: 3-2, Bob: ")).scores["Bob"] == 5
    assert replay(map(parse_event, map(event_to_json, game.record))) == game


def test_a_hand_recorded_from_its_middle_may_end_before_its_first_recorded_play(tell, start):
    game = Game().apply(start("all-fives")).apply(HandStarted("Bob", layout=Layout.parse("6-4")))
    assert game.apply(tell("left Ann: 3-2, Bob: 2-2")).last_line()["hand_winner"] == "Bob"


def test_a_layout_with_tiles_of_a_larger_set_is_refused(start):
    with pytest.raises(RecordError, match="9-4 is not in a set up to 6-6"):
        Game().apply(start("all-fives")).apply(HandStarted("Bob", layout=Layout.parse("9-4")))
