"""Numbers of more than three digits, as scripts and the server write them: alike, in every language."""

import pytest
from playwright.sync_api import expect

from muggins.scorer.language import Whole, use
from muggins.scorer.record import parse_event
from muggins.webapp.language.catalogues import languages, load_language

NUMBERS = (0, 999, 1000, 9999, 12_345, 1_234_567, -1500)
WRITTEN = """async (numbers) => {
    const { formatNumber } = await import("/static/lib/text.js");
    return numbers.map(formatNumber);
}"""


@pytest.mark.parametrize("code", languages())
def test_scripts_and_the_server_write_numbers_alike(visit, code):
    shown = visit(f"/count?language={code}").evaluate(WRITTEN, NUMBERS)
    with use(load_language(code).translations):
        assert shown == [str(Whole(number)) for number in NUMBERS]


def test_a_total_of_thousands_reads_alike_on_the_table_and_in_the_history(served, start, visit):
    """The table wrote 1.250 in German, and the page of the same game 1250."""
    served.session.start_game(start("by-hands", "Ann Bob", target=2000))
    for player, points in (("Ann", 1250), ("Bob", 900)):
        served.session.enter_hand(parse_event({"event": "round_hand", "player": player, "points": points}))
    table = visit("/?language=de")
    expect(table.locator("#rounds tfoot")).to_contain_text("1.250")
    history = visit("/games/1?language=de")
    expect(history.locator("h1")).to_contain_text("Ann 1.250")
    expect(history.locator(".sheet tbody tr").first).to_contain_text("+1.2501.250")
    expect(history.locator("header.head")).to_contain_text("2.000")
    expect(history.locator("#chart .end").first).to_contain_text("1.250")
    expect(visit("/games?language=de").locator(".games .score").first).to_have_text("1.250")
    sheet = history.request.get(f"{served.server.address}api/games/1/scoresheet.html?language=de")
    assert "<strong>1.250</strong>" in sheet.text()
