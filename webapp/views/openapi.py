"""The description of the interface, for whoever builds on it."""

from __future__ import annotations

from flask import Blueprint, Response, current_app

from ..web.access import Role
from .join import open_to

interface = Blueprint("interface", __name__)

DESCRIPTION = "openapi.json"


@interface.get("/api/openapi.json")
@open_to(Role.STRANGER)
def describe() -> Response:
    """Every route, what it takes and what it answers, as OpenAPI tells it."""
    with current_app.open_resource(DESCRIPTION) as file:
        return Response(file.read(), mimetype="application/json")
