"""The OpenAPI description of the API."""

from __future__ import annotations

from flask import Blueprint, Response, current_app

from ..web.access import Role
from ..web.auth import open_to
from ..web.described import OpenApi

openapi = Blueprint("openapi", __name__)


@openapi.get("/api/openapi.json")
@open_to(Role.STRANGER)
def describe() -> OpenApi:
    """This description: every route with its parameters, its answers and the role it needs."""
    with current_app.open_resource("openapi.json") as file:
        return Response(file.read(), mimetype="application/json")
