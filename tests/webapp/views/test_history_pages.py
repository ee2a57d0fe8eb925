"""The pages for afterwards in a real browser: games, one game, its replay, exports, deleting; overlay and icon."""

import json
from pathlib import Path
from urllib.parse import urljoin

import cv2
import numpy as np
import pytest
from playwright.sync_api import expect
from serving import resize, score, tap, wait_until_ready

from muggins.webapp import create_app
from muggins.webapp.session.session import GameSession

SIZES = [(390, 844), (1024, 768), (1920, 1080)]
PAGES = ["/games", "/players", "/games/1", "/games/1/replay"]
CLAIMED = ["Ann 5-5", "Ann claims 2", "Bob 5-0>5-5", "Ann 0-0>5-0", "Ann claims 2", "left Ann:, Bob: 6-4 3-1"]


@pytest.fixture
def evening(served, start, tell):
    """A finished hand with a missed score, in a game of claims; then another game, on the table."""
    served.session.start_game(start(claims="call", players="Ann Bob"))
    for said in CLAIMED:
        served.session.tell(tell(said))
    served.session.start_game(start(players="Ann Cid"))
    return served


def text(page, id, words):
    expect(page.locator(f"#{id}")).to_have_text(words)


def alpha(png, x, y):
    return cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_UNCHANGED)[y, x, 3]


def test_from_the_table_to_a_play_of_an_earlier_game(evening, visit):
    page = visit()
    page.get_by_role("link", name="Games").click()
    games = page.locator(".games li")
    expect(games).to_have_count(2)
    expect(games.first).to_contain_text("On the table")
    games.nth(1).get_by_role("link").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Not over: Ann 9, Bob 0")
    expect(page.locator("#chart .line")).to_have_count(2)
    best = page.get_by_role("region", name="Best plays")
    expect(best.locator("li")).to_have_count(2)
    expect(best.locator("li svg").first).to_have_attribute("aria-label", "5 and 5")
    sheet = page.get_by_role("region", name="Scoresheet")
    expect(sheet.locator("tbody tr > *")).to_have_text(["1", "Ann", "Ann", "+9", "9", "", "0"])
    missed = page.get_by_role("region", name="Points missed")
    expect(missed.locator("li", has_text="on 5-5")).to_contain_text("to Ann")
    missed.get_by_role("link").click()
    text(page, "said", "Bob 5-0 on 5-5")
    text(page, "count", "count 10")


def test_the_chart_shows_each_play_to_pointer_and_keys_and_leads_to_its_replay(evening, visit):
    page = visit("/games/1")
    drawing = page.get_by_role("slider", name="The score from play to play")
    drawing.focus()
    page.keyboard.press("Home")
    text(page, "chart-says", "Hand 1: Ann to set → Ann 0, Bob 0")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    text(page, "chart-says", "Hand 1: Ann claims 2 → Ann 2, Bob 0")
    expect(drawing).to_have_attribute("aria-valuetext", "Hand 1: Ann claims 2 → Ann 2, Bob 0")
    box = drawing.bounding_box()
    page.mouse.move(box["x"] + box["width"] * 0.8, box["y"] + 100)
    expect(page.locator("#chart-says")).to_contain_text("Ann")
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    text(page, "where", "Hand 1 · move 6 of 6")


def test_a_game_is_replayed_move_by_move_and_by_itself(evening, visit):
    page = visit("/games/1/replay")
    text(page, "where", "Hand 1 · move 1 of 6")
    expect(page.locator("#felt .domino")).to_have_count(3)
    expect(page.locator("#moves [aria-current]")).to_contain_text("sets")
    expect(page.locator("#felt .domino:not(.not-yet)")).to_have_count(1)
    expect(page.locator("#felt .domino.last")).to_have_attribute("data-tile", "5-5")
    expect(page.locator("#felt .open:not(.shut)")).to_have_count(2)  # both halves of the set
    page.keyboard.press("ArrowRight")
    text(page, "said", "Ann claims 2")
    text(page, "say", "Two points for Ann.")
    expect(score(page, "Ann")).to_have_text("2")
    tap(page, "To the end")
    expect(score(page, "Ann")).to_have_text("9")
    expect(page.get_by_role("button", name="One move on")).to_be_disabled()
    page.get_by_role("navigation", name="Moves").get_by_role("button", name="Bob").first.click()
    expect(page.locator("#moves [aria-current]")).to_contain_text("on 5-5")
    assert page.url.endswith("#5")
    page.reload()
    text(page, "said", "Bob 5-0 on 5-5")
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    page.get_by_label("Pace").select_option("Fast")
    tap(page, "Play")
    for move in (4, 5, 6):
        expect(page.get_by_role("button", name="Stop")).to_be_visible()
        page.clock.run_for(600)
        text(page, "where", f"Hand 1 · move {move} of 6")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_the_pictures_before_and_after_a_play_settle_a_quarrel(served, visit, start):
    served.session.start_game(start())
    shown = [cv2.imencode(".jpg", np.full((90, 160, 3), grey, np.uint8))[1].tobytes() for grey in (40, 200)]
    served.see("5-5", picture=shown[0])
    served.see("5-1>5-5", picture=shown[1])
    page = visit("/games/1/replay#4")
    page.get_by_role("button", name="Photos").click()
    expect(page.locator("#stills img")).to_have_count(2)
    expect(page.locator("#stills figcaption")).to_have_text(["Before: Ann sets 5-5", "After: Bob 5-1 on 5-5"])
    expect(page.locator("#stills img").nth(1)).to_have_js_property("naturalWidth", 160)
    page.get_by_role("button", name="Photos").click()
    expect(page.locator("#felt svg")).to_be_visible()


