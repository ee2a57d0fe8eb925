"""Nothing at a table is covered, cut off, broken or beyond the screen, in any size and language, with long names."""

import pytest
from jpegs import jpeg
from page_faults import broken, covered, cut_off, tiny
from photographed import FixedReader
from serving import Served, resize, wait_until_ready

from muggins.scorer.events import GameStarted, HandEnd, RoundHand
from muggins.scorer.tiles import Tile
from muggins.vision.types import Doubt
from muggins.webapp.language.catalogues import languages

SIZES = [(390, 844), (844, 390), (820, 1180), (1280, 800), (1920, 1080)]
"""A phone upright and on its side, a tablet, a laptop and a television."""
NAMES = ("Annegret-Wilhelmine Groß", "Bartholomäus-Maximilian8", "José Luis de la Peña Oli", "Wolfeschlegelsteinhausen")
"""Of 24 letters, with and without a place to break them."""
AT_THE_TABLE = ("/", "/hand-end", "/new", "/seat", "/count", "/overlay")
PATHS = (*AT_THE_TABLE, "/games", "/players", "/games/1", "/games/1/replay")


class LongNames:
    """Three tables: scores to be claimed, a game of hands, and a game of rounds."""

    def __init__(self, folder):
        self.claims, self.hands, self.rounds = (Served(folder / f"{kind}.sqlite") for kind in range(3))
        self.claims.session.start_game(GameStarted("five-up", NAMES, claims="call"))
        self.claims.see("5-5", "5-1>5-5", "6-5>5-5", picture=jpeg())
        for tile, other in (("5-5", "5-4"), ("5-1", "5-0"), ("6-5", "6-4")):
            self.claims.doubt(tile, tile, other)
        self.claims.doubt("6-1", "6-1", "6-0", kind="faint", outline=(64, 90, 128, 90, 128, 180, 64, 180))
        self.claims.doubt("6-2", "6-2", "6-3", kind="edge")
        self.hands.session.start_game(GameStarted("latin", NAMES))
        left = ((Tile(5, 5),), (), (Tile(4, 4),), (Tile(2, 1),))
        for _ in range(3):
            self.hands.see("6-6", "6-1>6-6")
            self.hands.session.tell(HandEnd(dict(zip(NAMES, left, strict=True))))
        self.hands.see("6-6", "6-1>6-6")
        self.rounds.session.start_game(GameStarted("mexican-train", NAMES))
        for player in NAMES:
            self.rounds.session.enter_hand(RoundHand(player, points=130))
        doubt = Doubt("value", "Is it 5-0 or 4-0?", Tile(5, 0), ((Tile(5, 0), 0.6),))
        self.claims.photographed = FixedReader("6-4 5-0", doubts=[doubt])

    @property
    def addresses(self):
        tables = {
            self.claims: PATHS,
            self.hands: ("/", "/hand-end", "/games/1/replay"),
            self.rounds: ("/", "/overlay", "/games/1"),
        }
        return [served.server.address.rstrip("/") + path for served, paths in tables.items() for path in paths]

    def stop(self):
        for each in (self.claims, self.hands, self.rounds):
            each.stop()


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    tables = LongNames(tmp_path_factory.mktemp("long-names"))
    yield tables
    tables.stop()


@pytest.mark.parametrize("language", languages())
def test_nothing_is_covered_or_cut_off_and_no_word_broken(language, tables, browser):
    """On a phone a button said "Teléfono" and, below it, "s"; the plays said "Bartholo" and "mäus".

    Names were cut in the fields of set-up and broken at the edges of its picture, and four of them left the pegboard
    holes of 3 pixels.
    """
    faults = {}
    with browser.new_context(locale=language.replace("_", "-"), reduced_motion="reduce") as context:
        page = context.new_page()
        for address in tables.addresses:
            page.goto(address)
            wait_until_ready(page)
            if address.endswith("/count"):
                page.locator("#photo").set_input_files({"name": "a.jpg", "mimeType": "image/jpeg", "buffer": jpeg()})
                page.locator("#tiles button").first.wait_for()
            for size in SIZES:
                resize(page, size)
                torn = [word for word in broken(page) if word not in " ".join(NAMES)]
                torn += broken(page, ".plays button, .edge")
                if found := covered(page) + cut_off(page) + tiny(page) + torn:
                    faults[address, size] = found
    assert [f"{address[-20:]} {size}: {each}" for (address, size), found in faults.items() for each in found] == []
