"""Every page and dialog in every language, checked by axe in light and in dark: it finds no violation."""

import pytest
from every_page import HALL, ROUNDS, TABLE
from jpegs import jpeg
from page_faults import axe_faults
from playwright.sync_api import expect
from serving import wait_until_ready

from muggins.webapp.language.catalogues import languages

LANGUAGES = tuple(languages())
PHONE, SCREEN, HEIGHT = 390, 1280, 844
NO_PAGES = ("/static", "/api/", "/host/", "/join/<", "/language/", "/table/<")
"""How the addresses begin that answer with data, or that lead on to another one."""
ON_PAPER = "/api/games/<int:game>/scoresheet.html"


@pytest.fixture(params=LANGUAGES)
def code(request):
    return request.param


def go(page, address):
    """Opens a page in the language of the tab."""
    page.goto(address)
    wait_until_ready(page)


def is_page(rule):
    """Whether a rule of an app leads to a page that people see."""
    is_data = rule.rule.startswith(NO_PAGES) or rule.rule.endswith((".svg", ".jpg", ".csv", ".jsonl", ".webmanifest"))
    return "GET" in rule.methods and (rule.rule == ON_PAPER or not is_data)


@pytest.mark.parametrize("where", ["table", "hall"])
def test_no_page_is_left_out(every_page, where):
    app = every_page.hall.hall.wsgi.app if where == "hall" else every_page.table.app
    paths = [each.partition("?")[0].format(badge="A") for each in (HALL if where == "hall" else TABLE + ROUNDS)]
    matcher = app.url_map.bind("localhost")
    visited = {matcher.match(path)[0] for path in paths if matcher.test(path)}
    assert {rule.endpoint for rule in app.url_map.iter_rules() if is_page(rule)} <= visited


def test_no_page_has_a_fault(every_page, tab, code):
    with tab(code, PHONE) as page:
        for address in every_page.addresses:
            page.set_viewport_size({"width": PHONE, "height": HEIGHT})
            go(page, address)
            faults = axe_faults(page)
            page.set_viewport_size({"width": SCREEN, "height": HEIGHT})
            assert (address, faults, axe_faults(page, "light")) == (address, [], [])


def open_by(page, opener):
    """Opens a dialog by a button."""
    page.locator(opener).first.click()
    expect(page.get_by_role("dialog")).to_be_visible()


def test_no_dialog_of_a_table_has_a_fault(every_page, tab, code):
    with tab(code) as page:
        go(page, every_page.at_table())
        for opener in ("#voice", "#invite", "#cameras", "#play", "#claim", "#peg", "#plays li button"):
            open_by(page, opener)
            assert (opener, axe_faults(page)) == (opener, [])
            page.keyboard.press("Escape")
        go(page, every_page.at_table("/games/1"))
        open_by(page, "#delete")
        assert axe_faults(page) == []
        go(page, every_page.in_rounds())
        open_by(page, "#points")
        assert axe_faults(page) == []


def test_no_dialog_of_a_tournament_has_a_fault(every_page, tab, code):
    with tab(code) as page:
        go(page, every_page.in_hall("/desk"))
        for opener in ("#result-1-1", "#substitute-1", "#adjust-2", "#strike-round"):
            open_by(page, opener)
            assert (opener, axe_faults(page)) == (opener, [])
            page.keyboard.press("Escape")
        go(page, every_page.in_hall("/player/{badge}"))
        open_by(page, "[data-ask=points]")
        assert axe_faults(page) == []


def test_no_seat_has_a_fault(every_page, tab, code):
    with tab(code, PHONE) as page:
        page.goto(every_page.at_table(f"/join/{every_page.table.access.keys.code}"))
        page.get_by_role("button", name="Ann").click()
        expect(page.locator("#claim")).to_be_visible()
        assert axe_faults(page) == []
        page.locator("#claim").click()
        expect(page.locator("#points")).to_be_visible()
        assert axe_faults(page) == []
        page.locator("#stand-up").click()
        expect(page.get_by_role("button", name="Ann")).to_be_visible()


def test_no_photo_that_is_counted_has_a_fault(every_page, tab, code):
    with tab(code, PHONE) as page:
        go(page, every_page.at_table("/count"))
        for mode, tiles in (("#hand-mode", "#tiles"), ("#layout-mode", "#layout-tiles")):
            page.locator(mode).click()
            page.locator("#photo").set_input_files({"name": "a.jpg", "mimeType": "image/jpeg", "buffer": jpeg()})
            expect(page.locator(f"{tiles} button").first).to_be_visible()
            assert (mode, axe_faults(page)) == (mode, [])
            open_by(page, f"{tiles} button")
            assert (mode, axe_faults(page)) == (mode, [])
            page.keyboard.press("Escape")


def test_nothing_that_a_page_unfolds_has_a_fault(every_page, tab, code):
    """The games behind "More games", the house rules, the way in for spectators, the photos of a replay."""
    with tab(code) as page:
        for address in (every_page.at_table("/new"), every_page.in_hall(), every_page.in_hall("/desk/new")):
            go(page, address)
            page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
            assert (address, axe_faults(page)) == (address, [])
        go(page, every_page.at_table("/games/1/replay"))
        page.keyboard.press("End")
        page.locator("#photos").click()
        expect(page.locator("figure img[src]").first).to_be_visible()
        assert axe_faults(page) == []
