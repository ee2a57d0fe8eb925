"""The lock that the one program holds which serves a hall. Others stand by until it is gone."""

from __future__ import annotations

import secrets
import sqlite3
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from muggins.texts import lazy_gettext

from ...session.store import Store, StoreError, UnreachableError

LOCK = 730_702_191
"""The number of the lock in PostgreSQL. Each schema of a database is a hall of its own."""
HUB = "hub"
"""The setting that names the program which took the lock last."""
STANDBY_SECONDS = 0.5
"""Seconds between two tries of a program that stands by."""
ALIVE: Mapping[str, Any] = {
    "connect_timeout": 3,
    "tcp_user_timeout": 3000,
    "keepalives_idle": 1,
    "keepalives_interval": 1,
    "keepalives_count": 2,
}
"""How soon a program notes that its database is gone."""
ALIVE_THERE = "; ".join(f"set tcp_{name} = {value}" for name, value in ALIVE.items() if name.startswith("keepalives"))
"""How soon PostgreSQL notes that the machine of a program is gone: its lock is free within three seconds."""


class HubLock:
    """Ends with the program that holds it, however that ends. One thread at a time may call it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._me = secrets.token_hex(8)
        self._held: Any = None
        """The connection that holds the lock; None while none does."""

    def wait(self, on_standby: Callable[[], object]) -> None:
        """Returns once this program has the lock. `on_standby` is called where another has it."""
        if self._try():
            return
        on_standby()
        while not self._try():
            time.sleep(STANDBY_SECONDS)

    def keep(self) -> bool:
        """Whether this program still serves the hall: where its connection broke, no other has had the lock since.

        UnreachableError while no database answers: then nobody serves.
        """
        if self._store.is_sqlite or self._is_alive():
            return True
        return self._lock_postgres() and self._store.setting(HUB) == self._me

    def close(self) -> None:
        """Gives the lock up, so that another program serves the hall."""
        if self._held is not None:
            self._held.close()
            self._held = None

    def _try(self) -> bool:
        """Whether this program has the lock now, for the first time."""
        try:
            is_held = self._lock_sqlite() if self._store.is_sqlite else self._lock_postgres()
        except UnreachableError:
            return False
        if is_held:
            self._store.set_setting(HUB, self._me)
        return is_held

    def _lock_sqlite(self) -> bool:
        # A file of its own: the record itself stays open for backups and other commands.
        file = f"{self._store.url.database}.hub"
        try:
            connection = sqlite3.connect(file, timeout=0, isolation_level=None, check_same_thread=False)
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            if "locked" in str(error):
                return False
            raise StoreError(f"{file}: {error}") from error
        self._held = connection
        return True

    def _is_alive(self) -> bool:
        import psycopg

        with suppress(psycopg.Error):
            if self._held is not None:
                self._held.execute("select 1")
                return True
        self.close()
        return False

    def _lock_postgres(self) -> bool:
        import psycopg

        address = self._store.url.set(drivername="postgresql").render_as_string(hide_password=False)
        try:
            connection: Any = psycopg.connect(address, autocommit=True, **ALIVE)
            connection.execute(ALIVE_THERE)
            lock = "select pg_try_advisory_lock(%s, hashtext(current_schema()))"
            if connection.execute(lock, (LOCK,)).fetchone()[0]:
                self._held = connection
                return True
            connection.close()
            return False
        except psycopg.Error as error:
            raise UnreachableError(
                lazy_gettext("the record of games %(name)s: %(why)s", name=self._store.name, why=str(error))
            ) from error
