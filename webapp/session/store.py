"""The record of games in a database: events are added and read, never changed. A game can be deleted as a whole.

The database is SQLite unless another address is named. The statements are plain enough for PostgreSQL too.
"""

from __future__ import annotations

import json
import os
import sqlite3
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from platformdirs import user_data_path
from sqlalchemy import (
    Column,
    Connection,
    Engine,
    Float,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    create_engine,
    delete,
    event,
    func,
    select,
)
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DatabaseError, IntegrityError, NoSuchModuleError

FILE_NAME = "games.sqlite"
BUSY_TIMEOUT_MS = 3000
"""How long SQLite waits for another program that writes."""

metadata = MetaData()

games = Table(
    "games",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("started", Float, nullable=False),
)

events = Table(
    "events",
    metadata,
    Column("game", Integer, ForeignKey("games.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("written", Float, nullable=False),
    Column("event", Text, nullable=False),
    Column("picture", LargeBinary),
)


class StoreError(ValueError):
    """The record cannot be opened, read or written. The message says why, and what to do."""


@dataclass(frozen=True)
class StoredGame:
    """A game of the store."""

    id: int
    started: float
    """Seconds since 1970."""
    events: int
    """The number of events."""


def default_address() -> str:
    """The SQLite file of whoever names no other address, in the user's own data folder."""
    earlier = _earlier_address()
    return str(earlier if earlier and earlier.exists() else user_data_path("muggins", appauthor=False) / FILE_NAME)


def _earlier_address() -> Path | None:
    """The file that was the default before platformdirs; games that lie there are still found.

    The two differ on macOS where XDG_DATA_HOME is set, on Windows where LOCALAPPDATA is not the folder that the system
    knows, and on Linux where XDG_DATA_HOME is a relative path. None where the default was that of platformdirs anyway.
    """
    if sys.platform == "darwin":
        base = str(Path.home() / "Library" / "Application Support")
    else:
        base = os.environ.get("LOCALAPPDATA" if sys.platform == "win32" else "XDG_DATA_HOME", "")
    return Path(base) / "muggins" / FILE_NAME if base else None


class Store:
    """Games and their events, at a database address or in a SQLite file at a path.

    When `append` returns, the event has reached the disk. Methods raise StoreError.
    """

    def __init__(self, address: str) -> None:
        self._url = _parse_address(address)
        self.name = self._url.database if self._is_sqlite else self._url.render_as_string(hide_password=True)
        if self._is_sqlite and self._url.database not in (None, "", ":memory:"):
            folder = Path(str(self._url.database)).parent
            try:
                folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise StoreError(
                    f"the record of games cannot be kept in {folder}: {error.strerror}; "
                    "name a file in a folder that can be written to"
                ) from error
        self._engine = _make_engine(self._url)
        with self._connected() as connection:
            metadata.create_all(connection)

    @property
    def _is_sqlite(self) -> bool:
        return self._url.get_backend_name() == "sqlite"

    def add_game(self, above: int = 0) -> int:
        """The number of a new game without events: above `above` and above all games of the store."""
        with self._connected() as connection:
            highest = connection.execute(select(func.max(games.c.id))).scalar() or 0
            number = max(int(highest), above) + 1
            connection.execute(games.insert().values(id=number, started=time.time()))
            return number

    def append(self, game: int, number: int, event: dict[str, Any], picture: bytes | None = None) -> None:
        """Store event `number` of a game; the first is 1. `picture` is a JPEG of the table at that moment."""
        row = {
            "game": game,
            "number": number,
            "written": time.time(),
            "event": json.dumps(event, ensure_ascii=False),
            "picture": picture,
        }
        with self._connected() as connection:
            connection.execute(events.insert().values(row))

    def events(self, game: int, since: int = 1) -> list[dict[str, Any]]:
        """The events of a game from number `since` on, in order."""
        query = select(events.c.event).where(events.c.game == game, events.c.number >= since).order_by(events.c.number)
        with self._connected() as connection:
            texts = list(connection.execute(query).scalars())
        try:
            return [json.loads(text) for text in texts]
        except ValueError:
            damaged = f"the record of games {self.name}: an event of game {game} is damaged; restore a copy"
            raise StoreError(damaged) from None

    def picture(self, game: int, number: int) -> bytes | None:
        """The picture that was stored with an event; None where there is none."""
        query = select(events.c.picture).where(events.c.game == game, events.c.number == number)
        with self._connected() as connection:
            picture = connection.execute(query).scalar()
        return None if picture is None else bytes(picture)

    def numbers_with_picture(self, game: int) -> list[int]:
        """The numbers of the events that a picture was stored with."""
        query = select(events.c.number).where(events.c.game == game, events.c.picture.is_not(None))
        with self._connected() as connection:
            return [int(number) for number in connection.execute(query.order_by(events.c.number)).scalars()]

    def delete(self, game: int) -> None:
        """Delete a game with its events and pictures, so that nothing of it is left in the file."""
        with self._connected() as connection:
            connection.execute(delete(events).where(events.c.game == game))
            connection.execute(delete(games).where(games.c.id == game))
        if self._is_sqlite:
            with self._connected() as connection:
                # Without this the write-ahead log holds what was deleted until it is overwritten.
                connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")

    def games(self) -> list[StoredGame]:
        """Every game that has an event, the newest first."""
        query = (
            select(games.c.id, games.c.started, func.count(events.c.number))
            .join(events, events.c.game == games.c.id)
            .group_by(games.c.id, games.c.started)
            .order_by(games.c.id.desc())
        )
        with self._connected() as connection:
            return [StoredGame(int(id), float(started), int(n)) for id, started, n in connection.execute(query)]

    def close(self) -> None:
        self._engine.dispose()

    @contextmanager
    def _connected(self) -> Iterator[Connection]:
        """A connection in one transaction. StoreError, with a sentence, where the database fails."""
        try:
            with self._engine.begin() as connection:
                yield connection
        except DatabaseError as error:
            raise StoreError(f"the record of games {self.name}: {_sentence(error)}") from error


def _parse_address(address: str) -> URL:
    """A database address, or a path to a SQLite file, as SQLAlchemy's URL."""
    if "://" not in address:
        return URL.create("sqlite", database=str(Path(address).expanduser()))
    try:
        return make_url(address)
    except ArgumentError as error:
        raise StoreError(
            f"expected a file or a database address such as postgresql://host/games, got {address!r}"
        ) from error


def _make_engine(url: URL) -> Engine:
    try:
        engine = create_engine(url)
    except (NoSuchModuleError, ModuleNotFoundError) as error:
        raise StoreError(
            f"the driver for {url.drivername} addresses is not installed ({error}); "
            "install it (for PostgreSQL: pip install psycopg, address postgresql+psycopg://…), or name a file"
        ) from error
    if url.get_backend_name() == "sqlite":
        event.listen(engine, "connect", _set_up_sqlite)
    return engine


def _set_up_sqlite(connection: sqlite3.Connection, _record: object) -> None:
    """Readers do not wait for the writer, commits reach the disk, and deleted data is overwritten."""
    connection.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT_MS}")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA secure_delete = ON")


def _sentence(error: DatabaseError) -> str:
    """What an error of the database means to the player, and what to do."""
    complaint = " ".join(str(error.orig).split())
    if isinstance(error, IntegrityError):
        return "another program has written to the same game; close the other one and start again"
    if "locked" in complaint:
        return "another program holds it locked; close that program, or name another file"
    if "readonly" in complaint or "unable to open" in complaint:
        return "it cannot be opened for writing; check who may write there, or name another file"
    if "not a database" in complaint or "malformed" in complaint:
        return "it is not a record of games, or it is damaged; name another file, or restore a copy"
    if "refused" in complaint or "could not" in complaint or "failed to resolve" in complaint:
        return "no database answers there; start it, check the address, or name a file"
    if "full" in complaint:
        return "the disk is full; make room, then go on"
    return f"{complaint}; check it, or name another file"
