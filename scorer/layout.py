"""The layout: which tile was played on which, its open ends, and its count."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, Protocol, TypedDict

from .errors import ScorerError, read_part, within
from .json_types import TileText
from .tiles import Tile

Spinner = Literal["none", "set", "first-double", "every"]
"""The doubles that are also open at their ends."""
SpinnerEnds = Literal["after-sides", "any-time"]
"""When the ends of a spinner open: once both its sides are played on, or together with them."""


class OpeningRules(Protocol):
    """What of a rule set says where a layout is open."""

    @property
    def spinner(self) -> Spinner: ...

    @property
    def spinner_ends(self) -> SpinnerEnds: ...

    @property
    def spinner_ends_count(self) -> bool:
        """Whether the free ends of a spinner go on counting once both its sides are played on."""

    @property
    def cross(self) -> bool:
        """Whether plays go on the set until all its places are taken."""

    @property
    def arms(self) -> int:
        """The places of the set, if it is a spinner: two sides, two ends, and corners."""

    @property
    def double_arms(self) -> bool:
        """Whether each tile on a complete cross takes a double before any other tile is played."""

    def fits(self, tile: Tile, half: int, pips: int) -> bool:
        """Whether a half of the tile may touch a half with `pips`."""


@dataclass(frozen=True, slots=True)
class Placement:
    """A tile and the host it was played on (None for the set), written `6-1>6-4`.

    `joins` is the half of the tile and the half of its host that touch, if they differ as in a misplay, written
    `6-1>5-3:6/3`. `endwise` says that a double is touched at its end, although its sides are free: the host if it is
    a double, or else the tile itself. This is written `6-1>6-6^`.
    """

    tile: Tile
    on: Tile | None = None
    joins: tuple[int, int] | None = None
    endwise: bool = False
    angle: int | None = field(default=None, compare=False)
    """Where the tile points in the camera's picture, as `Play` says it."""

    @staticmethod
    def parse(text: str) -> Placement:
        """The placement written in the text. NotationError if the text is no placement."""
        names, _, halves = text.partition(":")
        endwise = ">" in names and names.rstrip().endswith("^")
        names = names.rstrip().removesuffix("^") if endwise else names
        tile, arrow, _ = names.partition(">")
        pair = halves.strip().split("/") if arrow and halves else []
        if pair and (len(pair) != 2 or not all(half.isascii() and half.isdigit() for half in pair)):
            wrong = ScorerError(
                "joined halves are written like 6-1>5-3:6/3, not %(text)s", text=f"{text.strip()!r:.80}"
            )
            raise within(text, wrong, len(names) + 1)
        played = read_part(Tile.parse, text, 0, len(tile))
        on = read_part(Tile.parse, text, len(tile) + 1, len(names)) if arrow else None
        return Placement(played, on, (int(pair[0]), int(pair[1])) if pair else None, endwise)

    @property
    def joined(self) -> tuple[int, int]:
        """The half of the tile and the half of its host that touch. ValueError if `joins` is needed and missing."""
        if self.joins is not None:
            return self.joins
        shared = self.tile.shared(self.on) if self.on else None
        if shared is None:
            raise ScorerError(
                "%(tile)s and %(host)s share no number: name the halves that lie together",
                tile=self.tile,
                host=self.on,
            )
        return shared, shared

    @property
    def double(self) -> Tile | None:
        """The double that is touched at its side or at its end: the host, or else the tile; None if neither is one."""
        if self.on is None:
            return None
        return self.on if self.on.is_double else self.tile if self.tile.is_double else None

    def __str__(self) -> str:
        if self.on is None:
            return str(self.tile)
        halves = f":{self.joins[0]}/{self.joins[1]}" if self.joins else ""
        return f"{self.tile}>{self.on}{'^' * self.endwise}{halves}"


@dataclass(frozen=True, slots=True)
class OpenEnd:
    """A place where a tile may be played: its tile, the pips to match, and whether these pips count now."""

    tile: Tile
    pips: int
    counts: bool

    def to_json(self) -> OpenEndJson:
        """The open end as `muggins read --json` and the API write it."""
        return {"tile": str(self.tile), "pips": self.pips, "counts": self.counts}


class OpenEndJson(TypedDict):
    """A place where a tile may be played: its tile, the pips to match, and whether these pips count now."""

    tile: TileText
    pips: int
    counts: bool


