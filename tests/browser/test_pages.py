"""All pages of the dashboard in a real browser: whole ways through it, refresh, restart, and every size of screen."""

import pytest
from playwright.sync_api import expect
from serving import score, tap

from muggins.vision.capture.status import SourceStatus
from muggins.vision.tracking.events import Cleared

SIZES = [(390, 844), (1024, 768), (1920, 1080)]
LOW = [(1366, 650), (1280, 720), (1024, 768)]
"""Laptops, whose browser takes its part of the screen."""
NO_PICTURE = SourceStatus(
    "lost",
    "No picture comes from http://192.168.1.20:8080/video: the machine is there, but no camera answers; check that its "
    "app is running, and the port. It is tried again and again. Meanwhile tell what is played by hand.",
)


def text(page, id, words):
    expect(page.locator(f"#{id}")).to_have_text(words)


def test_a_whole_hand_is_played_by_hand_without_a_camera(served, visit, start):
    served.session.start_game(start())
    page = visit()
    tap(page, "Play")
    page.get_by_role("dialog").get_by_role("button", name="6 and 4").click()
    tap(page, "Play it")
    text(page, "count", "10")
    tap(page, "Play")
    page.get_by_role("dialog").get_by_role("button", name="6 and 1").click()
    tap(page, "Play it")
    text(page, "count", "5")
    expect(score(page, "Bob")).to_have_text("1")
    page.get_by_role("link", name="End of hand").click()
    page.get_by_role("button", name="5 and 5").click()
    tap(page, "Score the hand")
    text(page, "said", "The hand goes to Bob: two points. Ann two, Bob three.")
    text(page, "turn", "Next hand: Bob to set")


def test_a_cleared_table_asks_for_the_tiles_left(served, visit, start):
    served.session.start_game(start())
    served.see("5-5", "5-0>5-5")
    page = visit()
    served.session.on_table_event(Cleared(9.0))
    page.get_by_role("link", name="Enter them").click()
    expect(page.get_by_role("heading", name="The hand is over")).to_be_visible()


def test_what_cannot_be_is_said_and_changes_nothing(served, visit, start):
    served.session.start_game(start())
    served.see("5-5")
    page = visit("/hand-end")
    tap(page, "Score the hand")
    expect(page.get_by_role("alert")).to_have_text("Two players cannot both have gone out.")
    visit.complaints.clear()  # the browser notes every refusal


def test_a_refresh_loses_nothing(served, visit, start):
    served.session.start_game(start())
    served.see("5-5", "5-0>5-5")
    page = visit()
    expect(page.locator("#plays li")).to_have_count(3)
    page.reload()
    expect(page.locator("#plays li")).to_have_count(3)
    text(page, "count", "10")
    text(page, "said", "Bob plays five blank. Ten, two points for Bob.")


def test_a_restart_of_the_program_loses_nothing_and_the_page_goes_on(served, visit, start):
    served.session.start_game(start())
    served.see("5-5")
    page = visit()
    text(page, "count", "10")
    served.stop()
    expect(page.get_by_role("alert")).to_be_visible()
    served.start()
    served.see("5-1>5-5")
    text(page, "count", "11")
    expect(page.locator("#plays li")).to_have_count(3)
    visit.complaints.clear()  # the browser notes that nobody answered for a while


def test_a_game_is_set_up_with_two_taps(served, visit):
    page = visit()
    expect(page.get_by_role("heading", name="A new game")).to_be_visible()
    tap(page, "Start the game")
    text(page, "rules", "Five-Up · to 61")
    game = served.session.snapshot.game
    assert game.players == ("Ann", "Bob")
    assert game.record[0].seats == {"Ann": "bottom", "Bob": "top"}


def test_a_game_of_teams_is_set_up_and_remembered(served, visit):
    page = visit("/new")
    tap(page, "Add a player")
    tap(page, "Add a player")
    page.get_by_role("textbox", name="Player 1").fill("Zoë")
    page.get_by_text("Muggins with a spinner").click()
    page.get_by_text("Two teams").click()
    page.get_by_text("must be claimed").click()
    page.get_by_label("Won at").fill("100")
    tap(page, "Start the game")
    expect(page.locator(".lane")).to_have_count(2)
    game = served.session.snapshot.game
    assert (game.sides, game.rules.id, game.rules.claims) == (("Zoë+Cid", "Bob+Dee"), "muggins-spinner", "call")
    assert game.rules.target == 100
    page.get_by_role("link", name="New game").click()
    expect(page.get_by_role("textbox", name="Player 1")).to_have_value("Zoë")


