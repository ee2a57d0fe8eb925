"""The faults that are announced: when each applies, what stands, and what it costs."""

import pytest
from notation import last

from muggins.scorer import Draw, HandStarted, Play, Tile, load_ruleset


def test_halves_that_do_not_match_are_a_misplay_that_stands_with_its_score(played, start):
    """Straight dominoes: if a score is realized on the undiscovered misplay, the player is allowed to keep it."""
    game = played(start(), "Ann sets", "Ann 6-4", "Bob 5-1>6-4:5/6")
    assert (last(game)["fault"], last(game)["count"], last(game)["points"]) == ("misplay", 5, 1)
    assert game.scores["Bob"] == 1
    assert "fault" not in last(game.apply(Play("Ann", Tile(6, 1), Tile(5, 1))))


def test_a_misplay_without_named_halves_is_placed_at_the_free_half(played, start):
    game = played(start(), "Ann sets", "Ann 6-4", Play("Bob", Tile(5, 1), Tile(6, 4)))
    assert (last(game)["fault"], last(game)["count"]) == ("misplay", 5)
    again = game.apply(Play("Ann", Tile(3, 2), Tile(6, 4))).apply(Play("Bob", Tile(5, 0), Tile(6, 4)))
    assert (last(again)["fault"], last(again)["count"]) == ("misplay", 3)


@pytest.mark.parametrize(
    ("rules", "events"),
    [
        ("five-up", ["Ann 6-4", "Bob 6-1>6-4", "Ann 6-2>6-4"]),
        ("muggins", ["Ann 5-5", "Bob 5-1>5-5", "Ann 5-2>5-5", "Bob 5-3>5-5"]),
        ("muggins-spinner", ["Ann 5-1", "Bob 1-1>5-1", "Ann 6-1>1-1", "Bob 6-6>6-1", "Ann 6-2>6-6", "Bob 6-3>6-6"]),
        ("cross", ["Ann 6-6", "Bob 6-1>6-6", "Ann 1-0>6-1"]),
        ("cross", ["Ann 6-5"]),
        ("block-and-draw", ["Ann 6-5"]),
    ],
)
def test_a_play_where_no_end_is_open_is_a_misplay(played, start, rules, events):
    game = played(start(rules), "Ann sets", *events)
    assert last(game)["fault"] == "misplay"
    assert not any("fault" in outcome for outcome in game.outcomes[:-1])


def test_a_play_out_of_turn_stands_and_the_turn_goes_on_from_there(played, start):
    game = played(start(players="Ann Bob Cid"), "Ann sets", "Ann 6-4", "Cid 4-1>6-4")
    assert last(game)["fault"] == "out-of-turn"
    assert game.hand.to_play == "Ann"
    both = played(start(players="Ann Bob Cid"), "Ann sets", "Ann 6-4", "Cid 3-1>6-4:3/6")
    assert (last(both)["fault"], last(both)["faults"]) == ("misplay", ["misplay", "out-of-turn"])


def test_a_draw_out_of_turn_keeps_the_turn_and_a_pass_moves_it(played, start):
    drawn = played(start(players="Ann Bob Cid"), "Ann sets", "Ann 6-4", "Cid draws 1")
    assert (last(drawn)["fault"], drawn.hand.to_play) == ("out-of-turn", "Bob")
    passed = played(start("block", players="Ann Bob Cid"), "Ann sets", "Ann 6-4", "Cid passes")
    assert (last(passed)["fault"], passed.hand.to_play) == ("out-of-turn", "Ann")


def test_turns_go_round_in_the_direction_of_the_rules(played, start):
    game = played(start(players="Ann Bob Cid"), "Bob sets", "Bob 6-4", "Cid draws 2")
    assert game.hand.to_play == "Cid"
    assert played(start("all-fives", "Ann Bob Cid"), "Bob sets", "Bob 6-4", "Cid draws 1").hand.to_play == "Ann"
    other_way = start(players="Ann Bob Cid", options={"direction": "counter-clockwise"})
    assert played(other_way, "Bob sets", "Bob 6-4").hand.to_play == "Ann"


