"""The places of the tiles in a drawing. Lines turn corners and tiles do not overlap, as on a real table.

What a camera has seen lies and turns as in its picture, to the next quarter of a turn.

The unit of length is half the side of a half, so a half is 2 by 2 and a tile 2 by 4. x goes right and y goes down.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from ..layout import Layout, Placement
from ..rules.rulesets import RuleSet
from ..tiles import Tile

Point = tuple[int, int]
Box = tuple[int, int, int, int]  # left, top, right, bottom
EAST, SOUTH, WEST, NORTH = CLOCKWISE = (1, 0), (0, 1), (-1, 0), (0, -1)
TURNING = 8  # length of a double and the corner after it
MARGIN = 1  # length kept free around a tile, except towards its host


@dataclass(frozen=True, slots=True)
class PlacedTile:
    """A tile in the drawing, with the pips and the centres of its two halves in the same order."""

    tile: Tile
    pips: tuple[int, int]
    centres: tuple[Point, Point]
    bridge: tuple[Point, Point] | None = None
    """A line to the host if there was no room beside it."""

    @property
    def box(self) -> Box:
        (x0, y0), (x1, y1) = self.centres
        return min(x0, x1) - 1, min(y0, y1) - 1, max(x0, x1) + 1, max(y0, y1) + 1

    @property
    def towards(self) -> Point:
        """The direction from its first half to its second."""
        (x0, y0), (x1, y1) = self.centres
        return (x1 - x0) // 2, (y1 - y0) // 2

    @property
    def is_upright(self) -> bool:
        return self.centres[0][0] == self.centres[1][0]


@dataclass(frozen=True, slots=True)
class _Exit:
    """A place to play on: its pips, the centre of its half, and the direction away from it."""

    pips: int
    start: Point
    towards: Point
    is_kept: bool = True
    """Whether room is kept for it. The ends of a double that is no spinner get none."""
    corner: Point | None = None
    """Where a line begins that leads to the tile, if it does not lie beside the half."""
    is_end: bool = False
    """Whether it is the end of a double."""


@dataclass(slots=True)
class _Table:
    """The tiles placed so far, their boxes, and the exits of each."""

    width: int
    height: int
    spinners: frozenset[Tile]
    inline: frozenset[Tile] = frozenset()
    """Doubles that lie lengthwise, as singles do."""
    corners: int = 0
    """How many tiles the set takes at its corners."""
    right: int | None = None
    """The angle that the camera's picture has for what points east here; None if no camera saw the set."""
    laid: dict[Tile, PlacedTile] = field(default_factory=dict)
    boxes: dict[Tile, Box] = field(default_factory=dict)
    exits: dict[Tile, list[_Exit]] = field(default_factory=dict)

    def put(self, laid: PlacedTile, exits: list[_Exit]) -> None:
        self.laid[laid.tile] = laid
        self.boxes[laid.tile] = laid.box
        self.exits[laid.tile] = exits

    def is_free(self, laid: PlacedTile, host: Tile | None) -> bool:
        """Whether a tile could lie there, touching none but its host."""
        left, top, right, bottom = laid.box
        for tile, taken in self.boxes.items():
            margin = 0 if tile == host else MARGIN
            if (
                left - margin < taken[2]
                and taken[0] < right + margin
                and top - margin < taken[3]
                and taken[1] < bottom + margin
            ):
                return False
        return True

    def overflow(self, box: Box) -> int:
        """The length by which the drawing exceeds its limits with a tile in this box."""
        boxes = [box, *self.boxes.values()]
        wide = max(box[2] for box in boxes) - min(box[0] for box in boxes)
        high = max(box[3] for box in boxes) - min(box[1] for box in boxes)
        return max(0, wide - self.width) + max(0, high - self.height)

    def playable(self) -> int:
        """The number of exits where a single still fits, plus the number where a double does."""
        return sum(
            any(self.is_free(laid, host) for laid in _ways(end, example, self.inline))
            for host, ends in self.exits.items()
            for end in ends
            if end.is_kept
            for example in _EXAMPLES
        )


_EXAMPLES = (Placement(Tile(1, 0)), Placement(Tile(0, 0)))


