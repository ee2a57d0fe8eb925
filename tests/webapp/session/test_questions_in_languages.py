"""Questions are asked by the camera's thread, and read on phones of several languages."""

from foreign import Foreign, untranslated

from muggins.scorer.tiles import Tile
from muggins.texts import use
from muggins.vision.tracking.events import Cleared, Played
from muggins.webapp.language.catalogues import load_language
from muggins.webapp.session.session import GameSession


def asked(start, *seen):
    """The open questions of a game in which the camera has seen these events."""
    session = GameSession()
    session.start_game(start())
    for event in seen:
        session.on_table_event(event)
    return session.snapshot.questions


def test_a_question_is_read_in_the_language_of_each_phone(start):
    (question,) = asked(start, Played(4.0, Tile.parse("5-5"), None), Cleared(9.0))
    assert str(question.text) == "The table was cleared. Which tiles are left in the hands?"
    spanish, german = (load_language(code).translations for code in ("es", "de"))
    with use(spanish):
        in_spanish = str(question.text)
    with use(german):
        in_german = str(question.text)
    assert len({str(question.text), in_spanish, in_german}) == 3


def test_nothing_in_a_question_stays_english(start):
    five, four, missing = map(Tile.parse, ("5-5", "6-4", "3-2"))
    seen = (Played(4.0, five, None), Played(5.0, four, missing), Cleared(9.0))
    questions = asked(start, *seen)
    assert {question.kind for question in questions} == {"cannot", "hand-end"}
    with use(Foreign()):
        texts = [str(text) for each in questions for text in (each.text, *(choice.text for choice in each.choices))]
    assert untranslated(" ".join(texts)) == set(), texts
