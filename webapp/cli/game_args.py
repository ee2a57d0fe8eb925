"""What the command's options say of a game, turned into the start of its record."""

from __future__ import annotations

from collections.abc import Sequence

from muggins.scorer.events import GameStarted
from muggins.scorer.game import Game
from muggins.scorer.record import parse_event
from muggins.scorer.rules.rulesets import load_ruleset


def options_of(settings: Sequence[str]) -> dict[str, str]:
    """Options of a rule set, each written `key=value`. ValueError for any other text."""
    options = {}
    for setting in settings:
        key, sign, value = setting.partition("=")
        if not (sign and key.strip() and value.strip()):
            raise ValueError(f"--set: expected KEY=VALUE such as target=100, got {setting!r}")
        options[key.strip()] = value.strip()
    return options


def game_from(
    players: str, seats: str | None, rules: str, claims: str | None, settings: Sequence[str] = ()
) -> GameStarted:
    """The start of a game: players written `Ann,Bob`, seats `Ann=bottom,Bob=top`. ValueError where it cannot be."""
    names = [name.strip() for name in players.split(",")]
    if not all(names):
        raise ValueError(f"--players: expected names with commas between, such as Ann,Bob, got {players!r}")
    options = options_of(settings)
    if rules.endswith(".toml"):  # a record stands without the file: it names the game and what the house changes in it
        house = load_ruleset(rules)
        rules, options = house.base, {**house.changes(), **options}
    told: dict[str, object] = {"event": "game", "rules": rules, "players": names}
    if seats is not None:
        told["seats"] = _seats_from(seats)
    if claims is not None:
        told["claims"] = claims
    if options:
        told["options"] = options
    started = parse_event(told)
    assert isinstance(started, GameStarted)
    if Game().apply(started).rules.pair:
        raise ValueError(f"{rules} has no layout to watch: `muggins read PHOTO --rules {rules}` names the pairs")
    return started


def _seats_from(seats: str) -> dict[str, str]:
    sides = {}
    for seat in seats.split(","):
        name, sign, side = seat.partition("=")
        if not (sign and name.strip() and side.strip()):
            raise ValueError(f"--seats: expected PLAYER=SIDE with commas between, such as Ann=bottom, got {seats!r}")
        sides[name.strip()] = side.strip()
    return sides
