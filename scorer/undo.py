"""Undo and redo: the correction that undoes the last event in force, and the correction that restores it."""

from __future__ import annotations

from .events import Correct, Event, RecordError
from .game import Game
from .record import changes_nothing

Record = tuple[Event, ...]


def undo_event(record: Record) -> Correct:
    """The correction that undoes the last event in force. RecordError if only the start of the game is in force."""
    in_force, _ = _split_undone(record)
    if len(in_force) < 2:
        raise RecordError("there is nothing to undo: only the start of the game is recorded")
    return _undo_of(record, in_force[-1])


def redo_event(record: Record) -> Correct:
    """The correction that restores the event undone last. RecordError if something else was recorded since."""
    _, undone = _split_undone(record)
    if not undone:
        raise RecordError("there is nothing to bring back: nothing was taken back just now")
    return _undo_of(record, undone[-1])


def can_redo(record: Record) -> bool:
    """Whether an undone event can be restored."""
    return bool(_split_undone(record)[1])


def _split_undone(record: Record) -> tuple[list[int], list[int]]:
    """The numbers of the events in force, and of the undo corrections that can be undone in turn.

    A confirmation is neither, because it changes nothing that people could want to undo.
    """
    in_force: list[int] = []
    undone: list[int] = []
    for number, event in enumerate(record, 1):
        if changes_nothing(record[:number]):
            continue
        if len(in_force) > 1 and _undoes(event, record, in_force[-1]):
            in_force.pop()
            undone.append(number)
        elif undone and _undoes(event, record, undone[-1]):
            undone.pop()
            in_force.append(number)
        else:
            in_force.append(number)
            undone.clear()
    return in_force, undone


def _undoes(event: Event, record: Record, number: int) -> bool:
    if not isinstance(event, Correct):
        return False
    wanted = _undo_of(record, number)
    return (event.of, event.said) == (wanted.of, wanted.said)


def _undo_of(record: Record, number: int) -> Correct:
    return Game(record[:number]).undo_event()
