"""The tables that other processes keep: their games from the record, and what their processes say of their cameras."""

from __future__ import annotations

import json
import threading
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from muggins.scorer.events import RecordError
from muggins.scorer.game import Game
from muggins.scorer.record import parse_event
from muggins.texts import lazy_gettext
from muggins.vision.capture.status import SourceStatus

from ...session.session import Snapshot
from ...session.store import Store
from ..readers.wire import text_from_json, text_to_json
from ..records.table_store import TableStore
from .glance import Keeper, TableGlance, glance_at

ELSEWHERE = SourceStatus("elsewhere", lazy_gettext("Another program of this hall keeps the table."))
REPORT = "report"
"""The setting of a table in which its process says what its record does not."""


@dataclass(frozen=True)
class _Known:
    """What was read of a table last."""

    game_id: int = 0
    events: int = 0
    game: Game | None = None
    report: str = ""


class DistantTables:
    """Tables as the record tells them. Only what is new is read. Thread-safe."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[int, _Known] = {}
        self._lock = threading.Lock()

    def refresh(self, table: int) -> bool:
        """Reads on. Returns whether anything was new. StoreError."""
        with self._lock:
            before = self._known.get(table)
            known = self._known[table] = self._read(table, before or _Known())
        return known != before

    def glance(self, table: int, keeper: Keeper | None) -> TableGlance:
        """The table as it was when it was read last. StoreError."""
        if table not in self._known:
            self.refresh(table)
        known = self._known[table]
        glance = glance_at(
            table, Snapshot(known.game_id, known.game, (), False, False, ELSEWHERE), keeper, is_here=False
        )
        return with_report(glance, known.report) if keeper is not None else glance

    def _read(self, table: int, known: _Known) -> _Known:
        store = TableStore(self._store, table)
        newest = store.newest() or 0
        if newest != known.game_id:
            known = _Known(newest)
        new = store.events(newest, known.events + 1) if newest else []
        game = known.game
        # A record of rules that have changed since cannot be shown.
        with suppress(RecordError):
            for event in new:
                game = (game or Game()).apply(parse_event(event))
        return _Known(newest, known.events + len(new), game, store.setting(REPORT))


def report_of(glance: TableGlance) -> str:
    """What other processes must know of a table beside its record, as a line of JSON."""
    camera = {"state": glance.camera.state, "says": text_to_json(glance.camera.says)}
    texts = {
        "help": text_to_json(glance.needs_help),
        "notice": text_to_json(glance.notice),
        "trouble": text_to_json(glance.trouble),
    }
    return json.dumps({"camera": camera, "paused": glance.is_paused, "bumped": glance.is_bumped, **texts})


def with_report(glance: TableGlance, report: str) -> TableGlance:
    """A table of another process with what that process reports of it; without, where it says nothing readable."""
    try:
        read: dict[str, Any] = json.loads(report)
        return replace(
            glance,
            camera=SourceStatus(read["camera"]["state"], text_from_json(read["camera"]["says"])),
            is_paused=read["paused"],
            is_bumped=read["bumped"],
            needs_help=text_from_json(read["help"]),
            notice=text_from_json(read["notice"]),
            trouble=text_from_json(read["trouble"]),
        )
    except (KeyError, TypeError, ValueError):
        return glance
