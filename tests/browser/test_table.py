"""The table page as people see and use it, in a real browser; what the camera sees is scripted."""

import cv2
import numpy as np
import pytest
from playwright.sync_api import expect
from serving import resize, score, shows, tap
from watched_table import WatchedTable

from muggins.scorer.events import Claim, HandEnd
from muggins.scorer.layout import Layout, Placement
from muggins.scorer.notation import event_of
from muggins.scorer.tiles import Tile
from muggins.vision.capture.status import SourceStatus
from muggins.vision.tracking.events import CameraMoved, Cleared, DoubtSettled, Played
from muggins.webapp.camera.table_watcher import as_webp

PHONE = (390, 844)
SIZES = [PHONE, (1024, 768), (1920, 1080)]
LOW = [(1366, 650), (1280, 720), (1024, 768)]
"""Laptops, whose browser takes its part of the screen."""
NO_PICTURE = SourceStatus(
    "lost",
    "No picture comes from http://192.168.1.20:8080/video: the machine is there, but no camera answers; check that its "
    "app is running, and the port. It is tried again and again.",
)


def height(page, selector):
    return page.locator(selector).bounding_box()["height"]


def test_plays_are_counted_told_and_pegged_as_they_happen(served, visit, start):
    served.session.start_game(start())
    page = visit()
    shows(page, "turn", "Lay the first tile")
    before = page.locator(".side-1 .peg.front").get_attribute("style")
    served.see("5-5")
    shows(page, "count", "10")
    shows(page, "points", "+2")
    shows(page, "said", "Ann sets double five. Ten, two points for Ann.")
    shows(page, "turn", "Bob to play")
    expect(score(page, "Ann")).to_have_text("2")
    expect(page.locator("#plays li").first).to_contain_text("Ann")
    assert page.locator(".side-1 .peg.front").get_attribute("style") != before

    # On every screen a new game begins, in which the peg behind leaps over the one in front.
    served.session.start_game(start("all-fives", players="Cid Dee"))
    expect(page.locator(".lane", has_text="Cid")).to_be_visible()
    served.see("5-5")
    expect(score(page, "Cid")).to_have_text("10")
    in_front = page.locator(".side-1 .peg.front").get_attribute("style")
    served.see("5-1>5-5", "1-0>5-1")
    expect(score(page, "Cid")).to_have_text("20")
    assert page.locator(".side-1 .peg:not(.front)").get_attribute("style") == in_front
    assert page.locator(".side-1 .peg.front").get_attribute("style") != in_front


def test_enter_in_a_dialog_sends_what_was_typed(served, visit, start):
    """The first button of the form was Cancel: points that were typed and sent with Enter were lost."""
    served.session.start_game(start())
    served.see("5-5")
    page = visit()
    page.get_by_role("button", name="Points", exact=True).click()
    page.get_by_role("dialog").get_by_label("Points; fewer with a minus").fill("12")
    page.keyboard.press("Enter")
    expect(score(page, "Ann")).to_have_text("14")


def choose_voice(page, *choices):
    tap(page, "How it sounds")
    for choice in choices:
        page.get_by_role("dialog").get_by_text(choice, exact=True).click()
    tap(page, "Done")


