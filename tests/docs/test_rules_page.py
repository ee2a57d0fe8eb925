"""docs/rules.md describes every game with its data, every option, every event and every fault of the scorer."""

import json
import re
import tomllib
from dataclasses import fields

import pytest
from places import ROOT

from muggins.scorer import read_record, replay, ruleset_names
from muggins.scorer.events import BONUSES, EVENT_NAMES, FAULTS
from muggins.scorer.outcomes import ADDED
from muggins.scorer.rules.option_types import OneOf
from muggins.scorer.rules.rulesets import OPTIONS, load_ruleset

PAGE = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
DATA = tomllib.loads((ROOT / "scorer" / "rules" / "rulesets.toml").read_text(encoding="utf-8"))


def data_after(heading: str) -> dict:
    """The first TOML block after a heading."""
    assert heading in PAGE
    return tomllib.loads(PAGE.split(heading, 1)[1].split("```toml", 1)[1].split("```", 1)[0])


def rows(heading: str) -> dict[str, str]:
    """The rows of the table whose first column has this heading, by the name in that column."""
    table = PAGE.split(f"| {heading} |", 1)[1].split("\n\n", 1)[0]
    return dict(re.findall(r"^\| `([a-z_-]+)` \|(.*)$", table, re.MULTILINE))


@pytest.mark.parametrize("name", ruleset_names())
def test_every_game_is_described_beside_its_data(name):
    heading = f"### {load_ruleset(name).name} (`{name}`)"
    assert data_after(heading) == DATA[name]
    description = PAGE.split(heading, 1)[1].split("```", 1)[0]
    assert len(description.split()) > 8


def test_the_values_of_options_that_a_game_leaves_out_are_shown():
    assert data_after("Options that a game leaves out") == DATA["default"]


def test_every_option_is_described_with_its_values():
    described = rows("option")
    assert described.keys() == OPTIONS.keys()
    for name, option in OPTIONS.items():
        if isinstance(option, OneOf):
            assert [word for word in option.words if f"`{word}`" not in described[name]] == []


def test_the_file_of_house_rules_and_the_record_that_are_shown_are_whole(tmp_path):
    house = tmp_path / "friday.toml"
    house.write_text("# Five-Up at" + PAGE.split("# Five-Up at", 1)[1].split("```", 1)[0])
    assert load_ruleset(house).changes().keys() == {"name", "target", "tiles", "claims", "wrong-claim"}
    game = replay(read_record(PAGE.split("```json\n", 1)[1].split("```", 1)[0].splitlines()))
    assert game.winner == "Ann"
    last = json.dumps(game.lines()[-1])
    assert last[last.index('"gained"') : -1] in PAGE


def test_every_event_is_described_with_the_fields_it_carries():
    described = rows("event")
    assert described.keys() == EVENT_NAMES.keys()
    for name, kind in EVENT_NAMES.items():
        carried_fields = [field.name for field in fields(kind) if field.name not in ("t", "by")]
        assert [field for field in carried_fields if f"`{field}`" not in described[name]] == []


def test_every_fault_is_described():
    assert list(rows("fault")) == list(FAULTS)


def test_every_bonus_is_described():
    assert list(rows("bonus")) == list(BONUSES)


def test_every_key_that_the_scorer_adds_is_described():
    assert [key for key in sorted(ADDED) if f"`{key}`" not in PAGE] == []