@dataclass(frozen=True)
class Layout:
    """The played tiles as a tree, in the order of the plays: `5-5, 5-3>5-5, 5-0>5-5`.

    ValueError if a tile occurs twice, a host is missing, `joins` names halves that the tiles do not have, or neither
    tile is a double of what lies `endwise`.
    """

    placements: tuple[Placement, ...] = ()
    joined: Mapping[Tile, tuple[int, ...]] = field(init=False, repr=False, compare=False)
    """For each tile the pips of its halves that other tiles touch, with one entry for each neighbour."""
    _endwise: dict[Tile, int] = field(init=False, repr=False, compare=False)
    """For doubles the number of neighbours that are said to touch an end."""
    _asked: tuple[OpeningRules | None, tuple[OpenEnd, ...]] | None = field(
        init=False, repr=False, compare=False, default=None
    )
    """The open ends, and the rules by which they were asked for: every tile of a hand asks for them again."""
    _count: int = field(init=False, repr=False, compare=False)
    """Pips of the exposed ends. `place` updates it: to count eight tiles again takes 1.9 of the 11 µs of a play."""

    def __post_init__(self) -> None:
        joined: dict[Tile, tuple[int, ...]] = {}
        endwise: dict[Tile, int] = {}
        object.__setattr__(self, "_count", sum(_join(joined, endwise, placement) for placement in self.placements))
        object.__setattr__(self, "joined", joined)
        object.__setattr__(self, "_endwise", endwise)

    @staticmethod
    def parse(text: str) -> Layout:
        """The layout written in the text, empty if the text is. NotationError if the text is no layout."""
        layout, start = Layout(), 0
        for part in text.split(",") if text.strip() else ():
            try:
                placement = Placement.parse(part)
                layout = layout.lay(placement)
            except ScorerError as error:
                raise within(text, error, start) from None
            start += len(part) + 1
        return layout

    def __str__(self) -> str:
        return ", ".join(map(str, self.placements))

    def __repr__(self) -> str:
        return f"Layout.parse({str(self)!r})"

    def __contains__(self, tile: Tile) -> bool:
        return tile in self.joined

    def __len__(self) -> int:
        return len(self.placements)

    @property
    def is_empty(self) -> bool:
        return not self.placements

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles in the order of the plays."""
        return tuple(self.joined)

    def place(self, tile: Tile, on: Tile | None = None, joins: tuple[int, int] | None = None) -> Layout:
        """The layout with one more tile. ValueError if the tile cannot lie there."""
        return self.lay(Placement(tile, on, joins))

    def lay(self, placement: Placement) -> Layout:
        """The layout with one more tile. ValueError if the tile cannot lie there."""
        joined = dict(self.joined)
        endwise = dict(self._endwise) if placement.endwise else self._endwise
        gain = _join(joined, endwise, placement)
        grown = object.__new__(Layout)  # skips __post_init__, which would join every tile again
        object.__setattr__(grown, "placements", (*self.placements, placement))
        object.__setattr__(grown, "joined", joined)
        object.__setattr__(grown, "_endwise", endwise)
        object.__setattr__(grown, "_asked", None)
        object.__setattr__(grown, "_count", self._count + gain)
        return grown

    def count(self, rules: OpeningRules | None = None) -> int:
        """Pips of the exposed ends. Without rules no end of a spinner counts whose sides are both played on."""
        if rules is None or not rules.spinner_ends_count:
            return self._count
        spinner = self._spinner(rules)
        spinners = [tile for tile in self.joined if tile.high == tile.low and (spinner is True or tile == spinner)]
        taken = {tile: self.taken(tile) for tile in spinners}
        return self._count + sum(tile.high * (2 - ends) for tile, (sides, ends) in taken.items() if sides == 2)

    def open_pips(self, rules: OpeningRules | None = None) -> list[int]:
        """Pips of every open end, rising. Without rules every double is a spinner."""
        return sorted(end.pips for end in self.open_ends(rules))

    def open_ends(self, rules: OpeningRules | None = None) -> tuple[OpenEnd, ...]:
        """Where a tile may be played, in the order of the plays. Without rules every double is a spinner."""
        if self._asked is None or self._asked[0] is not rules:
            spinner = self._spinner(rules)
            ends = tuple(end for tile in self._hosts(rules, spinner) for end in self._ends_of(tile, rules, spinner))
            object.__setattr__(self, "_asked", (rules, ends))
            return ends
        return self._asked[1]

    def is_open(self, host: Tile, pips: int, rules: OpeningRules | None = None) -> bool:
        """Whether a tile may be played on the half of the host that shows `pips`."""
        return any(end.tile == host and end.pips == pips for end in self.open_ends(rules))

    def takes(self, tile: Tile, rules: OpeningRules) -> bool:
        """Whether the tile can be played somewhere."""
        if self.is_empty:
            return True
        if not tile.is_double and self._bare_arms(rules):
            return False
        return any(rules.fits(tile, half, end.pips) for end in self.open_ends(rules) for half in tile.halves)

    def ways(self, tile: Tile, host: Tile, rules: OpeningRules) -> list[tuple[int, int]]:
        """The half of the tile and the half of the host that touch, for each way to play the tile there."""
        if not tile.is_double and self._bare_arms(rules):
            return []
        open_halves = dict.fromkeys(end.pips for end in self.open_ends(rules) if end.tile == host)
        halves = dict.fromkeys(tile.halves)
        return [(half, pips) for pips in open_halves for half in halves if rules.fits(tile, half, pips)]

    def plays_of(self, tile: Tile, rules: OpeningRules) -> list[Placement]:
        """Every way to play the tile. Each that has a host names the halves that touch."""
        if self.is_empty:
            return [Placement(tile)]
        hosts = dict.fromkeys(end.tile for end in self.open_ends(rules))
        played = [Placement(tile, host, way) for host in hosts for way in self.ways(tile, host, rules)]
        if rules.spinner_ends == "after-sides":
            return played
        either = [
            replace(each, endwise=True) for each in played if each.double and self.may_be_either(each.double, rules)
        ]
        return played + either

    def may_be_either(self, double: Tile, rules: OpeningRules) -> bool:
        """Whether the next tile at a double may lie at its side or at its end, which a play says.

        A double that is not laid yet may itself lie either way.
        """
        return rules.spinner_ends == "any-time" and self.taken(double)[0] < 2 and self._is_end_open(double, rules)

    def allows(self, placement: Placement, rules: OpeningRules) -> bool:
        """Whether the rules allow a tile on its host to lie there."""
        if placement.on is None or placement.joined not in self.ways(placement.tile, placement.on, rules):
            return False
        return not (placement.endwise and placement.double) or self._is_end_open(placement.double, rules)

    def taken(self, double: Tile) -> tuple[int, int]:
        """How many sides and how many ends of a double other tiles touch: sides first, but for what lies endwise."""
        touching = len(self.joined.get(double, ()))
        return _taken(touching, self._endwise.get(double, 0))

    def misplayed(self, rules: OpeningRules) -> Tile | None:
        """The first tile that the rules do not allow where it lies; None if all lie right."""
        laid = Layout()
        for placement in self.placements:
            if placement.on is not None and not laid.allows(placement, rules):
                return placement.tile
            laid = laid.lay(placement)
        return None

    def _ends_of(self, tile: Tile, rules: OpeningRules | None, spinner: Tile | bool) -> list[OpenEnd]:
        touched = self.joined[tile]
        if not tile.is_double:
            return [OpenEnd(tile, pips, True) for pips in tile.halves if pips not in touched]
        free = self._free_places(tile, spinner, rules)
        sides, ends = self.taken(tile)
        ends_count = sides < 2 or (rules is not None and rules.spinner_ends_count)
        counting = 0 if ends == 2 or not ends_count else free if sides < 2 else 2 - ends
        return [OpenEnd(tile, tile.high, place < counting) for place in range(free)]

    def _free_places(self, tile: Tile, spinner: Tile | bool, rules: OpeningRules | None) -> int:
        """How many tiles may be played on a double: on its sides, and then or at once on a spinner's other places."""
        sides, _ = self.taken(tile)
        spins = spinner is True or spinner == tile
        if sides < 2 and not (spins and rules is not None and rules.spinner_ends == "any-time"):
            return 2 - sides
        if not spins:
            return 0
        places = rules.arms if rules is not None and tile == self.placements[0].tile else 4
        return max(0, places - len(self.joined[tile]))

    def _is_end_open(self, double: Tile, rules: OpeningRules) -> bool:
        """Whether a tile may touch an end of a double, or the double lie endwise if it is not laid yet."""
        if double in self.joined:
            spinner = self._spinner(rules)
            sides, ends = self.taken(double)
            return (
                (spinner is True or spinner == double) and ends < 2 and (sides == 2 or rules.spinner_ends == "any-time")
            )
        if rules.spinner_ends == "after-sides":
            return False
        return rules.spinner == "every" or (rules.spinner == "first-double" and not self._spinner(rules))

    def _spinner(self, rules: OpeningRules | None) -> Tile | bool:
        """The only spinner; True if every double is a spinner, False if no double is."""
        if rules is None or rules.spinner == "every":
            return True
        if rules.spinner == "none":
            return False
        hosts = self.tiles[:1] if rules.spinner == "set" else self.tiles
        return next((tile for tile in hosts if tile.is_double), False)

    def _hosts(self, rules: OpeningRules | None, spinner: Tile | bool) -> Collection[Tile]:
        """The tiles that may be played on as far as a cross decides: the set first, then tiles that take doubles."""
        if rules is None or not rules.cross or not self.placements:
            return self.joined.keys()
        return self._crossed(rules, spinner) or self._bare_arms(rules) or self.joined.keys()

    def _crossed(self, rules: OpeningRules, spinner: Tile | bool) -> tuple[Tile, ...]:
        """The set where every play must still go on it: a double with a free place."""
        first = self.placements[0].tile
        is_free = first.is_double and self._free_places(first, spinner, rules)
        return (first,) if is_free else ()

    def _bare_arms(self, rules: OpeningRules) -> tuple[Tile, ...]:
        """The tiles on a complete cross that must take a double before any other tile is played."""
        if not (rules.double_arms and rules.cross and self.placements) or self._crossed(rules, self._spinner(rules)):
            return ()
        first = self.placements[0].tile
        arms = (placement.tile for placement in self.placements if placement.on == first and first.is_double)
        return tuple(tile for tile in arms if not tile.is_double and len({*self.joined[tile]}) == 1)


