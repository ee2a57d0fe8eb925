"""Names in a row, and numbers with a fraction, as each language writes them."""

import gettext as standard

import pytest

from muggins.texts import all_of, decimal, lazy_gettext, one_of, use
from muggins.texts.lists import AND


class Spanish(standard.NullTranslations):
    """A small catalogue."""

    def pgettext(self, context, message):
        found = {
            ("list", "%(first)s and %(last)s"): "%(first)s y %(last)s",
            (AND.before_sound.context, "%(first)s and %(last)s"): "%(first)s e %(last)s",
            (AND.sound.context, "none"): "h?i",
            ("between a whole number and its fraction", "."): ",",
        }
        return found.get((context, message), message)

    def whole_number(self, number):
        return f"{number:,}".replace(",", ".")

    def gettext(self, message):
        return {"event %(number)s": "jugada %(number)s"}.get(message, message)


@pytest.mark.parametrize(
    ("names", "english", "spanish"),
    [
        ((), "", ""),
        (("Ann",), "Ann", "Ann"),
        (("Ann", "Bob"), "Ann and Bob", "Ann y Bob"),
        (("Ann", "Bob", "Cem"), "Ann, Bob and Cem", "Ann, Bob y Cem"),
        (("Ann", "Bob", "Inés"), "Ann, Bob and Inés", "Ann, Bob e Inés"),
    ],
)
def test_players_are_named_in_a_row(names, english, spanish):
    row = all_of(names)
    assert str(row) == english
    with use(Spanish()):
        assert str(row) == spanish


def test_texts_in_a_row_are_written_when_they_are_read():
    row = all_of([lazy_gettext("event %(number)s", number=number) for number in (3, 5, 8)])
    with use(Spanish()):
        assert str(row) == "jugada 3, jugada 5 y jugada 8"
    assert str(row) == "event 3, event 5 and event 8"


def test_one_of_several():
    assert str(one_of((5, 9, 12))) == "5, 9 or 12"


def test_a_fraction_follows_a_point_or_a_comma():
    assert decimal(7.25) == "7.2"
    with use(Spanish()):
        assert decimal(7.25, 2) == "7,25"
        assert [decimal(-0.5), decimal(1250.5), decimal(1250, 0)] == ["-0,5", "1.250,5", "1.250"]
