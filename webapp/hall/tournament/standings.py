"""Standings: what each entry has, put in order by the metrics that the organiser chose."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any, cast

from .events import Meeting, Result
from .formats import ELIMINATIONS, Metric, Stage
from .results import games_won, standing_results, winner
from .state import Tournament, remembered


@dataclass(frozen=True, slots=True)
class Tally:
    """What an entry has in a stage."""

    entry: int
    match_points: int = 0
    played: int = 0
    """Matches that were played, without byes."""
    wins: int = 0
    """Matches won, byes included."""
    draws: int = 0
    losses: int = 0
    byes: int = 0
    points_for: int = 0
    points_against: int = 0
    difference: int = 0
    """Points for less points against."""
    games: int = 0
    """Games won less games lost."""
    skunks: int = 0
    """Games won by a skunk."""
    opponents: int = 0
    """The match points of all opponents together: Buchholz."""
    opponents_cut: int = 0
    """`opponents` without the weakest; a round without one counts as the weakest: Buchholz with a cut."""
    beaten: float = 0
    """The match points of the opponents that were beaten, and half of those of a draw: Sonneborn-Berger."""
    lasted: int = 0
    """Twice the round of the defeat that ended the stage for the entry, or twice what follows the last round while it
    is in; one more for who has won the match for the third place."""

    def value(self, metric: Metric) -> float:
        """The amount of a metric that belongs to the entry alone."""
        return cast(float, getattr(self, metric))


_amounts: Callable[[Tally], tuple[int, ...]] = attrgetter(
    *("match_points", "played", "wins", "draws", "losses", "byes"),
    *("points_for", "points_against", "difference", "games", "skunks"),
)
"""What adds up over matches, in the order of the fields of `Tally`."""


@dataclass(frozen=True, slots=True)
class StandingsLine:
    """A line of the standings."""

    rank: int
    """The place, counted from 1; entries that nothing tells apart share one."""
    tally: Tally
    is_by_hand: bool = False
    """Whether the desk has set the place."""
    decided_by: Metric | None = None
    """What tells the entry from the one before it; None for the first, and for one that shares its place."""


@dataclass(frozen=True, slots=True)
class Meet:
    """What one match gave to one entry."""

    opponents: tuple[int, ...]
    match_points: int
    share: float
    """1 for a win, 0.5 for a draw, 0 for a loss."""


Meets = Mapping[int, Sequence[Meet]]
"""What each entry has from its matches."""


@remembered
def standings(tournament: Tournament, stage: int) -> tuple[StandingsLine, ...]:
    """The standings of a stage, the leader first."""
    tallies, meets = _count(tournament, stage)
    metrics = tournament.stages[stage - 1].metrics
    if tournament.stages[stage - 1].pairing in ELIMINATIONS:
        tallies = _with_lasted(tallies, tournament, stage)
        metrics = ("lasted", *metrics)
    order = functools.partial(_in_order, metrics=metrics, tallies=tallies, meets=meets)
    rows: list[StandingsLine] = []
    for level in _levels(tournament, stage, order):
        rank = len(rows) + 1
        for group, decided_by in order(level):
            rows.append(StandingsLine(rank, tallies[group[0]], decided_by=decided_by))
            rows.extend(StandingsLine(rank, tallies[number]) for number in group[1:])
            rank += len(group)
    return _by_hand(tuple(rows), tournament, stage)


Groups = list[tuple[tuple[int, ...], Metric | None]]
"""Entries that the metrics tell apart, the best first, each group with what tells it from the one before."""
Order = Callable[[tuple[int, ...]], Groups]


def _in_order(entries: tuple[int, ...], metrics: tuple[Metric, ...], tallies: dict[int, Tally], meets: Meets) -> Groups:
    groups: Groups = [(entries, None)]
    for metric in metrics:
        groups = [
            (part, metric if place else decided_by)
            for group, decided_by in groups
            for place, part in enumerate(_split(group, metric, tallies, meets))
        ]
    return groups


def _levels(tournament: Tournament, stage: int, order: Order) -> Iterable[tuple[int, ...]]:
    """Where groups play apart, the first of each, then the second of each, and so on; else everybody together."""
    groups, everybody = tournament.groups_of(stage), tournament.entries_of(stage)
    if len(groups) == 1:
        return [everybody]
    levels: dict[int, list[int]] = {}
    for group in groups:
        place = 1
        for tied, _ in order(tuple(number for number in everybody if number in group)):
            levels.setdefault(place, []).extend(tied)
            place += len(tied)
    return [tuple(levels[place]) for place in sorted(levels)]


@dataclass(frozen=True, slots=True)
class Prize:
    """What a place wins, and who has it."""

    place: int
    text: str
    names: tuple[str, ...]
    """All who share the place."""


def prize_list(tournament: Tournament) -> list[Prize]:
    """The prizes that somebody holds as the standings are, the first place first."""
    rows = final_places(tournament)
    return [
        Prize(place, text, tuple(tournament.entries[each.tally.entry].name for each in rows if each.rank == row.rank))
        for place, (text, row) in enumerate(zip(tournament.prizes, rows, strict=False), 1)
    ]


@remembered
def final_places(tournament: Tournament) -> tuple[StandingsLine, ...]:
    """The places over all stages: those of the last stage first, then those who did not come so far."""
    rows: list[StandingsLine] = []
    placed: set[int] = set()
    for stage in range(tournament.stage_number, 0, -1):
        left = [row for row in standings(tournament, stage) if row.tally.entry not in placed]
        ranks, first = [row.rank for row in left], len(rows) + 1
        rows.extend(replace(row, rank=first + ranks.index(row.rank)) for row in left)
        placed.update(row.tally.entry for row in left)
    return tuple(rows)


def _count(tournament: Tournament, stage: int) -> tuple[dict[int, Tally], Meets]:
    """Each entry's tally, and what each match gave."""
    definition, rounds = tournament.stages[stage - 1], tournament.rounds_of(stage)
    parts: dict[int, list[Tally]] = {number: [] for number in tournament.entries_of(stage)}
    meets: dict[int, list[Meet]] = {number: [] for number in parts}
    for each in rounds:
        for number in each.byes:
            parts[number].append(_bye(number, definition))
        for number in each.asked:
            parts[number].append(Tally(number, definition.scoring.asked_bye))
    for _, meeting, result in standing_results(tournament, stage):
        for meet, added in _shares(meeting, result, definition):
            parts[added.entry].append(added)
            meets[added.entry].append(meet)
    for adjusted in tournament.adjustments:
        if adjusted.stage == stage and adjusted.entry in parts:
            amount: dict[str, Any] = {adjusted.metric: adjusted.amount}
            parts[adjusted.entry].append(Tally(adjusted.entry, **amount))
    for number, missed in _missed(tournament, stage).items():
        parts[number].append(Tally(number, missed * definition.scoring.missed))
    tallies = {number: _sum(number, added) for number, added in parts.items()}
    points = {number: tally.match_points for number, tally in tallies.items()}
    counted = {number: _with_opponents(tallies[number], meets[number], points, len(rounds)) for number in tallies}
    return counted, meets


