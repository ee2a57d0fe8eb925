"""Authentication and authorisation: who sends a request, and which views that visitor may use."""

from __future__ import annotations

import math
import secrets
import time
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Protocol, TypeVar
from urllib.parse import urlsplit

from flask import Flask, current_app, g, redirect, request, session, url_for
from flask.sessions import SecureCookieSessionInterface
from itsdangerous import URLSafeTimedSerializer
from werkzeug.exceptions import Forbidden, TooManyRequests, Unauthorized
from werkzeug.wrappers import Response as AnyResponse

from muggins.texts import Text, gettext, lazy_gettext, lazy_pgettext

from .access import Access, CookieRole, LoginThrottle, Role, Visitor
from .security import TOO_MANY_PICTURES, RateLimit, cookie_name, network_of

View = TypeVar("View", bound=Callable[..., object])

AUTH_EXTENSION = "muggins-auth"
"""Key in `app.extensions` of the app's Auth."""
SIGNED_IN_DAYS = 30
"""Days for which a browser stays signed in."""
ROLES: Mapping[Role, Text] = {
    Role.HOST: lazy_pgettext("role", "host"),
    Role.PLAYER: lazy_pgettext("role", "player"),
    Role.SPECTATOR: lazy_pgettext("role", "spectator"),
    Role.STRANGER: lazy_pgettext("role", "stranger"),
}

OWN_ADDRESSES = ("127.0.0.1", "::1")
HANDED_ON = ("Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP")
"""Headers of a proxy or a tunnel on this machine, behind which the visitor is elsewhere."""
TOO_MANY_EVENTS = lazy_gettext("too much comes at once; wait a second, then send the rest")


def seat_limit() -> RateLimit:
    """As many events as a seat may send. A player taps less often."""
    return RateLimit(per_second=5, at_once=20)


def host_limit() -> RateLimit:
    """As many events as a host or the desk may send. A program of theirs may send a whole game at once."""
    return RateLimit(per_second=20, at_once=1000)


def photo_limit() -> RateLimit:
    """As many photos to count as one address may send: one is read at a time, for everybody at the table."""
    return RateLimit(per_second=2, at_once=20)


class Surroundings(Protocol):
    """What a dashboard is part of, for example a hall with many tables. It lets visitors in too."""

    path: str
    """The path of the dashboard there. Its cookies are sent nowhere else."""

    def role_of_visitor(self) -> Role:
        """What the sender of the current request may do because the surroundings know the sender."""

    def role_of_key(self, key: str) -> Role:
        """What a program with this key of the surroundings may do; STRANGER where it is none."""

    def check(self) -> Callable[[], bool]:
        """A function that says whether the surroundings would still let the current visitor in."""

    def about_phone_key(self, key: str) -> str:
        """A sentence about a key that is not that of this dashboard's phone; "" where there is nothing to say."""


class SignedCookies(SecureCookieSessionInterface):
    """Cookies that hold while the keys that signed them do."""

    def __init__(self, access: Access) -> None:
        self._access = access

    def get_cookie_secure(self, app: Flask) -> bool:
        """Whether the visitor came over TLS, be it to a proxy that does not say so."""
        here = f"https://{request.host}/"
        return request.is_secure or any(address.startswith(here) for address in self._access.addresses)

    def get_cookie_name(self, app: Flask) -> str:
        """See `cookie_name`."""
        return cookie_name(super().get_cookie_name(app), self.get_cookie_secure(app))

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer:
        """As Flask's, but with the key as it is now: Flask takes one key for as long as the program runs."""
        return URLSafeTimedSerializer(
            self._access.keys.signing,
            salt=self.salt,
            serializer=self.serializer,
            signer_kwargs={"key_derivation": self.key_derivation, "digest_method": self.digest_method},
        )


@dataclass(frozen=True)
class Auth:
    """How an app knows its visitors."""

    access: Access
    throttle: LoginThrottle
    surroundings: Surroundings | None = None
    seats: Mapping[str, RateLimit] = field(default_factory=lambda: defaultdict(seat_limit))
    """What each seat may still send, by its player; and each entry of a tournament."""
    hosts: Mapping[str, RateLimit] = field(default_factory=lambda: defaultdict(host_limit))
    """What each host may still send, by the visitor's id."""
    photos: Mapping[str, RateLimit] = field(default_factory=lambda: defaultdict(photo_limit))
    """What each address may still send of photos to count."""


def open_to(role: Role) -> Callable[[View], View]:
    """Opens a view to visitors of this role and of every higher one. A view without this mark is the host's alone."""

    def mark(view: View) -> View:
        view.open_to = role  # type: ignore[attr-defined]
        return view

    return mark


def open_to_tasks(*tasks: str) -> Callable[[View], View]:
    """Opens a view of the host to visitors who have come in by one of these tasks as well; see `sign_in`."""

    def mark(view: View) -> View:
        view.open_to_tasks = tasks  # type: ignore[attr-defined]
        return view

    return mark