def test_at_the_club_a_player_who_drew_although_able_is_barred_for_the_hand(played, start):
    """A player who owns up to an unnecessary trip to the boneyard may not score for the rest of the play."""
    events = "Ann sets", "Ann 6-4", Draw("Bob", 1, able=True), "Bob 6-1>6-4"
    club = played(start("club"), *events)
    assert club.outcomes[3]["fault"] == "drew-although-able"
    assert (last(club)["count"], last(club)["points"], last(club)["barred"]) == (5, 0, "drew-although-able")
    assert club.scores["Bob"] == 0
    assert played(start("five-up"), *events).scores["Bob"] == 1


def test_drawing_before_the_set_is_drawing_although_able(played, start):
    assert last(played(start(), "Ann sets", "Ann draws 1"))["fault"] == "drew-although-able"


def test_drawing_more_tiles_than_the_rules_allow_is_an_over_draw(played, refused, start):
    assert "fault" not in last(played(start(), "Ann sets", "Ann 6-4", "Bob draws 16"))
    assert last(played(start(), "Ann sets", "Ann 6-4", "Bob draws 17"))["fault"] == "over-draw"
    assert last(played(start("all-fives"), "Ann sets", "Ann 6-4", "Bob draws 2"))["fault"] == "over-draw"
    assert last(played(start("block"), "Ann sets", "Ann 6-4", "Bob draws 1"))["fault"] == "over-draw"
    assert "18 are left in the boneyard" in refused(start(), "Ann sets", "Ann 6-4", "Bob draws 19")


def test_passing_with_tiles_still_to_draw_is_too_soon(played, start):
    assert last(played(start(), "Ann sets", "Ann 6-4", "Bob passes"))["fault"] == "passed-too-soon"
    assert "fault" not in last(played(start(), "Ann sets", "Ann 6-4", "Bob draws 16", "Bob passes"))
    assert "fault" not in last(played(start("block"), "Ann sets", "Ann 6-4", "Bob passes"))
    assert last(played(start("block"), "Ann sets", "Ann passes"))["fault"] == "passed-too-soon"


def test_at_the_club_an_over_drawn_hand_may_not_score_on_its_first_play(played, start):
    begin = HandStarted("Ann", drawn={"Ann": 6})
    club = played(start("club"), begin, "Ann 5-5", "Bob 5-0>5-5", "Ann 0-0>5-0")
    assert club.outcomes[1]["fault"] == "over-draw"
    assert (club.outcomes[2]["points"], club.outcomes[2]["barred"]) == (0, "over-draw")
    assert club.scores == {"Ann": 2, "Bob": 2}
    house = played(start(), begin, "Ann 5-5")
    assert (house.outcomes[1]["fault"], house.scores["Ann"]) == ("over-draw", 2)


def test_an_under_drawn_hand_is_completed_without_a_fault(played, start):
    for rules in ("club", "block"):
        tiles = load_ruleset(rules).tiles[2]
        game = played(start(rules), HandStarted("Ann", drawn={"Bob": tiles - 1}), "Bob draws 1")
        assert game.outcomes[1]["fault"] == "under-draw"
        assert "fault" not in last(game)
        assert (game.hand.tiles_left("Bob"), game.hand.to_play) == (tiles, "Ann")


def test_after_a_tile_is_exposed_while_drawing_all_draw_again(played, start):
    game = played(start(), HandStarted("Ann", exposed=True), "Ann sets", "Ann 5-5")
    assert [outcome.get("fault") for outcome in game.outcomes] == [None, "exposed", None, None]
    assert game.scores == {"Ann": 2, "Bob": 0}


def test_an_exposed_tile_played_as_directed_does_not_score(played, start):
    exposed = Play("Ann", Tile(5, 5), exposed=True)
    directed = start(options={"exposed": "directed"})
    assert last(played(directed, "Ann sets", exposed))["barred"] == "exposed"
    assert last(played(start(), "Ann sets", exposed))["points"] == 2


def test_a_hand_can_begin_again_before_its_first_play_only(played, refused, start):
    assert played(start(), "Ann sets", "Bob sets", "Bob 6-4").hand.setter == "Bob"
    assert "before this one ends" in refused(start(), "Ann sets", "Ann 6-4", "Bob sets")
