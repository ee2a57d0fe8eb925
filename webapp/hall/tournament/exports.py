"""A tournament as CSV and JSON, for spreadsheets and for the programs of others."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import starmap
from operator import itemgetter
from typing import Annotated, Any, TypedDict, TypeVar, cast

from muggins.scorer.json_types import Keywords

from .events import Event, MatchPlace, Meeting, Result
from .formats import Lot, Metric, Stage
from .record import event_to_json, to_json
from .results import StatusName, verdict
from .standings import final_places, standings
from .state import PairedRound, Tournament

RISKY_STARTS = ("=", "+", "-", "@")
"""A spreadsheet takes a text that begins so for a formula."""
Kind = TypeVar("Kind")


@dataclass(frozen=True)
class HallGame:
    """A game that was played at a table of the hall. What happened in it stands below the table's own API."""

    game: int
    table: int
    started: float
    """Seconds since 1970."""
    events: int


ResultJson = Annotated[dict[str, Any], (Result,)]


class _PlayedMatch(TypedDict):
    names: list[str]
    status: StatusName
    result: ResultJson | None
    recorded: ResultJson | None
    """What the table's record comes to, where that differs from the result."""
    winner: int | None
    """The side that has won; null in a draw, and while no result stands."""
    record: list[int]
    """The numbers of its games in the record of games."""


MatchJson = Annotated[
    dict[str, Any], Keywords(title="Match"), (Meeting, _PlayedMatch), "Two sides that meet at a table."
]


class RoundJson(TypedDict):
    """A round that has been paired."""

    round: int
    started: float | None
    """When its clock started, in seconds since 1970."""
    is_last_hand: bool
    byes: list[int]
    waiting: list[int]
    asked: list[int]
    """Who has asked not to play."""
    matches: list[MatchJson]


class _TallyColumns(TypedDict):
    """What standings show of a tally, in the order of the columns."""

    match_points: int
    played: int
    wins: int
    draws: int
    losses: int
    byes: int
    points_for: int
    points_against: int
    difference: int
    games: int
    skunks: int
    opponents: int
    opponents_cut: int
    beaten: float


COLUMNS = tuple(_TallyColumns.__annotations__)


class StandingJson(_TallyColumns):
    """A line of the standings."""

    rank: int
    is_by_hand: bool
    entry: int
    name: str


class EntryJson(TypedDict):
    """A player, or a pair that stays together."""

    number: int
    name: str
    players: list[str]
    former_players: list[str]
    club: str | None
    seed: int | None
    rating: int | None
    is_here: bool
    has_withdrawn: bool


class _PlayedStage(TypedDict):
    entries: list[int]
    """Who takes part, the highest seed first."""
    rounds: list[RoundJson]
    standings: list[StandingJson]


StageJson = Annotated[
    dict[str, Any],
    Keywords(title="Stage"),
    (Stage, _PlayedStage),
    "A part of a tournament in which one way of pairing is kept.",
]


class PlaceJson(TypedDict):
    """A place over all stages: those of the last stage come first."""

    rank: int
    entry: int
    name: str


class AdjustmentJson(TypedDict):
    """What the desk added to what an entry has in a stage."""

    stage: int
    entry: int
    metric: Metric
    amount: int


class OrderByHandJson(TypedDict):
    """Entries that take the places which they hold together in this order."""

    stage: int
    entries: list[int]


class TournamentJson(TypedDict):
    """All of a tournament."""

    name: str
    tables: list[int]
    entries: list[EntryJson]
    stages: list[StageJson]
    places: list[PlaceJson]
    adjustments: list[AdjustmentJson]
    orders_by_hand: list[OrderByHandJson]


def tournament_json(tournament: Tournament) -> TournamentJson:
    """All of a tournament as one JSON object: entries, stages, rounds with results, standings, places."""
    return {
        "name": tournament.name,
        "tables": list(tournament.tables),
        "entries": [_as(EntryJson, entry) for entry in tournament.entries.values()],
        "stages": [
            {
                # What draws begin from tells who meets next: it stands in the record, for the desk.
                **to_json(replace(tournament.stages[number - 1], lot=Lot(0))),
                "entries": list(tournament.entries_of(number)),
                "rounds": [round_json(tournament, each) for each in tournament.rounds_of(number)],
                "standings": standings_json(tournament, number),
            }
            for number in range(1, tournament.stage_number + 1)
        ],
        "places": [
            {"rank": row.rank, "entry": row.tally.entry, "name": tournament.entries[row.tally.entry].name}
            for row in final_places(tournament)
        ],
        # Who decided so, and why, is for the desk: it stands in the record.
        "adjustments": [_as(AdjustmentJson, each) for each in tournament.adjustments],
        "orders_by_hand": [_as(OrderByHandJson, each) for each in tournament.rankings],
    }


def _as(kind: type[Kind], value: object) -> Kind:
    """The fields of a value that an object of JSON has by the same names."""
    return cast(Kind, {name: to_json(getattr(value, name)) for name in kind.__annotations__})


