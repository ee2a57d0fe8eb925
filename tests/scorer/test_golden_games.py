"""Whole matches as text: every line an event, and what must hold after it."""

import json
from pathlib import Path

import pytest
from places import GOLDEN, SHARED

from muggins.scorer import Game, parse_event, ruleset_names

KEPT_ASIDE = SHARED / "hands"
MATCHES = [*sorted(GOLDEN.glob("*.jsonl")), *sorted(KEPT_ASIDE.glob("*.jsonl"))]


@pytest.mark.parametrize("match", MATCHES, ids=lambda match: f"{match.parent.name}/{match.stem}")
def test_whole_match_agrees_on_every_key_of_every_line(match: Path) -> None:
    game = Game()
    for number, line in enumerate(match.read_text(encoding="utf-8").splitlines(), 1):
        told = json.loads(line)
        game = game.apply(parse_event(told["in"]))
        outcome = game.outcomes[-1]
        assert {key: outcome.get(key) for key in told["out"]} == told["out"], f"line {number}: {told['in']}"


def test_there_is_a_golden_match_of_every_rule_set() -> None:
    assert {match.stem for match in GOLDEN.glob("*.jsonl")} >= {*ruleset_names()}
