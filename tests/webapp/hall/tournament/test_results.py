"""Results: which are possible, when they stand, and what a table's own record comes to."""

from dataclasses import replace

import pytest
from notation import game_of
from tournament_story import begun, result_of, tell

from muggins.scorer.events import HandEnd, HandStarted, Play, Score
from muggins.scorer.game import Game
from muggins.scorer.tiles import Tile
from muggins.webapp.hall.tournament.events import DoubtfulError, Result, TournamentError
from muggins.webapp.hall.tournament.formats import MatchFormat, Stage
from muggins.webapp.hall.tournament.results import (
    Status,
    check_likely,
    check_result,
    game_for,
    meetings_without_result,
    result_of_games,
    verdict,
    winner,
)
from muggins.webapp.hall.tournament.state import MatchPlace

FIRST = MatchPlace(1, 1, 1)
BY_CLOCK = MatchFormat(to=150, minutes=30)


def match_of(*lines, **stage):
    """What is known of the only match of a round after these lines."""
    return verdict(tell("pair", *lines, tournament=begun(entries=2, **stage)), FIRST)


@pytest.mark.parametrize(
    ("match", "result"),
    [
        (MatchFormat(to=61), "61:60"),
        (MatchFormat(to=61), "40:66"),
        (MatchFormat(to=61), "side 2 did not come"),
        (MatchFormat(to=61), "neither side came"),
        (MatchFormat(to=61, is_capped=True), "61:60"),
        (MatchFormat(to=61, best_of=3), "61:50, 61:50"),
        (MatchFormat(to=61, best_of=3), "61:50, 50:61, 61:50"),
        (MatchFormat(hands=4), "30:30"),
        (BY_CLOCK, "120:90"),
        (BY_CLOCK, "90:90"),
        (MatchFormat(to=61, best_of=3, minutes=60), "61:50"),
    ],
)
def test_possible_results(match, result):
    stage = Stage(name="A", pairing="swiss", match=match)
    check_result(stage, result_of(result))
    check_likely(stage, result_of(result))


@pytest.mark.parametrize(
    ("match", "result", "said"),
    [
        (MatchFormat(to=61), "60:40", "a game goes to 61; nobody has more than 60"),
        (MatchFormat(to=61), "61:61", "a game has one winner, not 61 to 61"),
        (MatchFormat(to=61), "66:61", "only the winner reaches 61, not both"),
        (MatchFormat(to=61), "61:50, 61:50", "at most 1 games here, not 2"),
        (MatchFormat(to=61, is_capped=True), "66:60", "points beyond 61 do not count: write 61, not 66"),
        (MatchFormat(to=61, best_of=3), "61:50", "wins the match with 2 games; none has as many"),
        (MatchFormat(to=61, best_of=3), "61:50, 61:50, 61:50", "won after 2 games; no other follows"),
        (MatchFormat(hands=4), "30:-5", "points are 0 or more, not -5"),
    ],
)
def test_impossible_results(match, result, said):
    games = tuple(tuple(map(int, game.split(":"))) for game in result.split(", "))
    with pytest.raises(TournamentError, match=said):
        check_result(Stage(name="A", pairing="swiss", match=match), Result(games))


@pytest.mark.parametrize(
    ("match", "result", "said"),
    [
        (MatchFormat(to=61, minutes=45), "611:40", "611 points are far more than a game here has"),
        (MatchFormat(to=61, minutes=45), "999999:0", "999999 points"),
        (MatchFormat(to=61, minutes=45), "61:61", "only the winner reaches 61, not both sides"),
        (MatchFormat(to=61, minutes=45), "0:0", "nobody has a point"),
        (MatchFormat(to=61), "611:40", "611 points"),
        (MatchFormat(hands=4), "999999:0", "999999 points"),
        (MatchFormat(rules="all-fives"), "15:10", "a game goes to 200; nobody has more than 15"),
    ],
)
def test_results_that_are_asked_about(match, result, said):
    stage = Stage(name="A", pairing="swiss", match=match)
    check_result(stage, result_of(result))
    with pytest.raises(DoubtfulError, match=said):
        check_likely(stage, result_of(result))