def test_the_voice_speaks_as_it_was_chosen(served, visit, start):
    """On or off, all or scores alone, in another language than the page's, and with the clubs' table talk."""
    served.session.start_game(start())
    page = visit()
    plays = page.locator("#plays li")  # a play is listed once it was spoken
    tap(page, "Voice")
    expect(page.get_by_text("Tap anywhere once")).to_be_hidden()
    served.see("5-5")
    expect(plays).to_have_count(2)
    assert page.evaluate("spoken") == ["Voice on.", "Ann sets double five. Ten, two points for Ann."]
    page.reload()
    hint = page.get_by_text("Tap anywhere once")
    expect(hint).to_be_visible()
    page.locator("#count").click()
    expect(hint).to_be_hidden()
    served.session.start_game(start())
    expect(plays).to_have_count(0)
    served.see("5-5")
    expect(plays).to_have_count(2)
    assert page.evaluate("spoken") == ["Ann sets double five. Ten, two points for Ann."]
    tap(page, "Voice")
    expect(page.locator("#voice-choice")).to_be_hidden()
    served.see("5-1>5-5")
    expect(plays).to_have_count(3)
    assert len(page.evaluate("spoken")) == 1

    served.session.start_game(start())
    expect(plays).to_have_count(0)
    tap(page, "Voice")
    choose_voice(page, "scores only", "Español")
    served.see("5-5")
    shows(page, "said", "Ann sets double five. Ten, two points for Ann.")
    served.see("5-1>5-5", "5-0>5-5")
    expect(plays).to_have_count(4)
    shows(page, "count", "1")
    assert page.evaluate("spoken")[1:] == ["Voice on.", "Ann sale con doble cinco. Diez, dos puntos para Ann."]

    choose_voice(page, "English", "with table talk")
    served.session.start_game(start())
    served.see("5-5")
    expect(page.locator("#said")).to_contain_text("rown jewels")


@pytest.mark.parametrize(("rules", "path"), [("five-up", "/"), ("five-up", "/seat"), ("mexican-train", "/")])
def test_a_screen_at_the_table_stays_on(rules, path, served, visit, start):
    """A browser lets go of the screen when the page is hidden, or when it likes."""
    served.session.start_game(start(rules))
    page = visit(path)
    page.wait_for_function("() => locks.length === 1")
    page.evaluate("locks[0].dispatchEvent(new Event('release'))")
    page.wait_for_function("() => locks.length === 2")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_function("() => locks.length === 3")


def test_a_play_is_looked_at_put_right_given_away_and_struck_out(served, visit, start):
    served.session.start_game(start("all-fives"))
    still = cv2.imencode(".jpg", np.full((36, 64, 3), 90, np.uint8))[1].tobytes()
    served.see("5-5", picture=still)
    served.see("5-1>5-5", picture=still)
    served.session.keep_clip(1, 4, as_webp([np.full((36, 64, 3), shade, np.uint8) for shade in (0, 90, 200)]))
    page = visit()
    dialog, plays = page.get_by_role("dialog"), page.locator("#plays li")
    plays.nth(1).get_by_role("button").first.click()
    expect(page.locator(".stills figcaption")).to_have_text(["After"])
    tap(page, "Cancel")
    plays.first.get_by_role("button").first.click()
    expect(page.locator(".stills figcaption")).to_have_text(["Before", "After", "Save the clip"])
    expect(page.locator(".stills img").nth(1)).to_have_js_property("naturalWidth", 64)
    expect(page.locator(".clip img")).to_have_js_property("naturalWidth", 64)
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save the clip").click()
    assert saved.value.suggested_filename == "muggins-1-4.webp"
    with page.expect_download() as saved:
        page.get_by_role("link", name="This hand went wrong").click()
    assert saved.value.suggested_filename == "muggins-game-1-event-2.zip"
    dialog.get_by_role("button", name="5 and 0").click()
    tap(page, "Put it right")
    expect(score(page, "Bob")).to_have_text("10")
    shows(page, "said", "Corrected. Bob ten.")
    shows(page, "count", "10")

    plays.first.get_by_role("button").first.click()
    dialog.get_by_text("Ann", exact=True).click()
    tap(page, "Put it right")
    expect(score(page, "Ann")).to_have_text("20")
    plays.first.get_by_role("button").first.click()
    tap(page, "Delete this play")
    expect(score(page, "Ann")).to_have_text("10")

    tap(page, "Points")
    dialog.get_by_text("Bob", exact=True).click()
    page.get_by_label("Points; fewer with a minus").fill("3")
    tap(page, "Add the points")
    expect(score(page, "Bob")).to_have_text("3")
    shows(page, "said", "Three points for Bob, by hand.")
    page.locator("#plays li button", has_text="by hand").click()
    tap(page, "Delete this entry")
    expect(score(page, "Bob")).to_have_text("0")


