"""Every page, every dialog and all that unfolds: no fault that axe finds, nothing cut off, and nothing left in English.

They are looked at in English, and in a made-up language whose texts are as long as the longest translations.
"""

import re

import pytest
from every_page import HALL, ROUNDS, TABLE, EveryPage
from jpegs import jpeg
from page_faults import axe_faults, cut_off, plain_words
from playwright.sync_api import expect
from pseudo import CODE, write_pseudo_catalogue
from serving import TIMEOUT_MILLISECONDS, resize, wait_until_ready

from muggins.webapp.language import catalogues
from muggins.webapp.language.catalogues import languages

PHONE, SCREEN = (390, 844), (1280, 844)
REFUSED = re.compile("status of 404")
"""What a browser logs of the page of errors."""
NO_PAGES = ("/static", "/api/", "/helper/", "/host/", "/join/<", "/language/", "/table/<")
"""How the addresses begin that answer with data, or that lead on to another one."""
ON_PAPER = "/api/games/<int:game>/scoresheet.html"
HEADER_ROWS = """() => {
  const middles = [...document.querySelectorAll(".top > :not(nav), .top nav > *")]
    .filter((each) => each.checkVisibility()).map((each) => each.getBoundingClientRect())
    .map(({top, bottom}) => (top + bottom) / 2).sort((a, b) => a - b);
  return middles.filter((middle, index) => !index || middle - middles[index - 1] > 12).length;
}"""
"""The rows of buttons at the top of a page."""
MOST_ROWS = 2
"""There were four, a quarter of a phone's screen."""


@pytest.fixture(scope="module")
def every_page(tmp_path_factory):
    """All pages. Whoever changes what they show puts it right again."""
    pages = EveryPage(tmp_path_factory.mktemp("pages"))
    yield pages
    pages.stop()


@pytest.fixture(scope="module")
def pseudo_folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("catalogues")
    write_pseudo_catalogue(folder)
    return folder


class Look:
    """A tab in a language, and what is wrong with all that it has shown."""

    def __init__(self, page, code):
        self.page, self.code, self.faults = page, code, {}

    def go(self, address):
        self.page.goto(address)
        wait_until_ready(self.page)

    def note(self, what):
        """Notes what is wrong with what is shown, on a phone in light colours and on a screen in dark ones."""
        found = plain_words(self.page) if self.code == CODE else []
        for size, colours in ((PHONE, "light"), (SCREEN, "dark")):
            resize(self.page, size)
            found += cut_off(self.page)
            # Axe looks at elements and at colours, which are the same in all languages.
            if self.code == "en":
                self.page.emulate_media(color_scheme=colours)
                found += axe_faults(self.page)
        if found:
            self.faults[what] = found

    def note_dialog(self, opener):
        """Notes what is wrong with the dialog of a button, and closes it."""
        self.page.locator(opener).first.click()
        expect(self.page.get_by_role("dialog")).to_be_visible()
        self.note(f"{self.page.url} {opener}")
        self.page.keyboard.press("Escape")


@pytest.fixture
def language(request, monkeypatch):
    """The code of a language. The made-up one is the only one besides English."""
    if request.param == CODE:
        monkeypatch.setattr(catalogues, "CATALOGUES", request.getfixturevalue("pseudo_folder"))
    return request.param


@pytest.fixture
def look(browser, language):
    """A tab in a language. The test fails if something is wrong with what it shows, or if a page logged an error."""
    complaints = []
    locale = language.replace("_", "-")
    with browser.new_context(locale=locale, color_scheme="light", reduced_motion="reduce") as context:
        context.add_init_script("delete window.speechSynthesis")
        page = context.new_page()
        resize(page, PHONE)
        page.set_default_timeout(TIMEOUT_MILLISECONDS)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        look = Look(page, language)
        yield look
    assert look.faults == {}
    assert [each for each in complaints if not REFUSED.search(each)] == []


in_two_languages = pytest.mark.parametrize("language", ["en", CODE], indirect=True)


def is_page(rule):
    """Whether a rule of an app leads to a page that people see."""
    is_data = rule.rule.startswith(NO_PAGES) or rule.rule.endswith(
        (".svg", ".jpg", ".csv", ".jsonl", ".webmanifest", ".crt", ".mobileconfig")
    )
    return "GET" in rule.methods and (rule.rule == ON_PAPER or not is_data)


def test_no_page_is_left_out(every_page):
    for app, addresses in ((every_page.hall.hall.wsgi.app, HALL), (every_page.table.app, (*TABLE, *ROUNDS))):
        paths = [each.partition("?")[0].format(badge="A") for each in addresses]
        matcher = app.url_map.bind("localhost")
        visited = {matcher.match(path)[0] for path in paths if matcher.test(path)}
        assert {rule.endpoint for rule in app.url_map.iter_rules() if is_page(rule)} <= visited


@in_two_languages
def test_no_page_has_a_fault(every_page, look):
    for address in every_page.addresses:
        look.go(address)
        look.note(address)


@pytest.mark.parametrize("language", languages(), indirect=True)
def test_the_buttons_of_a_table_leave_a_phone_its_room(every_page, look):
    for address in (every_page.at_table(), every_page.in_rounds()):
        look.go(address)
        assert look.page.evaluate(HEADER_ROWS) <= MOST_ROWS


@in_two_languages
def test_no_dialog_has_a_fault(every_page, look):
    look.go(every_page.at_table())
    look.page.locator("#voice").click()
    for opener in ("#voice-choice", "#invite", "#cameras", "#play", "#claim", "#peg", "#plays li button"):
        look.note_dialog(opener)
    look.go(every_page.at_table("/games/1"))
    look.note_dialog("#delete")
    look.go(every_page.in_rounds())
    look.note_dialog("#points")
    look.go(every_page.in_hall("/desk"))
    look.page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
    for opener in ("#absent-1-1-2", "#substitute-1", "#adjust-2", "#strike-round"):
        look.note_dialog(opener)
    look.go(every_page.in_hall("/player/{badge}"))
    look.note_dialog("[data-ask=points]")


@in_two_languages
def test_nothing_that_appears_later_has_a_fault(every_page, look):
    """A seat, a photo that was counted, the games behind "More games", the photos of a replay and the like."""
    page = look.page
    look.go(every_page.at_table("/count"))
    for mode, tiles in (("#hand-mode", "#tiles"), ("#layout-mode", "#layout-tiles")):
        page.locator(mode).click()
        page.locator("#photo").set_input_files({"name": "a.jpg", "mimeType": "image/jpeg", "buffer": jpeg()})
        expect(page.locator(f"{tiles} button").first).to_be_visible()
        look.note(mode)
        look.note_dialog(f"{tiles} button")
    for address in (every_page.at_table("/new"), every_page.in_hall(), every_page.in_hall("/desk/new")):
        look.go(address)
        page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
        look.note(address)
    look.go(every_page.at_table("/games/1/replay"))
    page.keyboard.press("End")
    page.locator("#photos").click()
    expect(page.locator("figure img[src]").first).to_be_visible()
    look.note("replay")
    page.goto(every_page.at_table(f"/join/{every_page.table.access.keys.code}"))
    page.get_by_role("button", name="Ann").click()
    expect(page.locator("#claim")).to_be_visible()
    look.note("seat")
    page.locator("#claim").click()
    expect(page.locator("#points")).to_be_visible()
    look.note("claim")
    page.locator("#stand-up").click()
    expect(page.get_by_role("button", name="Ann")).to_be_visible()
