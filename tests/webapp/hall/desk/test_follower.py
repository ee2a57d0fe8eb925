"""Tables and tournament together: a round begins games at its tables, and what comes of them reaches the desk."""

import pytest

from muggins.scorer.events import GameStarted, Play, Score
from muggins.scorer.tiles import Tile
from muggins.webapp.hall.desk.follower import GRACE_SECONDS, TableFollower
from muggins.webapp.hall.desk.service import TournamentDesk
from muggins.webapp.hall.tournament.events import Result
from muggins.webapp.hall.tournament.formats import MatchFormat
from muggins.webapp.hall.tournament.results import Status, verdict
from muggins.webapp.hall.tournament.state import Place

FIRST = Place(1, 1, 1)
BY_CLOCK = MatchFormat(to=150, minutes=30, warning=25)


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
        patched.setattr(desk, "tell_game", lambda *_: None)
        follower.follow(table(1))
    one = table(1)
    number = one.session.snapshot.game_id
    follower.follow(one)
    assert games(desk) == (number,)
    assert one.session.snapshot.game_id == number


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
    assert str(one.session.snapshot.notice) == "Last hand: finish the hand in play; no other begins"
    assert verdict(desk.tournament, FIRST).result is None
    one.end()
    follower.follow(one)
    assert sorted(verdict(desk.tournament, FIRST).result.games[0]) == [20, 30]


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
    assert desk.tournament.games[Place(1, 2, 1)] == (one.session.snapshot.game_id,)


def test_what_keeps_a_table_from_its_match_is_said(desk, begun, table, follower):
    begun(entries=2, match=MatchFormat(rules="jamaican"))
    follower.follow(table(1))
    assert follower.troubles[1]


@pytest.mark.parametrize("rules", ["five-up", "fives-and-threes-league"])
def test_who_sits_where_is_as_the_round_says(desk, begun, table, follower, rules):
    begun(entries=2, match=MatchFormat(rules=rules))
    one = table(1)
    follower.follow(one)
    started = one.session.snapshot.game.record[0]
    assert isinstance(started, GameStarted)
    meeting = desk.tournament.rounds[-1].meetings[0]
    assert [desk.tournament.side_name(side) for side in meeting.sides] == list(started.players)
