"""The figures of long records, here of a short one."""

import json

import long_records


def test_corrections_and_updates_of_a_long_record_are_measured(monkeypatch, capsys):
    for name, value in (("CORRECTED_EVENTS", 40), ("CORRECTIONS", 2), ("SHOWN_EVENTS", 30), ("UPDATES", 2)):
        monkeypatch.setattr(long_records, name, value)
    long_records.main()
    figures = json.loads(capsys.readouterr().out)
    corrected = ["corrections_of_a_play_s", "corrections_of_points_s"]
    assert [*figures] == [*corrected, *(f"exact_{name}" for name in corrected), "update_ms", "list_ms"]
    assert min(figures.values()) >= 0


def test_the_points_of_a_long_game_are_pegged_in_its_first_hand():
    game = long_records.long_game(30)
    assert (len(game.record), game.record[2].points, game.winner) == (30, 1, None)
