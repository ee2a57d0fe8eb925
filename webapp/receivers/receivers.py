"""The receivers that the host has chosen: an address that is called, and an MQTT broker."""

from __future__ import annotations

import json
import sys
import threading
from dataclasses import dataclass, replace
from typing import Literal, get_args

from muggins.texts import Text, text_of
from muggins.vision.capture.network_camera import without_password

from ..session.session import GameSession
from .hook import Hook, fresh_secret
from .mqtt import MqttBroker
from .outbox import Delivered, Outbox, Position

ReceiverKind = Literal["hook", "mqtt"]
KINDS: tuple[ReceiverKind, ...] = get_args(ReceiverKind)


@dataclass(frozen=True)
class ReceiverState:
    """How a receiver is."""

    address: str
    """Without its password."""
    waiting: int
    """The number of events that it has still to be told."""
    trouble: Text | str
    """Why it is not told, a sentence; "" where nothing waits."""
    left_out: tuple[str, ...]
    """The ids of the events that it refused, while it took later ones."""
    is_off: bool
    """Whether it is told nothing until it is chosen again."""


@dataclass(frozen=True)
class _Chosen:
    """A receiver as the settings of the store keep it, under its kind."""

    address: str
    secret: str
    progress: Delivered

    @property
    def text(self) -> str:
        told = self.progress.told
        return json.dumps([self.address, self.secret, told.game, told.number, self.progress.left_out])

    @staticmethod
    def parsed(text: str) -> _Chosen:
        address, secret, game, number, *left_out = json.loads(text)
        return _Chosen(address, secret, Delivered(Position(game, number), tuple(*left_out)))


class Receivers:
    """Tells each event to the receivers; those of last time go on where they were. Thread-safe.

    Without a store they are forgotten when the program ends.
    """

    def __init__(self, session: GameSession, table: int | None = None) -> None:
        """`table` is the number of the table in a hall, which each event carries then."""
        self.table = table
        self._session = session
        self._lock = threading.Lock()
        self._chosen: dict[ReceiverKind, _Chosen] = {}
        self._outboxes: dict[ReceiverKind, Outbox] = {}
        for kind in KINDS:
            if session.store is not None and (text := session.store.setting(kind)):
                try:
                    self._begin(kind, _Chosen.parsed(text))
                except ValueError as error:  # its driver may have been removed since
                    print(f"muggins: {text_of(error)}", file=sys.stderr, flush=True)

    def choose(self, kind: ReceiverKind, address: str, secret: str = "") -> str:
        """Tells events from now on to an address, in place of another; "" ends that.

        A receiver that was told nothing any more goes on where it was, if its address is named again, with or without
        its password. Messages to a new one are signed with `secret`, or with a fresh one.

        Returns the secret that signs the messages to a new address; "" where nothing is signed, or the address is the
        old one. ValueError, a sentence, where nobody can be told there.
        """
        with self._lock:
            before = self._chosen.get(kind)
            if before is not None and address in (before.address, without_password(before.address)):
                if self._outboxes[kind].is_off:
                    self._begin(kind, replace(before, progress=self._outboxes[kind].progress))
                return ""
            now = self._session.snapshot
            told = Position(now.game_id, len(now.game.record) if now.game else 0)
            chosen = _Chosen(address, (secret or fresh_secret()) if kind == "hook" else "", Delivered(told))
            if address:
                self._begin(kind, chosen)
            elif kind in self._outboxes:
                self._outboxes.pop(kind).stop()
                del self._chosen[kind]
            if self._session.store is not None:
                self._session.store.set_setting(kind, chosen.text if address else "")
            return chosen.secret if address else ""

    def state(self, kind: ReceiverKind) -> ReceiverState | None:
        """How a receiver is; None where there is none."""
        with self._lock:
            if kind not in self._outboxes:
                return None
            outbox, address = self._outboxes[kind], self._chosen[kind].address
        left_out = outbox.progress.left_out
        return ReceiverState(without_password(address), outbox.waiting, outbox.trouble, left_out, outbox.is_off)

    def stop(self) -> None:
        with self._lock:
            for outbox in self._outboxes.values():
                outbox.stop()

    def _begin(self, kind: ReceiverKind, chosen: _Chosen) -> None:
        receiver = (
            Hook(chosen.address, chosen.secret)
            if kind == "hook"
            else MqttBroker(chosen.address, self._session, self.table)
        )
        if kind in self._outboxes:
            self._outboxes.pop(kind).stop()

        def keep(progress: Delivered) -> None:
            if self._session.store is not None:
                self._session.store.set_setting(kind, replace(chosen, progress=progress).text)

        self._chosen[kind] = chosen
        self._outboxes[kind] = Outbox(self._session, receiver, chosen.progress, keep, self.table)
