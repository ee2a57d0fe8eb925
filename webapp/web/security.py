"""What keeps strangers out of the table's business: checks of who asks, and headers that bind the page."""

from __future__ import annotations

import ipaddress
import socket
import threading
import time
from collections.abc import Iterable
from urllib.parse import urlsplit

from flask import Flask, Response, abort, request
from werkzeug.exceptions import TooManyRequests

MOST_PICTURES = 30
"""A second, from all phones together: one sends about ten."""
LARGEST_REQUEST = 64 * 1024
LARGEST_PICTURE = 4 * 1024 * 1024
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; "
    "manifest-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)


class Rate:
    """So many a second, and as many at once; asked before a picture is read, let alone opened."""

    def __init__(self, a_second: int) -> None:
        self._a_second = a_second
        self._left, self._at = float(a_second), 0.0
        self._lock = threading.Lock()

    def may_come(self, now: float) -> bool:
        with self._lock:
            self._left = min(self._a_second, self._left + (now - self._at) * self._a_second)
            self._at = now
            if self._left < 1:
                return False
            self._left -= 1
            return True


def protect(app: Flask, hosts: Iterable[str]) -> None:
    """Refuse requests to names that are not this machine's and posts that come from other pages; add strict headers.

    `hosts` are further names under which the dashboard may be asked for.
    """
    own = {"localhost", *(name.lower() for name in hosts)}
    machine = socket.gethostname().lower()
    own |= {machine, f"{machine.partition('.')[0]}.local"}
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_PICTURE
    pictures = Rate(MOST_PICTURES)

    @app.before_request
    def check_host() -> None:
        """A page elsewhere may have its own name point here, and would then count as this page."""
        if not _is_own(request.host, own):
            abort(421, "this name is not known here; open the dashboard by the address the program shows")

    @app.before_request
    def check_origin() -> None:
        """Another page that is open in the same browser must not be able to speak for the table."""
        if request.method in ("GET", "HEAD", "OPTIONS"):
            return
        origin = request.headers.get("Origin")
        site = request.headers.get("Sec-Fetch-Site", "same-origin")
        if site not in ("same-origin", "none") or (origin is not None and urlsplit(origin).netloc != request.host):
            abort(403, "this came from another page; use the dashboard's own")
        # What a phone sends instead of a picture is told to the table by who takes it.
        if request.mimetype == "image/jpeg" or request.endpoint == "pictures.take":
            if not pictures.may_come(time.monotonic()):
                raise TooManyRequests("more pictures come than can be looked at; send fewer", retry_after=1)
            return
        if request.mimetype != "application/json":
            abort(415, "expected JSON (Content-Type: application/json)")
        if (request.content_length or 0) > LARGEST_REQUEST:
            abort(413, f"expected at most {LARGEST_REQUEST} bytes")

    @app.after_request
    def bind(response: Response) -> Response:
        response.headers.setdefault("Content-Security-Policy", POLICY)
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Referrer-Policy"] = "no-referrer"
        response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
        response.headers.setdefault("Cache-Control", "no-store" if request.path.startswith("/api/") else "no-cache")
        return response


def _is_own(host: str, own: set[str]) -> bool:
    """Whether a Host header names this machine: by one of its names, or by a bare address, which nobody can fake."""
    name = (urlsplit(f"//{host}").hostname or "").lower().rstrip(".")
    if name in own:
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
