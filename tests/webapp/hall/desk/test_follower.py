"""Tables and tournament together: a round begins games at its tables, and what comes of them reaches the desk."""

import pytest

from muggins.scorer.events import Correct, GameStarted, HandEnd, Play, Score
from muggins.scorer.tiles import Tile
from muggins.webapp.hall.desk.follower import GRACE_SECONDS, TableFollower
from muggins.webapp.hall.desk.service import TournamentDesk
from muggins.webapp.hall.tournament.events import (
    ClockExtended,
    ClockPaused,
    ClockResumed,
    Result,
    Struck,
    Substituted,
    Withdrawn,
)
from muggins.webapp.hall.tournament.formats import MatchFormat
from muggins.webapp.hall.tournament.results import Status, game_for, verdict
from muggins.webapp.hall.tournament.state import MatchPlace
from muggins.webapp.session.store import StoreError

FIRST = MatchPlace(1, 1, 1)
BY_CLOCK = MatchFormat(to=150, minutes=30, warning=25)
ANOTHER_HAND = "Even, and somebody must go on: another hand decides"
LAST_HAND = "Last hand: finish the hand in play; no other begins"


def games(desk):
    return desk.tournament.games.get(FIRST, ())


def test_a_table_begins_its_match_when_the_round_is_drawn(desk, begun, table, follower):
    begun(entries=2, match=MatchFormat(rules="all-fives", to=150))
    one = table(1)
    assert one.session.snapshot.game is None
    follower.follow(one)
    game = one.session.snapshot.game
    assert (set(game.players), game.rules.id, game.rules.target) == ({"Ann", "Bob"}, "all-fives", 150)
    assert games(desk) == (one.session.snapshot.game_id,)


def test_all_matches_of_a_round_begin_in_one_step(begun, table, hall, clock):
    """Eighty steps, each told to every page of the hall, kept the desk from its work for seconds after a draw."""
    begun(entries=8)
    told = []
    desk = TournamentDesk(hall, lambda: told.append(len(desk.tournament.games)), now=clock)
    tables = [table(number) for number in range(1, 5)]
    TableFollower(desk, hall).follow(*tables)
    assert told == [4]
    assert {place.table: games for place, games in desk.tournament.games.items()} == {
        each.number: (each.session.snapshot.game_id,) for each in tables
    }


def test_a_match_begins_once_the_record_can_be_reached_again(desk, begun, table, follower, monkeypatch):
    begun(entries=4)
    one, two = table(1), table(2)

    def refuse(*_):
        raise StoreError("the database is away")

    with monkeypatch.context() as patched:
        patched.setattr(desk, "tell_games", refuse)
        follower.follow(one, two)
    assert [one.trouble, two.trouble] == ["the database is away"] * 2
    follower.follow(one, two)
    assert [one.trouble, two.trouble] == ["", ""]
    assert desk.tournament.games == {
        MatchPlace(1, 1, each.number): (each.session.snapshot.game_id,) for each in (one, two)
    }


def test_a_table_without_a_match_is_left_alone(begun, table, follower, start):
    begun(entries=2)
    other = table(2)
    other.session.start_game(start())
    follower.follow(other)
    assert other.session.snapshot.game.players == ("Ann", "Bob")
    assert follower.desk.tournament.games == {}


def test_a_result_is_told_once_however_often_the_table_is_followed(desk, begun, table, follower, hall, clock):
    begun(entries=2)
    one = table(1)
    follower.follow(one)
    one.play(61, 40)
    for _ in range(3):
        follower.follow(one)
    record = len(desk.tournament.record)
    known = verdict(desk.tournament, FIRST)
    points = (61, 40) if one.players[0] == "Ann" else (40, 61)
    first = desk.tournament.rounds[-1].meetings[0].sides[0]
    expected = points if first == (1,) else points[::-1]
    assert (known.status, known.result) == (Status.TOLD, Result((expected,)))
    again = TournamentDesk(hall, now=clock)
    TableFollower(again, hall).follow(table(1))
    assert len(again.tournament.record) == record


def test_a_game_that_was_begun_before_the_process_died_is_taken_up(desk, begun, table, follower, monkeypatch):
    begun(entries=2)
    with monkeypatch.context() as patched:
        patched.setattr(desk, "tell_games", lambda *_: None)
        follower.follow(table(1))
    one = table(1)
    number = one.session.snapshot.game_id
    follower.follow(one)
    assert games(desk) == (number,)
    assert one.session.snapshot.game_id == number


