"""Whole games as text: each line has an event and the outcome that it must have."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from places import GOLDEN, SHARED

from muggins.scorer import Game, load_ruleset, parse_event, ruleset_names
from muggins.scorer.events import BONUSES
from muggins.scorer.outcomes import outcome_to_json

KEPT_ASIDE = [*(SHARED / "hands").glob("*.jsonl"), *(SHARED / "games").glob("*.jsonl")]
MATCHES = [*sorted(GOLDEN.rglob("*.jsonl")), *sorted(KEPT_ASIDE)]
LINE_GAMES = ("latin", "dominican", "puerto-rican", "cuban", "jamaican", "cut-throat", "bergen")
FIVES_GAMES = ("sniff", "merry-go-round", "seven-toed-pete")
OTHER_LAYOUTS = ("matador", "all-sevens", "cyprus", "maltese-cross", "fortress", "hungarian")
GAMES_OF_ROUNDS = tuple(name for name in ruleset_names() if load_ruleset(name).is_rounds)


@cache
def lines_of(match: Path) -> list[dict[str, Any]]:
    """The lines of a golden game, each with its event and the outcome that it must have."""
    return [json.loads(line) for line in match.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("match", MATCHES, ids=lambda match: f"{match.parent.name}/{match.stem}")
def test_a_golden_game_agrees_on_every_key_of_every_line(match: Path) -> None:
    game = Game()
    for number, expected in enumerate(lines_of(match), 1):
        game = game.apply(parse_event(expected["in"]))
        outcome = outcome_to_json(game.outcomes[-1])
        assert {key: outcome.get(key) for key in expected["out"]} == expected["out"], f"line {number}: {expected['in']}"
        assert outcome.get("bonus") == expected["out"].get("bonus"), f"line {number}: {expected['in']}"


def test_every_rule_set_has_a_golden_game() -> None:
    """The line games and the games of rounds have a folder each, with one game for each special case."""
    assert {path.stem for path in GOLDEN.iterdir()} >= {*ruleset_names()}


def test_rotating_partners_have_six_golden_games_or_more() -> None:
    starts = [lines_of(match)[0]["in"] for match in (GOLDEN / "rotating-partners").glob("*.jsonl")]
    assert len(starts) >= 6
    assert {start["options"]["partners"] for start in starts} == {"rotating"}


@pytest.mark.parametrize("name", LINE_GAMES + FIVES_GAMES + OTHER_LAYOUTS + GAMES_OF_ROUNDS)
def test_a_game_of_the_world_has_six_golden_games_or_more_each_of_its_own_rules(name: str) -> None:
    starts = [lines_of(match)[0]["in"] for match in (GOLDEN / name).glob("*.jsonl")]
    assert len(starts) >= 6
    assert {start["rules"] for start in starts} == {name}


def test_every_folder_of_golden_games_is_one_of_these() -> None:
    folders = {path.name for path in GOLDEN.iterdir() if path.name in ruleset_names()}
    assert folders == {*LINE_GAMES, *FIVES_GAMES, *OTHER_LAYOUTS, *GAMES_OF_ROUNDS}


@pytest.mark.parametrize("name", GAMES_OF_ROUNDS)
def test_the_golden_games_of_rounds_hold_every_special_case(name: str) -> None:
    games = [lines_of(match) for match in (GOLDEN / name).glob("*.jsonl")]
    events = [line["in"] for lines in games for line in lines]
    starts = [event for event in events if event["event"] == "game"]
    rules = [
        load_ruleset(name, {**start.get("options", {}), **({"set": start["set"]} if "set" in start else {})})
        for start in starts
    ]
    assert {each.set for each in rules} == {6, 9, 12}
    assert {each.wins for each in rules} == {"lowest", "highest"}
    assert {each.round_count is None for each in rules} == {True, False}
    blanks = {
        each.double_blank
        for each, lines in zip(rules, games, strict=True)
        if any("0-0" in line["in"].get("hand", ()) for line in lines)
    }
    assert blanks >= {0, 25, 50}
    assert any("points" in event for event in events if event["event"] == "round_hand")
    corrections = [event["said"] for event in events if event["event"] == "correct"]
    assert {said is None for said in corrections} == {True, False}
    assert any(line["out"].get("play_off") for lines in games for line in lines)


def test_the_golden_games_hold_every_bonus() -> None:
    lines = [line for match in MATCHES for line in lines_of(match)]
    assert {bonus["kind"] for line in lines for bonus in line["out"].get("bonus", ())} == {*BONUSES}
