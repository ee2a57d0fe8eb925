"""Swiss rounds: nobody meets twice while that can be avoided, one bye each at most, clubs apart, scores close."""

from random import Random

import pytest
from random_tournaments import Director
from slow_standings import Sheet
from tournament_story import begun, pairs_of, stages_line, tell

from muggins.webapp.hall.pairing import swiss
from muggins.webapp.hall.pairing.draw import next_round
from muggins.webapp.hall.pairing.field import History
from muggins.webapp.hall.tournament.events import RoundPaired, TournamentError
from muggins.webapp.hall.tournament.formats import Scoring
from muggins.webapp.hall.tournament.standings import standings


def favourites_win(tournament, rounds):
    """The tournament after rounds in which the lower number always wins 61 to 40."""
    for _ in range(rounds):
        tournament = tell("pair", tournament=tournament)
        for meeting in tournament.rounds[-1].meetings:
            points = "61:40" if meeting.sides[0] < meeting.sides[1] else "40:61"
            tournament = tell(f"table {meeting.table}: sides say {points}", tournament=tournament)
    return tournament


def all_pairings(numbers):
    """Every way to pair numbers off; with an odd number one of them is paired with 0."""
    if not numbers:
        yield []
        return
    first, *others = numbers if len(numbers) % 2 == 0 else [0, *numbers]
    for other in others:
        for rest in all_pairings([number for number in others if number != other]):
            yield [(first, other), *rest]


def faults_of(pairs, history):
    """Second meetings and second byes of a pairing, as `all_pairings` gives it."""
    meetings = sum(history.met(*pair) for pair in pairs if 0 not in pair)
    return meetings, sum(history.byes[max(pair)] for pair in pairs if 0 in pair)


def test_the_first_round_is_drawn_by_lot_and_can_be_drawn_again():
    first = next_round(begun(entries=16))
    assert next_round(begun(entries=16)) == first
    assert next_round(begun(entries=16, lot=1)) != first


def test_winners_meet_winners():
    tournament = tell("pair", tournament=favourites_win(begun(entries=8), 1))
    wins = dict.fromkeys(tournament.entries, 0)
    for meeting in tournament.rounds[0].meetings:
        wins[min(meeting.entries)] += 1
    assert all(wins[one] == wins[other] for (one,), (other,) in (each.sides for each in tournament.rounds[1].meetings))


def test_clubs_are_apart_in_the_first_rounds():
    """Two clubs of four: in the first two rounds nobody meets their own, in the third some do."""
    lines = [f"enter {number} P{number} of {'Crown' if number < 5 else 'Anchor'}" for number in range(1, 9)]
    started = tell(
        '{"event": "tournament", "name": "Cup", "stages": [{"name": "Swiss", "pairing": "swiss", "rounds": 3}]}',
        *lines,
        "here 1 2 3 4 5 6 7 8",
        "begin",
    )
    tournament = favourites_win(started, 3)
    own = [
        sum((one < 5) == (other < 5) for (one,), (other,) in (meeting.sides for meeting in each.meetings))
        for each in tournament.rounds
    ]
    assert own[:2] == [0, 0]
    assert own[2] > 0


def test_over_five_rounds_each_of_five_has_one_bye():
    tournament = favourites_win(begun(entries=5, rounds=5), 5)
    byes = [each.byes[0] for each in tournament.rounds]
    assert sorted(byes) == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("entries", range(2, 9))
def test_no_pairing_has_fewer_second_meetings_and_second_byes(entries):
    """In small fields over many rounds neither can be avoided; compared with all pairings that there are."""
    lot = Random(entries)
    tournament = begun(entries=entries, rounds=12)
    for _ in range(12):
        history = History.of(tournament.rounds)
        best = min(faults_of(pairs, history) for pairs in all_pairings(list(tournament.entries)))
        tournament = tell("pair", tournament=tournament)
        drawn = tournament.rounds[-1]
        pairs = [(meeting.sides[0][0], meeting.sides[1][0]) for meeting in drawn.meetings]
        assert faults_of([*pairs, *((0, number) for number in drawn.byes)], history) == best
        for meeting in drawn.meetings:
            points = lot.choice(["61:40", "40:61"])
            tournament = tell(f"table {meeting.table}: sides say {points}", tournament=tournament)


def test_a_fault_that_could_be_avoided_would_be_found():
    """The random tournaments are worth something: they see a second meeting that need not be."""
    tournament = favourites_win(begun(entries=6), 1)
    director = Director(Random(1), tournament, Sheet())
    with pytest.raises(AssertionError):
        director.examine(RoundPaired(1, 2, tournament.rounds[0].meetings))


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_pairs_that_stand_near_each_other_cost_no_more_than_all(seed, monkeypatch):
    """Only near pairs are looked at first, as all of 160 players took over a second."""
    tournament, lot = begun(entries=60, rounds=5, lot=seed), Random(seed)
    for _ in range(4):
        tournament = tell("pair", tournament=tournament)
        for meeting in tournament.rounds[-1].meetings:
            points = lot.choice(["61:40", "40:61"])
            tournament = tell(f"table {meeting.table}: sides say {points}", tournament=tournament)
    near = next_round(tournament)
    monkeypatch.setattr(swiss, "NEAR", 60)
    assert next_round(tournament) == near


