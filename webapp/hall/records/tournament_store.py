"""Tournaments in the database: events are added and read, never changed."""

from __future__ import annotations

import json
from functools import reduce

from sqlalchemy import func, select

from muggins.texts import gettext

from ...session.store import Store, StoreError
from ..tournament.events import Event, TournamentError
from ..tournament.fold import apply, check_new, replay
from ..tournament.record import event_to_json, parse_event
from ..tournament.state import Tournament
from .schema import tournament_events as rows


class TournamentStore:
    """The tournaments of a hall. Methods raise StoreError."""

    def __init__(self, hall: Store) -> None:
        self._hall = hall

    def numbers(self) -> list[int]:
        """The numbers of all tournaments, the newest first."""
        with self._hall.connected() as connection:
            found = connection.execute(select(rows.c.tournament).distinct().order_by(rows.c.tournament.desc()))
            return [int(number) for number in found.scalars()]

    def begin(self, event: Event) -> int:
        """The number of a new tournament, whose record begins with the event. TournamentError where it cannot."""
        check_new(event)
        apply(Tournament(), event)
        with self._hall.connected() as connection:
            number = int(connection.execute(select(func.max(rows.c.tournament))).scalar() or 0) + 1
        self._insert(number, 1, event)
        return number

    def append(self, number: int, before: Tournament, *events: Event) -> Tournament:
        """The tournament after more events, which are stored: all, or none.

        TournamentError where the record cannot hold one. ConflictError where somebody else has added an event since
        `before` was read: read it again.
        """
        for event in events:
            check_new(event)
        after = reduce(apply, events, before)
        self._insert(number, len(before.record) + 1, *events)
        return after

    def read(self, number: int, before: Tournament | None = None) -> Tournament:
        """A tournament as it stands; `before` is what is known of it, so that only what is new is read."""
        tournament = before or Tournament()
        query = select(rows.c.event).where(rows.c.tournament == number, rows.c.number > len(tournament.record))
        with self._hall.connected() as connection:
            texts = list(connection.execute(query.order_by(rows.c.number)).scalars())
        try:
            return replay(map(parse_event, texts), tournament)
        except TournamentError as error:
            raise StoreError(
                gettext(
                    "the record of tournament %(number)s is damaged, restore a copy: %(error)s",
                    number=number,
                    error=str(error),
                )
            ) from error

    def _insert(self, tournament: int, first: int, *events: Event) -> None:
        texts = (json.dumps(event_to_json(event), ensure_ascii=False) for event in events)
        self._hall.insert(
            rows,
            *({"tournament": tournament, "number": number, "event": text} for number, text in enumerate(texts, first)),
        )
