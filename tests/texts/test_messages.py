"""Texts in the language of whoever reads them."""

import gettext as standard
import threading

import pytest

from muggins.texts import (
    Whole,
    current,
    gettext,
    language,
    lazy_gettext,
    lazy_ngettext,
    lazy_pgettext,
    mark,
    ngettext,
    npgettext,
    pgettext,
    text_of,
    use,
)
from muggins.webapp.language.catalogues import load_language


class Spanish(standard.NullTranslations):
    """A small catalogue."""

    def gettext(self, message):
        return {"%(player)s passes": "%(player)s pasa", "pass": "paso"}.get(message, message)

    def pgettext(self, context, message):
        return {("of wood", "bone"): "ficha"}.get((context, message), message)

    def ngettext(self, one, many, number):
        return "%(number)s punto" if number == 1 else "%(number)s puntos"

    def npgettext(self, context, one, many, number):
        return f"{context}: {self.ngettext(one, many, number)}"

    def whole_number(self, number):
        return f"{number:,}".replace(",", ".")


def test_texts_are_english_without_a_catalogue():
    assert gettext("%(player)s passes", player="Ann") == "Ann passes"
    assert [ngettext("%(number)s point", "%(number)s points", number) for number in (0, 1, 2)] == [
        "0 points",
        "1 point",
        "2 points",
    ]
    assert pgettext("of wood", "bone") == "bone"


def test_texts_are_those_of_the_catalogue_in_use():
    with use(Spanish()):
        assert gettext(mark("%(player)s passes"), player="Ana") == "Ana pasa"
        assert ngettext("%(number)s point", "%(number)s points", 5) == "5 puntos"
        assert pgettext("of wood", "bone") == "ficha"
        assert npgettext("made", "%(number)s point", "%(number)s points", 1) == "made: 1 punto"
    assert gettext("pass") == "pass"


def test_whole_numbers_are_written_as_the_language_in_use_writes_them():
    score = Whole(1250)
    assert [str(score), f"{score}", gettext("to %(score)s", score=score)] == ["1250", "1250", "to 1250"]
    with use(Spanish()):
        assert [str(score), f"{score}", gettext("to %(score)s", score=score)] == ["1.250", "1.250", "to 1.250"]
        assert ngettext("%(number)s point", "%(number)s points", 1250) == "1.250 puntos"
        assert npgettext("made", "%(number)s point", "%(number)s points", -1250) == "made: -1.250 puntos"


def test_a_percent_sign_needs_no_escape_where_nothing_is_filled_in():
    assert gettext("100 % sure") == "100 % sure"


def test_another_thread_keeps_its_own_language():
    heard = []
    with use(Spanish()):
        thread = threading.Thread(target=lambda: heard.append(gettext("pass")))
        thread.start()
        thread.join()
    assert heard == ["pass"]


def test_a_text_is_written_in_the_language_of_whoever_reads_it():
    text = lazy_gettext("%(player)s passes", player="Ana")
    with use(Spanish()):
        assert str(text) == "Ana pasa"
    assert str(text) == "Ana passes"
    assert text == lazy_gettext("%(player)s passes").filled(player="Ana")


def test_a_text_inside_a_text_is_translated_too():
    text = lazy_gettext("%(why)s!", why=lazy_gettext("%(player)s passes", player="Ana"))
    with use(Spanish()):
        assert str(text) == "Ana pasa!"


def test_texts_with_numbers_and_with_a_context():
    points = lazy_ngettext("%(number)s point", "%(number)s points", 1)
    bone = lazy_pgettext("of wood", "bone")
    assert (str(points), str(bone), f"{bone:>6}") == ("1 point", "bone", "  bone")
    with use(Spanish()):
        assert (str(points), str(bone)) == ("1 punto", "ficha")


def test_an_error_keeps_its_text():
    error = ValueError(lazy_gettext("%(player)s passes", player="Ana"))
    with use(Spanish()):
        assert str(error) == "Ana pasa"
        assert str(lazy_gettext("no: %(why)s", why=text_of(error))) == "no: Ana pasa"
    assert text_of(ValueError("plain")) == "plain"


def test_a_page_names_the_language_in_use():
    assert language() == "en"
    with use(Spanish()):
        assert isinstance(current(), Spanish)


@pytest.mark.parametrize(
    ("name", "game"),
    [
        ("Ann", "Parties d’Ann"),
        ("élodie", "Parties d’élodie"),
        ("Henri", "Parties d’Henri"),
        ("Yves", "Parties d’Yves"),
        ("Bob", "Parties de Bob"),
        ("Hal", "Parties de Hal"),
        ("Yann", "Parties de Yann"),
        ("8", "Parties de 8"),
    ],
)
def test_a_french_word_is_cut_short_before_a_name_that_begins_with_a_vowel(name, game):
    """The scoresheet said “entame de Ann”."""
    with use(load_language("fr").translations):
        assert gettext("Games of %(player)s", player=name) == game
        assert str(lazy_gettext("Games of %(player)s", player=name)) == game
    assert gettext("Games of %(player)s", player=name) == f"Games of {name}"
