"""The games of one table of a hall, in the database that all tables share."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, Table, func, select

from muggins.texts import Text, lazy_gettext

from ...session.store import Store, StoredGame, StoreError, events
from .schema import table_games


def opened_anew(table: int) -> Text:
    """What whoever asks for a table is told while it is opened anew."""
    return lazy_gettext("table %(table)s is opened anew; try again in a moment", table=table)


class TableStore(Store):
    """As a store, but only games of its table are listed and read, and new ones belong to it.

    A session with it resumes the newest game of the table. The numbers of games are those of the whole hall. It uses
    the connections of the store that it is made from, and leaves them open.
    """

    def __init__(self, hall: Store, table: int) -> None:
        self.table = table
        self.name = hall.name
        self.url = hall.url
        self.engine = hall.engine
        self.patience = hall.patience
        self.now = hall.now
        self._writing = threading.Lock()
        self._is_closed = False

    def games(self) -> list[StoredGame]:
        """Every game of the table that has an event, the newest first."""
        with self.connected() as connection:
            ours = set(connection.scalars(self._ours()))
        return [game for game in super().games() if game.id in ours]

    def newest(self) -> int | None:
        """The number of the game that is played at the table or was played last; None where there is none."""
        query = (
            select(func.max(events.c.game))
            .join(table_games, table_games.c.game == events.c.game)
            .where(table_games.c.hall_table == self.table)
        )
        with self.connected() as connection:
            found = connection.execute(query).scalar()
        return None if found is None else int(found)

    def _setting_name(self, name: str) -> str:
        """Each table has settings of its own."""
        return f"table {self.table}: {name}"

    def insert(self, table: Table, *rows: Mapping[str, Any]) -> None:
        """As a store, until it is closed."""
        with self._writing:
            if self._is_closed:
                raise StoreError(opened_anew(self.table))
            super().insert(table, *rows)

    def close(self) -> None:
        """Once this returns nothing is stored any more. The hall's store closes the connections."""
        with self._writing:
            self._is_closed = True

    def _is_of(self, game: int) -> ColumnElement[bool]:
        """Whether a game is of this table: whoever knows the number of another's may not be let in there."""
        return super()._is_of(game) & events.c.game.in_(self._ours())

    def _ours(self) -> Select[Any]:
        """The numbers of the table's games."""
        return select(table_games.c.game).where(table_games.c.hall_table == self.table)

    def _on_new_game(self, connection: Connection, number: int) -> None:
        connection.execute(table_games.insert().values(game=number, hall_table=self.table))


def tables_of_games(hall: Store) -> dict[int, int]:
    """The table at which each game of the hall was played, by the game's number."""
    with hall.connected() as connection:
        found = connection.execute(select(table_games.c.game, table_games.c.hall_table))
        return {int(game): int(table) for game, table in found}
