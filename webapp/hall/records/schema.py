"""The tables of a hall's database, on top of those of `webapp.session.store`."""

from __future__ import annotations

from sqlalchemy import Column, Float, ForeignKey, Index, Integer, MetaData, Table, Text

from ...session.store import games

HALL_FILE = "hall.sqlite"
"""The file of SQLite in which a hall is kept that names no other database."""

metadata = MetaData()

table_games = Table(
    "table_games",
    metadata,
    Column("game", Integer, ForeignKey(games.c.id, ondelete="CASCADE"), primary_key=True),
    Column("hall_table", Integer, nullable=False),
    Index("table_games_by_table", "hall_table", "game"),
)
"""The table of the hall at which a game is played. A game of a single table has no row."""

tournament_events = Table(
    "tournament_events",
    metadata,
    Column("tournament", Integer, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("written", Float, nullable=False),
    Column("event", Text, nullable=False),
)