@pytest.fixture(params=["the round is drawn anew", "another tournament begins"])
def others_meet(request, desk, begun, clock):
    """A minute later the desk makes others meet at table 1."""

    def meet():
        clock.time += 60
        if "another" in request.param:
            begun(entries=6)
        else:
            desk.strike_round((1, 1), "Pat", "Dee was not here")
            desk.tell(Withdrawn(4))
            desk.draw_round()

    return meet


def test_what_a_table_does_in_a_match_is_not_taken_for_that_of_others_who_meet_there_meanwhile(
    desk, begun, table, follower, others_meet, monkeypatch
):
    """A game that the table was about to begin was recorded as that of the next tournament, whose match then hung."""
    begun(entries=4)
    one = table(1)
    start_game = one.session.start_game
    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(one.session, "start_game", lambda started: (start_game(started), others_meet()))
        follower.follow(one)
    assert games(desk) == ()
    follower.follow(one)
    assert games(desk) == (one.session.snapshot.game_id,)
    assert one.session.snapshot.game.record[0] == game_for(desk.tournament, FIRST)


def test_a_result_that_is_told_too_late_is_not_that_of_others(desk, begun, table, follower, others_meet):
    begun(entries=4)
    one = table(1)
    follower.follow(one)
    then = desk.tournament
    others_meet()
    desk.tell_recorded(then, FIRST, Result(((61, 40),)))
    assert verdict(desk.tournament, FIRST).status is Status.OPEN


def test_another_game_that_people_begin_there_is_left_alone(desk, begun, table, follower, start):
    begun(entries=2)
    one = table(1)
    follower.follow(one)
    one.session.start_game(start("muggins", "Zoe Yan"))
    follower.follow(one)
    assert one.session.snapshot.game.players == ("Zoe", "Yan")
    assert len(games(desk)) == 1


def test_a_match_whose_game_was_deleted_begins_anew(desk, begun, table, follower):
    begun(entries=2)
    one = table(1)
    follower.follow(one)
    one.session.delete_game(one.session.snapshot.game_id)
    follower.follow(one)
    assert one.session.snapshot.game_id == games(desk)[-1]
    assert len(games(desk)) == 2


def test_a_correction_at_the_table_after_the_result_reaches_the_desk(desk, begun, table, follower):
    begun(entries=2, confirmation="one")
    one = table(1)
    follower.follow(one)
    one.play(61, 40)
    follower.follow(one)
    assert verdict(desk.tournament, FIRST).stands
    one.session.undo()
    one.session.undo()
    one.session.undo()
    follower.follow(one)
    assert verdict(desk.tournament, FIRST).recorded is None
    one.play(30, 65)
    follower.follow(one)
    known = verdict(desk.tournament, FIRST)
    assert known.stands
    assert sorted(known.recorded.games[0]) == [30, 65]
    assert known.needs_desk


def test_the_best_of_three_goes_on_at_the_same_table(desk, begun, table, follower, clock, monkeypatch):
    begun(entries=2, match=MatchFormat(to=61, best_of=3))
    monkeypatch.setattr("muggins.webapp.session.store.time.time", clock)
    one = table(1)
    follower.follow(one)
    one.play(61, 40)
    assert follower.follow(one) == GRACE_SECONDS
    assert len(games(desk)) == 1
    clock.time += GRACE_SECONDS
    follower.follow(one)
    assert len(games(desk)) == 2
    assert one.session.snapshot.game.winner is None
    one.play(61, 12)
    follower.follow(one)
    assert sorted(map(sorted, verdict(desk.tournament, FIRST).result.games)) == [[12, 61], [40, 61]]
    clock.time += GRACE_SECONDS
    follower.follow(one)
    assert len(games(desk)) == 2


def test_a_number_of_hands(desk, begun, table, follower):
    begun(entries=2, match=MatchFormat(hands=1))
    one = table(1)
    follower.follow(one)
    one.play(10, 5)
    follower.follow(one)
    assert verdict(desk.tournament, FIRST).result is None
    one.end()
    follower.follow(one)
    assert sorted(verdict(desk.tournament, FIRST).result.games[0]) == [5, 10]


