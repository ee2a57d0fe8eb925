"""A game as a value: applying events, taking back, correcting, undoing, replaying."""

import pytest
from notation import game_of

from muggins.scorer import Correct, Game, HandEnd, HandStarted, Layout, Pass, Play, RecordError, TakeBack, Tile, replay


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


def test_the_last_line_is_the_last_of_the_lines(played):
    game = played("Ann sets", "Ann 5-5")
    assert game.last_line() == game.lines()[-1]
    assert Game().last_line() == {}


def test_changing_a_line_leaves_the_game_as_it_was(played):
    game = played("Ann sets", "Ann 5-5")
    game.lines()[-1]["scores"]["Ann"] = 50
    assert game.scores["Ann"] == 2


# Taking back


def test_a_play_is_taken_back_with_its_score(played):
    before = played("Ann sets", "Ann 6-3", "Bob 6-6>6-3")
    after = before.apply(TakeBack())
    assert state(after) == state(played("Ann sets", "Ann 6-3"))
    assert after.outcomes[-1] == {"count": 9, "open": [3, 6], "scores": {"Ann": 0, "Bob": 0}, "winner": None}
    assert len(after.record) == 5


def test_everything_that_followed_from_a_play_is_taken_back_with_it(played, start):
    call = start(claims="call")
    events = "Ann sets", "Ann 5-5"
    for after in (["Ann claims 2"], ["Ann claims 3", "Bob calls Muggins"], ["Bob passes"], ["left Ann:, Bob: 6-6"]):
        assert state(played(*events, *after, "take back", rules=call)) == state(played("Ann sets", rules=call))


def test_tiles_drawn_before_a_misplay_was_noticed_are_kept(played):
    """Club, Wrong play: a player who draws before noticing the misplay must keep the drawn tile."""
    game = played("Ann sets", "Ann 6-4", "Bob draws 2", "take back", "Ann 6-5", "Bob 6-1>6-5")
    assert game.hand.tiles_left("Bob") == 6
    assert "fault" not in game.outcomes[-1]


def test_plays_are_taken_back_one_after_another_within_their_hand(played):
    events = "Ann sets", "Ann 6-4", "Bob 6-1>6-4"
    assert state(played(*events, "take back", "take back")) == state(played("Ann sets"))
    with pytest.raises(RecordError, match="no play in this hand to take back"):
        played(*events, "take back", "take back", "take back")
    with pytest.raises(RecordError, match="no play in this hand to take back"):
        played(*events, "left Ann:, Bob: 1-0", "Bob sets", "take back")


def test_a_won_game_goes_on_when_the_play_is_taken_back(played, start):
    game = played("Ann sets", "Ann 5-5", "take back", "Ann 6-4", rules=start(target=2))
    assert game.outcomes[3]["winner"] is None
    assert game.winner == "Ann"


# Correcting


def test_plays_on_a_misread_tile_move_to_the_right_tile(played):
    wrong = played("Ann sets", "Ann 5-5", "Bob 5-3>5-5", "Ann 6-3>5-3", Play("Bob", Tile(3, 3), Tile(6, 3)))
    mended = wrong.apply(Correct(4, Play("Bob", Tile(5, 2), Tile(5, 5))))
    assert str(mended.hand.layout) == "5-5, 5-2>5-5, 6-3>5-2:6/2, 3-3>6-3"
    right = mended.apply(Correct(5, Play("Ann", Tile(6, 2), Tile(5, 2))))
    right = right.apply(Correct(6, Play("Bob", Tile(6, 6), Tile(6, 2))))
    assert state(right) == state(played("Ann sets", "Ann 5-5", "Bob 5-2>5-5", "Ann 6-2>5-2", "Bob 6-6>6-2"))
    assert right.outcomes[:6] == wrong.outcomes


def test_a_correction_follows_the_tile_until_the_true_one_is_played(played):
    """The set was a 5-4 that was read as 6-4. The real 6-4 is played later, and the plays on it stay on it."""
    events = ["Ann sets", "Ann 6-4", "Bob 4-1>6-4"]
    game = played(*events).apply(Correct(3, Play("Ann", Tile(5, 4))))
    later = game.apply(Play("Ann", Tile(6, 4), Tile(5, 4))).apply(Play("Bob", Tile(6, 1), Tile(6, 4)))
    again = later.apply(Correct(3, Play("Ann", Tile(4, 0))))
    assert str(again.hand.layout) == "4-0, 4-1>4-0, 6-4>4-0, 6-1>6-4"


def test_a_correction_leaves_later_hands_alone(played):
    """The 6-4 of the first hand was a misread 5-4. The second hand has a real 6-4 with a tile on it, which stays."""
    events = "Ann sets", "Ann 6-4", "left Ann:, Bob: 1-0", "Bob sets", "Bob 6-4", "Ann 6-1>6-4"
    game = played(*events).apply(Correct(3, Play("Ann", Tile(5, 4))))
    assert str(game.hand.layout) == "6-4, 6-1>6-4"


def test_a_correction_may_not_make_the_record_impossible(played):
    game = played("Ann sets", "Ann 6-4", "Bob 6-1>6-4")
    with pytest.raises(RecordError, match="with that, event 4 cannot stand: 6-1 lies on the table already"):
        game.apply(Correct(3, Play("Ann", Tile(6, 1))))
    with pytest.raises(RecordError, match="with that, event 4 cannot stand"):
        game.apply(Correct(3, None))


@pytest.mark.parametrize(
    ("correct", "why"),
    [
        (Correct(9, None), "event 9 cannot be corrected: it is not in the record"),
        (Correct(0, None), "event 0 cannot be corrected: it is not in the record"),
        (Correct(3, None), "event 3 cannot be corrected: it was taken back or is itself a correction"),
        (Correct(4, Pass("Bob")), "event 4 is a take-back: it can be struck"),
        (Correct(6, None), "event 6 cannot be corrected: it was taken back or is itself"),
        (Correct(5, TakeBack()), "not another take-back or correction"),
        (Correct(1, None), "with that, event 2 cannot stand"),
    ],
)
def test_an_impossible_correction_says_why(played, correct, why):
    game = played("Ann sets", "Ann 6-4", "take back", "Ann 6-5", Correct(5, Play("Ann", Tile(6, 6))))
    with pytest.raises(RecordError) as refusal:
        game.apply(correct)
    assert why in str(refusal.value)


def test_the_start_of_a_game_can_be_corrected_but_not_struck(played, start):
    game = played("Ann sets", "Ann 5-5")
    again = game.apply(Correct(1, start("all-fives")))
    assert (again.rules.id, again.scores["Ann"]) == ("all-fives", 10)
    with pytest.raises(RecordError, match="cannot be struck"):
        played().apply(Correct(1, None))


def test_a_take_back_can_itself_be_struck(played):
    game = played("Ann sets", "Ann 6-4", "take back", Correct(4, None))
    assert state(game) == state(played("Ann sets", "Ann 6-4"))


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
