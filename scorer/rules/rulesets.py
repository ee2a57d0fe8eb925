"""Rule sets as data: games differ only in the values of these options."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from ..errors import ScorerError
from ..layout import Layout, Spinner, SpinnerEnds
from ..names import LONGEST_NAME, can_be_shown, tidy_name
from ..tiles import Tile, full_set
from .option_types import Flag, NumberList, OneOf, Option, PerPlayers, WholeNumber

Claims = Literal["auto", "call"]
"""Whether a score pegs itself, or its player must claim it."""
Unable = Literal["pass", "draw", "take-one"]
"""What a player does who cannot play."""
Scored = Literal["plays", "rounds"]
"""Whether plays score, or only the tiles left at the end of each round are recorded."""
Partners = Literal["chosen", "fixed", "rotating"]
"""Whether four players may form two teams, always do, or have another partner in each hand and a score each."""
Wins = Literal["highest", "lowest"]
"""The total that wins."""
NAMES = ("name", "source")
"""The keys of a TOML table that are not options."""


@dataclass(frozen=True, kw_only=True, slots=True)
class RuleSet:
    """The rules of one game: its options (see `rulesets.toml`), an id, a name, and the source of the rules.

    ValueError if the tiles of all players exceed the set, pairs are played by more than one player, a turn that goes
    on at one end would draw, or partners rotate where four cannot play or points do not add up.
    """

    id: str
    base: str
    """The id of the rule set in this package that this one is based on; for a rule set of this package its own id."""
    name: str
    source: str
    set: Annotated[int, WholeNumber(2, 18)]
    spinner: Spinner
    cross: bool
    arms: Annotated[int, WholeNumber(4, 8)]
    double_arms: bool
    joins: Literal["equal", "sum"]
    matadors: bool
    spinner_ends: SpinnerEnds
    spinner_ends_count: bool
    multiples: Annotated[tuple[int, ...], NumberList(2, 100)]
    points: Literal["multiples", "count"]
    level_ends: Annotated[int, WholeNumber(0, 1000)]
    level_double: Annotated[int, WholeNumber(0, 1000)]
    near_target: Annotated[int, WholeNumber(0, 1000)]
    claims: Claims
    unclaimed: Literal["lost", "muggins"]
    wrong_claim: Literal["nothing", "opponent"]
    target: Annotated[int, WholeNumber(1, 100_000)]
    exact: bool
    exact_with_out: bool
    hands: Annotated[int, WholeNumber(0, 1000)]
    won: Literal["end-of-hand", "at-once"]
    skunk: Annotated[int, WholeNumber(0, 100_000)]
    tiles: Annotated[Mapping[int, int], PerPlayers(1, 100)]
    setter_more: Annotated[Mapping[int, int], PerPlayers(0, 100)]
    left_out: Annotated[Mapping[int, int], PerPlayers(0, 100)]
    teams: bool
    partners: Annotated[Partners, OneOf("chosen", "fixed", "rotating", was_flag=True)]
    unable: Unable
    draw_most: Annotated[int, WholeNumber(0, 100)]
    goes_on: Literal["never", "double", "double-or-score", "same-end"]
    may_pass: bool
    reserve: Annotated[Mapping[int, int], PerPlayers(0, 100)]
    first: Literal["lot", "highest-double", "heaviest", "heaviest-single", "winner"]
    later: Literal["as-first", "winner"]
    set_checked: bool
    direction: Literal["clockwise", "counter-clockwise"]
    out: Literal["pips", "one-point"]
    out_by: Literal["player", "side", "nobody"]
    blocked: Literal["pips", "pips-less-own", "differences", "one-point", "nothing"]
    counted: Literal["opponents", "all", "own"]
    boneyard: Literal["stays", "winner"]
    lowest: Literal["side", "hand", "fewest-doubles", "blocker"]
    rounding: Literal["none", "sum", "each"]
    divisor: Annotated[int, WholeNumber(1, 100)]
    count_doubles_once: bool
    tally: Literal["sum", "in-a-row", "until-all-score"]
    one_all: bool
    bonuses: bool
    opening_pass: Annotated[int, WholeNumber(0, 1000)]
    opening_pass_single: Annotated[int, WholeNumber(0, 1000)]
    pass_round: Annotated[int, WholeNumber(0, 1000)]
    capicua: Annotated[int, WholeNumber(0, 1000)]
    chuchazo: Annotated[int, WholeNumber(0, 1000)]
    hand_bonus: Annotated[tuple[int, ...], NumberList(0, 1000, may_repeat=True)]
    tie: Literal["nobody", "lowest-tile"]
    drew_able: Literal["announced", "no-score"]
    over_draw: Literal["redraw", "kept", "returned"]
    exposed: Literal["picked-up", "shown", "directed"]
    taking_back: Literal["until-next-play", "never"]
    pair: Annotated[int, WholeNumber(0, 72)]
    scored: Scored
    rounds: Annotated[int, WholeNumber(0, 100)]
    each_double: bool
    wins: Wins
    double_blank: Annotated[int, WholeNumber(0, 100)]

    def __post_init__(self) -> None:
        for players, tiles in self.tiles.items():
            size = len(self.pack(players))
            left, more = size - players * tiles, self.setter_more.get(players, 0)
            if 0 <= left < more:
                raise ScorerError(
                    "setter-more: the setter cannot take %(more)s more where %(players)s players leave %(left)s of a "
                    "set of %(size)s",
                    more=more,
                    players=players,
                    left=left,
                    size=size,
                )
            if left < 0:
                raise ScorerError(
                    "tiles: %(players)s players cannot draw %(tiles)s each from a set of %(size)s",
                    players=players,
                    tiles=tiles,
                    size=size,
                )
        if self.pair and set(self.tiles) != {1}:
            raise ScorerError(
                "pair: pairs are discarded in a game for one, so tiles are 1:6, not %(tiles)s", tiles=self.tiles
            )
        if self.goes_on == "same-end" and self.unable != "pass":
            raise ScorerError(
                'goes-on: a turn goes on at the same end where nobody draws, so unable = "pass" is expected, not '
                '"%(unable)s"',
                unable=self.unable,
            )
        if self.partners == "rotating" and (4 not in self.tiles or self.is_rounds):
            raise ScorerError("partners: four who lay tiles can rotate, and %(id)s is not played so", id=self.id)
        if self.partners == "rotating" and self.tally != "sum":
            raise ScorerError(
                'partners: where they rotate, the points of each player add up, so tally = "sum" is expected, not '
                '"%(tally)s"',
                tally=self.tally,
            )

    @property
    def scores_in_play(self) -> bool:
        """Whether a play may score."""
        return bool(self.multiples or self.level_ends or self.level_double)

    @property
    def joined_sum(self) -> int | None:
        """The pips that two halves which touch have together; None if they show the same number."""
        return None if self.joins == "equal" else self.set + 1

    @property
    def is_kept_by_hand(self) -> bool:
        """Whether people enter every play: the camera reads equal halves that touch, and four arms at most."""
        return self.joins != "equal" or self.arms > 4

    def fits(self, tile: Tile, half: int, pips: int) -> bool:
        """Whether a half of the tile may touch a half with `pips`."""
        if self.joined_sum is None:
            return half == pips
        return half + pips == self.joined_sum or (self.matadors and tile.total in (0, self.joined_sum))

    def worth_of(self, layout: Layout) -> int:
        """The points for a play that leaves this layout."""
        points = self.worth(layout.count(self))
        if not (self.level_ends or self.level_double):
            return points
        ends = layout.open_ends(self)
        if len({end.pips for end in ends}) != 1:
            return points
        is_double = len(layout) > 1 and any(end.tile.is_double for end in ends)
        return points + (self.level_double if is_double else self.level_ends)

    @property
    def is_rounds(self) -> bool:
        """Whether it is a game of rounds: nothing is recorded but the tiles left in the hands."""
        return self.scored == "rounds"

    @property
    def round_count(self) -> int | None:
        """The rounds after which a game of rounds ends; None where a total ends it."""
        return self.set + 1 if self.each_double else self.rounds or None

    def worth(self, count: int) -> int:
        """The points for the count alone."""
        points = 0
        for multiple in self.multiples:
            if count % multiple == 0:
                if self.points == "count":
                    return count
                points += count // multiple
        return points

    @property
    def most_in_play(self) -> int:
        """The most points that a play can score with a double at each end: of two, or of four if doubles spin."""
        ends = 2 if self.spinner == "none" else 4
        highest = sum(2 * pips for pips in range(self.set, self.set - ends, -1))
        return max(map(self.worth, range(1, highest + 1))) + max(self.level_ends, self.level_double)

    def pack(self, players: int) -> tuple[Tile, ...]:
        """The tiles with which that many players play, rising."""
        return full_set(self.set)[self.left_out.get(players, 0) :]

    def deal(self, players: int, is_setter: bool) -> int:
        """The number of tiles that a player of so many draws for a hand; the setter may take more after the set."""
        return self.tiles[players] + (self.setter_more.get(players, 0) if is_setter else 0)

    def reserve_for(self, players: int) -> int:
        """The number of tiles that stay in the boneyard with that many players."""
        return max((kept for kept in self.reserve.items() if kept[0] <= players), default=(0, 0))[1]

    def changes(self) -> dict[str, str]:
        """The differences from the base, as text: `load_ruleset(rules.base, rules.changes())` gives the same game."""
        base = load_ruleset(self.base)
        changed = {
            key: option.text(value)
            for key, option in OPTIONS.items()
            if (value := option_of(self, key)) != option_of(base, key)
        }
        return changed if self.name == base.name else {"name": self.name, **changed}


def _option(kind: Any) -> Option:
    """The option that reads the values of a field of this type."""
    if get_origin(kind) is Annotated:
        option: Option = kind.__metadata__[0]
        return option
    return Flag() if kind is bool else OneOf(*get_args(kind))


OPTIONS: Mapping[str, Option] = {
    field.replace("_", "-"): _option(kind)
    for field, kind in get_type_hints(RuleSet, include_extras=True).items()
    if field not in ("id", "base", *NAMES)
}
"""Every option of a rule set, with its allowed values; `rulesets.toml` says what each means."""


def option_of(rules: RuleSet, key: str) -> Any:
    """The value of an option in a rule set, by the name of the option."""
    return getattr(rules, key.replace("-", "_"))


def meaning_of(key: str) -> str:
    """What an option does, as the comments of `rulesets.toml` say it."""
    found = re.search(rf"^{key} = .*?# (.*)$", _text(), re.MULTILINE)
    return found[1] if found else ""


def idle_options(rules: RuleSet) -> set[str]:
    """The options that change nothing in a game, whatever their value, because of its other options."""
    if rules.pair:
        return {*OPTIONS} - {"set", "tiles", "left-out", "pair", "scored"}
    if rules.is_rounds:
        used = {"set", "tiles", "scored", "wins", "double-blank", "count-doubles-once", "each-double"}
        used |= set() if rules.each_double else {"rounds"} if rules.rounds else {"rounds", "target"}
        return {*OPTIONS} - used
    is_one_point = rules.out == "one-point" and rules.out_by != "nobody"
    is_own = rules.counted == "own"
    has_pips = "pips" in (rules.out, rules.blocked.partition("-")[0]) or rules.blocked == "differences" or is_own
    bonuses = ("opening-pass", "opening-pass-single", "pass-round", "capicua", "chuchazo", "hand-bonus")
    needed = {
        "rounds each-double": False,
        "skunk": rules.wins == "highest",
        "out-by": rules.teams or rules.partners != "chosen" or rules.out_by != "side",
        "capicua chuchazo": rules.out_by != "nobody",
        "out": rules.out_by != "nobody" and not is_own,
        "blocked tally boneyard": not is_own,
        "points": bool(rules.multiples),
        "near-target claims unclaimed wrong-claim drew-able": rules.scores_in_play,
        "set-checked": rules.first in ("highest-double", "heaviest-single"),
        "spinner-ends spinner-ends-count arms": rules.spinner != "none",
        "double-arms": rules.cross,
        "matadors": rules.joins == "sum",
        "exact-with-out": rules.exact and is_one_point and rules.unable == "pass",
        "draw-most": rules.unable == "draw",
        "counted rounding divisor boneyard": has_pips,
        "lowest tie": rules.blocked != "nothing" or is_own,
        "one-all": rules.tally == "in-a-row" and not is_own,
        "bonuses": any(option_of(rules, key) for key in bonuses),
        " ".join(bonuses): rules.bonuses,
        "reserve": rules.unable != "pass",
        "later": rules.first != "winner",
        "teams": 4 in rules.tiles and rules.partners != "rotating",
        "partners": 4 in rules.tiles,
        "direction": max(rules.tiles) > 2,
    }
    return {key for keys, is_needed in needed.items() if not is_needed for key in keys.split()}


def refuse_idle(rules: RuleSet) -> None:
    """ScorerError if one of the changes to the game that the rules are based on does nothing."""
    idle = idle_options(rules)
    for key in rules.changes():
        if key in idle:
            raise ScorerError(
                "%(option)s: does nothing in %(base)s with these rules; leave it out", option=key, base=rules.base
            )


def ruleset_names() -> tuple[str, ...]:
    """The ids of the rule sets in this package."""
    return tuple(name for name in _tables() if name != "default")


def load_ruleset(name: str | Path, overrides: Mapping[str, Any] | None = None) -> RuleSet:
    """The rule set with that id, or of that file if the name ends in `.toml`, with some options changed.

    ValueError says which file, key or value is wrong and what is allowed.
    """
    overrides = dict(overrides or {})
    text = str(name)
    if not text.endswith(".toml") and Path(text).suffix:
        raise ScorerError("%(path)s: a file of house rules ends in .toml", path=text)
    if not text.endswith(".toml"):
        return _build(text, text, {}, overrides)
    path = Path(name)
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except UnicodeDecodeError:
        raise ScorerError(
            "%(path)s: house rules are text in UTF-8, and this file is not; save it as UTF-8 in an editor", path=path
        ) from None
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise ScorerError(
            "%(path)s: cannot be read as a house rule set in TOML: %(error)s", path=path, error=error
        ) from None
    base = table.pop("based-on", None)
    if not isinstance(base, str):
        raise ScorerError('%(path)s: a house rule set names the game it is based on: based-on = "five-up"', path=path)
    try:
        rules = _build(path.stem, base, table, overrides)
        refuse_idle(rules)
    except ValueError as error:
        raise ScorerError("%(path)s: %(error)s", path=path, error=error) from None
    return rules


def validate_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options with their values read. ValueError names a wrong key, or a key and its allowed values."""
    validated = {}
    for written, value in options.items():
        key = written.replace("_", "-")
        if key not in OPTIONS:
            raise ScorerError(
                "%(option)s: no such option; the options are %(options)s",
                option=f"{written!r:.80}".strip("'"),
                options=", ".join(OPTIONS),
            )
        try:
            validated[key] = OPTIONS[key].read(value)
        except ValueError as error:
            raise ScorerError("%(key)s: %(error)s", key=key, error=error) from None
    return validated