def test_a_game_is_exported_in_every_form(evening, visit):
    page = visit("/games/1")
    for name, file, begins in (
        ("JSON Lines", "muggins-game-1.jsonl", '{"number": 1, "event": "game"'),
        ("CSV", "muggins-game-1.csv", "hand,event,player"),
    ):
        with page.expect_download() as download:
            page.get_by_role("link", name=name).click()
        assert download.value.suggested_filename == file
        assert Path(download.value.path()).read_text(encoding="utf-8").startswith(begins)
    with page.context.expect_page() as opened:
        page.get_by_role("link", name="Scoresheet to print").click()
    sheet = opened.value
    expect(sheet.get_by_role("heading", level=1)).to_have_text("Not over yet")
    # The dashboard's strict policy lets this page's own style through, and nothing else.
    assert sheet.evaluate("getComputedStyle(document.querySelector('table')).borderCollapse") == "collapse"
    assert sheet.evaluate("document.scripts.length") == 0
    assert len(sheet.pdf()) > 5000


def test_a_game_is_deleted_after_a_question_even_before_its_chart_is_drawn(evening, visit):
    """A tap on the button is not lost while the chart still waits for the game."""
    page = visit("/games/1")
    page.get_by_role("button", name="Delete").click()
    tap(page, "Keep it")
    expect(page.get_by_role("dialog")).to_be_hidden()
    assert len(evening.store.games()) == 2
    held = []

    def hold_the_game(route):
        if route.request.method == "GET":
            held.append(route)
        else:
            route.fallback()

    page.route("**/api/games/1", hold_the_game)
    with page.expect_request("**/api/games/1"):
        page.reload()
    page.get_by_role("button", name="Delete").click()
    tap(page, "Delete it")
    expect(page.locator(".games li")).to_have_count(1)
    assert [game.id for game in evening.store.games()] == [2]
    assert len(held) == 1


def test_the_game_on_the_table_is_deleted_too_and_the_table_waits_for_another(evening, visit):
    table, page = visit("/"), visit("/games/2")
    page.get_by_role("button", name="Delete").click()
    expect(page.get_by_role("dialog")).to_contain_text("It is being played, and ends.")
    tap(page, "Delete it")
    expect(page.locator(".games li")).to_have_count(1)
    expect(table.get_by_role("heading", name="A new game")).to_be_visible()
    tap(table, "Start the game")
    expect(table.locator("#turn")).to_have_text("Lay the first tile")
    assert [game.id for game in evening.store.games()] == [3, 1]


def test_many_games_come_a_page_at_a_time(served, visit, start):
    for _ in range(32):
        served.session.start_game(start())
    page = visit("/games")
    expect(page.locator(".games li")).to_have_count(30)
    page.get_by_role("link", name="Older games").click()
    expect(page.locator(".games li")).to_have_count(2)
    expect(page.get_by_role("link", name="Older games")).to_have_count(0)