def _missed(tournament: Tournament, stage: int) -> dict[int, int]:
    """The rounds before the first of each entry that came late."""
    missed = dict.fromkeys(tournament.entries_of(stage), 0)
    missing = set(missed) - set(tournament.seeds[stage - 1])
    for each in tournament.rounds_of(stage):
        missing -= set(each.entries)
        for number in missing:
            missed[number] += 1
    return missed


def _sum(entry: int, parts: Sequence[Tally]) -> Tally:
    return Tally(entry, *map(sum, zip(*map(_amounts, parts), strict=True)))


def _with_opponents(tally: Tally, meets: Sequence[Meet], points: Mapping[int, int], rounds: int) -> Tally:
    met = [(points[number], meet.share) for meet in meets for number in meet.opponents]
    all_together = sum(theirs for theirs, _ in met)
    weakest = 0 if len(meets) < rounds else min((theirs for theirs, _ in met), default=0)
    beaten = sum(theirs * share for theirs, share in met)
    return replace(tally, opponents=all_together, opponents_cut=all_together - weakest, beaten=beaten)


def _bye(number: int, stage: Stage) -> Tally:
    points = stage.scoring.bye_points
    return Tally(number, stage.scoring.win, wins=1, byes=1, points_for=points, difference=points)


def _shares(meeting: Meeting, result: Result, stage: Stage) -> Iterator[tuple[Meet, Tally]]:
    """What a match gives to each of its entries."""
    won_by, won = winner(result), games_won(result)
    for index, (side, other) in enumerate((meeting.sides, meeting.sides[::-1])):
        ours = sum(game[index] for game in result.games)
        theirs = sum(game[1 - index] for game in result.games)
        has_won, is_absent = won_by == index + 1, index + 1 in result.forfeit
        if has_won and result.forfeit and not result.games:
            ours = stage.scoring.bye_points
        skunks = sum(_is_skunk(game, index, stage.match.skunk) for game in result.games)
        is_draw = won_by is None and not result.forfeit
        points = stage.scoring.win if has_won else stage.scoring.draw if is_draw else 0
        points += skunks * stage.scoring.skunk if has_won else 0
        for number in side:
            yield (
                Meet(other, points, 1 if has_won else 0.5 if is_draw else 0),
                Tally(
                    number,
                    match_points=points,
                    played=int(bool(result.games)),
                    wins=int(has_won),
                    draws=int(is_draw),
                    losses=int(is_absent or (not has_won and not is_draw)),
                    points_for=ours,
                    points_against=theirs,
                    difference=ours - theirs,
                    games=won[index] - won[1 - index],
                    skunks=skunks,
                ),
            )


