"""Random tournaments: people come late, leave and return, rounds are struck and changed, results are put right.

A sheet is kept beside the record, as a director would on paper. After each round the standings must be those of the
sheet.
"""

import os
from dataclasses import dataclass, field, replace
from random import Random

from slow_standings import Line, Sheet

from muggins.webapp.hall.pairing.draw import begin_stage, next_round
from muggins.webapp.hall.pairing.field import History, in_order, match_all, taking_part
from muggins.webapp.hall.pairing.swiss import BYE
from muggins.webapp.hall.tournament.events import (
    Adjusted,
    ByeAsked,
    CheckedIn,
    Entered,
    KeptApart,
    Result,
    ResultTold,
    Returned,
    RoundChanged,
    Struck,
    Substituted,
    TableFixed,
    TournamentError,
    TournamentStarted,
    Withdrawn,
)
from muggins.webapp.hall.tournament.fold import apply
from muggins.webapp.hall.tournament.formats import FirstRound, Lot, MatchFormat, Scoring, Stage
from muggins.webapp.hall.tournament.standings import standings
from muggins.webapp.hall.tournament.state import Tournament

TOURNAMENTS = int(os.environ.get("MUGGINS_TOURNAMENTS", "12"))
"""How many the tests play. `make tournaments` plays 1,000."""
TARGET = 61
METRICS = (
    *("match_points", "wins", "difference", "points_for", "head_to_head", "among_tied"),
    *("skunks", "games", "opponents", "opponents_cut", "beaten"),
)
DECIDED = {"by": "Pat", "t": 1.0, "why": "so it was"}


