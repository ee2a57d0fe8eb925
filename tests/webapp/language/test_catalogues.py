"""The catalogues: which language suits whom, faulty texts, plurals in Python and in JavaScript."""

import os

import pytest

from muggins.webapp.language import catalogues
from muggins.webapp.language.catalogues import CatalogueError, languages, load_language, negotiate, read_catalogue

HEADER = (
    'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n'
    '"Language: {code}\\n"\n"Plural-Forms: {plural};\\n"\n\n'
)
TWO = "nplurals=2; plural=(n != 1)"
POLISH = "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2)"
TILES = '#: webapp/static/pages/table.js\nmsgid "%(number)s tile"\nmsgid_plural "%(number)s tiles"\n'


@pytest.fixture
def catalogue(tmp_path, monkeypatch):
    """Makes the catalogue of a language the only one that there is."""
    monkeypatch.setattr(catalogues, "CATALOGUES", tmp_path)

    def write(text, code="es", plural=TWO):
        path = tmp_path / f"{code}.po"
        path.write_text(HEADER.format(code=code, plural=plural) + text, encoding="utf-8")
        return path

    return write


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ("es", "es"),
        ("es-MX,es;q=0.9,en;q=0.8", "es"),
        ("pt-BR", "pt_BR"),
        ("pt_BR", "pt_BR"),
        ("pt-PT,en;q=0.5", "pt_BR"),
        ("en-GB,de;q=0.9", "en"),
        ("en;q=0.3, FR;q=0.7", "fr"),
        ("tlh, nl;q=0.1", "nl"),
        ("de;q=0, fr", "fr"),
        ("tlh", "en"),
        ("", "en"),
        ("*", "en"),
        (";;q=x,,", "en"),
    ],
)
def test_each_visitor_gets_the_language_that_suits_best(wanted, code):
    assert negotiate(wanted) == code


def test_each_language_has_its_own_name_and_english_comes_first():
    names = languages()
    assert next(iter(names)) == "en"
    assert names["pt_BR"] == "Português (Brasil)"
    assert names["de"] == "Deutsch"


def test_a_language_without_a_catalogue_is_english():
    klingon = load_language("tlh")
    assert klingon.code == "en"
    assert klingon.translations.gettext("The table") == "The table"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('msgid "%(player)s passes"\nmsgstr "%(jugador)s pasa"\n', "%(jugador)s"),
        ('msgid "%(player)s passes"\nmsgstr "Pasa"\n', "%(player)s"),
        ('msgid "It is over"\nmsgstr "Acabó %(player)s"\n', "%(player)s"),
        ('msgid "Won: %(share)s"\nmsgstr "Ganó el 50 % de %(share)s"\n', "written %%"),
        ('msgid "The table"\nmsgstr "La \\"mesa\\""\n', "straight quotes"),
        ('msgid "tap <b>Start</b>"\nmsgstr "toque Empezar"\n', "tags"),
        (TILES + 'msgstr[0] "%(number)s ficha"\nmsgstr[1] ""\n', "2 plural forms"),
        (TILES + 'msgstr[0] "una ficha"\nmsgstr[1] "fichas"\n', "%(number)s"),
    ],
)
def test_a_faulty_text_is_refused_with_its_file(catalogue, text, says):
    path = catalogue(text)
    with pytest.raises(CatalogueError) as refusal:
        read_catalogue(path)
    assert str(refusal.value).startswith("es.po: ")
    assert says in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_what_is_no_catalogue_is_refused(catalogue):
    with pytest.raises(CatalogueError, match=r"es\.po: expected a catalogue"):
        read_catalogue(catalogue('msgid "The table\n'))


def test_texts_that_are_not_translated_yet_stay_english(catalogue):
    catalogue('msgid "The table"\nmsgstr ""\n\n#, fuzzy\nmsgid "Games"\nmsgstr "Mesas"\n')
    spanish = load_language("es").translations
    assert [spanish.gettext("The table"), spanish.gettext("Games")] == ["The table", "Games"]


def test_a_catalogue_that_is_edited_is_read_anew(catalogue):
    catalogue('msgid "Games"\nmsgstr "Mesas"\n')
    assert load_language("es").translations.gettext("Games") == "Mesas"
    os.utime(catalogue('msgid "Games"\nmsgstr "Partidas"\n'), ns=(1, 1))
    assert load_language("es").translations.gettext("Games") == "Partidas"


def test_scripts_get_their_own_texts_alone(catalogue):
    catalogue(
        '#: webapp/static/pages/table.js\nmsgid "Voice on"\nmsgstr "Voz encendida"\n\n'
        '#: webapp/static/pages/table.js\nmsgctxt "the button"\nmsgid "Draw"\nmsgstr "Robar"\n\n'
        '#: webapp/templates/pages/table.html\nmsgid "Games"\nmsgstr "Partidas"\n'
    )
    assert load_language("es").script_texts["messages"] == {"Voice on": "Voz encendida", "the button\x04Draw": "Robar"}


def test_browsers_choose_the_same_plural_as_gettext(catalogue):
    """Browsers know the categories of CLDR; the catalogue numbers its forms."""
    forms = 'msgstr[0] "%(number)s kość"\nmsgstr[1] "%(number)s kości"\nmsgstr[2] "%(number)s kostek"\n'
    catalogue(TILES + forms, "pl", POLISH)
    polish = load_language("pl")
    texts = polish.script_texts
    assert texts["plurals"] == {"one": 0, "few": 1, "many": 2}
    spoken = {number: polish.translations.ngettext("%(number)s tile", "", number) for number in (0, 1, 2, 5, 21, 22)}
    assert [text.split()[1] for text in spoken.values()] == ["kostek", "kość", "kości", "kostek", "kostek", "kości"]
    assert texts["messages"]["%(number)s tile"][texts["plurals"]["few"]] == "%(number)s kości"
