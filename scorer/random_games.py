"""Random legal games for tests, benchmarks and pictures of layouts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random

from .events import Claim, Draw, Event, GameStarted, HandEnd, HandStarted, Muggins, Pass, Play, RoundHand
from .game import Game
from .hand import Hand
from .knockout import pairs
from .layout import Placement
from .rules.rulesets import RuleSet
from .tiles import Tile

WRONG_CLAIM_PROBABILITY = 0.15
"""The probability that a player first claims a point too many."""
RIGHT_CLAIM_PROBABILITY = 0.6
"""The probability that a score is claimed by its player."""
MUGGINS_PROBABILITY = 0.5
"""The probability that an opponent calls Muggins on a score that is not claimed."""


class RandomTable:
    """Players who draw, play, pass and claim at random, but play no tile against the rules."""

    def __init__(self, start: GameStarted, random: Random) -> None:
        self.random = random
        self.game = Game().apply(start)
        self.hands: dict[str, list[Tile]] = {}
        self.boneyard: list[Tile] = []
        self.first: Tile | None = None
        """The tile that must be set, if the rules name one."""

    def play(self, hands: int | None = None) -> Iterator[Game]:
        """The game after each event until somebody wins, or until so many hands are over.

        Knock Out, which is seldom won, ends after one hand.
        """
        yield self.game
        if self.game.rules.pair:
            yield from self._knock_out()
            return
        play_on = self._round if self.game.rules.is_rounds else self._hand
        while self.game.winner is None and hands != 0:
            yield from play_on()
            hands = None if hands is None else hands - 1

    def _round(self) -> Iterator[Game]:
        """The tiles left after a round: somebody goes out, the others hold any number of the tiles dealt."""
        out = self._deal()
        for player, tiles in self.hands.items():
            left = 0 if player == out else self.random.randint(1, len(tiles))
            yield self._apply(RoundHand(player, tuple(tiles[:left])))

    def _hand(self) -> Iterator[Game]:
        yield self._apply(HandStarted(self._deal()))
        passes = 0
        while self.game.winner is None:
            hand, player = self._hand_and_player()
            moves = self._moves(hand, player)
            if hand.goes_on_at and not (moves := [move for move in moves if move.on == hand.goes_on_at]):
                player = hand.turn_after(player)  # nobody says that a turn does not go on
                moves = self._moves(hand, player)
            if not moves and hand.boneyard:
                yield self._apply(Draw(player, self._draw(hand, player)))
                if self.game.winner is not None or hand.rules.unable == "take-one":
                    continue
                moves = self._moves(hand, player)
            if not moves:
                yield self._apply(Pass(player))
                passes += 1
                if passes >= sum(map(bool, self.hands.values())):
                    break
                continue
            passes = 0
            play = Play.at(player, self.random.choice(moves))
            self.hands[player].remove(play.tile)
            yield self._apply(play)
            yield from self._claims(player)
            partners = self.game.partners_of(player)
            ending = {"player": (player,), "side": partners, "nobody": self.game.players}[hand.rules.out_by]
            if not any(self.hands[each] for each in ending):
                break
        if self.game.winner is None:
            yield self._apply(HandEnd({player: tuple(tiles) for player, tiles in self.hands.items()}))

    def _knock_out(self) -> Iterator[Game]:
        player = self._deal()
        yield self._apply(HandStarted(player))
        shown = self.hands[player]
        while found := pairs(tuple(shown), self.game.rules.pair):
            pair = self.random.choice(found)
            for tile in pair:
                shown.remove(tile)
                shown += [self.boneyard.pop()] if self.boneyard else []
            yield self._apply(Play(player, *pair))
        if self.game.winner is None:
            yield self._apply(HandEnd({player: tuple(shown)}))

    def _apply(self, event: Event) -> Game:
        self.game = self.game.apply(event)
        return self.game

    def _hand_and_player(self) -> tuple[Hand, str]:
        """The hand in play and the player whose turn it is."""
        hand = self.game.hand
        assert hand is not None
        assert hand.to_play is not None
        return hand, hand.to_play

    def _deal(self) -> str:
        """Deals until the rules find a setter, and returns the setter, who holds all tiles due to a setter."""
        game, rules = self.game, self.game.rules
        while True:
            tiles = list(rules.pack(len(game.players)))
            self.random.shuffle(tiles)
            each = rules.tiles[len(game.players)]
            self.hands = {player: tiles[place * each :][:each] for place, player in enumerate(game.players)}
            self.boneyard = tiles[each * len(game.players) :]
            setter = self._setter()
            if setter is None:
                continue
            more = rules.deal(len(game.players), is_setter=True) - each
            self.hands[setter] += [self.boneyard.pop() for _ in range(more)]
            return setter

    def _setter(self) -> str | None:
        """The player who sets with these hands; None if all draw again."""
        game, rules = self.game, self.game.rules
        known = game.match.next_setter if game.match else None
        self.first = None
        if known or rules.first in ("lot", "winner"):
            return known or self.random.choice(game.players)
        if found := setter_by_tiles(rules, self.hands):
            setter, self.first = found
            return setter
        return None

    def _moves(self, hand: Hand, player: str) -> list[Placement]:
        """Every way to play a tile of the player, with the halves that touch only where the numbers do not say it."""
        tiles, layout = self.hands[player], hand.layout
        if layout.is_empty:
            return [Placement(tile) for tile in ([self.first] if self.first else tiles)]
        found = [play for tile in tiles for play in layout.plays_of(tile, hand.rules)]
        if hand.rules.joined_sum is None:
            found = [replace(play, joins=None) for play in found]
        return sorted(found, key=lambda play: (play.tile, play.on, play.joins, play.endwise))

    def _draw(self, hand: Hand, player: str) -> int:
        """Draws as the rules demand, and returns the number of tiles drawn."""
        most = 1 if hand.rules.unable == "take-one" else hand.drawable(player)
        for drawn in range(1, most + 1):
            self.hands[player].append(self.boneyard.pop())
            if hand.can_play(self.hands[player][-1]):
                return drawn
        return most

    def _claims(self, player: str) -> Iterator[Game]:
        """The claims and calls of Muggins after a play, where scores must be claimed."""
        game = self.game
        if game.winner is not None or game.hand is None or game.rules.claims == "auto":
            return
        chance = self.random.random()
        points = game.hand.unclaimed[1] if game.hand.unclaimed else 0
        if chance < WRONG_CLAIM_PROBABILITY:
            yield self._apply(Claim(player, points + 1))
            if self.game.winner is not None or self.game.rules.wrong_claim == "opponent":
                return
        if points and chance < RIGHT_CLAIM_PROBABILITY:
            yield self._apply(Claim(player, points))
        elif points and self.random.random() < MUGGINS_PROBABILITY:
            opponents = [caller for caller in game.players if caller not in game.partners_of(player)]
            yield self._apply(Muggins(self.random.choice(opponents)))


def random_game(start: GameStarted, seed: int, hands: int | None = None) -> Game:
    """A whole game, or its first hands; the same seed gives the same game."""
    table = RandomTable(start, Random(seed))
    for _ in table.play(hands):
        pass
    return table.game


def setter_by_tiles(rules: RuleSet, hands: Mapping[str, Sequence[Tile]]) -> tuple[str, Tile] | None:
    """The player who sets by the tiles in hand, and the tile to set [straight, Order of Play].

    The tile is the highest double. If no hand has a double and the rules say `heaviest`, or if they say
    `heaviest-single`, it is the heaviest single, and of two equally heavy singles the one with the higher half. None if
    all draw again, or if a lot or the last winner decides.
    """
    holder = {tile: player for player, tiles in hands.items() for tile in tiles}
    is_single = rules.first == "heaviest-single"
    doubles = [tile for tile in holder if tile.is_double and not is_single]
    singles = [tile for tile in holder if not tile.is_double and rules.first in ("heaviest", "heaviest-single")]
    if rules.first in ("lot", "winner") or not (doubles or singles):
        return None
    tile = max(doubles) if doubles else max(singles, key=lambda tile: (tile.total, tile.high))
    return holder[tile], tile
