"""Authentication and authorisation: who sends a request, and which views that visitor may use."""

from __future__ import annotations

import ipaddress
import math
import secrets
import time
from collections.abc import Callable
from datetime import timedelta
from typing import TypeVar

from flask import Flask, current_app, g, redirect, request, session, url_for
from werkzeug.exceptions import Forbidden, TooManyRequests, Unauthorized
from werkzeug.wrappers import Response as AnyResponse

from .access import Access, LoginThrottle, Role, Visitor

View = TypeVar("View", bound=Callable[..., object])

EXTENSION = "muggins-auth"
"""Key in `app.extensions` of the app's Access and LoginThrottle."""
COOKIE_DAYS = 30
"""Days for which a browser stays signed in."""


def open_to(role: Role) -> Callable[[View], View]:
    """Opens a view to visitors of this role and of every higher one. A view without this mark is the host's alone."""

    def mark(view: View) -> View:
        view.open_to = role  # type: ignore[attr-defined]
        return view

    return mark


def require_roles(app: Flask, access: Access) -> None:
    """Makes the app identify each visitor, and refuse or redirect those whose role is too low for the view."""
    app.extensions[EXTENSION] = access, LoginThrottle(time.monotonic)
    app.secret_key = access.keys.signing
    app.config.update(
        SESSION_COOKIE_NAME="muggins",
        SESSION_COOKIE_SAMESITE="Strict",
        SESSION_COOKIE_HTTPONLY=True,
        PERMANENT_SESSION_LIFETIME=timedelta(days=COOKIE_DAYS),
    )

    @app.context_processor
    def add_visitor_to_templates() -> dict[str, object]:
        return {"visitor": g.get("visitor", Visitor("", Role.STRANGER))}

    @app.before_request
    def check_role() -> AnyResponse | None:
        g.visitor = _identify(access)
        if request.endpoint is None or request.endpoint == "static":
            return None
        view = app.view_functions[request.endpoint]
        needed: Role = getattr(view, "open_to", Role.HOST)
        if g.visitor.role >= needed:
            return None
        if g.visitor.role is not Role.STRANGER:
            raise Forbidden(f"this is for the {needed.name.lower()}; you are a {g.visitor.role.name.lower()} here")
        if request.method == "GET" and "text/html" in request.headers.get("Accept", ""):
            return redirect(url_for("join.show_join"))
        raise Unauthorized("join the table first, with the code or the picture that the host's screen shows")


def current_visitor() -> Visitor:
    """The visitor who sent the current request."""
    visitor = g.visitor
    assert isinstance(visitor, Visitor)
    return visitor


def current_access() -> Access:
    """The keys and seats of the app that answers the current request."""
    access: Access = current_app.extensions[EXTENSION][0]
    return access


def access_check() -> Callable[[], bool]:
    """A function that says whether the current visitor would still be let in. Streams call it after the request."""
    access, code, role = current_access(), session.get("code"), current_visitor().role
    return lambda: role is Role.HOST or (code is not None and code == access.keys.code)


def sign_in(role: str) -> None:
    """Gives the visitor a cookie for "host" or "guest". A host who tries the guests' code stays the host."""
    if current_visitor().role is Role.HOST and session.get("role") == "host":
        return
    id = session.get("id") or secrets.token_urlsafe(12)
    session.clear()
    session.permanent = True
    session.update(id=id, role=role, code=current_access().keys.code)


def count_guess(is_right: bool) -> None:
    """Counts a guess at a key or code. Raises TooManyRequests where this address has to wait after wrong guesses."""
    throttle: LoginThrottle = current_app.extensions[EXTENSION][1]
    left = throttle.attempt(_network_of(request.remote_addr or ""), is_right)
    if left:
        seconds = math.ceil(left)
        raise TooManyRequests(f"too many wrong guesses; try again in {seconds} s", retry_after=seconds)


def _identify(access: Access) -> Visitor:
    bearer = request.headers.get("Authorization", "")
    if bearer.startswith("Bearer "):
        return _identify_program(access, bearer.removeprefix("Bearer ").strip())
    id, role = session.get("id"), session.get("role")
    if role == "host" and isinstance(id, str):
        return Visitor(id, Role.HOST)
    if isinstance(id, str) and session.get("code") == access.keys.code:
        player = session.get("player")
        if player and access.holds_seat(id, player):
            return Visitor(id, Role.PLAYER, player)
        return Visitor(id, Role.SPECTATOR)
    return Visitor("", access.default)


def _identify_program(access: Access, key: str) -> Visitor:
    """The visitor behind a bearer token: programs have no cookies and send the host's key or the table's code."""
    is_host, is_code = access.is_host_key(key), access.is_code(key)
    count_guess(is_host or is_code)
    if not (is_host or is_code):
        raise Unauthorized("the header Authorization: expected Bearer with the host's key or the table's code")
    return Visitor("program", Role.HOST if is_host else Role.SPECTATOR)


def _network_of(address: str) -> str:
    """The address that guesses are counted by: an IPv6 machine has 2^64 addresses, so its /64 network counts as one."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if parsed.version == 6:
        return str(ipaddress.ip_network((parsed, 64), strict=False))
    return str(parsed)
