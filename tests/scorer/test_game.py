"""A game as a value: how it begins, correcting, undoing, replaying."""

from dataclasses import replace
from itertools import pairwise

import pytest
from notation import game_of

from muggins.scorer import (
    Correct,
    Game,
    HandEnd,
    HandStarted,
    Layout,
    Pass,
    Play,
    RecordError,
    Score,
    TakeBack,
    Tile,
    replay,
)
from muggins.scorer.match import Match
from muggins.scorer.random_games import random_game


@pytest.fixture
def played(start):
    """Makes a game of events or of their texts. The game is Five-Up unless `rules` gives another start."""
    return lambda *events, rules=None: game_of(rules or start(), *events)


def state(game: Game):
    return game.match


def test_a_game_never_changes(played, tell):
    before = played("Ann sets", "Ann 5-5")
    kept = (before.record, before.outcomes, before.match)
    after = before.apply(tell("Bob 5-0>5-5"))
    assert (before.record, before.outcomes, before.match) == kept
    assert len(after.record) == len(before.record) + 1
    with pytest.raises(RecordError):
        before.apply(tell("Bob 6-4"))
    assert (before.record, before.outcomes, before.match) == kept


def test_a_game_knows_its_players_sides_and_scores(played, start):
    teams = start(players="Ann Bob Cid Dee", teams=(("Ann", "Cid"), ("Bob", "Dee")))
    game = played("Ann sets", "Ann 5-5", rules=teams)
    assert game.players == ("Ann", "Bob", "Cid", "Dee")
    assert game.sides == ("Ann+Cid", "Bob+Dee")
    assert game.side_of("Dee") == "Bob+Dee"
    assert game.scores == {"Ann+Cid": 2, "Bob+Dee": 0}
    assert game.rules.id == "five-up"
    assert (game.winner, game.hand.to_play, game.hand.count) == (None, "Bob", 10)
    assert [end.pips for end in game.hand.open_ends] == [5, 5]
    assert game.hand.tiles_left("Ann") == 4
    with pytest.raises(RecordError, match="Eve does not play"):
        game.side_of("Eve")


def test_a_game_without_events_has_no_rules():
    game = Game()
    assert (game.scores, game.winner, game.hand, game.lines()) == ({}, None, None, [])
    with pytest.raises(RecordError, match="has not begun"):
        _ = game.rules
    for event in (TakeBack(), Correct(1, None)):
        with pytest.raises(RecordError):
            game.apply(event)


def test_the_layout_is_empty_unless_a_hand_is_in_play(played, start):
    """The tiles of a finished hand may still lie on the table, but nothing can be played on them."""
    assert (Game().layout, played().layout, played("Ann sets").layout) == (Layout(), Layout(), Layout())
    game = played("Ann sets", "Ann 6-4", "Bob 6-1>6-4")
    assert game.layout == Layout.parse("6-4, 6-1>6-4")
    over = game.apply(HandEnd({"Ann": (), "Bob": (Tile(1, 0),)}))
    assert (over.layout, over.hand.layout) == (Layout(), game.layout)
    won = played("Ann sets", "Ann 5-5", rules=start(target=2))
    assert won.layout == Layout.parse("5-5")


def test_a_hand_is_in_play_from_its_start_to_its_end(played):
    assert (Game().hand_in_play, played().hand_in_play) == (None, None)
    game = played("Ann sets", "Ann 6-4", "Bob 6-1>6-4")
    assert game.hand_in_play == game.hand
    over = game.apply(HandEnd({"Ann": (), "Bob": (Tile(1, 0),)}))
    assert (over.hand_in_play, over.hand.is_over) == (None, True)
    assert over.apply(HandStarted("Bob")).hand_in_play.setter == "Bob"


@pytest.mark.parametrize(
    ("rules", "target", "needed"),
    [
        ("five-up", 17, {}),
        ("five-up", 16, {"Ann": 14}),  # twice the seven fives of 6-6, 5-5, 4-4 and 3-3
        ("five-up", 14, {"Ann": 12, "Bob": 14}),
        ("five-up", 2, {}),  # Ann has won
        ("all-fives", 50, {"Ann": 40}),
        ("block", 10, {}),  # no play scores there
    ],
)
def test_what_a_side_needs_is_known_once_two_plays_may_reach_the_target(rules, target, needed, played, start):
    assert played("Ann sets", "Ann 5-5", rules=start(rules, target=target, options={"won": "at-once"})).needed == needed


