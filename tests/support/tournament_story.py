"""Tournaments in players' words: lines of text to events, and what the desk then shows.

    enter 3 Eve, Fay of Crown          here 1 2 3             withdraw 5         return 5
    Bob leaves 1, Zoe comes            tables 1 2 4           begin              pair
    table 2: sides say 61:40           table 2: side 1 says 61:40, 50:61         table 2: record says 61:40
    table 2: desk says 61:40 because the replay shows it      table 2: desk says side 2 did not come
    strike 14 because ...              order 3 1 because ...  adjust 4 wins -1 because ...
    start                              last hand

A table is one of the newest round. `pair` and `begin` ask the pairing and record what it says.
"""

import json
import re
from dataclasses import dataclass, field

from muggins.webapp.hall.pairing.draw import begin_stage, next_round
from muggins.webapp.hall.tournament.events import (
    Adjusted,
    CheckedIn,
    Entered,
    LastHandCalled,
    RankingSet,
    Result,
    ResultTold,
    Returned,
    RoundStarted,
    Struck,
    Substituted,
    TablesSet,
    TournamentError,
    TournamentStarted,
    Withdrawn,
)
from muggins.webapp.hall.tournament.fold import apply
from muggins.webapp.hall.tournament.formats import MatchFormat, Stage
from muggins.webapp.hall.tournament.record import parse_event
from muggins.webapp.hall.tournament.results import verdict
from muggins.webapp.hall.tournament.standings import final_places, standings
from muggins.webapp.hall.tournament.state import MatchPlace, Tournament
from muggins.webapp.hall.views.board import result_text

NINE_O_CLOCK = 1_767_258_000.0
DESK = "Pat at the desk"
PATTERNS = {
    r"enter (\d+) (.+?)(?: of (.+))?": lambda number, players, club: Entered(
        int(number), tuple(players.split(", ")), club=club
    ),
    r"here ([\d ]+)": lambda numbers: CheckedIn(_numbers(numbers)),
    r"withdraw (\d+)": lambda number: Withdrawn(int(number)),
    r"return (\d+)": lambda number: Returned(int(number)),
    r"(\w+) leaves (\d+), (\w+) comes": lambda leaves, number, comes: Substituted(int(number), leaves, comes),
    r"tables ([\d ]+)": lambda numbers: TablesSet(_numbers(numbers)),
    r"strike (\d+) because (.+)": lambda number, why: Struck(int(number), **signed(why)),
}


def _numbers(text):
    return tuple(map(int, text.split()))


def signed(why):
    """Who decided something, when, and why."""
    return {"by": DESK, "t": NINE_O_CLOCK, "why": why}


def result_of(text):
    """The result of "61:40, 50:61" or of "side 2 did not come", both where both did not."""
    if absent := re.fullmatch(r"side (\d) did not come|neither side came", text):
        return Result(forfeit=(int(absent[1]),) if absent[1] else (1, 2))
    return Result(tuple(tuple(map(int, game.split(":"))) for game in text.split(", ")))


def events_of(text, tournament):
    """The events of a line of a story."""
    if text.startswith("{"):
        return [parse_event(text)]
    for pattern, event in PATTERNS.items():
        if found := re.fullmatch(pattern, text):
            return [event(*found.groups())]
    stage = tournament.stage_number
    if text == "begin":
        return [begin_stage(tournament)]
    if text == "pair":
        return [next_round(tournament)]
    if found := re.fullmatch(r"order ([\d ]+) because (.+)", text):
        return [RankingSet(stage, _numbers(found[1]), **signed(found[2]))]
    if found := re.fullmatch(r"adjust (\d+) (\w+) (-?\d+) because (.+)", text):
        return [Adjusted(stage, int(found[1]), found[2], int(found[3]), **signed(found[4]))]
    number = tournament.rounds[-1].number
    if text == "start":
        return [RoundStarted(stage, number, t=NINE_O_CLOCK)]
    if text == "last hand":
        return [LastHandCalled(stage, number)]
    found = re.fullmatch(r"table (\d+): (\w+(?: \d)?) says? (.+?)(?: because (.+))?", text)
    assert found, f"no such line: {text}"
    tellers = {"sides": ("side 1", "side 2"), "record": ("table",)}.get(found[2], (found[2],))
    signature = signed(found[4] or "") if tellers == ("desk",) else {}
    return [ResultTold(stage, number, int(found[1]), each, result_of(found[3]), **signature) for each in tellers]


def tell(*lines, tournament=None):
    """The tournament after the lines of a story."""
    tournament = tournament or Tournament()
    for line in lines:
        for event in events_of(line, tournament) if isinstance(line, str) else [line]:
            tournament = apply(tournament, event)
    return tournament


