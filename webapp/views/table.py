"""The game being played, over HTTP: its state, events from people, and a stream of everything that happens."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Generator

from flask import Blueprint, Response, abort, jsonify, request

from muggins.scorer.events import Claim, Draw, Event, GameStarted, Muggins, Pass, Play
from muggins.scorer.record import parse_event
from muggins.texts import gettext

from ..session.event_log import LoggedEvent
from ..web.access import Role, Visitor
from ..web.auth import access_check, current_visitor, open_to
from ..web.context import AppContext, current_context
from ..web.json_body import json_body
from ..web.language import Speech, language_of, requested_speech
from ..web.streams import PAUSE, RETRY, Wake, live_messages, sse, stream_response, subscription
from ..web.table_json import announcement_json, line_json, lines_json

table = Blueprint("table", __name__, url_prefix="/api")

PLAYERS_OWN = (Claim, Muggins, Play, Pass, Draw)
"""The events that a player may send for the player's own seat."""


@table.get("/table")
@open_to(Role.SPECTATOR)
def show_table() -> Response:
    """The whole state for a page, with the last sentence to read and to hear."""
    context, speech = current_context(), requested_speech()
    snapshot = context.session.snapshot
    state = context.encoder.table_json(snapshot, speech[0]) | {"lines": lines_json(snapshot.game)}
    if snapshot.game is not None:
        last = announcement_json(LoggedEvent(snapshot.game_id, snapshot.game), *speech)
        state |= {key: last[key] for key in ("say", "words")}
    return jsonify(state)


@table.post("/events")
@open_to(Role.PLAYER)
def tell() -> Response:
    """Adds an event to the record. The body is the event as JSON; players send events of their own seat alone."""
    visitor, event = current_visitor(), parse_event(json_body())
    if not _may_tell(visitor, event):
        abort(403, gettext("players claim, call Muggins, play, pass and draw for themselves; the rest is for the host"))
    return _logged(current_context().session.tell(event, visitor.by))


def _may_tell(visitor: Visitor, event: Event) -> bool:
    return visitor.role is Role.HOST or (isinstance(event, PLAYERS_OWN) and event.player == visitor.player)


@table.post("/undo")
def undo() -> Response:
    """Takes back the last event that still stands."""
    return _logged(current_context().session.undo(by=current_visitor().by))


@table.post("/redo")
def redo() -> Response:
    """Brings back the event that was taken back last."""
    return _logged(current_context().session.redo(current_visitor().by))


@table.post("/games")
def start_game() -> Response:
    """Starts a game. The body is its first event, {"event": "game", …}."""
    started = parse_event(json_body())
    if not isinstance(started, GameStarted):
        abort(400, gettext("a game begins with a game event, which names the rules and the players"))
    session = current_context().session
    session.start_game(started)
    return jsonify({"id": session.snapshot.game_id})


@table.post("/questions/<int:question>")
@open_to(Role.PLAYER)
def answer(question: int) -> Response:
    """Answers an open question with {"choice": index of the answer, from 0}."""
    choice = json_body().get("choice")
    if type(choice) is not int:
        abort(400, gettext("expected a choice: its place in the list, from 0"))
    return _logged(current_context().session.answer(question, choice, current_visitor().by))


@table.post("/pause")
def pause() -> Response:
    """Stops or resumes counting what the camera sees: {"paused": true or false}."""
    is_paused = json_body().get("paused")
    if type(is_paused) is not bool:
        abort(400, gettext("expected paused: true or false"))
    current_context().session.pause(is_paused)
    return _logged(())


@table.post("/voice")
def choose_voice() -> Response:
    """Makes the voice of this table speak another language: {"language": its code}."""
    language = json_body().get("language")
    if not isinstance(language, str):
        abort(400, gettext("expected a language: two letters, for example es"))
    code = language_of(language).code
    current_context().session.choose_voice(code)
    return jsonify({"language": code})


@table.get("/stream")
@open_to(Role.SPECTATOR)
def stream() -> Response:
    """Server-sent events from now on. After a break the stream begins with what was missed.

    The header Last-Event-ID or the query argument `after`, each GAME-NUMBER, names the last event received.
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


def _logged(events: tuple[LoggedEvent, ...]) -> Response:
    return jsonify({"told": [line_json(logged.step) for logged in events]})
