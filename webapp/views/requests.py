"""What a request brings, checked."""

from __future__ import annotations

from typing import Any

from flask import abort, request


def json_body() -> dict[str, Any]:
    """The JSON object that was sent; 400 where it is none."""
    body = request.get_json(silent=True)
    if not isinstance(body, dict):
        abort(400, "expected one JSON object")
    return body
