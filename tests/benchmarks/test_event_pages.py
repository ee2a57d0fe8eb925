"""The figures of an event of eighty tables, here of a small one."""

import json

import event_pages


def test_each_page_and_each_step_of_an_event_is_measured(monkeypatch, capsys):
    monkeypatch.setattr(event_pages, "TABLES", 4)
    monkeypatch.setattr(event_pages, "ROUNDS", 3)
    event_pages.main()
    figures = json.loads(capsys.readouterr().out)
    steps = ("entries of a file", "check-in of all", "all badges", "late entries", "strike of a round", "undo")
    others = ("a draw", "a result", "a result two rounds back", "/desk again", "the hall's other threads in a round")
    assert {*figures} == {*steps, *others, *(f"/{page}" for page in event_pages.PAGES)}
    assert all(figure["longest"] >= figure["95th"] >= 0 for figure in figures.values())