def round_json(tournament: Tournament, each: PairedRound) -> RoundJson:
    """A round as a JSON object."""
    return {
        "round": each.number,
        "started": each.started,
        "is_last_hand": each.is_last_hand,
        "byes": list(each.byes),
        "waiting": list(each.waiting),
        "asked": list(each.asked),
        "matches": [_match_json(tournament, place, meeting) for place, meeting in each.matches],
    }


def standings_json(tournament: Tournament, stage: int) -> list[StandingJson]:
    """The standings of a stage, the leader first."""
    return [
        {
            "rank": row.rank,
            "is_by_hand": row.is_by_hand,
            "entry": row.tally.entry,
            "name": tournament.entries[row.tally.entry].name,
            **_as(_TallyColumns, row.tally),
        }
        for row in standings(tournament, stage)
    ]


def standings_csv(tournament: Tournament, stage: int) -> str:
    """The standings of a stage, a line an entry."""
    names = ("rank", "entry", "name", "club", *COLUMNS)
    clubs = {number: entry.club for number, entry in tournament.entries.items()}
    rows = ({**row, "club": clubs[row["entry"]]} for row in standings_json(tournament, stage))
    return _csv(names, (itemgetter(*names)(row) for row in rows))


def places_csv(tournament: Tournament) -> str:
    """The places over all stages, a line an entry."""
    places = ((row.rank, tournament.entries[row.tally.entry]) for row in final_places(tournament))
    lines = ((rank, entry.number, entry.name, entry.players, entry.club) for rank, entry in places)
    return _csv(("rank", "entry", "name", "players", "club"), lines)


def results_csv(tournament: Tournament) -> str:
    """Every match of a tournament, a line each; byes are matches without a table."""
    names = ("stage", "round", "table", "box", "side_1", "side_2", "points_1", "points_2", "games", "winner", "status")
    return _csv(names, _result_lines(tournament))


def entries_csv(tournament: Tournament) -> str:
    """The entries, a line each."""
    names = ("name", "players", "club", "seed", "rating", "is_here", "has_withdrawn")
    entries = tournament.entries.values()
    return _csv(("entry", *names), ((entry.number, *(getattr(entry, name) for name in names)) for entry in entries))


def record_csv(record: Sequence[Event]) -> str:
    """The record, a line an event; what an event tells besides stands in the last column as JSON."""
    return _csv(("number", "time", "event", "by", "why", "told"), starmap(_recorded, enumerate(record, 1)))


def games_csv(games: Iterable[HallGame]) -> str:
    """Games of the hall's tables, a line each."""
    return _csv(
        ("game", "table", "started", "events"),
        ((each.game, each.table, _moment(each.started), each.events) for each in games),
    )


def _recorded(number: int, event: Event) -> tuple[object, ...]:
    told = event_to_json(event)
    named = [told.pop(name, "") for name in ("event", "by", "why")]
    return (number, _moment(told.pop("t", None)), *named, json.dumps(told, ensure_ascii=False))


def _result_lines(tournament: Tournament) -> Iterable[tuple[object, ...]]:
    for each in tournament.rounds:
        for place, meeting in each.matches:
            known = verdict(tournament, place)
            games = known.result.games if known.result else ()
            yield (
                *(each.stage, each.number, meeting.table, meeting.box),
                *(tournament.side_name(side) for side in meeting.sides),
                *(sum(game[index] for game in games) if games else None for index in (0, 1)),
                " ".join(f"{ours}:{theirs}" for ours, theirs in games),
                tournament.side_name(meeting.sides[known.won_by - 1]) if known.won_by else None,
                known.status.value,
            )
        for kind, numbers in (("bye", each.byes), ("asked bye", each.asked)):
            for number in numbers:
                name = tournament.entries[number].name
                won_by = name if kind == "bye" else None
                yield (each.stage, each.number, None, kind, name, None, None, None, None, won_by, "confirmed")


def _match_json(tournament: Tournament, place: MatchPlace, meeting: Meeting) -> MatchJson:
    known = verdict(tournament, place)
    return {
        **to_json(meeting),
        "names": [tournament.side_name(side) for side in meeting.sides],
        "status": known.status.value,
        "result": to_json(known.result) if known.result else None,
        "recorded": to_json(known.recorded) if known.recorded else None,
        "winner": known.won_by,
        "record": list(tournament.games.get(place, ())),
    }


def _csv(names: Sequence[str], lines: Iterable[Sequence[object]]) -> str:
    """A CSV text with a line of names above; of None a cell is empty."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(names)
    writer.writerows(map(_cell, line) for line in lines)
    return text.getvalue()


def _moment(seconds: float | None) -> str | None:
    """A time in seconds since 1970 as people and spreadsheets read it."""
    return None if seconds is None else datetime.fromtimestamp(seconds).isoformat(" ", "seconds")


def _cell(value: object) -> object:
    """A value as a spreadsheet shows it: players with & between them, yes as 1, and no text as a formula."""
    if isinstance(value, tuple):
        value = " & ".join(value)
    if isinstance(value, bool):
        return int(value)
    return f"'{value}" if isinstance(value, str) and value.startswith(RISKY_STARTS) else value
