"""Who played: the order of turns, the side of the arm, inferred draws and passes, and corrections by people."""

import pytest

from muggins.scorer.events import Correct, HandEnd, Pass
from muggins.scorer.tiles import Tile
from muggins.scorer.turns import passes_before, weigh_players

SEATS = {"Ann": "bottom", "Bob": "top"}


def test_the_side_of_the_arm_names_the_player_and_a_skipped_player_took_a_tile(watched):
    """The hand of the recorded game: Bob sets, and later cannot play while Ann plays twice."""
    table = watched("all-fives", seats=SEATS)
    table.see("6-4 top", "4-1>6-4 bottom", "6-0>6-4 top", "3-1>4-1 bottom", "5-3>3-1 bottom", "5-5>5-3 top")
    assert table.lines == [
        "Bob sets",
        "Bob 6-4 = 10 (10)",
        "Ann 4-1>6-4 = 7",
        "Bob 6-0>6-4 = 1",
        "Ann 3-1>4-1 = 3",
        "Bob draws 1 (concluded)",
        "Ann 5-3>3-1 = 5 (5)",
        "Bob 5-5>5-3 = 10 (10)",
    ]
    assert table.game.scores == {"Ann": 5, "Bob": 20}


def test_a_skipped_player_has_passed_in_a_game_without_drawing(watched):
    seats = {"Ann": "bottom", "Bob": "left", "Cid": "top"}
    table = watched("block", "Ann Bob Cid", seats=seats)
    table.see("6-4 bottom", "4-1>6-4 bottom")
    assert table.lines[2:] == ["Bob passes (concluded)", "Cid passes (concluded)", "Ann 4-1>6-4 = 7"]


def test_who_does_not_play_on_has_not_passed(watched):
    """Ann, who might have played on after her double, was said to have passed, and her last tiles convicted her."""
    seats = {"Ann": "bottom", "Bob": "left", "Cid": "top", "Dee": "right"}
    table = watched("seven-toed-pete", "Ann Bob Cid Dee", seats=seats)
    table.see("6-6 bottom", "6-1>6-6 left", "6-2>6-6 right")
    assert table.lines[2:] == ["Bob 6-1>6-6 = 13", "Cid passes (concluded)", "Dee 6-2>6-6 = 3"]


def test_a_turn_goes_on_at_one_end_and_a_tile_at_the_other_says_that_the_others_have_passed(watched):
    """In Hungarian dominoes Ann's first turn uses both ends. Bob goes on at one end; at the other it is a new turn."""
    table = watched("hungarian", seats=SEATS, options={"tiles": "4"})
    table.see("6-4 bottom", "4-4>6-4 bottom", "6-1>6-4 bottom", "1-0>6-1 top", "5-0>1-0 top", "4-2>4-4 top")
    assert table.lines[4:] == [
        "Bob 1-0>6-1 = 8",
        "Bob 5-0>1-0 = 13",
        "Ann passes (concluded)",
        "Bob 4-2>4-4 = 7",
    ]
    assert table.asked == []


def test_a_tile_that_nobody_was_seen_to_lay_is_of_whose_turn_it_is_at_that_end(watched, tell):
    for host, player in (("6-2", "Bob"), ("6-6", "Ann")):
        table = watched("hungarian")
        for said in ("Ann sets", "Ann 6-6", "Bob 6-2>6-6"):
            table.session.tell(tell(said))
        table.see(f"2-1>{host}" if host == "6-2" else f"6-1>{host}")
        assert table.game.last.event.player == player
        assert table.game.last.outcome.faults == ()


def test_before_a_hand_ends_all_have_passed_who_hold_tiles_where_nobody_goes_out(watched, tell):
    table = watched("hungarian", "Ann Bob Cid", options={"tiles": "1"})
    for said in ("Ann sets", "Ann 6-5"):
        table.session.tell(tell(said))
    left = {"Ann": (), "Bob": (Tile(1, 1),), "Cid": (Tile(2, 2),)}
    table.session.tell(HandEnd(left))
    assert table.lines[2:4] == ["Bob passes (concluded)", "Cid passes (concluded)"]
    assert table.game.scores == {"Ann": 0, "Bob": 2, "Cid": 4}


def test_where_a_player_may_pass_although_able_nobody_is_said_to_have_drawn(watched):
    table = watched(seats=SEATS, options={"may-pass": "true"})
    table.see("6-4 bottom", "6-5>6-4 bottom")
    assert table.lines[2:] == ["Bob passes (concluded)", "Ann 6-5>6-4 = 9"]


