"""The pages for everybody in the hall: the projector, the pairings, the standings, and what says that they changed."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator

from flask import Blueprint, abort, render_template

from muggins.texts import gettext

from ...web.access import Role
from ...web.auth import access_check, current_visitor, open_to
from ...web.described import ServerSent
from ...web.language import local_day
from ...web.streams import PAUSE, RETRY, Wake, live_messages, sse, stream_response, subscription
from ..desk.service import TournamentDesk
from ..floor.context import HallContext, current_hall
from ..floor.messages import LoadChanged, NoticeChanged, TableChanged, TournamentChanged
from ..tournament.standings import final_places, prize_list, standings
from ..tournament.state import Tournament
from .board import closest_table, newest_boards, newest_standings, round_board
from .context import current_desk, even_tables

hall_pages = Blueprint("hall_pages", __name__)
stream = Blueprint("tournament_stream", __name__)


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
        closest=closest_table(current_hall().tables, boards),
    )


@hall_pages.get("/pairings")
@open_to(Role.SPECTATOR)
def show_pairings() -> str:
    """All rounds of the stage being played, the newest first."""
    desk = current_desk().desk
    tournament = desk.tournament
    even = even_tables()
    boards = [round_board(tournament, each, desk.now(), even) for each in reversed(tournament.rounds_so_far)]
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
    )


@hall_pages.get("/event/<int:number>")
@open_to(Role.STRANGER)
def show_event(number: int) -> str:
    """All of a tournament on one page, which stays when others have begun; for everybody once the desk says so."""
    desk = current_desk().of(number)
    tournament = desk.tournament
    if desk.number != number or not (tournament.is_public or current_visitor().role >= Role.SPECTATOR):
        abort(404, gettext("there is no public page of tournament %(number)s", number=number))
    stages = [
        (
            stage,
            standings(tournament, stage),
            [round_board(tournament, each, desk.now()) for each in tournament.rounds_of(stage)],
        )
        for stage in range(1, tournament.stage_number + 1)
    ]
    return render_template(
        "hall/report.html",
        tournament=tournament,
        stages=stages,
        places=final_places(tournament) if tournament.stage_number > 1 else (),
        prizes=prize_list(tournament),
        day=local_day,
    )


@stream.get("/api/hall/tournament/stream")
@open_to(Role.SPECTATOR)
def follow_tournament() -> ServerSent:
    """Server-sent events that say when a tournament has changed.

    `changed` with the number of the newest tournament and of its events, `table` with the number of a table that
    played, `notice` with the number of a table whose people are told something else. `load` where this machine has
    become full, or is so no longer.
    """
    hall, context, is_allowed = current_hall(), current_desk(), access_check()
    chosen = context.chosen()
    return stream_response(lambda wake: _messages(hall, lambda: context.of(chosen), is_allowed, wake))


def _messages(
    hall: HallContext, desk: Callable[[], TournamentDesk], is_allowed: Callable[[], bool], wake: Wake
) -> Generator[str, None, None]:
    with subscription(hall.broker, wake) as queue:
        yield RETRY
        yield _changed(desk())
        for message in live_messages(queue, is_allowed):
            match message:
                case None:
                    yield PAUSE
                case TableChanged(table):
                    yield sse(json.dumps({"table": table}), event="table")
                case NoticeChanged(table):
                    yield sse(json.dumps({"table": table}), event="notice")
                case LoadChanged():
                    yield sse("{}", event="load")
                case TournamentChanged():
                    yield _changed(desk())


def version_of(number: int, tournament: Tournament) -> str:
    """What a stream says when a tournament has changed: with the same a page shows it as it is."""
    return json.dumps({"tournament": number, "events": len(tournament.record)})


def _changed(desk: TournamentDesk) -> str:
    return sse(version_of(desk.number, desk.tournament), event="changed")
