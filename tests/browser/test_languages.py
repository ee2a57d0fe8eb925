"""Every page in every language: nothing left in English, nothing cut off."""

import re

import pytest
from page_faults import cut_off
from playwright.sync_api import expect
from pseudo import CODE, write_pseudo_catalogue
from serving import wait_until_ready

from muggins.scorer.events import RoundHand
from muggins.scorer.tiles import Tile
from muggins.webapp.language import catalogues
from muggins.webapp.language.catalogues import languages

PHONE, SCREEN, HEIGHT = 390, 1280, 844
NOTHING = ([], 0)
"""What `cut_off` finds on a page on which nothing is."""
NAMES = {
    *("Ann", "Bob", "muggins", "English", "Esperanto", "CSV", "JSON", "Lines", "EO", "camera"),
    *("Tridek", "Dudek", "unu", "Crown", "Cid", "Dee", "Eve", "Fay", "Gus", "Pat", "Open", "Swiss"),
}
"""What is written alike in all languages. "camera" is the source in these tests; numbers are Esperanto."""
UNTRANSLATED = re.compile(r"\((five-up|mexican-train)\)|(https?|rtsp)://\S*")
"""The ids by which the command knows games, which scoresheets name, and addresses."""
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
        words |= set(re.findall(r"[A-Za-z]+", UNTRANSLATED.sub("", text))) - NAMES
    return words


def faults_of(page, address):
    """What is in no catalogue on a page, and what is cut off on it on a phone and on a screen."""
    page.set_viewport_size({"width": PHONE, "height": HEIGHT})
    page.goto(address)
    wait_until_ready(page)
    on_phone = cut_off(page)
    page.set_viewport_size({"width": SCREEN, "height": HEIGHT})
    return plain_words(page), on_phone, cut_off(page)


def test_every_page_shows_texts_of_the_catalogues_alone_and_cuts_longer_ones_off_nowhere(every_page, in_pseudo, tab):
    with tab(in_pseudo) as page:
        found = {address: faults_of(page, address) for address in every_page.addresses}
    assert {address: faults for address, faults in found.items() if faults != (set(), NOTHING, NOTHING)} == {}


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


@pytest.mark.parametrize("code", languages())
def test_no_page_is_cut_off_in_any_language(every_page, tab, code):
    with tab(code) as page:
        found = {address: faults_of(page, address)[1:] for address in every_page.addresses}
    assert {address: faults for address, faults in found.items() if faults != (NOTHING, NOTHING)} == {}


@pytest.mark.parametrize("code", languages())
def test_the_top_of_a_page_takes_two_rows_of_a_phone(served, start, show, code):
    """On the page of the table it took four, a quarter of the screen."""
    for rules in ("muggins-spinner", "fives-and-threes-league", "mexican-train"):
        served.session.start_game(start(rules))
        for path in ("/", "/seat", "/count", "/games", "/games/1/replay"):
            assert (rules, path, show(path, code, 390).evaluate(HEADER_ROWS) <= MOST_ROWS) == (rules, path, True)


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
