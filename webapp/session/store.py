"""The record of games in a database: events are added and read, never changed. A game can be deleted as a whole.

The database is SQLite unless another address is named. PostgreSQL is the other one that is tested.
"""

from __future__ import annotations

import json
import logging
import os
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from platformdirs import user_data_path
from sqlalchemy import (
    Column,
    ColumnElement,
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
    update,
)
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import (
    ArgumentError,
    DBAPIError,
    IntegrityError,
    InterfaceError,
    NoSuchModuleError,
    OperationalError,
)

from muggins.texts import Text as LocalText
from muggins.texts import lazy_gettext
from muggins.texts.installing import extra_command

from .private_file import OWNER_ALONE, make_private

GAMES_FILE = "games.sqlite"
BESIDE = ("", "-wal", "-shm", "-journal")
"""Endings of the files that SQLite keeps for one record. It gives new ones the mode of the first."""
BUSY_TIMEOUT_MS = 3000
"""How long SQLite waits for another program that writes."""

NOBODY_ANSWERS = ("refused", "could not", "failed to resolve", "terminat", "Is the server running", "starting up")
"""What a database's driver says where no server answers, or not yet."""
NUMBER_TRIES = 50
"""How often a number for a new game is tried while others begin games too."""
DATABASE_AGAIN_SECONDS = 0.2
"""Seconds between two tries while no database answers."""

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

