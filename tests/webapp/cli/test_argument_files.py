"""Arguments in a file, and what is said of a password that every user of the machine sees."""

import pytest

from muggins.webapp.cli.argument_files import password_warning, read_files
from muggins.webapp.cli.main import main


def test_a_file_stands_for_the_arguments_in_it(tmp_path):
    """A password could stand in the command alone, where every user of the machine reads it.

    Windows editors begin the file with a mark.
    """
    path = tmp_path / "hall.record"
    path.write_text(
        "# the club's database\n\n--record postgresql://muggins:6-4@db/hall\n--phones\nrtsp://ann:5-5@10.0.0.9/a b\n",
        encoding="utf-8-sig",
    )
    assert read_files(["hall", f"@{path}", "--tables", "8"]) == [
        *("hall", "--record", "postgresql://muggins:6-4@db/hall", "--phones", "rtsp://ann:5-5@10.0.0.9/a b"),
        *("--tables", "8"),
    ]


def test_a_file_that_is_not_there_is_named_in_one_sentence(tmp_path, capsys):
    assert main(["play", f"@{tmp_path / 'camera.txt'}"]) == 1
    printed = capsys.readouterr().err
    assert printed.startswith(f"muggins: @{tmp_path / 'camera.txt'}: expected a file of arguments, one a line")
    assert printed.count("\n") == 1


@pytest.mark.parametrize(
    ("argument", "hidden"),
    [
        ("postgresql://muggins:6-4@db/hall", "postgresql://muggins:***@db/hall"),
        ("1=rtsp://ann:5/5@6@10.0.0.9/main", "1=rtsp://ann:***@10.0.0.9/main"),
        ("postgresql://muggins@db/hall?password=6-4&sslmode=require", "?password=***&sslmode=require"),
    ],
)
def test_a_password_in_the_command_is_warned_of_and_not_repeated(argument, hidden):
    says = str(password_warning(["hall", argument]))
    assert hidden in says
    assert "6-4" not in says
    assert "@FILE" in says


@pytest.mark.parametrize("argument", ["postgresql://muggins@db/hall", "http://192.168.1.20:8080/video", "a@b:c"])
def test_an_address_without_a_password_is_no_reason_to_warn(argument):
    assert password_warning(["play", argument]) is None


def test_the_warning_comes_before_the_command_is_run_and_not_for_what_stands_in_a_file(tmp_path, capsys):
    address = "postgresql://muggins:6-4@127.0.0.1:1/hall"
    (tmp_path / "hall.record").write_text(f"--record {address}\n")
    for arguments, lines in ((["--record", address], 2), ([f"@{tmp_path / 'hall.record'}"], 1)):
        assert main(["keys", "renew", *arguments]) == 1
        printed = capsys.readouterr().err
        assert "6-4" not in printed
        assert len(printed.splitlines()) == lines
