"""The choice of camera, for the host: which cameras there are, and switching to another."""

from __future__ import annotations

from typing import cast, get_args

from flask import Blueprint, Response, abort, jsonify

from muggins.texts import gettext

from ..camera.switch import LONGEST_ADDRESS
from ..session.session import Pictures
from ..web.context import current_context
from ..web.json_body import json_body

cameras = Blueprint("cameras", __name__)


@cameras.get("/api/cameras")
def list_cameras() -> Response:
    """{"chosen", "address", "choices": [{"camera", "name"}], "code": address in the phone's QR code, "says"}.

    "pictures" comes along: which of them others than the host see.
    """
    return _cameras_json()


@cameras.post("/api/cameras")
def choose() -> Response:
    """Switches to {"camera": one of the choices, or the address of a network camera}. The game goes on."""
    camera = json_body().get("camera")
    if not isinstance(camera, str) or not 0 < len(camera) <= LONGEST_ADDRESS:
        abort(
            400,
            gettext("expected a camera: one of those that are offered, or an address such as rtsp://192.168.1.20/main"),
        )
    try:
        current_context().cameras.choose(camera.strip())
    except ValueError as error:
        abort(409, str(error))
    return _cameras_json()


@cameras.post("/api/pictures")
def choose_pictures() -> Response:
    """Shows others than the host {"pictures": "off", those of hands that are over ("delayed"), or "live"}."""
    pictures = json_body().get("pictures")
    if pictures not in get_args(Pictures):
        abort(400, gettext("expected pictures: off, delayed or live"))
    current_context().session.choose_pictures(cast(Pictures, pictures))
    return _cameras_json()


def _cameras_json() -> Response:
    context = current_context()
    switch = context.cameras
    return jsonify(
        {
            "chosen": "address" if switch.address else switch.chosen,
            "address": switch.address,
            "choices": [{"camera": choice.camera, "name": str(choice.name)} for choice in switch.choices()],
            "code": switch.phone_url,
            "pictures": context.session.pictures,
            "says": str(switch.trouble),
        }
    )
