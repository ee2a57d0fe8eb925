"""Plurals of the languages that come with muggins: none, one, two, five and twenty-one of all that is counted."""

import pytest
from babel import Locale

from muggins.texts import ngettext, npgettext, use
from muggins.webapp.language import catalogues
from muggins.webapp.language.catalogues import CATALOGUES, load_language, read_catalogue

NUMBERS = (0, 1, 2, 5, 21)
CODES = sorted(path.stem for path in CATALOGUES.glob("*.po"))
SINGULAR = {"es": (1,), "pt_BR": (0, 1), "fr": (0, 1), "de": (1,), "nl": (1,)}
"""The numbers that take the singular, as people of the language write them [CLDR]."""


def counted(code):
    """The texts of a catalogue that go with a number: the context, the English forms, and those of the language."""
    messages = read_catalogue(CATALOGUES / f"{code}.po")
    return [(message.context, *message.id, message.string) for message in messages if isinstance(message.id, tuple)]


def test_the_languages_are_those_that_come_with_muggins():
    assert sorted(SINGULAR) == CODES


@pytest.mark.parametrize("code", CODES)
def test_every_text_with_a_number_takes_the_form_of_its_language(code):
    texts = load_language(code)
    assert len(counted(code)) > 20
    with use(texts.translations):
        for context, one, many, forms in counted(code):
            for number in NUMBERS:
                values = {name: "x" for name in names_in(one, many) if name != "number"}
                found = (
                    npgettext(context, one, many, number, **values)
                    if context
                    else ngettext(one, many, number, **values)
                )
                form = forms[0] if number in SINGULAR[code] else forms[1]
                assert found == form % {"number": number, **values}, (one, number)


@pytest.mark.parametrize("code", CODES)
def test_the_table_for_browsers_names_the_form_that_gettext_takes(code):
    plurals, category = load_language(code).script_texts["plurals"], Locale.parse(code).plural_form
    forms = {number: plurals[category(number)] for number in NUMBERS}
    assert forms == {number: 0 if number in SINGULAR[code] else 1 for number in NUMBERS}


def test_the_header_of_a_catalogue_decides_how_many_forms_there_are(tmp_path, monkeypatch):
    """Babel gives Polish three forms, and from 2.19 on Spanish too."""
    monkeypatch.setattr(catalogues, "CATALOGUES", tmp_path)
    header = r'msgstr "Content-Type: text/plain; charset=utf-8\nPlural-Forms: nplurals=2; plural=(n != 1);\n"'
    (tmp_path / "pl.po").write_text(f'msgid ""\n{header}\n', encoding="utf-8")
    assert load_language("pl").script_texts["plurals"] == {"one": 0, "few": 1, "many": 1}


def names_in(*texts):
    """The names of the placeholders."""
    return {part.partition(")s")[0] for text in texts for part in text.split("%(")[1:]}
