"""Whole games as text: each line has an event and the outcome that it must have."""

import json
from pathlib import Path

import pytest
from places import GOLDEN, SHARED

from muggins.scorer import Game, parse_event, ruleset_names
from muggins.scorer.events import BONUSES

KEPT_ASIDE = [*(SHARED / "hands").glob("*.jsonl"), *(SHARED / "games").glob("*.jsonl")]
MATCHES = [*sorted(GOLDEN.rglob("*.jsonl")), *sorted(KEPT_ASIDE)]


@pytest.mark.parametrize("match", MATCHES, ids=lambda match: f"{match.parent.name}/{match.stem}")
def test_a_golden_game_agrees_on_every_key_of_every_line(match: Path) -> None:
    game = Game()
    for number, line in enumerate(match.read_text(encoding="utf-8").splitlines(), 1):
        expected = json.loads(line)
        game = game.apply(parse_event(expected["in"]))
        outcome = game.outcomes[-1]
        assert {key: outcome.get(key) for key in expected["out"]} == expected["out"], f"line {number}: {expected['in']}"
        assert outcome.get("bonus") == expected["out"].get("bonus"), f"line {number}: {expected['in']}"


def test_every_rule_set_has_a_golden_game() -> None:
    """The line games have a folder each, with one game for each special case."""
    assert {path.stem for path in GOLDEN.iterdir()} >= {*ruleset_names()}


@pytest.mark.parametrize("folder", [path for path in sorted(GOLDEN.iterdir()) if path.name in ruleset_names()])
def test_a_line_game_has_six_golden_games_or_more_each_of_its_own_rules(folder: Path) -> None:
    starts = [json.loads(path.read_text(encoding="utf-8").split("\n", 1)[0])["in"] for path in folder.iterdir()]
    assert len(starts) >= 6
    assert {start["rules"] for start in starts} == {folder.name}


def test_the_golden_games_hold_every_bonus() -> None:
    lines = (json.loads(line) for match in MATCHES for line in match.read_text(encoding="utf-8").splitlines())
    assert {bonus["kind"] for line in lines for bonus in line["out"].get("bonus", ())} == {*BONUSES}
