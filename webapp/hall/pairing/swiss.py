"""Swiss: entries meet others with as many match points; nobody meets twice while that can be avoided."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ..tournament.events import RoundPaired, TournamentError
from ..tournament.formats import FirstRound
from ..tournament.standings import standings
from ..tournament.state import Tournament
from .field import History, Matching, in_order, lot_of, require_results, round_of, same_club, taking_part

BYE = 0
"""Stands for the opponent of the entry that has a bye; entries are numbered from 1."""
NEAR = 24
"""Places between two that are thought of first. Of 28 rounds of up to 160 players none gained by others, and a round
takes a fifth of the time."""


def swiss(tournament: Tournament, match: Matching) -> Iterator[RoundPaired]:
    """The next round, once all results stand. The first is drawn by lot."""
    stage, played = tournament.stage, tournament.rounds_so_far
    if len(played) >= (stage.rounds or 0):
        return
    require_results(tournament)
    numbers = taking_part(tournament)
    if len(numbers) < 2:
        raise TournamentError(
            "a round needs two entries that have checked in; there are %(number)s", number=len(numbers)
        )
    scores = dict.fromkeys(numbers, 0)
    if played:
        rows = [row for row in standings(tournament, tournament.stage_number) if row.tally.entry in scores]
        scores.update({row.tally.entry: row.tally.match_points for row in rows})
        ranked = [row.tally.entry for row in rows]
        order = ranked + [number for number in numbers if number not in ranked]
    else:
        order = sorted(numbers, key=lambda number: tournament.entries[number].strength)
        if stage.first_round is FirstRound.LOT:
            order = list(numbers)
            lot_of(tournament).shuffle(order)
    pairs, byes = pair_off(tournament, order, scores, match)
    yield round_of(tournament, [((one,), (other,)) for one, other in pairs], byes)


def pair_off(
    tournament: Tournament, order: Sequence[int], scores: Mapping[int, int], match: Matching
) -> tuple[list[tuple[int, int]], list[int]]:
    """The pairs of a field that stands in order, and who has a bye where its number is odd.

    What matters, the most important first: who is kept apart does not meet, nobody meets twice, nobody has two byes, in
    the first rounds clubs are kept apart, scores are close (the sum of squared differences is least), and so are places
    in the order. The bye goes to the lowest. All are sums over the whole field, so one pair yields where another gains
    more.
    """
    stage, history = tournament.stage, History.of(tournament.rounds_so_far)
    keeps_clubs_apart = len(tournament.rounds_so_far) < stage.club_rounds
    place = {number: index for index, number in enumerate(order)}
    lowest = min(scores.values())
    half = (len(order) + 1) // 2
    # Each unit outweighs all that comes after it, summed over the pairs of the field.
    score_unit = half * len(order) ** 2 + 1
    club_unit = half * (max(scores.values()) - lowest) ** 2 * score_unit + score_unit
    bye_unit = half * club_unit + club_unit
    rematch_unit = (max(history.byes.values(), default=0) + 1) * bye_unit
    apart_unit = half * (max(history.meetings.values(), default=0) + 1) * rematch_unit
    # The wanted distance of two in the order: none, or half the field in a first round of halves.
    apart = len(order) // 2 if stage.first_round is FirstRound.HALVES and not history.meetings else 0

    def cost(one: int, other: int) -> int:
        if BYE in (one, other):
            number = one + other
            from_last = len(order) - 1 - place[number]
            below = scores[number] - lowest
            return history.byes[number] * bye_unit + below**2 * score_unit + from_last**2
        clubs = keeps_clubs_apart and same_club(tournament, one, other)
        return (
            history.met(one, other) * rematch_unit
            + clubs * club_unit
            + (scores[one] - scores[other]) ** 2 * score_unit
            + distance(one, other) ** 2
            + (in_order(one, other) in tournament.apart) * apart_unit
        )

    def distance(one: int, other: int) -> int:
        return abs(abs(place[one] - place[other]) - apart)

    def near_cost(one: int, other: int) -> int | None:
        is_near = BYE in (one, other) or distance(one, other) <= NEAR
        return price if is_near and (price := cost(one, other)) < club_unit else None

    numbers = [*order, BYE] if len(order) % 2 else list(order)
    try:
        pairs = match(numbers, near_cost)
    except TournamentError:
        # Somebody meets again, has a second bye, or meets their club: which is the least evil, all pairs decide.
        pairs = match(numbers, cost)
    byes = [one + other for one, other in pairs if BYE in (one, other)]
    return [pair for pair in pairs if BYE not in pair], byes
