"""Whole numbers as each language writes them."""

import pytest

from muggins.texts import Whole, use
from muggins.webapp.cli.language import texts_of
from muggins.webapp.language.catalogues import load_language
from muggins.webapp.language.numbers import EnglishTexts


@pytest.mark.parametrize(
    ("code", "written"),
    [
        ("en", "12,345"),
        ("es", "12.345"),
        ("pt_BR", "12.345"),
        ("fr", "12\N{NARROW NO-BREAK SPACE}345"),
        ("de", "12.345"),
        ("nl", "12.345"),
    ],
)
def test_digits_are_grouped_as_the_language_does(code, written):
    with use(load_language(code).translations):
        assert [str(Whole(number)) for number in (999, 12_345, -12_345)] == ["999", written, f"-{written}"]


@pytest.mark.parametrize(("terminal", "written"), [("C", "1,000"), ("en_GB", "1,000"), ("de_DE", "1.000")])
def test_a_command_writes_numbers_as_the_terminal_s_language_does(terminal, written):
    with use(texts_of(terminal)):
        assert str(Whole(1000)) == written


def test_english_needs_no_babel_for_the_numbers_of_most_games():
    assert EnglishTexts().whole_number(-999) == "-999"
