"""Commands in the language of the terminal, or of --language."""

import pytest
from foreign import Foreign, untranslated

from muggins.texts import use
from muggins.webapp.cli import main as cli
from muggins.webapp.cli.language import code_of, texts_of, translate_argparse, wanted_language


@pytest.mark.parametrize(
    ("arguments", "environment", "wanted"),
    [
        (["score", "--language", "es"], {"LANG": "de_DE.UTF-8"}, "es"),
        (["--language=fr", "doctor"], {}, "fr"),
        (["doctor"], {"LANG": "de_DE.UTF-8"}, "de_DE"),
        (["doctor"], {"LANG": "de_DE.UTF-8", "LC_ALL": "C.UTF-8"}, "C"),
        (["doctor"], {}, ""),
    ],
)
def test_an_argument_is_stronger_than_the_terminal(arguments, environment, wanted):
    assert wanted_language(arguments, environment) == wanted


@pytest.mark.parametrize(
    ("wanted", "code"), [("es_MX", "es"), ("pt_PT", "pt_BR"), ("C", "en"), ("", "en"), ("en_GB", "en"), ("tlh", "en")]
)
def test_the_catalogue_of_the_nearest_kin_is_used(wanted, code):
    assert code_of(wanted) == code


def test_a_language_without_a_catalogue_is_english():
    assert texts_of("tlh").gettext("examples:") == "examples:"


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        (["score", "missing.jsonl"], ["missing", "jsonl"]),
        (["read", "photo.jpg", "--set", "won=soon"], ["won", "end", "of", "hand", "at", "once", "soon"]),
    ],
)
def test_an_error_comes_in_the_language_of_the_command(capsys, monkeypatch, typed, kept):
    monkeypatch.setattr(cli, "texts_of", lambda wanted: Foreign())
    assert cli.main(typed) == 1
    assert untranslated(capsys.readouterr().err, ["muggins", *kept]) == set()


def test_help_is_in_the_language_of_the_command():
    """Names of options, of files and of commands stay, and so do examples."""
    translate_argparse()
    with use(Foreign()):
        text = cli.command_parser().format_help()
    explained = [line[24:] for line in text.splitlines() if line.startswith("    ") and len(line) > 24]
    assert explained
    assert untranslated(" ".join(explained), ["muggins"]) <= {"COMMAND", "EN"}
    assert "ｏｐｔｉｏｎｓ" in text
    assert "ｅｘａｍｐｌｅｓ" in text
