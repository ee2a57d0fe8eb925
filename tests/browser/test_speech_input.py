"""Claims by voice and by key on the pages, in a real browser whose hearing is scripted."""

import pytest
from playwright.sync_api import expect
from serving import held_back, let_go, wait_until_ready

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


CLOSES_AND_PRESSES = """(key) => {
    document.getElementById("dialog").close();
    document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true})); }"""


@pytest.fixture
def table(served, visit, start):
    """The table's page in a game of claims, with one tile played: Ann's 5-5, worth two."""

    def open_table(script):
        served.session.start_game(start(claims="call"))
        served.see("5-5")
        page = visit("/games")
        page.context.add_init_script(script)
        page.goto(served.server.address)
        wait_until_ready(page)
        return page

    return open_table


def listen(page):
    page.get_by_role("button", name="Listen for claims").click()
    expect(page.get_by_role("button", name="Listening")).to_be_visible()


def says(page, words):
    expect(page.locator("#said")).to_contain_text(words, ignore_case=True)


def scores(served):
    return dict(served.session.snapshot.game.scores)


def test_claims_are_spoken_and_muggins_is_called_aloud(table, served, start):
    page = table(HEARS)
    listen(page)
    expect(page.locator("#heard")).to_contain_text("may send what it hears to its maker")

    # The program's own voice is no claim, nor is its echo just after.
    posted = []
    page.on("request", lambda request: posted.append(request.url) if request.method == "POST" else None)
    page.evaluate("""() => {
        speechSynthesis.speaking = true; hear('ten');
        speechSynthesis.speaking = false; hear('ten'); }""")
    page.get_by_role("button", name="Listening").click()
    assert page.evaluate("ear.isAborted")
    assert posted == []
    assert scores(served) == {"Ann": 0, "Bob": 0}
    page.reload()
    listen(page)

    page.evaluate("hear('well played')")
    page.evaluate("hear('tan', 'ten')")
    says(page, "two points for Ann")
    assert scores(served) == {"Ann": 2, "Bob": 0}

    # Listening goes on after a silence.
    page.evaluate("ear.onend()")
    expect(page.locator("html")).to_have_attribute("data-starts", "2")
    served.see("5-0>5-5")
    says(page, "Bob plays five blank")
    page.evaluate("hear('muggins')")
    says(page, "Muggins! Bob missed two")
    assert scores(served) == {"Ann": 4, "Bob": 0}

    for error, why in (
        ("not-allowed", "The microphone may not be used"),
        ("network", "needs the internet to understand speech"),
    ):
        page.evaluate(f"ear.onerror({{error: '{error}'}})")
        expect(page.locator("#heard")).to_contain_text(why)
        listen(page)

    # Where scores peg themselves nothing is listened for.
    served.session.start_game(start(claims="auto"))
    expect(page.locator("#listen")).to_be_hidden()
    expect(page.locator("#heard")).to_be_hidden()


def test_what_comes_late_from_a_microphone_that_was_refused_is_left(table, served):
    """The words "Heard: muggins." stood over the reason why nobody was listened to any more."""
    page = table(HEARS)
    listen(page)
    page.evaluate("window.refused = ear")
    with held_back(page, "**/api/heard") as claim:
        page.evaluate("hear('ten')")
    page.evaluate("ear.onerror({error: 'not-allowed'})")
    let_go(page, claim)
    expect(page.locator("#heard")).to_contain_text("The microphone may not be used")

    # Nor does it claim, stop or start the one that is listened to now.
    listen(page)
    page.evaluate("""() => {
        const claim = Object.assign([{transcript: "muggins"}], {isFinal: true});
        refused.onresult({resultIndex: 0, results: [claim]});
        refused.onerror({error: "network"});
        refused.onend();
        ear.onend(); }""")
    starts = page.locator("html")
    expect(starts).to_have_attribute("data-starts", "3")
    page.evaluate("hear('two')")
    says(page, "two points for Ann")
    expect(starts).to_have_attribute("data-starts", "3")
    expect(page.get_by_role("button", name="Listening")).to_be_visible()
    assert scores(served) == {"Ann": 2, "Bob": 0}


def test_a_browser_that_cannot_hear_says_so_plainly(table):
    page = table(DEAF)
    expect(page.locator("#heard")).to_contain_text("This browser cannot listen. Claim with a tap or the key C")
    expect(page.locator("#listen")).to_be_hidden()


def test_claims_and_calls_have_keys(table, served):
    """Keys are heard in the moment, too, in which a dialog was closed.

    The focus stays in a closed dialog until the page is drawn anew, and keys pressed meanwhile were lost. A dialog
    tells late that it was closed, and the next one took that for its own answer: the claim was lost.
    """
    page = table(HEARS)
    dialog = page.get_by_role("dialog")
    page.keyboard.press("c")
    expect(dialog).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    page.keyboard.press("c")
    expect(dialog).to_be_visible()
    page.evaluate(CLOSES_AND_PRESSES, "c")
    dialog.get_by_text("2", exact=True).click()
    dialog.get_by_role("button", name="Claim").click()
    says(page, "two points for Ann")
    assert scores(served) == {"Ann": 2, "Bob": 0}

    served.see("5-0>5-5")
    says(page, "Bob plays five blank")
    page.keyboard.press("c")
    expect(dialog).to_be_visible()
    page.evaluate(CLOSES_AND_PRESSES, "m")
    says(page, "Muggins! Bob missed two")
    assert scores(served) == {"Ann": 4, "Bob": 0}

    served.see("0-0>5-0")
    says(page, "Ann plays double blank")
    page.keyboard.press("m")
    says(page, "Muggins! Ann missed two")
    assert scores(served) == {"Ann": 4, "Bob": 2}
