"""The command: the arguments it understands, and one clear sentence about input that is wrong."""

import json
import os
import subprocess
import sys

import cv2
import numpy as np
import pytest

from muggins.webapp.cli.main import main

GAME = '{"event": "game", "rules": "five-up", "players": ["Ann", "Bob"]}'
HAND = '{"event": "hand", "setter": "Ann"}'
SET = '{"event": "play", "player": "Ann", "tile": "6-4"}'
COMMANDS = ("read", "watch", "score", "rules", "play", "demo", "eval", "bench", "doctor")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A working directory with files whose names are misleading."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty.jpg").write_bytes(b"")
    (tmp_path / "notes.jpg").write_text("6-4 on 6-1")
    (tmp_path / "iphone.heic").write_bytes(b"\0\0\0\x18ftypheic\0\0\0\0")
    (tmp_path / "nothing").mkdir()
    cv2.imwrite("photo.png", np.full((60, 80, 3), 90, np.uint8))
    (tmp_path / "empty.jsonl").write_text("\n\n")
    (tmp_path / "broken.jsonl").write_text("\n".join((GAME, "", HAND, '{"event": "play", "player": "Ann"}')))
    (tmp_path / "half.jsonl").write_text("\n".join((GAME, '{"event": "hand", "sett')))
    (tmp_path / "stranger.jsonl").write_text("\n".join((GAME, HAND, SET.replace("Ann", "Zoe"))))
    (tmp_path / "unknown.jsonl").write_text(GAME.replace("five-up", "poker"))
    (tmp_path / "binary.jsonl").write_bytes(b"\xff\xfe\x00\x81")
    (tmp_path / "camera.txt").write_text("rtsp://ann:secret@127.0.0.1:9/x\n")
    (tmp_path / "house.toml").write_text('based-on = "five-up"\ntarget = "many"\n')
    return tmp_path


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("read no.jpg", "no.jpg: no such file; check the name"),
        ("read nothing", "nothing: no photos in this folder; expected .jpg, .jpeg, .png, .webp, .bmp"),
        ("read *.bmp", "*.bmp: no file matches; check the folder and the ending"),
        ("read empty.jpg", "empty.jpg: the file is empty; copy the photo again"),
        ("read notes.jpg", "notes.jpg: not a picture that can be read; expected JPEG, HEIC, PNG, WebP or BMP"),
        ("read iphone.heic", "iphone.heic: not a picture that can be read; the HEIC photo is broken"),
        ("read photo.png --rules poker", "no rule set is called 'poker'; there are club, five-up,"),
        ("read photo.png --rules no.toml", "no.toml: cannot be read as a house rule set in TOML"),
        ("read photo.png --rules house.toml", "house.toml: target: may be a whole number"),
        ("read photo.png --set target", "--set: expected KEY=VALUE, for instance target=100, got 'target'"),
        ("read photo.png --set colour=red", "colour: no such option; the options are"),
        ("read photo.png --overlay photo.png", "photo.png: cannot be made (File exists); name a folder"),
        ("score no.jsonl", "no.jsonl: no such file; expected a record of a game, one event a line as JSON"),
        ("score nothing", "nothing: a folder; expected the file of one game's record"),
        ("score binary.jsonl", "binary.jsonl: not a text file; expected a record of a game"),
        ("score empty.jsonl", "empty.jsonl: no events; expected one a line as JSON, the first a game event"),
        ("score broken.jsonl", "broken.jsonl: line 4: play: tile is missing"),
        ("score half.jsonl", "half.jsonl: line 2: an event is one JSON object a line, not"),
        ("score stranger.jsonl", "stranger.jsonl: line 3: Zoe does not play; the players are Ann, Bob"),
        ("score unknown.jsonl", "unknown.jsonl: line 1: no rule set is called 'poker'; there are club"),
        ("watch no.mp4 --players Ann,Bob", "no.mp4: no such file; expected a webcam's number, an address, a video"),
        ("watch notes.jpg --players Ann,Bob", "notes.jpg: a photo, not a video; muggins read reads photos"),
        ("watch empty.jsonl --players Ann,Bob", "empty.jsonl: not a video that can be read; expected MP4"),
        ("watch 93 --players Ann,Bob", "camera 93: "),
        ("watch @camera.txt --players Ann,Bob", "rtsp://ann:***@127.0.0.1:9/x: the machine is"),
        (
            "watch no.mp4 --players Ann,,Bob",
            "--players: expected names with commas between them, for instance",
        ),
        ("watch no.mp4 --players Ann,Ann", "players: each needs a name"),
        ("watch no.mp4 --players Ann,Bob --seats Ann", "--seats: expected PLAYER=SIDE with commas between them"),
        ("watch no.mp4 --players Ann,Bob --seats Ann=left,Bob=under", "game: seats: "),
        ("watch no.mp4 --players Ann,Bob --rules poker", "no rule set is called 'poker'; there are club"),
        ("play 93", "camera 93: "),
        (
            "play --seats Ann=bottom",
            "--rules, --set, --seats and --claims start a game: name its players with",
        ),
        (
            "play --rules all-fives",
            "--rules, --set, --seats and --claims start a game: name its players with",
        ),
        ("play no.mp4", "no.mp4: no such file; expected a webcam's number, an address, a video file"),
    ],
)
def test_bad_input_gets_one_clear_sentence(arguments, says, folder, capsys):
    before = sorted(path.name for path in folder.iterdir())
    assert main(arguments.split()) == 1
    said = capsys.readouterr()
    assert said.err.startswith(f"muggins: {says}")
    assert said.err.count("\n") == 1
    assert said.out == ""
    assert sorted(path.name for path in folder.iterdir()) == before


