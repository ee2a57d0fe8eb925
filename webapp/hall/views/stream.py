"""Server-sent events that say when the pages of a tournament have changed."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator

from flask import Blueprint

from ...web.access import Role
from ...web.auth import access_check, open_to
from ...web.described import ServerSent
from ...web.streams import PAUSE, RETRY, Wake, queued, sse, stream_response
from ..desk.service import TournamentDesk
from ..floor.context import HallContext, current_hall
from ..floor.messages import LoadChanged, NoticeChanged, TableChanged, TournamentChanged
from .context import current_desk

stream = Blueprint("tournament_stream", __name__)


@stream.get("/api/hall/tournament/stream")
@open_to(Role.SPECTATOR)
def follow_tournament() -> ServerSent:
    """Server-sent events that say when a tournament has changed.

    `changed` with the number of the newest tournament and of its events, `table` with the number of a table that
    played, `notice` with the number of a table whose people are told something else. `load` where this machine has
    become full, or is so no longer.
    """
    hall, desk, is_allowed = current_hall(), current_desk().desk, access_check()
    return stream_response(lambda wake: _messages(hall, desk, is_allowed, wake))


def _messages(
    hall: HallContext, desk: TournamentDesk, is_allowed: Callable[[], bool], wake: Wake
) -> Generator[str, None, None]:
    queue = hall.broker.subscribe(wake)
    try:
        yield RETRY
        yield _changed(desk)
        while is_allowed():
            for message in queued(queue):
                if message is None:
                    return
                if isinstance(message, TableChanged):
                    yield sse(json.dumps({"table": message.table}), event="table")
                elif isinstance(message, NoticeChanged):
                    yield sse(json.dumps({"table": message.table}), event="notice")
                elif isinstance(message, LoadChanged):
                    yield sse("{}", event="load")
                elif isinstance(message, TournamentChanged):
                    yield _changed(desk)
            yield PAUSE
    finally:
        hall.broker.unsubscribe(queue)


def _changed(desk: TournamentDesk) -> str:
    return sse(json.dumps({"tournament": desk.number, "events": len(desk.tournament.record)}), event="changed")
