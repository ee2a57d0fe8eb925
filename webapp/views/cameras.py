"""The choice of camera, for the host: which cameras there are, and switching to another."""

from __future__ import annotations

from typing import Annotated, TypedDict, cast, get_args

from flask import Blueprint, abort

from muggins.scorer.json_types import Keywords
from muggins.texts import gettext

from ..camera.switch import LONGEST_ADDRESS
from ..session.session import Pictures
from ..web.context import current_context
from ..web.described import takes
from ..web.json_body import json_body

cameras = Blueprint("cameras", __name__)

PicturesJson = Annotated[
    Pictures, Keywords(title="Pictures"), "None; those of hands that are over; or all, and the camera's picture too."
]


class _CameraChoiceJson(TypedDict):
    camera: str
    name: str


class CamerasJson(TypedDict):
    """The available cameras, and the one that watches."""

    chosen: str
    """The choice that watches now; `address` is a camera on the network."""
    address: str
    """The network camera's address, without the password."""
    choices: list[_CameraChoiceJson]
    code: str
    """The address that the phone opens, where a phone is the camera."""
    pictures: PicturesJson
    clips: bool
    """Whether a clip of each play is kept."""
    says: str
    """Why the camera used last is not available."""


class _ChosenCameraJson(TypedDict):
    camera: Annotated[str, Keywords(examples=["0", "phone", "none", "http://192.168.1.20:8080/video"])]
    """One of the choices, or the address of a camera on the network."""


class _ChosenClipsJson(TypedDict):
    clips: bool


class _ChosenPicturesJson(TypedDict):
    pictures: PicturesJson


@cameras.get("/api/cameras")
def list_cameras() -> CamerasJson:
    """The available cameras, and the one that watches."""
    return _cameras_json()


@cameras.post("/api/cameras")
@takes(_ChosenCameraJson)
def choose_camera() -> CamerasJson:
    """Switches to another camera; the game goes on."""
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
@takes(_ChosenPicturesJson)
def choose_pictures() -> CamerasJson:
    """Chooses which pictures others than the host see."""
    pictures = json_body().get("pictures")
    if pictures not in get_args(Pictures):
        abort(400, gettext("expected pictures: off, delayed or live"))
    current_context().session.choose_pictures(cast(Pictures, pictures))
    return _cameras_json()


@cameras.post("/api/clips")
@takes(_ChosenClipsJson)
def choose_clips() -> CamerasJson:
    """Keeps a clip of each play, or none."""
    are_kept = json_body().get("clips")
    if type(are_kept) is not bool:
        abort(400, gettext("expected clips: true or false"))
    current_context().session.choose_clips(are_kept)
    return _cameras_json()


def _cameras_json() -> CamerasJson:
    context = current_context()
    switch = context.cameras
    return {
        "chosen": "address" if switch.address else switch.chosen,
        "address": switch.address,
        "choices": [{"camera": choice.camera, "name": str(choice.name)} for choice in switch.choices()],
        "code": switch.phone_url,
        "pictures": context.session.pictures,
        "clips": context.session.keeps_clips,
        "says": str(switch.trouble),
    }
