"""The doors: who asks, and whether the view asked for is open to them; one that names no role is open to the host."""

from __future__ import annotations

import ipaddress
import math
import re
import secrets
import time
from collections.abc import Callable
from datetime import timedelta
from typing import TypeVar

from flask import (
    Blueprint,
    Flask,
    Response,
    abort,
    current_app,
    g,
    jsonify,
    redirect,
    render_template,
    request,
    session,
    url_for,
)
from werkzeug.exceptions import Forbidden, TooManyRequests, Unauthorized
from werkzeug.wrappers import Response as AnyResponse

from ..web.access import Access, LoginThrottle, Role, Visitor
from ..web.context import world
from ..web.json_body import json_body

doors = Blueprint("doors", __name__)
View = TypeVar("View", bound=Callable[..., object])

DAYS = 30
"""That a visitor is known again."""


def open_to(role: Role) -> Callable[[View], View]:
    """Marks a view as open to visitors of this role and those who may do more."""

    def mark(view: View) -> View:
        view.open_to = role  # type: ignore[attr-defined]
        return view

    return mark


def guard(app: Flask, access: Access) -> None:
    """Let nobody through to a view that is not open to them."""
    guesses = LoginThrottle(time.monotonic)
    app.extensions["muggins-doors"] = access, guesses
    app.secret_key = access.keys.signing
    app.config.update(
        SESSION_COOKIE_NAME="muggins",
        SESSION_COOKIE_SAMESITE="Strict",
        SESSION_COOKIE_HTTPONLY=True,
        PERMANENT_SESSION_LIFETIME=timedelta(days=DAYS),
    )

    @app.context_processor
    def tell_templates() -> dict[str, object]:
        return {"visitor": g.get("visitor", Visitor("", Role.STRANGER))}

    @app.before_request
    def check_role() -> AnyResponse | None:
        g.visitor = _who_asks(access)
        if request.endpoint is None or request.endpoint == "static":
            return None
        view = app.view_functions[request.endpoint]
        needed: Role = getattr(view, "open_to", Role.HOST)
        if g.visitor.role >= needed:
            return None
        if g.visitor.role is not Role.STRANGER:
            raise Forbidden(f"this is for the {needed.name.lower()}; you are a {g.visitor.role.name.lower()} here")
        if request.method == "GET" and "text/html" in request.headers.get("Accept", ""):
            return redirect(url_for("doors.show_join"))
        raise Unauthorized("join the table first, with the code or the picture that the host's screen shows")


def visitor() -> Visitor:
    """Who asks."""
    found = g.visitor
    assert isinstance(found, Visitor)
    return found


def access_now() -> Access:
    access: Access = current_app.extensions["muggins-doors"][0]
    return access


def may_still_come() -> Callable[[], bool]:
    """Asked from outside a request: whether who asks now would still be let in, for streams that stay open."""
    access, code, role = access_now(), session.get("code"), visitor().role
    return lambda: role is Role.HOST or (code is not None and code == access.keys.code)


def _who_asks(access: Access) -> Visitor:
    bearer = request.headers.get("Authorization", "")
    if bearer.startswith("Bearer "):
        return _program(access, bearer.removeprefix("Bearer ").strip())
    id, role = session.get("id"), session.get("role")
    if role == "host" and isinstance(id, str):
        return Visitor(id, Role.HOST)
    if isinstance(id, str) and session.get("code") == access.keys.code:
        player = session.get("player")
        if player and access.holds_seat(id, player):
            return Visitor(id, Role.PLAYER, player)
        return Visitor(id, Role.SPECTATOR)
    return Visitor("", access.default)


def _program(access: Access, key: str) -> Visitor:
    """A program without cookies shows the host's key, or the code, in the header Authorization."""
    is_host, is_code = access.is_host_key(key), access.is_code(key)
    _hear(is_host or is_code)
    if not (is_host or is_code):
        raise Unauthorized("the header Authorization: expected Bearer with the host's key or the table's code")
    return Visitor("program", Role.HOST if is_host else Role.SPECTATOR)


@doors.get("/host/<key>")
@open_to(Role.STRANGER)
def enter_as_host(key: str) -> AnyResponse:
    """The host's first address: a cookie takes the place of the key, which is gone from the address then."""
    is_right = access_now().is_host_key(key)
    _hear(is_right)
    if not is_right:
        raise Forbidden("this is not the host's address; the program shows it where it was started")
    _let_in("host")
    return redirect(_where_to("/"))


@doors.get("/join")
@open_to(Role.STRANGER)
def show_join() -> str:
    return render_template("pages/join.html")


@doors.get("/join/<code>")
@open_to(Role.STRANGER)
def join_by_picture(code: str) -> AnyResponse:
    """The address in the picture that phones scan."""
    _join(code)
    return redirect(_where_to("/seat"))


@doors.post("/api/join")
@open_to(Role.STRANGER)
def join() -> Response:
    """{"code": …}: whoever knows it sees the table."""
    code = json_body().get("code")
    if not isinstance(code, str):
        abort(400, "expected a code: the letters that the host's screen shows")
    _join(code)
    return jsonify({"role": "spectator"})


@doors.post("/api/seat")
@open_to(Role.SPECTATOR)
def take_seat() -> Response:
    """{"player": name}: speak for that seat from now on; null: for none."""
    player, access, id = json_body().get("player"), access_now(), visitor().id
    if not id:
        abort(409, "the host's screen speaks for everybody; join with the code to take a seat")
    game = world().live.snapshot.game
    if player is None:
        access.leave_seat(id)
    elif game is None or player not in game.players:
        abort(409, f"nobody of that name plays here: {player}" if isinstance(player, str) else "expected a player")
    elif not access.take_seat(id, player):
        abort(409, f"somebody sits there already; the host can free the seat of {player}")
    if session.get("role") != "host":
        session["player"] = player
    return jsonify({"player": player})


@doors.post("/api/leave")
@open_to(Role.STRANGER)
def leave() -> Response:
    access_now().leave_seat(visitor().id)
    session.clear()
    return jsonify({})


def _join(code: str) -> None:
    is_right = access_now().is_code(code)
    _hear(is_right)
    if not is_right:
        raise Forbidden("this is not the code; look at the host's screen once more")
    _let_in("guest")


def _let_in(role: str) -> None:
    if visitor().role is Role.HOST and session.get("role") == "host":
        return  # the host who tries the guests' way in stays the host
    id = session.get("id") or secrets.token_urlsafe(12)
    session.clear()
    session.permanent = True
    session.update(id=id, role=role, code=access_now().keys.code)


def _hear(is_right: bool) -> None:
    """Slow down whoever guesses."""
    guesses: LoginThrottle = current_app.extensions["muggins-doors"][1]
    left = guesses.hear(_whence(request.remote_addr or ""), is_right)
    if left:
        seconds = math.ceil(left)
        raise TooManyRequests(f"too many wrong guesses; try again in {seconds} s", retry_after=seconds)


def _whence(address: str) -> str:
    """Who guesses: a machine has as many IPv6 addresses as it likes, but one network."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if parsed.version == 6:
        return str(ipaddress.ip_network((parsed, 64), strict=False))
    return str(parsed)


def _where_to(usual: str) -> str:
    """The page to go on to: `to`, a page of this dashboard, nothing else."""
    to = request.args.get("to", "")
    return to if re.fullmatch(r"/[a-z-]{1,20}", to) else usual
