"""The record of games on disk: events are added and read, never changed; a game can be deleted as a whole.

SQLite unless another address is named; the statements are plain enough for PostgreSQL too.
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
    """The record cannot be opened, read or written; says which, and what to do."""


@dataclass(frozen=True)
class StoredGame:
    """A game as the list of games shows it."""

    id: int
    started: float
    """Seconds since 1970."""
    events: int


def default_address() -> str:
    """Where the record lies when nobody says otherwise: the user's own data folder."""
    home = Path.home()
    if sys.platform == "win32":
        folder = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif sys.platform == "darwin":
        folder = home / "Library" / "Application Support"
    else:
        folder = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    return str(folder / "muggins" / "games.sqlite")


class Store:
    """Games and their events, at a database address or in a SQLite file at a path.

    When `append` returns, the event has reached the disk. Errors: StoreError.
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
        """A new game without events; its number, which is above all others and above that of a game that is gone."""
        with self._connected() as connection:
            highest = connection.execute(select(func.max(games.c.id))).scalar() or 0
            number = max(int(highest), above) + 1
            connection.execute(games.insert().values(id=number, started=time.time()))
            return number

    def append(self, game: int, number: int, event: dict[str, Any], picture: bytes | None = None) -> None:
        """Keep event `number` (the first is 1) of a game; `picture` is a JPEG of the table at that moment."""
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
        """The events of a game in order, from number `since` on."""
        asked = select(events.c.event).where(events.c.game == game, events.c.number >= since).order_by(events.c.number)
        with self._connected() as connection:
            texts = list(connection.execute(asked).scalars())
        try:
            return [json.loads(text) for text in texts]
        except ValueError:
            damaged = f"the record of games {self.name}: an event of game {game} is damaged; restore a copy"
            raise StoreError(damaged) from None

    def picture(self, game: int, number: int) -> bytes | None:
        """The picture kept with an event; None where there is none."""
        asked = select(events.c.picture).where(events.c.game == game, events.c.number == number)
        with self._connected() as connection:
            picture = connection.execute(asked).scalar()
        return None if picture is None else bytes(picture)

    def numbers_with_picture(self, game: int) -> list[int]:
        """The numbers of the events that a picture was kept with."""
        asked = select(events.c.number).where(events.c.game == game, events.c.picture.is_not(None))
        with self._connected() as connection:
            return [int(number) for number in connection.execute(asked.order_by(events.c.number)).scalars()]

    def delete(self, game: int) -> None:
        """Remove a game with all its events and pictures, so that nothing of it is left in the file."""
        with self._connected() as connection:
            connection.execute(delete(events).where(events.c.game == game))
            connection.execute(delete(games).where(games.c.id == game))
        if self._is_sqlite:
            with self._connected() as connection:
                # What was deleted would else be found in the journal until that is used again.
                connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")

    def games(self) -> list[StoredGame]:
        """Every game that has an event, the newest first."""
        asked = (
            select(games.c.id, games.c.started, func.count(events.c.number))
            .join(events, events.c.game == games.c.id)
            .group_by(games.c.id, games.c.started)
            .order_by(games.c.id.desc())
        )
        with self._connected() as connection:
            return [StoredGame(int(id), float(started), int(n)) for id, started, n in connection.execute(asked)]

    def close(self) -> None:
        self._engine.dispose()

    @contextmanager
    def _connected(self) -> Iterator[Connection]:
        """A connection whose work is kept as one; what goes wrong is said in one sentence."""
        try:
            with self._engine.begin() as connection:
                yield connection
        except DatabaseError as error:
            raise StoreError(f"the record of games {self.name}: {_sentence(error)}") from error


def _parse_address(address: str) -> URL:
    """A database address, or a path to a SQLite file, as SQLAlchemy wants it."""
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
    """Readers do not wait for the writer, what is committed has reached the disk, what is deleted is overwritten."""
    connection.execute("PRAGMA busy_timeout = 3000")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA secure_delete = ON")


def _sentence(error: DatabaseError) -> str:
    """What a database's complaint means to who plays."""
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