def test_a_line_is_an_event_with_its_outcome(played):
    assert played("Ann sets", "Ann 5-5").lines()[-1] == {
        "event": "play",
        "player": "Ann",
        "tile": "5-5",
        "count": 10,
        "points": 2,
        "open": [5, 5],
        "scores": {"Ann": 2, "Bob": 0},
        "winner": None,
    }


def test_the_last_step_is_the_last_of_the_record(played):
    game = played("Ann sets", "Ann 5-5")
    assert game.last == game.standing()[-1]
    with pytest.raises(RecordError, match="has not begun"):
        _ = Game().last


def test_changing_a_line_leaves_the_game_as_it_was(played):
    game = played("Ann sets", "Ann 5-5")
    game.lines()[-1]["scores"]["Ann"] = 50
    assert game.scores["Ann"] == 2


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"rules": "chess"}, "no rule set is called 'chess'"),
        ({"rules": "knock-out", "players": "Ann Bob"}, "knock-out is played by 1 player, not by 2"),
        ({"rules": "club", "players": "Ann Bob Cid"}, "club is played by 2 players, not by 3"),
        ({"players": "Ann Ann"}, "each needs a name of their own"),
        ({"players": "Ann+Bob Cid"}, "without +"),
        # a blank or a joiner at the end shows nothing: these were two players with one name
        ({"players": ("Ann", "Ann ")}, "each needs a name of their own"),
        ({"players": ("Ann", "Ann\u200d")}, "each needs a name of their own"),
        ({"players": ("\x1b[31mAnn", "Bob")}, "signs that cannot be seen, not '\\x1b[31mAnn', 'Bob'"),
        ({"players": ("Ann", "B" * 101)}, "of at most 100 letters"),
        ({"seats": {"Zoe": "top"}}, "seats: Zoe does not play; the players are Ann, Bob"),
        ({"rules": "club", "teams": (("Ann",), ("Bob",))}, "club is not played in teams"),
        ({"teams": (("Ann",), ("Bob",))}, "two teams of two are expected"),
        (
            {"players": "Ann Bob Cid Dee", "teams": (("Ann", "Bob"), ("Cid", "Dee"))},
            "partners sit opposite, so Ann with Cid and Bob with Dee are expected",
        ),
        ({"options": {"partners": "rotating"}}, "partners rotate among four players, not 2"),
        (
            {
                "players": "Ann Bob Cid Dee",
                "teams": (("Ann", "Cid"), ("Bob", "Dee")),
                "options": {"partners": "rotating"},
            },
            "teams: partners rotate, so each player is named alone, without teams",
        ),
        ({"options": {"spinner": "some"}}, "spinner: may be none, set, first-double or every"),
        ({"target": 100_001}, "target: may be a whole number"),
    ],
)
def test_a_game_that_cannot_begin_says_why(start, options, why):
    with pytest.raises(RecordError) as refusal:
        Game().apply(start(**options))
    assert why in str(refusal.value)


def test_a_record_begins_with_one_game_event(tell, start):
    with pytest.raises(RecordError, match="first event of a record is a game event"):
        Game().apply(tell("Ann sets"))
    with pytest.raises(RecordError, match="begun already"):
        Game().apply(start()).apply(start())


# Correcting


def test_the_start_of_a_game_can_be_corrected_but_not_struck(played, start):
    game = played("Ann sets", "Ann 5-5")
    again = game.apply(Correct(1, start("all-fives")))
    assert (again.rules.id, again.scores["Ann"]) == ("all-fives", 10)
    with pytest.raises(RecordError, match="cannot be struck"):
        played().apply(Correct(1, None))


def test_standing_events_include_all_take_backs_and_corrections(played):
    game = played("Ann sets", "Ann 6-4", "Bob 6-1>6-4", "take back", Correct(3, Play("Ann", Tile(5, 5))))
    steps = game.standing()
    assert [step.number for step in steps] == [1, 2, 3]
    assert (steps[-1].event, steps[-1].outcome.points) == (Play("Ann", Tile(5, 5)), 2)
    assert steps[-1].match == game.match


