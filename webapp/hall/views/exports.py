"""Everything of a tournament, and the games of all tables, as JSON and CSV, for spreadsheets and other programs."""

from __future__ import annotations

from typing import TypedDict

from flask import Blueprint, Response, abort, request

from muggins.texts import gettext

from ...session.archive import HIGHEST_NUMBER
from ...web.access import Role
from ...web.auth import open_to, open_to_tasks
from ...web.described import Csv, Jpeg, JsonLines
from ..desk.helpers import Task
from ..floor.context import current_hall
from ..records.table_store import tables_of_games
from ..tournament.exports import (
    HallGame,
    TournamentJson,
    entries_csv,
    games_csv,
    places_csv,
    record_csv,
    results_csv,
    standings_csv,
    tournament_json,
)
from ..tournament.record import write_record
from ..tournament.state import Tournament
from .context import current_desk

exports = Blueprint("exports", __name__, url_prefix="/api/hall")

CSV = "text/csv"


class TournamentsJson(TypedDict):
    """All tournaments of a hall."""

    tournaments: list[int]
    """Their numbers, the newest first."""


class HallGamesJson(TypedDict):
    """All games of a hall."""

    games: list[HallGame]


@exports.get("/tournaments")
@open_to(Role.SPECTATOR)
def list_tournaments() -> TournamentsJson:
    """The numbers of all tournaments, the newest first."""
    return {"tournaments": current_desk().desk.numbers()}


@exports.get("/tournaments/<int:number>")
@open_to(Role.SPECTATOR)
def show_tournament(number: int) -> TournamentJson:
    """All of a tournament: entries, stages, rounds with results, standings."""
    return tournament_json(_found(number))


@exports.get("/tournaments/<int:number>/entries.csv")
@open_to(Role.SPECTATOR)
def show_entries(number: int) -> Csv:
    """The entries, a row each."""
    return _file(entries_csv(_found(number)), "entries.csv")


@exports.get("/tournaments/<int:number>/results.csv")
@open_to(Role.SPECTATOR)
def show_results(number: int) -> Csv:
    """Every match, a row each; byes are matches without a table."""
    return _file(results_csv(_found(number)), "results.csv")


@exports.get("/tournaments/<int:number>/stages/<int:stage>/standings.csv")
@open_to(Role.SPECTATOR)
def show_standings(number: int, stage: int) -> Csv:
    """The standings of a stage, a row for each entry."""
    tournament = _found(number)
    if not 1 <= stage <= tournament.stage_number:
        abort(404, gettext("stage %(stage)s of tournament %(number)s has not begun", stage=stage, number=number))
    return _file(standings_csv(tournament, stage), f"standings-{stage}.csv")


@exports.get("/tournaments/<int:number>/places.csv")
@open_to(Role.SPECTATOR)
def show_places(number: int) -> Csv:
    """The places over all stages, a row for each entry."""
    return _file(places_csv(_found(number)), "places.csv")


@exports.get("/tournaments/<int:number>/record.jsonl")
def show_record(number: int) -> JsonLines:
    """The record, an event a line, with who decided what and why. For the desk."""
    return _file(write_record(_found(number).record), "record.jsonl", "application/jsonl")


@exports.get("/tournaments/<int:number>/record.csv")
def show_record_table(number: int) -> Csv:
    """The record, a row an event, with who decided what and why. For the desk."""
    return _file(record_csv(_found(number).record), "record.csv")


@exports.get("/games")
def list_games() -> HallGamesJson:
    """Every game that was played at a table of the hall, the newest first. For the desk."""
    return {"games": _games()}


@exports.get("/games.csv")
def list_games_table() -> Csv:
    """Every game that was played at a table of the hall, a row each. For the desk."""
    return _file(games_csv(_games()), "games.csv")


@exports.get("/games/<int:game>/events/<int:number>/picture")
@open_to_tasks(Task.ARBITER)
def show_picture(game: int, number: int) -> Jpeg:
    """The JPEG kept with an event of a game. For the desk."""
    is_possible = 0 < game <= HIGHEST_NUMBER and 0 < number <= HIGHEST_NUMBER
    jpeg = current_hall().store.picture(game, number) if is_possible else None
    if jpeg is None:
        abort(404, gettext("no picture was kept with event %(number)s of game %(game)s", number=number, game=game))
    return Response(jpeg, mimetype="image/jpeg")


def _games() -> list[HallGame]:
    store = current_hall().store
    tables = tables_of_games(store)
    return [
        HallGame(game.id, tables[game.id], game.started, game.events) for game in store.games() if game.id in tables
    ]


def _found(number: int) -> Tournament:
    """A tournament. Aborts with 404 where there is none."""
    found = current_desk().desk.read(number) if 0 < number <= HIGHEST_NUMBER else None
    if found is None:
        abort(404, gettext("there is no tournament %(number)s", number=number))
    return found


def _file(text: str, name: str, kind: str = CSV) -> Response:
    # What a browser saves is opened in a spreadsheet, which takes it for UTF-8 by this mark; programs need none.
    mark = "\ufeff" if kind == CSV and "text/html" in request.headers.get("Accept", "") else ""
    return Response(mark + text, mimetype=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})
