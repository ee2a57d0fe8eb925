"""The page of the desk, what a scan of a badge shows there, and what is printed: pairings, slips and badges."""

from __future__ import annotations

import hmac
import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import partial
from itertools import islice
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from muggins.scorer.rules.rulesets import load_ruleset, ruleset_names
from muggins.texts import gettext

from ...session.store import StoreError
from ...web.access import Role
from ...web.auth import count_guess, current_access, current_task, current_visitor, open_to, open_to_tasks, sign_in
from ...web.language import local_day
from ...web.qr import qr_svg
from ..desk.entry_list import COLUMN_NAMES
from ..desk.helpers import STEPS, TASK_NAMES, Task, seal_of
from ..desk.service import newest_round
from ..desk.wording import lines, undoable
from ..floor.context import current_hall
from ..pairing.draw import why_no_round
from ..tournament.events import EVENT_NAMES, MatchPlace
from ..tournament.formats import GROWING
from ..tournament.results import is_for_tournaments
from ..tournament.state import PairedRound, Tournament
from .board import MatchView, newest_boards, newest_standings, round_board, urgent_matches
from .context import current_desk, even_among
from .parts import shown_parts

desk_pages = Blueprint("desk_pages", __name__)

LINES = 60
"""Events of the record that the page shows."""
STILLS = 4
"""Pictures that stand beside a match that waits for the desk."""
printed = Blueprint("printed", __name__)


@desk_pages.get("/desk")
@open_to_tasks(*Task)
def show_desk() -> str:
    """The state of the tournament, and a button for each step."""
    context = current_desk()
    desk, tournament, tables = context.desk, context.desk.tournament, current_hall().tables
    glances = [tables.glance(table) for table in tables.numbers]
    if "round" in request.args:
        boards = [round_board(tournament, _round(tournament), desk.now(), even_among(glances))]
    else:
        boards = newest_boards(tournament, desk.now(), even_among(glances))
    urgent = urgent_matches(tournament)
    shown = shown_parts()
    return render_template(
        "hall/desk.html",
        tournament=tournament,
        number=desk.number,
        boards=boards,
        rows=newest_standings(tournament),
        no_round=why_no_round(tournament) if tournament.stage_number else "",
        lines=list(islice(lines(tournament), LINES)),
        undo=undoable(tournament),
        badge=lambda entry: context.badge(entry, desk),
        badge_key=context.badges.key(),
        kept=tables.numbers,
        menu_of=partial(_menu_of, tournament, {glance.number: str(glance.trouble) for glance in glances}),
        blind={glance.number for glance in glances if glance.camera.state in ("none", "over", "lost")},
        urgent=urgent,
        stills=_stills(urgent),
        next_bye=_next_bye(tournament),
        may=_may,
        is_again=shown is not None,
        part=partial(context.parts.part, shown or frozenset(), desk.number),
        helpers={} if current_task() or shown is not None else _helpers(),
        task_names=TASK_NAMES,
        columns=[str(name) for name in COLUMN_NAMES.values()],
        day=local_day,
    )


def _menu_of(tournament: Tournament, troubles: Mapping[int, str], match: MatchView, has_clock: bool) -> dict[str, Any]:
    """What the menu of a match is filled with; `troubles` are those of the tables of the hall, by number."""
    table = match.place.table
    trouble = troubles.get(table) if not match.known.stands else None
    values: dict[str, Any] = {
        **match.place._asdict(),
        "first": match.names[0],
        "second": match.names[1],
        "notes": [trouble] if trouble else [],
        "replays": [f"{match.address}/games/{game}/replay" for game in match.games],
    }
    values["notes"] += [f"{match.told_by(told)}: {match.said(told)}" for told in tournament.told.get(match.place, ())]
    if table in troubles:
        values["seat"] = f"{match.address}/"
    if has_clock and not match.known.stands:
        values["has_clock"] = True
    if match.newest and not match.known.needs_desk:
        told = match.newest[-1]
        values |= {"said": match.said(told), "result": json.dumps(match.body(told))}
    return values


@desk_pages.get("/helper/<task>/<seal>")
@open_to(Role.STRANGER)
def enter_as_helper(task: str, seal: str) -> Response:
    """Lets a helper of the desk in, by the address of a task."""
    if task not in [*Task] or not hmac.compare_digest(
        seal_of(Task(task), current_access().keys).encode(), seal.encode()
    ):
        count_guess(False)
        abort(403, gettext("this address is not good any more; the desk shows the one that is"))
    if current_visitor().role is not Role.HOST:
        sign_in("guest", task)
    return redirect(url_for("desk_pages.show_desk"))