def test_the_clip_of_a_play_is_seen_whole_where_it_is_put_right_and_in_the_replay(served, visit, start):
    """On a phone the clip stood beside two stills, 100 pixels wide; in the replay its link was dark on dark."""
    served.session.start_game(start("all-fives"))
    still = cv2.imencode(".jpg", np.full((270, 480, 3), 90, np.uint8))[1].tobytes()
    served.see("5-5", picture=still)
    served.see("5-1>5-5", picture=still)
    served.session.keep_clip(1, 4, as_webp([np.full((270, 480, 3), shade, np.uint8) for shade in (0, 90, 200)]))
    page = visit()
    page.set_viewport_size({"width": 390, "height": 844})
    page.locator("#plays li").first.get_by_role("button").first.click()
    expect(page.locator(".clip img")).to_have_js_property("naturalWidth", 480)
    assert page.locator(".clip img").bounding_box()["width"] > 250
    tap(page, "Cancel")
    page.goto(f"{served.server.address}games/1/replay#4")
    tap(page, "Photos")
    expect(page.locator(".clip img")).to_have_js_property("naturalWidth", 480)
    colours = page.locator(".clip a").evaluate(
        "link => [link, link.closest('.photos')].map(each => getComputedStyle(each).color)"
    )
    assert colours[0] == colours[1]
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save the clip").click()
    assert saved.value.suggested_filename == "muggins-1-4.webp"


def test_the_end_of_a_hand_saves_what_is_known_of_it(served, visit, start):
    served.session.start_game(start("all-fives"))
    served.see("5-5")
    page = visit("/hand-end")
    with page.expect_download() as saved:
        page.get_by_role("link", name="This hand went wrong").click()
    assert saved.value.suggested_filename == "muggins-game-1-event-2.zip"


def test_plays_are_taken_back_one_after_the_other_and_brought_back(served, visit, start):
    served.session.start_game(start())
    served.see("5-5", "5-0>5-5")
    page = visit()
    page.reload()
    expect(page.locator("#plays li")).to_have_count(3)
    shows(page, "count", "10")
    shows(page, "said", "Bob plays five blank. Ten, two points for Bob.")
    expect(score(page, "Bob")).to_have_text("2")
    expect(page.get_by_role("button", name="Bring back")).to_be_hidden()
    tap(page, "Take back")
    expect(score(page, "Bob")).to_have_text("0")
    expect(page.locator("#plays li")).to_have_count(2)
    tap(page, "Take back")
    expect(score(page, "Ann")).to_have_text("0")
    expect(page.locator("#plays li")).to_have_count(1)
    tap(page, "Bring back")
    tap(page, "Bring back")
    expect(score(page, "Bob")).to_have_text("2")
    expect(page.get_by_role("button", name="Bring back")).to_be_hidden()


def test_a_doubt_is_asked_on_every_screen_and_the_game_goes_on_without_an_answer(served, visit, start):
    served.session.start_game(start())
    served.see("5-5", "5-1>5-5")
    page, phone = visit(), visit(size=PHONE)
    questions = page.locator("#questions")
    served.doubt("5-1", "5-1", "5-0")
    expect(questions).to_contain_text("Is this 5-1 or 5-0?")
    expect(questions.locator("kbd")).to_have_text(["1", "2"])
    expect(questions.locator(".tile")).to_have_count(2)
    served.see("6-5>5-5")
    shows(page, "count", "7")
    expect(questions).to_contain_text("Is this 5-1 or 5-0?")
    page.keyboard.press("3")
    page.keyboard.press("2")
    expect(questions).to_be_hidden()
    expect(score(page, "Bob")).to_have_text("2")

    served.doubt("6-5", "6-5", "5-4")
    phone.locator("#questions button", has_text="5-4").click()
    expect(questions).to_be_hidden()
    shows(page, "count", "4")
    for kind, tile, likely in (
        ("faint", "6-1", ["6-1", "6-0"]),
        ("edge", "6-2", ["6-2", "6-3"]),
        ("foreign", "4-1", []),
    ):
        served.doubt(tile, *likely, kind=kind)
        expect(phone.locator("#questions")).to_be_visible()
        expect(phone.locator("#questions button")).to_have_count(len(likely) + 1)
        phone.locator("#questions button", has_text="Ignore").click()
        expect(phone.locator("#questions")).to_be_hidden()
        shows(phone, "count", "4")


