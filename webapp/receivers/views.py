"""The receivers over HTTP, for the host: who is told, how far they are, and another address."""

from __future__ import annotations

from typing import TypedDict

from flask import Blueprint, Flask, abort, current_app, render_template

from muggins.texts import gettext, text_of

from ..web.context import current_context
from ..web.described import takes
from ..web.json_body import json_body
from .receivers import KINDS, ReceiverKind, Receivers

receivers = Blueprint("receivers", __name__)

RECEIVERS_EXTENSION = "muggins-receivers"
"""Key in `app.extensions` of the app's Receivers."""


class ReceiverJson(TypedDict):
    """Somebody elsewhere who is told each event."""

    address: str
    """Without its password."""
    waiting: int
    """The number of events that it has still to be told."""
    trouble: str
    """Why it is not told, a sentence; empty where nothing waits."""
    left_out: list[str]
    """The ids of the events that it refused again and again, while it took later ones."""
    is_off: bool
    """Whether it is told nothing until it is named again: it has refused several events in a row, or wants none."""


class ReceiversJson(TypedDict):
    """Who is told each event; null where nobody is."""

    hook: ReceiverJson | None
    """An address that is called."""
    mqtt: ReceiverJson | None
    """An MQTT broker."""


class _ChosenReceiverJson(TypedDict):
    kind: ReceiverKind
    address: str
    """Empty to tell nobody from now on."""


class _SecretJson(TypedDict):
    secret: str
    """The secret that signs what a new address is sent; it is never told again. Empty where nothing is signed, or the
    address is the old one."""


def tell_receivers(app: Flask, told: Receivers) -> None:
    """Lets the host of the app choose who is told."""
    app.extensions[RECEIVERS_EXTENSION] = told


@receivers.get("/settings")
def show_settings() -> str:
    """The page of the table's settings."""
    told, sounds = current_app.extensions.get(RECEIVERS_EXTENSION), current_context().encoder.sounds
    is_chosen_here = told is not None and told.table is None
    return render_template(
        "pages/settings.html",
        is_chosen_here=is_chosen_here,
        receivers=[kind for kind in KINDS if is_chosen_here or (told is not None and told.state(kind))],
        has_sounds=sounds is not None and not sounds.is_shared,
    )


@receivers.get("/api/receivers")
def show_receivers() -> ReceiversJson:
    """Who is told each event, and how far they are."""
    return {"hook": _receiver("hook"), "mqtt": _receiver("mqtt")}


@receivers.post("/api/receivers")
@takes(_ChosenReceiverJson)
def choose_receiver() -> _SecretJson:
    """Tells each event from now on to an address: http and https are called, mqtt and mqtts are brokers.

    The address that is told already goes on, where it was told nothing any more.
    """
    body = json_body()
    kind, address = body.get("kind"), body.get("address")
    if kind not in KINDS or not isinstance(address, str):
        abort(400, gettext("expected a kind, hook or mqtt, and an address"))
    told, state = _receivers(), _receivers().state(kind)
    if told.table is not None and (state is None or state.address != address):
        abort(403, gettext("whoever starts the hall names who is told, with --hook and --mqtt"))
    try:
        return {"secret": told.choose(kind, address.strip())}
    except ValueError as error:
        abort(400, str(text_of(error)))


def _receiver(kind: ReceiverKind) -> ReceiverJson | None:
    state = _receivers().state(kind)
    if state is None:
        return None
    return {
        "address": state.address,
        "waiting": state.waiting,
        "trouble": str(state.trouble),
        "left_out": list(state.left_out),
        "is_off": state.is_off,
    }


def _receivers() -> Receivers:
    told = current_app.extensions.get(RECEIVERS_EXTENSION)
    if not isinstance(told, Receivers):
        abort(404, gettext("this table tells nobody elsewhere what happens"))
    return told
