"""The OpenAPI description of an API, for programs and as a page for people."""

from __future__ import annotations

import json
from pathlib import Path

from flask import Blueprint, Response, render_template

from ..web.access import Role
from ..web.auth import open_to
from ..web.described import OpenApi


def description(name: str, path: str, file: Path) -> Blueprint:
    """What answers at the path with the description that is in a file, which `muggins.webapp.openapi` writes.

    At `/api` it stands as people read it.
    """
    described = Blueprint(name, __name__)

    @described.get(path)
    @open_to(Role.STRANGER)
    def describe() -> OpenApi:
        """This description: every route with its parameters, its answers and the role it needs."""
        return Response(file.read_bytes(), mimetype="application/json")

    @described.get("/api")
    @open_to(Role.STRANGER)
    def show_api() -> str:
        return render_template("pages/api.html", api=json.loads(file.read_bytes()), endpoint=f"{name}.describe")

    return described


openapi = description("openapi", "/api/openapi.json", Path(__file__).parents[1] / "openapi.json")
