"""Random Swiss tournaments with drop-outs and late entries, to see that nobody meets twice and how long a round takes.

`python tests/benchmarks/swiss_tournaments.py` plays 1,000 of them and prints what it found; Ctrl-C prints what
it found so far.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from muggins.webapp.hall.pairing.draw import next_round
from muggins.webapp.hall.pairing.field import History, match_all, same_club, taking_part
from muggins.webapp.hall.pairing.swiss import BYE
from muggins.webapp.hall.tournament.events import (
    CheckedIn,
    Entered,
    Event,
    Result,
    ResultTold,
    Returned,
    RoundPaired,
    StageBegun,
    TournamentError,
    TournamentStarted,
    Withdrawn,
)
from muggins.webapp.hall.tournament.fold import apply
from muggins.webapp.hall.tournament.formats import Lot, MatchFormat, Stage
from muggins.webapp.hall.tournament.state import Tournament

TARGET = 61
DROP_OUT = 0.02
"""The chance that an entry withdraws after a round."""
LATE = 0.05
"""The share of the field that comes after the first round."""
CLUBS = 12


@dataclass
class Findings:
    """What the rounds of simulated tournaments showed."""

    rounds: int = 0
    rematches: int = 0
    second_byes: int = 0
    avoidable: int = 0
    """Rounds with a second meeting or a second bye although another pairing has none."""
    same_club: int = 0
    """Pairs of one club in the first rounds."""
    seconds: list[float] = field(default_factory=list)
    """The time that each round took to pair."""
    cpu_seconds: list[float] = field(default_factory=list)
    """The time of it that a processor worked; the rest went to other programs of the machine."""


def play_tournament(players: int, rounds: int, seed: int, findings: Findings) -> Tournament:
    """A random tournament to its end, in memory. What its rounds show is added to `findings`."""
    lot = Random(seed)
    stage = Stage(name="Swiss", pairing="swiss", match=MatchFormat(to=TARGET), rounds=rounds, lot=Lot(seed))
    tournament = apply(Tournament(), TournamentStarted(f"Tournament {seed}", (stage,)))
    late = [number for number in range(2, players + 1) if lot.random() < LATE]
    for number in range(1, players + 1):
        club = f"Club {lot.randrange(CLUBS)}"
        tournament = apply(tournament, Entered(number, (f"Player {number}",), club=club))
    early = tuple(number for number in range(1, players + 1) if number not in late)
    tournament = apply(tournament, CheckedIn(early))
    tournament = apply(tournament, StageBegun(1, early))
    for number in range(1, rounds + 1):
        began, cpu_began = time.perf_counter(), time.process_time()
        drawn = next_round(tournament)
        findings.seconds.append(time.perf_counter() - began)
        findings.cpu_seconds.append(time.process_time() - cpu_began)
        examine(tournament, drawn, findings)
        tournament = apply(tournament, drawn)
        for event in _results(drawn, lot):
            tournament = apply(tournament, event)
        for event in _comings_and_goings(tournament, late if number == 1 else [], lot):
            tournament = apply(tournament, event)
    return tournament


def examine(tournament: Tournament, drawn: RoundPaired, findings: Findings) -> None:
    """Adds what a round shows, given the tournament before it."""
    history = History.of(tournament.rounds_of(1))
    pairs = [(meeting.sides[0][0], meeting.sides[1][0]) for meeting in drawn.meetings]
    rematches = sum(history.met(*pair) > 0 for pair in pairs)
    second_byes = sum(history.byes[number] > 0 for number in drawn.byes)
    findings.rounds += 1
    findings.rematches += rematches
    findings.second_byes += second_byes
    if drawn.round <= tournament.stage.club_rounds:
        findings.same_club += sum(same_club(tournament, *pair) for pair in pairs)
    if (rematches and is_possible(tournament, history, True)) or (second_byes and is_possible(tournament, history)):
        findings.avoidable += 1


def is_possible(tournament: Tournament, history: History, may_repeat_bye: bool = False) -> bool:
    """Whether a round without second meetings is possible, and without second byes unless they may be."""

    def cost(one: int, other: int) -> int | None:
        if BYE in (one, other):
            return None if history.byes[one + other] and not may_repeat_bye else 0
        return None if history.met(one, other) else 0

    numbers = taking_part(tournament)
    try:
        match_all([*numbers, BYE] if len(numbers) % 2 else numbers, cost)
    except TournamentError:
        return False
    return True


def _results(drawn: RoundPaired, lot: Random) -> list[Event]:
    """A result for each table, as the two sides tell it. Low numbers play better."""
    told: list[Event] = []
    for meeting in drawn.meetings:
        one, other = meeting.entries
        loser = lot.randrange(TARGET)
        has_first_won = lot.random() < other / (one + other)
        result = Result(((TARGET, loser) if has_first_won else (loser, TARGET),))
        told += [
            ResultTold(1, drawn.round, meeting.table, "side 1", result),
            ResultTold(1, drawn.round, meeting.table, "side 2", result),
        ]
    return told


def _comings_and_goings(tournament: Tournament, late: Sequence[int], lot: Random) -> list[Event]:
    """Who withdraws after a round, who returns, and who comes late."""
    events: list[Event] = [CheckedIn(tuple(late))] if late else []
    for entry in tournament.entries.values():
        if entry.plays and lot.random() < DROP_OUT:
            events.append(Withdrawn(entry.number))
        elif entry.has_withdrawn and lot.random() < 0.2:
            events.append(Returned(entry.number))
    return events


def main() -> None:
    """Plays the tournaments that the arguments ask for, and prints what their rounds showed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tournaments", type=int, default=1000)
    parser.add_argument("--players", type=int, default=64)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seed", type=int, default=0, help="the number of the first tournament")
    asked = parser.parse_args()
    findings, played = Findings(), 0
    try:
        for seed in range(asked.seed, asked.seed + asked.tournaments):
            play_tournament(asked.players, asked.rounds, seed, findings)
            played += 1
    except KeyboardInterrupt:
        print("stopped before the end")
    if not played:
        return
    print(f"{played} tournaments of {asked.players} players, {findings.rounds} rounds")
    print(f"second meetings {findings.rematches}, second byes {findings.second_byes}, avoidable {findings.avoidable}")
    print(f"pairs of one club in the first rounds {findings.same_club}")
    for name, seconds in (("seconds", findings.seconds), ("CPU seconds", findings.cpu_seconds)):
        times = sorted(seconds)
        print(f"{name} a round: median {times[len(times) // 2]:.3f}, highest {times[-1]:.3f}")


if __name__ == "__main__":
    main()
