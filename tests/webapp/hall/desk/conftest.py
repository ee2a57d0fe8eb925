"""A desk over a record in SQLite, with a clock that the test sets, and tables that it follows."""

import shutil
from dataclasses import dataclass

import pytest

from muggins.scorer.events import HandEnd, Play, Score
from muggins.scorer.tiles import Tile
from muggins.texts import Text
from muggins.webapp.hall.desk.follower import TableFollower
from muggins.webapp.hall.desk.service import TournamentDesk
from muggins.webapp.hall.records.migrate import upgrade
from muggins.webapp.hall.records.table_store import TableStore
from muggins.webapp.hall.tournament.events import CheckedIn, Entered, TournamentStarted
from muggins.webapp.hall.tournament.formats import MatchFormat, Stage
from muggins.webapp.session.session import GameSession
from muggins.webapp.session.store import Store

NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal")


@dataclass
class Clock:
    """A clock that stands still until the test moves it."""

    time: float = 1_767_258_000.0

    def __call__(self):
        return self.time


@dataclass
class Table:
    """A table of the hall that this process keeps."""

    number: int
    session: GameSession
    trouble: Text | str = ""

    @property
    def players(self):
        return self.session.snapshot.game.players

    def play(self, *points):
        """A hand that is being played, in which the players have pegged so many points."""
        self.session.tell(Play(self.players[0], Tile(1, 0)))
        for amount, player in sorted(zip(points, self.players, strict=True)):
            if amount:
                self.session.tell(Score(player, amount))

    def end(self):
        """The end of the hand: the first player goes out, the second is left without a pip."""
        self.session.tell(HandEnd({self.players[0]: (), self.players[1]: (Tile(0, 0),)}))


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture(scope="session")
def empty_record(tmp_path_factory):
    """The record of a hall in which nothing has happened."""
    path = tmp_path_factory.mktemp("empty") / "hall.sqlite"
    store = Store(str(path))
    upgrade(store)
    store.close()
    return path


@pytest.fixture
def hall(tmp_path, clock, empty_record):
    store = Store(shutil.copy(empty_record, tmp_path), now=clock)
    yield store
    store.close()


@pytest.fixture
def desk(hall, clock):
    return TournamentDesk(hall, now=clock)


@pytest.fixture
def begun(desk):
    """Begins a Swiss stage with so many entries that are here, and draws its first round."""

    def begin(entries=4, match=None, **stage):
        options = {"name": "Swiss", "pairing": "swiss", "rounds": 3, "match": match or MatchFormat(to=61)} | stage
        desk.begin(TournamentStarted("Open", (Stage(**options),)))
        for number, name in enumerate(NAMES[:entries], 1):
            desk.tell(Entered(number, (name,)))
        desk.tell(CheckedIn(tuple(range(1, entries + 1))))
        desk.begin_stage()
        desk.draw_round()
        return desk.tournament.rounds[-1]

    return begin


@pytest.fixture
def table(hall):
    """A table of the hall by its number, as this process would keep it from now on."""
    return lambda number: Table(number, GameSession(TableStore(hall, number)))


@pytest.fixture
def follower(desk, hall):
    return TableFollower(desk, hall)