def _build(id: str, base: str, table: Mapping[str, Any], overrides: Mapping[str, Any]) -> RuleSet:
    """The rule set of a base, changed first by the table of a house rule set, then by `overrides`."""
    if base not in ruleset_names():
        raise ScorerError(
            "no rule set is called %(name)s; there are %(names)s",
            name=f"{base!r:.80}",
            names=", ".join(ruleset_names()),
        )
    data = _data(base)
    merged = {**data, **table, **overrides}
    names: dict[str, Any] = {key: tidy_name(str(merged[key])) for key in NAMES}
    for key, name in names.items():
        if not can_be_shown(name):
            raise ScorerError(
                "%(key)s: at most %(most)s letters, all of which can be seen, are expected, not %(came)s",
                key=key,
                most=LONGEST_NAME,
                came=f"{name!r:.40}",
            )
    changed = {**_without_names(table), **_without_names(overrides)}
    highest = validate_options(changed).get("set")
    own = _default_options(base, highest)
    options = {**own, **validate_options(_expand_tiles(changed, own["tiles"], highest or own["set"]))}
    return RuleSet(id=id, base=base, **names, **{key.replace("-", "_"): value for key, value in options.items()})


@cache
def _default_options(name: str, highest: int | None) -> Mapping[str, Any]:
    """The options of a rule set of this package. `highest` is the highest double of the set, None for its own."""
    data = _data(name)
    return validate_options({key: data[key] for key in OPTIONS} | data["with-set"].get(str(highest), {}))


def _expand_tiles(options: Mapping[str, Any], tiles: Mapping[int, int], highest: int) -> Mapping[str, Any]:
    """The options with a single number of tiles applied to every number of players that the set allows."""
    each = options.get("tiles")
    if isinstance(each, bool) or not (isinstance(each, int) or (isinstance(each, str) and each.strip().isdecimal())):
        return options
    able = [players for players in tiles if players * int(each) <= len(full_set(highest))]
    return {**options, "tiles": dict.fromkeys(able or [min(tiles)], each)}


def _without_names(options: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in options.items() if key not in NAMES}


def _data(name: str) -> dict[str, Any]:
    """The table of a rule set of this package, merged over the tables it is based on."""
    table = _tables()[name]
    under = _data(table["based-on"]) if "based-on" in table else {"with-set": {}, **_tables()["default"]}
    return {**under, **table}


@cache
def _tables() -> dict[str, dict[str, Any]]:
    return tomllib.loads(_text())


@cache
def _text() -> str:
    return (files(__package__) / "rulesets.toml").read_text(encoding="utf-8")
