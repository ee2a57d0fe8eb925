"""Standings: each metric alone, ties, byes, matches given up, and what the desk sets by hand."""

import pytest
from tournament_story import begun, stages_line, tell

from muggins.webapp.hall.tournament.events import Meeting, RoundPaired
from muggins.webapp.hall.tournament.formats import MatchFormat, Scoring
from muggins.webapp.hall.tournament.standings import final_places, standings


def played(*rounds, **stage):
    """A round robin whose rounds are told as "1-2 61:40; 3-4 50:61" or "1 free"."""
    tournament = begun("round-robin", **stage)
    for number, text in enumerate(rounds, 1):
        told = [game.split(" ", 1) for game in text.split("; ")]
        games = [(pair.split("-"), result) for pair, result in told if result != "free"]
        meetings = (Meeting(table, ((int(one),), (int(other),))) for table, ((one, other), _) in enumerate(games, 1))
        byes = tuple(int(who) for who, what in told if what == "free")
        tournament = tell(RoundPaired(1, number, tuple(meetings), byes), tournament=tournament)
        results = (f"table {table}: sides say {result}" for table, (_, result) in enumerate(games, 1))
        tournament = tell(*results, tournament=tournament)
    return tournament


def order(tournament):
    """The entries in order, those that share a place joined by =."""
    places = {}
    for row in standings(tournament, 1):
        places.setdefault(row.rank, []).append(str(row.tally.entry))
    return " ".join("=".join(group) for group in places.values())


def amounts(tournament, name):
    """A metric of each entry."""
    return {row.tally.entry: getattr(row.tally, name) for row in standings(tournament, 1)}


@pytest.mark.parametrize(
    ("metrics", "expected"),
    [
        (("wins",), "1=3 2=4"),
        (("wins", "difference"), "1 3 4 2"),
        (("points_for",), "3 1 4 2"),
        (("wins", "points_for"), "3 1 4 2"),
        (("difference",), "1 3 4 2"),
    ],
)
def test_the_organiser_chooses_what_counts(metrics, expected):
    assert order(played("1-2 61:30; 3-4 66:60", metrics=metrics)) == expected


def test_head_to_head_where_two_tie():
    """1 and 2 have two wins each, 3 and 4 one. 1 beat 2, and 3 beat 4, though by less than they lost to others."""
    rounds = ("1-2 61:60; 3-4 61:60", "1-3 61:60; 2-4 61:0", "4-1 61:0; 2-3 61:0")
    assert order(played(*rounds, metrics=("wins", "difference"))) == "2 1 4 3"
    assert order(played(*rounds, metrics=("wins", "head_to_head"))) == "1 2 3 4"


def test_where_three_tie_the_matches_among_them_speak():
    """1, 2 and 3 have two wins each; among them 1 won twice, 2 once. 4 and 5 have one win each and have not met."""
    rounds = ("1-2 61:0; 3-4 61:0", "1-3 61:0; 2-4 61:0", "2-3 61:0; 4-1 61:0", "5-1 61:0", "3-5 61:0")
    assert order(played(*rounds, entries=5, metrics=("wins", "head_to_head"))) == "1=2=3 4=5"
    assert order(played(*rounds, entries=5, metrics=("wins", "among_tied"))) == "1 2 3 4=5"


def test_a_circle_tells_nobody_apart():
    rounds = ("1-2 61:0", "2-3 61:0", "3-1 61:0")
    assert order(played(*rounds, entries=3, metrics=("wins", "among_tied"))) == "1=2=3"


def test_entries_that_nothing_tells_apart_share_a_place():
    assert order(played("1-2 61:40; 3-4 61:40")) == "1=3 2=4"


def test_a_bye_is_a_win_without_points():
    tournament = played("1-2 61:40; 3 free", entries=3)
    assert amounts(tournament, "wins") == {1: 1, 2: 0, 3: 1}
    assert amounts(tournament, "points_for") == {1: 61, 2: 40, 3: 0}
    assert amounts(tournament, "played") == {1: 1, 2: 1, 3: 0}


def test_a_bye_may_be_worth_points():
    scoring = Scoring(bye_points=30)
    tournament = played("1-2 side 2 did not come; 3 free", entries=3, scoring=scoring)
    assert amounts(tournament, "points_for") == {1: 30, 3: 30, 2: 0}
    assert amounts(tournament, "difference") == {1: 30, 3: 30, 2: 0}


