"""Hands timed to be filmed: who lays what where and when, and what is said."""

from itertools import pairwise

import numpy as np
import pytest

from muggins.datasets.scenes.layouts import LaidTile
from muggins.datasets.videos.director import direct_hand, first_hands, revealed_row
from muggins.datasets.videos.tile_placement import half_centres
from muggins.datasets.videos.timeline import FPS
from muggins.scorer import Claim, Game, GameStarted, HandEnd, Layout, Pass, Placement, Play, Tile
from muggins.scorer.tiles import full_set

NOTHING = np.zeros((0, 2))
SEATS = {"Ann": "bottom", "Bob": "top"}


def hand_of(seed, rules="five-up", claims="call", bounds=(12.0, 8.0)):
    return direct_hand(GameStarted(rules, ("Ann", "Bob"), seats=SEATS, claims=claims), seed, 2.0, NOTHING, bounds)


def test_the_truth_is_what_the_scorer_makes_of_the_hand():
    hand = hand_of(217)
    game = Game().apply(hand.started)
    for event in hand.events:
        game = game.apply(event)
    truth = hand.truth()
    plays = [event for event in hand.events if isinstance(event, Play)]
    assert [(play["tile"], play.get("on")) for play in truth["plays"]] == [
        (str(play.tile), play.on and str(play.on)) for play in plays
    ]
    assert truth["plays"][-1]["count"] == Layout(tuple(Placement(p.tile, p.on) for p in plays)).count()
    assert [play["player"] for play in truth["plays"]] == [play.player for play in plays]
    assert truth["seats"] == SEATS
    assert truth["fps"] == FPS


@pytest.mark.parametrize("seed", range(5))
def test_tiles_are_laid_one_after_another_each_by_an_arm_that_comes_and_goes(seed):
    hand = hand_of(seed)
    assert hand is not None
    frame = 0
    for move in hand.moves:
        assert frame < move.enters < move.reaches < move.acts < move.leaves
        frame = move.leaves
    assert frame < hand.frames


def test_a_claim_comes_after_its_play_was_laid_and_before_the_next_hand_reaches_in():
    hand = hand_of(217)
    assert any(isinstance(event, Claim) for _, event in hand.said)
    starts = [move.enters / FPS for move in hand.moves] + [hand.frames / FPS]
    clears = [move.leaves / FPS for move in hand.moves]
    for second, _ in hand.said:
        last = max(number for number, clear in enumerate(clears) if clear < second)
        assert clears[last] + 0.5 < second < starts[last + 1]


def test_the_same_seed_gives_the_same_hand():
    assert hand_of(3).truth() == hand_of(3).truth()
    assert first_hands(hand_of(3).started, 3) == (hand_of(3).events,)


def test_the_film_of_a_game_ends_with_the_play_that_wins_it():
    """The hand in which a game was won never came to its end, and was left out."""
    started = GameStarted("five-up", ("Ann", "Bob"), seats=SEATS, claims="call", target=12)
    *_, last = hands = first_hands(started, 1164, 5)
    game = Game().apply(started)
    for hand in hands:
        assert game.winner is None
        for event in hand:
            game = game.apply(event)
    assert (len(hands), game.winner) == (2, "Bob")
    assert not any(isinstance(event, HandEnd) for event in last)


def test_a_hand_for_which_the_table_is_too_small_is_none():
    assert hand_of(217, bounds=(2.5, 2.5)) is None


def evening(seed=5, hands=2):
    yard = [LaidTile(tile, 14.0, float(place), 0.0, tile.high, tile.low) for place, tile in enumerate(full_set(6)[:6])]
    started = GameStarted("all-fives", ("Ann", "Bob"), seats=SEATS)
    return direct_hand(started, seed, 2.0, NOTHING, (12.0, 8.0), hands=hands, yard=yard)


def test_hands_follow_one_another_each_turned_up_and_cleared_at_its_end():
    film = evening()
    acts = [move.act for move in film.moves]
    assert acts.count("clear") == 2
    first = acts.index("clear")
    assert acts[first - 1] == "show"
    assert acts[first + 1] == "lay"
    cleared = film.moves[first]
    assert film.lying(cleared.acts - 1)
    assert not film.lying(cleared.acts)
    ends = [event for event in film.events if isinstance(event, HandEnd)]
    shown = {(one["player"], tuple(one["tiles"])) for one in film.truth()["shown"]}
    known = [hand for end in ends for hand in end.known_hands.items()]
    assert shown == {(player, tuple(map(str, tiles))) for player, tiles in known if tiles}


