"""What the pages of the desk share."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from flask import Flask, current_app

from ..desk.badges import Badges
from ..desk.runner import DeskRunner
from ..desk.service import TournamentDesk
from ..desk.wording import ANOTHER_HAND
from ..floor.context import current_hall

DESK_EXTENSION = "muggins-desk"
"""Key in `app.extensions` of the DeskContext."""


@dataclass(frozen=True)
class DeskContext:
    """The tournament, what follows its tables in this process, and the badges of its entries."""

    desk: TournamentDesk
    runner: DeskRunner
    badges: Badges


def desk_runner(app: Flask) -> DeskRunner:
    """What lets the tables of an app's hall follow its tournament. It is to be started, and stopped."""
    context = app.extensions[DESK_EXTENSION]
    assert isinstance(context, DeskContext)
    return context.runner


def current_desk() -> DeskContext:
    """The desk of the app that answers the current request."""
    context = current_app.extensions[DESK_EXTENSION]
    assert isinstance(context, DeskContext)
    return context


def even_tables() -> Collection[int]:
    """The tables whose match is even, so that another hand decides it."""
    tables = current_hall().tables
    return {number for number in tables.numbers if tables.glance(number).notice == ANOTHER_HAND}