def test_a_match_by_the_clock_ends_with_the_last_hand(desk, begun, table, follower, clock):
    begun(entries=2, match=BY_CLOCK)
    one = table(1)
    assert follower.follow(one) is None
    desk.start_clock()
    assert follower.follow(one) == 25 * 60
    one.play(30, 20)
    one.end()
    follower.follow(one)
    assert verdict(desk.tournament, FIRST).result is None
    assert one.session.snapshot.notice == ""
    clock.time += 26 * 60
    assert follower.follow(one) == 4 * 60
    assert str(one.session.snapshot.notice) == "The last hand comes within 5 minutes"
    one.session.tell(Play(one.players[1], Tile(2, 1)))
    clock.time += 5 * 60
    follower.follow(one)
    assert str(one.session.snapshot.notice) == LAST_HAND
    assert verdict(desk.tournament, FIRST).result is None
    one.end()
    follower.follow(one)
    assert sorted(verdict(desk.tournament, FIRST).result.games[0]) == [20, 30]


def test_a_table_with_more_time_plays_on_and_a_clock_that_is_paused_calls_nobody(desk, begun, table, follower, clock):
    begun(entries=4, match=BY_CLOCK)
    one, two = table(1), table(2)
    for each in (one, two):
        follower.follow(each)
    desk.start_clock()
    desk.tell(ClockExtended(1, 1, 10, 2))
    clock.time += 20 * 60
    desk.tell(ClockPaused(1, 1))
    assert follower.follow(one) is None
    clock.time += 60 * 60
    desk.tell(ClockResumed(1, 1))
    clock.time += 10 * 60
    follower.follow(one)
    assert follower.follow(two) == 5 * 60
    assert [str(each.session.snapshot.notice) for each in (one, two)] == [LAST_HAND, ""]


def test_between_hands_the_call_ends_the_match_at_once(desk, begun, table, follower):
    begun(entries=2, match=BY_CLOCK)
    one = table(1)
    follower.follow(one)
    one.play(30, 20)
    one.end()
    desk.call_last_hand()
    follower.follow(one)
    assert verdict(desk.tournament, FIRST).result is not None


def test_a_hand_that_is_begun_after_the_last_hand_was_called_does_not_count(desk, begun, table, follower, clock):
    begun(entries=2, match=BY_CLOCK)
    one = table(1)
    follower.follow(one)
    desk.start_clock()
    one.play(30, 20)
    clock.time += 31 * 60
    one.end()
    one.play(10, 60)
    follower.follow(one)
    assert sorted(verdict(desk.tournament, FIRST).result.games[0]) == [20, 30]
    one.end()
    follower.follow(one)
    assert sorted(verdict(desk.tournament, FIRST).result.games[0]) == [20, 30]


def test_the_hand_in_play_when_the_desk_calls_the_last_hand_counts_to_its_end(desk, begun, table, follower, clock):
    begun(entries=2, match=BY_CLOCK)
    one = table(1)
    follower.follow(one)
    one.play(30, 20)
    desk.call_last_hand()
    clock.time += 60
    one.session.tell(Score(one.players[0], 5))
    one.end()
    follower.follow(one)
    assert sum(verdict(desk.tournament, FIRST).result.games[0]) == 55


def test_an_even_match_of_an_elimination_goes_on_until_a_hand_decides_it(desk, begun, table, follower, clock):
    """It stood 10:10 after the only hand, and new games began every 20 s, of which no result was ever told."""
    begun(entries=2, pairing="bracket", match=MatchFormat(hands=1))
    one = table(1)
    follower.follow(one)
    for _ in range(2):
        one.play(10, 10)
        assert follower.follow(one) is None
        assert one.session.snapshot.notice == ""
        one.end()
        follower.follow(one)
        clock.time += GRACE_SECONDS
        follower.follow(one)
        assert str(one.session.snapshot.notice) == ANOTHER_HAND
        assert (verdict(desk.tournament, FIRST).result, len(games(desk)), one.trouble) == (None, 1, "")
    one.play(5, 0)
    one.end()
    follower.follow(one)
    assert sorted(verdict(desk.tournament, FIRST).result.games[0]) == [20, 25]
    assert one.session.snapshot.notice == ""


