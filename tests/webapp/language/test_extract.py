"""Gathering the texts of the code, and bringing catalogues up to date with them."""

import pytest

from muggins.webapp.language.extract import begin, gather, text_of, update

FILES = {
    "scorer/a.py": 'gettext("%(player)s passes", player=x)\nngettext("%(number)s tile", "%(number)s tiles", 2)\n'
    '# For translators: shouted\nmark("Muggins!")\npgettext("verb", "draw")\n'
    "page = f\"<h2>{gettext('Hands')}</h2>\"\n",
    "vision/b.py": "",
    "webapp/templates/t.html": '<p>{% trans who=name %}\n   {{ who }}\n   won.\n{% endtrans %}</p>{{ _("Games") }}',
    "webapp/static/s.js": 't("Voice on"); tn("%(number)s pip", "%(number)s pips", 2); tp("button", "Draw");',
    "scorer/rules/rulesets.toml": '[club]\nname = "Club dominoes"\nset = 6\n',
}


@pytest.fixture
def code(tmp_path):
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path


def test_texts_come_from_python_templates_scripts_and_rules(code):
    found = {(message.context, message.id) for message in gather(code) if message.id}
    assert found == {
        (None, "%(player)s passes"),
        (None, ("%(number)s tile", "%(number)s tiles")),
        (None, "Muggins!"),
        ("verb", "draw"),
        (None, "Hands"),
        (None, "%(who)s won."),
        (None, "Games"),
        (None, "Voice on"),
        (None, ("%(number)s pip", "%(number)s pips")),
        ("button", "Draw"),
        ("game", "Club dominoes"),
    }


def test_the_file_says_where_a_text_stands_but_not_when_it_was_written(code):
    text = text_of(gather(code))
    assert '#: webapp/static/s.js\nmsgid "Voice on"' in text
    assert '#. shouted\n#: scorer/a.py\nmsgid "Muggins!"' in text
    assert "Date" not in text


def test_an_update_keeps_translations_and_drops_what_is_gone(code, tmp_path):
    begin("es", tmp_path)
    path = tmp_path / "es.po"
    path.write_text(path.read_text() + '\nmsgid "Games"\nmsgstr "Partidas"\n\nmsgid "Gamesters"\nmsgstr "Jugadores"\n')
    text = text_of(update(path, gather(code)))
    assert 'msgid "Games"\nmsgstr "Partidas"' in text
    assert "Gamesters" not in text
    assert 'msgid "Voice on"\nmsgstr ""' in text
    assert "fuzzy" not in text


def test_a_catalogue_cannot_begin_for_no_language(tmp_path):
    with pytest.raises(ValueError, match="xx"):
        begin("xx", tmp_path)
