"""Tiles by the names that players give them: "six four", "doble seis", "bucha de sena"."""

from __future__ import annotations

from collections.abc import Mapping

from muggins.scorer.tiles import Tile
from muggins.texts import Text, lazy_pgettext, pgettext

HALF_NAMES: tuple[Text, ...] = (
    lazy_pgettext("half of a tile", "blank"),
    lazy_pgettext("half of a tile", "one"),
    lazy_pgettext("half of a tile", "two"),
    lazy_pgettext("half of a tile", "three"),
    lazy_pgettext("half of a tile", "four"),
    lazy_pgettext("half of a tile", "five"),
    lazy_pgettext("half of a tile", "six"),
    lazy_pgettext("half of a tile", "seven"),
    lazy_pgettext("half of a tile", "eight"),
    lazy_pgettext("half of a tile", "nine"),
    lazy_pgettext("half of a tile", "ten"),
    lazy_pgettext("half of a tile", "eleven"),
    lazy_pgettext("half of a tile", "twelve"),
)
"""What a half with so many pips is called."""
DOUBLES: tuple[Text, ...] = (
    lazy_pgettext("double", "double blank"),
    lazy_pgettext("double", "double one"),
    lazy_pgettext("double", "double two"),
    lazy_pgettext("double", "double three"),
    lazy_pgettext("double", "double four"),
    lazy_pgettext("double", "double five"),
    lazy_pgettext("double", "double six"),
    lazy_pgettext("double", "double seven"),
    lazy_pgettext("double", "double eight"),
    lazy_pgettext("double", "double nine"),
    lazy_pgettext("double", "double ten"),
    lazy_pgettext("double", "double eleven"),
    lazy_pgettext("double", "double twelve"),
)
"""What a double is called."""
# For translators: single tiles with a name of their own, like 6-4=carroça|1-0=pé de pato; “none” where there are none.
NAMED = lazy_pgettext("single tiles with names of their own", "none")


def tile_in_words(tile: Tile, number: Mapping[int, str]) -> str:
    """The name of a tile in the language in use. `number` gives the words for halves of more pips than twelve."""
    if tile.is_double:
        if tile.high < len(DOUBLES):
            return str(DOUBLES[tile.high])
        return pgettext("double", "double %(pips)s", pips=number[tile.high])
    named = dict(part.split("=", 1) for part in str(NAMED).split("|") if "=" in part)
    if str(tile) in named:
        return named[str(tile)]
    high, low = (HALF_NAMES[pips] if pips < len(HALF_NAMES) else number[pips] for pips in tile.halves)
    return pgettext("tile", "%(high)s %(low)s", high=high, low=low)
