"""The two APIs, of a table and of a hall, and the files that describe them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from flask import Flask

from muggins.scorer.events import EVENT_NAMES
from muggins.scorer.json_types import TileText
from muggins.scorer.layout import Layout
from muggins.scorer.tiles import Tile

from .. import create_app
from ..hall.floor.surroundings import HALL_COOKIE
from ..hall.lobby.lobby import GlanceJson
from ..hall.serving.app import BLUEPRINTS
from ..session.session import GameSession
from ..web.errors import RefusalJson
from ..web.table_json import AnnouncementJson
from .routes import paths
from .schemas import Schemas, one_line
from .typescript import declarations

ROOT = Path(__file__).parents[2]
WIDTH = 120
WRITTEN = {Tile: TileText, Layout: str}
Tags = Mapping[str, tuple[str, tuple[str, ...]]]
"""Each tag with what it means, and the blueprints whose operations it marks."""

TABLE_TAGS: Tags = {
    "table": ("The game being played.", ("table", "speech_input", "sounds")),
    "games": ("The games in the archive.", ("games",)),
    "access": ("Joining, seats and codes.", ("join", "seats")),
    "camera": ("The camera that watches the table.", ("cameras", "live_image", "phone_images")),
    "receivers": ("Programs elsewhere that are told each event.", ("receivers",)),
    "counting": ("Photos that are counted, and the hands that are entered.", ("counting",)),
    "api": ("This description.", ("openapi",)),
}
HALL_TAGS: Tags = {
    "hall": ("The tables, and coming in.", ("hall_openapi", "join", "lobby", "sheets")),
    "tournament": ("Looking on, exports, and a player's own result.", ("exports", "player", "tournament_stream")),
    "desk": ("The steps of the tournament desk.", ("desk_api",)),
}
TABLE = """
    The game being played, and every game in the archive. A game is a list of events that only grows; a client that
    knows the number of the last event it has received can request what came after it. Requests that change something
    carry Content-Type: application/json. `x-open-to` is the lowest role that may send a request: stranger, spectator,
    player or host. A program without cookies sends Authorization: Bearer with the host's key (the end of the address
    shown at the start) or the table's code.
"""
HALL = """
    The tables of a hall and its tournament. Each table has the interface of a dashboard of its own below /table/NUMBER,
    described at /table/NUMBER/api/openapi.json. Requests that change something carry Content-Type: application/json.
    `x-open-to` is the lowest role that may send a request: stranger, spectator, player or host; the desk is the host of
    the hall. A program without cookies sends Authorization: Bearer with the desk's key (the end of the address shown at
    the start) or the hall's code. Status 409 says that the tournament cannot be so.
"""


def files() -> dict[str, str]:
    """The text of each file that is made, by its path in the project."""
    table, hall = Schemas(EVENT_NAMES, WRITTEN), Schemas({}, WRITTEN)
    hall_app = Flask(__name__)
    hall_app.config["SESSION_COOKIE_NAME"] = HALL_COOKIE
    for blueprint in BLUEPRINTS:
        hall_app.register_blueprint(blueprint)
    described = {
        "webapp/openapi.json": _description(create_app(GameSession()), "muggins", TABLE, TABLE_TAGS, table),
        "webapp/hall/openapi.json": _description(hall_app, "muggins: the hall", HALL, HALL_TAGS, hall),
    }
    for streamed in (AnnouncementJson, GlanceJson):
        table.of(streamed)
    written = {path: f"{_text(description)}\n" for path, description in described.items()}
    types = f"// Written by muggins.webapp.openapi.\n\n{declarations(table.components)}"
    return {**written, "webapp/static/lib/api_types.d.ts": types}


def _description(app: Flask, title: str, about: str, tags: Tags, schemas: Schemas) -> dict[str, Any]:
    operations = paths(app, schemas, {each: tag for tag, (_, blueprints) in tags.items() for each in blueprints})
    refusal = schemas.of(RefusalJson)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": title,
            "version": "1",
            "license": {"name": "AGPL-3.0-or-later", "identifier": "AGPL-3.0-or-later"},
            "description": one_line(about),
        },
        "tags": [{"name": tag, "description": meaning} for tag, (meaning, _) in tags.items()],
        "security": [{"bearer": []}, {"cookie": []}, {}],
        "paths": operations,
        "components": {
            "securitySchemes": {
                "bearer": {"type": "http", "scheme": "bearer"},
                "cookie": {"type": "apiKey", "in": "cookie", "name": app.config["SESSION_COOKIE_NAME"]},
            },
            "responses": {
                "Refused": {
                    "description": "The request failed; the answer says why.",
                    "content": {"application/json": {"schema": refusal}},
                }
            },
            "schemas": dict(sorted(schemas.components.items())),
        },
    }


def _text(value: Any, indent: str = "") -> str:
    """JSON with as much in a line as fits there."""
    line = json.dumps(value, ensure_ascii=False)
    if len(indent) + len(line) <= WIDTH or not isinstance(value, (dict, list)):
        return line
    deeper = f"{indent}  "
    if isinstance(value, dict):
        parts = [f"{json.dumps(key)}: {_text(part, deeper)}" for key, part in value.items()]
        return "{\n" + ",\n".join(f"{deeper}{part}" for part in parts) + f"\n{indent}}}"
    return "[\n" + ",\n".join(f"{deeper}{_text(part, deeper)}" for part in value) + f"\n{indent}]"
