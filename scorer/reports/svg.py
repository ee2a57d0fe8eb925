"""A layout as SVG: tiles with their pips, doubles crosswise, and corners where a line would leave the drawing."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from muggins.texts import gettext

from ..layout import Layout, OpenEnd
from ..rules.rulesets import RuleSet
from ..tiles import Tile
from .svg_placement import PlacedTile, place_tiles

UNIT = 10  # SVG units in half the side of a half, the unit of length of `svg_placement`
EDGE = 10  # SVG units left free around the layout
IVORY, INK, LINE, LAST = "#fffdf5", "#1b1b1b", "#8a8577", "#c8402f"

# Columns and rows of the pips on a three by three grid of an upright tile. More than nine pips fill rows instead.
_PATTERNS: dict[int, tuple[tuple[int, int], ...]] = {
    0: (),
    1: ((1, 1),),
    2: ((0, 0), (2, 2)),
    3: ((0, 0), (1, 1), (2, 2)),
    4: ((0, 0), (2, 0), (0, 2), (2, 2)),
    5: ((0, 0), (2, 0), (1, 1), (0, 2), (2, 2)),
    6: ((0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)),
    7: ((0, 0), (0, 1), (0, 2), (1, 1), (2, 0), (2, 1), (2, 2)),
    8: ((0, 0), (0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1), (2, 2)),
    9: tuple((column, row) for column in range(3) for row in range(3)),
}


def draw_layout(
    layout: Layout,
    last: Tile | None = None,
    width: int = 26,
    height: int = 16,
    rules: RuleSet | None = None,
    ends: Iterable[OpenEnd] = (),
) -> str:
    """The layout as an SVG element, for a file of its own or inside a page.

    `last` is a tile to mark, and `ends` are open ends to frame. The layout turns a corner where it would exceed `width`
    or `height` halves. `rules` decide which doubles are spinners. Colours are attributes, so that the style sheet of a
    page overrides them: `.domino rect`, `.domino circle`, `.domino line`,
    `.domino.last rect`, `.domino .open` and, for open ends that count nothing, `.domino .open.idle`.
    """
    open_ends = list(ends)
    tiles = place_tiles(layout, width, height, rules)
    boxes = [laid.box for laid in tiles] or [(0, 0, 4, 2)]
    left, top = min(box[0] for box in boxes) * UNIT - EDGE, min(box[1] for box in boxes) * UNIT - EDGE
    wide = max(box[2] for box in boxes) * UNIT + EDGE - left
    high = max(box[3] for box in boxes) * UNIT + EDGE - top
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left} {top} {wide} {high}" '
        f'width="{wide}" height="{high}" role="img" class="layout">',
        f"<title>{escape(str(layout) or gettext('no tiles'))}</title>",
        *(part for laid in tiles for part in _bridge(laid)),
        *(
            part
            for laid in tiles
            for part in _domino(laid, laid.tile == last, [end for end in open_ends if end.tile == laid.tile])
        ),
        "</svg>",
    ]
    return "\n".join(parts)


def draw_tile(tile: Tile) -> str:
    """A single tile as an SVG element."""
    return draw_layout(Layout().place(tile))


def draw_hand(tiles: Iterable[Tile], columns: int = 10) -> str:
    """Tiles side by side as an SVG element, `columns` in a row; its pieces have the classes of `draw_layout`."""
    placed = []
    for place, tile in enumerate(tiles):
        x, y = 3 * (place % columns) + 1, 5 * (place // columns) + 1
        placed.append(PlacedTile(tile, tile.halves, ((x, y), (x, y + 2))))
    wide = max((laid.box[2] for laid in placed), default=2) * UNIT + 2 * EDGE
    high = max((laid.box[3] for laid in placed), default=4) * UNIT + 2 * EDGE
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-EDGE} {-EDGE} {wide} {high}" '
        f'width="{wide}" height="{high}" role="img" class="layout">',
        f"<title>{' '.join(str(laid.tile) for laid in placed) or 'no tiles'}</title>",
        *(part for laid in placed for part in _domino(laid, False, [])),
        "</svg>",
    ]
    return "\n".join(parts)


def _bridge(laid: PlacedTile) -> list[str]:
    if laid.bridge is None:
        return []
    (x0, y0), (x1, y1) = laid.bridge
    return [
        f'<line x1="{x0 * UNIT}" y1="{y0 * UNIT}" x2="{x1 * UNIT}" y2="{y1 * UNIT}" '
        f'stroke="{LINE}" stroke-width="2" stroke-dasharray="4 4"/>'
    ]


def _domino(laid: PlacedTile, is_last: bool, open_ends: list[OpenEnd]) -> list[str]:
    x0, y0, x1, y1 = (UNIT * side for side in laid.box)
    middle_x, middle_y = (x0 + x1) // 2, (y0 + y1) // 2
    ends = (x0 + 4, middle_y, x1 - 4, middle_y) if laid.is_upright else (middle_x, y0 + 4, middle_x, y1 - 4)
    return [
        f'<g class="domino{" last" if is_last else ""}" data-tile="{laid.tile}">',
        f'<rect x="{x0 + 0.5}" y="{y0 + 0.5}" width="{x1 - x0 - 1}" height="{y1 - y0 - 1}" rx="4" '
        f'fill="{IVORY}" stroke="{LAST if is_last else LINE}" stroke-width="{2 if is_last else 1}"/>',
        '<line x1="{}" y1="{}" x2="{}" y2="{}" stroke="{}"/>'.format(*ends, LINE),
        *(
            f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{INK}"/>'
            for pips, centre in zip(laid.pips, laid.centres, strict=True)
            for x, y, radius in _pips(pips, centre, laid.is_upright)
        ),
        *(mark for end in open_ends for mark in _open_end(laid, end)),
        "</g>",
    ]


def _open_end(laid: PlacedTile, end: OpenEnd) -> list[str]:
    """A frame around the half that may be played on, or around both halves of a double."""
    idle = "" if end.counts else " idle"
    return [
        f'<rect class="open{idle}" data-pips="{end.pips}" x="{x * UNIT - 8.2:g}" y="{y * UNIT - 8.2:g}" width="16.4" '
        f'height="16.4" rx="3" fill="none" stroke="{LINE if idle else LAST}"/>'
        for pips, (x, y) in zip(laid.pips, laid.centres, strict=True)
        if pips == end.pips
    ]


def _pips(pips: int, centre: tuple[int, int], is_upright: bool) -> list[tuple[float, float, float]]:
    """The x, y and radius of each pip of a half, in SVG units."""
    if pips in _PATTERNS:
        places, columns, rows = _PATTERNS[pips], 3, 3
    else:
        columns = 3 if pips <= 12 else 4
        rows = -(-pips // columns)
        places = tuple((number % columns, number // columns) for number in range(pips))
    found = []
    for column, row in places:
        across = (column - (columns - 1) / 2) * UNIT / (columns - 1)
        along = (row - (rows - 1) / 2) * UNIT / (rows - 1)
        x, y = (across, along) if is_upright else (along, across)
        found.append((round(centre[0] * UNIT + x, 1), round(centre[1] * UNIT + y, 1), 1.9 if rows == 3 else 1.3))
    return found