def test_a_player_who_must_draw_until_able_empties_the_boneyard_before_passing(watched):
    table = watched(seats=SEATS)
    table.see("6-4 bottom", "6-5>6-4 bottom", "5-1>6-5 bottom")
    assert table.lines[2:] == [
        "Bob draws 16 (concluded)",
        "Bob passes (concluded)",
        "Ann 6-5>6-4 = 9",
        "Bob passes (concluded)",
        "Ann 5-1>6-5 = 5 (1)",
    ]


def test_drawing_the_whole_boneyard_is_far_less_likely_than_an_arm_mistaken_for_another(start, played):
    """Ann's arm was seen where Bob laid his tile: he was said to have drawn sixteen tiles and passed."""
    game = played(start("five-up"), "Ann sets", "Ann 6-4")
    weights = weigh_players(game, {"Ann": 1.0, "Bob": 0.1})
    assert weights["Bob"] > 0.95
    assert sum(weights.values()) == pytest.approx(1)


def test_an_arm_outweighs_a_pass_that_may_well_have_been(start, played):
    hand = ("Ann sets", "Ann 6-6", "Bob 6-5>6-6", "Cid 6-0>6-6", "Ann 5-0>6-5")
    game = played(start("block", "Ann Bob Cid"), *hand)
    assert weigh_players(game, {"Cid": 1.0, "Bob": 0.005, "Ann": 0.005})["Cid"] > 0.8
    assert weigh_players(game, {"Cid": 1.0, "Bob": 0.8})["Bob"] > 0.6, "both arms were there, and it was his turn"


def test_where_a_single_tile_fits_a_player_may_well_have_drawn_all_that_were_left(start, played):
    """Both ends were a six, and Bob laid the last six: the tile went to Ann, who had drawn five tiles and passed."""
    hand = ["Ann 6-5", "Bob 5-0>6-5", "Ann 6-0>5-0", "Bob 6-1>6-0", "Ann 2-1>6-1", "Bob 6-2>2-1"]
    hand += ["Ann 6-3>6-2", "Bob 4-3>6-3", "Ann 6-4>4-3"]
    game = played(start("draw"), "Ann sets", *hand)
    assert game.hand.boneyard == 12
    assert weigh_players(game, {"Ann": 1.0, "Bob": 0.005})["Ann"] > 0.9


def test_once_nothing_is_left_to_be_drawn_a_player_may_well_pass_whoever_drew_what_nobody_saw(start, played):
    """Bob passed. As he might hold all that had been drawn unseen, Ann's next tile went to him, and so on in turn."""
    hand = ["Ann 6-6", "Bob 6-1>6-6", "Ann 6-2>6-6", "Bob 2-1>6-2", "Ann 1-1>6-1", "Bob 4-1>2-1"]
    hand += ["Ann 4-4>4-1", "Bob 1-0>1-1", "Ann 4-0>4-4", "Bob 0-0>4-0"]
    game = played(start("draw"), "Ann sets", *hand)
    assert game.hand.undrawn == 14
    mistaken, likely = 0.005, 0.95
    assert weigh_players(game, {"Bob": 1.0, "Ann": mistaken}, boneyard=game.hand.undrawn - 4)["Ann"] < likely
    weights = weigh_players(game, {"Bob": 1.0, "Ann": mistaken}, boneyard=1)
    assert weights["Bob"] > likely, "no tile is left to be drawn, and a single number fits"
    passed = ("Ann draws 12 inferred", "Ann passes inferred", "Bob 5-0>0-0", "Ann 5-1>5-0")
    game = played(start("draw"), "Ann sets", *hand, *passed)
    weights = weigh_players(game, {"Ann": 1.0, "Bob": mistaken}, boneyard=1)
    assert weights["Ann"] > 0.9, "that Ann was said to have drawn it all does not say that Bob holds few"


def test_whoever_has_not_gone_out_holds_a_tile_although_a_draw_was_not_seen(start, played):
    """Ann had drawn unseen. By the record she held none, so she surely could not play, and her play was asked about."""
    hand = ["Ann 6-6", "Bob 6-1>6-6", "Ann 6-2>6-6", "Bob 2-1>6-2", "Ann 1-1>6-1", "Bob 4-1>2-1", "Ann 4-4>4-1"]
    hand += ["Bob draws 1", "Ann 4-0>4-4", "Bob 1-0>1-1"]
    game = played(start("all-fives"), "Ann sets", *hand)
    assert game.hand.tiles_left("Ann") == 0
    assert weigh_players(game, {"Ann": 0.6, "Bob": 0.24})["Ann"] > 0.75


