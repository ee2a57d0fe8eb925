"""Servers that between them show every page of the program, and the addresses of the pages."""

from hall_browser import Browser
from hall_running import running_hall
from jpegs import jpeg
from notation import start_of
from photographed import FixedReader
from serving import Served

from muggins.scorer.events import RoundHand
from muggins.scorer.tiles import Tile
from muggins.vision.types import Doubt
from muggins.webapp.camera.phone import Addresses
from muggins.webapp.hosting.phone_server import create_plain_app
from muggins.webapp.hosting.server import DashboardServer
from muggins.webapp.hosting.tls import AUTHORITY_FILE, own_certificate
from muggins.webapp.receivers.receivers import Receivers
from muggins.webapp.receivers.views import tell_receivers
from muggins.webapp.speech.sounds import SoundPack
from muggins.webapp.web.context import CONTEXT_EXTENSION

TABLE = (
    *("/", "/new", "/hand-end", "/seat", "/join", "/camera", "/count", "/games", "/players", "/settings"),
    *(
        "/games?player=Ann",
        "/games/1",
        "/games/1/replay",
        "/api/games/1/scoresheet.html",
        "/overlay",
        "/api",
        "/nowhere",
    ),
)
"""The pages of a table. The last is the one of errors."""
ROUNDS = (
    *("/", "/seat", "/count", "/hand-end", "/games", "/games/1", "/games/1/replay"),
    *("/api/games/1/scoresheet.html", "/overlay", "/camera-code", "/trust"),
)
"""The pages of a table that are others in a game of rounds, and those that only a table with a phone has."""
HALL = (
    *("/", "/join", "/camera", "/cameras/sheet", "/desk", "/desk/new", "/projector", "/pairings", "/standings"),
    *("/player/{badge}", "/badge/{badge}", "/event/1"),
    *("/desk/print/pairings", "/desk/print/slips", "/desk/print/badges", "/api", "/nowhere", "/table/1/new", "/trust"),
)
"""The pages of a hall. A badge is filled in."""
NAMES = ("Ann; Crown", "Bob", "Cid", "Eve", "Fay", "Gus")


class ScoredTable(Served):
    """A hand in which somebody has a score to claim, and the program a doubt. Photos show a hand with a doubt."""

    def __init__(self, folder):
        super().__init__(folder / "games.sqlite")
        self.session.start_game(start_of("all-fives-first-double", claims="call"))
        self.see("5-5", "5-1>5-5", "6-5>5-5", picture=jpeg())
        self.doubt("6-5", "6-5", "6-4")
        tell_receivers(self.app, Receivers(self.session))
        self.app.extensions[CONTEXT_EXTENSION].encoder.sounds = SoundPack(folder / "sounds")
        self.photographed = FixedReader("6-4", layout="5-5, 5-0>5-5", doubts=[Doubt("value", "5-0?", Tile(5, 0))])


class RoundsTable(Served):
    """A game of rounds: the first is over, the second is not. A phone is the camera."""

    def __init__(self, folder):
        super().__init__(folder / "rounds.sqlite")
        own_certificate(folder)
        self.access.authority = folder / AUTHORITY_FILE
        self.cameras.choose("phone")
        self.cameras.watch_thread.phone.addresses = Addresses("https://192.168.1.5:8767/camera", "http://192.168.1.5/")
        self.session.start_game(start_of("mexican-train"))
        for hand in (RoundHand("Ann", (Tile(12, 4), Tile(5, 0))), RoundHand("Bob", ()), RoundHand("Ann", points=30)):
            self.session.enter_hand(hand)


class Tournament:
    """A hall with a tournament whose first round is being played: one result is disputed, and the clock runs."""

    def __init__(self, folder):
        self.hall = running_hall(folder)
        self.desk = Browser(self.hall)
        match = {"to": 150, "minutes": 30, "warning": 25}
        sides = self.desk.begin(*NAMES, match=match).meetings[0].sides
        self.desk.post("desk/clock", by="Pat")
        self.desk.event("prizes", prizes=["100 €", "50 €"])
        for side, points in zip(sides, ([150, 90], [90, 150]), strict=True):
            place = {"stage": 1, "round": 1, "table": 1}
            self.desk.post(f"player/{self.desk.badge(side[0])}/result", **place, result={"games": [points]})

    @property
    def address(self):
        return self.hall.address

    def stop(self):
        self.hall.stop()


class EveryPage:
    """A table with a scored game, one with rounds, the page of single pictures, and a hall."""

    def __init__(self, folder):
        self.table, self.rounds, self.hall = ScoredTable(folder), RoundsTable(folder), Tournament(folder / "hall")
        self.plain = DashboardServer(create_plain_app(self.rounds.session, self.rounds.cameras), "127.0.0.1", 0)
        self.plain.start()

    def stop(self):
        for each in (self.plain, self.hall, self.rounds, self.table):
            each.stop()

    def at_table(self, path="/"):
        return self.table.server.address.rstrip("/") + path

    def in_rounds(self, path="/"):
        return self.rounds.server.address.rstrip("/") + path

    def in_hall(self, path="/"):
        return self.hall.address.rstrip("/") + path.format(badge=self.hall.desk.badge(1))

    @property
    def addresses(self):
        """Every page."""
        table, rounds, hall = map(self.at_table, TABLE), map(self.in_rounds, ROUNDS), map(self.in_hall, HALL)
        return [*table, *rounds, self.plain.address, *hall]