def test_seeds_meet_the_lower_half_in_the_first_round():
    """By seed, then by rating: 1 is the best, 4 and 3 have no seed."""
    lines = ['{"event": "entry", "number": 1, "players": ["A"], "seed": 2}']
    lines += ['{"event": "entry", "number": 2, "players": ["B"], "seed": 1}']
    lines += [f'{{"event": "entry", "number": {n}, "players": ["P{n}"], "rating": {1000 + n}}}' for n in (3, 4, 5)]
    stage = {"name": "Swiss", "pairing": "swiss", "rounds": 3, "first_round": "halves"}
    tournament = tell(stages_line(stage), *lines, "here 1 2 3 4 5", "begin", "pair")
    assert tournament.seeds == ((2, 1, 5, 4, 3),)
    assert pairs_of(tournament.rounds[0]) == "2-5 1-4"
    assert tournament.rounds[0].byes == (3,)


def test_who_is_kept_apart_does_not_meet():
    first = next_round(begun(entries=4))
    (one,), (other,) = first.meetings[0].sides
    apart = tell(f'{{"event": "apart", "entries": [{one}, {other}]}}', tournament=begun(entries=4))
    assert {one, other} not in [set(meeting.entries) for meeting in next_round(apart).meetings]


def test_who_asks_not_to_play_has_half_a_win_and_no_opponent():
    scoring = {"scoring": Scoring(asked_bye=1)}
    tournament = tell(
        '{"event": "bye", "stage": 1, "round": 1, "entry": 4}', "pair", tournament=begun(entries=5, **scoring)
    )
    drawn = tournament.rounds[0]
    assert (drawn.asked, drawn.byes, len(drawn.meetings)) == ((4,), (), 2)
    assert {row.tally.entry: row.tally.match_points for row in standings(tournament, 1)}[4] == 1
    with pytest.raises(TournamentError, match="round 1 has been drawn already"):
        tell('{"event": "bye", "stage": 1, "round": 1, "entry": 5}', tournament=tournament)


def test_who_comes_late_has_points_for_the_rounds_that_were_missed():
    tournament = favourites_win(begun(entries=4, scoring=Scoring(missed=1)), 2)
    late = tell("enter 9 Zoe", "here 9", "pair", tournament=tournament)
    assert {row.tally.entry: row.tally.match_points for row in standings(late, 1)}[9] == 2 + 2 * late.rounds[
        -1
    ].byes.count(9)


def test_who_cannot_move_always_plays_at_one_table():
    tournament = tell('{"event": "fixed_table", "entry": 3, "table": 5}', "pair", tournament=begun(entries=6))
    assert 3 in tournament.rounds[0].meeting_at(5).entries
    assert sorted(meeting.table for meeting in tournament.rounds[0].meetings) == [1, 2, 5]


def test_results_come_first():
    tournament = tell("pair", "table 2: sides say 61:40", tournament=begun(entries=6))
    with pytest.raises(TournamentError, match="tables 1, 3 have no result yet in round 1: wait for them, or enter"):
        next_round(tournament)


def test_the_stage_ends_after_its_rounds():
    with pytest.raises(TournamentError, match="Only is over after 1 rounds; no other is paired"):
        next_round(favourites_win(begun(entries=2, rounds=1), 1))


def test_a_field_of_one_cannot_be_paired():
    with pytest.raises(TournamentError, match="two entries that have checked in; there are 1"):
        next_round(tell("withdraw 2", tournament=begun(entries=2)))


def test_too_few_tables():
    with pytest.raises(TournamentError, match="the round needs 3 tables and 2 are in use: add tables"):
        next_round(tell("tables 4 9", tournament=begun(entries=6)))


def test_tables_keep_their_numbers():
    drawn = next_round(tell("tables 4 9", tournament=begun(entries=4)))
    assert [meeting.table for meeting in drawn.meetings] == [4, 9]


def test_a_later_stage_takes_nobody_who_comes_late():
    swiss = {"pairing": "swiss", "rounds": 1, "match": {"to": 61}}
    stages = [{"name": "One", **swiss}, {"name": "Two", "takes": 2, **swiss}]
    tournament = tell(stages_line(*stages), *(f"enter {n} P{n}" for n in range(1, 5)), "here 1 2 3 4", "begin", "pair")
    tournament = tell("table 1: sides say 61:0", "table 2: sides say 61:1", "begin", tournament=tournament)
    late = tell("enter 9 Zoe", "here 9", tournament=tournament)
    assert pairs_of(next_round(late)) in ("-".join(map(str, pair)) for pair in (late.seeds[1], late.seeds[1][::-1]))


def test_the_lowest_has_the_bye():
    tournament = tell("pair", tournament=favourites_win(begun(entries=5), 1))
    first, second = tournament.rounds
    assert second.byes == (max(number for number in range(1, 6) if number not in (1, *first.byes)),)