def begun(pairing="swiss", entries=4, to=61, match=None, **stage):
    """A tournament of one stage that has begun, with entries 1, 2, 3 ... who are called A, B, C ..."""
    if pairing in ("swiss", "rotation"):
        stage.setdefault("rounds", 3)
    only = Stage(name="Only", pairing=pairing, match=match or MatchFormat(to=to), **stage)
    players = [f"enter {number} {chr(64 + number)}" for number in range(1, entries + 1)]
    here = f"here {' '.join(map(str, range(1, entries + 1)))}"
    return tell(TournamentStarted("Cup", (only,)), *players, here, "begin")


def pairs_of(drawn):
    """Who meets whom in a round, as "1-2 3-4", partners as "1+2-3+4"."""
    sides = ("-".join("+".join(map(str, side)) for side in meeting.sides) for meeting in drawn.meetings)
    return " ".join(sides)


def pairings_text(tournament, each):
    """A round as lines: a table, who meets there, and what is known of the result."""
    rows = [
        (
            str(meeting.table),
            *(tournament.side_name(side) for side in meeting.sides),
            result_text(verdict(tournament, MatchPlace(each.stage, each.number, meeting.table)), tournament, meeting),
        )
        for meeting in each.meetings
    ]
    lines = _columns(rows)
    lines += [f"Bye: {tournament.entries[number].name}" for number in each.byes]
    lines += [f"Waits: {tournament.entries[number].name}" for number in each.waiting]
    return "\n".join(lines)


def standings_text(tournament, stage):
    """The standings of a stage as lines: the place, the name, and the amounts that they are ordered by."""
    metrics = tournament.stages[stage - 1].metrics
    return "\n".join(_columns([_line(tournament, row, metrics) for row in standings(tournament, stage)]))


def final_text(tournament):
    """The places over all stages as lines."""
    return "\n".join(
        _columns([(str(row.rank), tournament.entries[row.tally.entry].name) for row in final_places(tournament)])
    )


def _line(tournament, row, metrics):
    entry = tournament.entries[row.tally.entry]
    amounts = [_amount(metric, row) for metric in metrics if metric not in ("head_to_head", "among_tied", "lasted")]
    remarks = ["withdrawn"] * entry.has_withdrawn + ["placed by the desk"] * row.is_by_hand
    return (str(row.rank), entry.name, *amounts, *remarks)


def _amount(metric, row):
    """An amount with its unit."""
    amount = row.tally.value(metric)
    number = f"{amount:+d}" if metric in ("difference", "games") else str(amount)
    units = {"match_points": "match point", "wins": "win", "points_for": "point", "skunks": "skunk"}
    if metric in units:
        return f"{number} {units[metric]}{'' if amount == 1 else 's'}"
    return number + {"difference": "", "games": " in games"}.get(metric, " of the opponents")


def _columns(rows):
    """Rows as lines whose columns stand below one another."""
    width = max((len(row) for row in rows), default=0)
    widths = [max((len(row[index]) for row in rows if index < len(row)), default=0) for index in range(width)]
    return ["  ".join(text.ljust(widths[index]) for index, text in enumerate(row)).rstrip() for row in rows]


@dataclass
class Story:
    """A tournament that is told line by line. A line that begins with `?` asks; what is shown follows, indented."""

    tournament: Tournament = field(default_factory=Tournament)

    def line(self, text):
        """What a line of the story shows, as lines of text."""
        if text.startswith("?"):
            return self.answer(text[1:].split())
        before = len(self.tournament.rounds)
        try:
            for event in events_of(text, self.tournament):
                self.tournament = apply(self.tournament, event)
        except TournamentError as error:
            return [f"refused: {error}"]
        if len(self.tournament.rounds) > before:
            return pairings_text(self.tournament, self.tournament.rounds[-1]).splitlines()
        return []

    def answer(self, words):
        """What the desk shows when it is asked."""
        if words == ["final"]:
            return final_text(self.tournament).splitlines()
        if words == ["standings"]:
            return standings_text(self.tournament, self.tournament.stage_number).splitlines()
        if words == ["round"]:
            return pairings_text(self.tournament, self.tournament.rounds[-1]).splitlines()
        if words == ["number"]:
            return [str(len(self.tournament.record))]
        raise AssertionError(f"no such question: {words}")


def told(text):
    """A story with what the desk shows after each line: what stands there indented is worked out anew."""
    story, lines = Story(), []
    for line in text.splitlines():
        if line.startswith("    "):
            continue
        lines.append(line)
        if line and not line.startswith("#"):
            lines += [f"    {shown}" for shown in story.line(line)]
    return "\n".join(lines) + "\n", story.tournament


def stages_line(*stages, name="Cup"):
    """The first line of a record, as JSON."""
    return json.dumps({"event": "tournament", "name": name, "stages": list(stages)})
