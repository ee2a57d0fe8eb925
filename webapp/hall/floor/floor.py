"""The tables of a hall: this process keeps its share of them, and knows the others by their record."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from queue import Empty, Queue

from ...session.event_log import Changed, Message
from ...session.pubsub import Broker
from ...session.store import Store, StoreError
from ..records.hints import Hint, HintListener
from ..records.leases import Heartbeat, TableKeeper, holders, living
from ..records.table_store import table_of
from .distant import REPORT, DistantTables, report_of
from .glance import Keeper, TableGlance
from .hall_table import HallTable
from .messages import HallMessage, NoticeChanged, TableChanged, TournamentChanged

EXCHANGE_SECONDS = 2.0
"""Seconds between two looks at what other processes have stored, and at what they should know of tables here."""
REOPEN_SECONDS = 1.0
"""Seconds until a table that could not be opened is tried again."""
KEEPERS_SECONDS = 1.0
"""Seconds between two queries for which process keeps which table."""

OpenTable = Callable[[int, Callable[[Message], None]], HallTable]
"""Makes a table that this process keeps from now on, given its number and what to call with its messages."""


@dataclass(frozen=True)
class _Keepers:
    """Which process keeps which table, as it was at a time of `time.monotonic`."""

    of: Mapping[int, Keeper]
    at: float


class Floor:
    """The tables of a hall. Methods may be called from any thread."""

    def __init__(
        self,
        store: Store,
        numbers: Sequence[int],
        me: Keeper,
        broker: Broker[HallMessage],
        open_table: OpenTable,
        on_look: Callable[[], None] = lambda: None,
    ) -> None:
        """`me` is this process. What changes is published to `broker`.

        `on_look` is called at each look at what other processes have stored; it may raise StoreError.
        """
        self.numbers = tuple(numbers)
        self.me = me
        self._store = store
        self._broker = broker
        self._open_table = open_table
        self._on_look = on_look
        self._held: dict[int, HallTable] = {}
        self._kept: set[int] = set()
        self._highest: dict[int, int] = {}
        """The highest number of a game that was seen at each table that is kept. No game below it is begun anew."""
        self._tables: dict[int, int] = {}
        """The table of each game that was heard of."""
        self._distant = DistantTables(store)
        self._others: tuple[str, ...] = ()
        self._reported: dict[int, str] = {}
        self._last_keepers: dict[int, Keeper | None] = {}
        self._keepers = _Keepers({}, -KEEPERS_SECONDS)
        self._work: Queue[Callable[[], None] | None] = Queue()
        self._worker = threading.Thread(target=self._run, name="tables", daemon=True)
        self._keeper = TableKeeper(store, me.name, self.numbers, self._on_gain, self._on_loss)
        self._heartbeat = Heartbeat(self._keeper)
        self._hints = HintListener(store, self._on_hint)

    def held(self) -> Mapping[int, HallTable]:
        """The tables that this process keeps, by number."""
        return dict(self._held)

    def glance(self, number: int) -> TableGlance:
        """A table of the hall, whoever keeps it. StoreError; KeyError where the hall has no such table."""
        if number not in self.numbers:
            raise KeyError(number)
        table = self._held.get(number)
        if table is not None:
            return table.glance(self.me)
        return self._distant.glance(number, self.keeper(number))

    def keeper(self, number: int) -> Keeper | None:
        """The process that keeps a table; None where none does, for now. StoreError."""
        if number in self._held:
            return self.me
        keepers = self._keepers
        # A table that nobody kept, or that this process has just given up, may be another's by now.
        if time.monotonic() - keepers.at >= KEEPERS_SECONDS or keepers.of.get(number) in (None, self.me):
            of = {table: Keeper(name) for table, name in holders(self._store).items()}
            keepers = self._keepers = _Keepers(of, time.monotonic())
        keeper = keepers.of.get(number)
        return keeper if keeper != self.me else None

    @property
    def others(self) -> tuple[str, ...]:
        """The addresses of the hall's other processes, as they were a moment ago."""
        return self._others

    def start(self) -> None:
        """Keeps a share of the tables from now on; when this returns, those that nobody keeps are open. StoreError."""
        self._worker.start()
        self._keeper.beat()
        self.finish_work()
        self._heartbeat.start()
        self._hints.start()

    def stop(self) -> None:
        """Gives all tables up, so that other processes take them."""
        tables = list(self._held.values())
        with ThreadPoolExecutor(max(1, len(tables))) as together:
            # Each waits for the picture that it is reading, so all wait at the same time.
            list(together.map(HallTable.close, tables))
        self._heartbeat.close()
        self._hints.close()
        self._work.put(None)
        if self._worker.is_alive():
            self._worker.join()

    def open_anew(self) -> None:
        """Opens each table of this process as the record has it now."""
        for number in self.held():
            self._work.put(partial(self._open_again, number))

    def finish_work(self) -> None:
        """Waits until all tables that this process has taken or given up so far are open or closed."""
        self._work.join()

    # Called by the heartbeat, which must not wait for a table to open or close.

    def _on_gain(self, number: int) -> None:
        self._kept.add(number)
        self._work.put(lambda: self._open(number))

    def _on_loss(self, number: int) -> None:
        self._kept.discard(number)
        self._work.put(lambda: self._close(number))

    def _on_hint(self, hint: Hint | None) -> None:
        """Passes on what other processes have stored, and what this one has."""
        if hint is not None and hint.table == "tournament_events":
            self._broker.publish(TournamentChanged(hint.of))
        elif hint is not None:
            self._work.put(lambda: self._on_event(hint))

    # Called by the worker

    def _run(self) -> None:
        looked_at = time.monotonic()
        while True:
            try:
                work = self._work.get(timeout=max(0.0, looked_at + EXCHANGE_SECONDS - time.monotonic()))
            except Empty:
                _do(self._look)
                looked_at = time.monotonic()
                continue
            if work is None:
                return
            _do(work)
            self._work.task_done()

    def _open(self, number: int) -> None:
        if number not in self._kept or number in self._held:
            return
        try:
            table = self._open_table(number, lambda message: self._pass_on(number, message))
            table.start()
        except StoreError:
            retry = threading.Timer(REOPEN_SECONDS, self._work.put, [lambda: self._open(number)])
            retry.daemon = True
            retry.start()
            return
        self._held[number] = table
        self._highest[number] = max(self._highest.get(number, 0), table.session.snapshot.game_id)
        self._broker.publish(TableChanged(number))

    def _pass_on(self, number: int, message: Message) -> None:
        self._broker.publish(TableChanged(number))
        if message == Changed("notice"):
            self._broker.publish(NoticeChanged(number))

    def _close(self, number: int) -> None:
        self._reported.pop(number, None)
        table = self._held.pop(number, None)
        if table is not None:
            table.close()
            self._broker.publish(TableChanged(number))

    def _on_event(self, hint: Hint) -> None:
        """An event was stored. Where another process stored it at a table of this one, the table is opened anew."""
        number = self._table_of(hint.of)
        if number is None:
            return
        table = self._held.get(number)
        if table is None:
            self._refresh(number)
        elif self._is_behind(table, hint.of, hint.number):
            self._open_again(number)

    def _open_again(self, number: int) -> None:
        self._close(number)
        self._open(number)

    def _look(self) -> None:
        """Looks without a hint: what is stored at tables of other processes, and by others at tables of this one.

        Say what the others must know of the tables of this one.
        """
        self._on_look()
        addresses = (Keeper(name).address for name in living(self._store))
        self._others = tuple(sorted({address for address in addresses if address != self.me.address}))
        for table in self.held().values():
            self._on_event(Hint("events", table.store.newest() or 0, 0))
            report = report_of(table.glance(self.me))
            if self._reported.get(table.number) != report:
                table.store.set_setting(REPORT, report)
                self._reported[table.number] = report
        for number in self.numbers:
            if number not in self._held:
                self._refresh(number)

    def _refresh(self, number: int) -> None:
        """Reads on at a table of another process."""
        keeper = self.keeper(number)
        before = _told(self._distant.glance(number, keeper))
        if self._distant.refresh(number) or self._last_keepers.get(number) != keeper:
            self._last_keepers[number] = keeper
            self._broker.publish(TableChanged(number))
        if _told(self._distant.glance(number, keeper)) != before:
            self._broker.publish(NoticeChanged(number))

    def _is_behind(self, table: HallTable, game: int, event: int) -> bool:
        """Whether the record has more of the table's game, or a newer game, than the table knows."""
        snapshot = table.session.snapshot
        highest = self._highest[table.number] = max(self._highest.get(table.number, 0), snapshot.game_id)
        known = len(snapshot.game.record) if snapshot.game is not None else 0
        return game > highest or (game == snapshot.game_id and event > known)

    def _table_of(self, game: int) -> int | None:
        """The table of this hall at which a game is played; None where there is none."""
        if game not in self._tables:
            number = table_of(self._store, game)
            if number is None or number not in self.numbers:
                return None
            self._tables[game] = number
        return self._tables[game]


def _told(glance: TableGlance) -> tuple[object, object]:
    """What people are told of a table beside its game."""
    return glance.notice, glance.trouble


def _do(work: Callable[[], None]) -> None:
    """Does one piece of work; what goes wrong at one table stops no other."""
    try:
        work()
    except StoreError as error:
        logging.getLogger(__name__).warning("%s", error)
    except Exception:
        logging.getLogger(__name__).exception("a table of the hall")
