"""The live picture, and the stills kept with plays."""

from __future__ import annotations

import json
from collections.abc import Iterator

from flask import Blueprint, Response, abort, jsonify, request

from ..camera.live_image import LivePicture
from ..web.access import Role
from ..web.context import world
from .join import open_to

picture = Blueprint("picture", __name__)

LONGEST_WAIT = 2.0
"""Seconds that a request waits for a newer frame."""


@picture.get("/live.jpg")
@open_to(Role.SPECTATOR)
def newest() -> Response:
    """The first frame newer than number `after`; 204 where there is none.

    Header Frame: its number. Header Tiles: where each tile lies that was read, as `LivePicture.outlines` tells it; with
    204 too, since the newest frame may have been sent before it was read.

    Pages ask for one frame after the other: on a slow network a frame is then late, never a whole queue of them.
    """
    watching = world().watching
    if watching is None:
        return _nothing("none", "There is no camera.")
    if watching.trouble:
        return _nothing("stopped", watching.trouble, _where(watching.picture))
    after = request.args.get("after", 0, type=int)
    found = watching.picture.newest(after, LONGEST_WAIT)
    where = _where(watching.picture)
    if found is not None:
        number, jpeg = found
        headers = {"Frame": str(number), "Tiles": where, "Cache-Control": "no-store"}
        return Response(jpeg, mimetype="image/jpeg", headers=headers)
    if watching.picture.is_over:
        return _nothing("over", "The film is over.", where)
    if watching.picture.is_lost:
        return _nothing("lost", "The camera gives no picture: look at its cable or its network.", where)
    return _nothing("waiting", "Waiting for the camera.", where)


@picture.get("/api/sight")
def judge() -> Response:
    """How well the table is seen, for who sets a camera up: {"state", "good", "says"}."""
    watching, condition = world().watching, world().live.snapshot.camera
    if watching is None or watching.trouble or condition.state != "live":
        says = watching.trouble if watching is not None and watching.trouble else condition.says
        return jsonify({"state": condition.state, "good": False, "says": says})
    sight = watching.picture.sight()
    if sight is None:
        return jsonify({"state": "waiting", "good": False, "says": "Waiting for the camera."})
    return jsonify({"state": "live", "good": sight.is_good, "says": sight.says})


@picture.get("/api/questions/<int:question>/picture")
@open_to(Role.SPECTATOR)
def show_doubted(question: int) -> Response:
    """The tile that is asked about, cut out of the live picture; 204 where it is not seen."""
    watching, live = world().watching, world().live
    asked = next((one for one in live.snapshot.questions if one.id == question), None)
    jpeg = watching.picture.cut_out(asked.tile) if watching is not None and asked is not None and asked.tile else None
    if jpeg is None:
        return Response(status=204)
    return Response(jpeg, mimetype="image/jpeg", headers={"Cache-Control": "no-store"})


@picture.get("/live.mjpeg")
@open_to(Role.SPECTATOR)
def stream() -> Response:
    """The same as one endless picture, for programs that know no other way."""
    watching, here = world().watching, world()
    if watching is None:
        abort(404, "there is no camera")
    live_picture = watching.picture

    def frames() -> Iterator[bytes]:
        number = 0
        with here.listener() as may_stay:
            while may_stay and not live_picture.is_over:
                found = live_picture.newest(number, LONGEST_WAIT)
                if found is not None:
                    number, jpeg = found
                    yield b"--frame\r\nContent-Type: image/jpeg\r\n\r\n" + jpeg + b"\r\n"

    return Response(frames(), mimetype="multipart/x-mixed-replace; boundary=frame")


def _where(shown: LivePicture) -> str:
    return json.dumps(shown.outlines(), separators=(",", ":"))


def _nothing(state: str, why: str, where: str = "{}") -> Response:
    says = why.encode("ascii", "replace").decode()
    return Response(status=204, headers={"Camera": state, "Camera-Says": says, "Tiles": where})
