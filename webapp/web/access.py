"""Access to one dashboard: roles, the host's key, the code that phones join by, seats, and a limit on guesses."""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
import threading
from collections.abc import Callable, Collection, Mapping
from dataclasses import asdict, dataclass, field, replace
from enum import IntEnum
from pathlib import Path
from typing import Annotated, Literal

from muggins.scorer.events import SEAT
from muggins.scorer.json_types import Keywords
from muggins.texts import lazy_gettext

from ..session.private_file import write_private

LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Characters of a code. Those that look or sound alike are left out: 0 and O, 1 and I."""
CODE_LENGTH = 6
SEAL_LENGTH = 20
"""Hexadecimal digits that prove an invitation."""
FIRST_GUESS_SECONDS = 1.0
"""Seconds that an address waits after its first wrong guess. Each further one doubles the wait."""
LONGEST_GUESS_SECONDS = 30.0
"""Seconds that an address waits at most."""
FREED = ""
"""Holder of a seat that the host has freed: a visitor may take it, but the old cookie does not bring it back."""
MAX_ADDRESSES = 1000
"""Addresses whose wrong guesses are remembered."""
CookieRole = Literal["host", "guest"]
"""The role in a cookie."""
MAX_ENDED = 1000
"""Guests whose ended sessions are remembered. Those of hosts always are, however many guests join and leave."""


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


RoleName = Annotated[str, Keywords(enum=[role.name.lower() for role in Role])]
"""A role as JSON writes it."""


@dataclass(frozen=True)
class Keys:
    """The secrets of one dashboard. They are kept in a file, so phones stay signed in when the program restarts."""

    host: str
    """The key in the host's first address."""
    code: str
    """The code that everybody else joins by."""
    signing: str
    """The key that signs cookies."""
    ended: Mapping[str, CookieRole] = field(default_factory=dict)
    """The sessions that were left, by id, each with the role of its cookie: copies of the cookie are void."""

    @staticmethod
    def fresh() -> Keys:
        return Keys(secrets.token_urlsafe(24), fresh_code(), secrets.token_urlsafe(32))

    @staticmethod
    def parsed(text: str) -> Keys:
        """The keys of a text that `text` gave. ValueError, TypeError or AttributeError where it is none."""
        keys = Keys(**json.loads(text))
        if not all(isinstance(key, str) and len(key) >= CODE_LENGTH for key in (keys.host, keys.code, keys.signing)):
            raise ValueError(text)
        return replace(keys, ended=dict(keys.ended))

    @property
    def text(self) -> str:
        """The keys as JSON."""
        return json.dumps(asdict(self))

    @staticmethod
    def kept_in(path: Path) -> Keys:
        """The keys in a file. Where it is missing or broken, new ones are written that only its owner may read."""
        try:
            return Keys.parsed(path.read_text(encoding="utf-8"))
        except (OSError, ValueError, TypeError, AttributeError):
            pass
        keys = Keys.fresh()
        keys.keep_in(path)
        return keys

    def keep_in(self, path: Path) -> None:
        write_private(path, self.text)

    def proof(self, role: CookieRole) -> str:
        """What a cookie of a role holds. The cookie is good for as long as the host's key, or else as the code."""
        return hashlib.sha256(self.host.encode()).hexdigest() if role == "host" else self.code

    def with_new_code(self) -> Keys:
        """The keys with another code. Ended sessions of guests are forgotten: their cookies held for the old code."""
        return replace(self, code=fresh_code(), ended={id: role for id, role in self.ended.items() if role == "host"})

    def without(self, session: str, role: CookieRole) -> Keys:
        """The keys after a session was ended."""
        ended = {**self.ended, session: role}
        guests = [id for id, known in ended.items() if known != "host"]
        for id in guests[:-MAX_ENDED]:
            del ended[id]
        return replace(self, ended=ended)


Change = Callable[[Keys], Keys]


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
    authority: Path | None = None
    """The certificate of this machine's own authority, which devices may install; None where nothing is over TLS."""
    trusts_this_machine: bool = False
    """Whether whoever sits at the machine that runs the program may become the host without a key."""
    hosts_from_here: bool = False
    """Whether whoever sits there is the host at once: it was started for this machine alone."""
    let_phones_in: Callable[[], object] | None = None
    """Serves the dashboard to other devices too; None where it is so already."""
    on_choice: Callable[[str], object] = lambda address: None
    """Told of the address that a host has put first."""
    keep: Callable[[Keys, Change], Keys] = lambda keys, change: change(keys)
    """Makes a change where the keys are kept, and returns them as they are then. It is given the known keys."""
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
        return secrets.compare_digest(plain_code(code).encode(), self.keys.code.encode())

    def choose_address(self, address: str) -> None:
        """Puts one of the addresses first. ValueError where it is none of them."""
        if address not in self.addresses:
            raise ValueError(
                lazy_gettext(
                    "address: expected one of %(addresses)s, got %(came)s",
                    addresses=", ".join(self.addresses),
                    came=address,
                )
            )
        self.addresses = (address, *(other for other in self.addresses if other != address))
        self.on_choice(address)

    def change_code(self) -> None:
        """Draws another code. Cookies of the old one stop working and all seats are free."""
        self._change(Keys.with_new_code)

    def renew(self) -> None:
        """Makes all keys anew: every cookie, the host's first address and the code stop working, and seats are free."""
        self._change(lambda _: Keys.fresh())

    def _change(self, change: Change) -> None:
        with self._lock:
            self.keys = self.keep(self.keys, change)
            self._seats.clear()

    def end(self, session: str, role: CookieRole) -> None:
        """Ends a session for good. Its seat is free."""
        self.leave_seat(session)
        with self._lock:
            self.keys = self.keep(self.keys, lambda keys: keys.without(session, role))

    def take_over(self, kept: Callable[[], Keys]) -> bool:
        """Takes over the kept keys where another process has changed them. Returns whether all keys are new.

        They are read while none are changed here.
        """
        with self._lock:
            before, self.keys = self.keys, kept()
            return self.keys.signing != before.signing

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
    """Slows down guessing at keys and codes: each wrong guess doubles the wait of its address."""

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


def fresh_code(length: int = CODE_LENGTH) -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(length))


def plain_code(text: str) -> str:
    """A code as it is compared: capitals, without blanks and dashes."""
    return "".join(letter for letter in text.upper() if letter in LETTERS)


def _pause(wrong: int) -> float:
    return float(min(LONGEST_GUESS_SECONDS, FIRST_GUESS_SECONDS * 2 ** min(wrong - 1, 10)))