def test_the_truth_of_several_hands_goes_on_with_what_the_ends_gained():
    film = evening()
    game = Game().apply(film.started)
    for event in film.events:
        game = game.apply(event)
    assert len(film.truth()["plays"]) == sum(isinstance(event, Play) for event in film.events)
    last_gain = game.last.outcome.gained
    scores = film.truth()["plays"][-1]["scores"]
    assert scores == {side: score - last_gain[side] for side, score in game.scores.items()}


@pytest.mark.parametrize("seed", range(4))
def test_the_truth_of_each_play_has_the_scores_after_it_without_what_the_hands_end_gains(seed):
    """As in `videos/all-fives.json`; with the points for the tiles left over, which the camera does not see, a score
    that was kept right was held for wrong."""
    started = GameStarted("all-fives", ("Ann", "Bob"), seats=SEATS)
    film = direct_hand(started, seed, 2.0, NOTHING, (12.0, 8.0), mishaps=0.6)
    game, after = Game().apply(started), []
    for event in film.events:
        game = game.apply(event)
        if isinstance(event, Play):
            after.append(game.scores)
    assert isinstance(film.events[-1], HandEnd)
    assert any(game.last.outcome.gained.values())
    assert [play["scores"] for play in film.truth()["plays"]] == after


def test_what_is_drawn_leaves_the_boneyard_and_is_back_in_the_next_hand():
    film = evening()
    draws = [move for move in film.moves if move.act == "draw"]
    assert draws
    assert draws[0].laid.tile in film.drawn(draws[0].acts)
    assert not film.drawn(draws[0].acts - 1)
    clear = next(move for move in film.moves if move.act == "clear" and move.acts > draws[0].acts)
    assert not film.drawn(clear.acts)


def test_hands_turned_up_lie_before_their_players_beside_the_layout():
    (laid,) = revealed_row("left", (Tile.parse("5-1"),), 2.0, (9.0, 5.6))
    assert laid.x < -9.0
    one, other = revealed_row("bottom", (Tile.parse("5-1"), Tile.parse("3-0")), 2.0, (9.0, 5.6))
    assert one.y == other.y < -5.6
    assert other.x - one.x > 2.0


def test_a_hand_is_turned_up_clear_of_the_layout_where_its_player_has_room():
    """It lay beside the layout, and tiles at its end were taken for plays."""
    tiles = (Tile.parse("5-1"), Tile.parse("3-0"))
    (usual, _) = revealed_row("bottom", tiles, 2.0, (9.0, 5.6))
    lying = [LaidTile(Tile.parse("6-4"), usual.x, usual.y + 1.05, 0.0, 6, 4)]
    row = revealed_row("bottom", tiles, 2.0, (9.0, 5.6), lying)
    assert row is not None
    assert row != revealed_row("bottom", tiles, 2.0, (9.0, 5.6))
    gaps = [half_centres(one, 2.0)[:, None] - half_centres(lying[0], 2.0) for one in row]
    assert min(float(np.linalg.norm(gap, axis=2).min()) for gap in gaps) > 1.5
    full = [LaidTile(Tile.parse("6-4"), float(x), usual.y + 1.05, 0.0, 6, 4) for x in range(-10, 11, 2)]
    assert revealed_row("bottom", tiles, 2.0, (9.0, 5.6), full) is None


def test_four_partners_play_from_four_sides_and_knock_to_pass():
    seats = {"Ann": "bottom", "Bob": "left", "Cid": "top", "Dee": "right"}
    started = GameStarted("latin", tuple(seats), seats=seats)
    hand = next(
        found for seed in range(60) if (found := direct_hand(started, seed, 2.0, NOTHING, (12.0, 8.0), hands=1))
    )
    passes = [event for event in hand.events if isinstance(event, Pass)]
    knocks = [move for move in hand.moves if move.act == "knock"]
    assert [move.player for move in knocks] == [event.player for event in passes]
    assert all(hand.lying(knock.enters) == hand.lying(knock.leaves) for knock in knocks)
    turns = [event.player for event in hand.events if isinstance(event, Play | Pass)]
    order = ("Dee", "Cid", "Bob", "Ann")
    assert all(order[(order.index(one) + 1) % 4] == other for one, other in pairwise(turns))
    shown = [move.player for move in hand.moves if move.act == "show"]
    assert len(shown) in (3, 4)