def current_task() -> str:
    """What the visitor helps the host with; "" for nothing, and for the host."""
    is_guest = role_by_cookie(current_access(), session) is Role.SPECTATOR and g.visitor.role is not Role.HOST
    return str(session.get("task", "")) if is_guest else ""


def require_roles(
    app: Flask, access: Access, surroundings: Surroundings | None = None, throttle: LoginThrottle | None = None
) -> None:
    """Makes the app identify each visitor, and refuse or redirect those whose role is too low for the view.

    Apps that share a `throttle` count wrong guesses together.
    """
    app.extensions[AUTH_EXTENSION] = Auth(access, throttle or LoginThrottle(time.monotonic), surroundings)
    app.session_interface = SignedCookies(access)
    app.config.update(
        SESSION_COOKIE_NAME="muggins",
        SESSION_COOKIE_SAMESITE="Strict",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_PATH=surroundings.path if surroundings is not None else "/",
        PERMANENT_SESSION_LIFETIME=timedelta(days=SIGNED_IN_DAYS),
        # An answer that is late would bring back the cookie from before a seat was taken.
        SESSION_REFRESH_EACH_REQUEST=False,
    )

    @app.context_processor
    def add_visitor_to_templates() -> dict[str, object]:
        return {
            "visitor": g.get("visitor", Visitor("", Role.STRANGER)),
            "has_authority": access.authority is not None,
        }

    @app.before_request
    def check_role() -> AnyResponse | None:
        g.visitor = _identify(access, surroundings)
        if request.endpoint is None or request.endpoint == "static":
            return None
        view = app.view_functions[request.endpoint]
        needed: Role = getattr(view, "open_to", Role.HOST)
        if g.visitor.role >= needed:
            if needed is not Role.STRANGER and request.method not in ("GET", "HEAD", "OPTIONS"):
                _count_step(g.visitor)
            return None
        if (task := current_task()) and task in getattr(view, "open_to_tasks", ()):
            _current_auth().hosts[g.visitor.id].count(TOO_MANY_EVENTS)
            return None
        if g.visitor.role is not Role.STRANGER:
            roles = {"needed": ROLES[needed], "own": ROLES[g.visitor.role]}
            raise Forbidden(gettext("this is for the %(needed)s; you are a %(own)s here", **roles))
        if request.method == "GET" and "text/html" in request.headers.get("Accept", ""):
            return redirect(url_for("join.show_join"))
        raise Unauthorized(gettext("join the table first, with the letters or the QR code on the host's screen"))


def current_visitor() -> Visitor:
    """The visitor who sent the current request."""
    visitor = g.visitor
    assert isinstance(visitor, Visitor)
    return visitor


def current_access() -> Access:
    """The keys and seats of the app that answers the current request."""
    return _current_auth().access


def current_surroundings() -> Surroundings | None:
    """What the app that answers the current request is part of; None for a dashboard of its own."""
    return _current_auth().surroundings


def _current_auth() -> Auth:
    auth = current_app.extensions[AUTH_EXTENSION]
    assert isinstance(auth, Auth)
    return auth


def access_check() -> Callable[[], bool]:
    """A function that says whether the current visitor would still be let in. Streams call it after the request."""
    access, surroundings = current_access(), current_surroundings()
    key = _bearer_key()
    if key is not None:
        return lambda: _role_of_key(access, surroundings, key) is not Role.STRANGER
    is_known = cookie_check(access, session)
    is_let_in = surroundings.check() if surroundings is not None else lambda: False
    is_hosts = role_without_cookie(access) is Role.HOST
    return lambda: is_hosts or is_known() or is_let_in()


def cookie_check(access: Access, cookie: Mapping[str, Any]) -> Callable[[], bool]:
    """A function that says whether a cookie that was just read still holds."""
    kept = dict(cookie)
    return lambda: role_by_cookie(access, kept) is not Role.STRANGER


def sign_in(role: CookieRole, task: str = "") -> None:
    """Gives the visitor a cookie for "host" or "guest". A host who tries the guests' code stays the host.

    A guest may help the host with a task, whose views are then open.
    """
    access = current_access()
    known = role_by_cookie(access, session)
    if known is Role.HOST:
        return
    id = secrets.token_urlsafe(12) if known is Role.STRANGER else session["id"]
    session.clear()
    session.permanent = True
    session.update(id=id, role=role, code=access.keys.proof(role), **({"task": task} if task else {}))


def may_become_host() -> bool:
    """Whether the current request comes from a browser on this machine, and such a one may be the host's."""
    return current_access().trusts_this_machine and _comes_from_here()


def role_without_cookie(access: Access) -> Role:
    """What the sender of the current request may do who shows no cookie and no key."""
    return Role.HOST if access.hosts_from_here and _comes_from_here() else access.default


