"""`muggins score`: records replayed, even if they were scored before."""

import io
import json

import pytest

from muggins.webapp.cli.main import main
from muggins.webapp.cli.score import replay_lines, score_text

RECORD = [
    '{"event": "game", "rules": "five-up", "players": ["Ann", "Bob"]}',
    '{"event": "hand", "setter": "Ann"}',
    '{"event": "play", "player": "Ann", "tile": "6-4", "t": 3.5, "by": "camera"}',
    '{"event": "play", "player": "Bob", "tile": "6-1", "on": "6-4"}',
]


def test_json_gives_each_event_with_what_the_scorer_says():
    lines = [json.loads(line) for line in score_text(replay_lines(RECORD, "game"), "json").splitlines()]
    assert [line["event"] for line in lines] == ["game", "hand", "play", "play"]
    assert lines[3] == {
        **json.loads(RECORD[3]),
        "count": 5,
        "points": 1,
        "open": [1, 4],
        "scores": {"Ann": 2, "Bob": 1},
        "winner": None,
    }


def test_a_record_that_was_scored_before_is_scored_again():
    """`watch --log` and `score --json` write records too; the scores in them are computed again."""
    game = replay_lines(RECORD, "game")
    lines = score_text(game, "json").splitlines()
    assert replay_lines(lines, "log") == game
    doctored = [line.replace('"Bob": 1', '"Bob": 60') for line in lines]
    assert replay_lines(doctored, "log").scores == {"Ann": 2, "Bob": 1}


def test_a_game_of_rounds_that_was_scored_before_is_scored_again():
    """Its hands stood there twice, once as tiles and once as points, and were refused."""
    start = '{"event": "game", "rules": "by-hands", "players": ["Ann", "Bob"]}'
    hands = ['"player": "Ann", "hand": ["6-4"]', '"player": "Bob", "points": 7', '"player": "Bob", "hand": []']
    game = replay_lines([start, *(f'{{"event": "round_hand", {hand}}}' for hand in hands)], "game")
    assert replay_lines(score_text(game, "json").splitlines(), "log") == game


@pytest.mark.parametrize(("form", "has"), [("text", "Ann  sets 6-4"), ("csv", "6-1,6-4"), ("html", "<svg")])
def test_the_scoresheet_comes_in_three_forms(form, has):
    assert has in score_text(replay_lines(RECORD, "game"), form)


def test_a_record_comes_in_from_a_pipe(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(RECORD)))
    assert main(["score", "-"]) == 0
    assert "Not over yet: Ann 2, Bob 1" in capsys.readouterr().out


def test_lines_of_the_dashboard_are_a_record():
    """They carry a number and the event in words, unlike the events of a record."""
    lines = [json.loads(line) for line in score_text(replay_lines(RECORD, "game"), "json").splitlines()]
    lines = [{"number": number, **line, "text": "in words", "gain": 0} for number, line in enumerate(lines, 1)]
    assert replay_lines(map(json.dumps, lines), "log") == replay_lines(RECORD, "game")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (
            ["--say"],
            ["   1  New game: Ann and Bob. First to sixty-one.", "   3  Ann sets six four. Ten, two points for Ann."],
        ),
        (["--talk"], ["   4  Five, one point for Bob. The nugget! To follow! The follow tile!"]),
        (["--talk", "--language", "es"], ["   4  Cinco, un punto para Bob."]),
    ],
)
def test_what_was_said_at_the_table_is_printed_on_request(options, said, monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(RECORD)))
    assert main(["score", "-", *options]) == 0
    assert {*said} <= {*capsys.readouterr().out.splitlines()}


def test_what_would_score_now_is_printed_on_request(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(RECORD)))
    assert main(["score", "-", "--now"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "Not over yet: Ann 2, Bob 1"
    assert told[2:7] == ["Ann to play; count 5", "  layout  6-4, 6-1>6-4", "", "Would score now:", "  nothing"]
    assert "   4  1 of 7  4-0 4-1 4-2 4-3 4-4 5-4" in told


def test_a_record_is_scored_by_other_rules(tmp_path, capsys):
    """The options of --rules and --set were there for the games that are watched, and not for those on file."""
    house = tmp_path / "friday.toml"
    house.write_text('based-on = "all-fives"\nname = "Friday"\ntarget = 30\n')
    record = tmp_path / "game.jsonl"
    record.write_text("\n".join(RECORD))
    assert main(["score", str(record), "--rules", str(house), "--set", "exact=true"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("Friday (all-fives), to exactly 30;")
    assert "Ann 10, Bob 5" in told
    assert main(["score", str(record), "--set", "pass-round=25"]) == 0
    assert main(["score", str(record), "--set", "one-all=false"]) == 1
    assert "one-all: does nothing in five-up" in capsys.readouterr().err


def test_a_language_that_nobody_speaks_is_refused(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(RECORD)))
    assert main(["score", "-", "--say", "--language", "tlh"]) == 1
    assert "muggins speaks en, de, es, fr, nl and pt_BR, not 'tlh'" in capsys.readouterr().err


def test_a_pipe_with_nothing_in_it(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert main(["score", "-"]) == 1
    assert capsys.readouterr().err.startswith("muggins: standard input: no events;")


def test_a_file_with_a_mark_at_its_head_is_read(tmp_path, capsys):
    """Windows editors begin text files with one."""
    path = tmp_path / "game.jsonl"
    path.write_text("\n".join(RECORD), encoding="utf-8-sig")
    assert main(["score", str(path), "--csv"]) == 0
    assert capsys.readouterr().out.startswith("hand,event,player")


def test_a_line_that_was_scored_before_is_read_as_strictly():
    """A slip in a record written by hand must not be ignored because the line happens to carry scores."""
    line = '{"event": "play", "player": "Ann", "tile": "6-4", "exposd": true, "scores": {}, "winner": null}'
    with pytest.raises(ValueError, match="game: line 3: play: 'exposd' is not known"):
        replay_lines([*RECORD[:2], line], "game")
