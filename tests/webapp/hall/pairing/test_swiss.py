"""Swiss rounds: nobody meets twice while that can be avoided, one bye each at most, clubs apart, scores close."""

import sys
from random import Random

import pytest
import swiss_tournaments
from swiss_tournaments import Findings, examine, play_tournament
from tournament_story import begun, pairs_of, stages_line, tell

from muggins.webapp.hall.pairing.draw import next_round
from muggins.webapp.hall.pairing.field import History
from muggins.webapp.hall.tournament.events import RoundPaired, TournamentError


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


@pytest.mark.parametrize("seed", [1, 2])
def test_a_random_tournament_with_drop_outs_and_late_entries(seed):
    """`python tests/benchmarks/swiss_tournaments.py` plays 1,000 of 64 players."""
    findings = Findings()
    tournament = play_tournament(31, 5, seed, findings)
    assert findings.rounds == 5
    assert (findings.rematches, findings.second_byes, findings.avoidable) == (0, 0, 0)
    assert len({number for each in tournament.rounds for number in each.entries}) > 25


def test_a_fault_that_could_be_avoided_would_be_found():
    """The examination of simulated rounds is worth something: it sees a second meeting that need not be."""
    tournament = favourites_win(begun(entries=6), 1)
    again = tournament.rounds[0]
    findings = Findings()
    examine(tournament, RoundPaired(1, 2, again.meetings), findings)
    assert (findings.rematches, findings.avoidable) == (3, 1)


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


def test_a_simulation_that_is_stopped_says_what_it_found_so_far(monkeypatch, capsys):
    def play(players, rounds, seed, findings):
        if seed == 9:
            raise KeyboardInterrupt
        play_tournament(players, rounds, seed, findings)

    monkeypatch.setattr(swiss_tournaments, "play_tournament", play)
    monkeypatch.setattr(sys, "argv", ["simulate", "--seed", "8", "--players", "8", "--rounds", "3"])
    swiss_tournaments.main()
    said = capsys.readouterr().out.splitlines()
    assert said[:3] == [
        "stopped before the end",
        "1 tournaments of 8 players, 3 rounds",
        "second meetings 0, second byes 0, avoidable 0",
    ]
    assert said[-1].startswith("CPU seconds a round: median ")
