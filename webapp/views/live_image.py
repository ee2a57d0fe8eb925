"""The live picture, how well the camera sees the table, and pictures of doubtful tiles."""

from __future__ import annotations

import json
import string
from collections.abc import Mapping
from threading import BoundedSemaphore
from typing import Annotated, Literal, TypedDict
from urllib.parse import quote

from flask import Blueprint, Response, request

from muggins.texts import gettext
from muggins.vision.capture.status import CameraState

from ..camera.live_image import LiveImage
from ..web.access import Role
from ..web.auth import current_visitor, open_to
from ..web.context import current_context
from ..web.described import Jpeg, NoContent

live_image = Blueprint("live_image", __name__)
HEADER_LETTERS = (string.ascii_letters + string.digits + string.punctuation + " ").replace("%", "")
"""The characters of a header that stand for themselves."""

FRAME_WAIT_SECONDS = 2.0
"""Seconds that a request waits for a newer frame."""
MOST_WAITING = 48
"""Requests of all tables that wait so, each in a thread of the server, which needs its others for the pages."""
waiting = BoundedSemaphore(MOST_WAITING)
NOTHING_SEEN: Mapping[str, str] = {"Tiles": "{}", "Asked": "[]", "View": "{}"}
"""The headers of an answer without a camera."""


class _SightJson(TypedDict):
    state: CameraState
    good: bool
    says: str


@live_image.get("/live.jpg")
@open_to(Role.SPECTATOR)
def show_newest() -> Response:
    """The newest frame as JPEG if its number is above `after`; else 204, after FRAME_WAIT_SECONDS.

    Where many requests wait already, 204 comes at once. Four headers go with the frame: Frame, its number; Tiles,
    `LiveImage.outlines` as JSON, with 204 too, since a frame may be read after it was sent; Asked, the outline of what
    the first question is about; and View, as JSON the part of the picture to show as "near" and, where the request
    says `above=yes`, as "above", the table straightened; each is None or as `LiveImage.near_view` says. Pages request
    one frame after the other: on a slow network they get a late frame, and frames never queue up. The host decides
    whether others than the host see it.
    """
    camera = current_context().camera
    if camera is None:
        return _no_frame("none", gettext("There is no camera."))
    if not _may_look():
        return _no_frame("private", gettext("The camera's picture is for the host alone."))
    after = request.args.get("after", 0, type=int)
    may_wait = waiting.acquire(blocking=False)
    try:
        newest = camera.live_image.newest(after, FRAME_WAIT_SECONDS if may_wait else 0.0)
    finally:
        if may_wait:
            waiting.release()
    seen = _seen(camera.live_image)
    if newest is not None:
        number, jpeg = newest
        headers = {"Frame": str(number), **seen, "Cache-Control": "no-store"}
        return Response(jpeg, mimetype="image/jpeg", headers=headers)
    if camera.live_image.is_over:
        return _no_frame("over", gettext("The film is over."), seen)
    if camera.live_image.is_lost:
        return _no_frame("lost", gettext("The camera gives no picture: look at its cable or its network."), seen)
    return _no_frame("waiting", gettext("Waiting for the camera."), seen)


@live_image.get("/api/sight")
def check_setup() -> _SightJson:
    """How well the camera sees the table, for whoever sets it up."""
    context = current_context()
    camera, status = context.camera, context.session.snapshot.camera
    if camera is None or status.state != "live":
        return {"state": status.state, "good": False, "says": str(status.says)}
    check = camera.live_image.check_setup()
    if check is None:
        return {"state": "waiting", "good": False, "says": gettext("Waiting for the camera.")}
    return {"state": "live", "good": check.is_good, "says": str(check.says)}


@live_image.get("/api/questions/<int:question>/picture")
@open_to(Role.SPECTATOR)
def show_doubtful_tile(question: int) -> Jpeg | Annotated[NoContent, "The camera does not see the tile."]:
    """The tile in question, cut out of the live picture."""
    context = current_context()
    camera = context.camera
    if not _may_look():
        return Response(status=204)
    asked = next((each for each in context.session.snapshot.questions if each.id == question), None)
    jpeg = camera.live_image.crop(asked.tile, asked.outline) if camera is not None and asked is not None else None
    if jpeg is None:
        return Response(status=204)
    return Response(jpeg, mimetype="image/jpeg", headers={"Cache-Control": "no-store"})


def _may_look() -> bool:
    """Whether the visitor may see the table as it is now, with the hands that the camera sees."""
    return current_visitor().role is Role.HOST or current_context().session.pictures == "live"


def _seen(picture: LiveImage) -> dict[str, str]:
    """The headers that say where tiles are in the picture. Nothing of it is worked out while nobody looks."""
    view = {"near": picture.near_view()}
    if request.args.get("above") == "yes":
        view["above"] = picture.view_from_above()
    asked = [
        picture.place_of(question.tile, question.outline)
        for question in current_context().session.snapshot.questions[:1]
    ]
    return {"Tiles": _compact(picture.outlines()), "Asked": _compact(asked[0] if asked else []), "View": _compact(view)}


def _compact(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def _no_frame(state: CameraState | Literal["private"], why: str, seen: Mapping[str, str] = NOTHING_SEEN) -> Response:
    says = quote(why, safe=HEADER_LETTERS)  # a header carries plain letters alone
    return Response(status=204, headers={"Camera": state, "Camera-Says": says, **seen})