def test_elsewhere_an_even_match_is_drawn(desk, begun, table, follower):
    begun(entries=2, match=MatchFormat(hands=1))
    one = table(1)
    follower.follow(one)
    one.play(10, 10)
    one.end()
    follower.follow(one)
    assert verdict(desk.tournament, FIRST).result == Result(((10, 10),))


def test_each_game_of_an_elimination_is_played_until_one_side_is_ahead(
    desk, begun, table, follower, clock, monkeypatch
):
    begun(entries=2, pairing="bracket", match=MatchFormat(hands=1, best_of=3))
    monkeypatch.setattr("muggins.webapp.session.store.time.time", clock)
    one = table(1)
    follower.follow(one)
    for hands in ([(10, 10), (0, 5)], [(5, 0)], [(0, 0), (15, 15), (0, 10)]):
        for points in hands:
            one.play(*points)
            one.end()
            follower.follow(one)
        clock.time += GRACE_SECONDS
        follower.follow(one)
    assert len(games(desk)) == 3
    assert verdict(desk.tournament, FIRST).result.games in (
        ((10, 15), (5, 0), (15, 25)),
        ((15, 10), (0, 5), (25, 15)),
    )


def test_an_even_match_of_an_elimination_goes_on_though_its_time_is_up(desk, begun, table, follower, clock):
    begun(entries=2, pairing="bracket", match=BY_CLOCK)
    one = table(1)
    follower.follow(one)
    one.play(30, 30)
    desk.call_last_hand()
    follower.follow(one)
    assert str(one.session.snapshot.notice) == LAST_HAND
    clock.time += 60
    one.end()
    follower.follow(one)
    assert str(one.session.snapshot.notice) == ANOTHER_HAND
    one.play(5, 0)
    assert follower.follow(one) is None
    assert str(one.session.snapshot.notice) == LAST_HAND
    one.end()
    one.play(0, 90)
    follower.follow(one)
    assert sorted(verdict(desk.tournament, FIRST).result.games[0]) == [30, 35]
    assert one.trouble == ""


def test_one_game_each_when_the_time_is_up_is_decided_by_a_hand_of_the_next(desk, begun, table, follower, clock):
    begun(entries=2, pairing="bracket", match=MatchFormat(to=61, best_of=3, minutes=60))
    one = table(1)
    follower.follow(one)
    one.play(61, 40)
    clock.time += GRACE_SECONDS
    follower.follow(one)
    one.play(0, 61)
    desk.call_last_hand()
    follower.follow(one)
    assert (verdict(desk.tournament, FIRST).result, str(one.session.snapshot.notice)) == (None, ANOTHER_HAND)
    clock.time += GRACE_SECONDS
    follower.follow(one)
    assert len(games(desk)) == 3
    one.play(5, 0)
    one.end()
    follower.follow(one)
    assert sorted(verdict(desk.tournament, FIRST).result.games[2]) == [0, 5]


def test_a_table_whose_first_hand_began_after_the_last_was_called_waits_for_the_desk(
    desk, begun, table, follower, clock
):
    begun(entries=2, match=BY_CLOCK)
    one = table(1)
    follower.follow(one)
    desk.call_last_hand()
    clock.time += 60
    one.play(10, 5)
    one.end()
    follower.follow(one)
    assert str(one.trouble).startswith("no hand was begun at table 1 before the last hand was called")


def test_no_more_games_begin_than_a_match_has(desk, begun, table, follower, start):
    """The players had begun another game at the table before theirs was over, and deleted that."""
    begun(entries=2)
    one = table(1)
    follower.follow(one)
    one.session.start_game(start("muggins", "Zoe Yan"))
    one.session.delete_game(one.session.snapshot.game_id)
    follower.follow(one)
    assert len(games(desk)) == 1
    assert str(one.trouble).startswith("the match at table 1 has one game, and that is not over")


def test_why_a_table_tells_no_result_is_said_once(desk, begun, table, hall):
    begun(entries=2, match=MatchFormat(hands=1))
    changed = []
    follower = TableFollower(desk, hall, on_trouble=changed.append)
    one = table(1)
    follower.follow(one)
    one.play(10, 5)
    one.session.tell(HandEnd({one.players[0]: (), one.players[1]: None}))
    for _ in range(2):
        follower.follow(one)
    assert str(one.trouble) == "table 1 has yet to say which tiles were left in a hand"
    assert changed == [1]
    end = len(one.session.snapshot.game.record)
    one.session.tell(Correct(end, HandEnd({one.players[0]: (), one.players[1]: (Tile(0, 0),)})))
    follower.follow(one)
    assert (one.trouble, changed) == ("", [1, 1])


