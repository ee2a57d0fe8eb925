"""What the pages of the desk share."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from flask import Flask, Response, current_app, g, has_request_context, request

from muggins.texts import Text

from ..desk.badges import Badges
from ..desk.follower import TableFollower
from ..desk.runner import DeskRunner
from ..desk.service import TournamentDesk
from ..desk.wording import ANOTHER_HAND, hall_notice
from ..floor.context import HallContext, current_hall
from ..floor.glance import TableGlance
from ..floor.messages import NoticeChanged, TournamentChanged
from .parts import Parts

DESK_EXTENSION = "muggins-desk"
"""Key in `app.extensions` of the DeskContext."""
CHOSEN = "tournament"
"""The argument in an address by which a browser turns to a tournament, and the cookie by which it stays there."""
SIDE_BY_SIDE = 4
"""Tournaments that tables play at once: the newest."""


@dataclass
class DeskContext:
    """The tournaments of a hall, what follows their tables, and the badges of their entries."""

    hall: HallContext
    parts: Parts = field(default_factory=Parts)
    _desks: dict[int, TournamentDesk] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.newest = self._make_desk()
        self.runner = DeskRunner(self.followers, self.hall.broker, self.hall.tables.held)
        """Lets the tables follow the tournaments. It is to be started, and stopped."""
        self.badges = Badges(lambda: self.hall.access.keys.signing)

    @property
    def desk(self) -> TournamentDesk:
        """The tournament that the current request is about."""
        return self.of(self.chosen())

    def chosen(self) -> int:
        """The number of the tournament that the current request names; 0 for whichever is the newest."""
        if not has_request_context():
            return 0
        named = g.get(CHOSEN) or request.args.get(CHOSEN) or request.cookies.get(CHOSEN, "")
        return int(named) if named.isascii() and named.isdecimal() and len(named) <= 7 else 0

    def of(self, number: int) -> TournamentDesk:
        """The desk of a tournament; that of the newest where there is none of this number."""
        if not 0 < number < self.newest.number:
            return self.newest
        # Of two threads that make one the first counts: all agree by it.
        return self._desks.get(number) or self._desks.setdefault(number, self._make_desk(number))

    def badge(self, entry: int, desk: TournamentDesk | None = None) -> str:
        """The badge of an entry of a tournament; without one, of that which the current request is about."""
        desk = desk or self.desk
        return self.badges.badge(desk.number, entry, desk.tournament.entry(entry).badges)

    def entry_of(self, badge: str) -> int:
        """The number of the entry whose badge this is, in the tournament that the current request is about."""
        desk = self.desk
        return self.badges.entry(desk.number, badge, desk.tournament.entries)

    def desks(self) -> list[TournamentDesk]:
        """The desk of each tournament that is played, the newest first."""
        newest = self.newest.number
        # Before the first tournament there is one without a number.
        return [self.of(number) for number in range(newest, max(0, newest - SIDE_BY_SIDE), -1) or (0,)]

    def followers(self) -> list[TableFollower]:
        """What lets the tables follow each tournament that is played, the newest first."""
        hall = self.hall
        return [
            TableFollower(desk, hall.store, lambda table: hall.broker.publish(NoticeChanged(table)))
            for desk in self.desks()
        ]

    def tournaments(self) -> list[tuple[int, str]]:
        """The number and the name of each tournament that is played, the newest first."""
        return [(desk.number, desk.tournament.name) for desk in self.desks() if desk.number]

    def notice(self) -> Text | str:
        """What every screen of the hall says; "" for nothing."""
        return next((said for desk in self.desks() if (said := hall_notice(desk.tournament, desk.now()))), "")

    def _make_desk(self, number: int = 0) -> TournamentDesk:
        return TournamentDesk(self.hall.store, lambda: self.hall.broker.publish(TournamentChanged()), number=number)


def stay_at(context: DeskContext, answer: Response) -> Response:
    """An answer by which the browser stays at the tournament that it turned to; a desk stays at the one it shows."""
    if CHOSEN in request.args or g.get("began") or request.endpoint == "desk_pages.show_desk":
        answer.set_cookie(CHOSEN, str(context.desk.number), samesite="Lax", httponly=True)
    return answer


def desk_of(app: Flask) -> DeskContext:
    """The desk of a hall's app."""
    context = app.extensions[DESK_EXTENSION]
    assert isinstance(context, DeskContext)
    return context


def current_desk() -> DeskContext:
    """The desk of the app that answers the current request."""
    return desk_of(current_app)


def even_tables() -> Collection[int]:
    """The tables whose match is even, so that another hand decides it."""
    tables = current_hall().tables
    return even_among(map(tables.glance, tables.numbers))


def even_among(glances: Iterable[TableGlance]) -> Collection[int]:
    """Those of some tables whose match is even."""
    return {glance.number for glance in glances if glance.notice == ANOTHER_HAND}
