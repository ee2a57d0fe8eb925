"""Entries as people write them: a line each, or a table that a spreadsheet has saved as CSV."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from typing import Literal

from muggins.texts import Text, lazy_pgettext

from ..tournament.events import Entered, TournamentError
from ..tournament.record import parse_event

DELIMITERS = (";", "\t", ",")


Column = Literal["player", "partner", "name", "club", "seed", "rating"]
"""A column of a table of entries; `name` is what the entry is called in place of its players' names."""
COLUMN_NAMES: Mapping[Column, Text] = {
    "player": lazy_pgettext("column", "player"),
    "partner": lazy_pgettext("column", "partner"),
    "name": lazy_pgettext("column", "name"),
    "club": lazy_pgettext("column", "club"),
    "seed": lazy_pgettext("column", "seed"),
    "rating": lazy_pgettext("column", "rating"),
}
"""The columns in the language of whoever writes the list; the English names are understood as well."""


def read_entries(text: str) -> dict[int, Entered]:
    """The entries of a list by the numbers of their lines; the desk gives them numbers of their own.

    TournamentError names a line that is none. Without a line of columns above, each line is a player, or two with &
    between them, then perhaps a semicolon and the club.
    """
    lines = text.removeprefix("\ufeff").splitlines()
    if "\ufffd" in text:
        raise TournamentError("the file has letters of another encoding: save it as CSV in UTF-8")
    first = next((number for number, line in enumerate(lines) if line.strip()), 0)
    columns, delimiter = _columns_of(lines[first]) if lines else ({}, "")
    read = {}
    for number, line in enumerate(lines, 1):
        if not line.strip() or (columns and number == first + 1):
            continue
        try:
            read[number] = _of_table(line, columns, delimiter) if columns else _of_line(line)
        except TournamentError as error:
            raise at_line(number, error) from None
    return read


def at_line(number: int, error: TournamentError) -> TournamentError:
    """An error with the line at which it is."""
    return TournamentError("line %(number)s: %(error)s", number=number, error=error)


def _columns_of(line: str) -> tuple[dict[int, Column], str]:
    """The columns that a first line names, by their places, and what separates them; none where it is an entry."""
    delimiter = max(DELIMITERS, key=line.count)
    names = [name.strip().casefold() for name in _cells(line, delimiter)]
    known = {str(text).casefold(): column for column, text in COLUMN_NAMES.items()}
    known.update({column: column for column in COLUMN_NAMES})
    if not any(known.get(name) in ("player", "name") for name in names):
        return {}, ""
    for name in names:
        if name and name not in known:
            raise TournamentError(
                "no column is called %(name)s: there are %(names)s",
                name=f"{name!r:.40}",
                names=", ".join(map(str, COLUMN_NAMES.values())),
            )
    return {place: known[name] for place, name in enumerate(names) if name}, delimiter


def _of_table(line: str, columns: Mapping[int, Column], delimiter: str) -> Entered:
    cells = [cell.strip() for cell in _cells(line, delimiter)]
    if any(cells[max(columns) + 1 :]):
        raise TournamentError("more cells than columns: put a text with %(sign)s in quotes", sign=delimiter)
    given = {columns[place]: cell for place, cell in enumerate(cells) if cell and place in columns}
    names = (given.pop("player", "") or given.pop("name", "")).split("&")
    if "partner" in given:
        names.append(given.pop("partner"))
    return _entered(names, **{column: _value(column, cell) for column, cell in given.items()})


def _value(column: Column, cell: str) -> str | int:
    if column not in ("seed", "rating"):
        return cell
    if not (cell.isascii() and cell.isdecimal() and len(cell) <= 6):
        raise TournamentError(
            "%(column)s: a whole number is expected, not %(came)s", column=COLUMN_NAMES[column], came=f"{cell!r:.40}"
        )
    return int(cell)


def _of_line(line: str) -> Entered:
    players, _, club = line.partition(";")
    return _entered(players.split("&"), club=club.strip() or None)


def _entered(players: list[str], **fields: object) -> Entered:
    entered = parse_event({"event": "entry", "number": 1, "players": [name.strip() for name in players], **fields})
    assert isinstance(entered, Entered)
    return entered


def _cells(line: str, delimiter: str) -> list[str]:
    return next(csv.reader([line], delimiter=delimiter), [])
