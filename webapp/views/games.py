"""The archive over HTTP: lists of games and players, one game with its record, its pictures and its exports."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Callable, Generator, Iterator
from datetime import datetime
from typing import Annotated, Literal, TypedDict

from flask import Blueprint, Response, abort, request, url_for

from muggins.scorer.events import HandStarted
from muggins.scorer.game import Game
from muggins.scorer.json_types import FromZero, Keywords
from muggins.scorer.reports.review import Career, careers, review_game
from muggins.scorer.reports.scoresheet import scoresheet_csv, scoresheet_html
from muggins.texts import gettext

from ..session.archive import HIGHEST_NUMBER, KeptGame
from ..session.event_log import LoggedEvent
from ..web.access import Role
from ..web.auth import access_check, current_visitor, open_to
from ..web.context import AppContext, current_context
from ..web.described import Csv, Header, Jpeg, Media, NoContent, takes
from ..web.hand_report import hand_report
from ..web.history_json import (
    GameLookedBackOnJson,
    ListedGameJson,
    PlayerJson,
    ReplayJson,
    career_json,
    game_json,
    replay_json,
    review_json,
)
from ..web.language import LanguageArgument, requested_language
from ..web.streams import (
    EVENT_STREAM,
    HEARTBEAT,
    NO_BUFFERING,
    PAUSE,
    RETRY,
    Wake,
    live_messages,
    sse,
    stream_response,
    subscription,
)
from ..web.table_json import Json

games = Blueprint("games", __name__, url_prefix="/api")

MAX_GAMES = 100
"""Games in one answer."""
JSON_LINES = "application/jsonl"

GameNumber = Annotated[int, "Number of the game."]
_Record = Annotated[
    Response,
    Media((JSON_LINES, EVENT_STREAM)),
    "JSON Lines, or server-sent events with Accept: text/event-stream. Each is a Line; its number is the id.",
]
_Clip = Annotated[Response, Media(("image/webp",)), "Moving pictures."]
_Zip = Annotated[Response, Media(("application/zip",)), "A zip file."]
_Page = Annotated[Response, Media(("text/html",)), "One HTML page with its style inside."]


class _GamesArguments(TypedDict, total=False):
    below: int
    """Games with a lower number."""
    player: str
    """Games that this player played in."""
    most: Annotated[int, Keywords(minimum=1, maximum=MAX_GAMES)]
    """The most games to return."""


class _GamesJson(TypedDict):
    games: list[ListedGameJson]


class _PlayersJson(TypedDict):
    players: list[PlayerJson]


class _RecordArguments(TypedDict, total=False):
    after: FromZero
    """Begin after the event with this number."""
    last_event_id: Annotated[FromZero, Header("Last-Event-ID")]
    """The same as `after`; browsers send this header when they reconnect."""
    follow: Literal["true"]
    """JSON Lines go on while the game is being played, with an empty line every 10 seconds. Server-sent events always
    go on."""


class _StillsJson(TypedDict):
    before: str | None
    after: str | None
    clip: str | None


@games.get("/games")
@open_to(Role.SPECTATOR)
@takes(arguments=_GamesArguments)
def show_games() -> _GamesJson:
    """Games, the newest first."""
    below = _number("below", HIGHEST_NUMBER)
    most = min(_number("most", MAX_GAMES) or 1, MAX_GAMES)
    found = current_context().archive.games(below, most, request.args.get("player"))
    return {"games": [game_json(kept) for kept in found]}


@games.get("/players")
@open_to(Role.SPECTATOR)
def show_players() -> _PlayersJson:
    """Every player, with figures over all games."""
    return {"players": [career_json(career) for career in all_careers()]}


@games.get("/games/<int:game>")
@open_to(Role.SPECTATOR)
def show_game(game: GameNumber) -> GameLookedBackOnJson:
    """A review of one game."""
    return review_json(find_game(game), review_game(load_game(game)))


@games.get("/games/<int:game>/replay")
@open_to(Role.SPECTATOR)
@takes(arguments=LanguageArgument)
def show_replay(game: GameNumber) -> ReplayJson:
    """A game move by move, after all corrections."""
    language, found = requested_language(), load_game(game)
    clips = current_context().archive.numbers_with_clip(game)
    return replay_json(found, review_game(found), _shown_pictures(game), clips, language)


@games.get("/games/<int:game>/events")
@open_to(Role.SPECTATOR)
@takes(arguments=_RecordArguments)
def show_events(
    game: GameNumber,
) -> _Record | Annotated[NoContent, "No further server-sent events will come."]:
    """The numbered record of a game.

    The record is never overwritten: a correction is an event too, and its line carries the scores after it.
    """
    kept, after = find_game(game), _number("after", 0, request.headers.get("Last-Event-ID"))
    if after > kept.events:
        abort(
            400,
            gettext(
                "game %(game)s has %(events)s events, so none can follow event %(after)s",
                game=game,
                events=kept.events,
                after=after,
            ),
        )
    is_stream = request.accept_mimetypes.best_match([JSON_LINES, EVENT_STREAM]) == EVENT_STREAM
    follows = is_stream or request.args.get("follow") == "true"
    if not (follows and kept.is_on_table):
        lines = current_context().archive.lines(game)[after:]
        if is_stream and not lines:
            return Response(status=204)  # tells a browser not to reconnect
        body: Iterator[str] = (_encode(line, is_stream) for line in lines)
    else:
        context, is_allowed = current_context(), access_check()
        answer = stream_response(
            lambda wake: _follow(context, game, after, is_stream, is_allowed, wake),
            EVENT_STREAM if is_stream else JSON_LINES,
            HEARTBEAT if is_stream else "\n",
        )
        answer.headers["Vary"] = "Accept"
        return answer
    headers = NO_BUFFERING | {"Vary": "Accept"}
    return Response(body, mimetype=EVENT_STREAM if is_stream else JSON_LINES, headers=headers)


@games.get("/games/<int:game>/events/<int:number>/picture")
@open_to(Role.SPECTATOR)
def show_picture(game: GameNumber, number: int) -> Jpeg:
    """The picture kept with an event, for the host and for whoever the host shows it to."""
    jpeg = current_context().archive.picture(game, number)
    if jpeg is None:
        abort(404, gettext("no picture was kept with event %(number)s of game %(game)s", number=number, game=game))
    if number not in _shown_pictures(game):
        abort(403, gettext("the host shows no pictures of this hand to others"))
    return Response(jpeg, mimetype="image/jpeg")


@games.get("/games/<int:game>/events/<int:number>/clip")
@open_to(Role.SPECTATOR)
def show_clip(game: GameNumber, number: int) -> _Clip:
    """The clip kept with a play, for the host and for whoever the host shows pictures to."""
    webp = current_context().archive.clip(game, number)
    if webp is None:
        abort(404, gettext("no clip was kept with event %(number)s of game %(game)s", number=number, game=game))
    if number not in _shown_pictures(game):
        abort(403, gettext("the host shows no pictures of this hand to others"))
    return Response(webp, mimetype="image/webp")


@games.get("/games/<int:game>/events/<int:number>/hand.zip")
def pack_hand(game: GameNumber, number: int) -> _Zip:
    """The hand around an event, for whoever maintains muggins: the record, pictures, clips, what is read, versions.

    It holds the names of the players and pictures of the table. It goes nowhere by itself.
    """
    context, found = current_context(), load_game(game)
    starts = [place for place, event in enumerate(found.record, 1) if isinstance(event, HandStarted)]
    first = max((start for start in starts if start <= number), default=1)
    end = min((start for start in starts if start > number), default=len(found.record) + 1)
    name = f'attachment; filename="muggins-game-{game}-event-{first}.zip"'
    content = hand_report(context, game, first, end)
    return Response(content, mimetype="application/zip", headers={"Content-Disposition": name})


@games.get("/games/<int:game>/stills/<int:number>")
@open_to(Role.SPECTATOR)
def show_stills(game: GameNumber, number: int) -> _StillsJson:
    """The addresses of the pictures before and after a play and of its clip; null where none was kept.

    The picture before a play is the last one kept earlier in the same hand.
    """
    archive = current_context().archive
    found = archive.game(game)
    if found is None or not 0 < number <= len(found.record):
        abort(404, gettext("there is no event %(number)s of game %(game)s", number=number, game=game))
    starts = [place for place, event in enumerate(found.record[:number], 1) if isinstance(event, HandStarted)]
    hand_start = starts[-1] if starts else 0
    pictured = _shown_pictures(game)
    before = max((place for place in pictured if hand_start < place < number), default=None)
    after = number if number in pictured else None
    has_clip = after is not None and number in archive.numbers_with_clip(game)
    return {
        "before": _picture_address(game, before),
        "after": _picture_address(game, after),
        "clip": url_for("games.show_clip", game=game, number=number) if has_clip else None,
    }


@games.get("/games/<int:game>/scoresheet.csv")
@open_to(Role.SPECTATOR)
def show_csv(game: GameNumber) -> Csv:
    """The scoresheet as CSV, one row for each event that stands."""
    return Response(scoresheet_csv(load_game(game)), mimetype="text/csv")


@games.get("/games/<int:game>/scoresheet.html")
@open_to(Role.SPECTATOR)
def show_sheet(game: GameNumber) -> _Page:
    """The scoresheet as a page to print."""
    page = scoresheet_html(load_game(game))
    # The policy of the other pages forbids inline styles; this page may use exactly the one it carries.
    style = base64.b64encode(hashlib.sha256(_between(page, "<style>", "</style>").encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{style}'; frame-ancestors 'none'; base-uri 'none'"
    return Response(page, mimetype="text/html", headers={"Content-Security-Policy": policy})


@games.delete("/games/<int:game>")
def delete_game(game: GameNumber) -> Annotated[NoContent, "The game is deleted."]:
    """Deletes a game and its pictures for good.

    After the current game is deleted, none is played until another starts. Send Content-Type: application/json, as with
    every request that changes something.
    """
    find_game(game)
    current_context().archive.delete(game)
    return Response(status=204)


def find_game(game: int) -> KeptGame:
    """A game as the archive lists it. Aborts with 404 where there is none."""
    found = current_context().archive.find(game)
    if found is None:
        abort(404, gettext("there is no game %(game)s", game=game))
    return found


def load_game(game: int) -> Game:
    """A game up to a play whose score may still be claimed. Aborts with 404 where there is none."""
    found = current_context().archive.game(game)
    if found is None:
        abort(404, gettext("there is no game %(game)s", game=game))
    return found.uncovered()


def all_careers() -> list[Career]:
    """The career of every player in the games whose record can still be scored."""
    kept = [game for game in current_context().archive.games() if game.summary is not None]
    months = {game.id: f"{datetime.fromtimestamp(game.started):%Y-%m}" for game in kept if game.started is not None}
    return careers({game.id: game.summary for game in kept if game.summary is not None}, months)


def _picture_address(game: int, number: int | None) -> str | None:
    return None if number is None else url_for("games.show_picture", game=game, number=number)


def _shown_pictures(game: int) -> list[int]:
    """The numbers of the events of a game whose pictures the visitor may see."""
    context = current_context()
    kept = context.archive.numbers_with_picture(game)
    return kept if current_visitor().role is Role.HOST else context.session.shown_pictures(game, kept)


def _follow(
    context: AppContext, game: int, after: int, is_stream: bool, is_allowed: Callable[[], bool], wake: Wake
) -> Generator[str, None, None]:
    yield RETRY if is_stream else "\n"
    for line in _lines_from(context, game, after, is_allowed, wake):
        yield PAUSE if line is None else _encode(line, is_stream)


def _lines_from(
    context: AppContext, game: int, after: int, is_allowed: Callable[[], bool], wake: Wake
) -> Iterator[Json | None]:
    """Each event after number `after` of the game being played, once; None where the next has not come yet."""
    with subscription(context.session, wake) as queue:
        missed = context.session.events_since(game, after)
        if missed is None:
            # Another game began after the request came in.
            yield from context.archive.lines(game)[after:]
            return
        for logged in missed:
            yield logged.line
        number = missed[-1].number if missed else after
        for message in live_messages(queue, is_allowed):
            if message is None:
                yield None
            elif not isinstance(message, LoggedEvent):
                if message.what == "game":
                    return
            elif message.game_id == game and message.number > number:
                number = message.number
                yield message.line


def _encode(line: Json, is_stream: bool) -> str:
    text = json.dumps(line, ensure_ascii=False)
    return sse(text, id=str(line["number"])) if is_stream else f"{text}\n"


def _number(name: str, default: int, header: str | None = None) -> int:
    """A number from a header or a query argument. Aborts with 400 where it is not one."""
    text = header if header is not None else request.args.get(name, str(default))
    if not re.fullmatch(r"[0-9]{1,10}", text) or int(text) > HIGHEST_NUMBER:
        abort(
            400,
            gettext("%(name)s: expected a number from 0 to %(most)s", name=name, most=HIGHEST_NUMBER),
        )
    return int(text)


def _between(text: str, start: str, end: str) -> str:
    return text.partition(start)[2].partition(end)[0]
