"""Points that a side gains, loses, or is paid as a bonus, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from muggins.texts import Text, Whole, all_of, gettext, lazy_gettext, lazy_pgettext

from ..events import BonusKind
from ..outcomes import Bonus, has_part

BONUS_NAMES: Mapping[BonusKind, Text] = {
    "opening-pass": lazy_pgettext("bonus", "opening pass"),
    "pass-round": lazy_pgettext("bonus", "pass round"),
    "hand": lazy_pgettext("bonus", "hand bonus"),
    "capicua": lazy_pgettext("bonus", "capicúa"),
    "chuchazo": lazy_pgettext("bonus", "chuchazo"),
}
"""Every bonus in a word or two."""


def side_in_words(side: str) -> str:
    return side.replace("+", " & ")


def side_gains(side: str, points: int) -> str:
    """The change of a side's score: what it gains, or what it loses where games won are counted in a row."""
    if points < 0:
        return gettext("%(side)s loses %(points)s", side=side, points=Whole(-points))
    return gettext("%(side)s gains %(points)s", side=side, points=Whole(points))


def signed(points: int) -> str:
    """Points with their sign: `+12`."""
    return f"{'-' if points < 0 else '+'}{Whole(abs(points))}"


def bonus_text(bonus: Bonus) -> str:
    """A bonus, its points and the side that gets them."""
    values = {"bonus": BONUS_NAMES[bonus.kind], "points": Whole(bonus.points), "side": side_in_words(bonus.to)}
    return gettext("%(bonus)s: %(side)s gains %(points)s", **values)


def gains(gained: Mapping[str, int], bonuses: Sequence[Bonus]) -> list[str]:
    """What each side gains or loses at the end of a hand, and which part of it are bonuses."""
    texts = []
    for side, points in gained.items():
        parts = [
            lazy_gettext("%(points)s for %(bonus)s", points=Whole(bonus.points), bonus=BONUS_NAMES[bonus.kind])
            for bonus in bonuses
            if has_part(side, bonus.to)
        ]
        if parts and points > 0:
            text = gettext(
                "%(side)s gains %(points)s, of it %(parts)s", side=side, points=Whole(points), parts=all_of(parts)
            )
            texts.append(text)
        elif points:
            texts.append(side_gains(side, points))
    return texts
