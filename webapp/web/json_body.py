"""What a request brings, checked."""

from __future__ import annotations

import json
import math
from typing import Any

from flask import abort, request


def json_body() -> dict[str, Any]:
    """The JSON object that was sent; 400 where it is none, or tells what could not be told on."""
    try:
        body = json.loads(request.get_data(), parse_constant=_no_number, parse_float=_finite)
        json.dumps(body, ensure_ascii=False).encode()  # a half of a letter can be neither kept nor sent
    except (ValueError, RecursionError):
        body = None
    if not isinstance(body, dict):
        abort(400, "expected one JSON object")
    return body


def _no_number(name: str) -> float:
    raise ValueError(f"{name} is no number in JSON")


def _finite(text: str) -> float:
    """A number that other readers of JSON know too."""
    if not math.isfinite(number := float(text)):
        raise ValueError(f"{text} is too large")
    return number
