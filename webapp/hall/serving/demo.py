"""A hall to look at: a tournament under way, and the recorded film at each table of its rounds."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from ...demo import RECORDED
from ..desk.follower import place_of_game
from ..desk.service import TournamentDesk
from ..floor.floor import Floor
from ..tournament.events import CheckedIn, Entered, MatchPlace, Result, TournamentStarted
from ..tournament.formats import Lot, MatchFormat, Stage
from ..views.context import desk_of
from .hall import Hall

TABLES = 4
DEMO_FILM = RECORDED / "game.mp4"
PLAYERS = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida")
"""One more than there are seats, so that each round has a bye."""
DEMO_ROUNDS, ROUNDS_PLAYED = 5, 2
TARGET = 61
LOT = Lot(7)
APART_SECONDS = 6.0
"""Seconds from one table's film to the next one's, so that no two tables play in step."""


@dataclass
class HallDemo:
    """A hall that was opened and not yet started, with a tournament whose tables play the recorded film."""

    hall: Hall
    film: Path = DEMO_FILM
    apart: float = APART_SECONDS
    _is_visited: threading.Event = field(default_factory=threading.Event)

    def prepare(self) -> None:
        """Begins the tournament, with its first rounds played and the next one drawn."""
        begin_tournament(self._desk)
        # A visitor who takes a minute to open the page must not find the films over.
        self.hall.wsgi.app.before_request(self._is_visited.set)
        threading.Thread(target=self._show_films, name="films", daemon=True).start()

    @property
    def _desk(self) -> TournamentDesk:
        return desk_of(self.hall.wsgi.app).desk

    def _show_films(self) -> None:
        """Plays the film at each table, from its beginning, whenever a game of the tournament begins there."""
        messages = self.hall.context.broker.subscribe()
        self._is_visited.wait()
        shown: dict[int, int] = {}
        while True:
            self._show(self.hall.context.tables, shown)
            if messages.get() is None:
                return

    def _show(self, tables: Floor, shown: dict[int, int]) -> None:
        for number, table in tables.held().items():
            game = table.session.snapshot.game_id
            if shown.get(number) != game and place_of_game(self._desk.tournament, game) is not None:
                if shown:
                    time.sleep(self.apart)
                shown[number] = game
                table.cameras.open_named(str(self.film))
                table.cameras.start()


def begin_tournament(desk: TournamentDesk) -> None:
    """A Swiss tournament with two rounds played, the third drawn, and its clock running."""
    match = MatchFormat(to=TARGET, minutes=45, warning=40)
    stage = Stage(name="Swiss", pairing="swiss", rounds=DEMO_ROUNDS, match=match, lot=LOT)
    desk.begin(TournamentStarted("Club evening", (stage,), by="Pat"))
    for number, name in enumerate(PLAYERS, 1):
        desk.tell(Entered(number, (name,), club="Crown" if number % 3 == 1 else "Anchor"))
    desk.tell(CheckedIn(tuple(range(1, len(PLAYERS) + 1)), by="Pat"))
    desk.begin_stage("Pat")
    lot = Random(LOT)
    for number in range(1, ROUNDS_PLAYED + 1):
        desk.draw_round("Pat")
        for meeting in desk.tournament.rounds[-1].meetings:
            loser = lot.randrange(20, TARGET)
            points = (TARGET, loser) if lot.random() < 0.5 else (loser, TARGET)
            desk.tell_result(MatchPlace(1, number, meeting.table), Result((points,)), by="Pat")
    desk.draw_round("Pat")
    desk.start_clock("Pat")
