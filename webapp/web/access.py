"""Who may do what at the table: roles, the host's secret, the code that phones join by, and seats."""

from __future__ import annotations

import json
import os
import secrets
import threading
from collections.abc import Callable, Collection
from dataclasses import asdict, dataclass, field
from enum import IntEnum
from pathlib import Path

LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Of a code: none that is taken for another when it is read aloud or off a screen."""
CODE_LENGTH = 6
FIRST_WAIT = 1.0
LONGEST_WAIT = 30.0
"""Seconds between guesses from one address: doubled with each that is wrong, but nobody waits longer."""
FREED = ""
"""Sits where the host has freed a seat: anybody may take it, but an old cookie alone does not."""
MOST_ADDRESSES = 1000
"""That are remembered for their wrong guesses."""


class Role(IntEnum):
    """What a visitor may do; each may do what those before it may."""

    STRANGER = 0
    """Has not joined: may try a code."""
    SPECTATOR = 1
    """Sees the table."""
    PLAYER = 2
    """Speaks for one seat, and answers what the table is asked."""
    HOST = 3
    """Does everything."""


@dataclass(frozen=True)
class Keys:
    """What lets people in. It outlives the program, so that phones need not join again when it was started anew."""

    host: str
    """In the host's first address."""
    code: str
    """That everybody else joins by."""
    signing: str
    """With which the visitors' cookies are signed."""

    @staticmethod
    def fresh() -> Keys:
        return Keys(secrets.token_urlsafe(24), fresh_code(), secrets.token_urlsafe(32))

    @staticmethod
    def kept_in(path: Path) -> Keys:
        """Those in a file that only its owner may read; made where there is none or it is broken."""
        try:
            kept = json.loads(path.read_text(encoding="utf-8"))
            keys = Keys(**kept)
            if all(isinstance(key, str) and len(key) >= CODE_LENGTH for key in kept.values()):
                return keys
        except (OSError, ValueError, TypeError, AttributeError):
            pass
        keys = Keys.fresh()
        keys.keep_in(path)
        return keys

    def keep_in(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        # Nobody else on this machine may read it, not even while it is being written.
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            json.dump(asdict(self), file)


@dataclass(frozen=True)
class Visitor:
    """Who asks."""

    id: str
    role: Role
    player: str | None = None
    """Whose seat a player has taken."""


@dataclass
class Access:
    """The doors of one dashboard. Its methods may be called from any thread."""

    keys: Keys = field(default_factory=Keys.fresh)
    default: Role = Role.HOST
    """Of a visitor without a cookie: HOST where the dashboard is served to its own machine alone."""
    addresses: tuple[str, ...] = ()
    """Where other devices on the network find the dashboard, the best first, each ending in `/`."""
    changed: Callable[[Keys], object] = lambda keys: None
    """Hears of new keys, to keep them."""
    _seats: dict[str, str] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def host_path(self) -> str:
        """Of the host's first address."""
        return f"host/{self.keys.host}"

    def is_host_key(self, key: str) -> bool:
        return secrets.compare_digest(key.encode(), self.keys.host.encode())

    def is_code(self, code: str) -> bool:
        """Whether it lets in, however it is written: small letters, with blanks or a dash."""
        plain = "".join(letter for letter in code.upper() if letter in LETTERS)
        return secrets.compare_digest(plain.encode(), self.keys.code.encode())

    def change_code(self) -> None:
        """Lets everybody go who joined by the old one."""
        with self._lock:
            self.keys = Keys(self.keys.host, fresh_code(), self.keys.signing)
            self._seats.clear()
            self.changed(self.keys)

    def take_seat(self, visitor: str, player: str) -> bool:
        """Sit down there and nowhere else; False where another visitor sits there already."""
        with self._lock:
            if self._seats.get(player) not in (None, FREED, visitor):
                return False
            for seat in [seat for seat, sitting in self._seats.items() if sitting == visitor]:
                del self._seats[seat]
            self._seats[player] = visitor
            return True

    def holds_seat(self, visitor: str, player: str) -> bool:
        """Whether a visitor who once sat down there still sits; nobody has come in between, also after a restart."""
        with self._lock:
            return self._seats.setdefault(player, visitor) == visitor

    def free_seat(self, player: str) -> None:
        """Whoever sat there has to sit down anew."""
        with self._lock:
            self._seats[player] = FREED

    def leave_seat(self, visitor: str) -> None:
        with self._lock:
            for seat in [seat for seat, sitting in self._seats.items() if sitting == visitor]:
                del self._seats[seat]

    def taken(self, players: Collection[str]) -> list[str]:
        """Which seats somebody has taken."""
        with self._lock:
            return [player for player in players if self._seats.get(player, FREED) != FREED]


class LoginThrottle:
    """Wrong guesses by address. Each makes the next one wait longer, up to LONGEST_WAIT: nobody is locked out."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._wrong: dict[str, tuple[int, float]] = {}
        self._lock = threading.Lock()

    def hear(self, address: str, is_right: bool) -> float:
        """0 where a guess from there is heard; else the seconds until one is, and this one counts for nothing."""
        with self._lock:
            count, last = self._wrong.get(address, (0, 0.0))
            left = last + _pause(count) - self._clock() if count else 0.0
            if left > 0:
                return left
            self._wrong.pop(address, None)
            if not is_right:
                self._wrong[address] = count + 1, self._clock()
            while len(self._wrong) > MOST_ADDRESSES:
                del self._wrong[next(iter(self._wrong))]
            return 0.0


def fresh_code() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def _pause(wrong: int) -> float:
    return float(min(LONGEST_WAIT, FIRST_WAIT * 2 ** min(wrong - 1, 10)))
