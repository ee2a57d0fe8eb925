"""Sounds of one's own over HTTP: what there is, each file, and another one from the host."""

from __future__ import annotations

from typing import Annotated, TypedDict

from flask import Blueprint, Response, abort, request

from muggins.scorer.json_types import PlayerName
from muggins.scorer.names import is_name
from muggins.texts import gettext, text_of

from ..speech.sounds import MOMENTS, Moment, SoundPack
from ..web.access import Role
from ..web.auth import open_to
from ..web.context import current_context
from ..web.described import Media, NoContent, takes

sounds = Blueprint("sounds", __name__, url_prefix="/api")

_Sound = Annotated[Response, Media(("audio/mpeg", "audio/mp4", "audio/ogg", "audio/flac", "audio/wav")), "A sound."]


class _SoundJson(TypedDict):
    moment: Moment
    player: str
    """Whose it is; empty for everybody's."""
    file: str


class SoundsJson(TypedDict):
    """What is heard in place of the voice."""

    moments: list[Moment]
    """All that may have a sound, the most telling first."""
    players: list[PlayerName]
    """The players of the game, and whoever has a sound."""
    sounds: list[_SoundJson]


class _SoundArguments(TypedDict, total=False):
    player: str
    """Whose sound it is; without it everybody's."""


@sounds.get("/sounds")
def show_sounds() -> SoundsJson:
    """The sounds of this table."""
    files, game = _pack().files, current_context().session.snapshot.game
    return {
        "moments": list(MOMENTS),
        "players": sorted({*filter(None, files), *(game.players if game else ())}),
        "sounds": [
            {"moment": moment, "player": player, "file": name}
            for player, each in files.items()
            for moment, name in each.items()
        ],
    }


@sounds.get("/sounds/<name>")
@open_to(Role.SPECTATOR)
def play_sound(name: str) -> _Sound:
    """A sound of this table."""
    found = _pack().content(name)
    if found is None:
        abort(404, gettext("there is no such sound"))
    return Response(found[0], mimetype=found[1], headers={"Cache-Control": "private, max-age=86400"})


@sounds.post("/sounds/<moment>")
@takes(Annotated[bytes, Media(("audio/*",))], _SoundArguments)
def put_sound(moment: str) -> NoContent:
    """Makes a sound be heard at a moment, in place of the voice; the body is the file."""
    return _put(moment, request.get_data())


@sounds.delete("/sounds/<moment>")
@takes(arguments=_SoundArguments)
def take_sound_away(moment: str) -> NoContent:
    """Lets the voice speak again at a moment."""
    return _put(moment, None)


def _put(moment: str, content: bytes | None) -> Response:
    player = request.args.get("player", "")
    if moment not in MOMENTS or (player and not is_name(player)):
        abort(404, gettext("there is no such sound"))
    if _pack().is_shared:
        abort(403, gettext("all tables of the hall hear these sounds: whoever starts it changes their folder"))
    try:
        _pack().put(moment, player, content)
    except ValueError as error:
        abort(400, str(text_of(error)))
    return Response(status=204)


def _pack() -> SoundPack:
    pack = current_context().encoder.sounds
    if pack is None:
        abort(404, gettext("this table has no sounds of its own"))
    return pack
