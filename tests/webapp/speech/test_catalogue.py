"""The catalogues of the languages: complete, and with numbers as people say them."""

import pytest

from muggins.scorer.reports.table_talk import WORDS
from muggins.webapp.speech.catalogue import Voice, languages, load_catalogue


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


def test_every_language_says_everything():
    """Players would find a missing sentence in the middle of a game."""
    catalogues = {language: load_catalogue(language) for language in languages()}
    assert {"en", "es"} <= set(catalogues)
    for language, texts in catalogues.items():
        assert texts["sentences"].keys() == catalogues["en"]["sentences"].keys(), language
        assert texts["words"].keys() == catalogues["en"]["words"].keys(), language
        assert texts["talk"].keys() == {*WORDS} - {"skunked"}, language
        for name, sentence in texts["sentences"].items():
            assert _names_in(sentence) == _names_in(catalogues["en"]["sentences"][name]), (language, name)


def test_a_language_that_is_not_there_is_named():
    with pytest.raises(ValueError, match="expected one of en, es, got 'tlh'"):
        Voice("tlh")


def _names_in(sentence):
    return {part.split("}")[0] for part in sentence.split("{")[1:]}
