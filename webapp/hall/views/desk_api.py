"""The steps of the desk over HTTP. All are the desk's alone: none of these views is open to anybody else."""

from __future__ import annotations

import secrets
from dataclasses import replace

from flask import Blueprint, Response, abort, jsonify

from muggins.texts import gettext

from ...web.json_body import json_body
from ..tournament.events import CheckedIn, Entered, GameBegun, ResultTold, TournamentError, TournamentStarted
from ..tournament.formats import HIGHEST_LOT, Lot, Stage
from ..tournament.record import LONGEST_TEXT, parse_event
from .context import current_desk

desk_api = Blueprint("desk_api", __name__, url_prefix="/api/hall/desk")

MOST_ENTRIES = 500
"""Entries that one request may name."""


@desk_api.post("/events")
def tell() -> Response:
    """Adds an event to the record of the tournament, or begins one. The body is the event as JSON."""
    event = parse_event(json_body())
    if isinstance(event, GameBegun) or (isinstance(event, ResultTold) and event.teller != "desk"):
        abort(403, gettext("this is for the tables and the players to tell; the desk tells results as the desk"))
    if isinstance(event, TournamentStarted):
        event = replace(event, stages=tuple(_with_lot(stage) for stage in event.stages))
    current_desk().desk.tell(event)
    return _done()


@desk_api.post("/entries")
def enter() -> Response:
    """Enters everybody in {"names": text}, a line each: "Ann", "Ann & Bob", "Ann; club". With "here" they check in."""
    body = json_body()
    names, is_here = body.get("names"), body.get("here", False)
    if not isinstance(names, str) or type(is_here) is not bool:
        abort(400, gettext("expected names: a line for each entry"))
    lines = [line.strip() for line in names.splitlines() if line.strip()]
    if not lines or len(lines) > MOST_ENTRIES:
        abort(400, gettext("expected from 1 to %(most)s lines, one for each entry", most=MOST_ENTRIES))
    current_desk().desk.enter([_entry_of(line) for line in lines], is_here)
    return _done()


@desk_api.post("/check-in")
def check_in() -> Response:
    """Checks in whose {"badge": text} was scanned: the badge, its address, or the number of the entry."""
    badge = json_body().get("badge")
    if not isinstance(badge, str) or len(badge) > LONGEST_TEXT:
        abort(400, gettext("expected a badge: scan it, or type the number of the entry"))
    context = current_desk()
    text = badge.strip().rpartition("/")[2]
    if text.isascii() and text.isdecimal() and len(text) <= 7:
        number = int(text)
    else:
        number = context.badges.entry(context.desk.number, text)
    entry = context.desk.tournament.entry(number)
    if not entry.is_here:
        context.desk.tell(CheckedIn((number,)))
    return jsonify({"entry": number, "name": entry.name, "was_here": entry.is_here})


@desk_api.post("/stage")
def begin_stage() -> Response:
    """Begins the next stage, with those who have checked in or the best of the stage before: {"by": name}."""
    current_desk().desk.begin_stage(_by())
    return _done()


@desk_api.post("/round")
def draw_round() -> Response:
    """Draws the next round, and the tables begin to play it: {"by": name}."""
    current_desk().desk.draw_round(_by())
    return _done()


@desk_api.post("/clock")
def start_clock() -> Response:
    """Starts the clock of the newest round: {"by": name}."""
    current_desk().desk.start_clock(_by())
    return _done()


@desk_api.post("/last-hand")
def call_last_hand() -> Response:
    """Calls the last hand of the newest round on every screen of the hall: {"by": name}."""
    current_desk().desk.call_last_hand(_by())
    return _done()


@desk_api.post("/round/strike")
def strike_round() -> Response:
    """Takes the newest round out of the count, with all that was told about it: {"by": name, "why": reason}."""
    why = json_body().get("why")
    by = _by()
    if not by or not isinstance(why, str) or not why.strip():
        raise TournamentError(gettext("a decision of the desk says who made it, when, and why"))
    current_desk().desk.strike_round(by, why.strip())
    return _done()


def _with_lot(stage: Stage) -> Stage:
    """A stage whose draws by lot begin from a number that nobody knows beforehand, unless one was named."""
    return stage if stage.lot else replace(stage, lot=Lot(1 + secrets.randbelow(HIGHEST_LOT)))


def _entry_of(line: str) -> Entered:
    """The entry of a line: players joined with `&`, then perhaps `;` and the club. The desk gives it a number."""
    players, _, club = line.partition(";")
    names = [name.strip() for name in players.split("&")]
    event = {"event": "entry", "number": 1, "players": names} | ({"club": club.strip()} if club.strip() else {})
    entered = parse_event(event)
    assert isinstance(entered, Entered)
    return entered


def _by() -> str | None:
    """Who does it, by the name that the page sends along."""
    by = json_body().get("by")
    if by is not None and (not isinstance(by, str) or len(by) > LONGEST_TEXT or not by.isprintable()):
        abort(400, gettext("expected by: the name of whoever is at the desk"))
    return by.strip() or None if by else None


def _done() -> Response:
    """How far the record has come."""
    desk = current_desk().desk
    return jsonify({"tournament": desk.number, "events": len(desk.tournament.record)})
