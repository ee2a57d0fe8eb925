"""Pages are read in the language that people chose, and scripts write it as Python does."""

import re

from playwright.sync_api import expect

from muggins.scorer.events import RoundHand
from muggins.scorer.tiles import Tile
from muggins.texts import Whole, ngettext, use
from muggins.webapp.language.catalogues import languages, load_language
from muggins.webapp.language.extract import gather

NUMBERS = (0, 999, 1000, 9999, 12_345, 1_234_567, -1500)
COUNTS = (0, 1, 2, 5, 21)
WRITTEN = """async ([numbers, counts, counted]) => {
    const { formatNumber, tn } = await import("/static/lib/text.js");
    const plurals = counted.map(([one, many, values]) => counts.map((count) => tn(one, many, count, values)));
    return [numbers.map(formatNumber), plurals]; }"""


def plurals_of_scripts():
    """The English forms of every text with a number that scripts write, and a value for each other placeholder."""
    counted = [
        message.id
        for message in gather()
        if isinstance(message.id, tuple) and any(file.endswith(".js") for file, _ in message.locations)
    ]
    names = [set(re.findall(r"%\((\w+)\)s", one + many)) - {"number"} for one, many in counted]
    return [(*forms, dict.fromkeys(each, "Ann")) for forms, each in zip(counted, names, strict=True)]


def test_scripts_and_python_write_the_same_numbers_and_plurals(served, visit):
    counted = plurals_of_scripts()
    assert len(counted) > 5
    page = visit("/count")
    for code in languages():
        page.goto(f"{served.server.address}count?language={code}")
        shown = page.evaluate(WRITTEN, [NUMBERS, COUNTS, counted])
        with use(load_language(code).translations):
            plurals = [[ngettext(one, many, each, **values) for each in COUNTS] for one, many, values in counted]
            assert shown == [[str(Whole(number)) for number in NUMBERS], plurals]


def test_a_script_cuts_a_french_word_short_before_a_name_as_python_does(served, visit):
    page = visit("/")
    page.goto(f"{served.server.address}count?language=fr")
    written = """async (names) => { const { t } = await import("/static/lib/text.js");
        return names.map((player) => t("Free the seat of %(player)s", { player })); }"""
    places = ["Libérer la place d’Ann", "Libérer la place de Bob", "Libérer la place de Hal", "Libérer la place d’Yves"]
    assert page.evaluate(written, ["Ann", "Bob", "Hal", "Yves"]) == places


def test_a_total_of_thousands_reads_alike_on_the_table_and_in_the_history(served, start, visit):
    """The table wrote 1.250 in German, and the page of the same game 1250."""
    served.session.start_game(start("by-hands", "Ann Bob", target=2000))
    for player, points in (("Ann", 1250), ("Bob", 900)):
        served.session.enter_hand(RoundHand(player, points=points))
    page = visit("/?language=de")
    expect(page.locator("#rounds tfoot")).to_contain_text("1.250")
    page.goto(f"{served.server.address}games/1?language=de")
    expect(page.locator("h1")).to_contain_text("Ann 1.250")
    expect(page.locator(".sheet tbody tr").first).to_contain_text("+1.2501.250")
    expect(page.locator("header.head")).to_contain_text("2.000")
    expect(page.locator("#chart .end").first).to_contain_text("1.250")
    page.goto(f"{served.server.address}games?language=de")
    expect(page.locator(".games .score").first).to_have_text("1.250")
    sheet = page.request.get(f"{served.server.address}api/games/1/scoresheet.html?language=de")
    assert "<strong>1.250</strong>" in sheet.text()


def test_the_switch_changes_the_page_and_stays(served, visit, start):
    """On the scoreboard it is shown while a pointer moves."""
    page = visit("/games")
    page.locator(".language summary").click()
    page.get_by_role("link", name="Deutsch").click()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.goto(f"{served.server.address}players")
    expect(page.locator("html")).to_have_attribute("lang", "de")

    served.session.start_game(start())
    page.goto(f"{served.server.address}overlay?place=top-right&size=2")
    switch = page.locator(".language")
    expect(switch).to_have_css("opacity", "0")
    page.mouse.move(200, 200)
    expect(switch).to_have_css("opacity", "1")
    switch.locator("summary").click()
    page.get_by_role("link", name="Español").click()
    expect(page.locator("#rules")).to_have_text("Five-Up · a 61")
    assert page.url.endswith("/overlay?place=top-right&size=2")


def test_the_history_of_a_game_of_rounds_speaks_of_rounds(served, visit, start):
    """The replay, the chart and the list of games said "Hand"."""
    served.session.start_game(start("mexican-train"))
    for hand in (RoundHand("Ann", (Tile(12, 4), Tile(5, 0))), RoundHand("Bob", ()), RoundHand("Ann", points=30)):
        served.session.enter_hand(hand)
    page = visit("/games/1/replay")
    expect(page.locator("#where")).to_have_text("Round 1 · move 1 of 3")
    expect(page.get_by_role("heading", name="Round 2")).to_be_visible()
    page.goto(f"{served.server.address}games")
    expect(page.locator(".games .what")).to_have_text(re.compile(r"2 rounds$"))
    page.goto(f"{served.server.address}games/1?language=es")
    page.locator("#chart svg").focus()
    page.keyboard.press("Home")
    expect(page.locator("#chart-says")).to_contain_text("Ronda 1:")
    expect(page.locator("main")).not_to_contain_text("mano a mano")