def place_tiles(
    layout: Layout, width: int = 26, height: int = 16, rules: RuleSet | None = None
) -> tuple[PlacedTile, ...]:
    """The places of the tiles, in the order of the plays. A tile keeps its place as the layout grows.

    `width` and `height` are limits in halves, kept as far as the plays allow. Room is kept at the ends of spinners;
    without rules every double is a spinner.
    """
    spinners = _spinners(layout, rules)
    lengthwise = rules is not None and rules.joins == "sum"
    inline = frozenset(tile for tile in layout.tiles if lengthwise and tile.is_double and tile not in spinners)
    table = _Table(2 * width - TURNING, 2 * height - TURNING, spinners, inline, rules.arms - 4 if rules else 0)
    for placement in layout.placements:
        if placement.on is None and placement.angle is not None:
            set_lies = SOUTH if _is_across(table, placement.tile) else WEST
            table.right = placement.angle - 90 * CLOCKWISE.index(set_lies)
            if _quarters(table.right) % 2:
                table.width, table.height = table.height, table.width
        _lay(table, placement)
    return tuple(_turned(laid, _quarters(table.right or 0)) for laid in table.laid.values())


def _is_across(table: _Table, tile: Tile) -> bool:
    return tile.is_double and tile not in table.inline


def _quarters(angle: int) -> int:
    """The quarters of a turn that come nearest to an angle in degrees, 0 to 3."""
    return round(angle / 90) % 4


def _turned(laid: PlacedTile, quarters: int) -> PlacedTile:
    """The tile in a drawing that is turned clockwise."""

    def turned(line: tuple[Point, Point]) -> tuple[Point, Point]:
        for _ in range(quarters):
            (x0, y0), (x1, y1) = line
            line = (-y0, x0), (-y1, x1)
        return line

    return replace(laid, centres=turned(laid.centres), bridge=laid.bridge and turned(laid.bridge))


def _lay(table: _Table, placement: Placement) -> None:
    tile, host = placement.tile, placement.on
    if host is None:
        is_across = _is_across(table, tile)
        turned = SOUTH if is_across else WEST
        laid = PlacedTile(tile, tile.halves, ((turned[0], turned[1]), (-turned[0], -turned[1])))
        table.put(laid, _exits_of_set(laid, is_across, tile in table.spinners, table.corners))
        return
    _, host_half = placement.joined
    exits = [end for end in table.exits[host] if end.pips == host_half]
    if placement.endwise and host.is_double:
        exits = [end for end in exits if end.is_end] or exits
    seen: Point | None = None
    if placement.angle is not None and table.right is not None:
        seen = CLOCKWISE[_quarters(placement.angle - table.right)]
    likely = [end for end in exits if end.is_end == exits[0].is_end]
    if seen is None and _is_across(table, host):
        likely = exits[:1]  # a double looks alike from both sides
    best: tuple[tuple[int, ...], PlacedTile, _Exit, list[_Exit]] | None = None
    for place, end in enumerate(likely):
        for turn, laid in enumerate(_ways(end, placement, table.inline)):
            if not table.is_free(laid, host):
                continue
            onward = _exits_after(laid, end, placement, table)
            exits_left = _without(table.exits, host, end)
            trial = replace(table, laid=dict(table.laid), boxes=dict(table.boxes), exits=exits_left)
            trial.put(laid, onward)
            rank = (laid.towards == seen, trial.playable(), -table.overflow(laid.box), -turn, -place)
            if best is None or rank > best[0]:
                best = rank, laid, end, onward
    if best is None:
        best = _bridged(table, placement, exits)
    _, laid, end, onward = best
    table.exits = _without(table.exits, host, end)
    table.put(laid, onward)


def _bridged(
    table: _Table, placement: Placement, exits: list[_Exit]
) -> tuple[tuple[int, ...], PlacedTile, _Exit, list[_Exit]]:
    """The nearest free place straight ahead of an exit, or around a half that has no exit left."""
    host = placement.on
    assert host is not None
    _, host_half = placement.joined
    lying = table.laid[host]
    start = lying.centres[0] if lying.pips[0] == host_half else lying.centres[1]
    ends = exits or [_Exit(host_half, start, towards) for towards in (NORTH, SOUTH, EAST, WEST)]
    for gap in range(400):
        for end in ends:
            moved = _Exit(end.pips, _step(end.start, end.towards, gap), end.towards)
            for laid in _ways(moved, placement, table.inline):
                if table.is_free(laid, host):
                    bridge = (end.start, _step(moved.start, end.towards, 2)) if gap else None
                    across = PlacedTile(laid.tile, laid.pips, laid.centres, bridge)
                    return (), across, end, _exits_after(across, moved, placement, table)
    raise AssertionError("an unlimited drawing has room for every tile")