@dataclass
class Director:
    """Plays a tournament, and writes down on a sheet what happens."""

    lot: Random
    tournament: Tournament
    sheet: Sheet
    rematches: int = 0
    """Second meetings that could not be avoided."""
    late: list = field(default_factory=list)

    @staticmethod
    def of(seed):
        """A tournament of which everything is chosen by lot."""
        lot = Random(seed)
        players = lot.choice([lot.randint(4, 9), lot.randint(4, 9), lot.randint(10, 20), lot.randint(21, 40)])
        has_draws, best_of = lot.random() < 0.3, lot.choice([1, 1, 3])
        match = MatchFormat(to=TARGET, best_of=best_of, minutes=30 if has_draws else None, skunk=lot.choice([None, 31]))
        scoring = Scoring(
            win=lot.choice([2, 3]),
            skunk=lot.randint(0, 1),
            bye_points=lot.choice([0, 30]),
            asked_bye=lot.randint(0, 1),
            missed=lot.randint(0, 1),
        )
        pairing = lot.choice(["swiss"] * 6 + ["round-robin", "rotation"])
        metrics = tuple(lot.sample(METRICS, lot.randint(1, 5)))
        rounds = None if pairing == "round-robin" else lot.randint(3, 9)
        apart = lot.randint(0, 2)
        first = lot.choice([*FirstRound]) if pairing == "swiss" else FirstRound.LOT
        options = {"rounds": rounds, "metrics": metrics, "club_rounds": apart, "lot": Lot(seed), "first_round": first}
        stage = Stage(name="Main", pairing=pairing, match=match, scoring=scoring, **options)
        sheet = Sheet(scoring.win, scoring.draw, scoring.bye_points, match.skunk, scoring.skunk)
        sheet.asked_bye, sheet.missed = scoring.asked_bye, scoring.missed
        director = Director(lot, apply(Tournament(), TournamentStarted(f"Tournament {seed}", (stage,))), sheet)
        size = 1 if pairing == "rotation" else lot.choice([1, 1, 2])
        for number in range(1, players + 1):
            names = tuple(f"Player {number}{letter}" for letter in "ab"[:size])
            club, rating = f"Club {lot.randrange(5)}", lot.choice([None, lot.randrange(2000)])
            director.tell(Entered(number, names, club=club, rating=rating))
        director.late = [number for number in range(5, players + 1) if lot.random() < 0.1]
        director.tell(CheckedIn(tuple(number for number in range(1, players + 1) if number not in director.late)))
        director.tell(begin_stage(director.tournament))
        sheet.first = set(director.tournament.seeds[0])
        for _ in range(lot.randint(0, 2)):
            director.tell(KeptApart(tuple(lot.sample(range(1, players + 1), 2))))
            director.tell(TableFixed(lot.randint(1, players), lot.randint(1, 3)))
        return director

    def tell(self, event):
        """The number of the event in the record."""
        self.tournament = apply(self.tournament, event)
        return len(self.tournament.record)

    def play(self):
        """All rounds. AssertionError where one is drawn or counted wrongly."""
        while (drawn := self._draw()) is not None:
            number = self.tell(drawn)
            self._write_down(drawn)
            chance = self.lot.random()
            if chance < 0.1:
                self._swap(drawn)
            elif chance < 0.2:
                self._play(some=True)
                self._strike(number, drawn.round)
                continue
            self._play()
            if self.lot.random() < 0.1:
                self._strike_and_undo(number)
            if self.lot.random() < 0.3:
                self._put_right()
            if self.lot.random() < 0.1:
                self._adjust()
            self._compare()
            self._comings_and_goings()
        for row in standings(self.tournament, 1):
            for name in {*METRICS} - {"head_to_head", "among_tied"}:
                assert row.tally.value(name) == self.sheet.metric(name, row.tally.entry), (name, row)

    def _compare(self):
        """AssertionError where the standings are not those of the sheet."""
        groups = {}
        for row in standings(self.tournament, 1):
            groups.setdefault(row.rank, set()).add(row.tally.entry)
        entries = self.tournament.entries_of(1)
        assert list(groups.values()) == self.sheet.ranked(entries, self.tournament.stage.metrics)

    def _draw(self):
        try:
            drawn = next_round(self.tournament)
        except TournamentError as error:
            if "is over" in str(error) or "there are" in str(error):
                return None
            raise
        self.examine(drawn)
        return drawn

    def examine(self, drawn):
        """Nobody plays twice in a round; nobody meets twice or has two byes while that can be avoided."""
        named = [number for meeting in drawn.meetings for number in meeting.entries] + list(drawn.byes)
        assert sorted(named) == sorted(set(named))
        tables = [meeting.table for meeting in drawn.meetings]
        assert len(set(tables)) == len(tables)
        if self.tournament.stage.pairing != "swiss":
            return
        assert sorted(named) == sorted(taking_part(self.tournament))
        assert len(drawn.byes) == len(named) % 2
        history = History.of(self.tournament.rounds_of(1))
        apart = self.tournament.apart & {tuple(sorted(meeting.entries)) for meeting in drawn.meetings}
        met = sum(history.met(*meeting.entries) for meeting in drawn.meetings)
        free = sum(history.byes[number] for number in drawn.byes)
        if apart:
            assert not is_possible(named, history, self.tournament.apart, may_meet=True, may_repeat_bye=True)
        elif met or free:
            # A second meeting is worse than a second bye.
            assert not is_possible(named, history, self.tournament.apart, may_repeat_bye=bool(met))
        self.rematches += met

    def _write_down(self, drawn):
        self.sheet.forget(drawn.round)
        self.sheet.byes[drawn.round], self.sheet.asked[drawn.round] = set(drawn.byes), set(drawn.asked)
        for meeting in drawn.meetings:
            self.sheet.lines[drawn.round, meeting.table] = Line(meeting.sides, absent=None)

    def _play(self, some=False):
        """Results of the newest round, as the sides, the table or the desk tell them; of some tables alone."""
        each = self.tournament.rounds[-1]
        for meeting in each.meetings:
            if some and self.lot.random() < 0.5:
                continue
            self._tell_result(each.number, meeting, self._result(), is_right=False)

    def _tell_result(self, number, meeting, result, is_right):
        tellers = ["desk"] if is_right or result.forfeit or self.lot.random() < 0.3 else ["side 1", "side 2"]
        if tellers != ["desk"] and self.lot.random() < 0.1:
            wrong = self._result(may_absent=False)
            self.tell(ResultTold(1, number, meeting.table, "side 1", wrong))
            if wrong != result:
                self.tell(ResultTold(1, number, meeting.table, "side 2", result))
                tellers = ["desk"]
        for teller in tellers:
            self.tell(ResultTold(1, number, meeting.table, teller, result, **DECIDED))
        self.sheet.lines[number, meeting.table] = Line(meeting.sides, list(result.games), set(result.forfeit))

    def _result(self, may_absent=True):
        match, chance = self.tournament.stage.match, self.lot.random()
        if may_absent and chance < 0.04:
            return Result(forfeit=self.lot.choice([(1,), (2,), (1, 2)]))
        if match.minutes is not None and chance < 0.25:
            return Result(((40, 40),))
        games, won = [], [0, 0]
        while max(won) <= match.best_of // 2:
            first = self.lot.random() < 0.5
            won[not first] += 1
            loser = self.lot.randrange(TARGET)
            games.append((TARGET, loser) if first else (loser, TARGET))
        return Result(tuple(games))

    def _swap(self, drawn):
        """Two change their places before they have played."""
        named = [number for meeting in drawn.meetings for number in meeting.entries]
        if len(named) < 4:
            return
        one, other = self.lot.sample(named, 2)
        places = {one: other, other: one}
        meetings = tuple(
            replace(each, sides=tuple(tuple(places.get(number, number) for number in side) for side in each.sides))
            for each in drawn.meetings
        )
        self.tell(RoundChanged(1, drawn.round, meetings, drawn.byes, drawn.waiting, **DECIDED))

    def _strike(self, number, played):
        self.tell(Struck(number, **DECIDED))
        self.sheet.forget(played)

    def _strike_and_undo(self, number):
        before = standings(self.tournament, 1)
        struck = self.tell(Struck(number, **DECIDED))
        self.tell(Struck(struck, **DECIDED))
        assert standings(self.tournament, 1) == before

    def _put_right(self):
        """A result of any round is told otherwise."""
        each = self.lot.choice(self.tournament.rounds)
        if each.meetings:
            self._tell_result(each.number, self.lot.choice(each.meetings), self._result(), is_right=True)

    def _adjust(self):
        entry = self.lot.choice(self.tournament.entries_of(1))
        metric = self.lot.choice(["match_points", "wins", "difference", "points_for", "skunks", "games"])
        amount = self.lot.randint(-2, 2)
        self.tell(Adjusted(1, entry, metric, amount, **DECIDED))
        self.sheet.adjusted.append((entry, metric, amount))

    def _comings_and_goings(self):
        stage = self.tournament.stage
        number = len(self.tournament.rounds) + 1
        playing = [entry.number for entry in self.tournament.entries.values() if entry.plays]
        if playing and stage.pairing != "round-robin" and self.lot.random() < 0.3:
            self.tell(ByeAsked(1, number, self.lot.choice(playing)))
        if self.late and self.lot.random() < 0.7:
            self.tell(CheckedIn(tuple(self.late)))
            self.late = []
        for entry in tuple(self.tournament.entries.values()):
            if entry.plays and self.lot.random() < 0.03:
                self.tell(Withdrawn(entry.number))
            elif entry.has_withdrawn and self.lot.random() < 0.2:
                self.tell(Returned(entry.number))
            elif entry.plays and self.lot.random() < 0.02:
                comes = f"Substitute {len(self.tournament.record)}"
                self.tell(Substituted(entry.number, entry.players[0], comes))


def is_possible(numbers, history, apart, may_meet=False, may_repeat_bye=False):
    """Whether a round is possible without second meetings and second byes, but for those that may be."""

    def cost(one, other):
        if BYE in (one, other):
            return None if history.byes[one + other] and not may_repeat_bye else 0
        return None if (history.met(one, other) and not may_meet) or in_order(one, other) in apart else 0

    try:
        match_all([*numbers, BYE] if len(numbers) % 2 else numbers, cost)
    except TournamentError:
        return False
    return True
