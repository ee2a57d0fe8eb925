"""Invariants of the line games, over random legal games. `make games` plays 10,000 of each."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from many_games import GAMES

from muggins.scorer import GameStarted, HandEnd, HandStarted, Pass, Play, load_ruleset, ruleset_names
from muggins.scorer.outcomes import HandEndOutcome, PlayOutcome
from muggins.scorer.random_games import random_game

LINE_GAMES = [name for name in ruleset_names() if load_ruleset(name).later == "winner"]
HANDS = (3, 3, 3, None)
"""The hands of a random game: enough for a tie, a later set and a score that is lost again. One in four goes on to its
end: a whole game of cut-throat has a hundred hands."""
OTHER_LAYOUTS = ("matador", "all-sevens", "cyprus", "maltese-cross", "fortress", "hungarian")
"""Games whose tiles join, or whose doubles open, in a way of their own."""
NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve")


@st.composite
def games(draw, name):
    """A game, or its first hands: any players and set, either direction, any value of the options for line games."""
    highest = draw(st.sampled_from([None, 6, 9, 12]))
    rules = load_ruleset(name, {"set": highest} if highest else None)
    options = {
        "direction": draw(st.sampled_from(["clockwise", "counter-clockwise"])),
        "counted": draw(st.sampled_from(["all", "opponents"])),
        "lowest": draw(st.sampled_from(["side", "hand"])),
        "bonuses": draw(st.sampled_from(["true", "true", "false"])),
        "one-all": draw(st.sampled_from(["true", "false"])),
    }
    chosen = options if draw(st.booleans()) else {}
    players = NAMES[: draw(st.sampled_from(sorted(rules.tiles)))]
    start = GameStarted(name, players, set=highest, options=chosen)
    return random_game(start, draw(st.integers(0, 10**9)), draw(st.sampled_from(HANDS)))


@pytest.mark.parametrize("name", LINE_GAMES)
@settings(max_examples=GAMES)
@given(data=st.data())
def test_random_games_keep_the_invariants(name, data):
    game = data.draw(games(name))
    steps = game.standing()
    check_turns_and_ends(game, steps)
    check_points(game, steps)
    check_bonuses(game, steps)
    check_games_won(game, steps)
    assert {outcome.fault for outcome in game.outcomes} == {None}
    assert game.winner or sum(isinstance(step.event, HandEnd) for step in steps) == HANDS[0]


def check_turns_and_ends(game, steps):
    """Turns go round the table, the line has two ends, and a hand ends when somebody is out or all have passed."""
    turns = game.players if game.rules.direction == "clockwise" else game.players[::-1]
    before = None
    for step in steps:
        if isinstance(step.event, HandStarted):
            before = None
        elif isinstance(step.event, Play | Pass):
            player = step.event.player
            assert before is None or turns[(turns.index(before) + 1) % len(turns)] == player
            before = player
            assert len(step.match.hand.open_ends) == 2
        elif isinstance(step.event, HandEnd):
            hand = step.match.hand
            out = [player for player, tiles in step.event.hands.items() if not tiles]
            assert len(out) == 1 or set(hand.passed) == set(game.players)
            tiles = [*hand.layout.tiles, *(tile for tiles in step.event.hands.values() for tile in tiles)]
            assert len(set(tiles)) == len(tiles) == sum(hand.drawn.values())
            assert set(tiles) <= set(game.rules.pack(len(game.players)))


def check_points(game, steps):
    """Points at the end of a hand are the pips counted, or one; a tie of the lowest scores nothing."""
    rules = game.rules
    for step in steps:
        if not isinstance(step.outcome, HandEndOutcome):
            continue
        hands, winner = step.event.hands, step.outcome.hand_winner
        is_blocked = all(hands.values())
        pips = {player: sum(tile.total for tile in tiles) for player, tiles in hands.items()}
        counted = sum(
            total for player, total in pips.items() if rules.counted == "all" or game.side_of(player) != winner
        )
        bonus = sum(each.points for each in step.outcome.bonuses)
        if rules.out == "pips":
            expected = counted + bonus if winner else 0
            assert {side: points for side, points in step.outcome.gained.items() if points} == (
                {winner: expected} if expected else {}
            )
        if not is_blocked:
            assert winner == next(game.side_of(player) for player, tiles in hands.items() if not tiles)
        elif rules.lowest == "hand":
            lowest = {game.side_of(player) for player, total in pips.items() if total == min(pips.values())}
            assert winner == (lowest.pop() if len(lowest) == 1 else None)
        else:
            totals = Counter()
            for player, total in pips.items():
                totals[game.side_of(player)] += total
            lowest = [side for side in game.sides if totals[side] == min(totals[side] for side in game.sides)]
            assert winner == (lowest[0] if len(lowest) == 1 else None)


def check_bonuses(game, steps):
    """Bonuses are those of the rules, none without `bonuses`; a play brings one pass bonus at most."""
    rules = game.rules
    by_play, hands = Counter(), 0
    for step in steps:
        hands += isinstance(step.event, HandStarted)
        plays = step.match.hand.plays if step.match.hand else ()
        for bonus in step.outcome.bonuses:
            assert rules.bonuses
            if isinstance(step.event, Pass):
                by_play[hands, len(plays)] += 1
                assert bonus.to == game.side_of(plays[-1].player)
                assert (bonus.kind == "opening-pass") == (len(plays) == 1)
                assert bonus.points == (rules.opening_pass if bonus.kind == "opening-pass" else rules.pass_round)
            else:
                assert bonus.to == step.outcome.hand_winner
                amounts = {"capicua": rules.capicua, "chuchazo": rules.chuchazo}
                assert bonus.points == amounts.get(bonus.kind) or rules.hand_bonus[hands - 1] == bonus.points
                is_out = not all(step.event.hands.values())
                assert bonus.kind == "hand" or is_out
                assert bonus.kind != "capicua" or not plays[-1].tile.is_double
                assert bonus.kind != "chuchazo" or plays[-1].tile.total == 0
    assert max(by_play.values(), default=1) == 1


def check_games_won(game, steps):
    """Games in a row belong to one side, or stand at one all; where all go back to none, somebody always has none."""
    for step in steps:
        scores = sorted(step.match.scores.values())
        if game.rules.tally == "in-a-row":
            assert scores[0] == 0 or (scores == [1, 1] and game.rules.one_all)
        if game.rules.tally == "until-all-score":
            assert scores[0] == 0
        if isinstance(step.outcome, PlayOutcome) and game.rules.level_ends:
            assert step.outcome.points in (0, 2, 3)
            assert bool(step.outcome.points) == (len(set(step.outcome.open)) == 1)
        at_target = [side for side, score in step.match.scores.items() if score >= game.rules.target]
        assert at_target == ([step.match.winner] if step.match.winner else [])


@pytest.mark.parametrize("name", OTHER_LAYOUTS)
@settings(max_examples=GAMES)
@given(data=st.data())
def test_random_games_join_their_tiles_as_their_rules_say(name, data):
    highest = data.draw(st.sampled_from([None, 9]))
    rules = load_ruleset(name, {"set": highest} if highest else None)
    players = NAMES[: data.draw(st.sampled_from(sorted(rules.tiles)))]
    game = random_game(GameStarted(name, players, set=highest), data.draw(st.integers(0, 10**9)), 2)
    assert {outcome.fault for outcome in game.outcomes} == {None}
    for step in game.standing():
        if not isinstance(step.event, HandEnd):
            continue
        layout = step.match.hand.layout
        joined = [(each.tile, *each.joined) for each in layout.placements if each.on]
        total = rules.set + 1
        if name == "matador":
            assert all(half + pips == total or tile.total in (0, total) for tile, half, pips in joined)
        elif name == "all-sevens":
            assert all(half + pips == total for _, half, pips in joined)
        else:
            assert all(half == pips for _, half, pips in joined)
        around = Counter(each.on for each in layout.placements)
        if name in ("cyprus", "maltese-cross"):
            arms = 8 if name == "cyprus" else 4
            assert {each.on for each in layout.placements[1 : arms + 1]} <= {layout.placements[0].tile}
            assert all(around[tile] <= 1 for tile in layout.tiles[1:])
        if name == "maltese-cross":
            assert all(tile.is_double for tile in layout.tiles[5:9])
        if name == "hungarian":
            assert not any(step.match.hand.can_play(tile) for tiles in step.event.hands.values() for tile in tiles)
        if name == "fortress":
            assert all(around[tile] <= 3 for tile in layout.tiles[1:])
