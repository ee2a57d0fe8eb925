"""A player's own page: my table, my opponent, my results. Whoever has the badge may open it and confirm a result."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Annotated, Any, NotRequired, TypedDict

from flask import Blueprint, abort, g, render_template

from muggins.texts import Text, gettext

from ...web.access import Role
from ...web.auth import count_event, count_guess, current_visitor, open_to, sign_in
from ...web.described import takes
from ...web.json_body import json_body
from ..desk.wording import ANOTHER_HAND, round_notice
from ..tournament.events import Result, ResultTold, SideNumber, TournamentError
from ..tournament.record import parse_event
from ..tournament.results import StatusName, verdict
from ..tournament.state import Entry, PairedRound, Tournament
from .board import MatchView, RoundBoard, match_at, newest_standings, round_board
from .context import current_desk, even_tables

player = Blueprint("player", __name__)


class _OwnResultJson(TypedDict):
    stage: int
    round: int
    table: int
    result: Annotated[dict[str, Any], (Result,)]
    sure: NotRequired[bool]
    """Whether it is meant so although it looks like a slip."""


class _StatusJson(TypedDict):
    status: StatusName


@dataclass(frozen=True)
class OwnRound:
    """A round as one entry sees it."""

    board: RoundBoard
    match: MatchView | None
    """None for a bye, or where the entry waits."""
    side: SideNumber
    has_bye: bool

    @property
    def opponent(self) -> str:
        """The name of the other side; "" without one."""
        return self.match.names[2 - self.side] if self.match else ""

    @property
    def may_tell(self) -> bool:
        """Whether the entry's word is still awaited, or may be changed."""
        return self.match is not None and not self.match.known.stands

    def notice(self, tournament: Tournament, now: float) -> Text | str:
        """What the entry is told in this round at a time, in seconds since 1970; "" for nothing."""
        is_even = self.match is not None and self.match.is_even
        if is_even:
            return ANOTHER_HAND
        table = self.match.place.table if self.match else None
        return round_notice(tournament, self.board.round, now, table) or tournament.announcement

    @property
    def has_told(self) -> bool:
        """Whether the entry has told a result."""
        return self.match is not None and self.side not in self.match.known.missing


@player.get("/player/<badge>")
@open_to(Role.STRANGER)
def show_player(badge: str) -> str:
    """The page of an entry."""
    entry = _entry_of(badge)
    if current_visitor().role is Role.STRANGER:
        # A badge is as good as the code of the hall: it leads to pairings and standings too.
        sign_in("guest")
    desk = current_desk().desk
    own = _own_rounds(desk.tournament, entry, desk.now())
    notice = own[0].notice(desk.tournament, desk.now()) if own else desk.tournament.announcement
    rank = next((row.rank for row in newest_standings(desk.tournament) if row.tally.entry == entry.number), None)
    return render_template(
        "hall/player.html",
        tournament=desk.tournament,
        entry=entry,
        badge=badge,
        rounds=own,
        rank=rank,
        notice=notice,
    )


@player.post("/api/hall/player/<badge>/result")
@open_to(Role.STRANGER)
@takes(_OwnResultJson)
def tell_result(badge: str) -> _StatusJson:
    """Confirms or tells the result of a match, for the entry whose badge it is."""
    entry = _entry_of(badge)
    count_event(str(entry.number))
    body = {**json_body()}
    is_sure = body.pop("sure", False) is True
    told = parse_event({**body, "event": "result", "teller": "side 1", "by": entry.name})
    assert isinstance(told, ResultTold)
    desk = current_desk().desk
    meeting = desk.tournament.round(*told.key).meeting_at(told.table)
    if meeting is None or entry.number not in meeting.entries:
        abort(403, gettext("you do not play at table %(table)s in round %(round)s", table=told.table, round=told.round))
    if told.result.forfeit:
        raise TournamentError("only the desk says that a side does not play on; ask there")
    side: SideNumber = 1 if entry.number in meeting.sides[0] else 2
    desk.tell_result(told.place, told.result, by=entry.name, side=side, is_sure=is_sure)
    return {"status": verdict(desk.tournament, told.place).status.value}


def _entry_of(badge: str) -> Entry:
    """The entry whose badge this is. Aborts with 404 where there is none."""
    context = current_desk()
    # Whoever plays in a tournament finds it, whichever this browser looks at.
    g.tournament = badge.partition("-")[0]
    try:
        number = context.entry_of(badge)
    except TournamentError as error:
        count_guess(False)
        abort(404, str(error))
    return context.desk.tournament.entry(number)


def _own_rounds(tournament: Tournament, entry: Entry, now: float) -> list[OwnRound]:
    """The rounds that name the entry, the newest first."""
    named = [each for each in reversed(tournament.rounds) if entry.number in each.entries]
    even = even_tables()
    return [_own_round(tournament, each, entry.number, now, even) for each in named]


def _own_round(tournament: Tournament, each: PairedRound, number: int, now: float, even: Collection[int]) -> OwnRound:
    meeting = next((meeting for meeting in each.meetings if number in meeting.entries), None)
    board = round_board(tournament, each, now, table=meeting.table if meeting else None)
    if meeting is None:
        return OwnRound(board, None, 1, number in each.byes)
    side: SideNumber = 1 if number in meeting.sides[0] else 2
    return OwnRound(board, match_at(tournament, each, meeting, even), side, False)
