"""What the table is asked when the program is not sure: a short sentence and a few answers to tap."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from muggins.scorer.events import Event
from muggins.scorer.tiles import Tile
from muggins.vision.types import Doubt

MOST_CHOICES = 3
ASKED_ANEW = ("hand-end", "turn")
"""Kinds of question that more may become known of while nobody answers."""


@dataclass(frozen=True)
class Choice:
    """One answer, and what is then taken to have happened."""

    text: str
    tile: Tile | None = None
    """Shown as a picture beside the text."""
    on: Tile | None = None
    """The host, where the question is what the tile lies on."""
    then: Event | None = None
    """What is then to be told; nothing where all is well."""


@dataclass(frozen=True)
class Question:
    """Something the program is unsure of. The game goes on while nobody answers."""

    id: int
    kind: str
    """A Doubt's, or: `gone`: a tile was taken away that was not played last; `cannot`: what was seen cannot stand in
    the record; `hand-end`: the tiles left in the hands are wanted; `turn`: whose turn it is, or who played."""
    text: str
    choices: tuple[Choice, ...] = ()
    tile: Tile | None = None
    time: float = 0.0
    """Seconds of the source, when the doubt arose."""


def choices_for(doubt: Doubt) -> tuple[Choice, ...]:
    """The answers that settle a reader's or watcher's doubt."""
    likely = [tile for tile, _ in doubt.likely[:MOST_CHOICES]]
    if doubt.kind in ("value", "twice"):
        return tuple(Choice(str(tile), tile=tile) for tile in likely)
    return tuple(Choice(f"on {tile}", tile=doubt.tile, on=tile) for tile in likely)


@dataclass(frozen=True)
class Ask:
    """What is to be asked, not yet asked."""

    kind: str
    text: str
    choices: tuple[Choice, ...] = ()
    tile: Tile | None = None


class Questions:
    """What is being asked."""

    def __init__(self, changed: Callable[[], None], asked: Callable[[Question], None]) -> None:
        """`changed` is called whenever they change, `asked` with each that is new."""
        self._changed = changed
        self._new = asked
        self._open: list[Question] = []
        self._asked = 0

    @property
    def open(self) -> tuple[Question, ...]:
        """Those not answered yet, in the order they were asked."""
        return tuple(self._open)

    def ask(self, ask: Ask, time: float) -> None:
        """Ask the table, unless the same is asked already; what is known better by now takes the place of the old."""
        same = next((one for one in self._open if (one.kind, one.tile) == (ask.kind, ask.tile)), None)
        if same is not None:
            if ask.kind not in ASKED_ANEW or (same.text, same.choices) == (ask.text, ask.choices):
                return
            self._open.remove(same)
        self._asked += 1
        question = Question(self._asked, ask.kind, ask.text, ask.choices, ask.tile, time)
        self._open.append(question)
        self._new(question)
        self._changed()

    def drop(self, is_settled: Callable[[Question], bool]) -> None:
        left = [one for one in self._open if not is_settled(one)]
        if len(left) < len(self._open):
            self._open = left
            self._changed()
