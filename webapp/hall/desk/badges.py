"""Badges: what an entry shows at the desk, and the address of its own page."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ...web.access import LETTERS
from ..tournament.events import TournamentError
from ..tournament.state import Entry

BADGE_SEAL_LENGTH = 12
"""Letters that prove a badge: a stranger would have to guess one of 31^12."""


@dataclass(frozen=True)
class Badges:
    """Makes and reads the badges of a hall: a badge is made from the hall's key, so no list of them is kept."""

    key: Callable[[], str]
    """The key as it is now. With another the badges are others."""

    def badge(self, tournament: int, entry: int, renewed: int = 0) -> str:
        """The badge of an entry, as it stands in its address: `1-7-ABCDEFGHJKMN`. After a renewal it is another."""
        told = f"badge {tournament} {entry} {renewed}" if renewed else f"badge {tournament} {entry}"
        return f"{tournament}-{entry}-{sealed(told, self.key(), BADGE_SEAL_LENGTH)}"

    def entry(self, tournament: int, badge: str, entries: Mapping[int, Entry]) -> int:
        """The number of the entry whose badge this is. TournamentError where it is none of this tournament."""
        first, _, rest = badge.strip().upper().partition("-")
        number = rest.partition("-")[0]
        if not (_is_number(first) and _is_number(number)):
            raise TournamentError("this is no badge; scan it once more, or ask at the desk")
        came = badge.strip().upper()
        renewed = entries[int(number)].badges if int(first) == tournament and int(number) in entries else 0
        known = [self.badge(int(first), int(number), each) for each in range(renewed, -1, -1)]
        found = [hmac.compare_digest(each.encode(), came.encode()) for each in known]
        if not any(found):
            raise TournamentError("nobody has this badge; scan it once more, or ask at the desk")
        if int(first) != tournament:
            raise TournamentError("this badge is of another tournament; ask at the desk for a new one")
        if not found[0]:
            raise TournamentError("this badge was replaced by a new one; ask at the desk")
        return int(number)


def sealed(told: str, key: str, length: int) -> str:
    """The letters that prove a text to whoever has the key."""
    digest = hmac.new(key.encode(), told.encode(), hashlib.sha256).digest()
    return "".join(LETTERS[byte % len(LETTERS)] for byte in digest[:length])


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= 7
