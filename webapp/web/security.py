"""Protection against other web pages and overload: checks of Host and Origin, limits, and security headers."""

from __future__ import annotations

import ipaddress
import socket
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar
from urllib.parse import urlsplit

from flask import Flask, Response, abort, request
from werkzeug.exceptions import TooManyRequests

from muggins.texts import Text, Whole, gettext, lazy_gettext

from ..camera.phone import LARGEST_PICTURE

MAX_PICTURES_PER_SECOND = 30
"""Pictures that the phone that is the camera may send a second; it sends about ten."""
TOO_MANY_PICTURES = lazy_gettext("more pictures come than can be looked at; send fewer")
LARGEST_REQUEST = 64 * 1024
"""Bytes of a JSON body."""
LARGEST_PHOTO = 25 * 1024 * 1024
"""Bytes of a photo as a phone's own camera takes it, where a view asks for one."""
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; "
    "manifest-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)
SECURITY_HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}
"""Headers of every answer whose view sets none of its own."""

View = TypeVar("View", bound=Callable[..., object])


def cookie_name(name: str, is_secure: bool) -> str:
    """The name of a cookie: browsers set one that begins so over TLS alone.

    The two differ, as a browser that has a cookie of TLS would let no page on plain HTTP set one of the same name.
    """
    return f"__Secure-{name}" if is_secure else name


def takes_photos(view: View) -> View:
    """Marks a view that takes photos as phones take them: of any kind of picture, or in a form."""
    view.takes_photos = True  # type: ignore[attr-defined]
    return view


class RateLimit:
    """A token bucket: `per_second` requests a second, and `at_once` in one burst. Thread-safe."""

    def __init__(self, per_second: int, at_once: int) -> None:
        self._per_second = per_second
        self._at_once = at_once
        self._tokens = float(at_once)
        self._updated = 0.0
        self._lock = threading.Lock()

    def count(self, excess: Text) -> None:
        """Takes a token. TooManyRequests with the sentence `excess` where none is left."""
        with self._lock:
            now = time.monotonic()
            self._tokens = min(self._at_once, self._tokens + (now - self._updated) * self._per_second)
            self._updated = now
            if self._tokens < 1:
                raise TooManyRequests(str(excess), retry_after=1)
            self._tokens -= 1


def picture_limit() -> RateLimit:
    """As many pictures as one sender may have looked at."""
    return RateLimit(MAX_PICTURES_PER_SECOND, MAX_PICTURES_PER_SECOND)


def protect(app: Flask, hosts: Iterable[str]) -> None:
    """Makes the app refuse foreign Host names, posts from other pages and bodies too large, and add strict headers.

    `hosts` are further names that requests may address it by.
    """
    own = {"localhost", *(name.lower() for name in hosts)}
    machine = socket.gethostname().lower()
    own |= {machine, f"{machine.partition('.')[0]}.local"}
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_PICTURE

    @app.before_request
    def check_host() -> None:
        """Against DNS rebinding: a foreign name that resolves to this machine would share its origin."""
        if not _is_own(request.host, own):
            abort(421, gettext("this name is not known here; open the dashboard by the address the program shows"))

    @app.before_request
    def check_origin() -> None:
        """Against request forgery: another page open in the same browser must not send events."""
        if request.method in ("GET", "HEAD", "OPTIONS"):
            return
        origin = request.headers.get("Origin")
        site = request.headers.get("Sec-Fetch-Site", "same-origin")
        is_photo = getattr(app.view_functions.get(request.endpoint or ""), "takes_photos", False)
        # What a person shares with the installed app comes from no page: browsers then send the origin "null".
        is_shared = is_photo and origin == "null" and request.headers.get("Sec-Fetch-Site") == "none"
        is_foreign = origin is not None and urlsplit(origin).netloc != request.host
        if site not in ("same-origin", "none") or (is_foreign and not is_shared):
            abort(403, gettext("this came from another page; use the dashboard's own"))
        # The views themselves count pictures, once they know who sends them. That of the phone checks the content and
        # reports it to the host.
        if is_photo:
            request.max_content_length = LARGEST_PHOTO
        is_sound = request.mimetype.startswith("audio/")
        if is_photo or is_sound or request.mimetype == "image/jpeg" or request.endpoint == "phone_images.take":
            return
        if request.mimetype != "application/json":
            abort(415, gettext("expected JSON (Content-Type: application/json)"))
        if (request.content_length or 0) > LARGEST_REQUEST:
            abort(413, gettext("expected at most %(most)s bytes", most=Whole(LARGEST_REQUEST)))

    @app.after_request
    def add_headers(response: Response) -> Response:
        for name, value in SECURITY_HEADERS.items():
            response.headers.setdefault(name, value)
        response.headers.setdefault("Cache-Control", "no-store" if request.path.startswith("/api/") else "no-cache")
        return response


def network_of(address: str) -> str:
    """The address that limits count by: an IPv6 machine has 2^64 addresses, so its /64 network counts as one."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    mapped = parsed.ipv4_mapped if isinstance(parsed, ipaddress.IPv6Address) else None
    if mapped is not None:
        return str(mapped)
    if parsed.version == 6 and not parsed.is_loopback:
        return str(ipaddress.ip_network((parsed, 64), strict=False))
    return str(parsed)


def _is_own(host: str, own: set[str]) -> bool:
    """Whether a Host header is one of the machine's names or an IP address; no foreign page has a bare address."""
    name = (urlsplit(f"//{host}").hostname or "").lower().rstrip(".")
    if name in own:
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
