"""The OpenAPI description of the hall's API."""

from __future__ import annotations

from importlib.resources import files

from flask import Blueprint, Response

from ...web.access import Role
from ...web.auth import open_to
from ...web.described import OpenApi

hall_openapi = Blueprint("hall_openapi", __name__)


@hall_openapi.get("/api/hall/openapi.json")
@open_to(Role.STRANGER)
def describe() -> OpenApi:
    """This description: every route with its parameters, its answers and the role it needs."""
    text = files("muggins.webapp.hall").joinpath("openapi.json").read_text(encoding="utf-8")
    return Response(text, mimetype="application/json")
