"""Undo and redo: the correction that undoes the last event in force, and the correction that restores it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from .events import Correct, Event, HandEnd, HandStarted, RecordError
from .record import replaced_events

Record = tuple[Event, ...]


def undo_event(record: Record) -> Correct:
    """The correction that undoes the last event in force. RecordError if only the start of the game is in force."""
    in_force, _ = _split_undone(record)
    if len(in_force) < 2:
        raise RecordError("there is nothing to undo: only the start of the game is recorded")
    return _undo_of(record, in_force[-1], replaced_events(record))


def redo_event(record: Record) -> Correct:
    """The correction that restores the event undone last. RecordError if something else was recorded since."""
    _, undone = _split_undone(record)
    if not undone:
        raise RecordError("there is nothing to bring back: nothing was taken back just now")
    return _undo_of(record, undone[-1], replaced_events(record))


def step_of(record: Record, find: Callable[[Record], Correct]) -> tuple[Correct, ...]:
    """What one undo corrects, or one redo, as `find` says.

    A hand that was found under way is undone together with the end of the hand before, which followed from it.
    """
    first = find(record)
    try:
        second = find((*record, first))
    except RecordError:
        return (first,)
    is_one = (first.said is None) == (second.said is None) and _followed_from(record, *sorted((first.of, second.of)))
    return (first, second) if is_one else (first,)


def _followed_from(record: Record, end: int, start: int) -> bool:
    """Whether event `end` is that of a hand which was over because event `start` began the next."""
    ended, started = record[end - 1], record[start - 1]
    return (
        (start, ended.by, started.by) == (end + 1, "camera", "camera")
        and isinstance(ended, HandEnd)
        and isinstance(started, HandStarted)
        and started.layout is not None
    )


def can_redo(record: Record) -> bool:
    """Whether an undone event can be restored."""
    return bool(_split_undone(record)[1])


def _split_undone(record: Record) -> tuple[list[int], list[int]]:
    """The numbers of the events in force, and of the undo corrections that can be undone in turn.

    A confirmation is neither, because it changes nothing that people could want to undo.
    """
    in_force: list[int] = []
    undone: list[int] = []
    replaced = replaced_events(record)
    for number, event in enumerate(record, 1):
        if not isinstance(event, Correct):
            in_force.append(number)
            undone.clear()
        elif event.said is not None and event.said == replaced[number]:
            continue
        elif len(in_force) > 1 and _is_same(event, _undo_of(record, in_force[-1], replaced)):
            in_force.pop()
            undone.append(number)
        elif undone and _is_same(event, _undo_of(record, undone[-1], replaced)):
            undone.pop()
            in_force.append(number)
        else:
            in_force.append(number)
            undone.clear()
    return in_force, undone


def _undo_of(record: Record, number: int, replaced: Mapping[int, Event | None]) -> Correct:
    event = record[number - 1]
    return Correct(event.of, replaced[number]) if isinstance(event, Correct) else Correct(number, None)


def _is_same(said: Correct, wanted: Correct) -> bool:
    return (said.of, said.said) == (wanted.of, wanted.said)