@pytest.mark.parametrize(
    ("result", "said"),
    [(Result(), "names the points of both sides"), (Result(forfeit=(1, 1)), "gives a match up once")],
)
def test_a_result_without_content(result, said):
    with pytest.raises(TournamentError, match=said):
        check_result(Stage(name="A", pairing="swiss"), result)


def test_somebody_goes_on_in_an_elimination():
    with pytest.raises(TournamentError, match="the match is even, so play another hand"):
        check_result(Stage(name="A", pairing="bracket", match=BY_CLOCK), result_of("90:90"))


@pytest.mark.parametrize(
    ("result", "side"),
    [
        *(("61:40", 1), ("40:61", 2), ("30:30", None), ("61:0, 0:61, 40:61", 2)),
        *(("side 1 did not come", 2), ("side 2 did not come", 1), ("neither side came", None)),
    ],
)
def test_the_winner(result, side):
    assert winner(result_of(result)) == side


def test_both_sides_confirm():
    known = match_of("table 1: side 1 says 61:40")
    assert (known.status, known.missing, known.stands) == (Status.TOLD, (2,), False)
    known = match_of("table 1: sides say 61:40")
    assert (known.status, known.result, known.stands) == (Status.CONFIRMED, result_of("61:40"), True)


def test_the_record_of_the_table_is_confirmed_too():
    known = match_of("table 1: record says 61:40")
    assert (known.status, known.result, known.missing) == (Status.TOLD, result_of("61:40"), (1, 2))


def test_at_a_small_event_one_word_is_enough():
    assert match_of("table 1: record says 61:40", confirmation="one").stands
    assert match_of("table 1: side 2 says 61:40", confirmation="one").stands


def test_a_record_that_one_side_contradicts_waits_for_the_other():
    record = "table 1: record says 61:40"
    known = match_of(record, "table 1: side 1 says 61:45")
    assert (known.status, known.result, known.missing) == (Status.TOLD, result_of("61:45"), (2,))
    assert match_of(record, "table 1: sides say 61:45").result == result_of("61:45")


def test_sides_that_tell_different_results_wait_for_the_desk():
    lines = ("table 1: side 1 says 61:40", "table 1: side 2 says 40:61")
    tournament = tell("pair", *lines, tournament=begun(entries=2))
    assert verdict(tournament, FIRST).needs_desk
    assert len(meetings_without_result(tournament, tournament.rounds[0])) == 1
    decided = tell("table 1: desk says 61:40 because the replay shows it", tournament=tournament)
    assert verdict(decided, FIRST).status is Status.DECIDED
    assert not verdict(decided, FIRST).needs_desk


def test_a_side_may_correct_its_word_until_the_result_stands():
    assert match_of("table 1: side 1 says 40:61", "table 1: side 2 says 61:40", "table 1: side 1 says 61:40").stands


def test_nothing_is_claimed_once_the_result_stands():
    with pytest.raises(TournamentError, match="the result of table 1 in round 1 stands; ask the desk"):
        match_of("table 1: sides say 61:40", "table 1: side 1 says 40:61")


def test_the_desk_signs_what_it_changes():
    with pytest.raises(TournamentError, match="says who made it, when, and why"):
        match_of("table 1: sides say 61:40", "table 1: desk says 40:61")
    assert match_of("table 1: sides say 61:40", "table 1: desk says 40:61 because of the stills").result == result_of(
        "40:61"
    )


def test_the_game_of_a_table():
    tournament = tell("pair", tournament=begun(entries=2))
    started = game_for(tournament, FIRST)
    assert (started.rules, set(started.players), started.target) == ("five-up", {"A", "B"}, 61)
    assert Game().apply(started).players == started.players


def test_partners_sit_opposite():
    tournament = tell("pair", tournament=begun("rotation", entries=4))
    started = game_for(tournament, FIRST)
    assert started.teams == (started.players[::2], started.players[1::2])
    assert len(Game().apply(started).sides) == 2