def test_keys_reach_every_answer_of_a_question(served, visit, start):
    """Of three tiles each may have come first, or all lie in order: the keys ended with the third answer."""
    served.session.start_game(start("all-fives", seats={"Ann": "bottom", "Bob": "top"}))
    WatchedTable(served.session).see("5-5 bottom", *(f"5-{half}>5-5 unwatched" for half in (1, 0, 4)))
    page = visit()
    answers = page.locator("#questions button")
    expect(answers).to_have_text(
        ["15-1 came first", "25-0 came first", "35-4 came first", "4In this order: 5-1, 5-0, 5-4"]
    )
    page.keyboard.press("5")
    page.keyboard.press("4")
    expect(page.locator("#questions")).to_be_hidden()
    assert served.session.snapshot.game.layout == Layout.parse("5-5, 5-1>5-5, 5-0>5-5, 5-4>5-5")


def test_no_field_that_gets_the_focus_lies_behind_the_buttons_of_a_form(served, visit, start):
    """On a phone the fields of a correction that were reached with the keyboard lay behind its four buttons."""
    served.session.start_game(start())
    served.see("5-5", "5-1>5-5")
    page = visit(size=PHONE)
    page.locator("#plays li").first.get_by_role("button").first.click()
    expect(page.get_by_role("button", name="Put it right")).to_be_visible()
    served.see("5-0>5-5")
    expect(page.get_by_role("dialog").get_by_role("status")).to_contain_text("Ann plays five blank.")
    fields = "#dialog-body :is(input, button):enabled, #dialog-body a"
    hidden = """(fields) => [...document.querySelectorAll(fields)].filter((each) => {
        each.focus();
        const place = (each.closest("label") ?? each).getBoundingClientRect();
        return place.bottom > document.getElementById("dialog-buttons").getBoundingClientRect().top;
    }).map((each) => each.value || each.textContent || each.ariaLabel)"""
    assert page.evaluate(hidden, fields) == []


def test_one_question_is_asked_at_a_time_and_its_place_is_marked_in_the_picture(served, visit, start):
    """Five questions covered the picture that they were about, and nothing said which tile was meant."""
    served.session.start_game(start())
    served.see("5-5", "5-1>5-5")
    served.doubt("6-1", "6-1", "6-0", kind="faint", outline=(64, 90, 128, 90, 128, 180, 64, 180))
    served.doubt("6-2", "6-2", "6-3", kind="edge", outline=(320, 180, 384, 180, 384, 270, 320, 270))
    page = visit()
    questions, asked = page.locator("#questions"), page.locator("#picture .asked")
    expect(questions).to_contain_text("1 of 2")
    expect(questions).to_contain_text("Is this 6-1 or 6-0?")
    expect(questions).not_to_contain_text("6-2")
    expect(asked).to_have_attribute("points", "64.0 90.0 128.0 90.0 128.0 180.0 64.0 180.0")
    expect(questions.get_by_alt_text("The tile as the camera sees it")).to_be_visible()
    tap(page, "3 Ignore")
    expect(questions).to_contain_text("Is this 6-2 or 6-3?")
    expect(questions).not_to_contain_text("1 of")
    served.camera.show(np.full((360, 640, 3), 130, np.uint8))
    expect(asked).to_have_attribute("points", "320.0 180.0 384.0 180.0 384.0 270.0 320.0 270.0")
    served.session.on_table_event(DoubtSettled(served.time, Tile(6, 2), "edge"))
    expect(questions).to_be_hidden()


