"""What "take back" takes back: one thing after the other, the last first; and what it can bring back again."""

from __future__ import annotations

from .events import Correct, Event, RecordError
from .game import Game
from .record import changes_nothing

Record = tuple[Event, ...]


def undo_event(record: Record) -> Correct:
    """The event that takes back the last one that still holds. RecordError where only the start of the game does."""
    holding, _ = _split_undone(record)
    if len(holding) < 2:
        raise RecordError("there is nothing to undo: only the start of the game is recorded")
    return _undoing(record, holding[-1])


def redo_event(record: Record) -> Correct:
    """The event that brings back what was taken back last. RecordError where something else was told since."""
    _, undone = _split_undone(record)
    if not undone:
        raise RecordError("there is nothing to bring back: nothing was taken back just now")
    return _undoing(record, undone[-1])


def can_redo(record: Record) -> bool:
    return bool(_split_undone(record)[1])


def _split_undone(record: Record) -> tuple[list[int], list[int]]:
    """The numbers of the events that hold, and of those that took back another and can be taken back themselves.

    That somebody has confirmed something is neither: nobody noticed a change that they could want back.
    """
    holding: list[int] = []
    undone: list[int] = []
    for number, event in enumerate(record, 1):
        if changes_nothing(record[:number]):
            continue
        if len(holding) > 1 and _undoes(event, record, holding[-1]):
            holding.pop()
            undone.append(number)
        elif undone and _undoes(event, record, undone[-1]):
            undone.pop()
            holding.append(number)
        else:
            holding.append(number)
            undone.clear()
    return holding, undone


def _undoes(event: Event, record: Record, number: int) -> bool:
    if not isinstance(event, Correct):
        return False
    wanted = _undoing(record, number)
    return (event.of, event.said) == (wanted.of, wanted.said)


def _undoing(record: Record, number: int) -> Correct:
    found = Game(record[:number]).undo_event()
    assert isinstance(found, Correct)
    return found