def _ways(end: _Exit, placement: Placement, inline: frozenset[Tile]) -> Iterator[PlacedTile]:
    """The ways to place a tile at an exit: a double across; a single straight ahead, turned right, or turned left.

    A double that lies lengthwise is placed as a single is.
    """
    tile = placement.tile
    near = _step(end.start, end.towards, 2)
    right, left = (-end.towards[1], end.towards[0]), (end.towards[1], -end.towards[0])
    if tile.is_double and tile not in inline and not _lies_endwise(placement):
        yield PlacedTile(tile, tile.halves, (_step(near, right, 1), _step(near, left, 1)))
        return
    half = placement.joins[0] if placement.joins else end.pips if tile.has(end.pips) else tile.high
    for onward in (end.towards, right, left):
        bridge = None if end.corner is None else (end.corner, near)
        yield PlacedTile(tile, (half, tile.other(half)), (near, _step(near, onward, 2)), bridge)


def _lies_endwise(placement: Placement) -> bool:
    """Whether the tile is a double that touches its host with its end."""
    return placement.endwise and placement.double == placement.tile


def _spinners(layout: Layout, rules: RuleSet | None) -> frozenset[Tile]:
    doubles = [tile for tile in layout.tiles if tile.is_double]
    if rules is not None and rules.spinner != "every":
        first = layout.tiles[:1] if rules.spinner == "set" else doubles[:1]
        doubles = [tile for tile in first if tile.is_double and rules.spinner != "none"]
    return frozenset(doubles)


def _exits_of_set(laid: PlacedTile, is_across: bool, spins: bool, corners: int) -> list[_Exit]:
    if is_across:
        star = [
            _Exit(laid.tile.high, (x, 5 * y), (x, 0), spins, (x, 2 * y))
            for x, y in ((1, -1), (-1, 1), (-1, -1), (1, 1))
        ]
        return _exits_of_double(laid, (0, 0), (EAST, WEST), spins) + star[:corners]
    return [_Exit(laid.pips[0], laid.centres[0], WEST), _Exit(laid.pips[1], laid.centres[1], EAST)]


def _exits_after(laid: PlacedTile, end: _Exit, placement: Placement, table: _Table) -> list[_Exit]:
    """The exits of a tile that was just placed at an exit."""
    if _lies_endwise(placement):
        (x0, y0), (x1, y1) = laid.centres
        along, middle = ((x1 - x0) // 2, (y1 - y0) // 2), ((x0 + x1) // 2, (y0 + y1) // 2)
        right, left = (-along[1], along[0]), (along[1], -along[0])
        sides = [_Exit(laid.tile.high, middle, side) for side in (right, left)]
        return [*sides, _Exit(laid.tile.high, laid.centres[1], along, is_end=True)]
    if laid.tile.is_double and laid.tile not in table.inline:
        return _exits_of_double(laid, _step(end.start, end.towards, 2), (end.towards,), laid.tile in table.spinners)
    near, far = laid.centres
    return [_Exit(laid.tile.other(placement.joined[0]), far, ((far[0] - near[0]) // 2, (far[1] - near[1]) // 2))]


def _exits_of_double(laid: PlacedTile, centre: Point, sides: tuple[Point, ...], spins: bool) -> list[_Exit]:
    """The free sides of a double, and after them its ends."""
    ends = [
        _Exit(laid.tile.high, point, (point[0] - centre[0], point[1] - centre[1]), spins, is_end=True)
        for point in laid.centres
    ]
    return [_Exit(laid.tile.high, centre, side) for side in sides] + ends


def _without(exits: dict[Tile, list[_Exit]], host: Tile, end: _Exit) -> dict[Tile, list[_Exit]]:
    return {**exits, host: [free for free in exits[host] if free != end]}


def _step(point: Point, towards: Point, length: int) -> Point:
    return point[0] + towards[0] * length, point[1] + towards[1] * length