def test_while_the_tiles_to_draw_lie_there_a_player_who_is_skipped_has_not_passed(start, played):
    game = played(start("draw"), "Ann sets", "Ann 6-4")
    seen = weigh_players(game, {"Ann": 1.0, "Bob": 0.005}, boneyard=game.hand.undrawn)
    assert seen["Ann"] < 0.4


def test_without_an_arm_the_player_whose_turn_it_is_has_played(start, played):
    game = played(start("block", "Ann Bob Cid"), "Bob sets")
    assert weigh_players(game, {}) == {"Ann": 0, "Bob": 1, "Cid": 0}
    assert weigh_players(game, {"Ann": 1.0, "Bob": 0.1})["Ann"] > 0.8, "whoever lays the set has set"


def test_where_the_arms_and_the_turn_disagree_people_are_asked_who_played(watched):
    table = watched(seats=SEATS)
    table.see("6-4 bottom 1.0", "6-5>6-4 bottom 1.0 top 0.5")
    assert table.lines[-1] == "Bob 6-5>6-4 = 9"
    assert table.asked == [], "it was his turn, and his arm was there as well"
    table.see("5-1>6-5 top 1.0")
    assert table.lines[-1] == "Ann 5-1>6-5 = 5 (1)", "Ann would have had to draw all sixteen tiles"
    assert table.asked == [("turn", ["Ann", "Bob"])]
    table.answer(1)
    assert table.lines[-1].startswith("Bob 5-1>6-5 = 5")
    assert table.asked == []


def test_every_event_carries_its_time_and_who_reported_it(watched, tell):
    table = watched()
    table.see("6-4", "4-1>6-4")
    [logged] = table.session.tell(tell("Ann 1-0>4-1"))
    assert [(event.t, event.by) for event in table.game.record[2:4]] == [(1.0, "camera"), (2.0, "camera")]
    assert logged.event.by == "table"
    assert logged.event.t >= 2.0


def test_the_players_take_turns_to_set(watched, tell):
    table = watched("all-fives", "Ann Bob Cid")
    table.see("5-5", "5-0>5-5")
    table.session.tell(tell("left Ann: 6-6, Bob:, Cid: 1-0"))
    table.see("cleared", "6-4")
    assert table.lines[-2:] == ["Bob sets", "Bob 6-4 = 10 (10)"]


def test_claims_and_calls_of_muggins_are_entered_by_hand(watched, tell):
    table = watched("all-fives", claims="call")
    table.see("5-5")
    table.session.tell(tell("Ann claims 10"))
    table.see("5-0>5-5")
    table.session.tell(tell("Ann calls Muggins"))
    assert table.game.scores == {"Ann": 20, "Bob": 0}


def test_a_play_entered_by_hand_implies_skipped_turns_as_one_seen_by_the_camera_does(watched, tell):
    table = watched("all-fives")
    table.session.tell(tell("Bob 6-4"))
    table.session.tell(tell("Bob 6-0>6-4"))
    assert table.lines == ["Bob sets", "Bob 6-4 = 10 (10)", "Ann draws 1 (concluded)", "Bob 6-0>6-4 = 4"]


def test_moving_a_play_to_another_player_removes_the_draw_inferred_before_it(watched, tell):
    """The arm was wrongly taken for Ann's, so a draw was inferred for Bob. The correction removes that draw too."""
    table = watched("all-fives", seats=SEATS)
    table.see("6-4 bottom", "6-0>6-4 bottom")
    assert table.lines[2:] == ["Bob draws 1 (concluded)", "Ann 6-0>6-4 = 4"]
    table.session.tell(Correct(of=5, said=tell("Bob 6-0>6-4")))
    assert table.lines[2:] == ["Bob 6-0>6-4 = 4"]
    table.session.tell(Correct(of=table.game.standing()[-1].number, said=tell("Ann 6-0>6-4")))
    assert table.lines[2:] == ["Bob draws 1 (concluded)", "Ann 6-0>6-4 = 4"]


def test_where_the_arms_leave_open_who_laid_the_first_tile_it_is_asked_and_the_answer_names_the_setter(watched):
    table = watched("all-fives", seats=SEATS)
    table.see("6-4 top 1.0 bottom 0.7")
    assert table.lines == ["Bob sets", "Bob 6-4 = 10 (10)"]
    assert table.asked == [("turn", ["Bob", "Ann"])]
    table.answer(1)
    assert table.lines == ["Ann sets", "Ann 6-4 = 10 (10)"]
    assert table.asked == []
    table.see("6-1>6-4 top")
    assert table.lines[2:] == ["Bob 6-1>6-4 = 5 (5)"], "it was his turn"