def test_a_new_game_reaches_every_screen(served, visit, start):
    served.session.start_game(start())
    served.see("5-5")
    page = visit()
    text(page, "count", "10")
    served.session.start_game(start(players="Cid Dee"))
    expect(page.locator(".lane", has_text="Cid")).to_be_visible()
    served.see("6-4")
    expect(score(page, "Cid")).to_have_text("2")


@pytest.mark.parametrize("size", SIZES)
def test_the_table_fits_every_screen_and_is_read_across_a_table(served, visit, start, size):
    served.session.start_game(start())
    served.see("5-5", "5-0>5-5", "5-4>5-5")
    page = visit(size=size)
    text(page, "count", "4")
    expect(page.locator("#live-picture")).to_have_js_property("naturalWidth", 640)
    wide, high = size
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert page.evaluate("document.documentElement.scrollWidth") <= wide
        count = page.locator("#count").bounding_box()
        assert count["height"] >= min(wide, high) / 9
        assert count["y"] + count["height"] <= high
        assert page.locator("#board").bounding_box()["y"] < high
        if wide > high:
            assert page.evaluate("document.documentElement.scrollHeight") <= high
        for name in ("Take back", "Play", "Voice off"):
            assert page.get_by_role("button", name=name, exact=True).bounding_box()["height"] >= 40
    for path in ("/new", "/hand-end"):
        page.goto(served.server.address.rstrip("/") + path)
        expect(page.get_by_role("heading").first).to_be_visible()
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            assert page.evaluate("document.documentElement.scrollWidth") <= wide


@pytest.mark.parametrize("size", LOW)
def test_on_a_low_screen_neither_a_question_nor_a_warning_pushes_the_board_out_of_sight(served, visit, start, size):
    """With scores to be claimed the last lane and its pegs were cut off, and no scrolling led there."""
    served.session.start_game(start(claims="call"))
    served.see("5-5", "5-1>5-5")
    served.doubt("5-1", "5-1", "5-0")
    served.cameras.choose("none")
    served.session.set_camera_status(NO_PICTURE)
    page = visit(size=size)
    tap(page, "Both")
    expect(page.locator("#camera")).to_contain_text("No picture comes")
    expect(page.locator(".question")).to_be_visible()
    ends = page.evaluate("""[...document.querySelectorAll("main > section, .seen > section, .lane .holes, .question")]
        .map((each) => each.getBoundingClientRect().bottom)""")
    assert max(ends) <= size[1]
    assert page.locator(".panes").bounding_box()["height"] > 100
    assert page.locator(".plays").bounding_box()["height"] > 44


def test_nothing_is_left_free_below_the_picture_on_a_phone(served, visit, start):
    """The drawing of the tiles, hidden, still had its share of the place."""
    served.session.start_game(start())
    served.see("5-5")
    page = visit(size=(390, 844))
    tap(page, "Both")
    expect(page.locator("#layout .domino")).to_be_visible()
    tap(page, "Picture")
    expect(page.locator("#layout")).to_be_hidden()
    assert page.locator(".panes").bounding_box()["height"] == page.locator("#picture").bounding_box()["height"]


def test_without_a_camera_the_tiles_are_shown_and_nothing_is_said_in_alarm(served, visit, start):
    """There was a black picture on half the phone, and a warning in red of what the table had chosen itself."""
    served.cameras.choose("none")
    served.session.start_game(start())
    served.see("5-5")
    page = visit(size=(390, 844))
    expect(page.locator("#layout .domino")).to_be_visible()
    expect(page.locator("#picture")).to_be_hidden()
    said = page.locator("#camera")
    expect(said).to_have_text("There is no camera: tell what is played by hand.")
    quiet = page.locator("#points-word").evaluate("() => getComputedStyle(document.querySelector('.rules')).color")
    expect(said).to_have_css("color", quiet)


def test_every_control_has_a_name_for_those_who_cannot_see_it(served, visit, start):
    served.session.start_game(start(claims="call"))
    served.see("5-5")
    page = visit()
    expect(page.locator("#plays li")).to_have_count(2)
    nameless = """[...document.querySelectorAll("button, a, input, select, img")].filter((each) =>
        !each.textContent.trim() && !each.getAttribute("aria-label")
        && !each.labels?.length && !each.hasAttribute("alt")).length"""
    assert page.evaluate(nameless) == 0