@pytest.mark.parametrize(
    "arguments",
    [
        "",
        "fly",
        "read",
        "watch game.mp4",
        "score",
        "score a.jsonl --json --csv",
        "watch a.mp4 --players Ann,Bob --claims loud",
        "play --port high",
    ],
)
def test_a_command_that_is_not_understood_ends_with_2(arguments, capsys):
    with pytest.raises(SystemExit) as ended:
        main(arguments.split())
    assert ended.value.code == 2
    assert capsys.readouterr().err.startswith("usage: muggins")


@pytest.mark.parametrize("form", ["--html", "--say", "--json"])
def test_names_in_any_alphabet_are_redirected_as_utf_8(form):
    """Windows gives a redirected command cp1252: Łukasz ended in an error, and José's page was garbled."""
    names = ["Łukasz", "José 😀"]
    record = "\n".join((GAME.replace('["Ann", "Bob"]', json.dumps(names)), HAND.replace("Ann", names[1])))
    environment = {**os.environ, "PYTHONIOENCODING": "cp1252"}
    program = "from muggins.webapp.cli.main import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", program, "score", "-", form], input=record.encode(), capture_output=True, env=environment
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert all(name in done.stdout.decode("utf-8") for name in names)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself_with_an_example(command, capsys):
    with pytest.raises(SystemExit) as ended:
        main([command, "--help"])
    assert ended.value.code == 0
    assert f"  muggins {command}" in capsys.readouterr().out.partition("examples:")[2]


def test_help_names_every_command(capsys):
    with pytest.raises(SystemExit):
        main(["--help"])
    told = capsys.readouterr().out
    assert all(f"\n    {command} " in told for command in COMMANDS)


def test_commands_that_need_no_networks_do_not_load_them():
    """Help and scoring once took a second to load the runtime of the models, which neither needs."""
    program = (
        "import sys\nfrom muggins.webapp.cli.main import main\n"
        "for arguments in ['--help'], ['read', '--help'], ['score', '-']:\n"
        "    try: main(arguments)\n"
        "    except SystemExit: pass\n"
        "    print({'cv2', 'numpy', 'openvino', 'flask', 'sqlalchemy'} & set(sys.modules), file=sys.stderr)"
    )
    lines = "\n".join((GAME, HAND, SET))
    done = subprocess.run([sys.executable, "-c", program], input=lines, capture_output=True, text=True)
    assert done.stderr == "set()\n" * 3
    assert "usage: muggins read" in done.stdout
    assert "Not over yet" in done.stdout


def test_the_command_is_installed_and_ends_quietly_when_nobody_reads_on(tmp_path):
    """`muggins score … | head` must not end in a traceback."""
    record = tmp_path / "game.jsonl"
    plays = "\n".join(f'{{"event": "draw", "player": "Ann", "tiles": 1, "t": {second}}}' for second in range(10))
    record.write_text("\n".join((GAME, HAND, plays)))
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-c", "import sys; from muggins.webapp.cli.main import main; sys.exit(main())"]
    with os.fdopen(writer, "w") as out:
        done = subprocess.run([*command, "score", str(record), "--json"], stdout=out, stderr=subprocess.PIPE, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_being_interrupted_is_no_error(monkeypatch, capsys):
    monkeypatch.setattr("muggins.webapp.cli.score.replay_file", lambda name: (_ for _ in ()).throw(KeyboardInterrupt))
    assert main(["score", "game.jsonl"]) == 130
    assert capsys.readouterr().err == ""
