"""The longest train of a hand, in which players of Mexican Train line up their tiles before they play."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from operator import attrgetter

from .tiles import Tile


def longest_train(
    hand: Iterable[Tile], engine: int, pips_of: Callable[[Tile], int] = attrgetter("total")
) -> tuple[Tile, ...]:
    """The most tiles of a hand that can follow each other from the engine's number, in their order.

    Of trains of the same length it is the one with the most pips, so that the fewest are left in the hand. Tiles are
    the edges of a graph whose nodes are numbers, and a train is a trail in it: each tile once. The search goes on with
    every tile that fits, and stops where all tiles that can be reached, less those that parity forbids, are too few or
    too light. Sets of tiles are bits of a whole number: they are compared millions of times.
    """
    tiles = sorted(set(hand), key=lambda tile: (pips_of(tile), tile), reverse=True)
    pips = [pips_of(tile) for tile in tiles]
    numbers = {half for tile in tiles for half in tile.halves}
    having = {number: sum(1 << place for place, tile in enumerate(tiles) if tile.has(number)) for number in numbers}
    singles = sum(1 << place for place, tile in enumerate(tiles) if not tile.is_double)
    best: tuple[int, ...] = ()
    best_worth = (0, 0)
    tried: dict[tuple[int, int], tuple[int, int]] = {}

    def search(end: int, left: int, train: tuple[int, ...], weight: int) -> None:
        nonlocal best, best_worth
        worth = len(train), weight
        if worth > best_worth:
            best, best_worth = train, worth
        left = reachable(end, left)
        if tried.get((end, left), (-1, 0)) >= worth:
            return
        further = most(end, left)
        if (len(train) + further, weight + heaviest(left, further)) <= best_worth:
            return
        tried[end, left] = worth
        fitting = left & having.get(end, 0)
        # A double leads back to its own number, so it never hurts to play it at once.
        for place in _places(fitting & ~singles or fitting):
            search(tiles[place].other(end), left & ~(1 << place), (*train, place), weight + pips[place])

    def reachable(end: int, left: int) -> int:
        """The tiles that are connected with the end."""
        found, ends, new = 0, {end}, [end]
        while new:
            more = left & having.get(new.pop(), 0) & ~found
            found |= more
            halves = {half for place in _places(more) for half in tiles[place].halves} - ends
            ends |= halves
            new += halves
        return found

    def most(end: int, left: int) -> int:
        """No train has more of these tiles: it leaves a number as often as it comes there, but for its two ends.

        Of each two other numbers with an odd number of tiles, the tiles of a way between them stay behind.
        """
        odd = [number for number, those in having.items() if (left & those & singles).bit_count() % 2]
        once = twice = 0
        for number in {*odd, end}:
            twice |= once & having.get(number, 0)
            once |= having.get(number, 0)
        ways = sorted(1 if left & singles & twice & having[number] else 2 for number in odd)
        behind = sum(ways[:-2]) if end in odd else sum(ways[:-1]) + 1 if odd else 0
        return left.bit_count() - (behind + 1) // 2

    def heaviest(left: int, number: int) -> int:
        """The pips of so many of these tiles, the heaviest."""
        return sum(pips[place] for place in islice(_places(left), number))

    search(engine, (1 << len(tiles)) - 1, (), 0)
    return tuple(tiles[place] for place in best)


def _places(bits: int) -> Iterator[int]:
    """The places of the bits that are set, the lowest first."""
    while bits:
        yield (bits & -bits).bit_length() - 1
        bits &= bits - 1
