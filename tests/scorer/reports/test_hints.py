"""Hints: the tiles that would score now, and the tiles that are still out."""

import pytest

from muggins.scorer import Game, Tile
from muggins.scorer.reports.hints import ScoringMove, hints_text, scoring_moves, suits, tiles_out


@pytest.fixture
def game(tell, start):
    """A game after some plays."""

    def play(*event_texts, rules="five-up", **options):
        game = Game().apply(start(rules, **options)).apply(tell("Ann sets"))
        for event in event_texts:
            game = game.apply(tell(event))
        return game

    return play


@pytest.fixture
def hand(game):
    """The hand after some plays."""
    return lambda *event_texts: game(*event_texts).hand


def test_every_set_that_scores_is_a_scoring_move(game):
    found = scoring_moves(game())
    assert {str(move.tile) for move in found} == {"6-4", "5-5", "4-1", "3-2", "5-0"}
    assert found[0].points == 2
    assert found[-1] == ScoringMove(Tile(5, 0), None, 5, 1)


def test_a_scoring_move_leaves_a_count_that_scores(game):
    """On the 6-4, the 6-1 leaves 5 and scores. The 4-4 leaves 14 and the 6-6 leaves 16, which score nothing."""
    assert scoring_moves(game("Ann 6-4")) == (ScoringMove(Tile(6, 1), Tile(6, 4), 5, 1),)


def test_a_double_can_be_played_on_either_of_two_equal_ends(game):
    found = scoring_moves(game("Ann 6-1", "Bob 6-3>6-1", "Ann 3-1>6-3"))
    assert {move.on for move in found if move.tile == Tile(4, 1)} == {Tile(6, 1), Tile(3, 1)}


def test_every_scoring_move_scores_when_it_is_played(game, tell):
    now = game("Ann 5-5", "Bob 5-0>5-5", "Ann 5-3>5-5")
    for move in scoring_moves(now):
        after, made = now.hand.play(tell(f"Bob {move.tile}>{move.on}"))
        assert (made.count, made.points, made.faults) == (move.count, move.points, ())
        assert after.count == move.count


def test_a_tile_that_scores_at_the_end_of_a_spinner_alone_is_named_so():
    """On the 4-4, the 6-4 leaves 10 at its end and 14 at its side, the 4-2 leaves 6 and 10."""
    game = Game.parse("game sniff Ann Bob spinner-ends=any-time; Ann sets; Ann 4-4")
    found = {(str(move.tile), move.endwise, move.count) for move in scoring_moves(game)}
    assert found == {("6-4", True, 10), ("4-1", True, 5), ("4-2", False, 10)}
    assert "on 4-4, endwise: 6-4 for 2, 4-1 for 1" in hints_text(game)


def test_a_tile_that_fits_in_several_ways_scores_in_each():
    """In All Sevens with scores: on the 5-4, the 3-2 leaves 2 + 5 or 3 + 4, and the 6-2 leaves 6 + 4."""
    game = Game.parse("game all-sevens Ann Bob multiples=5,7; Ann sets; Ann 5-4")
    found = {(str(move.tile), move.count, move.points) for move in scoring_moves(game)}
    assert {("3-2", 7, 1), ("6-2", 10, 2)} <= found
    assert sum(str(move.tile) == "3-2" for move in scoring_moves(game)) == 2


def test_nothing_scores_in_block(game):
    assert scoring_moves(game("Ann 6-4", rules="block")) == ()


def test_near_the_target_a_scoring_move_brings_what_may_still_be_scored(game):
    """Bergen was hinted as worth three where two points were missing, which one alone brings."""
    near = game("Ann 6-6", "Bob 6-1>6-6", "Bob pegs 13", "Ann 6-2>6-6", rules="bergen", options={"near-target": "2"})
    assert [(str(move.tile), str(move.on), move.points) for move in scoring_moves(near)] == [
        ("2-1", "6-1", 1),
        ("2-1", "6-2", 1),
    ]


@pytest.mark.parametrize("claims", ["auto", "call"])
def test_what_leads_past_an_exact_target_is_no_scoring_move(game, claims):
    """The 5-4 on 6-5 leaves ten, two points, where Ann needs one; the hints named it all the same."""
    near = game("Ann 6-5", "Bob 6-4>6-5", "Ann pegs 60", rules="five-up-exact", claims=claims)
    assert [(str(move.tile), move.points) for move in scoring_moves(near)] == [("4-0", 1), ("5-1", 1)]


def test_who_may_not_score_has_no_scoring_move(game):
    """Bob of the club drew although able: whatever he plays scores nothing for the rest of the hand."""
    assert scoring_moves(game("Ann 6-4", "Bob draws 1 able", rules="club")) == ()


def test_a_double_six_set_has_suits_of_seven(hand):
    now = hand("Ann 5-5", "Bob 5-0>5-5")
    counted = suits(now)
    assert [suit.played for suit in counted] == [1, 0, 0, 0, 0, 2, 0]
    assert [len(suit.out) for suit in counted] == [6, 7, 7, 7, 7, 5, 7]
    assert counted[5].out == tuple(map(Tile.parse, ("5-1", "5-2", "5-3", "5-4", "6-5")))
    assert len(tiles_out(now)) == 26


# The hints as text


@pytest.fixture
def hint_lines(tell, start):
    """The lines after some events."""

    def lines(*events, rules="five-up"):
        game = Game().apply(start(rules))
        for event in events:
            game = game.apply(tell(event))
        return hints_text(game).splitlines()

    return lines


def test_the_text_lists_the_scoring_tiles_of_each_host(hint_lines):
    """The 5 and the 3 are open. The 3-0 and the 5-2 leave 5 and the 5-3 leaves 10; the 5-5 leaves 13."""
    lines = hint_lines("Ann sets", "Ann 6-5", "Bob 6-3>6-5")
    assert lines[:6] == [
        "Ann to play; count 8",
        "  layout  6-5, 6-3>6-5",
        "",
        "Would score now:",
        "  on 6-5: 5-2 for 1",
        "  on 6-3: 5-3 for 2, 3-0 for 1",
    ]


def test_the_text_lists_the_tiles_that_are_out_for_each_number(hint_lines):
    lines = hint_lines("Ann sets", "Ann 6-5", "Bob 6-3>6-5")
    assert "   6  2 of 7  6-0 6-1 6-2 6-4 6-6" in lines
    assert "   1  0 of 7  1-0 1-1 2-1 3-1 4-1 5-1 6-1" in lines


def test_before_the_set_the_text_lists_every_set_that_scores(hint_lines):
    assert "  as the set: 5-5 for 2, 6-4 for 2, 3-2 for 1, 4-1 for 1, 5-0 for 1" in hint_lines("Ann sets")


def test_nothing_scores_on_a_bankers_set_or_in_a_game_without_scores_in_play(hint_lines):
    assert "  nothing" in hint_lines("Ann sets", "Ann 3-2")
    assert "Would score now:" not in hint_lines("Ann sets", "Ann 6-5", rules="block")


def test_between_hands_no_hand_is_in_play(hint_lines):
    assert hint_lines() == hint_lines("Ann sets", "Ann 6-4", "left Ann:, Bob: 1-0") == ["No hand is in play."]