def test_a_question_that_comes_while_the_page_fetches_the_table_stays(served, visit, start):
    """After a play was put right the page fetched the table: an answer from before a question hid it for good."""
    served.session.start_game(start())
    served.see("5-5", "5-1>5-5")
    page, held = visit(), []
    table = "**/api/table?*"
    # Asked to take one request alone, the browser lets go of it as soon as it takes no more.
    page.route(table, lambda route: route.continue_() if held else held.append(route))
    with page.expect_request(table) as asked:
        tap(page, "Take back")
    before = page.request.get(asked.value.url).json()
    served.doubt("5-5", "5-5", "5-4")
    questions = page.locator("#questions")
    expect(questions.locator("button")).to_have_count(2)
    with page.expect_request(table):
        held[0].fulfill(json=before)
    shows(page, "count", "10")
    expect(questions.locator("button")).to_have_count(2)


def test_a_correction_is_shown_although_the_network_was_away_when_the_page_asked(served, visit, start):
    """The page asked for the table once: where that failed, a play that was taken back stood there until the next."""
    visit.provokes("ERR_FAILED")
    served.session.start_game(start())
    served.see("5-5", "5-1>5-5")
    page, table = visit(), "**/api/table?*"
    plays = page.locator("#plays li:not(.said-so)")
    expect(plays).to_have_count(2)
    page.route(table, lambda route: route.abort())
    with page.expect_event("requestfailed"):
        tap(page, "Take back")
    page.unroute(table)
    expect(plays).to_have_count(1)
    shows(page, "count", "10")


def test_pictures_of_questions_are_let_go_once_they_are_shown(served, visit, start):
    """Each question of an evening left its picture in the memory of every screen."""
    served.session.start_game(start())
    served.see("5-5")
    page = visit()
    page.evaluate("""() => {
      globalThis.kept = new Set();
      const [create, revoke] = [URL.createObjectURL, URL.revokeObjectURL];
      URL.createObjectURL = (blob) => { const made = create(blob); kept.add(made); return made; };
      URL.revokeObjectURL = (made) => { kept.delete(made); revoke(made); };
    }""")
    served.doubt("6-1", "6-1", "6-0", kind="faint", outline=(64, 90, 128, 90, 128, 180, 64, 180))
    picture = page.get_by_alt_text("The tile as the camera sees it")
    expect(picture).to_be_visible()
    page.wait_for_function("src => !kept.has(src)", arg=picture.get_attribute("src"))
    expect(picture).not_to_have_js_property("naturalWidth", 0)


def test_the_picture_and_the_tiles_are_shown_and_a_moved_camera_told(served, visit, start):
    """The layout was drawn anew with every word about the camera: a tap or the focus on a tile was lost."""
    served.session.start_game(start())
    served.see("5-5", "5-1>5-5")
    page = visit()
    expect(page.locator("#live-picture")).to_have_js_property("naturalWidth", 640)
    served.camera.show(np.zeros((240, 320, 3), np.uint8))
    expect(page.locator("#live-picture")).to_have_js_property("naturalWidth", 320)

    tap(page, "Tiles")
    tile = page.locator('#layout [data-tile="5-1"]')
    expect(page.locator("#layout .domino")).to_have_count(2)
    expect(tile.locator(".open")).to_have_count(1)
    expect(page.locator('#layout [data-tile="5-5"] .open')).not_to_have_count(0)
    tile.focus()
    served.session.on_table_event(CameraMoved(3.0))
    expect(page.locator("#camera")).to_contain_text("The camera was moved.")
    expect(tile).to_be_focused()
    tile.click()
    expect(page.get_by_role("heading", name="Bob played 5-1")).to_be_visible()
    page.keyboard.press("Escape")

    tap(page, "Pause")
    expect(page.locator("#camera")).to_contain_text("Paused")
    assert served.session.snapshot.is_paused


def test_everything_is_done_with_the_keyboard(served, visit, start):
    served.session.start_game(start())
    served.see("5-5")
    page = visit()
    page.locator("#layout .domino").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Ann played 5-5")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Play", exact=True).focus()
    page.keyboard.press("Enter")
    page.get_by_role("dialog").get_by_role("button", name="5 and 0").focus()
    page.keyboard.press("Space")
    page.get_by_role("button", name="Play it").focus()
    page.keyboard.press("Enter")
    expect(score(page, "Bob")).to_have_text("2")
    page.locator("#plays li button").first.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()


