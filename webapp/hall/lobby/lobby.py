"""The lobby: all tables at a glance, as a page, as JSON and as a stream."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from typing import NoReturn, TypedDict

from flask import Blueprint, Response, abort, render_template
from werkzeug.exceptions import ServiceUnavailable

from muggins.texts import gettext
from muggins.vision.capture.status import CameraState

from ...session.store import StoreError
from ...web.access import Role
from ...web.auth import access_check, current_access, open_to
from ...web.described import ServerSent
from ...web.language import requested_language, texts_in
from ...web.qr import qr_svg
from ...web.streams import PAUSE, RETRY, Wake, queued, sse, stream_response, subscription
from ..floor.context import HallContext, current_hall
from ..floor.glance import CameraHealth, TableGlance, health_of
from ..floor.messages import LoadChanged, TableChanged
from ..floor.surroundings import table_path
from ..records.table_store import opened_anew

lobby = Blueprint("lobby", __name__)

METHODS = ("GET", "POST", "DELETE")


class _CameraJson(TypedDict):
    state: CameraState
    health: CameraHealth
    """Whether it watches, or need not watch now, or somebody has to look after it."""
    says: str


class GlanceJson(TypedDict):
    """A table of a hall as its lobby shows it."""

    number: int
    address: str
    """The path of its pages."""
    game: int
    """0 before the first."""
    events: int
    rules: str
    target: int
    players: list[str]
    scores: dict[str, int]
    hand_over: bool
    winner: str | None
    camera: _CameraJson
    paused: bool
    questions: int
    """How many are open."""
    help: str
    """What somebody has to do at the table; empty where all is well."""
    notice: str
    """What everybody at the table is told; empty for nothing."""


class AddressesJson(TypedDict):
    """The addresses of the hall for other devices, the best first."""

    addresses: list[str]


class TablesJson(TypedDict):
    """The tables of a hall."""

    tables: list[GlanceJson]
    full: str
    """Why this machine is full; empty where it is not."""


class GlanceTexts:
    """Tables at a glance as text. Each state of a table is encoded once for each language, however many look."""

    def __init__(self) -> None:
        self._texts: dict[tuple[int, str], tuple[TableGlance, str]] = {}
        self._lock = threading.Lock()

    def text(self, glance: TableGlance, language: str) -> str:
        """A line of JSON."""
        key = glance.number, language
        with self._lock:
            known = self._texts.get(key)
            if known is None or known[0] != glance:
                with texts_in(language):
                    known = self._texts[key] = glance, json.dumps(glance_json(glance), ensure_ascii=False)
            return known[1]


texts = GlanceTexts()


@lobby.get("/")
@open_to(Role.SPECTATOR)
def show_lobby() -> str:
    access = current_access()
    base = access.addresses[0] if access.addresses else None
    return render_template(
        "lobby/lobby.html",
        code=access.keys.code,
        join=f"{base}join" if base else None,
        is_alone=access.let_phones_in is not None,
    )


@lobby.route("/table/<int:number>/", methods=METHODS, defaults={"rest": ""}, provide_automatic_options=False)
@lobby.route("/table/<int:number>/<path:rest>", methods=METHODS, provide_automatic_options=False)
@open_to(Role.STRANGER)
def refuse_table(number: int, rest: str) -> NoReturn:
    """Says that there is no such table. Those that are there answer by themselves, but while they are opened anew."""
    numbers = current_hall().tables.numbers
    if number in numbers:
        raise ServiceUnavailable(str(opened_anew(number)), retry_after=1)
    abort(404, gettext("there is no table %(table)s here; the last is table %(last)s", table=number, last=max(numbers)))


@lobby.post("/api/hall/phones")
def let_phones_in() -> AddressesJson:
    """Serves the hall to other devices too, from now on, where it was started for this machine alone."""
    access = current_access()
    if access.let_phones_in is not None:
        access.let_phones_in()
    if not access.addresses:
        abort(409, gettext("No phone can find this machine: connect it to the phone's network."))
    return {"addresses": list(access.addresses)}


@lobby.get("/invitation.svg")
def draw_invitation() -> Response:
    """The address that lets spectators into the hall, as a QR code."""
    access = current_access()
    if not access.addresses:
        abort(404, gettext("No phone can find this machine: connect it to the phone's network."))
    svg = qr_svg(f"{access.addresses[0]}join/{access.invitation}")
    return Response(svg, mimetype="image/svg+xml", headers={"Cache-Control": "no-store"})


@lobby.get("/api/hall/tables")
@open_to(Role.SPECTATOR)
def show_tables() -> TablesJson:
    """Every table at a glance, in the order of their numbers."""
    hall = current_hall()
    tables = [glance_json(hall.tables.glance(number)) for number in hall.tables.numbers]
    return {"tables": tables, "full": str(hall.load.says)}


@lobby.get("/api/hall/stream")
@open_to(Role.SPECTATOR)
def stream() -> ServerSent:
    """Server-sent events about the tables.

    `table` for each table as it is and whenever it changes, `load` with {"full"} when this machine becomes full,
    `notice` with {"notice"}, what every screen of the hall says.
    """
    hall, language, is_allowed = current_hall(), requested_language(), access_check()
    return stream_response(lambda wake: _stream(hall, language, is_allowed, wake))


def glance_json(glance: TableGlance) -> GlanceJson:
    """A table as the lobby shows it, in the language in use."""
    return {
        "number": glance.number,
        "address": f"{table_path(glance.number)}/",
        "game": glance.game,
        "events": glance.events,
        "rules": str(glance.rules),
        "target": glance.target,
        "players": list(glance.players),
        "scores": dict(glance.scores),
        "hand_over": glance.is_hand_over,
        "winner": glance.winner,
        "camera": {
            "state": glance.camera.state,
            "health": health_of(glance.camera),
            "says": str(glance.camera.says),
        },
        "paused": glance.is_paused,
        "questions": len(glance.questions),
        "help": str(glance.needs_help),
        "notice": str(glance.notice),
    }


def _stream(hall: HallContext, language: str, is_allowed: Callable[[], bool], wake: Wake) -> Generator[str, None, None]:
    with subscription(hall.broker, wake) as queue:
        yield RETRY
        sent: dict[int, str] = {}
        said = _notice(hall, language)
        yield said
        yield _load(hall, language)
        yield from _news(hall, hall.tables.numbers, sent, language)
        while is_allowed():
            messages = queued(queue)
            if None in messages:
                return
            if LoadChanged() in messages:
                yield _load(hall, language)
            if (says := _notice(hall, language)) != said:
                said = says
                yield said
            changed = [message.table for message in messages if isinstance(message, TableChanged)]
            yield from _news(hall, dict.fromkeys(changed), sent, language)
            yield PAUSE


def _news(hall: HallContext, numbers: Iterable[int], sent: dict[int, str], language: str) -> Iterator[str]:
    """`table` for each of the tables that is not as it was `sent`."""
    for number in numbers:
        try:
            text = texts.text(hall.tables.glance(number), language)
        except StoreError:
            continue  # no database answers at the moment: what comes next tells how the table is then
        if sent.get(number) != text:
            sent[number] = text
            yield sse(text, event="table")


def _load(hall: HallContext, language: str) -> str:
    with texts_in(language):
        return sse(json.dumps({"full": str(hall.load.says)}, ensure_ascii=False), event="load")


def _notice(hall: HallContext, language: str) -> str:
    with texts_in(language):
        return sse(json.dumps({"notice": str(hall.notice())}, ensure_ascii=False), event="notice")