def test_who_does_not_come_loses():
    tournament = played("1-2 side 2 did not come; 3-4 neither side came")
    assert amounts(tournament, "match_points") == {1: 2, 2: 0, 3: 0, 4: 0}
    assert amounts(tournament, "losses") == {1: 0, 2: 1, 3: 1, 4: 1}


def test_a_draw_is_half_a_win():
    tournament = played("1-2 30:30", entries=2, match=MatchFormat(hands=4))
    assert amounts(tournament, "match_points") == {1: 1, 2: 1}
    assert amounts(tournament, "draws") == {1: 1, 2: 1}


def test_cribbage_clubs_give_three_for_a_skunk():
    match = MatchFormat(to=121, skunk=91)
    tournament = played("1-2 121:90; 3-4 121:91", match=match, scoring=Scoring(skunk=1), metrics=("match_points",))
    assert amounts(tournament, "match_points") == {1: 3, 3: 2, 2: 0, 4: 0}
    assert amounts(tournament, "skunks") == {1: 1, 3: 0, 2: 0, 4: 0}


def test_best_of_three():
    tournament = played("1-2 61:50, 40:61, 61:60", entries=2, match=MatchFormat(to=61, best_of=3), metrics=("games",))
    assert amounts(tournament, "games") == {1: 1, 2: -1}
    assert amounts(tournament, "points_for") == {1: 162, 2: 171}
    assert amounts(tournament, "wins") == {1: 1, 2: 0}


def test_the_match_points_of_all_opponents():
    tournament = played("1-2 61:40; 3-4 61:40", "2-3 61:40; 1-4 61:40", entries=5, metrics=("wins", "opponents"))
    assert amounts(tournament, "match_points") == {1: 4, 2: 2, 3: 2, 4: 0, 5: 0}
    assert amounts(tournament, "opponents") == {1: 2, 2: 6, 3: 2, 4: 6, 5: 0}


def test_only_results_that_stand_count():
    tournament = tell("pair", "table 1: side 1 says 61:40", tournament=begun(entries=2))
    assert amounts(tournament, "wins") == {1: 0, 2: 0}


def test_the_desk_takes_a_win_away():
    tournament = played("1-2 61:40; 3-4 61:41")
    assert order(tell("adjust 1 wins -1 because of a phone at the table", tournament=tournament)) == "3 1 4 2"


def test_the_desk_orders_places_by_hand():
    tournament = tell("order 4 1 because of a play-off", tournament=played("1-2 61:40; 3-4 61:41"))
    rows = [(row.rank, row.tally.entry, row.is_by_hand) for row in standings(tournament, 1)]
    assert rows == [(1, 4, True), (2, 3, False), (3, 1, True), (4, 2, False)]


def test_later_stages_count_first():
    stages = [
        {"name": "All", "pairing": "round-robin", "match": {"to": 61}},
        {"name": "Final", "pairing": "bracket", "takes": 2, "match": {"to": 61}},
    ]
    tournament = tell(
        *(stages_line(*stages), "enter 1 A", "enter 2 B", "enter 3 C", "here 1 2 3", "begin"),
        *("pair", "table 1: sides say 61:40", "pair", "table 1: sides say 61:20", "pair", "table 1: sides say 61:30"),
    )
    first = [row.tally.entry for row in standings(tournament, 1)]
    tournament = tell("begin", "pair", "table 1: sides say 40:61", tournament=tournament)
    final = [(row.rank, row.tally.entry) for row in final_places(tournament)]
    assert final == [(1, first[1]), (2, first[0]), (3, first[2])]


def test_who_goes_out_later_stands_higher():
    tournament = begun("bracket", entries=4)
    tournament = tell("pair", "table 1: sides say 61:0", "table 2: sides say 61:0", "pair", tournament=tournament)
    assert order(tell("table 1: sides say 0:61", tournament=tournament)) == "2 1 3=4"


def test_who_withdraws_from_an_elimination_went_out_then():
    tournament = begun("bracket", entries=4)
    told = ("pair", "table 1: sides say 61:0", "table 2: sides say 61:0", "withdraw 1")
    assert order(tell(*told, tournament=tournament)) == "2 1 3=4"