def test_a_whole_hand_is_played_by_hand_without_a_camera(served, visit, start):
    """Half the phone was a black picture, and a warning in red told of what the table had chosen itself.

    The page asks nothing of any other machine.
    """
    served.cameras.choose("none")
    served.session.start_game(start())
    page = visit("/games", size=PHONE)
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(served.server.address)
    said = page.locator("#camera")
    expect(said).to_have_text("There is no camera. Meanwhile enter plays with “Play”.")
    quiet = page.locator("#points-word").evaluate("() => getComputedStyle(document.querySelector('.rules')).color")
    expect(said).to_have_css("color", quiet)
    tap(page, "Play")
    page.get_by_role("dialog").get_by_role("button", name="6 and 4").click()
    tap(page, "Play it")
    shows(page, "count", "10")
    expect(page.locator("#layout .domino")).to_be_visible()
    expect(page.locator("#picture")).to_be_hidden()
    tap(page, "Play")
    page.get_by_role("dialog").get_by_role("button", name="6 and 1").click()
    tap(page, "Play it")
    shows(page, "count", "5")
    expect(score(page, "Bob")).to_have_text("1")
    assert len(asked) > 5
    assert [url for url in asked if not url.startswith((served.server.address, "data:", "blob:"))] == []

    # A cleared table asks for the tiles left.
    served.session.on_table_event(Cleared(9.0))
    page.get_by_role("link", name="Enter them").click()
    expect(page.get_by_role("heading", name="The hand is over")).to_be_visible()
    # Nobody has gone out until somebody says so: two players had, before anything was entered.
    expect(page.get_by_role("button", name="Ann not entered yet")).to_be_visible()
    expect(page.get_by_role("button", name="Score the hand")).to_be_disabled()
    page.get_by_role("button", name="5 and 5").click()
    expect(page.get_by_role("button", name="Score the hand")).to_be_disabled()
    page.get_by_role("button", name="Bob not entered yet").click()
    tap(page, "Bob went out")
    served.doubt("6-1", "6-1", "6-0")
    tap(page, "Score the hand")
    # Bob holds six tiles by the record. That is asked before the doubt, which came first.
    expect(page.locator("#questions")).to_contain_text("1 of 2")
    tap(page, "Yes")
    shows(page, "said", "The hand goes to Bob: two points. Ann two, Bob three. Bob cannot have gone out.")
    shows(page, "turn", "Next hand: Bob to set")


def test_the_table_fits_every_screen_and_is_read_across_a_table(served, visit, start):
    served.session.start_game(start())
    served.see("5-5", "5-0>5-5", "5-4>5-5")
    page = visit()
    shows(page, "count", "4")
    expect(page.locator("#live-picture")).to_have_js_property("naturalWidth", 640)
    for size in SIZES:
        resize(page, size)
        wide, high = size
        tap(page, "Picture" if size == PHONE else "Both")  # as each shows it at first
        assert page.evaluate("document.documentElement.scrollWidth") <= wide
        count = page.locator("#count").bounding_box()
        assert count["height"] >= min(wide, high) / 9
        assert count["y"] + count["height"] <= high
        assert page.locator("#board").bounding_box()["y"] < high
        if wide > high:
            assert page.evaluate("document.documentElement.scrollHeight") <= high
        for name in ("Take back", "Play", "Voice"):
            assert page.get_by_role("button", name=name, exact=True).bounding_box()["height"] >= 40
    # Nothing is left free below the picture on a phone: the drawing of the tiles, hidden, still had its share.
    resize(page, PHONE)
    tap(page, "Both")
    expect(page.locator("#layout")).to_be_visible()
    tap(page, "Picture")
    expect(page.locator("#layout")).to_be_hidden()
    assert height(page, ".panes") == height(page, "#picture")
    page.goto(f"{served.server.address}hand-end")
    for size in SIZES:
        resize(page, size)
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]


