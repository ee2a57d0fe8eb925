"""The block game beside another engine, `dominoes` from PyPI: legal plays, and who won.

`python tests/integration/test_against_dominoes.py 10000` plays that many hands and prints the plays a second of both
engines, by processor time.
"""

import random
import sys
import time

import dominoes

from muggins.scorer import Game, GameStarted, HandEnd, HandStarted, Pass, Play, Tile, event_to_json

PLAYERS = ("Ann", "Bob", "Cid", "Dee")
START = GameStarted(
    "block",
    PLAYERS,
    teams=(("Ann", "Cid"), ("Bob", "Dee")),
    target=100_000,
    options={"tiles": "4:7", "tie": "nobody"},
)


def tile_of(domino: dominoes.Domino) -> Tile:
    return Tile(max(domino.first, domino.second), min(domino.first, domino.second))


def random_hand(chance: random.Random) -> tuple[list, list, dominoes.Result]:
    """The deal, the moves and the result of a hand that the other engine plays at random; None is a pass."""
    random.seed(chance.random())  # the other engine shuffles with the module's own generator
    game = dominoes.Game.new()
    deal = [list(hand) for hand in game.hands]
    while game.result is None:
        game.make_move(*chance.choice(game.valid_moves))
    return deal, game.moves, game.result


def check(deal: list, moves: list, result: dominoes.Result) -> Game:
    """Follows a hand move by move in both engines. Returns the game in ours."""
    board = dominoes.SkinnyBoard()
    ours = Game().apply(START).apply(HandStarted(PLAYERS[0]))
    hands = [{tile_of(domino) for domino in hand} for hand in deal]
    ends: list[tuple[Tile, int]] = []
    for turn, move in enumerate(moves):
        player, hand = turn % 4, ours.hand
        assert hand is not None
        assert hand.to_play == PLAYERS[player]
        can = {tile for tile in hands[player] if hand.can_play(tile)}
        if move is None:
            assert not can, "they passed where we could play"
            ours = ours.apply(Pass(PLAYERS[player]))
            continue
        domino, is_left = move
        tile = tile_of(domino)
        if len(board):
            assert {tile for tile in hands[player] if tile.has(board.left_end()) or tile.has(board.right_end())} == can
        board.add(domino, is_left)
        if not ends:
            ends = [(tile, domino.first), (tile, domino.second)]
            host = None
        else:
            end = 0 if is_left else 1
            host, pips = ends[end]
            ends[end] = (tile, tile.other(pips))
        ours = ours.apply(Play(PLAYERS[player], tile, host))
        assert not ours.last.outcome.faults, (ours.hand, event_to_json(ours.record[-1]))
        assert ours.hand is not None
        assert ours.hand.layout.open_pips(ours.rules) == sorted((board.left_end(), board.right_end()))
        hands[player].remove(tile)
    ours = ours.apply(HandEnd({name: tuple(hand) for name, hand in zip(PLAYERS, hands, strict=True)}))
    outcome = ours.last.outcome
    assert not outcome.faults
    theirs = {True: "Ann+Cid", False: "Bob+Dee"}[result.points > 0] if result.points else None
    assert outcome.hand_winner == theirs
    return ours


def test_both_engines_agree_on_legality_and_on_who_won():
    chance = random.Random(0)
    for _ in range(100):
        check(*random_hand(chance))


def compare(hands: int) -> None:
    chance = random.Random(0)
    played = [random_hand(chance) for _ in range(hands)]
    games = [check(*hand) for hand in played]
    dealt = [(deal, moves) for deal, moves, _ in played]
    plays = sum(isinstance(event, Play) for game in games for event in game.record)
    start = time.process_time()
    for game in games:
        folded = Game()
        for event in game.record:
            folded = folded.apply(event)
    ours = plays / (time.process_time() - start)
    start = time.process_time()
    for deal, moves in dealt:
        hands_held = [dominoes.Hand(hand) for hand in deal]
        game = dominoes.Game(dominoes.SkinnyBoard(), hands_held, [], 0, (), 0, None)
        for move in moves:
            if move is not None:
                game.make_move(*move)
    theirs = plays / (time.process_time() - start)
    print(f"{hands} hands, {plays} plays: both agree on every play and on every winner")
    print(f"muggins {ours:,.0f} plays a second, record and all; dominoes {theirs:,.0f}, two ends and no record")


if __name__ == "__main__":
    compare(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)
