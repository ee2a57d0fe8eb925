"""`muggins bench`: it measures the reader everybody uses, on a picture with twenty tiles."""

import json

from muggins.webapp import bench, other_engine
from muggins.webapp.cli import main

STAGES = {"open the photo", "find tiles", "read halves", "name and join", "read, all stages", "draw the overlay"}


def test_every_stage_is_timed(monkeypatch, capsys):
    monkeypatch.setattr(bench, "ROUNDS", 3)
    monkeypatch.setattr(bench, "WARM_UP", 1)
    monkeypatch.setattr(bench, "plays_per_second", lambda: 50000.4)
    monkeypatch.setattr(other_engine, "plays_per_second", lambda: 200000.4)
    assert main(["bench", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert set(found["median_ms"]) == STAGES
    assert all(taken >= 0 for taken in found["median_ms"].values())
    assert found["median_ms"]["read, all stages"] >= found["median_ms"]["find tiles"]
    assert found["picture"] == [1920, 1080]
    assert found["tiles"] == 20
    assert (found["plays_per_second"], found["dominoes_plays_per_second"]) == (50000, 200000)
    assert main(["bench"]) == 0
    told = capsys.readouterr().out
    assert all(stage in told for stage in STAGES)
    assert set(found["layout_ms"]) == {"28", "91"}
    assert "layout of 28 tiles, named and joined" in told
    assert "50,000 plays a second" in told
    assert "200,000 plays a second" in told
