"""The errors of the scorer, which knows no languages, in the language of whoever reads them."""

import pytest
from notation import game_of, start_of

from muggins.scorer.errors import ScorerError
from muggins.scorer.events import HandEnd
from muggins.scorer.rules.rulesets import load_ruleset
from muggins.texts import text_of, use
from muggins.webapp.language.catalogues import load_language


@pytest.mark.parametrize(
    ("wrong", "english", "spanish"),
    [
        (
            lambda: game_of(start_of("block", "Ann Bob Cem Dan Eva")),
            "block is played by 2, 3 or 4 players, not by 5",
            "block es para 2, 3 o 4 jugadores, no para 5",
        ),
        (
            lambda: load_ruleset("five-up", {"won": "soon"}),
            "won: may be end-of-hand or at-once, not 'soon'",
            "won: puede ser end-of-hand o at-once, no 'soon'",
        ),
        (
            lambda: load_ruleset("five-up", {"target": 0}),
            "target: may be a whole number from 1 to 100000, not 0",
            "target: puede ser un número entero de 1 a 100000, no 0",
        ),
        (
            lambda: game_of(start_of(), "Ann sets", "Ann 5-5", HandEnd({})),
            "hands: a hand is expected for each of Ann, Bob, null if it is unknown; these came: none",
            "ninguno",
        ),
    ],
)
def test_an_error_is_english_by_itself_and_in_the_language_of_its_reader(wrong, english, spanish):
    with pytest.raises(ScorerError) as refusal:
        wrong()
    text = text_of(refusal.value)
    with use(load_language("es").translations):
        assert (str(refusal.value), spanish in str(text)) == (english, True), str(text)
