"""Faults and missed scores in words."""

from __future__ import annotations

from collections.abc import Mapping

from muggins.texts import Text, Whole, all_of, gettext, lazy_gettext, lazy_pgettext, ngettext

from ..events import Fault
from ..outcomes import HandEndOutcome, Missed, Outcome, PlayOutcome, WrongClaimOutcome
from ..tiles import Tile
from .gains import bonus_text, gains, side_in_words

FAULT_NAMES: Mapping[Fault, Text] = {
    "misplay": lazy_pgettext("fault", "misplay"),
    "out-of-turn": lazy_pgettext("fault", "out of turn"),
    "wrong-claim": lazy_pgettext("fault", "wrong claim"),
    "false-claim": lazy_pgettext("fault", "false claim"),
    "false-muggins": lazy_pgettext("fault", "false muggins"),
    "drew-although-able": lazy_pgettext("fault", "drew although able"),
    "passed-although-able": lazy_pgettext("fault", "passed although able"),
    "passed-too-soon": lazy_pgettext("fault", "passed too soon"),
    "over-draw": lazy_pgettext("fault", "over draw"),
    "under-draw": lazy_pgettext("fault", "under draw"),
    "exposed": lazy_pgettext("fault", "exposed"),
    "not-blocked": lazy_pgettext("fault", "not blocked"),
    "cannot-be-out": lazy_pgettext("fault", "cannot be out"),
    "miscounted": lazy_pgettext("fault", "tiles do not add up"),
    "wrong-set": lazy_pgettext("fault", "wrong set"),
    "taken-back": lazy_pgettext("fault", "taken back although it stands"),
}
"""Every fault in a few words."""
_PROVEN: Mapping[Fault, Text] = {
    "drew-although-able": lazy_gettext("%(players)s drew although able"),
    "passed-although-able": lazy_gettext("%(players)s passed although able"),
}


def missed_score(missed: Missed) -> str:
    """A score that its player did not claim, and who has its points."""
    player, points = missed.player, missed.points
    if missed.to:
        return ngettext(
            "%(player)s missed %(number)s, to %(side)s",
            "%(player)s missed %(number)s, to %(side)s",
            points,
            player=player,
            side=side_in_words(missed.to),
        )
    return ngettext("%(player)s missed %(number)s, lost", "%(player)s missed %(number)s, lost", points, player=player)


def host_in_words(host: Tile, endwise: bool) -> str:
    """The tile on which another lies, and whether it lies endwise."""
    return gettext("%(tile)s, endwise", tile=host) if endwise else str(host)


def points_in_words(points: int) -> str:
    return ngettext("%(number)s point", "%(number)s points", points)


def remarks(outcome: Outcome) -> str:
    """The faults of an event, its missed score, and the points and bonuses gained by it."""
    parts = [_fault(fault, outcome) for fault in outcome.faults]
    if isinstance(outcome, PlayOutcome) and outcome.barred:
        parts.append(gettext("no score: %(fault)s", fault=FAULT_NAMES[outcome.barred]))
    if outcome.past_target:
        parts.append(gettext("past the target: does not count for %(players)s", players=all_of(outcome.past_target)))
    if outcome.missed:
        parts.append(missed_score(outcome.missed))
    if isinstance(outcome, HandEndOutcome):
        if outcome.unknown:
            players = all_of(outcome.unknown)
            parts.append(gettext("points missing: the tiles left with %(players)s are unknown", players=players))
        parts += gains(outcome.gained or {}, outcome.bonuses)
    else:
        parts += map(bonus_text, outcome.bonuses)
    return "; ".join(parts)


def _fault(fault: Fault, outcome: Outcome) -> str:
    """A fault in words, with the players whom the tiles convict of it, or the points that were due."""
    if isinstance(outcome, HandEndOutcome):
        proven = [
            lazy_gettext("%(player)s (event %(number)s)", player=each.player, number=each.of)
            for each in outcome.proven
            if each.fault == fault
        ]
        return str(_PROVEN[fault].filled(players=all_of(proven)) if proven else FAULT_NAMES[fault])
    if isinstance(outcome, WrongClaimOutcome):
        return gettext("%(fault)s: %(points)s due", fault=FAULT_NAMES[fault], points=Whole(outcome.due))
    return str(FAULT_NAMES[fault])