def _taken(touching: int, endwise: int) -> tuple[int, int]:
    """How many sides and ends are taken of a double that so many tiles touch, some of them endwise."""
    ends = min(2, endwise)
    sides = min(2, touching - ends)
    return sides, min(2, touching - sides)


def _counted(tile: Tile, touched: tuple[int, ...], endwise: Mapping[Tile, int]) -> int:
    """The pips that a tile counts: the free halves of a single; of a double each half whose end is free.

    A double whose sides are both taken counts nothing.
    """
    if tile.high == tile.low:
        sides, ends = _taken(len(touched), endwise.get(tile, 0))
        return tile.high * (2 - ends) if sides < 2 else 0
    return (0 if tile.high in touched else tile.high) + (0 if tile.low in touched else tile.low)


def _join(joined: dict[Tile, tuple[int, ...]], endwise: dict[Tile, int], placement: Placement) -> int:
    """Adds a placement to `joined`, and to `endwise` if it lies so, and returns by how many pips the count changes."""
    tile, host, double = placement.tile, placement.on, placement.double
    if tile in joined:
        raise ScorerError("%(tile)s lies on the table already, and a set holds each tile once", tile=tile)
    if host is None:
        if joined:
            raise ScorerError(
                "%(tile)s needs the tile it was played on, since %(set)s is the set",
                tile=tile,
                set=next(iter(joined)),
            )
        if placement.endwise:
            raise ScorerError("%(tile)s cannot lie endwise: it is the set, and touches nothing", tile=tile)
        joined[tile] = ()
        return tile.total
    if placement.endwise and double is None:
        raise ScorerError("%(tile)s cannot lie endwise on %(host)s: neither is a double", tile=tile, host=host)
    touched = joined.get(host)
    if touched is None:
        raise ScorerError("%(tile)s cannot lie on %(host)s, which is not on the table", tile=tile, host=host)
    half, host_half = placement.joined
    if not tile.has(half) or not host.has(host_half):
        raise ScorerError(
            "%(tile)s on %(host)s cannot join at %(half)s and %(host_half)s: they have no such halves",
            tile=tile,
            host=host,
            half=half,
            host_half=host_half,
        )
    before = _counted(host, touched, endwise)
    if placement.endwise and double is not None:
        endwise[double] = endwise.get(double, 0) + 1
    joined[host] = now_touched = (*touched, host_half)
    joined[tile] = (half,)
    return _counted(tile, (half,), endwise) + _counted(host, now_touched, endwise) - before
