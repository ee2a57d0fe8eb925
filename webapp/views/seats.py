"""Seats and phones: the page a player holds in the hand, and what the host's screen shows to let others in."""

from __future__ import annotations

from flask import Blueprint, Response, abort, jsonify, render_template

from ..web.access import Role
from ..web.context import world
from ..web.json_body import json_body
from ..web.qr import as_svg, qr_code
from .join import access_now, open_to, visitor

seats = Blueprint("seats", __name__)


@seats.get("/seat")
@open_to(Role.SPECTATOR)
def own_seat() -> str:
    """A player's own phone: a seat, a button to claim and one to call Muggins."""
    return render_template("pages/seat.html")


@seats.get("/api/me")
@open_to(Role.STRANGER)
def who_am_i() -> Response:
    """The visitor's role and seat, and the seats that somebody has taken."""
    me, game = visitor(), world().live.snapshot.game
    taken = access_now().taken(game.players) if game and me.role > Role.STRANGER else []
    return jsonify({"role": me.role.name.lower(), "player": me.player, "taken": taken})


@seats.get("/api/invitation")
def invite() -> Response:
    """How others join: the code, the address that carries it, and which seats they have taken."""
    access, game = access_now(), world().live.snapshot.game
    there = access.addresses[0] if access.addresses else None
    taken = access.taken(game.players) if game else []
    address = f"{there}join/{access.keys.code}" if there else None
    return jsonify(
        {"code": access.keys.code, "join": f"{there}join" if there else None, "address": address, "taken": taken}
    )


@seats.get("/api/invitation.svg")
def draw_invitation() -> Response:
    """The address with the code as a picture for phones."""
    access = access_now()
    if not access.addresses:
        abort(404, "no phone can find this machine; start the program with --phones, on the network the phones are on")
    drawn = as_svg(qr_code(f"{access.addresses[0]}join/{access.keys.code}"))
    return Response(drawn, mimetype="image/svg+xml", headers={"Cache-Control": "no-store"})


@seats.post("/api/code")
def change_code() -> Response:
    """Another code: whoever joined by the old one has to join anew."""
    access_now().change_code()
    return invite()


@seats.post("/api/seats/free")
def free_seat() -> Response:
    """{"player": name}: whoever speaks for that seat does not any more."""
    player, game = json_body().get("player"), world().live.snapshot.game
    if game is None or player not in game.players:
        abort(409, "nobody of that name plays here")
    access_now().free_seat(str(player))
    return invite()
