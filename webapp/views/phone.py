"""A phone as the camera: its page, the code that leads there, and the pictures it sends."""

from __future__ import annotations

import secrets

from flask import Blueprint, Response, abort, jsonify, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from ..camera.phone import LARGEST_PICTURE, Phone, RivalError, too_large
from ..web.access import Role
from ..web.context import world
from ..web.json_body import json_body
from ..web.qr import as_svg, qr_code
from .join import open_to

camera = Blueprint("camera", __name__)
"""The pages of the dashboard that have to do with it."""
pictures = Blueprint("pictures", __name__)
"""What phones send; the page on plain HTTP takes it too."""

KEY = "Phone-Key"
NAME = "Phone"


@camera.get("/camera")
@open_to(Role.STRANGER)
def watch() -> str:
    """The page on the phone that watches the table. Whoever opens it needs the key to send anything."""
    return render_template("phone/camera.html")


@camera.get("/camera-code")
def show_code() -> str:
    """The code to scan with the phone, and what its browser will warn of."""
    addresses = _phone().addresses
    return render_template("phone/camera_code.html", secure=addresses.secure, plain=addresses.plain)


@camera.get("/camera-code/<which>.svg")
def draw_code(which: str) -> Response:
    """The code as a picture: `secure` leads to the camera's page, `plain` to that of single pictures."""
    addresses = _phone().addresses
    address = {"secure": addresses.secure, "plain": addresses.plain}.get(which)
    if not address:
        abort(404, "this machine is on no network that a phone could find it on; connect it, then start muggins again")
    return Response(as_svg(qr_code(address)), mimetype="image/svg+xml", headers={"Cache-Control": "no-store"})


@pictures.post("/api/camera")
@open_to(Role.STRANGER)
def take() -> AnyResponse | tuple[Response, int]:
    """A JPEG from the phone that is the camera; the newest wins. Answers how the camera is.

    Header `Phone-Key`: the key in the code. Header `Phone`: the name the page has given itself, of which one at a time
    is the camera, until another comes with `?takes_over=yes`. `?single=yes` where no others follow by themselves.
    """
    phone = _phone()
    _check(phone, request.headers.get(KEY, ""))
    if (request.content_length or 0) > LARGEST_PICTURE:
        phone.refuse(too_large(request.content_length or 0))
        abort(413, too_large(request.content_length or 0))
    try:
        takes_over, is_single = (request.args.get(name) == "yes" for name in ("takes_over", "single"))
        phone.take(request.get_data(), request.headers.get(NAME, ""), takes_over, is_single)
    except RivalError as error:
        return jsonify({"error": str(error), "rival": True}), 409
    except ValueError as error:
        abort(400, str(error))
    now = world().live.snapshot.camera
    return jsonify({"state": now.state, "says": now.says})


@pictures.post("/api/camera/away")
@open_to(Role.STRANGER)
def leave() -> Response:
    """{"key", "phone"}: the page is not looked at any more, and sends nothing until it is."""
    phone, said = _phone(), json_body()
    _check(phone, str(said.get("key", "")))
    phone.leave(str(said.get("phone", "")))
    return jsonify({})


def _phone() -> Phone:
    watching = world().watching
    if watching is None or watching.phone is None:
        abort(409, "another camera watches this table; start the program with: muggins play phone")
    return watching.phone


def _check(phone: Phone, key: str) -> None:
    if not secrets.compare_digest(key.encode(), phone.key.encode()):
        abort(403, "this phone does not know the table's key; scan the code on the table's screen once more")
