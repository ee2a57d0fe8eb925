"""docs/architecture.md names files and functions that are there."""

import re

import pytest
from places import ROOT

PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
STEPS = re.findall(r"`([a-z_/]+\.py)` `(\w+)`", PAGE)


def test_every_path_exists():
    paths = re.findall(r"`([a-z_]+/[a-z_/.]*)`", PAGE)
    assert len(paths) > 20
    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_the_flow_takes_twelve_steps():
    assert re.findall(r"^\| (\d+) \|", PAGE, re.MULTILINE) == [str(number) for number in range(1, 13)]
    assert len(STEPS) >= 12


@pytest.mark.parametrize(("path", "name"), STEPS)
def test_every_name_is_defined_where_the_page_says(path, name):
    assert re.search(rf"^(def|class) {name}\b", (ROOT / path).read_text(encoding="utf-8"), re.MULTILINE)
