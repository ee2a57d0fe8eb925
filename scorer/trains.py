"""The longest train of a hand, in which players of Mexican Train line up their tiles before they play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .tiles import Tile


def longest_train(hand: Iterable[Tile], engine: int) -> tuple[Tile, ...]:
    """The most tiles of a hand that can follow each other from the engine's number, in their order.

    Tiles are the edges of a graph whose nodes are numbers, and a train is a trail in it: each tile once. The search
    goes on with every tile that fits, and stops where all tiles that can be reached, less those that parity forbids,
    are too few. Sets of tiles are bits of a whole number: they are compared millions of times.
    """
    tiles = sorted(set(hand), reverse=True)
    numbers = {half for tile in tiles for half in tile.halves}
    having = {number: sum(1 << place for place, tile in enumerate(tiles) if tile.has(number)) for number in numbers}
    singles = sum(1 << place for place, tile in enumerate(tiles) if not tile.is_double)
    best: tuple[int, ...] = ()
    tried: dict[tuple[int, int], int] = {}

    def search(end: int, left: int, train: tuple[int, ...]) -> None:
        nonlocal best
        if len(train) > len(best):
            best = train
        left = reachable(end, left)
        if tried.get((end, left), -1) >= len(train) or len(train) + most(end, left) <= len(best):
            return
        tried[end, left] = len(train)
        fitting = left & having.get(end, 0)
        # A double leads back to its own number, so it never hurts to play it at once.
        for place in _places(fitting & ~singles or fitting):
            search(tiles[place].other(end), left & ~(1 << place), (*train, place))

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

    search(engine, (1 << len(tiles)) - 1, ())
    return tuple(tiles[place] for place in best)


def _places(bits: int) -> Iterator[int]:
    """The places of the bits that are set, the lowest first."""
    while bits:
        yield (bits & -bits).bit_length() - 1
        bits &= bits - 1
