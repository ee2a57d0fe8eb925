"""Which process keeps which table: leases with a heartbeat, so that others take over from a process that died."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from math import ceil

from sqlalchemy import Connection, delete, func, or_, select, update
from sqlalchemy.exc import IntegrityError

from ...session.store import Store, StoreError
from .schema import leases, processes

LEASE_SECONDS = 6.0
"""How long a lease lasts after the last heartbeat. With a heartbeat every `BEAT_SECONDS`, tables of a process that died
are kept by another after 8 s at most."""
BEAT_SECONDS = 2.0


class TableKeeper:
    """The tables that this process keeps, its fair share of all.

    `beat` is to be called every `BEAT_SECONDS` by one thread. The callbacks say which table is to be kept from now on,
    and which no longer; whoever keeps a table goes on where its record stands. A process that reaches no database until
    its leases have ended gives its tables up, as another may keep them by then.
    """

    def __init__(
        self,
        hall: Store,
        name: str,
        tables: Sequence[int],
        on_gain: Callable[[int], None],
        on_loss: Callable[[int], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`name` is that of the process, unlike all others; `clock` gives seconds that never run back."""
        self._hall = hall
        self._name = name
        self._tables = tuple(tables)
        self._on_gain = on_gain
        self._on_loss = on_loss
        self._clock = clock
        self._held: set[int] = set()
        self._ends = clock()

    @property
    def held(self) -> frozenset[int]:
        """The tables that this process keeps."""
        return frozenset(self._held)

    def beat(self) -> None:
        """Renews the leases, takes tables that nobody keeps, and gives up what is beyond the fair share.

        StoreError where the database cannot be reached; the next beat tries again.
        """
        began = self._clock()
        try:
            with self._hall.connected() as connection:
                now = _now(connection)
                self._renew_process(connection, now)
                held = self._renew(connection, now)
                self._change(held)
                share = self._share(connection, now)
                for table in sorted(held, reverse=True)[: max(0, len(held) - share)]:
                    # It is given up before the lease ends, so that two never keep it.
                    held.discard(table)
                    self._change(held)
                    self._end(connection, table)
                gained = self._take(connection, now, share - len(held))
        except StoreError:
            if self._clock() >= self._ends:
                self._change(set())
            raise
        self._ends = began + LEASE_SECONDS
        self._change(held | gained)

    def close(self) -> None:
        """Gives all tables up, so that others take them at their next beat."""
        self._change(set())
        with self._hall.connected() as connection:
            for table in self._tables:
                self._end(connection, table)
            connection.execute(delete(processes).where(processes.c.name == self._name))

    def _change(self, held: set[int]) -> None:
        """Tells what was lost, then what was gained."""
        lost, gained = self._held - held, held - self._held
        self._held = set(held)
        for table in sorted(lost):
            self._on_loss(table)
        for table in sorted(gained):
            self._on_gain(table)

    def _renew_process(self, connection: Connection, now: float) -> None:
        connection.execute(delete(processes).where(or_(processes.c.name == self._name, processes.c.until < now)))
        connection.execute(processes.insert().values(name=self._name, until=now + LEASE_SECONDS))

    def _renew(self, connection: Connection, now: float) -> set[int]:
        """The tables whose leases were renewed: those that are held and that nobody else has taken."""
        renewed = set()
        for table in sorted(self._held):
            ours = (leases.c.hall_table == table) & (leases.c.holder == self._name)
            if connection.execute(update(leases).where(ours).values(until=now + LEASE_SECONDS)).rowcount:
                renewed.add(table)
        return renewed

    def _share(self, connection: Connection, now: float) -> int:
        """The most tables that this process may keep."""
        living = connection.execute(select(func.count()).where(processes.c.until >= now)).scalar_one()
        return ceil(len(self._tables) / max(1, int(living)))

    def _take(self, connection: Connection, now: float, most: int) -> set[int]:
        """The tables that this process takes, at most so many, of those that nobody keeps."""
        rows = connection.execute(select(leases.c.hall_table, leases.c.holder, leases.c.until)).all()
        known = {int(table): holder is not None and float(until) >= now for table, holder, until in rows}
        taken: set[int] = set()
        for table in self._tables:
            if len(taken) >= most:
                break
            if not known.get(table, False) and self._take_one(connection, table, now, table in known):
                taken.add(table)
        return taken

    def _take_one(self, connection: Connection, table: int, now: float, is_known: bool) -> bool:
        """Whether the lease of a table is now ours; False where another process was faster."""
        values = {"holder": self._name, "until": now + LEASE_SECONDS}
        if is_known:
            is_free = or_(leases.c.holder.is_(None), leases.c.until < now)
            free = (leases.c.hall_table == table) & is_free
            return connection.execute(update(leases).where(free).values(**values)).rowcount == 1
        try:
            with connection.begin_nested():
                connection.execute(leases.insert().values(hall_table=table, **values))
        except IntegrityError:
            return False
        return True

    def _end(self, connection: Connection, table: int) -> None:
        ours = (leases.c.hall_table == table) & (leases.c.holder == self._name)
        connection.execute(update(leases).where(ours).values(holder=None, until=0.0))


class Heartbeat:
    """Beats for a keeper in a thread of its own, until it is closed. A beat that fails is made up for by the next."""

    def __init__(self, keeper: TableKeeper, seconds: float = BEAT_SECONDS) -> None:
        self._keeper = keeper
        self._seconds = seconds
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="heartbeat", daemon=True)

    def start(self) -> None:
        """Takes tables, and goes on to renew their leases."""
        self._thread.start()

    def close(self) -> None:
        """Stops, and gives all tables up, so that others take them at their next beat."""
        self._stopped.set()
        if self._thread.is_alive():
            self._thread.join()
        with suppress(StoreError):
            self._keeper.close()

    def _run(self) -> None:
        while not self._stopped.is_set():
            with suppress(StoreError):
                self._keeper.beat()
            self._stopped.wait(self._seconds)


def holders(hall: Store) -> dict[int, str]:
    """The name of the process that keeps each table; a table that nobody keeps is missing."""
    with hall.connected() as connection:
        kept = leases.c.until >= _now(connection)
        rows = connection.execute(
            select(leases.c.hall_table, leases.c.holder).where(kept, leases.c.holder.is_not(None))
        )
        return {int(table): str(holder) for table, holder in rows}


def living(hall: Store) -> list[str]:
    """The names of the processes that keep tables or could."""
    with hall.connected() as connection:
        alive = processes.c.until >= _now(connection)
        return [str(name) for name in connection.execute(select(processes.c.name).where(alive)).scalars()]


def _now(connection: Connection) -> float:
    """The time by a clock that all processes share: PostgreSQL's, or this machine's with SQLite."""
    if connection.dialect.name != "postgresql":
        return time.time()
    return float(connection.execute(select(func.extract("epoch", func.clock_timestamp()))).scalar_one())