def _is_skunk(game: tuple[int, int], index: int, limit: int | None) -> bool:
    """Whether a side has won a game while the other stayed below the limit."""
    return limit is not None and game[index] > game[1 - index] and game[1 - index] < limit


def defeats(tournament: Tournament, stage: int) -> dict[int, tuple[int, ...]]:
    """The rounds in which each entry of a stage was defeated."""
    rounds_lost: dict[int, tuple[int, ...]] = dict.fromkeys(tournament.entries_of(stage), ())
    for number, meeting, result in standing_results(tournament, stage):
        for place, side in enumerate(meeting.sides, 1):
            if winner(result) != place:
                rounds_lost.update({entry: (*rounds_lost[entry], number) for entry in side})
    return rounds_lost


def lives(stage: Stage) -> int:
    """The number of defeats that end an elimination for an entry."""
    return 2 if stage.pairing == "double-elimination" else 1


def _with_lasted(tallies: dict[int, Tally], tournament: Tournament, stage: int) -> dict[int, Tally]:
    """The tallies of an elimination, with the round in which each entry went out."""
    rounds, lost = tournament.rounds_of(stage), defeats(tournament, stage)
    allowed, third = lives(tournament.stages[stage - 1]), set(_third_places(tournament, stage))
    if not rounds:
        return tallies

    def lasted(number: int) -> int:
        if len(lost[number]) >= allowed:
            return 2 * lost[number][allowed - 1] + int(number in third)
        if tournament.entries[number].has_withdrawn:
            return 2 * max((each.number for each in rounds if number in each.entries), default=0)
        return 2 * (len(rounds) + 1)

    return {number: replace(tally, lasted=lasted(number)) for number, tally in tallies.items()}


def _third_places(tournament: Tournament, stage: int) -> Iterator[int]:
    """Who has won the match for the third place."""
    for _, meeting, result in standing_results(tournament, stage):
        if meeting.box == "third place" and (won_by := winner(result)):
            yield from meeting.sides[won_by - 1]


def _split(
    group: tuple[int, ...], metric: Metric, tallies: dict[int, Tally], meets: Meets
) -> Iterator[tuple[int, ...]]:
    """A group of tied entries as groups that a metric tells apart, the best first."""
    if len(group) < 2 or (metric == "head_to_head" and len(group) > 2):
        yield group
        return
    amounts: dict[int, float]
    if metric in ("head_to_head", "among_tied"):
        amounts = {number: _points_among(meets[number], group) for number in group}
    else:
        amounts = {number: tallies[number].value(metric) for number in group}
    for amount in sorted(set(amounts.values()), reverse=True):
        yield tuple(number for number in group if amounts[number] == amount)


def _points_among(meets: Sequence[Meet], group: tuple[int, ...]) -> int:
    """The match points that an entry won against others of the group."""
    return sum(meet.match_points for meet in meets if any(each in group for each in meet.opponents))


def _by_hand(rows: tuple[StandingsLine, ...], tournament: Tournament, stage: int) -> tuple[StandingsLine, ...]:
    """The standings with the orders that the desk has set, the newest last."""
    for ranking in tournament.rankings:
        if ranking.stage != stage:
            continue
        by_number = {row.tally.entry: row for row in rows}
        places = [place for place, row in enumerate(rows) if row.tally.entry in ranking.entries]
        changed = list(rows)
        for place, number in zip(places, ranking.entries, strict=True):
            changed[place] = StandingsLine(place + 1, by_number[number].tally, True)
        rows = tuple(changed)
    return rows
