"""What a browser has heard: a claim, a call of Muggins, or chatter."""

from __future__ import annotations

from flask import Blueprint, Response, abort, jsonify

from ..speech.announce import languages
from ..speech.recognise import understood
from ..web.access import Role
from ..web.context import world
from ..web.json_body import json_body
from .join import open_to, visitor

hearing = Blueprint("hearing", __name__)

MOST_WAYS = 10


@hearing.post("/api/heard")
@open_to(Role.PLAYER)
def hear() -> Response:
    """{"heard": ways to understand the same, the likeliest first, "language"}: what follows, where it is a claim."""
    body = json_body()
    heard, language = body.get("heard"), body.get("language", "en")
    if not isinstance(heard, list) or len(heard) > MOST_WAYS or not all(isinstance(each, str) for each in heard):
        abort(400, f"expected heard: {MOST_WAYS} ways at most to understand what was said")
    if language not in languages():
        abort(400, f"language: expected one of {', '.join(languages())}")
    game = world().live.snapshot.game
    event = understood(heard, game, visitor().player, language) if game is not None else None
    told = world().live.tell(event) if event is not None else ()
    return jsonify({"understood": event is not None, "told": [{"number": each.number, **each.line} for each in told]})
