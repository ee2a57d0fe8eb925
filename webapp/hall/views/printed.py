"""What the desk prints: pairings, result slips and badges."""

from __future__ import annotations

from flask import Blueprint, abort, render_template, request
from markupsafe import Markup

from muggins.texts import gettext

from ...web.auth import current_access
from ...web.qr import qr_svg
from ..desk.service import newest_round
from ..tournament.state import PairedRound, Tournament
from .board import round_board
from .context import current_desk

printed = Blueprint("printed", __name__)


@printed.get("/desk/print/pairings")
def print_pairings() -> str:
    """The pairings of the round `round`, else of the newest, to hang up."""
    desk = current_desk().desk
    board = round_board(desk.tournament, _round(desk.tournament), desk.now())
    return render_template("hall/print/pairings.html", tournament=desk.tournament, board=board)


@printed.get("/desk/print/slips")
def print_slips() -> str:
    """A slip for each table of the round `round`, else of the newest, which both sides sign."""
    desk = current_desk().desk
    board = round_board(desk.tournament, _round(desk.tournament), desk.now())
    best_of = desk.tournament.stages[board.round.stage - 1].match.best_of
    return render_template("hall/print/slips.html", tournament=desk.tournament, board=board, best_of=best_of)


@printed.get("/desk/print/badges")
def print_badges() -> str:
    """A badge for each entry; its code leads to the entry's own page, and checks it in at the desk."""
    context = current_desk()
    addresses = current_access().addresses
    base = addresses[0] if addresses else request.host_url
    codes = {
        number: Markup(qr_svg(f"{base}badge/{context.badges.badge(context.desk.number, number)}"))
        for number in context.desk.tournament.entries
    }
    return render_template("hall/print/badges.html", tournament=context.desk.tournament, codes=codes)


def _round(tournament: Tournament) -> PairedRound:
    """The round that `round` names, in the stage being played; else the newest."""
    wanted = request.args.get("round")
    if wanted is None:
        return newest_round(tournament)
    if not (wanted.isascii() and wanted.isdecimal() and len(wanted) <= 5):
        abort(400, gettext("expected the number of a round"))
    return tournament.round(tournament.stage_number, int(wanted))