def _comes_from_here() -> bool:
    """Whether a browser on the machine that runs the program sends the current request."""
    is_handed_on = any(name in request.headers for name in HANDED_ON)
    is_here = request.remote_addr in OWN_ADDRESSES and urlsplit(f"//{request.host}").hostname in (
        "localhost",
        *OWN_ADDRESSES,
    )
    return is_here and not is_handed_on


def sign_out() -> None:
    """Ends the visitor's session: the cookie, and every copy of it, is void from now on."""
    access = current_access()
    if role_by_cookie(access, session) is not Role.STRANGER:
        access.end(session["id"], session["role"])
    session.clear()


def is_right_code(code: str) -> bool:
    """Whether this is the code or the invitation. Whoever shows that, or has joined, never waits; see `count_guess`."""
    access = current_access()
    if access.is_invitation(code):
        return True
    is_right = access.is_code(code)
    if role_by_cookie(access, session) is Role.STRANGER:
        count_guess(is_right)
    return is_right


def count_guess(is_right: bool) -> None:
    """Counts a guess at a code, or a wrong key. TooManyRequests where this address has to wait after wrong ones.

    A code is short enough to be typed, and to be guessed by whoever hears at once which one is right: so the right one
    waits too. A key cannot be guessed in a lifetime: the right one never comes here, so that nobody who guesses from
    the same address locks its holder out.
    """
    left = _current_auth().throttle.attempt(network_of(request.remote_addr or ""), is_right)
    if left:
        seconds = math.ceil(left)
        raise TooManyRequests(
            gettext("too many wrong guesses; try again in %(seconds)s s", seconds=seconds), retry_after=seconds
        )


def count_event(seat: str) -> None:
    """Counts an event of a seat. TooManyRequests where more come than a player taps."""
    _current_auth().seats[seat].count(TOO_MANY_EVENTS)


def count_photo() -> None:
    """Counts a photo to count. TooManyRequests where this address sends more than people take."""
    _current_auth().photos[network_of(request.remote_addr or "")].count(TOO_MANY_PICTURES)


def _count_step(visitor: Visitor) -> None:
    """Counts what a player or a host changes. Spectators change nothing."""
    if visitor.player is not None:
        count_event(visitor.player)
    elif visitor.role is Role.HOST:
        _current_auth().hosts[visitor.id].count(TOO_MANY_EVENTS)


def _identify(access: Access, surroundings: Surroundings | None) -> Visitor:
    key = _bearer_key()
    if key is not None:
        return _identify_program(access, surroundings, key)
    visitor = _identify_by_cookie(access)
    role = surroundings.role_of_visitor() if surroundings is not None else Role.STRANGER
    return Visitor("", role, is_desk=role is Role.HOST) if role > visitor.role else visitor


def _identify_by_cookie(access: Access) -> Visitor:
    role = role_by_cookie(access, session)
    if role is Role.STRANGER:
        return Visitor("", role_without_cookie(access))
    id, player = session["id"], session.get("player")
    if role is Role.SPECTATOR and player and access.holds_seat(id, player):
        return Visitor(id, Role.PLAYER, player)
    return Visitor(id, role)


def role_by_cookie(access: Access, cookie: Mapping[str, Any]) -> Role:
    """What a cookie that `sign_in` gave is good for: HOST, SPECTATOR (who may hold a seat), or nothing: STRANGER."""
    keys, id = access.keys, cookie.get("id")
    role: CookieRole = "host" if cookie.get("role") == "host" else "guest"
    # A request that began before the keys were new is answered with a cookie that the new ones sign.
    if not isinstance(id, str) or id in keys.ended or cookie.get("code") != keys.proof(role):
        return Role.STRANGER
    return Role.HOST if role == "host" else Role.SPECTATOR


def _bearer_key() -> str | None:
    """The key that the program behind the current request shows; None for a visitor with a browser."""
    bearer = request.headers.get("Authorization", "")
    return bearer.removeprefix("Bearer ").strip() if bearer.startswith("Bearer ") else None


def _role_of_key(access: Access, surroundings: Surroundings | None, key: str) -> Role:
    role = Role.HOST if access.is_host_key(key) else Role.SPECTATOR if access.is_code(key) else Role.STRANGER
    return role if surroundings is None else max(role, surroundings.role_of_key(key))


def _identify_program(access: Access, surroundings: Surroundings | None, key: str) -> Visitor:
    """The visitor behind a bearer token: programs have no cookies and send the host's key or the table's code."""
    role = _role_of_key(access, surroundings, key)
    is_desk = role is Role.HOST and not access.is_host_key(key)
    if role is not Role.HOST:
        count_guess(role is not Role.STRANGER)
    if role is Role.STRANGER:
        raise Unauthorized(gettext("the header Authorization: expected Bearer with the host's key or the table's code"))
    return Visitor("program", role, is_desk=is_desk)
