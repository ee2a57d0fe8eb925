"""An instant replay: the pictures of the table before and after a play."""

from __future__ import annotations

from flask import Blueprint, Response, abort, jsonify, url_for

from muggins.scorer.events import HandStarted

from ..web.access import Role
from ..web.context import world
from .join import open_to

stills = Blueprint("stills", __name__, url_prefix="/api")


@stills.get("/games/<int:game>/stills/<int:number>")
@open_to(Role.SPECTATOR)
def show_stills(game: int, number: int) -> Response:
    """{"before", "after"}: addresses of pictures; null where the camera kept none.

    Before a play the table looked as it did after the one before it in the hand.
    """
    archive = world().archive
    found = archive.game(game)
    if found is None or not 0 < number <= len(found.record):
        abort(404, f"there is no event {number} of game {game}")
    hands = [place for place, event in enumerate(found.record[:number], 1) if isinstance(event, HandStarted)]
    begun = hands[-1] if hands else 0
    pictured = archive.pictured(game)
    before = max((one for one in pictured if begun < one < number), default=None)
    addresses = {
        name: None if one is None else url_for("games.show_picture", game=game, number=one)
        for name, one in (("before", before), ("after", number if number in pictured else None))
    }
    return jsonify(addresses)
