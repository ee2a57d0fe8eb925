"""What the pages of a hall are told: that something has changed. They look for themselves how it is now."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class TableChanged:
    """A table has changed: its game, its camera, or its questions."""

    table: int


@dataclass(frozen=True)
class TournamentChanged:
    """A tournament has another event."""


@dataclass(frozen=True)
class LoadChanged:
    """This machine has become full, or is so no longer."""


@dataclass(frozen=True)
class NoticeChanged:
    """What everybody at a table is told has changed, or what keeps it from its match."""

    table: int


HallMessage = TableChanged | TournamentChanged | LoadChanged | NoticeChanged
