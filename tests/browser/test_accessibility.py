"""Every page and dialog checked by axe in light and dark mode: no fault that it calls serious or critical."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from jpegs import jpeg
from photographed import FixedReader
from playwright.sync_api import expect
from serving import wait_until_ready

from muggins.scorer.events import RoundHand
from muggins.scorer.tiles import Tile
from muggins.vision.types import Doubt

GRAVE = ("serious", "critical")
AXE = Axe()
CHECKS = {
    "light": {"resultTypes": ["violations"]},
    "dark": {"resultTypes": ["violations"], "runOnly": {"type": "rule", "values": ["color-contrast"]}},
}
"""axe's options for each colour scheme: of all its rules, contrast alone depends on the colours."""


@pytest.fixture
def faults():
    """What axe finds on a page or in its open dialog, as "rule in scheme: the elements"."""

    def found(page):
        grave = []
        for scheme, options in CHECKS.items():
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            violations = AXE.run(page, options=options).response["violations"]
            for violation in violations:
                if violation["impact"] in GRAVE:
                    elements = ", ".join(node["target"][0] for node in violation["nodes"])
                    grave.append(f"{violation['id']} in {scheme}: {elements}")
        return grave

    return found


@pytest.fixture
def played(served, start):
    """A hand in which somebody has a score to claim and the program has a doubt."""
    served.session.start_game(start(claims="call"))
    served.see("5-5", "5-1>5-5", "6-5>5-5")
    served.doubt("6-5", "6-5", "6-4")
    return served


@pytest.mark.parametrize(
    "path", ["/", "/new", "/hand-end", "/games", "/players", "/games/1", "/games/1/replay", "/count"]
)
def test_no_page_has_a_grave_fault(played, visit, faults, path):
    page = visit(path, reduced_motion="reduce")
    expect(page.locator("main:not([inert])")).to_be_visible()
    assert faults(page) == []


def test_nor_has_a_game_of_rounds_whose_hands_a_phone_counts(served, start, visit, faults):
    served.session.start_game(start("mexican-train"))
    served.session.enter_hand(RoundHand("Ann", (Tile(12, 4),)))
    served.photographed = FixedReader("6-4 5-0", doubts=[Doubt("value", "Is it 5-0?", Tile(5, 0))])
    page = visit("/", size=(390, 844))
    expect(page.locator("#rounds")).to_be_visible()
    assert faults(page) == []
    page.get_by_role("link", name="Count a hand").click()
    wait_until_ready(page)
    page.locator("#photo").set_input_files({"name": "a.jpg", "mimeType": "image/jpeg", "buffer": jpeg()})
    expect(page.locator("#total")).to_have_text("15")
    assert faults(page) == []


def test_nor_has_a_phone_at_the_table(played, visit, faults):
    page = visit("/join", size=(390, 844))
    expect(page.get_by_label("The code")).to_be_focused()
    assert faults(page) == []
    page.goto(f"{played.server.address}join/{played.access.keys.code}")
    expect(page.get_by_role("button", name="Ann")).to_be_visible()
    assert faults(page) == []
    page.get_by_role("button", name="Ann").click()
    page.get_by_role("button", name="Claim", exact=True).click()
    assert faults(page) == []


def test_nor_has_a_dialog(played, visit, faults):
    page = visit()
    for opener in ("Voice off", "Phones", "Camera", "Play", "Claim"):
        page.get_by_role("button", name=opener, exact=True).click()
        expect(page.get_by_role("dialog")).to_be_visible()
        assert faults(page) == [], opener
        page.keyboard.press("Escape")
    page.locator("#plays li button").first.click()
    assert faults(page) == []
