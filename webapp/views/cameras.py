"""The camera chosen on a page: which there are, and another in its place. For the host alone."""

from __future__ import annotations

from flask import Blueprint, Response, abort, jsonify

from ..camera.switch import LONGEST_ADDRESS
from ..web.context import world
from ..web.json_body import json_body

cameras = Blueprint("cameras", __name__)


@cameras.get("/api/cameras")
def list_cameras() -> Response:
    """{"chosen", "address", "choices": [{"camera", "name"}], "code": whether there is one to scan, "says"}."""
    return _told()


@cameras.post("/api/cameras")
def choose() -> Response:
    """{"camera": one of the choices, or the address of a camera on the network}; the game goes on."""
    camera = json_body().get("camera")
    if not isinstance(camera, str) or not 0 < len(camera) <= LONGEST_ADDRESS:
        abort(400, "expected a camera: one of those that are offered, or an address such as rtsp://192.168.1.20/main")
    try:
        world().cameras.choose(camera.strip())
    except ValueError as error:
        abort(409, str(error))
    return _told()


def _told() -> Response:
    here = world().cameras
    return jsonify(
        {
            "chosen": "address" if here.address else here.chosen,
            "address": here.address,
            "choices": [{"camera": one.camera, "name": one.name} for one in here.choices()],
            "code": here.code,
            "says": here.trouble,
        }
    )
