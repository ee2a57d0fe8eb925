"""Server-sent events that say when the pages of a tournament have changed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from queue import Empty, Queue

from flask import Blueprint, Response

from ...web.access import Role
from ...web.auth import access_check, open_to
from ...web.context import taken_slot
from ...web.streams import EVENT_STREAM, HEARTBEAT, HEARTBEAT_SECONDS, NO_BUFFERING, RETRY, sse
from ..desk.service import TournamentDesk
from ..floor.context import HallContext, current_hall
from ..floor.messages import HallMessage, LoadChanged, NoticeChanged, TableChanged, TournamentChanged
from .context import current_desk

stream = Blueprint("tournament_stream", __name__)


@stream.get("/api/hall/tournament/stream")
@open_to(Role.SPECTATOR)
def follow() -> Response:
    """`changed` with how far the tournament's record has come, `table` with the number of a table that played.

    `notice` with the number of a table whose people are told something else. `load` where this machine has become
    full, or is so no longer.
    """
    body = _messages(current_hall(), current_desk().desk, access_check())
    return Response(body, mimetype=EVENT_STREAM, headers=NO_BUFFERING)


def _messages(hall: HallContext, desk: TournamentDesk, is_allowed: Callable[[], bool]) -> Iterator[str]:
    queue = hall.broker.subscribe()
    try:
        with taken_slot(hall.slots) as has_slot:
            yield RETRY
            yield _changed(desk)
            while has_slot:
                message, has_ended = _next(queue)
                if has_ended or not is_allowed():
                    return
                if message is None:
                    yield HEARTBEAT
                elif isinstance(message, TableChanged):
                    yield sse(json.dumps({"table": message.table}), event="table")
                elif isinstance(message, NoticeChanged):
                    yield sse(json.dumps({"table": message.table}), event="notice")
                elif isinstance(message, LoadChanged):
                    yield sse("{}", event="load")
                elif isinstance(message, TournamentChanged):
                    yield _changed(desk)
    finally:
        hall.broker.unsubscribe(queue)


def _next(queue: Queue[HallMessage | None]) -> tuple[HallMessage | None, bool]:
    """The next message, None after a silence; and whether it was the last."""
    try:
        message = queue.get(timeout=HEARTBEAT_SECONDS)
    except Empty:
        return None, False
    return message, message is None


def _changed(desk: TournamentDesk) -> str:
    return sse(json.dumps({"tournament": desk.number, "events": len(desk.tournament.record)}), event="changed")
