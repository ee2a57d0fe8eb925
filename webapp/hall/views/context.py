"""What the pages of the desk share."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field

from flask import Flask, Response, current_app, g, has_request_context, request

from ..desk.badges import Badges
from ..desk.follower import TableFollower
from ..desk.runner import DeskRunner
from ..desk.service import TournamentDesk
from ..desk.wording import ANOTHER_HAND
from ..floor.context import current_hall

DESK_EXTENSION = "muggins-desk"
"""Key in `app.extensions` of the DeskContext."""
CHOSEN = "tournament"
"""The argument in an address by which a browser turns to a tournament, and the cookie by which it stays there."""
SIDE_BY_SIDE = 4
"""Tournaments that tables play at once: the newest."""


@dataclass
class DeskContext:
    """The tournaments, what follows their tables, and the badges of their entries."""

    newest: TournamentDesk
    make_follower: Callable[[TournamentDesk], TableFollower]
    make_desk: Callable[[int], TournamentDesk]
    """Makes the desk of one tournament."""
    runner: DeskRunner
    """Lets the tables follow the tournaments. It is to be started, and stopped."""
    badges: Badges
    _followers: dict[int, TableFollower] = field(default_factory=dict)

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
        return self._follower(number).desk if 0 < number < self.newest.number else self.newest

    def badge(self, entry: int, desk: TournamentDesk | None = None) -> str:
        """The badge of an entry of a tournament; without one, of that which the current request is about."""
        desk = desk or self.desk
        return self.badges.badge(desk.number, entry, desk.tournament.entry(entry).badges)

    def entry_of(self, badge: str) -> int:
        """The number of the entry whose badge this is, in the tournament that the current request is about."""
        desk = self.desk
        return self.badges.entry(desk.number, badge, desk.tournament.entries)

    def followers(self) -> list[TableFollower]:
        """What lets the tables follow each tournament that is played, the newest first."""
        newest = self.newest.number
        # Before the first tournament there is one without a number.
        return [self._follower(number) for number in range(newest, max(0, newest - SIDE_BY_SIDE), -1) or (0,)]

    def tournaments(self) -> list[tuple[int, str]]:
        """The number and the name of each tournament that is played, the newest first."""
        found = [(each.desk.number, each.desk.tournament.name) for each in self.followers()]
        return [(number, name) for number, name in found if number]

    def _follower(self, number: int) -> TableFollower:
        if number == self.newest.number:
            return self.make_follower(self.newest)
        # Of two threads that make one the first counts: all agree by it.
        return self._followers.get(number) or self._followers.setdefault(
            number, self.make_follower(self.make_desk(number))
        )


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
    return {number for number in tables.numbers if tables.glance(number).notice == ANOTHER_HAND}
