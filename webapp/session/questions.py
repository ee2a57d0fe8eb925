"""Questions to the people at the table: a short sentence and a few answers to tap."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from muggins.scorer.events import Event
from muggins.scorer.tiles import Tile
from muggins.texts import Text, lazy_gettext
from muggins.vision.types import ABOUT_TILES, ABOUT_UNREAD, Doubt, DoubtKind

QuestionKind = DoubtKind | Literal["gone", "cannot", "differs", "hand-end", "order", "turn", "endwise"]
"""The kind of a doubt, or:

- gone: a tile of the layout is missing, and nobody was seen to take it back.
- cannot: an event does not fit the record.
- differs: the table is not that of the record.
- hand-end: which tiles are left in the hands.
- order: which of the tiles that nobody saw laid came first, or who laid one of them.
- turn: whose turn it is, or who played.
- endwise: whether a tile touches the side of a double or its end.
"""
MAX_CHOICES = 3
REPLACED_KINDS: tuple[QuestionKind, ...] = ("hand-end", "order", "turn")
"""Kinds of question that are asked anew when more becomes known while nobody answers."""


@dataclass(frozen=True)
class Choice:
    """One answer, and what it changes."""

    text: Text | str
    tile: Tile | None = None
    """Shown as a picture beside the text."""
    on: Tile | None = None
    """The host, where the question is which tile another lies on."""
    then: tuple[Event, ...] = ()
    """The events that this answer records, all or none."""


IGNORE = Choice(lazy_gettext("Ignore"))


@dataclass(frozen=True)
class QuestionDraft:
    """A question before it is asked."""

    kind: QuestionKind
    text: Text | str
    choices: tuple[Choice, ...] = ()
    tile: Tile | None = None
    """The tile in doubt."""
    outline: tuple[float, ...] = ()
    """As in `Doubt.outline`."""


@dataclass(frozen=True, kw_only=True)
class Question(QuestionDraft):
    """A question that waits for an answer. The game goes on meanwhile."""

    id: int
    """1 for the first question of a session."""
    time: float
    """When the doubt arose, in seconds of the source."""


def question_about(doubt: Doubt) -> QuestionDraft:
    """The question that settles a doubt of the reader or the watcher."""
    # What was not read may be no tile that counts, and what lies against others may have been pushed there.
    instead = (IGNORE,) if doubt.kind in (*ABOUT_UNREAD, "join", "misplay") else ()
    likely = [tile for tile, _ in doubt.likely[: MAX_CHOICES - len(instead)]]
    if doubt.kind in ABOUT_TILES:
        choices = tuple(Choice(str(tile), tile=tile) for tile in likely)
    elif doubt.kind == "misplay":
        choices = tuple(Choice(lazy_gettext("It lies so"), tile=doubt.tile, on=host) for host in likely)
    else:
        choices = tuple(Choice(lazy_gettext("on %(host)s", host=tile), tile=doubt.tile, on=tile) for tile in likely)
    return QuestionDraft(doubt.kind, doubt.text, (*choices, *instead), doubt.tile, doubt.outline)


class Questions:
    """The questions that wait for an answer."""

    def __init__(self, on_change: Callable[[], None], on_question: Callable[[Question], None]) -> None:
        """`on_change` is called after every change, `on_question` with each new question."""
        self._on_change = on_change
        self._on_question = on_question
        self._open: list[Question] = []
        self._last_id = 0

    @property
    def open(self) -> tuple[Question, ...]:
        """The questions without an answer in the order in which they were asked, but the end of a hand first.

        Pages show the first, and people wait for that one.
        """
        return tuple(sorted(self._open, key=lambda question: question.kind != "hand-end"))

    def ask(self, draft: QuestionDraft, time: float) -> None:
        """Asks a question, unless it is open already. `time` is in seconds of the source.

        A question of REPLACED_KINDS takes the place of the open one if it says something else.
        """
        same = next((open for open in self._open if (open.kind, open.tile) == (draft.kind, draft.tile)), None)
        if same is not None:
            if draft.kind not in REPLACED_KINDS or (same.text, same.choices) == (draft.text, draft.choices):
                return
            self._open.remove(same)
        self._last_id += 1
        question = Question(**vars(draft), id=self._last_id, time=time)
        self._open.append(question)
        self._on_question(question)
        self._on_change()

    def drop(self, is_settled: Callable[[Question], bool]) -> None:
        """Withdraws the questions that are settled."""
        left = [question for question in self._open if not is_settled(question)]
        if len(left) < len(self._open):
            self._open = left
            self._on_change()