def test_a_layout_that_runs_up_and_down_stands_beside_the_picture(served, visit, start):
    """It was drawn as the picture shows it, and so small that nobody could read it across a table."""
    served.session.start_game(start())
    page = visit(size=(1280, 800))
    tap(page, "Both")
    for number, text in enumerate(("6-4", "4-1>6-4", "6-5>6-4"), 1):
        beside = page.locator("#layout").bounding_box()["x"] > page.locator("#picture").bounding_box()["x"]
        assert not beside
        placement = Placement.parse(text)
        angle = 90 if text == "4-1>6-4" else 270
        served.session.on_table_event(Played(float(number), placement.tile, placement.on, angle=angle))
        expect(page.locator("#layout .domino")).to_have_count(number)
    picture, layout = (page.locator(selector).bounding_box() for selector in ("#picture", "#layout"))
    assert layout["x"] > picture["x"] + picture["width"]
    assert layout["height"] == picture["height"] == height(page, ".panes")
    assert page.locator("#layout .domino").first.bounding_box()["height"] > 80


def test_on_a_low_screen_neither_a_question_nor_a_warning_pushes_the_board_out_of_sight(served, visit, start):
    """With scores to be claimed the last lane and its pegs were cut off, and no scrolling led there."""
    served.session.start_game(start(claims="call"))
    served.see("5-5", "5-1>5-5")
    served.doubt("5-1", "5-1", "5-0")
    served.cameras.choose("none")
    served.session.set_camera_status(NO_PICTURE)
    page = visit(size=LOW[0])
    tap(page, "Both")
    expect(page.locator("#camera")).to_contain_text("No picture comes")
    expect(page.locator("#stage")).to_have_css("opacity", "0.3")  # the last picture must not pass for the table
    expect(page.locator(".question")).to_be_visible()
    for size in LOW:
        resize(page, size)
        ends = page.evaluate("""[...document.querySelectorAll(
            "main > section, .seen > section, .lane .holes, .question")]
            .map((each) => each.getBoundingClientRect().bottom)""")
        assert max(ends) <= size[1]
        assert height(page, ".panes") > 100
        assert height(page, ".plays") > 44
    # On a phone that lies on its side they left picture and tiles hardly any height.
    resize(page, (844, 390))
    page.evaluate("scrollTo(0, 0)")
    assert (height(page, "#picture") > 180, height(page, "#layout") > 120) == (True, True)
    question = page.locator(".question").bounding_box()
    assert question["y"] + question["height"] <= 390


def test_a_game_whose_plays_score_nothing_has_a_sheet_with_a_column_for_each_side(served, visit, start):
    """A pegboard of 61 holes went round four times, the largest figures were open ends, and end sums stood there."""
    served.session.start_game(start("latin", "Ann Bob Cid Dee"))
    served.see("6-6", "6-1>6-6")
    page = visit()
    totals, sheet = page.locator("#totals output"), page.locator("#board tbody tr")
    expect(totals).to_have_text(["0", "0"])
    expect(page.locator("#count-tile")).to_be_hidden()
    expect(page.locator("#turn")).to_contain_text("Open: 6, 1")
    expect(page.locator("#plays .count").first).to_be_hidden()
    left = {"Ann": (Tile(5, 5),), "Bob": (), "Cid": (Tile(4, 4),), "Dee": (Tile(2, 1),)}
    served.session.tell(HandEnd(left))
    expect(totals).to_have_text(["0", "21"])
    expect(page.locator("#board thead th")).to_have_text(["Hand", "Ann & Cid", "Bob & Dee"])
    expect(sheet).to_have_count(1)
    expect(sheet.locator("td")).to_have_text(["–", "21"])


@pytest.mark.parametrize(("target", "holes", "last"), [(5, 5, "5"), (61, 61, "61"), (150, 30, "150"), (200, 40, "200")])
def test_a_pegboard_is_as_long_as_its_game(target, holes, last, served, visit, start):
    """A game to 5 and a game to 200 had 61 holes, and the pegs went round."""
    served.session.start_game(start("all-fives", target=target))
    page = visit()
    lane = page.locator(".lane").first
    expect(lane.locator(".hole")).to_have_count(holes + 2)  # two more in which the pegs wait
    expect(lane.locator("text").last).to_have_text(last)


