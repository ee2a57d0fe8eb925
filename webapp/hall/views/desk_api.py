"""The steps of the desk over HTTP. All are the desk's alone: none of these views is open to anybody else."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any, NotRequired, TypedDict

from flask import Blueprint, abort, g

from muggins.scorer.json_types import Keywords
from muggins.texts import gettext

from ...web.auth import current_task, open_to_tasks
from ...web.described import takes
from ...web.json_body import json_body
from ..desk.entry_list import read_entries
from ..desk.helpers import STEPS, Task
from ..tournament.events import CheckedIn, GameBegun, ResultTold, RoundKey, TournamentError, TournamentStarted
from ..tournament.fold import apply
from ..tournament.formats import HIGHEST_LOT, Lot, Stage
from ..tournament.record import HIGHEST_WHOLE, LONGEST_TEXT, parse_event
from ..tournament.results import goal_of
from ..tournament.state import Tournament
from .context import current_desk

desk_api = Blueprint("desk_api", __name__, url_prefix="/api/hall/desk")

MOST_ENTRIES = 500
"""Entries that one request may name."""

TournamentEventJson = Annotated[
    dict[str, Any],
    Keywords(
        title="TournamentEvent",
        properties={name: {"type": "string"} for name in ("event", "by", "why")} | {"sure": {"type": "boolean"}},
        required=["event"],
    ),
    "An event as docs/tournaments.md describes it.",
]


class ByJson(TypedDict, total=False):
    """Who takes a step of the desk."""

    by: str
    """Who is at the desk."""


class RoundStepJson(ByJson, total=False):
    """A step with a round. Without its number the next round to draw is meant, or else the newest."""

    stage: int
    round: int


class StageStepJson(ByJson, total=False):
    """A step with a stage. Without its number the next one is meant."""

    stage: int
    sure: bool
    """Whether it is meant so although it looks like a slip."""


class StruckRoundJson(TypedDict):
    """Who strikes which round, and why."""

    stage: int
    round: int
    by: str
    """Who is at the desk."""
    why: str


class SwapJson(StruckRoundJson):
    """Who lets which entries change their places in a round, and why."""

    entries: list[int]
    """The numbers of two."""


class NewEntriesJson(ByJson):
    """Entries, as they are typed."""

    names: str
    """A line for each entry: a player, or two with & between them; after a semicolon the club.

    Or a table as CSV, whose first line names its columns: player, partner, name, club, seed, rating.
    """
    here: NotRequired[bool]
    """Whether they check in as well."""


class BadgeJson(ByJson):
    """An entry that checks in."""

    badge: str
    """A badge, its address, or the number of an entry."""


class CheckedInJson(TypedDict):
    """An entry that has checked in."""

    entry: int
    name: str
    was_here: bool


class DoneJson(TypedDict):
    """How far the record has come."""

    tournament: int
    """Its number."""
    events: int
    """The number of events of its record."""


@desk_api.post("/events")
@open_to_tasks(*Task)
@takes(TournamentEventJson)
def tell() -> DoneJson:
    """Adds an event to the record of the tournament, or begins one."""
    event = parse_event({name: part for name, part in json_body().items() if name != "sure"})
    if (task := current_task()) and not isinstance(event, STEPS[Task(task)]):
        abort(403, gettext("this step is the chief's; ask at the desk"))
    if isinstance(event, GameBegun) or (isinstance(event, ResultTold) and event.teller != "desk"):
        abort(403, gettext("this is for the tables and the players to tell; the desk tells results as the desk"))
    if isinstance(event, TournamentStarted):
        apply(Tournament(), event)
        event = replace(event, stages=tuple(map(_as_played, event.stages, json_body()["stages"])))
        current_desk().newest.begin(event)
        g.tournament, g.began = str(current_desk().newest.number), True
    else:
        current_desk().desk.tell(event, _is_sure())
    return _done()


@desk_api.post("/entries")
@open_to_tasks(*Task)
@takes(NewEntriesJson)
def enter() -> DoneJson:
    """Enters players and pairs, a line each."""
    body = json_body()
    names, is_here = body.get("names"), body.get("here", False)
    if not isinstance(names, str) or type(is_here) is not bool:
        abort(400, gettext("expected names: a line for each entry"))
    entries = read_entries(names)
    if not 0 < len(entries) <= MOST_ENTRIES:
        abort(400, gettext("expected from 1 to %(most)s lines, one for each entry", most=MOST_ENTRIES))
    current_desk().desk.enter(entries, is_here, _by())
    return _done()


@desk_api.post("/check-in")
@open_to_tasks(*Task)
@takes(BadgeJson)
def check_in() -> CheckedInJson:
    """Checks in the entry whose badge was scanned."""
    badge = json_body().get("badge")
    if not isinstance(badge, str) or len(badge) > LONGEST_TEXT:
        abort(400, gettext("expected a badge: scan it, or type the number of the entry"))
    context = current_desk()
    text = badge.strip().rpartition("/")[2]
    if text.isascii() and text.isdecimal() and len(text) <= 7:
        number = int(text)
    else:
        number = context.entry_of(text)
    entry = context.desk.tournament.entry(number)
    if not entry.is_here:
        context.desk.tell(CheckedIn((number,), by=_by()))
    return {"entry": number, "name": entry.name, "was_here": entry.is_here}


@desk_api.post("/stage")
@takes(StageStepJson)
def begin_stage() -> DoneJson:
    """Begins the next stage, with those who have checked in or the best of the stage before."""
    current_desk().desk.begin_stage(_by(), _number("stage"), _is_sure())
    return _done()


@desk_api.post("/round")
@takes(RoundStepJson)
def draw_round() -> DoneJson:
    """Draws the next round; its tables begin to play it."""
    current_desk().desk.draw_round(_by(), _round_meant())
    return _done()


@desk_api.post("/clock")
@open_to_tasks(Task.ARBITER)
@takes(RoundStepJson)
def start_clock() -> DoneJson:
    """Starts the clock of a round."""
    current_desk().desk.start_clock(_by(), _round_meant())
    return _done()


@desk_api.post("/last-hand")
@open_to_tasks(Task.ARBITER)
@takes(RoundStepJson)
def call_last_hand() -> DoneJson:
    """Calls the last hand of a round on every screen of the hall."""
    current_desk().desk.call_last_hand(_by(), _round_meant())
    return _done()


@desk_api.post("/round/strike")
@takes(StruckRoundJson)
def strike_round() -> DoneJson:
    """Takes a round out of the count, with all that was told about it. It is one event, which can be struck again."""
    current_desk().desk.strike_round(*_decision())
    return _done()


@desk_api.post("/round/swap")
@takes(SwapJson)
def swap() -> DoneJson:
    """Lets two entries of the newest round change their places."""
    entries = json_body().get("entries")
    if not isinstance(entries, list) or len(entries) != 2 or any(type(number) is not int for number in entries):
        abort(400, gettext("expected entries: the numbers of the two that change places"))
    meant, by, why = _decision()
    current_desk().desk.swap(meant, (entries[0], entries[1]), by, why)
    return _done()


def _as_played(stage: Stage, told: Mapping[str, Any]) -> Stage:
    """A stage with what nobody has named as directors have it.

    Draws by lot begin from a number that nobody knows beforehand. A draw is half a win in the standings as it is in the
    pairing. A bye is worth half of what a game goes to, and so stands among the winners and not below them all. Not to
    play, where somebody has asked for it, is worth a draw.
    """
    if not stage.lot:
        stage = replace(stage, lot=Lot(1 + secrets.randbelow(HIGHEST_LOT)))
    if "metrics" not in told:
        stage = replace(stage, metrics=("match_points", "difference", "points_for"))
    scoring, named = stage.scoring, told.get("scoring", {})
    if "bye_points" not in named:
        scoring = replace(scoring, bye_points=(goal_of(stage.match) or 0) // 2)
    if "asked_bye" not in named:
        scoring = replace(scoring, asked_bye=scoring.draw)
    return replace(stage, scoring=scoring)


def _by() -> str | None:
    """Who does it, by the name that the page sends along."""
    by = json_body().get("by")
    if by is not None and (not isinstance(by, str) or len(by) > LONGEST_TEXT or not by.isprintable()):
        abort(400, gettext("expected by: the name of whoever is at the desk"))
    return by.strip() or None if by else None


def _number(name: str) -> int | None:
    """The number that the body has under a name; None where it has none."""
    number = json_body().get(name)
    if number is not None and (type(number) is not int or not 0 < number <= HIGHEST_WHOLE):
        abort(400, gettext("expected %(name)s: a number from 1 up", name=name))
    return number


def _is_sure() -> bool:
    """Whether the body says that it is meant so although it looks like a slip."""
    return json_body().get("sure") is True


def _round_meant() -> RoundKey | None:
    """The round that the body names; None where it names none."""
    stage, number = _number("stage"), _number("round")
    return None if stage is None or number is None else (stage, number)


def _decision() -> tuple[RoundKey, str, str]:
    """The round that a decision is about, who makes it, and why."""
    why = json_body().get("why")
    by, meant = _by(), _round_meant()
    if meant is None:
        abort(400, gettext("expected stage and round: the numbers of the round that is meant"))
    if not by or not isinstance(why, str) or not why.strip():
        raise TournamentError("a decision of the desk says who made it, when, and why")
    return meant, by, why.strip()


def _done() -> DoneJson:
    """How far the record has come."""
    desk = current_desk().desk
    return {"tournament": desk.number, "events": len(desk.tournament.record)}
