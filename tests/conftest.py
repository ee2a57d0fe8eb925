"""Tables to play at in tests: games told in players' words, a scripted camera, a dashboard served to a browser."""

import pytest
from serving import PATIENCE, Served, awake, launched
from told import Watched, event_of, start_of, tiles_seen

from muggins.webapp.live import LiveTable


@pytest.fixture
def tell():
    """Text to event."""
    return event_of


@pytest.fixture
def start():
    """Rules and players to the start of a game."""
    return start_of


@pytest.fixture
def lay():
    """Tiles on a table to readings of them."""
    return tiles_seen


@pytest.fixture
def watched(start):
    """A live table where a game has begun (with rules=None: goes on), and a camera that sees one thing a second."""

    def begin(rules="five-up", players="Ann Bob", store=None, **options):
        live = LiveTable(store)
        if rules is not None:
            live.start_game(start(rules, players, **options))
        return Watched(live)

    return begin


@pytest.fixture(scope="session")
def browser():
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = launched(playwright.chromium)
        yield browser
        browser.close()


@pytest.fixture
def served(tmp_path):
    """A dashboard on a real server."""
    table = Served(tmp_path / "games.sqlite")
    yield table
    table.stop()


@pytest.fixture
def visit(browser, served):
    """Opens a page of the dashboard; the test fails if any page opened so has complained."""
    contexts, complaints = [], []

    def open_page(path="/", size=(1024, 768), **options):
        context = browser.new_context(viewport={"width": size[0], "height": size[1]}, **options)
        context.add_init_script(
            "window.spoken = []; Object.defineProperty(window, 'speechSynthesis', {value: "
            "{pending: false, cancel() {}, speak(said) { window.spoken.push(said.text); }}});"
        )
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        contexts.append(context)
        page.goto(served.server.address.rstrip("/") + path)
        awake(page)
        return page

    open_page.complaints = complaints
    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []
