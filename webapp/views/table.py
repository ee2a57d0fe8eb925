"""The game being played, over HTTP: its state, events from people, and a stream of everything that happens."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Generator
from dataclasses import replace
from typing import Annotated, Literal, NotRequired, TypedDict

from flask import Blueprint, Response, abort, request

from muggins.scorer.events import Claim, Draw, Event, GameStarted, Muggins, Pass, Play
from muggins.scorer.json_types import FromZero
from muggins.scorer.record import parse_event
from muggins.texts import gettext

from ..session.event_log import LoggedEvent
from ..web.access import Role, Visitor
from ..web.auth import access_check, current_visitor, open_to
from ..web.context import AppContext, current_context
from ..web.described import Header, Media, takes
from ..web.json_body import json_body
from ..web.language import Speech, SpeechArguments, language_of, requested_speech
from ..web.streams import EVENT_STREAM, PAUSE, RETRY, Wake, live_messages, sse, stream_response, subscription
from ..web.table_json import TableJson, ToldJson, announcement_json, logged_line_json

table = Blueprint("table", __name__, url_prefix="/api")

PLAYERS_OWN = (Claim, Muggins, Play, Pass, Draw)
"""The events that a player may send for the player's own seat."""

_Stream = Annotated[Response, Media((EVENT_STREAM,)), "Events: told (with an id), changed, reset."]


class _StreamArguments(SpeechArguments, total=False):
    after: str
    """GAME-NUMBER of the last event received."""
    last_event_id: Annotated[str, Header("Last-Event-ID")]
    """The same as `after`; browsers send this header when they reconnect."""


class _TellArguments(TypedDict, total=False):
    ask: Literal["true"]
    """Asks people before a hand has ended as it cannot, a corrected one too; nothing is recorded then."""


class _StartedJson(TypedDict):
    id: int


class _AnswerJson(TypedDict):
    choice: FromZero
    """Index in the list of answers, from 0."""


class _PauseJson(TypedDict):
    paused: bool


class _VoiceJson(TypedDict):
    language: str
    """As in Accept-Language."""
    needed: NotRequired[bool]
    """Whether it also says what a side needs to win, once two plays may do it."""


class _ChosenVoiceJson(TypedDict):
    language: str
    """The language that is spoken from now on: two letters, or five, as in pt_BR."""


@table.get("/table")
@open_to(Role.SPECTATOR)
@takes(arguments=SpeechArguments)
def show_table() -> TableJson:
    """The game being played, with the events that stand and the last sentence to read and to hear."""
    context, speech = current_context(), requested_speech()
    snapshot = context.session.snapshot
    state = context.encoder.table_json(snapshot, speech[0])
    state["lines"] = context.encoder.lines_json(snapshot.game, speech[0])
    if snapshot.game is not None:
        last = announcement_json(LoggedEvent(snapshot.game_id, snapshot.game), *speech, snapshot.tells_needed)
        state["say"], state["words"] = last["say"], last["words"]
    return state


@table.post("/events")
@open_to(Role.PLAYER)
@takes(Event, arguments=_TellArguments)
def tell() -> ToldJson:
    """Adds an event to the record.

    Players send events of their own seat; the host sends all events, corrections too.
    """
    visitor, event = current_visitor(), parse_event(json_body())
    if not _may_tell(visitor, event):
        abort(403, gettext("players claim, call Muggins, play, pass and draw for themselves; the rest is for the host"))
    return _logged(current_context().session.tell(event, visitor.by, is_sure=request.args.get("ask") != "true"))


def _may_tell(visitor: Visitor, event: Event) -> bool:
    return visitor.role is Role.HOST or (isinstance(event, PLAYERS_OWN) and event.player == visitor.player)


@table.post("/undo")
def undo() -> ToldJson:
    """Takes back the last event that still stands; each further request takes back the one before."""
    return _logged(current_context().session.undo(by=current_visitor().by))


@table.post("/redo")
def redo() -> ToldJson:
    """Brings back the event that was taken back last."""
    return _logged(current_context().session.redo(current_visitor().by))


@table.post("/games")
@takes(GameStarted)
def start_game() -> _StartedJson:
    """Starts a game."""
    started = parse_event(json_body())
    if not isinstance(started, GameStarted):
        abort(400, gettext("a game begins with a game event, which names the rules and the players"))
    session = current_context().session
    session.start_once(started)
    return {"id": session.snapshot.game_id}


@table.post("/rematch")
def rematch() -> _StartedJson:
    """Starts a game with the players, seats and rules of the one before."""
    session, recorded = current_context().session, current_context().shown
    game = session.snapshot.game
    if recorded is not None:
        recorded.show_again()  # with its film
    elif game is None or not isinstance(started := game.record[0], GameStarted):
        abort(409, gettext("there was no game before; start one with its rules and players"))
    else:
        session.start_once(replace(started, t=None, by=current_visitor().by))
    return {"id": session.snapshot.game_id}


@table.post("/questions/<int:question>")
@open_to(Role.PLAYER)
@takes(_AnswerJson)
def answer(question: int) -> ToldJson:
    """Answers a question."""
    choice = json_body().get("choice")
    if type(choice) is not int:
        abort(400, gettext("expected a choice: its place in the list, from 0"))
    return _logged(current_context().session.answer(question, choice, current_visitor().by))


@table.post("/pause")
@takes(_PauseJson)
def pause() -> ToldJson:
    """Pauses or resumes the camera."""
    is_paused = json_body().get("paused")
    if type(is_paused) is not bool:
        abort(400, gettext("expected paused: true or false"))
    current_context().session.pause(is_paused)
    return _logged(())


@table.post("/voice")
@takes(_VoiceJson)
def choose_voice() -> _ChosenVoiceJson:
    """Makes the voice of this table speak another language, and chooses what it says."""
    session, body = current_context().session, json_body()
    language, needed = body.get("language"), body.get("needed", session.snapshot.tells_needed)
    if not isinstance(language, str):
        abort(400, gettext("expected a language: two letters, for example es"))
    if type(needed) is not bool:
        abort(400, gettext("expected needed: true or false"))
    code = language_of(language).code
    session.choose_voice(code)
    session.choose_needed(needed)
    return {"language": code}


@table.get("/stream")
@open_to(Role.SPECTATOR)
@takes(arguments=_StreamArguments)
def stream() -> _Stream:
    """A stream of events, each with the table after it. After a break it begins with what was missed.

    For screens. `told` carries {id, number, line, say, words, reworks, table}, `changed` the table, and `reset` says
    that another game has begun.
    """
    context, speech = current_context(), requested_speech()
    last = request.headers.get("Last-Event-ID") or request.args.get("after", "")
    found = re.fullmatch(r"(\d{1,9})-(\d{1,9})", last)
    received = (int(found[1]), int(found[2])) if found else None
    is_allowed = access_check()
    return stream_response(lambda wake: _stream(context, received, speech, is_allowed, wake))


def _stream(
    context: AppContext, received: tuple[int, int] | None, speech: Speech, is_allowed: Callable[[], bool], wake: Wake
) -> Generator[str, None, None]:
    """`told` for each event of the record, `changed` with the state, `reset` where another game is played."""
    session = context.session
    with subscription(session, wake) as queue:
        yield RETRY
        missed = session.events_since(*received) if received else ()
        if missed is None:
            yield sse("{}", event="reset")
            received, missed = None, ()
        yield _changed(context, speech[0])
        for logged in missed:
            yield _told(context, logged, speech)
        sent = missed[-1].number if missed else received[1] if received else 0
        game_id = session.snapshot.game_id
        for message in live_messages(queue, is_allowed):
            if message is None:
                yield PAUSE
            elif not isinstance(message, LoggedEvent):
                yield sse("{}", event="reset") if message.what == "game" else _changed(context, speech[0])
            elif message.game_id != game_id or message.number > sent:
                yield _told(context, message, speech)


def _told(context: AppContext, logged: LoggedEvent, speech: Speech) -> str:
    text = context.encoder.announcement_text(logged, context.session.snapshot, *speech)
    return sse(text, event="told", id=f"{logged.game_id}-{logged.number}")


def _changed(context: AppContext, language: str) -> str:
    state = context.encoder.table_json(context.session.snapshot, language)
    return sse(json.dumps(state, ensure_ascii=False), event="changed")


def _logged(events: tuple[LoggedEvent, ...]) -> ToldJson:
    return {"told": [logged_line_json(logged) for logged in events]}
