"""The choice of a language, and the manifest of the installed app in that language."""

from __future__ import annotations

import re

from flask import Blueprint, Response, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from ..language.catalogues import negotiate
from ..web.access import Role
from ..web.auth import open_to
from ..web.language import LANGUAGE_COOKIE, LANGUAGE_DAYS
from ..web.security import cookie_name

language = Blueprint("language", __name__)

SECONDS_PER_DAY = 24 * 60 * 60


@language.get("/language/<code>")
@open_to(Role.STRANGER)
def choose(code: str) -> AnyResponse:
    """Keeps a language for this browser, and leads back to the page `to`."""
    answer = redirect(_own_page(request.args.get("to", "")))
    answer.set_cookie(
        cookie_name(LANGUAGE_COOKIE, request.is_secure),
        negotiate(code),
        max_age=LANGUAGE_DAYS * SECONDS_PER_DAY,
        secure=request.is_secure,
        httponly=True,
        samesite="Lax",
    )
    return answer


@language.get("/muggins.webmanifest")
@open_to(Role.STRANGER)
def show_manifest() -> Response:
    """What a phone shows and opens once the dashboard is installed on it."""
    answer = make_response(render_template("muggins.webmanifest"))
    answer.mimetype = "application/manifest+json"
    return answer


def _own_page(path: str) -> str:
    """A path of this server; the first page for any other address."""
    return path if re.fullmatch(r"/(?![/\\])[^\x00-\x20\\]*", path) else f"{request.script_root}/"
