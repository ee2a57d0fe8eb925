"""Claims by voice and by key on the pages, in a real browser whose hearing is scripted."""

import pytest
from playwright.sync_api import expect
from serving import wait_until_ready

HEARS = """
window.webkitSpeechRecognition = window.SpeechRecognition = class {
    start() {
        window.ear = this;
        document.documentElement.dataset.starts = Number(document.documentElement.dataset.starts ?? 0) + 1;
    }
    abort() { this.isAborted = true; }
};
window.hear = (...ways) => {
    const result = Object.assign(ways.map((transcript) => ({transcript})), {isFinal: true});
    window.ear.onresult({resultIndex: 0, results: [result]});
};
"""
DEAF = "delete window.webkitSpeechRecognition; delete window.SpeechRecognition;"


@pytest.fixture
def table(served, visit, start):
    """The table's page in a game of claims, with one tile played: Ann's 5-5, worth two."""

    def open_table(script, claims="call"):
        served.session.start_game(start(claims=claims))
        served.see("5-5")
        page = visit("/new")
        page.context.add_init_script(script)
        page.goto(served.server.address)
        wait_until_ready(page)
        return page

    return open_table


def listen(page):
    page.get_by_role("button", name="Listen for claims").click()
    expect(page.get_by_role("button", name="Listening")).to_be_visible()


def scores(served):
    return dict(served.session.snapshot.game.scores)


def test_a_spoken_number_claims(table, served):
    page = table(HEARS)
    listen(page)
    expect(page.locator("#heard")).to_contain_text("may send what it hears to its maker")
    page.evaluate("hear('well played')")
    page.evaluate("hear('tan', 'ten')")
    expect(page.locator("#said")).to_contain_text("two points for Ann", ignore_case=True)
    assert scores(served) == {"Ann": 2, "Bob": 0}


def test_muggins_is_called_aloud_and_listening_goes_on_after_a_silence(table, served):
    page = table(HEARS)
    listen(page)
    page.evaluate("ear.onend()")
    expect(page.locator("html")).to_have_attribute("data-starts", "2")
    page.evaluate("hear('muggins')")
    expect(page.locator("#said")).to_contain_text("Muggins! Ann missed two")
    assert scores(served) == {"Ann": 0, "Bob": 2}


def test_the_programs_own_voice_is_not_heard_as_a_claim(table, served):
    """Nor is its echo just after; said in one breath, as a slow machine took longer than the echo."""
    page = table(HEARS)
    listen(page)
    posted = []
    page.on("request", lambda request: posted.append(request.url) if request.method == "POST" else None)
    page.evaluate("""() => {
        speechSynthesis.speaking = true; hear('ten');
        speechSynthesis.speaking = false; hear('ten'); }""")
    page.get_by_role("button", name="Listening").click()
    assert page.evaluate("ear.isAborted")
    assert posted == []
    assert scores(served) == {"Ann": 0, "Bob": 0}


def test_a_browser_that_cannot_hear_says_so_plainly(table):
    page = table(DEAF)
    expect(page.locator("#heard")).to_contain_text("This browser cannot listen. Claim with a tap or the key C")
    expect(page.locator("#listen")).to_be_hidden()


@pytest.mark.parametrize(
    ("error", "says"),
    [("not-allowed", "The microphone may not be used"), ("network", "needs the internet to understand speech")],
)
def test_why_it_does_not_hear_is_said(table, error, says):
    page = table(HEARS)
    listen(page)
    page.evaluate(f"ear.onerror({{error: '{error}'}})")
    expect(page.locator("#heard")).to_contain_text(says)
    expect(page.get_by_role("button", name="Listen for claims")).to_be_visible()


def test_where_scores_peg_themselves_nothing_is_listened_for(table):
    page = table(HEARS, claims="auto")
    expect(page.locator("#listen")).to_be_hidden()
    expect(page.locator("#heard")).to_be_hidden()


def test_claims_and_calls_have_keys(table, served):
    page = table(HEARS)
    page.keyboard.press("c")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    page.keyboard.press("m")
    expect(page.locator("#said")).to_contain_text("Muggins! Ann missed two")
    assert scores(served) == {"Ann": 0, "Bob": 2}


CLOSES_AND_PRESSES = """(key) => {
    document.getElementById("dialog").close();
    document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true})); }"""


def test_a_key_is_heard_in_the_moment_in_which_a_dialog_was_closed(table, served):
    """The focus stays in a closed dialog until the page is drawn anew, and keys pressed meanwhile were lost."""
    page = table(HEARS)
    page.keyboard.press("c")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.evaluate(CLOSES_AND_PRESSES, "m")
    expect(page.locator("#said")).to_contain_text("Muggins! Ann missed two")
    assert scores(served) == {"Ann": 0, "Bob": 2}


def test_a_claim_is_asked_anew_in_the_moment_in_which_it_was_given_up(table, served):
    """A dialog tells late that it was closed, and the next one took that for its own answer: the claim was lost."""
    page = table(HEARS)
    page.keyboard.press("c")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    page.evaluate(CLOSES_AND_PRESSES, "c")
    dialog.get_by_text("2", exact=True).click()
    dialog.get_by_role("button", name="Claim").click()
    expect(page.locator("#said")).to_contain_text("two points for Ann", ignore_case=True)
    assert scores(served) == {"Ann": 2, "Bob": 0}
