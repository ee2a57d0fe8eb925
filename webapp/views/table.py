"""The interface: the table as JSON, what people say, and everything told as it happens."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from queue import Empty, Queue
from typing import Any

from flask import Blueprint, Response, abort, jsonify, request

from muggins.scorer.events import Claim, Draw, Event, GameStarted, Muggins, Pass, Play
from muggins.scorer.record import parse_event

from ..session.event_log import LoggedEvent, Message
from ..speech.announce import languages
from ..web.access import Role, Visitor
from ..web.context import AppContext, world
from ..web.json_body import json_body
from ..web.table_json import lines_as_json, told_as_json
from .join import may_still_come, open_to, visitor

table = Blueprint("api", __name__, url_prefix="/api")

HEARTBEAT_SECONDS = 10.0
"""A stream says so often that it lives, and finds out whether anybody still listens."""
RETRY_MILLISECONDS = 1000
Speech = tuple[str, bool]
"""A language, and whether table talk is wanted."""
OWN = (Claim, Muggins, Play, Pass, Draw)
"""What a player says of himself."""


@table.get("/table")
@open_to(Role.SPECTATOR)
def show_table() -> Response:
    """All that a page shows, with the sentence said last, in `language`, with `talk=yes` as the club says it."""
    here, language, talk = world(), chosen_language(), _wants_talk()
    snapshot = here.live.snapshot
    shown = here.tables.as_json(snapshot) | {"lines": lines_as_json(snapshot.game)}
    if snapshot.game is not None:
        last = told_as_json(LoggedEvent(snapshot.game_id, snapshot.game), language, talk)
        shown |= {key: last[key] for key in ("say", "words")}
    return jsonify(shown)


@table.post("/events")
@open_to(Role.PLAYER)
def tell() -> Response:
    """An event of the record as JSON: what somebody at the table says; a player speaks for one seat alone."""
    event = parse_event(json_body())
    if not _may_say(visitor(), event):
        abort(403, "players claim, call Muggins, play, pass and draw for themselves; the rest is for the host")
    return _told(world().live.tell(event))


def _may_say(who: Visitor, event: Event) -> bool:
    return who.role is Role.HOST or (isinstance(event, OWN) and event.player == who.player)


@table.post("/undo")
def undo() -> Response:
    return _told(world().live.undo())


@table.post("/redo")
def redo() -> Response:
    """What was taken back last comes back."""
    return _told(world().live.redo())


@table.post("/games")
def start_game() -> Response:
    """The start of a game as JSON: {"event": "game", …}."""
    started = parse_event(json_body())
    if not isinstance(started, GameStarted):
        abort(400, "a game begins with a game event, which names the rules and the players")
    live = world().live
    live.start_game(started)
    return jsonify({"id": live.snapshot.game_id})


@table.post("/questions/<int:question>")
@open_to(Role.PLAYER)
def answer(question: int) -> Response:
    """{"choice": its place in the list, from 0}."""
    choice = json_body().get("choice")
    if type(choice) is not int:
        abort(400, "expected a choice: its place in the list, from 0")
    return _told(world().live.answer(question, choice))


@table.post("/pause")
def pause() -> Response:
    """{"paused": true or false}."""
    is_paused = json_body().get("paused")
    if type(is_paused) is not bool:
        abort(400, "expected paused: true or false")
    world().live.pause(is_paused)
    return _told(())


@table.get("/stream")
@open_to(Role.SPECTATOR)
def stream() -> Response:
    """Everything told from now on, as server-sent events; after a break, first what was missed.

    The number a listener heard last comes in the header Last-Event-ID or in `after`, as GAME-NUMBER.
    """
    here, speech = world(), (chosen_language(), _wants_talk())
    last = request.headers.get("Last-Event-ID") or request.args.get("after", "")
    found = re.fullmatch(r"(\d{1,9})-(\d{1,9})", last)
    heard_last = (int(found[1]), int(found[2])) if found else None
    body = _stream(here, heard_last, speech, may_still_come())
    return Response(body, mimetype="text/event-stream", headers={"X-Accel-Buffering": "no"})


def _stream(
    here: AppContext, heard_last: tuple[int, int] | None, speech: Speech, may_hear: Callable[[], bool]
) -> Iterator[str]:
    """Server-sent events: `told` with its number, and `changed` with the table as it is."""
    live = here.live
    queue = live.subscribe()
    try:
        yield f"retry: {RETRY_MILLISECONDS}\n\n"
        missed = live.events_since(*heard_last) if heard_last else ()
        if missed is None:
            yield _sent("reset", {})
            heard_last, missed = None, ()
        yield _changed(here)
        for told in missed:
            yield _told_event(here, told, speech)
        after = missed[-1].number if missed else heard_last[1] if heard_last else 0
        with here.listener() as may_stay:
            if may_stay:
                yield from _from_queue(queue, here, after, speech, may_hear)
    finally:
        live.unsubscribe(queue)


def _from_queue(
    queue: Queue[Message | None], here: AppContext, after: int, speech: Speech, may_hear: Callable[[], bool]
) -> Iterator[str]:
    game_id = here.live.snapshot.game_id
    while True:
        try:
            message = queue.get(timeout=HEARTBEAT_SECONDS)
        except Empty:
            yield ": still here\n\n"
            continue
        if message is None or not may_hear():
            return
        if not isinstance(message, LoggedEvent):
            yield _sent("reset", {}) if message.what == "game" else _changed(here)
        elif message.game_id != game_id or message.number > after:
            yield _told_event(here, message, speech)


def _told_event(here: AppContext, told: LoggedEvent, speech: Speech) -> str:
    message = here.tables.written(told, here.live.snapshot, *speech)
    return f"event: told\nid: {told.game_id}-{told.number}\ndata: {message}\n\n"


def _changed(here: AppContext) -> str:
    return _sent("changed", here.tables.as_json(here.live.snapshot))


def _sent(name: str, data: Any) -> str:
    return f"event: {name}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n"


def chosen_language() -> str:
    """Of what is said: `language`, by its two letters; 400 for one that cannot be spoken."""
    language = request.args.get("language", "en")
    if language not in languages():
        abort(400, f"language: expected one of {', '.join(languages())}")
    return language


def _wants_talk() -> bool:
    """Whether the club's words are wanted with the sentences: `talk=yes`."""
    return request.args.get("talk") == "yes"


def _told(heard: tuple[LoggedEvent, ...]) -> Response:
    return jsonify({"told": [{"number": told.number, **told.line} for told in heard]})
