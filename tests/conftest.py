"""Fixtures of all tests: games in players' words, a scripted camera, a dashboard in a browser."""

import os
from urllib.parse import urljoin

import pytest
from hypothesis import HealthCheck, settings
from notation import event_of, game_of, start_of
from tile_readings import tiles_seen
from watched_table import WatchedTable

from muggins.scorer import Correct, Game, Play, Tile
from muggins.vision import inference
from muggins.webapp.session.session import GameSession

# How fast examples are drawn says something about the machine, nothing about muggins.
settings.register_profile("muggins", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("muggins")

MARKS = {
    "networks": (
        "datasets/evaluation/test_fit_temperature.py",
        "datasets/evaluation/test_measurements.py",
        "datasets/training/test_twice.py",
        "docs/test_readme.py::test_the_commands_of_the_readme_run",
        "integration",
        "vision/capture/test_bad_sources.py",
        "vision/pips/test_classifier.py",
        "vision/pips/test_remembering.py",
        "vision/test_inference.py",
        "webapp/bench/test_report.py",
        "webapp/cli/test_doctor.py",
        "webapp/cli/test_play.py",
        "webapp/demo/test_recorded_game.py",
        "webapp/hall/bench/test_recalled.py",
        "webapp/hall/bench/test_run.py",
    ),
    "slow": (
        "browser",
        "datasets",
        "scorer/reports/test_reports_in_languages.py",
        "scorer/test_line_games.py",
        "scorer/test_properties.py",
        "vision/capture/test_photo_decoder.py",
        "vision/capture/test_rtsp.py",
        "vision/motion",
        "vision/tracking",
        "webapp/bench",
        "webapp/camera/test_expected.py",
        "webapp/camera/test_fault_marks.py",
        "webapp/counting",
        "webapp/hall/bench",
        "webapp/hall/serving",
        "webapp/hall/views",
        "webapp/hall/watching",
        "webapp/hosting",
        "webapp/language",
        "webapp/receivers",
    ),
}
"""What `make check` leaves out besides the browser: tests that load the networks, render scenes,
start servers or play random games."""


LONGEST = (
    "integration/test_ray_workers.py",
    "webapp/demo/",
    "browser/test_every_page.py",
    "integration/",
    "webapp/hall/serving/",
    "webapp/hall/bench/test_run.py",
    "datasets/videos/",
    "browser/",
)
"""The tests that take ten seconds and more, the longest first: one that began late would run alone at the end."""


def pytest_configure():
    # Commands speak the language of the terminal.
    os.environ["LC_ALL"] = "C"


def pytest_collection_modifyitems(items):
    """Marks the tests that `make check` leaves out, and puts the longest first.

    They are the share of one process of four; the others begin with the quick ones, which fail most often.
    """
    places = [*LONGEST, ""]
    for item in items:
        if "browser" in item.fixturenames:
            item.add_marker("browser")
        if "postgres" in item.fixturenames or "[postgres" in item.name:
            item.add_marker("postgres")
        place = item.nodeid.removeprefix("tests/")
        for mark, marked in MARKS.items():
            if place.startswith(marked):
                item.add_marker(mark)
    items.sort(key=lambda item: next(n for n, place in enumerate(places) if item.nodeid.startswith(f"tests/{place}")))


@pytest.fixture(autouse=True)
def _only_marked_tests_load_networks(request, monkeypatch):
    """Loading the networks takes seconds: a test that does so must be left out by `make check`."""

    def refuse(*_, **__):
        pytest.fail("this test loads a network: name it under networks in tests/conftest.py")

    if request.node.get_closest_marker("networks") is None:
        monkeypatch.setattr(inference, "_compiled", refuse)


@pytest.fixture
def tell():
    """Text to event."""
    return event_of


@pytest.fixture
def start():
    """Rules and players to the start of a game."""
    return start_of


@pytest.fixture
def played():
    """Makes a game of its start and events, as text or as they are."""
    return game_of


@pytest.fixture
def short_game(played, start) -> Game:
    """A short game with a missed score, a wrong claim, a correction and a hand's end."""
    told = ["Ann sets", "Ann 5-5", "Ann claims 2", "Bob 5-0>5-5", "Ann draws 1", "Ann 5-4>5-5", "Bob 4-3>5-4"]
    told += [Correct(6 + 2, Play("Bob", Tile(4, 4), Tile(5, 4))), "Ann 6-4>4-4", "Ann claims 3", "Bob passes"]
    told += ["left Ann:, Bob: 6-6 3-2", "Bob sets", "Bob 6-4", "Bob claims 2"]
    return played(start(claims="call", target=20, options={"tiles": "2:2"}), *told)


@pytest.fixture
def lay():
    """Tiles on a table to readings of them."""
    return tiles_seen


@pytest.fixture
def watched(start):
    """A session with a game before a scripted camera. With rules=None it resumes the game of the store."""

    def begin(rules="five-up", players="Ann Bob", store=None, **options):
        session = GameSession(store)
        if rules is not None:
            session.start_game(start(rules, players, **options))
        return WatchedTable(session)

    return begin


@pytest.fixture(scope="module")
def browser():
    """The browser of a module. tests/browser has one for all of its modules."""
    from serving import running_browser

    yield from running_browser()


@pytest.fixture
def served(tmp_path):
    """A dashboard on a real server."""
    from serving import Served

    table = Served(tmp_path / "games.sqlite")
    yield table
    table.stop()


@pytest.fixture
def visit(browser, served):
    """Opens pages of the dashboard. The test fails if one of them logged an error that it does not provoke.

    Give `wait_for_function` a function: a string is evaluated again in each frame, which the pages' policy forbids.
    """
    from serving import TIMEOUT_MILLISECONDS, wait_until_ready

    contexts, complaints, provoked = [], [], []

    def open_page(path="/", size=(1024, 768), **options):
        context = browser.new_context(viewport={"width": size[0], "height": size[1]}, **options)
        context.add_init_script(
            # As browsers do: what a page says is heard once it has spoken within a tap, and not before.
            "window.spoken = []; let isHeard = false; Object.defineProperty(window, 'speechSynthesis', {value: "
            "{pending: false, cancel() {}, speak({text}) { isHeard ||= navigator.userActivation.isActive;"
            " if (isHeard && text.trim()) window.spoken.push(text); }}});"
            "window.locks = []; Object.defineProperty(navigator, 'wakeLock', {value: "
            "{async request() { window.locks.push(new EventTarget()); return window.locks.at(-1); }}});"
        )
        page = context.new_page()
        page.set_default_timeout(TIMEOUT_MILLISECONDS)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        contexts.append(context)
        page.goto(urljoin(served.server.address, path))
        wait_until_ready(page)
        return page

    # Part of what browsers log of requests that are refused, or that nobody answers. It may come late.
    open_page.provokes = provoked.append
    yield open_page
    for context in contexts:
        context.close()
    assert [each for each in complaints if not any(part in each for part in provoked)] == []
