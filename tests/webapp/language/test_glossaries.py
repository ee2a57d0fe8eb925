"""The domino terms of each language, beside its catalogue."""

import re
import tomllib

import pytest
from babel.messages.catalog import Message

from muggins.webapp.language.catalogues import CATALOGUES, read_catalogue

CODES = sorted(path.stem for path in CATALOGUES.glob("*.po"))
BONUSES = ("capicúa", "chuchazo", "opening pass", "pass round")
GAMES_OF_ROUNDS = ("Mexican Train", "Chicken Foot")
TERMS = (
    *("tile", "double", "to set", "to pass", "boneyard", "open end", "spinner", "skunk"),
    *BONUSES,
    *GAMES_OF_ROUNDS,
    "round of hands",
)


def terms_of(code: str) -> dict[str, str]:
    """The translation of each term."""
    text = (CATALOGUES.parent / "glossary" / f"{code}.toml").read_text(encoding="utf-8")
    return {one["english"]: one["translation"] for one in tomllib.loads(text)["term"]}


@pytest.mark.parametrize("code", CODES)
def test_every_language_names_the_terms_of_the_game(code):
    assert set(TERMS) <= set(terms_of(code))


def test_all_glossaries_name_the_same_terms():
    assert len({tuple(terms_of(code)) for code in CODES}) == 1


@pytest.mark.parametrize(
    ("code", "word"), [("es", "ficha"), ("pt_BR", "pedra"), ("fr", "domino"), ("de", "Stein"), ("nl", "steen")]
)
def test_catalogues_use_the_word_of_the_glossary_for_a_tile(code, word):
    assert terms_of(code)["tile"] == word
    texts = (CATALOGUES / f"{code}.po").read_text(encoding="utf-8")
    assert f'msgstr[0] "%(number)s {word}"' in texts


@pytest.mark.parametrize("code", CODES)
def test_catalogues_use_the_words_of_the_glossary_for_bonuses_and_games_of_rounds(code):
    catalogue, terms = read_catalogue(CATALOGUES / f"{code}.po"), terms_of(code)
    found = {term: catalogue.get(term, context="bonus").string for term in BONUSES}
    found |= {term: catalogue.get(term, context="game").string for term in GAMES_OF_ROUNDS}
    assert found == {term: terms[term] for term in found}
    assert catalogue.get("Round", context="heading of a column").string.lower() == terms["round of hands"].lower()


@pytest.mark.parametrize(("code", "words"), [("es", ("mula",)), ("pt_BR", ("carrilão", "gabarra"))])
def test_words_that_players_of_a_region_say_stand_in_the_notes(code, words):
    text = (CATALOGUES.parent / "glossary" / f"{code}.toml").read_text(encoding="utf-8")
    assert all(f"«{word}" in text or f"«la {word}" in text for word in words)


@pytest.mark.parametrize(
    ("code", "others"),
    [
        ("es", r"\bPaliza\b|\bJugada falsa\b|\b(vais|terminad|jugad)\b|\bapuntad[ao]s?\b"),
        ("pt_BR", r"\bpeças?\b(?! à mesa)|\bcarroças?\b|\btrios\b|\b[Rr]epor\b|\bNovo jogo\b|\bbato\b"),
        ("nl", r"\bblank\b|\b(trekt|trekken|getrokken|trok|claimt)\b|weerschijn|\b[Tt]erugzetten\b"),
        ("de", r"\bNullpasch\b|\b(Die|die) Runde geht an\b|%\(player\)s setzt\b|versäumt|\bHandy\b|\bsteck(en|t)\b"),
        ("fr", r"dominos ont été tirés|\b[Rr]eprendre\b|\bpremière pose\b|à rien\b|\boublié"),
    ],
)
def test_a_term_has_one_word_in_the_voice_and_on_the_pages(code, others):
    """The voice said “blank” in Dutch and the pages “blanco”; a tile was “peça” or “pedra” in Portuguese."""
    texts = [text for message in read_catalogue(CATALOGUES / f"{code}.po") for text in strings_of(message)]
    assert [text for text in texts if re.search(others, text)] == []


def strings_of(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
