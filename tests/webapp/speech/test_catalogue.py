"""The voices of the languages: numbers and tiles as people say them."""

import pytest

from muggins.scorer.events import FAULTS
from muggins.scorer.reports.table_talk import WORDS
from muggins.scorer.tiles import Tile
from muggins.texts import one_of
from muggins.webapp.speech.catalogue import SENTENCES, TALK, Voice, languages


@pytest.mark.parametrize(
    ("number", "english", "spanish"),
    [
        (0, "zero", "cero"),
        (15, "fifteen", "quince"),
        (21, "twenty-one", "veintiuno"),
        (40, "forty", "cuarenta"),
        (61, "sixty-one", "sesenta y uno"),
        (100, "one hundred", "cien"),
        (101, "one hundred and one", "ciento uno"),
        (235, "two hundred and thirty-five", "doscientos treinta y cinco"),
        (1000, "1000", "1000"),
    ],
)
def test_numbers_are_spoken_right(number, english, spanish):
    assert (Voice("en").number(number), Voice("es").number(number)) == (english, spanish)


def test_a_number_before_a_noun_loses_its_ending_in_spanish():
    points = [Voice("es").points(number) for number in (1, 21, 31, 11)]
    assert points == ["un punto", "veintiún puntos", "treinta y un puntos", "once puntos"]


def test_every_language_has_numbers_in_its_own_words():
    spoken = {language: Voice(language).number(17) for language in languages()}
    assert len(set(spoken.values())) == len(spoken), spoken


@pytest.mark.parametrize(
    ("tile", "english", "spanish"),
    [
        ("6-4", "six four", "seis cuatro"),
        ("6-0", "six blank", "seis blanca"),
        ("0-0", "double blank", "doble blanca"),
        ("6-6", "double six", "doble seis"),
        ("15-13", "fifteen thirteen", "quince trece"),
        ("15-15", "double fifteen", "doble quince"),
    ],
)
def test_tiles_are_called_as_players_call_them(tile, english, spanish):
    assert tuple(Voice(language).tile(Tile.parse(tile)) for language in ("en", "es")) == (english, spanish)


def test_a_language_may_name_a_single_tile(monkeypatch):
    voice = Voice("en")
    monkeypatch.setattr(voice._texts, "pgettext", lambda context, text: "6-1=the nugget" if text == "none" else text)
    assert (voice.tile(Tile(6, 1)), voice.tile(Tile(1, 0))) == ("the nugget", "one blank")


@pytest.mark.parametrize(
    ("last", "together"),
    [
        ("Inés", "Ana e Inés"),
        ("Íñigo", "Ana e Íñigo"),
        ("Hilario", "Ana e Hilario"),
        ("Yves", "Ana e Yves"),
        ("Yolanda", "Ana y Yolanda"),
        ("Hierro", "Ana y Hierro"),
        ("Iago", "Ana y Iago"),
        ("Helena", "Ana y Helena"),
        ("Bob", "Ana y Bob"),
    ],
)
def test_spanish_says_e_before_the_sound_i(last, together):
    assert Voice("es").together(["Ana", last]) == together


def test_spanish_says_u_before_the_sound_o():
    chosen = {last: Voice("es").text(one_of(["5-0", last])) for last in ("8-1", "11-0", "Óscar", "6-0", "1-0")}
    assert chosen == {
        "8-1": "5-0 u 8-1",
        "11-0": "5-0 u 11-0",
        "Óscar": "5-0 u Óscar",
        "6-0": "5-0 o 6-0",
        "1-0": "5-0 o 1-0",
    }


@pytest.mark.parametrize("language", languages())
def test_elsewhere_no_name_changes_how_a_row_is_written(language):
    voice = Voice(language)
    plain, other = voice.together(["Ana", "Bob"]), voice.together(["Ana", "Inés"])
    assert (plain.replace("Bob", "") == other.replace("Inés", "")) is (language != "es")


def test_every_fault_and_every_word_of_the_club_has_its_sentence():
    """Players would find a missing sentence in the middle of a game."""
    assert set(FAULTS) <= set(SENTENCES)
    assert set(TALK) == {*WORDS} - {"skunked"}


def test_a_language_that_is_not_there_is_named():
    with pytest.raises(ValueError, match="expected one of de, en, es, fr, nl, pt_BR, got 'tlh'"):
        Voice("tlh")
