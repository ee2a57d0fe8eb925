"""Who sets a hand: by lot, or by the tiles that were drawn [straight, Order of Play]."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..rules.rulesets import RuleSet
from ..tiles import Tile


def drawn_by_lot(drawn: Mapping[str, Tile]) -> tuple[str, ...]:
    """Who drew the heaviest tile and so sets; several where it is a tie, which they break by drawing anew."""
    heaviest = max((tile.total for tile in drawn.values()), default=0)
    return tuple(player for player, tile in drawn.items() if tile.total == heaviest)


def set_by_tiles(rules: RuleSet, hands: Mapping[str, Sequence[Tile]]) -> tuple[str, Tile] | None:
    """Who sets by the tiles in hand, and which tile. None where all draw again, or where tiles do not decide it.

    It is the highest double; where there is none and the rules say `heaviest`, the heaviest single, of two alike the
    one with the higher half.
    """
    holder = {tile: player for player, tiles in hands.items() for tile in tiles}
    doubles = [tile for tile in holder if tile.is_double]
    if rules.first not in ("highest-double", "heaviest") or not (doubles or rules.first == "heaviest"):
        return None
    tile = max(doubles) if doubles else max(holder, key=lambda tile: (tile.total, tile.high))
    return holder[tile], tile
