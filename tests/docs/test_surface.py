"""What scripts, add-ons and records rely on stays: the lists in `tests/golden/surface` hold the public surface.

A line that is missing breaks somebody's program. A line that is new belongs in the list, once it is meant to stay.
"""

from pathlib import Path

import pytest
import surface
from photographed import FixedReader

import muggins.scorer
from muggins.scorer.events import EVENT_NAMES, FAULTS
from muggins.scorer.outcomes import ADDED
from muggins.scorer.tiles import Tile
from muggins.vision.types import DOUBTS, Doubt
from muggins.webapp import create_app
from muggins.webapp.bench.report import PICTURE
from muggins.webapp.cli import read as reading
from muggins.webapp.cli.main import command_parser, main
from muggins.webapp.session.session import GameSession

GOLDEN = Path(__file__).parents[1] / "golden" / "surface"


def app():
    return create_app(GameSession())


def description():
    return app().test_client().get("/api/openapi.json").get_json()


LISTS = {
    "commands": lambda: surface.commands(command_parser()),
    "exit_codes": lambda: surface.exit_codes(main),
    "printed": lambda: surface.printed_keys(main, PICTURE),
    "routes": lambda: surface.routes(app()),
    "stream": lambda: surface.streamed(app()),
    "interface": lambda: surface.interface(description()),
    "events": lambda: surface.events(EVENT_NAMES, ADDED, FAULTS),
    "doubts": lambda: surface.doubts(DOUBTS),
    "exports": lambda: surface.exports(muggins.scorer.__all__),
}


def test_every_list_is_compared():
    assert {path.stem for path in GOLDEN.iterdir()} == set(LISTS)


@pytest.mark.parametrize("name", LISTS)
def test_the_public_surface_is_as_the_list_says(name, monkeypatch):
    doubt = Doubt("value", "Is it 5-0?", Tile(5, 0), ((Tile(5, 0), 0.6), (Tile(4, 0), 0.4)))
    monkeypatch.setattr(reading, "Reader", lambda set: FixedReader("6-4", layout="5-5, 5-0>5-5", doubts=[doubt]))
    known = set((GOLDEN / f"{name}.txt").read_text(encoding="utf-8").splitlines())
    now = set(LISTS[name]())
    assert sorted(known - now) == [], "gone"
    assert sorted(now - known) == [], "new"