def _may(name: str) -> bool:
    """Whether the visitor may record events of this name."""
    task = current_task()
    return not task or issubclass(EVENT_NAMES[name], STEPS[Task(task)])


def _helpers() -> dict[Task, tuple[str, Markup]]:
    """The address of each helper, and its code for a phone."""
    keys = current_access().keys
    addresses = {task: f"{_base()}helper/{task}/{seal_of(task, keys)}" for task in Task}
    return {task: (address, Markup(qr_svg(address))) for task, address in addresses.items()}


def _base() -> str:
    """The address at which phones reach the hall, ending in `/`."""
    addresses = current_access().addresses
    return addresses[0] if addresses else request.host_url


def _next_bye(tournament: Tournament) -> int:
    """The round in which somebody may ask not to play; 0 where nobody may."""
    if not tournament.stage_number or tournament.stage.pairing not in GROWING:
        return 0
    number = len(tournament.rounds_so_far) + 1
    return number if number <= (tournament.stage.rounds or 0) else 0


@desk_pages.get("/desk/new")
def show_new() -> str:
    """The form for a new tournament."""
    rules = map(load_ruleset, ruleset_names())
    return render_template("hall/new.html", rule_sets=list(filter(is_for_tournaments, rules)))


@desk_pages.get("/badge/<badge>")
@open_to(Role.STRANGER)
def scan(badge: str) -> str | Response:
    """What the code on a badge leads to: at the desk it checks its entry in, for everybody else it opens their page."""
    if current_visitor().role is not Role.HOST and not current_task():
        return redirect(url_for("player.show_player", badge=badge))
    context = current_desk()
    number = context.entry_of(badge)
    entry = context.desk.tournament.entry(number)
    return render_template("hall/scanned.html", entry=entry, badge=badge, tournament=context.desk.tournament)


def _stills(waiting: Iterable[MatchView]) -> dict[MatchPlace, list[tuple[int, int]]]:
    """The newest pictures of each match that waits for the desk, as (game, event), the oldest first.

    It is empty while the database is away: the rest of the page is still needed.
    """
    store = current_hall().store
    with suppress(StoreError):
        kept = {game: store.numbers_with_picture(game) for match in waiting for game in match.games}
        return {
            match.place: [(game, number) for game in match.games for number in kept[game]][-STILLS:]
            for match in waiting
        }
    return {}


@printed.get("/desk/print/pairings")
@open_to_tasks(*Task)
def print_pairings() -> str:
    """The pairings of the round `round`, else of the newest, to hang up."""
    desk = current_desk().desk
    board = round_board(desk.tournament, _round(desk.tournament), desk.now())
    return render_template("hall/print/pairings.html", tournament=desk.tournament, board=board)


@printed.get("/desk/print/slips")
@open_to_tasks(*Task)
def print_slips() -> str:
    """A slip for each table of the round `round`, else of the newest, which both sides sign."""
    desk = current_desk().desk
    board = round_board(desk.tournament, _round(desk.tournament), desk.now())
    best_of = desk.tournament.stages[board.round.stage - 1].match.best_of
    return render_template("hall/print/slips.html", tournament=desk.tournament, board=board, best_of=best_of)


@printed.get("/desk/print/badges")
@open_to_tasks(*Task)
def print_badges() -> str:
    """A badge for each entry, or for `entry` alone; its code leads to its own page, and checks it in at the desk."""
    context = current_desk()
    codes = {
        number: Markup(qr_svg(f"{_base()}badge/{context.badge(number)}"))
        for number in context.desk.tournament.entries
        if request.args.get("entry", str(number)) == str(number)
    }
    return render_template("hall/print/badges.html", tournament=context.desk.tournament, codes=codes)


def _round(tournament: Tournament) -> PairedRound:
    """The round that `round` and `stage` name, else one of the stage being played; else the newest."""
    wanted, stage = request.args.get("round"), request.args.get("stage", str(tournament.stage_number))
    if wanted is None:
        return newest_round(tournament)
    if not all(each.isascii() and each.isdecimal() and len(each) <= 5 for each in (wanted, stage)):
        abort(400, gettext("expected the number of a round"))
    return tournament.round(int(stage), int(wanted))
