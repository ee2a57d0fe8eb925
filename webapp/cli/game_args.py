"""The start of a game, made from the options of a command."""

from __future__ import annotations

from collections.abc import Sequence

from muggins.scorer.events import GameStarted
from muggins.scorer.game import Game
from muggins.scorer.record import parse_event
from muggins.scorer.rules.rulesets import load_ruleset
from muggins.texts import lazy_gettext


def parse_options(settings: Sequence[str]) -> dict[str, str]:
    """Options of a rule set from texts `key=value`. ValueError for any other text."""
    options = {}
    for setting in settings:
        key, sign, value = setting.partition("=")
        if not (sign and key.strip() and value.strip()):
            raise ValueError(
                lazy_gettext(
                    "--set: expected KEY=VALUE, for instance target=100, got %(setting)s", setting=repr(setting)
                )
            )
        options[key.strip()] = value.strip()
    return options


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
    options = parse_options(settings)
    if rules.endswith(".toml"):
        # A record must be readable without the file: it names the game, and the options that the house has changed.
        house = load_ruleset(rules)
        rules, options = house.base, {**house.changes(), **options}
    event: dict[str, object] = {"event": "game", "rules": rules, "players": names}
    if seats is not None:
        event["seats"] = _parse_seats(seats)
    if claims is not None:
        event["claims"] = claims
    if options:
        event["options"] = options
    started = parse_event(event)
    assert isinstance(started, GameStarted)
    if Game().apply(started).rules.pair:
        raise ValueError(
            lazy_gettext(
                "%(rules)s has no layout to watch: `muggins read PHOTO --rules %(rules)s` names the pairs", rules=rules
            )
        )
    return started


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
