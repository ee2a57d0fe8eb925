"""Errors as one sentence: in JSON for programs, on a page for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NotRequired, TypedDict

from flask import Flask, Response, jsonify, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException, NotFound

from muggins.scorer.events import RecordError
from muggins.texts import gettext, text_of

from ..session.store import StoreError


class RefusalJson(TypedDict):
    """Why a request failed."""

    error: str
    """One sentence: what was expected, what came, what to do."""
    rival: NotRequired[bool]
    """True where another phone is the camera."""
    asks: NotRequired[bool]
    """True where it looks like a slip; the same request with `sure` is granted."""


def register_error_handlers(app: Flask) -> None:
    """Makes the app answer every error with {"error": sentence}, or with a page where the client asked for one."""

    @app.errorhandler(HTTPException)
    def answer_http_error(error: HTTPException) -> ResponseReturnValue:
        # Retry-After and Allow belong to the error; the content headers do not.
        headers = {name: value for name, value in error.get_headers() if not name.startswith("Content-")}
        code = error.code or 500
        if error.description == NotFound.description:
            error.description = gettext("there is no page at this address")
        return _answer(error.description or "", code, headers)

    @app.errorhandler(RecordError)
    def answer_record_error(error: RecordError) -> tuple[Response, int]:
        return jsonify({"error": _line(str(text_of(error)))}), 409

    @app.errorhandler(StoreError)
    def answer_store_error(error: StoreError) -> ResponseReturnValue:
        return _answer(str(error), 503, {})


def _answer(why: str, code: int, headers: Mapping[str, str]) -> ResponseReturnValue:
    """A page for people, and JSON for programs."""
    accepted = request.headers.get("Accept", "")
    if request.method == "GET" and not request.path.startswith("/api/") and "text/html" in accepted:
        return render_template("pages/error.html", sentence=_sentence(why)), code, headers
    return jsonify({"error": _line(why)}), code, headers


def _line(text: str) -> str:
    """The text on one line: what a visitor sent may stand in it, with line breaks."""
    return " ".join(text.split())


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")
