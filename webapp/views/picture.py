"""The live picture, and the stills kept with plays."""

from __future__ import annotations

from collections.abc import Iterator

from flask import Blueprint, Response, abort, request

from ..access import Role
from .doors import open_to
from .world import world

picture = Blueprint("picture", __name__)

LONGEST_WAIT = 2.0
"""Seconds that a request waits for a newer frame."""


@picture.get("/live.jpg")
@open_to(Role.SPECTATOR)
def newest() -> Response:
    """The first frame newer than number `after`, its number in the header Frame; 204 where there is none.

    Pages ask for one frame after the other: on a slow network a frame is then late, never a whole queue of them.
    """
    watching = world().watching
    if watching is None:
        return _nothing("none", "There is no camera.")
    if watching.trouble:
        return _nothing("stopped", watching.trouble)
    after = request.args.get("after", 0, type=int)
    found = watching.picture.newest(after, LONGEST_WAIT)
    if found is not None:
        number, jpeg = found
        return Response(jpeg, mimetype="image/jpeg", headers={"Frame": str(number), "Cache-Control": "no-store"})
    if watching.picture.is_over:
        return _nothing("over", "The film is over.")
    if watching.picture.is_lost:
        return _nothing("lost", "The camera gives no picture: look at its cable or its network.")
    return _nothing("waiting", "Waiting for the camera.")


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


def _nothing(state: str, why: str) -> Response:
    return Response(status=204, headers={"Camera": state, "Camera-Says": why.encode("ascii", "replace").decode()})