@pytest.mark.parametrize("by_whom", ["Ann", "Bob"])
def test_a_substitute_plays_on_in_the_game_that_has_begun(desk, begun, table, follower, clock, by_whom):
    """The record bore the name of who had left, so a game began under the new one, and no result was ever told."""
    begun(entries=2)
    one = table(1)
    follower.follow(one)
    desk.tell(Substituted(1 if by_whom == "Ann" else 2, by_whom, "Zoe"))
    one.play(61, 40)
    for _ in range(2):
        follower.follow(one)
        clock.time += GRACE_SECONDS
    assert (len(games(desk)), one.trouble) == (1, "")
    assert verdict(desk.tournament, FIRST).result == Result(((61, 40),))


def test_a_substitute_comes_between_two_games_of_a_match(desk, begun, table, follower, clock, monkeypatch):
    begun(entries=2, match=MatchFormat(to=61, best_of=3))
    monkeypatch.setattr("muggins.webapp.session.store.time.time", clock)
    one = table(1)
    follower.follow(one)
    first, second = one.players
    one.play(61, 40)
    desk.tell(Substituted(1 if first == "Ann" else 2, first, "Zoe"))
    clock.time += GRACE_SECONDS
    follower.follow(one)
    assert one.players == ("Zoe", second)
    one.play(0, 61)
    desk.tell(Substituted(1 if first == "Ann" else 2, "Zoe", first))
    clock.time += GRACE_SECONDS
    follower.follow(one)
    assert one.players == (first, second)
    one.play(61, 12)
    follower.follow(one)
    assert verdict(desk.tournament, FIRST).result == Result(((61, 40), (0, 61), (61, 12)))
    assert (len(games(desk)), one.trouble) == (3, "")


def test_a_substitution_that_was_struck_leaves_the_game_that_began_under_it(desk, begun, table, follower):
    begun(entries=2)
    desk.tell(Substituted(1, "Ann", "Zoe"))
    one = table(1)
    follower.follow(one)
    desk.tell(Struck(len(desk.tournament.record) - 1, by="Pat", why="Ann is back"))
    one.play(61, 40)
    follower.follow(one)
    assert verdict(desk.tournament, FIRST).result == Result(((61, 40),))


def test_a_game_of_others_is_no_result_of_the_match(desk, begun, table, follower, start):
    begun(entries=2)
    one = table(1)
    one.session.start_game(start("five-up", "Zoe Yan"))
    desk.tell_games([(desk.tournament, FIRST, one.session.snapshot.game_id)])
    follower.follow(one)
    assert str(one.trouble).startswith("the record of table 1 is of Zoe, Yan, but ")
    assert len(games(desk)) == 1


def test_the_next_round_begins_at_the_table_once_the_result_stands(desk, begun, table, follower):
    begun(entries=2, pairing="round-robin", rounds=2, confirmation="both")
    one = table(1)
    follower.follow(one)
    one.play(61, 40)
    desk.draw_round()
    follower.follow(one)
    assert one.session.snapshot.game.winner is not None
    result = verdict(desk.tournament, FIRST).result
    desk.tell_result(FIRST, result, side=1)
    desk.tell_result(FIRST, result, side=2)
    follower.follow(one)
    assert one.session.snapshot.game.winner is None
    assert desk.tournament.games[MatchPlace(1, 2, 1)] == (one.session.snapshot.game_id,)


def test_what_keeps_a_table_from_its_match_is_said(desk, begun, table, follower):
    begun(entries=2, match=MatchFormat(rules="jamaican"))
    one = table(1)
    follower.follow(one)
    assert one.trouble


@pytest.mark.parametrize("rules", ["five-up", "fives-and-threes-league"])
def test_who_sits_where_is_as_the_round_says(desk, begun, table, follower, rules):
    begun(entries=2, match=MatchFormat(rules=rules))
    one = table(1)
    follower.follow(one)
    started = one.session.snapshot.game.record[0]
    assert isinstance(started, GameStarted)
    meeting = desk.tournament.rounds[-1].meetings[0]
    assert [desk.tournament.side_name(side) for side in meeting.sides] == list(started.players)