# Undoing and replaying


def test_undo_gives_the_state_before_the_last_event(played, start):
    events = ["Ann sets", "Ann 5-5", "Ann claims 3", "Ann claims 2", "Bob draws 1", "Bob passes", "Ann 5-0>5-5"]
    events += ["Bob calls Muggins", "take back", Correct(4, None), HandEnd({"Ann": (), "Bob": (Tile(1, 0),)})]
    for length in range(1, len(events) + 1):
        game = played(*events[:length], rules=start(claims="call"))
        assert state(game.apply(game.undo_event())) == state(played(*events[: length - 1], rules=start(claims="call")))


def test_undoing_a_correction_restores_the_event_before_it(played):
    once = played("Ann sets", "Ann 6-4", Correct(3, Play("Ann", Tile(5, 5))))
    twice = once.apply(Correct(3, Play("Ann", Tile(6, 6))))
    assert twice.undo_event() == Correct(3, Play("Ann", Tile(5, 5)))
    assert once.undo_event() == Correct(3, Play("Ann", Tile(6, 4)))


def test_a_play_that_is_put_right_lies_in_the_drawing_where_it_lay(played):
    """The layout turned over on every screen when somebody put the first tile right."""
    for right, angle in (((6, 5), 270), ((4, 1), 90), ((3, 1), 270)):  # where 4 is the lower half, it lies below
        game = played("Ann sets", Play("Ann", Tile(6, 4), angle=270), Correct(3, Play("Bob", Tile(*right))))
        assert [(placed.tile, placed.angle) for placed in game.hand.layout.placements] == [(Tile(*right), angle)]
    first, second = Play("Ann", Tile(6, 4), angle=270), Play("Bob", Tile(4, 1), Tile(6, 4), angle=90)
    assert (first.of(Tile(4, 1), None).angle, second.of(Tile(4, 3), Tile(6, 4)).angle) == (90, 90)


def test_there_is_nothing_to_undo_at_the_start(played):
    for game in (Game(), played()):
        with pytest.raises(RecordError, match="nothing to undo"):
            game.undo_event()


def test_a_game_can_be_replayed_to_any_point(played):
    game = played("Ann sets", "Ann 6-4", "Bob 6-1>6-4", "take back")
    assert replay(game.record) == game == game.at(5)
    assert game.at(4) == played("Ann sets", "Ann 6-4", "Bob 6-1>6-4")
    assert game.at(0) == Game()


def test_replay_names_the_event_that_cannot_stand(played):
    record = played("Ann sets").record
    with pytest.raises(RecordError, match="event 3: Cid does not play"):
        replay([*record, Pass("Cid")])


def test_a_correction_costs_only_what_changes_after_it(start, monkeypatch):
    """500 corrections of an early play of a long evening took a minute: each folded all hands anew."""
    played = random_game(replace(start(), target=1000), seed=4).record[:2000]
    evening = replay([*played[:2], Score("Ann", 5), *played[2:]])
    hands = [number for number, event in enumerate(evening.record) if isinstance(event, HandStarted)]
    longest = max(end - begin for begin, end in pairwise(hands))
    assert len(hands) > 50
    folded = []
    after = Match.after
    monkeypatch.setattr(Match, "after", lambda match, event, *rest: folded.append(event) or after(match, event, *rest))
    set_at = evening.record[3]
    timed = evening.apply(Correct(4, replace(set_at, t=1.0))).apply(Correct(4, replace(set_at, t=2.0)))
    assert timed.match == evening.match
    assert len(folded) <= 2 * (longest + 2)
    folded.clear()
    # All scores after it change, but nothing else does: later hands are folded when somebody asks for their steps.
    fewer = timed.apply(Correct(3, Score("Ann", 3)))
    assert fewer.scores == {"Ann": evening.scores["Ann"] - 2, "Bob": evening.scores["Bob"]}
    assert len(folded) <= longest + 2
    assert fewer.standing()[-1].outcome.scores == fewer.scores
