"""Whole games as text: each line has an event and the outcome that it must have."""

import json
from pathlib import Path

import pytest
from places import GOLDEN, SHARED

from muggins.scorer import Game, parse_event, ruleset_names

KEPT_ASIDE = SHARED / "hands"
MATCHES = [*sorted(GOLDEN.glob("*.jsonl")), *sorted(KEPT_ASIDE.glob("*.jsonl"))]


@pytest.mark.parametrize("match", MATCHES, ids=lambda match: f"{match.parent.name}/{match.stem}")
def test_a_golden_game_agrees_on_every_key_of_every_line(match: Path) -> None:
    game = Game()
    for number, line in enumerate(match.read_text(encoding="utf-8").splitlines(), 1):
        expected = json.loads(line)
        game = game.apply(parse_event(expected["in"]))
        outcome = game.outcomes[-1]
        assert {key: outcome.get(key) for key in expected["out"]} == expected["out"], f"line {number}: {expected['in']}"


def test_every_rule_set_has_a_golden_game() -> None:
    assert {match.stem for match in GOLDEN.glob("*.jsonl")} >= {*ruleset_names()}
