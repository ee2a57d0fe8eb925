"""Coming into the hall: the desk's first address, and the code of the spectators."""

from __future__ import annotations

from typing import Literal, TypedDict

from flask import Blueprint, abort, redirect, render_template, session, url_for
from werkzeug.exceptions import Forbidden
from werkzeug.wrappers import Response as AnyResponse

from muggins.texts import gettext

from ...web.access import Role, RoleName
from ...web.auth import count_guess, current_access, current_visitor, is_right_code, open_to, sign_in, sign_out
from ...web.described import NothingJson, takes
from ...web.json_body import json_body
from ..floor.context import current_hall
from ..floor.keys import renew_keys, take_over_keys

join = Blueprint("join", __name__)


class CodeJson(TypedDict):
    """A code that people read off a screen or a sheet."""

    code: str


class JoinedJson(TypedDict):
    """Who a visitor is after joining."""

    role: Literal["spectator"]


class RoleJson(TypedDict):
    """Who sends the request."""

    role: RoleName


class HallKeysJson(CodeJson):
    """The keys from now on."""

    path: str
    """The path of the desk's first address from now on."""


@join.get("/host/<key>")
@open_to(Role.STRANGER)
def enter_as_desk(key: str) -> AnyResponse:
    """Signs the desk in. The redirect takes the key out of the address bar; from then on a cookie stands for it."""
    if not current_access().is_host_key(key):
        count_guess(False)
        raise Forbidden(gettext("this is not the desk's address; the program shows it where it was started"))
    sign_in("host")
    return redirect(url_for("lobby.show_lobby"))


@join.get("/join")
@open_to(Role.STRANGER)
def show_join() -> str:
    return render_template("lobby/join.html")


@join.get("/join/<code>")
@open_to(Role.STRANGER)
def join_by_picture(code: str) -> AnyResponse:
    """Signs a spectator in by the address in the QR code."""
    _sign_in_spectator(code)
    return redirect(url_for("lobby.show_lobby"))


@join.post("/api/join")
@open_to(Role.STRANGER)
@takes(CodeJson)
def join_by_code() -> JoinedJson:
    """Joins the hall as a spectator, with the code that the desk shows."""
    code = json_body().get("code")
    if not isinstance(code, str):
        abort(400, gettext("expected a code: the letters that the desk shows"))
    _sign_in_spectator(code)
    return {"role": "spectator"}


@join.post("/api/hall/code")
def change_code() -> CodeJson:
    """Draws another code for spectators; whoever joined by the old one has to join again."""
    current_access().change_code()
    return {"code": current_access().keys.code}


@join.post("/api/hall/keys")
def renew() -> HallKeysJson:
    """Makes all keys and codes of the hall and its tables anew; this browser of the desk alone stays signed in.

    Badges and the sheets of the cameras are to be printed anew.
    """
    hall = current_hall()
    renew_keys(hall.store)
    if take_over_keys(hall.store, hall.access):
        hall.tables.open_anew()
    session.clear()
    sign_in("host")
    return {"path": f"/{hall.access.host_path}", "code": hall.access.keys.code}


@join.post("/api/leave")
@open_to(Role.STRANGER)
def leave() -> NothingJson:
    """Ends the visitor's session: the cookie, and every copy of it, is void."""
    sign_out()
    return {}


@join.get("/api/me")
@open_to(Role.STRANGER)
def who_am_i() -> RoleJson:
    """The visitor's role in the hall: the desk is the host."""
    return {"role": current_visitor().role.name.lower()}


def _sign_in_spectator(code: str) -> None:
    if not is_right_code(code):
        raise Forbidden(gettext("this is not the code; look at the desk's screen once more"))
    sign_in("guest")