clips = Table(
    "clips",
    metadata,
    Column("game", Integer, ForeignKey("games.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("clip", LargeBinary, nullable=False),
)

settings = Table(
    "settings",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)


class StoreError(ValueError):
    """The record cannot be opened, read or written. The message says why, and what to do."""


class ConflictError(StoreError):
    """Another program has stored an event of this number: read the record again and go on from there."""


class UnreachableError(StoreError):
    """No database answers at the address, at least not now."""


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
    return str(earlier if earlier and earlier.exists() else user_data_path("muggins", appauthor=False) / GAMES_FILE)


def _earlier_address() -> Path | None:
    """The file that was the default before platformdirs; games that lie there are still found.

    The two differ on macOS where XDG_DATA_HOME is set, on Windows where LOCALAPPDATA is not the folder that the system
    knows, and on Linux where XDG_DATA_HOME is a relative path. None where the default was that of platformdirs anyway.
    """
    if sys.platform == "darwin":
        base = str(Path.home() / "Library" / "Application Support")
    else:
        base = os.environ.get("LOCALAPPDATA" if sys.platform == "win32" else "XDG_DATA_HOME", "")
    return Path(base) / "muggins" / GAMES_FILE if base else None


class Store:
    """Games and their events, at a database address or in a SQLite file at a path.

    When `append` returns, the events have reached the disk. Methods raise StoreError.
    """

    def __init__(self, address: str, patience: float = 0.0, now: Callable[[], float] = time.time) -> None:
        """`patience` is how long, in seconds, an event waits to be stored while no database answers.

        `now` gives seconds since 1970.
        """
        self.now = now
        self.url = _parse_address(address)
        self.patience = patience
        shown = self.url.difference_update_query(["password"])
        self.name = self.url.database if self.is_sqlite else shown.render_as_string(hide_password=True)
        if self.is_sqlite and self.url.database not in (None, "", ":memory:"):
            folder = Path(str(self.url.database)).parent
            try:
                folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise StoreError(
                    lazy_gettext(
                        "the record of games cannot be kept in %(folder)s: %(reason)s; name a file in a folder that "
                        "can be written to",
                        folder=folder,
                        reason=error.strerror,
                    )
                ) from error
            if "uri" not in self.url.query:
                _keep_private(str(self.url.database))
        self.engine = _make_engine(self.url)
        with self.connected() as connection:
            metadata.create_all(connection)

    @property
    def is_sqlite(self) -> bool:
        """Whether the record is a file of SQLite."""
        return self.url.get_backend_name() == "sqlite"

    def add_game(self, above: int = 0) -> int:
        """The number of a new game without events: above `above` and above all games of the store."""
        for tries_left in reversed(range(NUMBER_TRIES)):
            try:
                with self.connected() as connection:
                    highest = connection.execute(select(func.max(games.c.id))).scalar() or 0
                    number = max(int(highest), above) + 1
                    connection.execute(games.insert().values(id=number, started=self.now()))
                    self._on_new_game(connection, number)
                    return number
            except ConflictError:
                # Another program has taken the number meanwhile: the next is above it.
                if not tries_left:
                    raise
        raise AssertionError("the last try returns or raises")

    def _on_new_game(self, connection: Connection, number: int) -> None:
        """Called in the transaction that adds a game."""

    def append(self, game: int, number: int, *new: Mapping[str, Any], picture: bytes | None = None) -> None:
        """Stores events of a game, the first of them as event `number`: all, or none.

        `picture` is a JPEG of the table at the moment of the last. ConflictError where another program has stored one
        of these numbers.
        """
        rows: list[dict[str, Any]] = [
            {"game": game, "number": each, "event": json.dumps(event, ensure_ascii=False), "picture": None}
            for each, event in enumerate(new, number)
        ]
        rows[-1]["picture"] = picture
        self.insert(events, *rows)

    def insert(self, table: Table, *rows: Mapping[str, Any]) -> None:
        """Stores rows, all or none, with a time `written`.

        They are stored once, however often the connection breaks. ConflictError where a key is taken. While no database
        answers it is tried again, as long as there is patience.
        """
        written = self.now()
        gives_up, has_tried = time.monotonic() + self.patience, False
        while True:
            try:
                with self.connected() as connection:
                    connection.execute(table.insert(), [{**row, "written": written} for row in rows])
                return
            except UnreachableError:
                if time.monotonic() >= gives_up:
                    raise
                has_tried = True
                time.sleep(DATABASE_AGAIN_SECONDS)
            except ConflictError:
                # The connection may have broken after the rows were stored, and before that was confirmed.
                if has_tried and self._written(table, _key(table, rows[0])) == written:
                    return
                raise

    def _written(self, table: Table, key: Mapping[str, int]) -> float | None:
        """When a row was written."""
        query = select(table.c.written).where(*(table.c[name] == value for name, value in key.items()))
        with self.connected() as connection:
            return connection.execute(query).scalar()

    def events(self, game: int, since: int = 1) -> list[dict[str, Any]]:
        """The events of a game from number `since` on, in order."""
        query = select(events.c.event).where(self._is_of(game), events.c.number >= since).order_by(events.c.number)
        with self.connected() as connection:
            texts = list(connection.execute(query).scalars())
        try:
            return [json.loads(text) for text in texts]
        except ValueError:
            damaged = lazy_gettext(
                "the record of games %(name)s: an event of game %(number)s is damaged; restore a copy",
                name=self.name,
                number=game,
            )
            raise StoreError(damaged) from None

    def last_written(self, game: int) -> float:
        """When the newest event of a game was stored, in seconds since 1970; 0 where there is none."""
        query = select(func.max(events.c.written)).where(events.c.game == game)
        with self.connected() as connection:
            return float(connection.execute(query).scalar() or 0.0)

    def count_written_by(self, game: int, moment: float) -> int:
        """How many events of a game were stored by a moment, in seconds since 1970."""
        query = select(func.count()).where(events.c.game == game, events.c.written <= moment)
        with self.connected() as connection:
            return int(connection.execute(query).scalar() or 0)

    def picture(self, game: int, number: int) -> bytes | None:
        """The picture that was stored with an event; None where there is none."""
        query = select(events.c.picture).where(self._is_of(game), events.c.number == number)
        with self.connected() as connection:
            picture = connection.execute(query).scalar()
        return None if picture is None else bytes(picture)

    def numbers_with_picture(self, game: int) -> list[int]:
        """The numbers of the events that a picture was stored with."""
        query = select(events.c.number).where(self._is_of(game), events.c.picture.is_not(None))
        with self.connected() as connection:
            return [int(number) for number in connection.execute(query.order_by(events.c.number)).scalars()]

    def keep_clip(self, game: int, number: int, clip: bytes) -> None:
        """Stores the clip of an event. ConflictError where the game was deleted meanwhile."""
        with self.connected() as connection:
            connection.execute(clips.insert().values(game=game, number=number, clip=clip))

    def clip(self, game: int, number: int) -> bytes | None:
        """The clip that was stored with an event; None where there is none."""
        query = select(clips.c.clip).join(events, (events.c.game == clips.c.game) & (events.c.number == clips.c.number))
        with self.connected() as connection:
            clip = connection.execute(query.where(self._is_of(game), events.c.number == number)).scalar()
        return None if clip is None else bytes(clip)

    def numbers_with_clip(self, game: int) -> list[int]:
        """The numbers of the events that a clip was stored with."""
        query = select(clips.c.number).where(clips.c.game == game)
        with self.connected() as connection:
            return [int(number) for number in connection.execute(query).scalars()]

    def _is_of(self, game: int) -> ColumnElement[bool]:
        """Which events are read as those of a game."""
        return events.c.game == game

    def delete(self, game: int) -> None:
        """Deletes a game with its events and pictures, so that nothing of it is left in the file."""
        with self.connected() as connection:
            connection.execute(delete(clips).where(clips.c.game == game))
            connection.execute(delete(events).where(events.c.game == game))
            connection.execute(delete(games).where(games.c.id == game))
        if self.is_sqlite:
            with self.connected() as connection:
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
        with self.connected() as connection:
            return [StoredGame(int(id), float(started), int(n)) for id, started, n in connection.execute(query)]

    def setting(self, name: str) -> str:
        """A setting of the table; "" where it was never set."""
        query = select(settings.c.value).where(settings.c.name == self._setting_name(name))
        with self.connected() as connection:
            return str(connection.execute(query).scalar() or "")

    def set_setting(self, name: str, value: str) -> None:
        key = self._setting_name(name)
        with self.connected() as connection:
            connection.execute(delete(settings).where(settings.c.name == key))
            connection.execute(settings.insert().values(name=key, value=value))

    def change_setting(self, name: str, change: Callable[[str], str]) -> str:
        """Changes a setting, "" where it was never set, in one step whoever else writes. Returns it as it is then."""
        key = self._setting_name(name)
        mine = settings.c.name == key
        with self.connected() as connection:
            # It is written before it is read, so that others who would change it wait.
            is_set = connection.execute(update(settings).where(mine).values(name=key)).rowcount
            value = change(str(connection.execute(select(settings.c.value).where(mine)).scalar() or ""))
            write = update(settings).where(mine) if is_set else settings.insert()
            connection.execute(write.values(name=key, value=value))
        return value

    def add_setting(self, name: str, value: str) -> str:
        """Sets a setting that was never set. Returns it as it is then: another program may have been faster."""
        if not self.setting(name):
            with suppress(ConflictError), self.connected() as connection:
                connection.execute(settings.insert().values(name=self._setting_name(name), value=value))
        return self.setting(name)

    def _setting_name(self, name: str) -> str:
        """The name by which a setting is stored."""
        return name

    def close(self) -> None:
        self.engine.dispose()

    @contextmanager
    def connected(self) -> Iterator[Connection]:
        """A connection in one transaction. StoreError, with a sentence, where the database fails."""
        try:
            with self.engine.begin() as connection:
                yield connection
        except DBAPIError as error:
            kind: type[StoreError] = StoreError
            if isinstance(error, IntegrityError):
                kind = ConflictError
            elif not self.is_sqlite and isinstance(error, (OperationalError, InterfaceError)):
                kind = UnreachableError
            raise kind(
                lazy_gettext("the record of games %(name)s: %(why)s", name=self.name, why=_sentence(error))
            ) from error


def _keep_private(file: str) -> None:
    """Lets its owner alone open a file of SQLite, which holds keys, and what lies beside it. Warns where others could.

    A new file is made here, as SQLite would let everybody read it. One that is there is not opened: to close it would
    end the locks of a Store that has it.
    """
    says: LocalText | str = ""
    try:
        os.close(os.open(file, os.O_RDWR | os.O_CREAT | os.O_EXCL, OWNER_ALONE))
    except FileExistsError:
        try:
            were_open = [make_private(Path(file + end)) for end in BESIDE]
            if any(were_open):
                says = lazy_gettext(
                    "Every user of this machine could open the record of games %(name)s, which holds keys; from now on "
                    "its owner alone can. If strangers use this machine, make new keys: muggins keys renew",
                    name=file,
                )
        except OSError:
            says = lazy_gettext(
                "Every user of this machine can open the record of games %(name)s, which holds keys; its owner should "
                "forbid that: chmod 600 %(name)s",
                name=file,
            )
    except OSError:
        return  # SQLite says what is wrong
    if says:
        logging.getLogger(__name__).warning("%s", says)


def _parse_address(address: str) -> URL:
    """A database address, or a path to a SQLite file, as SQLAlchemy's URL."""
    if "://" not in address:
        return URL.create("sqlite", database=str(Path(address).expanduser()))
    try:
        url = make_url(address)
        # SQLAlchemy 2.0 would take psycopg2.
        return url.set(drivername="postgresql+psycopg") if url.drivername in ("postgresql", "postgres") else url
    except ArgumentError as error:
        raise StoreError(
            lazy_gettext(
                "expected a file or a database address such as postgresql://host/games, got %(address)s",
                address=repr(address),
            )
        ) from error


def _key(table: Table, row: Mapping[str, Any]) -> dict[str, int]:
    """The primary key of a row."""
    return {column.name: row[column.name] for column in table.primary_key}


def _make_engine(url: URL) -> Engine:
    try:
        # A connection that broke since it was last used is replaced before it is used again.
        engine = create_engine(url, pool_pre_ping=url.get_backend_name() != "sqlite")
    except (NoSuchModuleError, ModuleNotFoundError) as error:
        raise StoreError(
            lazy_gettext(
                "the driver for %(driver)s addresses is not installed (%(error)s); name a file, or install it, for "
                "PostgreSQL: %(command)s",
                driver=url.drivername,
                error=error,
                command=extra_command("hall"),
            )
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


def _sentence(error: DBAPIError) -> LocalText:
    """What an error of the database means to the player, and what to do."""
    complaint = " ".join(str(error.orig).split())
    if isinstance(error, IntegrityError):
        return lazy_gettext("another program has written to the same game; close the other one and start again")
    if "locked" in complaint:
        return lazy_gettext("another program holds it locked; close that program, or name another file")
    if "readonly" in complaint or "unable to open" in complaint:
        return lazy_gettext("it cannot be opened for writing; check who may write there, or name another file")
    if "not a database" in complaint or "malformed" in complaint:
        return lazy_gettext("it is not a record of games, or it is damaged; name another file, or restore a copy")
    if "authentication" in complaint or "no password" in complaint:
        return lazy_gettext("the database does not accept this name and password; check the address")
    if "does not exist" in complaint and "database" in complaint:
        return lazy_gettext("%(complaint)s; make it with createdb, or check the address", complaint=complaint)
    if any(words in complaint for words in NOBODY_ANSWERS):
        return lazy_gettext("no database answers there; start it, check the address, or name a file")
    if "full" in complaint:
        return lazy_gettext("the disk is full; make room, then go on")
    return lazy_gettext("%(complaint)s; check it, or name another file", complaint=complaint)
