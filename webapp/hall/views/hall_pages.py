"""The pages for everybody in the hall: the projector, the pairings and the standings."""

from __future__ import annotations

from flask import Blueprint, render_template

from ...web.access import Role
from ...web.auth import open_to
from ..desk.wording import metric_name
from ..floor.context import current_hall
from ..tournament.standings import final_places
from .board import Closest, closest_table, newest_boards, newest_standings, round_board
from .context import current_desk, even_tables

hall_pages = Blueprint("hall_pages", __name__)


@hall_pages.get("/projector")
@open_to(Role.SPECTATOR)
def show_projector() -> str:
    """Pairings, standings, the closest table and the clock, to be read from ten metres."""
    desk = current_desk().desk
    boards = newest_boards(desk.tournament, desk.now(), even_tables())
    return render_template(
        "hall/projector.html",
        tournament=desk.tournament,
        boards=boards,
        rows=newest_standings(desk.tournament),
        closest=_closest(),
        metric=metric_name,
    )


@hall_pages.get("/pairings")
@open_to(Role.SPECTATOR)
def show_pairings() -> str:
    """All rounds of the stage being played, the newest first."""
    desk = current_desk().desk
    tournament = desk.tournament
    rounds = tournament.rounds_of(tournament.stage_number) if tournament.stage_number else ()
    even = even_tables()
    boards = [round_board(tournament, each, desk.now(), even) for each in reversed(rounds)]
    return render_template("hall/pairings.html", tournament=tournament, boards=boards)


@hall_pages.get("/standings")
@open_to(Role.SPECTATOR)
def show_standings() -> str:
    """The standings of the stage being played, and the places over all stages once there are several."""
    desk = current_desk().desk
    tournament = desk.tournament
    return render_template(
        "hall/standings.html",
        tournament=tournament,
        boards=newest_boards(tournament, desk.now()),
        rows=newest_standings(tournament),
        places=final_places(tournament) if tournament.stage_number > 1 else (),
        metric=metric_name,
    )


def _closest() -> Closest | None:
    desk, tables = current_desk().desk, current_hall().tables
    boards = newest_boards(desk.tournament, desk.now())
    playing = {match.place.table for board in boards for match in board.matches if not match.known.stands}
    return closest_table([tables.glance(number) for number in tables.numbers if number in playing], boards)
