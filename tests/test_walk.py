"""Through the dashboard as people go: set-up, plays, a claim, Muggins, a correction, a doubt, undo, a restart, replay.

On three sizes of screen. What each page looked like lies where MUGGINS_SCREENSHOTS says, else in the test's folder.
"""

import os
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import expect

SIZES = {"phone": (390, 844), "laptop": (1024, 768), "projector": (1920, 1080)}


@pytest.fixture
def keep(tmp_path):
    """Keeps a screenshot of a page."""
    folder = Path(os.environ.get("MUGGINS_SCREENSHOTS", tmp_path))

    def screenshot(page, name):
        path = folder / f"{name}.png"
        page.screenshot(path=path, animations="disabled")
        assert path.stat().st_size > 5_000

    return screenshot


@pytest.mark.parametrize("size", SIZES)
def test_an_evening(served, visit, keep, size):
    def see(*plays):
        still = np.full((90, 160, 3), 60 + 20 * len(plays[0]), np.uint8)
        served.see(*plays, picture=cv2.imencode(".jpg", still)[1].tobytes())

    def tap(name, exact=True):
        page.get_by_role("button", name=name, exact=exact).click()

    def score(side):
        return page.locator(".lane", has_text=side).locator(".score")

    page = visit(size=SIZES[size])
    expect(page.locator("#sight")).not_to_have_text("Looking for the camera …")
    page.get_by_text("must be claimed").click()
    keep(page, f"1-set-up-{size}")
    tap("Start the game")
    expect(page.locator("#turn")).to_have_text("Lay the first tile")

    phone = visit(f"/join/{served.access.keys.code}", size=SIZES["phone"])
    phone.get_by_role("button", name="Ann").click()
    see("5-5")
    phone.get_by_role("button", name="Claim", exact=True).click()
    keep(phone, f"2-claim-{size}")
    phone.get_by_role("group", name="How many points?").get_by_role("button", name="2", exact=True).click()
    expect(score("Ann")).to_have_text("2")

    see("5-0>5-5")
    tap("Muggins!")
    expect(page.locator("#said")).to_have_text("Muggins! Bob missed two; it goes to Ann.")
    expect(score("Ann")).to_have_text("4")
    keep(page, f"3-table-{size}")

    see("5-1>5-5")
    expect(page.locator("#count")).to_have_text("1")
    page.locator("#plays li button").first.click()
    expect(page.locator(".stills figcaption")).to_have_text(["Before", "After"])
    keep(page, f"4-correction-{size}")
    page.get_by_role("dialog").get_by_role("button", name="5 and 4").click()
    tap("Put it right")
    expect(page.locator("#count")).to_have_text("4")

    served.doubt("5-4", "5-4", "5-3")
    expect(page.locator("#questions")).to_be_visible()
    keep(page, f"5-doubt-{size}")
    page.keyboard.press("2")
    expect(page.locator("#questions")).to_be_hidden()
    expect(page.locator("#count")).to_have_text("3")

    tap("Take back")
    expect(page.locator("#count")).to_have_text("4")
    served.stop()
    expect(page.get_by_role("alert")).to_be_visible()
    served.start()
    see("6-5>5-5")
    expect(page.locator("#count")).to_have_text("10")
    visit.complaints.clear()  # the browser notes that nobody answered for a while

    page.goto(f"{served.server.address}games/1/replay")
    expect(page.locator("main:not([inert])")).to_be_visible()
    keep(page, f"6-replay-{size}")
    page.goto(f"{served.server.address}games/1")
    expect(page.locator("main:not([inert])")).to_be_visible()
    keep(page, f"7-game-{size}")
    for form in ("events", "scoresheet.csv", "scoresheet.html"):
        answer = page.request.get(f"{served.server.address}api/games/1/{form}")
        assert answer.ok
        assert "5-5" in answer.text()
