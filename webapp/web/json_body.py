"""The JSON object in a request's body."""

from __future__ import annotations

import json
import math
from typing import Any

from flask import abort, request

from muggins.texts import gettext


def json_body() -> dict[str, Any]:
    """The object. Aborts with 400 where the body is none, or holds what JSON cannot carry on."""
    try:
        body = json.loads(request.get_data(), parse_constant=_reject_constant, parse_float=_finite)
        json.dumps(body, ensure_ascii=False).encode()  # raises on a lone surrogate, which cannot be stored
    except (ValueError, RecursionError):
        body = None
    if not isinstance(body, dict):
        abort(400, gettext("expected one JSON object"))
    return body


def _reject_constant(name: str) -> float:
    raise ValueError(f"{name} is no number in JSON")


def _finite(text: str) -> float:
    """A finite number. Raises ValueError: JSON has no infinity, so other programs could not read it back."""
    if not math.isfinite(number := float(text)):
        raise ValueError(f"{text} is too large")
    return number
