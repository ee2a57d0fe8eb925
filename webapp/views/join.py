"""Joining a table: the host's first address, the code, and taking or leaving a seat."""

from __future__ import annotations

import re
from typing import Literal, TypedDict

from flask import Blueprint, abort, redirect, render_template, request, session
from werkzeug.exceptions import Forbidden
from werkzeug.wrappers import Response as AnyResponse

from muggins.texts import gettext

from ..web.access import Role
from ..web.auth import (
    count_guess,
    current_access,
    current_visitor,
    is_right_code,
    may_become_host,
    open_to,
    sign_in,
    sign_out,
)
from ..web.context import current_context
from ..web.described import NothingJson, takes
from ..web.json_body import json_body

join = Blueprint("join", __name__)


class _CodeJson(TypedDict):
    code: str


class _HostJson(TypedDict):
    role: Literal["host"]


class _JoinedJson(TypedDict):
    role: Literal["spectator"]


class _SeatJson(TypedDict):
    player: str | None


@join.get("/host/<key>")
@open_to(Role.STRANGER)
def enter_as_host(key: str) -> AnyResponse:
    """Signs the host in. The redirect takes the key out of the address bar; from then on a cookie stands for it."""
    if not current_access().is_host_key(key):
        count_guess(False)
        raise Forbidden(gettext("this is not the host's address; the program shows it where it was started"))
    sign_in("host")
    return redirect(_next_page("/"))


@join.get("/join")
@open_to(Role.STRANGER)
def show_join() -> str:
    return render_template("pages/join.html", is_hosts=may_become_host())


@join.post("/api/host")
@open_to(Role.STRANGER)
def become_host() -> _HostJson:
    """Becomes the host, with a browser on the machine that runs the program."""
    if not may_become_host():
        abort(403, gettext("only a browser on the machine that runs muggins becomes the host's without its address"))
    sign_in("host")
    return {"role": "host"}


@join.get("/join/<code>")
@open_to(Role.STRANGER)
def join_by_picture(code: str) -> AnyResponse:
    """Signs a guest in by the address in the QR code."""
    _sign_in_guest(code)
    return redirect(_next_page("/seat"))


@join.post("/api/join")
@open_to(Role.STRANGER)
@takes(_CodeJson)
def join_by_code() -> _JoinedJson:
    """Joins with the table's code."""
    code = json_body().get("code")
    if not isinstance(code, str):
        abort(400, gettext("expected a code: the letters that the host's screen shows"))
    _sign_in_guest(code)
    return {"role": "spectator"}


@join.post("/api/seat")
@open_to(Role.SPECTATOR)
@takes(_SeatJson)
def take_seat() -> _SeatJson:
    """Takes a seat, or leaves it."""
    player, access, id = json_body().get("player"), current_access(), current_visitor().id
    if not id:
        abort(409, gettext("the host's screen speaks for everybody; join with the code to take a seat"))
    game = current_context().session.snapshot.game
    if player is None:
        access.leave_seat(id)
    elif game is None or player not in game.players:
        if not isinstance(player, str):
            abort(409, gettext("expected a player"))
        abort(409, gettext("nobody of that name plays here: %(player)s", player=player))
    elif not access.take_seat(id, player):
        abort(409, gettext("somebody sits there already; the host can free the seat of %(player)s", player=player))
    if session.get("role") != "host":
        session["player"] = player
    return {"player": player}


@join.post("/api/leave")
@open_to(Role.STRANGER)
def leave() -> NothingJson:
    """Leaves the seat and the table: the cookie, and every copy of it, is void."""
    sign_out()
    return {}


def _sign_in_guest(code: str) -> None:
    if not is_right_code(code):
        raise Forbidden(gettext("this is not the code; look at the host's screen once more"))
    sign_in("guest")


def _next_page(default: str) -> str:
    """The page named by the query argument `to`, if that is a path of this dashboard; else `default`."""
    to = request.args.get("to", "")
    return request.script_root + (to if re.fullmatch(r"/[a-z-]{1,20}", to) else default)