def test_a_game_whose_partners_rotate_is_no_match_of_two_sides():
    tournament = tell("pair", tournament=begun("rotation", entries=4))
    started = replace(game_for(tournament, FIRST), teams=None, options={"partners": "rotating"})
    with pytest.raises(TournamentError, match=r"partners rotate in the game at table 1, .* a match has two sides"):
        result_of_games(tournament, FIRST, [Game().apply(started)])


def recorded(tournament, points, *events):
    """The game of the first table after its sides have pegged these points by hand."""
    game = Game().apply(game_for(tournament, FIRST)).apply(HandStarted(setter=game_for(tournament, FIRST).players[0]))
    for player, number in zip(game.players, points, strict=False):
        game = game.apply(Score(player=player, points=number)) if number else game
    for event in events:
        game = game.apply(event)
    return game


def test_a_result_comes_from_the_record_of_the_table():
    tournament = tell("pair", tournament=begun(entries=2))
    assert result_of_games(tournament, FIRST, [recorded(tournament, (40, 61))]) == result_of("40:61")


def test_points_beyond_the_target_do_not_count_where_they_are_capped():
    tournament = tell("pair", tournament=begun(entries=2, match=MatchFormat(to=61, is_capped=True)))
    assert result_of_games(tournament, FIRST, [recorded(tournament, (5, 66))]) == result_of("5:61")


def test_a_game_that_the_clock_has_ended():
    tournament = tell("pair", tournament=begun(entries=2, match=BY_CLOCK))
    running = recorded(tournament, (90, 80))
    assert result_of_games(tournament, FIRST, [running], is_time=True) is None
    first, second = running.players
    left = {first: (), second: (Tile(0, 0),)}
    over = running.apply(Play(first, Tile(1, 0))).apply(HandEnd(left))
    assert result_of_games(tournament, FIRST, [over], is_time=True).games[0][1] == 80
    assert result_of_games(tournament, FIRST, [over]) is None
    with pytest.raises(TournamentError, match="the game at table 1 is not over"):
        result_of_games(tournament, FIRST, [running, over], is_time=True)


def test_a_number_of_hands():
    tournament = tell("pair", tournament=begun(entries=2, match=MatchFormat(hands=1)))
    game = recorded(tournament, (30, 20))
    first, second = game.players
    over = game.apply(Play(first, Tile(1, 0))).apply(HandEnd({first: (), second: (Tile(0, 0),)}))
    assert result_of_games(tournament, FIRST, [over]) == result_of("30:20")


def test_a_hand_whose_tiles_are_unknown_is_asked_about_first():
    tournament = tell("pair", tournament=begun(entries=2, match=MatchFormat(hands=1)))
    game = recorded(tournament, (30, 20))
    first, second = game.players
    over = game.apply(Play(first, Tile(1, 0))).apply(HandEnd({first: (), second: None}))
    with pytest.raises(TournamentError, match="table 1 has yet to say which tiles were left"):
        result_of_games(tournament, FIRST, [over])


def test_the_record_of_another_table_is_refused(start):
    tournament = tell("pair", tournament=begun(entries=2))
    with pytest.raises(TournamentError, match=r"the record of table 1 is of Ann, Bob, but [AB] and [AB] play there"):
        result_of_games(tournament, FIRST, [game_of(start())])
    with pytest.raises(TournamentError, match="the record of table 1 is of nobody"):
        result_of_games(tournament, FIRST, [Game()])


def test_a_table_that_is_not_in_use():
    tournament = tell("pair", tournament=begun(entries=2))
    for ask in (lambda place: game_for(tournament, place), lambda place: result_of_games(tournament, place, [])):
        with pytest.raises(TournamentError, match="nobody plays at table 9 in round 1"):
            ask(MatchPlace(1, 1, 9))


def test_a_player_alone_cannot_meet_a_pair():
    tournament = tell("A leaves 1, Ann comes", "pair", tournament=begun(entries=2))
    pair = tell("enter 3 Cy, Di", "here 3", tournament=begun(entries=1))
    assert game_for(tournament, FIRST)
    with pytest.raises(TournamentError, match="a player alone cannot meet a pair at table 1"):
        game_for(tell("pair", tournament=pair), FIRST)
