"""Every page in every language: nothing left in English, nothing cut off, nothing a screen reader stumbles over."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect
from pseudo import CODE, write_pseudo_catalogue
from serving import wait_until_ready

from muggins.scorer.events import RoundHand
from muggins.scorer.tiles import Tile
from muggins.webapp.hosting.phone_server import create_plain_app
from muggins.webapp.hosting.server import DashboardServer
from muggins.webapp.language import catalogues

PAGES = (
    *("/", "/new", "/hand-end", "/seat", "/join", "/camera", "/count"),
    *("/games", "/players", "/games/1", "/games/1/replay", "/overlay"),
)
ROUNDS_PAGES = ("/", "/seat", "/count", "/hand-end", "/games", "/games/1", "/games/1/replay", "/overlay")
REAL = tuple(code for code in catalogues.languages() if code != "en")
NAMES = {
    *("Ann", "Bob", "muggins", "English", "Esperanto", "CSV", "JSON", "Lines", "EO", "camera"),
    *("Tridek", "Dudek", "unu"),
}
"""What is written alike in all languages. "camera" is the source in these tests; numbers are Esperanto."""
SHOWN = """() => {
  const shown = (element) => element.checkVisibility({visibilityProperty: true});
  const texts = [];
  const walk = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const place = walk.currentNode.parentElement;
    if (place.closest("script, style, time, .address, .code, [lang]:not(html)")) continue;
    if (place.closest("head") || shown(place)) texts.push(walk.currentNode.data);
  }
  for (const name of ["aria-label", "aria-valuetext", "alt", "title", "placeholder"])
    for (const element of document.querySelectorAll(`[${name}]`))
      if (!element.closest("[lang]:not(html)")) texts.push(element.getAttribute(name));
  return texts;
}"""
CUT = """() => [...document.querySelectorAll("body *")].filter((element) => {
  if (!element.checkVisibility({visibilityProperty: true})) return false;
  if (element.closest(".unseen, .language ul, svg")) return false;
  if (![...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim())) return false;
  const {display, overflowX} = getComputedStyle(element);
  if (display !== "inline" && overflowX !== "auto" && element.scrollWidth > element.clientWidth + 1) return true;
  return !element.closest(".wide, .moves") && element.getBoundingClientRect().right > innerWidth + 1;
}).map((element) => `${element.tagName} ${element.id || element.className}: ${element.textContent.slice(0, 60)}`)"""
"""The elements with text of their own that is wider than they are, or that reach past the edge of the screen."""
WIDE_PAGE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
HEADER_ROWS = """() => {
  const middles = [...document.querySelectorAll(".top > :not(nav), .top nav > *")]
    .filter((each) => each.checkVisibility()).map((each) => each.getBoundingClientRect())
    .map(({top, bottom}) => (top + bottom) / 2).sort((a, b) => a - b);
  return middles.filter((middle, index) => !index || middle - middles[index - 1] > 12).length;
}"""
"""The rows of buttons at the top of a page."""
MOST_ROWS = 2


@pytest.fixture(scope="module")
def pseudo_folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("catalogues")
    write_pseudo_catalogue(folder)
    return folder


@pytest.fixture
def in_pseudo(pseudo_folder, monkeypatch):
    """The made-up language is the only one besides English."""
    monkeypatch.setattr(catalogues, "FOLDER", pseudo_folder)
    return CODE


@pytest.fixture
def played(served, start):
    """A finished hand, and one in which somebody has a score to claim and the program has a doubt."""
    served.session.start_game(start(claims="call"))
    served.see("5-5", "5-1>5-5", "6-5>5-5")
    served.doubt("6-5", "6-5", "6-4")
    return served


@pytest.fixture
def rounds(served, start):
    """A game of rounds: the first is over, the second is not."""
    served.session.start_game(start("mexican-train"))
    for hand in (RoundHand("Ann", (Tile(12, 4), Tile(5, 0))), RoundHand("Bob", ()), RoundHand("Ann", points=30)):
        served.session.enter_hand(hand)
    return served


@pytest.fixture
def single_pictures(served):
    """The address of the page on plain HTTP, where a phone takes single pictures."""
    server = DashboardServer(create_plain_app(served.session, served.cameras), "127.0.0.1", 0)
    server.start()
    yield server.address
    server.stop()


@pytest.fixture
def show(visit):
    """Opens a page in a language, at a width."""

    def open_page(path, code, width=1280):
        page = visit(
            f"{path}{'&' if '?' in path else '?'}language={code}",
            size=(width, 844),
            locale=code.replace("_", "-"),
            reduced_motion="reduce",
        )
        wait_until_ready(page)
        return page

    return open_page


def plain_words(page):
    """The words that a page shows, or has read aloud, in letters of no language but English."""
    words = set()
    for text in page.evaluate(SHOWN):
        if not re.fullmatch(r"\s*(https?|rtsp)://\S*\s*", text):
            words |= {word for word in re.findall(r"[A-Za-z]+", text) if word not in NAMES}
    return words


def cut_off(page):
    """What is wider than its place, and how far the page is wider than the screen."""
    return page.evaluate(CUT), page.evaluate(WIDE_PAGE)


@pytest.mark.parametrize("path", PAGES)
def test_a_page_shows_no_text_that_is_in_no_catalogue(played, in_pseudo, show, path):
    assert plain_words(show(path, in_pseudo)) == set()


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("path", PAGES)
def test_longer_words_are_not_cut_off(played, in_pseudo, show, path, width):
    assert cut_off(show(path, in_pseudo, width)) == ([], 0)


@pytest.mark.parametrize("width", [390, 1280])
def test_nor_on_the_pages_of_a_game_of_rounds_where_no_text_is_left_out_either(rounds, in_pseudo, show, width):
    for path in ROUNDS_PAGES:
        page = show(path, in_pseudo, width)
        assert (path, plain_words(page), *cut_off(page)) == (path, set(), [], 0)


@pytest.mark.parametrize("width", [390, 1280])
def test_nor_on_the_page_of_single_pictures(single_pictures, in_pseudo, show, width):
    page = show(single_pictures, in_pseudo, width)
    expect(page.locator("#camera")).not_to_be_empty()
    assert (plain_words(page), *cut_off(page)) == (set(), [], 0)


@pytest.mark.parametrize("opener", ["voice", "invite", "cameras", "play", "claim", "peg"])
def test_nor_does_a_dialog(played, in_pseudo, show, opener):
    page = show("/", in_pseudo, 390)
    page.locator(f"#{opener}").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert plain_words(page) == set()
    assert cut_off(page) == ([], 0)


def test_the_dialog_of_a_correction_and_of_a_deletion_speak_it_too(played, in_pseudo, show):
    page = show("/", in_pseudo)
    page.locator("#plays li button").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert plain_words(page) == set()
    page = show("/games/1", in_pseudo)
    page.locator("#delete").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert plain_words(page) == set()


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("code", REAL)
def test_no_language_is_cut_off(played, show, code, width):
    for path in PAGES:
        assert (path, *cut_off(show(path, code, width))) == (path, [], 0)


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("code", REAL)
def test_nor_in_a_game_of_rounds_or_where_single_pictures_are_taken(rounds, single_pictures, show, code, width):
    for path in (*ROUNDS_PAGES, single_pictures):
        assert (path, *cut_off(show(path, code, width))) == (path, [], 0)


@pytest.mark.parametrize("code", ["en", *REAL])
def test_the_top_of_a_page_takes_two_rows_of_a_phone(served, start, show, code):
    """On the page of the table it took four, a quarter of the screen."""
    for rules in ("muggins-spinner", "fives-and-threes-league", "mexican-train"):
        served.session.start_game(start(rules))
        for path in ("/", "/seat", "/count", "/games", "/games/1/replay"):
            assert (rules, path, show(path, code, 390).evaluate(HEADER_ROWS) <= MOST_ROWS) == (rules, path, True)


def grave_faults(page):
    """What axe calls serious or critical on a page."""
    violations = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    return [each["id"] for each in violations if each["impact"] in ("serious", "critical")]


@pytest.mark.parametrize("code", REAL)
def test_axe_finds_no_fault_in_any_language(played, show, code):
    assert {path: grave_faults(show(path, code)) for path in PAGES} == {path: [] for path in PAGES}


@pytest.mark.parametrize("code", REAL)
def test_nor_in_a_game_of_rounds_or_in_single_pictures(rounds, single_pictures, show, code):
    paths = (*ROUNDS_PAGES, single_pictures)
    assert {path: grave_faults(show(path, code)) for path in paths} == {path: [] for path in paths}


def test_the_switch_changes_the_page_and_stays(served, show):
    page = show("/games", "en")
    page.locator(".language summary").click()
    page.get_by_role("link", name="Deutsch").click()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.goto(f"{served.server.address}players")
    expect(page.locator("html")).to_have_attribute("lang", "de")


def test_the_scoreboard_shows_its_switch_while_a_pointer_moves(played, show):
    page = show("/overlay?place=top-right&size=2", "en")
    switch = page.locator(".language")
    expect(switch).to_have_css("opacity", "0")
    page.mouse.move(200, 200)
    expect(switch).to_have_css("opacity", "1")
    switch.locator("summary").click()
    page.get_by_role("link", name="Español").click()
    expect(page.locator("#rules")).to_have_text("Five-Up · a 61")
    assert page.url.endswith("/overlay?place=top-right&size=2")


def test_the_history_of_a_game_of_rounds_speaks_of_rounds(rounds, show):
    """The replay, the chart and the list of games said "Hand"."""
    page = show("/games/1/replay", "en")
    expect(page.locator("#where")).to_have_text("Round 1 · move 1 of 3")
    expect(page.get_by_role("heading", name="Round 2")).to_be_visible()
    expect(show("/games", "en").locator(".games .what")).to_have_text(re.compile(r"2 rounds$"))
    page = show("/games/1", "es")
    page.locator("#chart svg").focus()
    page.keyboard.press("Home")
    expect(page.locator("#chart-says")).to_contain_text("Ronda 1:")
    expect(page.locator("main")).not_to_contain_text("mano a mano")


def test_scripts_choose_plurals_as_the_language_does(played, in_pseudo, show):
    page = show("/hand-end", in_pseudo)
    said = page.evaluate(
        "async () => { const {tn} = await import('/static/lib/text.js');"
        " return [0, 1, 2, 5, 21].map((n) => tn('%(number)s tile', '%(number)s tiles', n)); }"
    )
    assert [("š" in text, re.search(r"\d+", text)[0]) for text in said] == [
        (True, "0"),
        (False, "1"),
        (True, "2"),
        (True, "5"),
        (True, "21"),
    ]
