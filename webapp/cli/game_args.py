"""The start of a game, made from the options of a command."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from muggins.scorer.events import GameStarted
from muggins.scorer.game import Game
from muggins.scorer.record import parse_event
from muggins.scorer.rules.option_types import NumberList
from muggins.scorer.rules.rulesets import OPTIONS, RuleSet, load_ruleset, refuse_idle
from muggins.texts import lazy_gettext


def parse_options(settings: Sequence[str]) -> dict[str, str]:
    """Options of a rule set from texts `key=value`. ValueError for any other text."""
    options = {}
    for setting in settings:
        key, sign, value = setting.partition("=")
        may_be_empty = isinstance(OPTIONS.get(key.strip()), NumberList)
        if not (sign and key.strip() and (value.strip() or may_be_empty)):
            raise ValueError(
                lazy_gettext(
                    "--set: expected KEY=VALUE, for instance target=100, got %(setting)s", setting=repr(setting)
                )
            )
        options[key.strip()] = value.strip()
    return options


def rules_of(rules: str, options: Mapping[str, str]) -> tuple[str, dict[str, str]]:
    """The id of a game and the options that differ in it, for an id or a file of house rules.

    A record must be readable without the file: it names the game, and the options that the house has changed.
    """
    if not rules.endswith(".toml"):
        return rules, {**options}
    house = load_ruleset(rules)
    return house.base, {**house.changes(), **options}


def played_by(started: GameStarted, rules: str | None, settings: Sequence[str]) -> GameStarted:
    """The start of the same game by other rules: those of an id or a file, if one is named, with `settings`."""
    if rules is None:
        changed = replace(started, options={**(started.options or {}), **parse_options(settings)})
    else:
        base, options = rules_of(rules, parse_options(settings))
        claims = None if "claims" in options else started.claims
        changed = replace(started, rules=base, options=options, claims=claims, target=None, set=None)
    refuse_idle(Game().apply(changed).rules)
    return changed


def game_from(
    players: str, seats: str | None, rules: str, claims: str | None, settings: Sequence[str] = ()
) -> GameStarted:
    """The start of a game of `players` `Ann,Bob`, with `seats` `Ann=bottom,Bob=top` and `settings` `key=value`.

    ValueError where there is no such game, and for games without a layout, which nobody can watch.
    """
    names = [name.strip() for name in players.split(",")]
    if not all(names):
        raise ValueError(
            lazy_gettext(
                "--players: expected names with commas between them, for instance Ann,Bob, got %(players)s",
                players=repr(players),
            )
        )
    rules, options = rules_of(rules, parse_options(settings))
    event: dict[str, object] = {"event": "game", "rules": rules, "players": names}
    if seats is not None:
        event["seats"] = _parse_seats(seats)
    if claims is not None:
        event["claims"] = claims
    if options:
        event["options"] = options
    started = parse_event(event)
    assert isinstance(started, GameStarted)
    game_rules = Game().apply(started).rules
    refuse_idle(game_rules)
    if game_rules.pair:
        raise ValueError(
            lazy_gettext(
                "%(rules)s has no layout to watch: `muggins read PHOTO --rules %(rules)s` names the pairs", rules=rules
            )
        )
    return started


def refuse_kept_by_hand(rules: RuleSet) -> None:
    """ValueError for a game whose layout the camera cannot read."""
    if rules.is_kept_by_hand:
        raise ValueError(
            lazy_gettext(
                "%(rules)s is kept by hand, since only equal halves that touch are read, and four arms of a double: "
                "`muggins play` takes what people enter",
                rules=rules.id,
            )
        )


def _parse_seats(seats: str) -> dict[str, str]:
    """The side of each player, from `Ann=bottom,Bob=top`."""
    sides = {}
    for seat in seats.split(","):
        name, sign, side = seat.partition("=")
        if not (sign and name.strip() and side.strip()):
            raise ValueError(
                lazy_gettext(
                    "--seats: expected PLAYER=SIDE with commas between them, for instance Ann=bottom, got %(seats)s",
                    seats=repr(seats),
                )
            )
        sides[name.strip()] = side.strip()
    return sides
