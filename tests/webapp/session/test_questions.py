"""Questions are asked once, replaced where more is known, and withdrawn when they are settled."""

import pytest

from muggins.scorer.tiles import Tile
from muggins.vision.types import Doubt
from muggins.webapp.session.questions import QuestionDraft, Questions, question_about


@pytest.fixture
def questions():
    asked, changes = [], []
    made = Questions(lambda: changes.append(1), asked.append)
    made.asked, made.changes = asked, changes
    return made


def test_the_same_question_is_asked_once(questions):
    for text in ("Is it 5-1?", "Is it really 5-1?"):
        questions.ask(QuestionDraft("value", text, tile=Tile(5, 1)), 1.0)
    assert [str(question.text) for question in questions.open] == ["Is it 5-1?"]
    assert (len(questions.asked), len(questions.changes)) == (1, 1)


def test_a_question_about_the_end_of_the_hand_is_replaced_once_it_says_more(questions):
    for text in ("Ann: 6-6", "Ann: 6-6", "Ann: 6-6 5-1"):
        questions.ask(QuestionDraft("hand-end", text), 1.0)
    assert [(question.id, str(question.text)) for question in questions.open] == [(2, "Ann: 6-6 5-1")]
    assert [question.id for question in questions.asked] == [1, 2]


def test_settled_questions_are_withdrawn_and_nothing_changes_where_none_is(questions):
    questions.ask(QuestionDraft("turn", "Who played?"), 1.0)
    questions.drop(lambda question: question.kind == "value")
    assert (len(questions.open), len(questions.changes)) == (1, 1)
    questions.drop(lambda question: question.kind == "turn")
    assert (questions.open, len(questions.changes)) == ((), 2)


@pytest.mark.parametrize(
    ("kind", "answers"),
    [("value", ["5-1", "5-0", "4-1"]), ("faint", ["5-1", "5-0", "Ignore"]), ("join", ["on 5-1", "on 5-0", "Ignore"])],
)
def test_a_doubt_offers_the_likeliest_answers(kind, answers):
    likely = tuple((Tile.parse(text), 0.2) for text in ("5-1", "5-0", "4-1", "4-0"))
    draft = question_about(Doubt(kind, "?", Tile(6, 1), likely))
    assert [str(choice.text) for choice in draft.choices] == answers


def test_a_tile_that_is_not_of_the_set_can_only_be_left():
    draft = question_about(Doubt("foreign", "A tile shows 9 and 1.", Tile(9, 1)))
    assert [str(choice.text) for choice in draft.choices] == ["Ignore"]


@pytest.mark.parametrize(
    ("kind", "hosts", "answers"), [("misplay", ["5-2"], ["It lies so", "Ignore"]), ("join", [], ["Ignore"])]
)
def test_no_doubt_about_how_tiles_lie_is_left_without_answer(kind, hosts, answers):
    """A tile that nobody saw between two chains had no answer, and one that was pushed could only be a misplay."""
    draft = question_about(Doubt(kind, "?", Tile(6, 1), tuple((Tile.parse(host), 1.0) for host in hosts)))
    assert [str(choice.text) for choice in draft.choices] == answers
