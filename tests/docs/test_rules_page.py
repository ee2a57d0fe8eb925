"""docs/rules.md keeps up with the scorer: every game with its data, every option, every event, every fault."""

import re
from dataclasses import fields

import pytest
from places import ROOT

from muggins.scorer import ruleset_names
from muggins.scorer.events import ADDED, EVENT_NAMES, FAULTS
from muggins.scorer.rules.option_types import Choice
from muggins.scorer.rules.rulesets import OPTIONS, load_ruleset
from muggins.scorer.rules.toml import tomllib

PAGE = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
DATA = tomllib.loads((ROOT / "scorer" / "rules" / "rulesets.toml").read_text(encoding="utf-8"))


def data_after(heading: str) -> dict:
    """The first block of data after a heading."""
    assert heading in PAGE
    return tomllib.loads(PAGE.split(heading, 1)[1].split("```toml", 1)[1].split("```", 1)[0])


def rows(first: str) -> dict[str, str]:
    """The rows of the table whose first column has that head, by what stands there in code."""
    table = PAGE.split(f"| {first} |", 1)[1].split("\n\n", 1)[0]
    return dict(re.findall(r"^\| `([a-z_-]+)` \|(.*)$", table, re.MULTILINE))


@pytest.mark.parametrize("name", ruleset_names())
def test_every_game_is_told_beside_its_data(name):
    heading = f"### {load_ruleset(name).name} (`{name}`)"
    assert data_after(heading) == DATA[name]
    words = PAGE.split(heading, 1)[1].split("```", 1)[0]
    assert len(words.split()) > 8


def test_what_games_leave_out_stands_there():
    assert data_after("Everything a table leaves out") == DATA["default"]


def test_every_option_is_told_with_its_values():
    told = rows("option")
    assert told.keys() == OPTIONS.keys()
    for name, option in OPTIONS.items():
        if isinstance(option, Choice):
            assert [word for word in option.words if f"`{word}`" not in told[name]] == []


def test_every_event_is_told_with_what_it_carries():
    told = rows("event")
    assert told.keys() == EVENT_NAMES.keys()
    for name, kind in EVENT_NAMES.items():
        carried = [field.name for field in fields(kind) if field.name not in ("t", "by")]
        assert [field for field in carried if f"`{field}`" not in told[name]] == []


def test_every_fault_is_told():
    assert list(rows("fault")) == list(FAULTS)


def test_what_the_scorer_adds_is_told():
    source = (ROOT / "scorer" / "outcomes.py").read_text(encoding="utf-8").split("def outcome_to_json", 1)[1]
    added = re.findall(r'written\["([a-z_]+)"\]|[( ]([a-z_]+)=(?:list|dict|\(|)*outcome\.', source)
    assert {one or other for one, other in added} == {*ADDED}
    assert [key for key in sorted(ADDED) if f"`{key}`" not in PAGE] == []
