"""Access to one dashboard: roles, the host's key, the code that phones join by, seats, and a limit on guesses."""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
import threading
from collections.abc import Callable, Collection
from dataclasses import asdict, dataclass, field
from enum import IntEnum
from pathlib import Path

from muggins.scorer.events import SEAT

from ..session.private_file import write_private

LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Characters of a code. Those that look or sound alike are left out: 0 and O, 1 and I."""
CODE_LENGTH = 6
SEAL_LENGTH = 20
"""Hexadecimal digits that prove an invitation."""
FIRST_WAIT = 1.0
"""Seconds that an address waits after its first wrong guess. Each further one doubles the wait."""
LONGEST_WAIT = 30.0
"""Seconds that an address waits at most."""
FREED = ""
"""Holder of a seat that the host has freed: a visitor may take it, but the old cookie does not bring it back."""
MAX_ADDRESSES = 1000
"""Addresses whose wrong guesses are remembered."""


class Role(IntEnum):
    """What a visitor may do. Each role may do what the roles before it may."""

    STRANGER = 0
    """Has not joined and may try a code."""
    SPECTATOR = 1
    """Sees the table."""
    PLAYER = 2
    """Sends events of one seat and answers questions."""
    HOST = 3
    """May do everything."""


@dataclass(frozen=True)
class Keys:
    """The secrets of one dashboard. They are kept in a file, so phones stay signed in when the program restarts."""

    host: str
    """The key in the host's first address."""
    code: str
    """The code that everybody else joins by."""
    signing: str
    """The key that signs cookies."""

    @staticmethod
    def fresh() -> Keys:
        return Keys(secrets.token_urlsafe(24), fresh_code(), secrets.token_urlsafe(32))

    @staticmethod
    def kept_in(path: Path) -> Keys:
        """The keys in a file. Where it is missing or broken, new ones are written that only its owner may read."""
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
        write_private(path, json.dumps(asdict(self)))


@dataclass(frozen=True)
class Visitor:
    """The sender of a request."""

    id: str
    role: Role
    player: str | None = None
    """The seat that a player has taken."""
    is_desk: bool = False
    """Whether the host is the desk of the hall around the table."""

    @property
    def by(self) -> str:
        """Who reports what the visitor tells, as the record names it."""
        if self.player is not None:
            return f"{SEAT}{self.player}"
        return "desk" if self.is_desk else "host"


@dataclass
class Access:
    """The keys and seats of one dashboard. Thread-safe."""

    keys: Keys = field(default_factory=Keys.fresh)
    default: Role = Role.HOST
    """Role of a visitor without a cookie: HOST where the dashboard is served to its own machine alone."""
    addresses: tuple[str, ...] = ()
    """Addresses of the dashboard for other devices, the best first, each ending in `/`."""
    changed: Callable[[Keys], object] = lambda keys: None
    """Called with new keys."""
    _seats: dict[str, str] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def host_path(self) -> str:
        """Path of the host's first address."""
        return f"host/{self.keys.host}"

    @property
    def invitation(self) -> str:
        """The code with a seal that nobody can guess. The picture to scan carries it, so whoever scans never waits."""
        seal = hmac.new(self.keys.signing.encode(), f"invitation {self.keys.code}".encode(), hashlib.sha256)
        return f"{self.keys.code}-{seal.hexdigest()[:SEAL_LENGTH]}"

    def is_invitation(self, text: str) -> bool:
        return secrets.compare_digest(text.encode(), self.invitation.encode())

    def is_host_key(self, key: str) -> bool:
        return secrets.compare_digest(key.encode(), self.keys.host.encode())

    def is_code(self, code: str) -> bool:
        """Whether this is the code, in either case, with or without blanks and dashes."""
        plain = "".join(letter for letter in code.upper() if letter in LETTERS)
        return secrets.compare_digest(plain.encode(), self.keys.code.encode())

    def change_code(self) -> None:
        """Draws another code. Cookies of the old one stop working and all seats are free."""
        with self._lock:
            self.keys = Keys(self.keys.host, fresh_code(), self.keys.signing)
            self._seats.clear()
            self.changed(self.keys)

    def renew(self, kept: Callable[[], Keys]) -> None:
        """Take over the kept keys where another process has drawn another code.

        They are read while no code is drawn here.
        """
        with self._lock:
            keys = kept()
            if keys.code != self.keys.code:
                self.keys = keys

    def take_seat(self, visitor: str, player: str) -> bool:
        """Moves the visitor to this seat. Returns False, and changes nothing, where another visitor holds it."""
        with self._lock:
            if self._seats.get(player) not in (None, FREED, visitor):
                return False
            for seat in [seat for seat, holder in self._seats.items() if holder == visitor]:
                del self._seats[seat]
            self._seats[player] = visitor
            return True

    def holds_seat(self, visitor: str, player: str) -> bool:
        """Whether the visitor holds a seat it once took. After a restart the first to ask gets it."""
        with self._lock:
            return self._seats.setdefault(player, visitor) == visitor

    def free_seat(self, player: str) -> None:
        """Takes the seat from whoever holds it."""
        with self._lock:
            self._seats[player] = FREED

    def leave_seat(self, visitor: str) -> None:
        with self._lock:
            for seat in [seat for seat, holder in self._seats.items() if holder == visitor]:
                del self._seats[seat]

    def taken(self, players: Collection[str]) -> list[str]:
        """Those of the players whose seats are taken."""
        with self._lock:
            return [player for player in players if self._seats.get(player, FREED) != FREED]


class LoginThrottle:
    """Slows down guessing at keys and codes: each wrong guess doubles the wait of its address, up to LONGEST_WAIT."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._wrong: dict[str, tuple[int, float]] = {}
        self._lock = threading.Lock()

    def attempt(self, address: str, is_right: bool) -> float:
        """0 where the guess counts; else the seconds until the address may guess again, and the guess is ignored."""
        with self._lock:
            count, last = self._wrong.get(address, (0, 0.0))
            left = last + _pause(count) - self._clock() if count else 0.0
            if left > 0:
                return left
            self._wrong.pop(address, None)
            if not is_right:
                self._wrong[address] = count + 1, self._clock()
            while len(self._wrong) > MAX_ADDRESSES:
                del self._wrong[next(iter(self._wrong))]
            return 0.0


def fresh_code() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def _pause(wrong: int) -> float:
    return float(min(LONGEST_WAIT, FIRST_WAIT * 2 ** min(wrong - 1, 10)))
