"""Knock Out: two tiles with twelve pips together are discarded."""

import pytest
from notation import game_of

from muggins.scorer import (
    Correct,
    Game,
    GameStarted,
    HandEnd,
    Play,
    Tile,
    event_to_json,
    full_set,
    load_ruleset,
    parse_event,
    replay,
    scoresheet_csv,
    scoresheet_html,
    scoresheet_text,
)
from muggins.scorer.knockout import discarded, pairs
from muggins.scorer.random_games import random_game

START = GameStarted("knock-out", ("Ann",))


def tiles(text: str) -> tuple[Tile, ...]:
    return tuple(map(Tile.parse, text.split()))


def test_the_booklets_example():
    """The 6-2 and the 3-1 have twelve pips together."""
    assert pairs(tiles("6-2 3-1 5-5")) == (tiles("6-2 3-1"),)


def test_the_double_six_pairs_with_the_double_blank_only():
    assert [pair for pair in pairs(full_set(6)) if Tile(6, 6) in pair] == [(Tile(0, 0), Tile(6, 6))]


def test_a_larger_set_has_its_own_sum():
    assert pairs(tiles("9-9 0-0 9-8 1-0 5-5 5-4"), 18) == (tiles("9-9 0-0"), tiles("9-8 1-0"))


def test_a_random_game_can_be_won():
    """In a won game every tile of the set is discarded."""
    won = next(game for game in (random_game(START, seed) for seed in range(3000)) if game.winner)
    assert sorted(discarded(won.hand)) == sorted(full_set(6))


# The record of a game


@pytest.fixture
def played():
    """Makes a game of Knock Out of events as text."""
    return lambda *events: game_of(START, "Ann sets", *events)


def test_the_game_is_won_with_the_last_pair():
    """Fourteen pairs of twelve pips make the whole set."""
    rest = sorted(full_set(6), key=lambda tile: tile.total)
    game = Game().apply(START).apply(parse_event({"event": "hand", "setter": "Ann"}))
    while rest:
        tile = rest.pop()
        second = next(candidate for candidate in rest if candidate.total + tile.total == 12)
        rest.remove(second)
        assert game.winner is None
        game = game.apply(Play("Ann", tile, second))
    assert (game.winner, game.last.outcome.tiles_left) == ("Ann", 0)
    assert not game.last.outcome.faults


def test_a_recorded_game_is_written_undone_and_corrected_like_any_other():
    for seed in (1, 2, 3):
        game = random_game(START, seed)
        assert not any(outcome.faults for outcome in game.outcomes)
        assert game.winner or isinstance(game.record[-1], HandEnd)
        assert replay(map(parse_event, map(event_to_json, game.record))) == game
        for number in range(2, len(game.record) + 1):
            assert game.at(number).apply(game.at(number).undo_event()).match == game.at(number - 1).match
        pair = game.record[2]
        assert isinstance(pair, Play)
        swapped = Play("Ann", pair.on, pair.tile)
        assert game.apply(Correct(3, swapped)).match == replay([*game.record[:2], swapped, *game.record[3:]]).match


def test_the_scoresheet_shows_the_pairs(played):
    game = played("Ann 6-2>3-1", "left Ann: 0-0 1-0 1-1 2-0 2-1 3-0")
    assert "  Ann  6-2 with 3-1" in scoresheet_text(game)
    assert "6-2 with 3-1" in scoresheet_csv(game)
    assert "<h1>No pair was left</h1>" in scoresheet_html(game)
    assert scoresheet_text(game).startswith("Knock Out (knock-out), pairs of 12 pips\n")
    assert scoresheet_text(played("Ann 6-2>3-1")).endswith("Not over yet\n")


def test_pairs_are_for_one_player():
    with pytest.raises(ValueError, match="pair: pairs are discarded in a game for one"):
        load_ruleset("five-up", {"pair": 12})
