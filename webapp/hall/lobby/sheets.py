"""The cameras of the tables: a sheet to print for each table, and the page on which a phone's code is typed."""

from __future__ import annotations

from typing import TypedDict

from flask import Blueprint, Response, abort, render_template

from muggins.texts import gettext

from ...web.access import Role, plain_code
from ...web.auth import count_guess, open_to
from ...web.described import takes
from ...web.json_body import json_body
from ...web.qr import qr_svg
from ..floor.context import current_hall
from .join import CodeJson

sheets = Blueprint("sheets", __name__)


class AddressJson(TypedDict):
    """Where to go on."""

    address: str


@sheets.get("/cameras/sheet")
def show_sheets() -> str:
    """One block for each table, to print and lay there: its number, and its code as a picture and in letters."""
    hall = current_hall()
    codes = {table: f"{key[:4]} {key[4:]}" for key, table in hall.door.tables_by_phone_key().items()}
    return render_template(
        "lobby/sheets.html",
        codes=codes,
        address=f"{hall.door.phone_address}camera",
        is_reachable=bool(hall.access.addresses),
    )


@sheets.get("/cameras/<int:table>.svg")
def draw_code(table: int) -> Response:
    """The address at which a phone becomes the camera of a table, as a QR code."""
    hall = current_hall()
    keys = {number: key for key, number in hall.door.tables_by_phone_key().items()}
    key = keys.get(table)
    if key is None:
        abort(404, gettext("there is no table %(table)s here; the last is table %(last)s", table=table, last=len(keys)))
    svg = qr_svg(hall.door.camera_address(table, key))
    return Response(svg, mimetype="image/svg+xml", headers={"Cache-Control": "no-store"})


@sheets.get("/camera")
@open_to(Role.STRANGER)
def show_camera() -> str:
    """The page on which the code of a table's sheet is typed, where a phone cannot scan it."""
    return render_template("lobby/camera.html")


@sheets.post("/api/hall/camera")
@open_to(Role.STRANGER)
@takes(CodeJson)
def find_table() -> AddressJson:
    """The address at which a phone becomes the camera of the table whose sheet has this code."""
    code = json_body().get("code")
    if not isinstance(code, str):
        abort(400, gettext("expected a code: the letters on the table's sheet"))
    hall, key = current_hall(), plain_code(code)
    table = hall.door.tables_by_phone_key().get(key)
    if table is None:
        count_guess(False)
        abort(403, gettext("no table has this code; look at the sheet that lies on the table once more"))
    return {"address": hall.door.camera_address(table, key)}
