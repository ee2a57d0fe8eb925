"""The interface to the games that are kept: lists, one looked back on, its events, its exports; deleting one."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Callable, Iterator
from queue import Empty

from flask import Blueprint, Response, abort, jsonify, request

from muggins.scorer.game import Game
from muggins.scorer.reports.review import GameSummary, careers, look_back
from muggins.scorer.reports.scoresheet import scoresheet_csv, scoresheet_html

from ..session.archive import HIGHEST_NUMBER, Archive, KeptGame
from ..session.event_log import LoggedEvent
from ..web.access import Role
from ..web.context import AppContext, world
from ..web.history_json import Json, career, listed, looked_back_on, replayed
from .join import may_still_come, open_to
from .table import HEARTBEAT_SECONDS, RETRY_MILLISECONDS, chosen_language

games = Blueprint("games", __name__, url_prefix="/api")

MOST_GAMES = 100
"""In one answer."""
EVENT_STREAM, JSON_LINES = "text/event-stream", "application/jsonl"


@games.get("/games")
@open_to(Role.SPECTATOR)
def show_games() -> Response:
    """The newest games first: `most` of them, those `below` a number, those that `player` played in."""
    below = _number("below", HIGHEST_NUMBER)
    most = min(_number("most", MOST_GAMES) or 1, MOST_GAMES)
    return jsonify({"games": [listed(kept) for kept in archive().games(below, most, request.args.get("player"))]})


@games.get("/players")
@open_to(Role.SPECTATOR)
def show_players() -> Response:
    """Everybody who has played, over all games."""
    return jsonify({"players": [career(one) for one in careers(digests())]})


@games.get("/games/<int:game>")
@open_to(Role.SPECTATOR)
def show_game(game: int) -> Response:
    """A game looked back on."""
    return jsonify(looked_back_on(kept_game(game), look_back(whole_game(game))))


@games.get("/games/<int:game>/replay")
@open_to(Role.SPECTATOR)
def show_replay(game: int) -> Response:
    """A game move by move; `language` is that of the sentences."""
    language, found = chosen_language(), whole_game(game)
    return jsonify(replayed(found, look_back(found), archive().pictured(game), language))


@games.get("/games/<int:game>/events")
@open_to(Role.SPECTATOR)
def show_events(game: int) -> Response:
    """The record, numbered: as JSON Lines, or as server-sent events to whoever accepts those.

    Begins after the number in the header Last-Event-ID or in `after`. Server-sent events, and JSON Lines with
    `follow=true`, go on with whatever is told while the game is on the table.
    """
    kept, after = kept_game(game), _number("after", 0, request.headers.get("Last-Event-ID"))
    if after > kept.events:
        abort(400, f"game {game} has {kept.events} events, so none can follow event {after}")
    is_stream = request.accept_mimetypes.best_match([JSON_LINES, EVENT_STREAM]) == EVENT_STREAM
    follows = is_stream or request.args.get("follow") == "true"
    if not (follows and kept.is_on_table):
        lines = archive().lines(game)[after:]
        if is_stream and not lines:
            return Response(status=204)  # which tells a browser not to come back
        body: Iterator[str] = (_sent(line["number"], line, is_stream) for line in lines)
    else:
        body = _followed(world(), game, after, is_stream, may_still_come())
    headers = {"X-Accel-Buffering": "no", "Vary": "Accept"}
    return Response(body, mimetype=EVENT_STREAM if is_stream else JSON_LINES, headers=headers)


@games.get("/games/<int:game>/events/<int:number>/picture")
@open_to(Role.SPECTATOR)
def show_picture(game: int, number: int) -> Response:
    """The still that was kept with an event."""
    jpeg = archive().picture(game, number)
    if jpeg is None:
        abort(404, f"no picture was kept with event {number} of game {game}")
    return Response(jpeg, mimetype="image/jpeg")


@games.get("/games/<int:game>/scoresheet.csv")
@open_to(Role.SPECTATOR)
def show_csv(game: int) -> Response:
    """A row for every event that stands."""
    return Response(scoresheet_csv(whole_game(game)), mimetype="text/csv")


@games.get("/games/<int:game>/scoresheet.html")
@open_to(Role.SPECTATOR)
def show_sheet(game: int) -> Response:
    """A page to print, which needs nothing beside itself."""
    page = scoresheet_html(whole_game(game))
    # Its style stands in the page, and the browser is told to take that one and no other.
    style = base64.b64encode(hashlib.sha256(_between(page, "<style>", "</style>").encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{style}'; frame-ancestors 'none'; base-uri 'none'"
    return Response(page, mimetype="text/html", headers={"Content-Security-Policy": policy})


@games.delete("/games/<int:game>")
def delete_game(game: int) -> Response:
    """Remove a game with its pictures, for good; if it is on the table, none is played until another begins."""
    kept_game(game)
    archive().delete(game)
    return Response(status=204)


def archive() -> Archive:
    return world().archive


def kept_game(game: int) -> KeptGame:
    """404 where there is none."""
    found = archive().find(game)
    if found is None:
        abort(404, f"there is no game {game}")
    return found


def whole_game(game: int) -> Game:
    """With its whole record; 404 where there is none."""
    found = archive().game(game)
    if found is None:
        abort(404, f"there is no game {game}")
    return found


def digests() -> dict[int, GameSummary]:
    """Of every game that can be worked out."""
    return {kept.id: kept.digest for kept in archive().games() if kept.digest is not None}


def _followed(here: AppContext, game: int, after: int, is_stream: bool, may_hear: Callable[[], bool]) -> Iterator[str]:
    yield f"retry: {RETRY_MILLISECONDS}\n\n" if is_stream else "\n"
    for line in _told(here, game, after, may_hear):
        if line is None:
            yield ": still here\n\n" if is_stream else "\n"
        else:
            yield _sent(line["number"], line, is_stream)


def _told(here: AppContext, game: int, after: int, may_hear: Callable[[], bool]) -> Iterator[Json | None]:
    """What is told after event `after` of the game on the table, each once; None now and then, where it is quiet."""
    queue = here.live.subscribe()
    try:
        missed = here.live.events_since(game, after)
        if missed is None:
            # Another game has begun since the request came in.
            yield from here.archive.lines(game)[after:]
            return
        for told in missed:
            yield _line(told)
        number = missed[-1].number if missed else after
        with here.listener() as may_stay:
            while may_stay and may_hear():
                try:
                    message = queue.get(timeout=HEARTBEAT_SECONDS)
                except Empty:
                    yield None
                    continue
                if message is None:
                    return
                if not isinstance(message, LoggedEvent):
                    if message.what == "game":
                        return
                elif message.game_id == game and message.number > number:
                    number = message.number
                    yield _line(message)
    finally:
        here.live.unsubscribe(queue)


def _line(told: LoggedEvent) -> Json:
    return {"number": told.number, **told.line}


def _sent(number: int, line: object, is_stream: bool) -> str:
    text = json.dumps(line, ensure_ascii=False)
    return f"id: {number}\ndata: {text}\n\n" if is_stream else f"{text}\n"


def _number(name: str, otherwise: int, header: str | None = None) -> int:
    """A number that is asked for; 400 where it is none."""
    text = header if header is not None else request.args.get(name, str(otherwise))
    if not re.fullmatch(r"[0-9]{1,10}", text) or int(text) > HIGHEST_NUMBER:
        abort(400, f"{name}: expected a number from 0 to {HIGHEST_NUMBER}")
    return int(text)


def _between(text: str, begin: str, end: str) -> str:
    return text.partition(begin)[2].partition(end)[0]
