"""The hall's app, and the one door through which requests reach it or the app of a table."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from flask import Flask

from ...views.language import language
from ...views.openapi import description
from ...views.trust import trust
from ...web.access import LoginThrottle
from ...web.auth import require_roles
from ...web.bare_app import new_app
from ..floor.context import HALL_EXTENSION, HallContext
from ..floor.floor import Floor
from ..floor.surroundings import HALL_COOKIE, table_path
from ..lobby.join import join
from ..lobby.lobby import lobby
from ..lobby.sheets import sheets
from ..views import BLUEPRINTS as DESK
from ..views import register_desk

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

hall_openapi = description("hall_openapi", "/api/hall/openapi.json", Path(__file__).parents[1] / "openapi.json")
LOBBY = (hall_openapi, join, language, lobby, sheets, trust)
BLUEPRINTS = (*LOBBY, *DESK)
"""All pages of a hall and its API, without those of its tables."""
AT_TABLE = re.compile(r"/table/([0-9]{1,6})(/.*)?", re.DOTALL)


def create_hall_app(context: HallContext, hosts: Iterable[str] = (), throttle: LoginThrottle | None = None) -> Flask:
    """The pages and the API of a hall, without those of its tables.

    `hosts` are further names that requests may address it by. Wrong guesses are counted together with those at the
    tables where both have the same `throttle`.
    """
    app = new_app(hosts, "lobby.show_lobby")
    app.json.sort_keys = False  # type: ignore[attr-defined]  # players and sides stay in playing order
    app.extensions[HALL_EXTENSION] = context
    require_roles(app, context.access, throttle=throttle)
    app.config["SESSION_COOKIE_NAME"] = HALL_COOKIE
    for blueprint in LOBBY:
        app.register_blueprint(blueprint)
    app.context_processor(lambda: {"full": str(context.load.says), "notice": str(context.notice())})
    register_desk(app, context)
    return app


class HallWsgi:
    """Hands each request to the table that its path names, if there is one, and to the hall otherwise."""

    def __init__(self, app: Flask, tables: Floor) -> None:
        self.app = app
        self._tables = tables

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        found = AT_TABLE.fullmatch(environ.get("PATH_INFO", ""))
        table = self._tables.held().get(int(found[1])) if found else None
        if found is None or table is None:
            return self.app(environ, start_response)
        app: WSGIApplication = table.app
        root = environ.get("SCRIPT_NAME", "") + table_path(table.number)
        return app({**environ, "SCRIPT_NAME": root, "PATH_INFO": found[2] or "/"}, start_response)
