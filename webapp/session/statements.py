"""What people say becomes events of the record."""

from __future__ import annotations

from dataclasses import replace

from muggins.scorer.events import Claim, Correct, Event, GameStarted, HandEnd, Muggins, Pass, Play, RecordError
from muggins.scorer.game import Game
from muggins.scorer.turns import corrections, events_before, passes_before
from muggins.vision.tracking.events import Played

from .current_hand import find_play, hosts_for, renamed_in_layout
from .interpret import events_of_play
from .questions import Choice, Question


def events_of_statement(game: Game, statement: Event) -> list[Event]:
    """A statement with the events that it implies. RecordError where it would begin another game.

    Nothing follows from what the same player has just said: a second tap is no pass out of turn and no false claim.
    """
    if isinstance(statement, GameStarted):
        raise RecordError("a game goes on here; a new one is begun by itself")
    if isinstance(statement, Claim | Muggins | Pass) and _is_said(game, statement):
        return []
    if isinstance(statement, Correct):
        return corrections(game, statement)
    if isinstance(statement, Play):
        return [*events_before(game, statement.player, statement.on, statement.t), statement]
    if isinstance(statement, HandEnd):
        passes = passes_before(game, statement)
        for event in passes:
            game = game.apply(event)
        return passes if game.winner else [*passes, statement]
    return [statement]


def _is_said(game: Game, statement: Event) -> bool:
    """Whether the last event that stands says the same, whoever entered it."""
    said = replace(statement, t=None, by=None)
    return any(replace(step.event, t=None, by=None) == said for step in game.standing()[-1:])


def events_of_named_tile(game: Game, question: Question, choice: Choice, time: float, by: str) -> list[Event]:
    """What follows when the answer to a question names a tile: a correction of its play, or a play.

    `time` is in seconds of the source, `by` who answers. RecordError where it is not clear where the tile lies.
    """
    if choice.tile is None:
        return []
    found = find_play(game, question.tile) if question.tile else None
    if found is not None:
        number, play = found
        on = choice.on or play.on
        said = play if (choice.tile, on) == (play.tile, play.on) else play.of(choice.tile, on)
        # A mere yes is recorded too: after a restart the same would be asked again.
        return [Correct(of=number, said=said, t=time, by=by)]
    start = renamed_in_layout(game, question.tile, choice.tile) if question.tile else None
    if start is not None:
        number, started = start
        return [Correct(of=number, said=started, t=time, by=by)]
    if choice.tile in game.layout:
        return []
    hosts = [choice.on] if choice.on else hosts_for(game, choice.tile)
    if len(hosts) != 1:
        raise RecordError("%(tile)s can lie in several places; tap Play and say where", tile=choice.tile)
    return list(events_of_play(game, Played(question.time, choice.tile, hosts[0]), by))
