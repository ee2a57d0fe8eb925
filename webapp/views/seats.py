"""A player's own page, and what the host shows and does to let others in."""

from __future__ import annotations

from typing import TypedDict

from flask import Blueprint, Response, abort, render_template, session

from muggins.texts import gettext

from ..web.access import Role, RoleName
from ..web.auth import current_access, current_visitor, open_to, sign_in
from ..web.context import current_context
from ..web.described import Svg, takes
from ..web.json_body import json_body
from ..web.qr import qr_svg

seats = Blueprint("seats", __name__)


class VisitorJson(TypedDict):
    """Who sends the request."""

    role: RoleName
    player: str | None
    taken: list[str]
    """The seats that are taken."""


class InvitationJson(TypedDict):
    """How others join."""

    code: str
    join: str | None
    address: str | None
    addresses: list[str]
    """All addresses of the program for other devices, the one in the picture first."""
    taken: list[str]


class _ChosenAddressJson(TypedDict):
    address: str
    """One of the invitation's addresses."""


class NewKeysJson(TypedDict):
    """The keys from now on."""

    path: str
    """The path of the host's first address from now on."""


class _FreedSeatJson(TypedDict):
    player: str


@seats.get("/seat")
@open_to(Role.SPECTATOR)
def own_seat() -> str:
    """The page for a player's phone: a seat to take, a button to claim and one to call Muggins."""
    return render_template("pages/seat.html")


@seats.get("/api/me")
@open_to(Role.STRANGER)
def who_am_i() -> VisitorJson:
    """The visitor's role and seat, and the seats that are taken."""
    visitor, game = current_visitor(), current_context().session.snapshot.game
    taken = current_access().taken(game.players) if game and visitor.role > Role.STRANGER else []
    return {"role": visitor.role.name.lower(), "player": visitor.player, "taken": taken}


@seats.get("/api/invitation")
def invite() -> InvitationJson:
    """How others join: the code, the address in the picture to scan, all addresses, and the seats that are taken."""
    access, game = current_access(), current_context().session.snapshot.game
    base = access.addresses[0] if access.addresses else None
    return {
        "code": access.keys.code,
        "join": f"{base}join" if base else None,
        "address": f"{base}join/{access.invitation}" if base else None,
        "addresses": list(access.addresses),
        "taken": access.taken(game.players) if game else [],
    }


@seats.post("/api/invitation")
@takes(_ChosenAddressJson)
def choose_address() -> InvitationJson:
    """Puts another address of the program into the picture to scan."""
    try:
        current_access().choose_address(str(json_body().get("address")))
    except ValueError as error:
        abort(400, str(error))
    return invite()


@seats.post("/api/phones")
def let_phones_in() -> InvitationJson:
    """Serves the table to other devices too, from now on, where the program was started for this machine alone."""
    access = current_access()
    if access.let_phones_in is not None:
        access.let_phones_in()
    if not access.addresses:
        abort(409, gettext("No phone can find this machine: connect it to the phone's network."))
    return invite()


@seats.get("/api/invitation.svg")
def draw_invitation() -> Svg:
    """The address with the code, as a QR code."""
    access = current_access()
    if not access.addresses:
        abort(
            404,
            gettext("No phone can find this machine: connect it to the phone's network."),
        )
    svg = qr_svg(f"{access.addresses[0]}join/{access.invitation}")
    return Response(svg, mimetype="image/svg+xml", headers={"Cache-Control": "no-store"})


@seats.post("/api/code")
def change_code() -> InvitationJson:
    """Changes the code; everybody who joined has to join again."""
    current_access().change_code()
    return invite()


@seats.post("/api/keys")
def renew_keys() -> NewKeysJson:
    """Makes the host's key, the code and the key of all cookies new; every other browser has to come in again."""
    access = current_access()
    access.renew()
    session.clear()
    sign_in("host")
    return {"path": f"/{access.host_path}"}


@seats.post("/api/seats/free")
@takes(_FreedSeatJson)
def free_seat() -> InvitationJson:
    """Frees a seat: the visitor who took it becomes a spectator."""
    player, game = json_body().get("player"), current_context().session.snapshot.game
    if game is None or player not in game.players:
        abort(409, gettext("nobody of that name plays here"))
    current_access().free_seat(str(player))
    return invite()
