"""Badges: what an entry shows at the desk, and the address of its own page."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable
from dataclasses import dataclass

from muggins.texts import gettext

from ...web.access import LETTERS
from ..tournament.events import TournamentError

BADGE_SEAL_LENGTH = 12
"""Letters that prove a badge: a stranger would have to guess one of 31^12."""


@dataclass(frozen=True)
class Badges:
    """Makes and reads the badges of a hall: a badge is made from the hall's key, so no list of them is kept."""

    key: Callable[[], str]
    """The key as it is now. With another the badges are others."""

    def badge(self, tournament: int, entry: int) -> str:
        """The badge of an entry, as it stands in its address: `1-7-ABCDEFGHJKMN`."""
        digest = hmac.new(self.key().encode(), f"badge {tournament} {entry}".encode(), hashlib.sha256).digest()
        seal = "".join(LETTERS[byte % len(LETTERS)] for byte in digest[:BADGE_SEAL_LENGTH])
        return f"{tournament}-{entry}-{seal}"

    def entry(self, tournament: int, badge: str) -> int:
        """The number of the entry whose badge this is. TournamentError where it is none of this tournament."""
        first, _, rest = badge.strip().upper().partition("-")
        number = rest.partition("-")[0]
        if not (_is_number(first) and _is_number(number)):
            raise TournamentError(gettext("this is no badge; scan it once more, or ask at the desk"))
        if not hmac.compare_digest(self.badge(int(first), int(number)).encode(), badge.strip().upper().encode()):
            raise TournamentError(gettext("nobody has this badge; scan it once more, or ask at the desk"))
        if int(first) != tournament:
            raise TournamentError(gettext("this badge is of another tournament; ask at the desk for a new one"))
        return int(number)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= 7