def test_a_first_tile_laid_out_of_turn_goes_to_the_setter_whom_people_named(watched, tell):
    table = watched("all-fives", seats=SEATS)
    table.session.tell(tell("Ann sets"))
    table.see("6-4 top")
    assert table.lines == ["Ann sets", "Bob 6-4 = 10 (10) out-of-turn"]
    table.session.tell(Correct(of=3, said=tell("Ann 6-4")))
    assert table.lines == ["Ann sets", "Ann 6-4 = 10 (10)"]


def test_the_setter_follows_a_first_play_that_is_corrected_later(watched, tell):
    table = watched("all-fives", seats=SEATS)
    table.see("6-4 top 1.0 bottom 0.7", "6-1>6-4 top")
    table.session.tell(Correct(of=3, said=tell("Ann 6-4")))
    assert table.lines[:2] == ["Ann sets", "Ann 6-4 = 10 (10)"]


def test_the_setter_that_the_rules_name_counts_against_an_arm_that_may_be_anothers(start, played):
    """In Five-Up the winner of a hand sets the next."""
    game = played(start("five-up"), "Ann sets", "Ann 6-4", "left Ann: 6-6, Bob:")
    assert weigh_players(game, {"Ann": 1.0, "Bob": 0.6})["Bob"] > 0.8
    assert weigh_players(game, {"Ann": 1.0, "Bob": 0.001})["Ann"] > 0.8, "players often let a tile decide"


def test_a_correction_of_an_earlier_play_computes_later_plays_again(watched, tell):
    table = watched("all-fives")
    table.see("6-4", "6-1>6-4", "1-0>6-1")
    table.session.tell(Correct(of=4, said=tell("Bob 6-2>6-4")))
    assert table.lines[2:] == ["Bob 6-2>6-4 = 6", "Ann 1-0>6-2 = 4 misplay"]


def test_undo_removes_the_last_event(watched, tell):
    table = watched()
    table.see("5-5", "5-0>5-5")
    table.session.tell(tell("left Ann: 6-6, Bob:"))
    table.session.undo()
    assert table.lines[-1] == "Bob 5-0>5-5 = 10 (2)"
    assert table.game.scores == {"Ann": 2, "Bob": 2}


FOUR = {"Ann": "bottom", "Bob": "left", "Cid": "top", "Dee": "right"}


def test_where_turns_go_counter_clockwise_those_between_have_passed(watched):
    table = watched("latin", "Ann Bob Cid Dee", seats=FOUR)
    table.see("6-6 right", "6-5>6-6 top", "6-4>6-6 right")
    assert table.lines[2:] == [
        "Cid 6-5>6-6 = 17",
        "Bob passes (concluded)",
        "Ann passes (concluded)",
        "Dee 6-4>6-6 = 9",
    ]


def test_a_blocked_hand_whose_tiles_are_named_pays_for_the_last_round_of_passes(watched):
    """After the 6-5 nobody can play: the three others pass, which scores 25, and Cid passes too."""
    table = watched("dominican", "Ann Bob Cid Dee", seats=FOUR)
    table.see("6-6 right", "6-5>6-6 top")
    left = {"Ann": "1-0", "Bob": "2-0", "Cid": "3-0", "Dee": "4-0"}
    table.session.tell(HandEnd({player: (Tile.parse(tile),) for player, tile in left.items()}))
    assert [type(event) for event in table.game.record[4:]] == [Pass] * 4 + [HandEnd]
    assert table.game.scores == {"Ann+Cid": 25 + 10, "Bob+Dee": 0}


def test_all_have_passed_before_a_blocked_hand_ends_although_passes_score_nothing(watched):
    table = watched("latin", "Ann Bob Cid Dee", seats=FOUR)
    table.see("6-6 right", "6-5>6-6 top")
    left = {"Ann": "1-0", "Bob": "2-0", "Cid": "3-0", "Dee": "4-0"}
    table.session.tell(HandEnd({player: (Tile.parse(tile),) for player, tile in left.items()}))
    assert table.lines[-5:-1] == [f"{player} passes (concluded)" for player in ("Bob", "Ann", "Dee", "Cid")]
    assert table.game.scores == {"Ann+Cid": 10, "Bob+Dee": 0}


def test_a_hand_that_was_cut_short_implies_no_passes(watched):
    table = watched("dominican", "Ann Bob Cid Dee", seats=FOUR)
    table.see("6-6 right", "6-5>6-6 top")
    left = {"Ann": "6-0", "Bob": "2-0", "Cid": "3-0", "Dee": "4-0"}
    end = HandEnd({player: (Tile.parse(tile),) for player, tile in left.items()})
    assert passes_before(table.game, end) == []
    unknown = HandEnd({**end.hands, "Ann": None})
    assert passes_before(table.game, unknown) == []
