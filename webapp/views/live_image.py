"""The live picture, how well the camera sees the table, and pictures of doubtful tiles."""

from __future__ import annotations

import json

from flask import Blueprint, Response, jsonify, request

from ..camera.live_image import LiveImage
from ..web.access import Role
from ..web.auth import open_to
from ..web.context import current_context

live_image = Blueprint("live_image", __name__)

LONGEST_WAIT = 2.0
"""Seconds that a request waits for a newer frame."""


@live_image.get("/live.jpg")
@open_to(Role.SPECTATOR)
def show_newest() -> Response:
    """The newest frame as JPEG if its number is above `after`; else 204 after LONGEST_WAIT.

    The header Frame is its number. The header Tiles is `LiveImage.outlines` as JSON; it comes with 204 too, since a
    frame may be read after it was sent. Pages request one frame after the other: on a slow network they get a late
    frame, and frames never queue up.
    """
    camera = current_context().camera
    if camera is None:
        return _no_frame("none", "There is no camera.")
    if camera.trouble:
        return _no_frame("stopped", camera.trouble, _outlines(camera.live_image))
    after = request.args.get("after", 0, type=int)
    newest = camera.live_image.newest(after, LONGEST_WAIT)
    outlines = _outlines(camera.live_image)
    if newest is not None:
        number, jpeg = newest
        headers = {"Frame": str(number), "Tiles": outlines, "Cache-Control": "no-store"}
        return Response(jpeg, mimetype="image/jpeg", headers=headers)
    if camera.live_image.is_over:
        return _no_frame("over", "The film is over.", outlines)
    if camera.live_image.is_lost:
        return _no_frame("lost", "The camera gives no picture: look at its cable or its network.", outlines)
    return _no_frame("waiting", "Waiting for the camera.", outlines)


@live_image.get("/api/sight")
def check_setup() -> Response:
    """How well the camera sees the table, for whoever sets it up: {"state", "good", "says"}."""
    context = current_context()
    camera, status = context.camera, context.session.snapshot.camera
    if camera is None or camera.trouble or status.state != "live":
        says = camera.trouble if camera is not None and camera.trouble else status.says
        return jsonify({"state": status.state, "good": False, "says": says})
    check = camera.live_image.check_setup()
    if check is None:
        return jsonify({"state": "waiting", "good": False, "says": "Waiting for the camera."})
    return jsonify({"state": "live", "good": check.is_good, "says": check.says})


@live_image.get("/api/questions/<int:question>/picture")
@open_to(Role.SPECTATOR)
def show_doubtful_tile(question: int) -> Response:
    """The tile that a question is about, cut out of the live picture; 204 where it is not seen."""
    context = current_context()
    camera = context.camera
    asked = next((each for each in context.session.snapshot.questions if each.id == question), None)
    jpeg = camera.live_image.crop_tile(asked.tile) if camera is not None and asked is not None and asked.tile else None
    if jpeg is None:
        return Response(status=204)
    return Response(jpeg, mimetype="image/jpeg", headers={"Cache-Control": "no-store"})


def _outlines(picture: LiveImage) -> str:
    return json.dumps(picture.outlines(), separators=(",", ":"))


def _no_frame(state: str, why: str, outlines: str = "{}") -> Response:
    says = why.encode("ascii", "replace").decode()
    return Response(status=204, headers={"Camera": state, "Camera-Says": says, "Tiles": outlines})