def test_a_players_games_and_one_that_cannot_be_worked_out_any_more(evening, visit):
    broken = evening.store.add_game()
    evening.store.append(broken, 1, {"event": "game", "rules": "whist", "players": ["Ann", "Bob"]})
    page = visit("/players")
    page.get_by_role("link", name="Bob", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Games of Bob")
    expect(page.locator(".games li")).to_have_count(1)
    page.get_by_role("link", name="All games").click()
    expect(page.locator(".games li")).to_have_count(3)
    page.get_by_role("link", name=f"Game {broken}").click()
    expect(page.locator(".head")).to_contain_text("no rule set is called 'whist'")
    expect(page.get_by_role("link", name="JSON Lines")).to_be_visible()
    expect(page.get_by_role("link", name="Replay")).to_have_count(0)


def test_names_of_players_are_no_markup_anywhere(served, visit, start, tell):
    evil = "<img/src=x/onerror=alert(1)>"
    served.session.start_game(start(players=f"{evil} Bob"))
    served.session.tell(tell(f"{evil} 5-5"))
    page = visit(PAGES[0])
    for path in [*PAGES, "/overlay"]:
        page.goto(urljoin(served.server.address, path))
        expect(page.locator("body")).to_contain_text(evil)
        assert page.locator("img[src=x]").count() == 0


def test_the_pages_fit_every_screen_and_the_tiles_of_a_replay_cover_nothing(evening, visit):
    """A style of the live picture, on the same class, laid the tiles over the top of the page."""
    page = visit(PAGES[0], size=SIZES[0])
    nameless = """[...document.querySelectorAll("button, a, input, select, img")].filter((each) =>
        !each.textContent.trim() && !each.getAttribute("aria-label") && !each.labels?.length
        && !each.hasAttribute("alt")).length"""
    for path in PAGES:
        page.goto(urljoin(evening.server.address, path))
        wait_until_ready(page)
        if path == "/games/1":
            expect(page.locator("#chart svg")).to_be_visible()
        for width, height in SIZES:
            resize(page, (width, height))
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme)
                page.wait_for_function("() => document.documentElement.scrollWidth <= innerWidth")
            if "replay" in path:
                top, felt, controls = (
                    page.locator(part).bounding_box() for part in ("header.top", "#stage", ".controls")
                )
                assert top["y"] + top["height"] <= felt["y"]
                assert felt["y"] + felt["height"] <= controls["y"]
                run = page.get_by_role("button", name="Play", exact=True).bounding_box()
                assert run["y"] + run["height"] <= height
        assert page.evaluate(nameless) == 0


def test_the_overlay_is_transparent_and_follows_the_game(served, visit, start):
    """Streamers start it before the program: until the table's game has come there is nothing to look at."""
    served.session.start_game(start())
    page = visit("/overlay?place=top-right&size=1.2", size=(1280, 720), color_scheme="dark")
    held = []
    page.route("**/api/table", lambda route: held.append(route))
    with page.expect_request("**/api/table"):
        page.reload()
    expect(page.locator("main[inert][hidden]")).to_be_attached()
    held.pop().continue_()
    expect(page.locator("main:not([inert])")).to_be_visible()
    page.unroute_all(behavior="wait")
    expect(page.locator("#sides li")).to_have_count(2)
    served.see("5-5")
    expect(page.locator("#sides li", has_text="Ann").locator(".score")).to_have_text("2")
    text(page, "said", "Ann sets double five. Ten, two points for Ann.")
    expect(page.locator("#sides li.next")).to_contain_text("Bob")
    shot = page.screenshot(omit_background=True)
    assert alpha(shot, 20, 700) == 0
    assert alpha(shot, 1280 - 60, 60) > 200
    served.session.start_game(start(players="Cid Dee", claims="call"))
    expect(page.locator("#sides li", has_text="Cid")).to_be_visible()
    served.see("5-5")
    text(page, "turn", "Dee to play")
    text(page, "count", "")


def test_it_can_be_put_on_the_home_screen():
    """The manifest and its icons are found by the addresses in the page, and the policy lets the browser have them."""
    page = create_app(GameSession()).test_client()
    answer = page.get("/games")
    assert "manifest-src 'self'" in answer.headers["Content-Security-Policy"]
    assert b'rel="manifest" href="/muggins.webmanifest?language=en"' in answer.data
    manifest = json.loads(page.get("/muggins.webmanifest?language=en").data)
    assert (manifest["start_url"], manifest["display"]) == ("/", "standalone")
    for icon in manifest["icons"]:
        shown = page.get(icon["src"])
        assert (shown.status_code, shown.mimetype) == (200, icon["type"])
        if icon["type"] == "image/png":
            size = cv2.imdecode(np.frombuffer(shown.data, np.uint8), cv2.IMREAD_COLOR).shape[:2]
            assert icon["sizes"] == f"{size[1]}x{size[0]}"
