"""A phone as the camera: its page, the QR code that leads there, and the pictures it sends."""

from __future__ import annotations

import secrets
from typing import Annotated, Literal, TypedDict

from flask import Blueprint, Response, abort, jsonify, make_response, render_template, request

from muggins.texts import gettext
from muggins.vision.capture.status import CameraState

from ..camera.phone import LARGEST_PICTURE, Phone, RivalError, too_large_message
from ..web.access import Role
from ..web.auth import current_surroundings, open_to
from ..web.context import current_context
from ..web.described import Header, Jpeg, NothingJson, takes
from ..web.json_body import json_body
from ..web.qr import qr_svg
from ..web.security import TOO_MANY_PICTURES

phone = Blueprint("phone", __name__)
"""Pages of the dashboard."""
phone_images = Blueprint("phone_images", __name__)
"""What phones send. The app on plain HTTP registers it too."""

KEY_HEADER = "Phone-Key"
NAME_HEADER = "Phone"


class _PictureArguments(TypedDict, total=False):
    key: Annotated[str, Header(KEY_HEADER)]
    """The key in the QR code that the phone has scanned."""
    phone: Annotated[str, Header(NAME_HEADER)]
    """A name that the page gives itself. One page at a time is the camera."""
    takes_over: Literal["yes"]
    """Makes this page the camera in place of another."""
    single: Literal["yes"]
    """No further picture follows by itself."""


class TakenJson(TypedDict):
    state: CameraState
    says: str
    notice: str
    tiles: dict[str, list[float]]
    """The tiles that were read last, each with x and y of its four corners as fractions of the picture's size."""
    scores: dict[str, int]
    """Those of the game that is played, by side."""


class _HiddenPageJson(TypedDict):
    key: str
    phone: str


@phone.get("/camera")
@open_to(Role.STRANGER)
def watch() -> str:
    """The page on the phone. Anybody may open it; sending pictures needs the key in the QR code."""
    return render_template("phone/camera.html")


@phone.get("/camera-code")
def show_code() -> str:
    """The QR code to scan with the phone, and the warning that its browser will show."""
    addresses = _current_phone().addresses
    return render_template("phone/camera_code.html", secure=addresses.secure, plain=addresses.plain)


@phone.get("/camera-code/<which>.svg")
def draw_code(which: str) -> Response:
    """The QR code of the camera's page (`secure`) or of the page for single pictures (`plain`)."""
    addresses = _current_phone().addresses
    address = {"secure": addresses.secure, "plain": addresses.plain}.get(which)
    if not address:
        abort(
            404,
            gettext("this machine is on no network that a phone could find it on; connect it"),
        )
    return Response(qr_svg(address), mimetype="image/svg+xml", headers={"Cache-Control": "no-store"})


@phone_images.post("/api/camera")
@open_to(Role.STRANGER)
@takes(Jpeg, _PictureArguments)
def take() -> TakenJson:
    """Takes a picture from the phone that is the camera; answers with what is read of it, and what all are told."""
    camera = _current_phone()
    _check_key(camera, request.headers.get(KEY_HEADER, ""))
    current_context().pictures.count(TOO_MANY_PICTURES)
    if (request.content_length or 0) > LARGEST_PICTURE:
        camera.report_refusal(too_large_message(request.content_length or 0))
        abort(413, str(too_large_message(request.content_length or 0)))
    try:
        takes_over, is_single = (request.args.get(name) == "yes" for name in ("takes_over", "single"))
        camera.receive(request.get_data(), request.headers.get(NAME_HEADER, ""), takes_over, is_single)
    except RivalError as error:
        abort(make_response(jsonify({"error": str(error), "rival": True}), 409))
    except ValueError as error:
        abort(400, str(error))
    snapshot = current_context().session.snapshot
    status, watching = snapshot.camera, current_context().camera
    return {
        "state": status.state,
        "says": str(status.says),
        "notice": str(snapshot.notice),
        "tiles": watching.live_image.outlines() if watching is not None else {},
        "scores": dict(snapshot.game.scores) if snapshot.game is not None else {},
    }


@phone_images.post("/api/camera/away")
@open_to(Role.STRANGER)
@takes(_HiddenPageJson)
def leave_camera() -> NothingJson:
    """Says that the phone's page is hidden and sends nothing until it is shown again."""
    camera, body = _current_phone(), json_body()
    _check_key(camera, str(body.get("key", "")))
    camera.on_page_left(str(body.get("phone", "")))
    return {}


def _current_phone() -> Phone:
    camera = current_context().camera
    if camera is None or camera.phone is None:
        abort(
            409,
            gettext(
                "another camera watches this table; on the table's page, the host taps Camera and chooses the phone"
            ),
        )
    return camera.phone


def _check_key(camera: Phone, key: str) -> None:
    if not secrets.compare_digest(key.encode(), camera.key.encode()):
        surroundings = current_surroundings()
        about = surroundings.about_phone_key(key) if surroundings is not None else ""
        abort(
            403,
            about or gettext("this phone does not know the table's key; scan the code on the table's screen once more"),
        )