def test_nothing_is_offered_any_more_once_the_game_is_over(served, visit, start):
    served.session.start_game(start("all-fives", target=10, claims="call"))
    page = visit()
    for name in ("Claim", "Muggins!", "Play", "Pass", "Points"):
        expect(page.get_by_role("button", name=name, exact=True)).to_be_visible()
    served.see("5-5")
    served.session.tell(Claim("Ann", 10))
    expect(page.locator("#ending")).to_be_visible()
    for name in ("Claim", "Muggins!", "Play", "Pass", "Points"):
        expect(page.get_by_role("button", name=name, exact=True)).to_be_hidden()
    expect(page.get_by_role("button", name="Take back")).to_be_enabled()


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (1280, 800), (1920, 1080)])
def test_a_game_ends_with_its_winner_and_the_next_begins_with_one_tap(size, served, visit, start):
    served.session.start_game(start("all-fives", "Annegret-Wilhelmine-Luise Bob", target=10))
    page = visit("/", size)
    ending = page.locator("#ending")
    expect(ending).to_be_hidden()
    served.see("5-5")
    expect(ending.get_by_role("heading")).to_have_text("Annegret-Wilhelmine-Luise won")
    expect(ending).to_contain_text("Annegret-Wilhelmine-Luise sets 5-5")
    shown = ending.bounding_box()
    assert shown["x"] >= 0
    assert shown["x"] + shown["width"] <= size[0]
    assert shown["y"] + shown["height"] <= page.locator(".now").bounding_box()["y"]
    page.get_by_role("link", name="See the game").hover()
    tap(page, "Rematch")
    expect(ending).to_be_hidden()
    assert served.session.snapshot.game_id == 2
    assert served.session.snapshot.game.scores == {"Annegret-Wilhelmine-Luise": 0, "Bob": 0}
    page.goto(f"{served.server.address}games/1")
    expect(page.get_by_text("On the table")).to_have_count(0)


def test_where_a_double_may_be_touched_at_its_side_or_its_end_the_form_asks(served, visit, start):
    served.session.start_game(start("sniff", options={"spinner-ends": "any-time"}))
    page = visit()
    served.session.tell(event_of("Ann 4-4"))
    expect(page.locator("#plays li")).to_have_count(2)
    tap(page, "Play")
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="6 and 4").click()
    dialog.get_by_text("Its end").click()
    tap(page, "Play it")
    expect(page.locator("#plays li")).to_have_count(3)
    assert served.session.snapshot.game.layout == Layout.parse("4-4, 6-4>4-4^")
    page.locator("#plays li").filter(has_text="endwise").get_by_role("button").first.click()
    dialog.get_by_text("Its side").click()
    tap(page, "Put it right")
    expect(page.locator("#plays")).not_to_contain_text("endwise")
    assert served.session.snapshot.game.layout == Layout.parse("4-4, 6-4>4-4")


def test_in_matador_each_tile_is_entered_and_the_halves_that_touch_are_asked(served, visit, start):
    served.session.start_game(start("matador"))
    page = visit()
    expect(page.locator("#camera")).to_contain_text("kept by hand")
    served.session.tell(event_of("Ann 5-4"))
    expect(page.locator("#plays li")).to_have_count(2)
    tap(page, "Play")
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="6 and 3").click()  # 3 at the 4: there is no other way
    expect(dialog.get_by_text("Which halves touch?")).to_have_count(0)
    dialog.get_by_role("button", name="3 and 2").click()
    dialog.get_by_text("its 2 at the 5").click()
    tap(page, "Play it")
    expect(page.locator("#plays li")).to_have_count(3)
    game = served.session.snapshot.game
    assert game.hand.layout == Layout.parse("5-4, 3-2>5-4:2/5")
