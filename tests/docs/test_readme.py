"""The README: its commands are run and its session is played, so that neither falls behind."""

import doctest
import re
import shlex
import shutil
from functools import cache
from pathlib import Path

import pytest
from places import ROOT

from muggins.vision import inference
from muggins.webapp import demo as recorded
from muggins.webapp.bench import report as bench
from muggins.webapp.camera import switch as cameras
from muggins.webapp.cli import main as cli
from muggins.webapp.cli import play as playing
from muggins.webapp.cli import watch as reporting

README = (ROOT / "README.md").read_text(encoding="utf-8")
SHELL = "\n".join(re.findall(r"```sh\n(.*?)```", README, re.DOTALL))
COMMANDS = [line for line in SHELL.splitlines() if line.startswith("muggins ")]
MAKE = (ROOT / "Makefile").read_text(encoding="utf-8")


def test_the_readme_opens_with_something_that_runs():
    assert SHELL.splitlines()[0].startswith("make run ")
    for target in re.findall(r"^make (\S+)", SHELL, re.MULTILINE):
        assert re.search(rf"^{target}:", MAKE, re.MULTILINE)


def test_every_command_is_in_the_readme():
    named = {command.split()[1] for command in COMMANDS}
    assert named == {"read", "watch", "score", "rules", "play", "demo", "eval", "bench", "doctor", "keys"}


@pytest.fixture(scope="module")
def compiled():
    """Compiles each network once for all commands."""
    return cache(inference._compiled)


@pytest.fixture
def at_the_table(tmp_path, monkeypatch, compiled):
    """A folder with a photo, labelled photos, a film and a record; films and the dashboard only begin."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    (tmp_path / "home").mkdir()
    Path("friday.toml").write_text('based-on = "five-up"\nname = "Friday"\n')
    shutil.copy(bench.PICTURE, "photo.jpg")
    (tmp_path / "photos").mkdir()
    shutil.copy(bench.PICTURE, "photos/photo.jpg")
    Path("photos/truth.jsonl").write_text('{"image": "photo.jpg", "tiles": [{"tile": "6-4"}]}')
    shutil.copy(recorded.RECORDED / "game.mp4", "game.mp4")
    plays = '{"event": "hand", "setter": "Ann"}\n{"event": "play", "player": "Ann", "tile": "5-5"}'
    Path("game.jsonl").write_text('{"event": "game", "rules": "five-up", "players": ["Ann", "Bob"]}\n' + plays)
    monkeypatch.setattr(inference, "_compiled", compiled)
    monkeypatch.setattr(bench, "READING_ROUNDS", 1)
    monkeypatch.setattr(bench, "WARM_UP_ROUNDS", 0)
    monkeypatch.setattr(bench, "milliseconds_for_layout", lambda highest: 1.0)
    monkeypatch.setattr(bench, "plays_per_second", lambda: 50000.0)
    monkeypatch.setattr(bench, "watch_live", lambda picture: bench.LiveFigures(360, 360, 12.0, 9.0))
    monkeypatch.setattr(bench, "watch_crowd", lambda: bench.CrowdFigures(20, 29, 12.0, 45.0, 6.0))
    monkeypatch.setattr(bench, "time_pages", lambda picture, folder: bench.PageFigures(812.0))
    monkeypatch.setattr(bench, "benchmarks_folder", lambda: None)
    for module in (playing, cameras):
        monkeypatch.setattr(module, "open_source", lambda source, patient=False: playing.LiveSource(source))
    served = []
    monkeypatch.setattr(playing, "serve", lambda *given, **_: served.append(given))
    whole = reporting.watch
    monkeypatch.setattr(reporting, "watch", lambda *given, **more: iter([next(iter(whole(*given, **more)))]))
    return served


@pytest.mark.parametrize("command", COMMANDS)
def test_the_commands_of_the_readme_run(command, at_the_table, capsys):
    arguments = shlex.split(command, comments=True)[1:]
    assert cli.main(arguments) == 0
    said = capsys.readouterr()
    assert said.err == ""
    assert said.out or len(at_the_table) == 1


def test_the_session_of_the_readme_is_as_it_was_played():
    session = doctest.DocTestParser().get_doctest(README, {}, "README", "README.md", 0)
    assert len(session.examples) >= 10
    failed = doctest.DocTestRunner(verbose=False, optionflags=doctest.NORMALIZE_WHITESPACE).run(session).failed
    assert failed == 0


def test_files_the_readme_points_to_are_there():
    for name in re.findall(r"\]\(([^)#:]+)\)", README):
        assert (ROOT / name).exists(), name
