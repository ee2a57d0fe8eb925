"""The table page as people see and use it, in a real browser; what the camera sees is scripted."""

import cv2
import numpy as np
import pytest
from playwright.sync_api import expect
from serving import score, tap

from muggins.vision.tracking.events import CameraMoved


def text(page, id, words):
    expect(page.locator(f"#{id}")).to_have_text(words)


def test_a_play_is_counted_told_pegged_and_listed_as_it_happens(served, visit, start):
    served.session.start_game(start())
    page = visit()
    text(page, "turn", "Lay the first tile")
    front = page.locator(".side-1 .peg.front")
    before = front.get_attribute("style")
    served.see("5-5")
    text(page, "count", "10")
    text(page, "points", "+2")
    text(page, "said", "Ann sets double five. Ten, two points for Ann.")
    text(page, "turn", "Bob to play")
    expect(score(page, "Ann")).to_have_text("2")
    expect(page.locator("#plays li").first).to_contain_text("Ann")
    assert page.locator(".side-1 .peg.front").get_attribute("style") != before


def test_the_peg_behind_leaps_over_the_one_in_front(served, visit, start):
    served.session.start_game(start("all-fives"))
    page = visit()
    served.see("5-5")
    expect(score(page, "Ann")).to_have_text("10")
    in_front = page.locator(".side-1 .peg.front").get_attribute("style")
    served.see("5-1>5-5", "1-0>5-1")
    expect(score(page, "Ann")).to_have_text("20")
    assert page.locator(".side-1 .peg:not(.front)").get_attribute("style") == in_front
    assert page.locator(".side-1 .peg.front").get_attribute("style") != in_front


def choose_voice(page, *choices):
    page.get_by_role("button", name="Voice").click()
    for choice in choices:
        page.get_by_role("dialog").get_by_text(choice, exact=True).click()
    tap(page, "Done")


def test_the_voice_speaks_when_asked_and_is_silent_when_not(served, visit, start):
    served.session.start_game(start())
    page = visit()
    choose_voice(page, "on")
    served.see("5-5")
    text(page, "count", "10")
    assert page.evaluate("spoken") == ["Voice on.", "Ann sets double five. Ten, two points for Ann."]
    choose_voice(page, "off")
    served.see("5-1>5-5")
    text(page, "count", "11")
    assert len(page.evaluate("spoken")) == 2


def test_the_voice_tells_scores_only_and_in_spanish(served, visit, start):
    served.session.start_game(start())
    page = visit()
    with page.expect_navigation():
        choose_voice(page, "on", "scores only", "Español")
    expect(page.locator("main:not([inert])")).to_be_visible()
    served.see("5-5")
    text(page, "said", "Ann sets double five. Ten, two points for Ann.")
    served.see("5-1>5-5")
    text(page, "count", "11")
    served.see("5-0>5-5")
    text(page, "count", "1")
    assert page.evaluate("spoken") == ["Ann sale con doble cinco. Diez, dos puntos para Ann."]


def test_the_clubs_table_talk_is_heard_by_who_wants_it(served, visit, start):
    served.session.start_game(start())
    page = visit()
    with page.expect_navigation():
        choose_voice(page, "on", "with table talk")
    expect(page.locator("main:not([inert])")).to_be_visible()
    served.see("5-5")
    expect(page.locator("#said")).to_contain_text("rown jewels")


def test_the_table_before_and_after_a_play_is_one_tap_away(served, visit, start):
    served.session.start_game(start())
    still = cv2.imencode(".jpg", np.full((36, 64, 3), 90, np.uint8))[1].tobytes()
    served.see("5-5", picture=still)
    served.see("5-1>5-5", picture=still)
    page = visit()
    page.locator("#plays li button").first.click()
    expect(page.locator(".stills figcaption")).to_have_text(["Before", "After"])
    expect(page.locator(".stills img").last).to_have_js_property("naturalWidth", 64)
    tap(page, "Cancel")
    page.locator("#plays li button").nth(1).click()
    expect(page.locator(".stills figcaption")).to_have_text(["After"])


def test_plays_are_taken_back_one_after_the_other_and_brought_back(served, visit, start):
    served.session.start_game(start())
    served.see("5-5", "5-0>5-5")
    page = visit()
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


def test_a_misread_tile_is_put_right_with_three_taps(served, visit, start):
    served.session.start_game(start())
    served.see("5-5", "5-1>5-5")
    page = visit()
    page.locator("#plays li button").first.click()
    page.get_by_role("dialog").get_by_role("button", name="5 and 0").click()
    tap(page, "Put it right")
    expect(score(page, "Bob")).to_have_text("2")
    text(page, "said", "Corrected. Bob two.")
    text(page, "count", "10")


def test_a_play_is_given_to_another_player_and_struck_out(served, visit, start):
    served.session.start_game(start("all-fives"))
    served.see("5-5")
    page = visit()
    page.locator("#plays li button").first.click()
    page.get_by_role("dialog").get_by_text("Bob", exact=True).click()
    tap(page, "Put it right")
    expect(score(page, "Bob")).to_have_text("10")
    page.locator("#plays li button").first.click()
    tap(page, "Strike it out")
    expect(score(page, "Bob")).to_have_text("0")


def test_points_are_pegged_by_hand_and_put_right(served, visit, start):
    served.session.start_game(start())
    served.see("5-5")
    page = visit()
    tap(page, "Points")
    page.get_by_role("dialog").get_by_text("Bob", exact=True).click()
    page.get_by_label("Points; fewer with a minus").fill("3")
    tap(page, "Peg them")
    expect(score(page, "Bob")).to_have_text("3")
    text(page, "said", "Three points for Bob, by hand.")
    page.locator("#plays li button", has_text="by hand").click()
    tap(page, "Strike it out")
    expect(score(page, "Bob")).to_have_text("0")


def test_a_doubt_is_asked_on_every_screen_and_answered_on_one(served, visit, start):
    served.session.start_game(start())
    served.see("5-5", "5-1>5-5")
    first, second = visit(), visit(size=(390, 844))
    served.doubt("5-1", "5-1", "5-0")
    expect(first.locator("#questions")).to_contain_text("Is this 5-1 or 5-0?")
    expect(first.locator("#questions kbd")).to_have_text(["1", "2"])
    expect(first.locator("#questions .tile")).to_have_count(2)
    second.locator("#questions button", has_text="5-0").click()
    expect(first.locator("#questions")).to_be_hidden()
    expect(score(first, "Bob")).to_have_text("2")


@pytest.mark.parametrize(("kind", "likely"), [("faint", ["5-1", "5-0"]), ("edge", ["5-1", "5-0"]), ("foreign", [])])
def test_what_was_not_read_is_asked_about_and_can_be_left(served, visit, start, kind, likely):
    served.session.start_game(start())
    served.see("5-5")
    page = visit(size=(390, 844))
    served.doubt("5-1", *likely, kind=kind)
    expect(page.locator("#questions button")).to_have_count(len(likely) + 1)
    page.locator("#questions button", has_text="Leave it").click()
    expect(page.locator("#questions")).to_be_hidden()
    text(page, "count", "10")


def test_a_doubt_is_answered_with_a_key_and_the_game_goes_on_without_an_answer(served, visit, start):
    served.session.start_game(start())
    served.see("5-5", "5-1>5-5")
    page = visit()
    served.doubt("5-1", "5-1", "5-0")
    expect(page.locator("#questions")).to_contain_text("Is this 5-1 or 5-0?")
    served.see("6-5>5-5")
    text(page, "count", "7")
    expect(page.locator("#questions")).to_contain_text("Is this 5-1 or 5-0?")
    page.keyboard.press("3")
    page.keyboard.press("2")
    expect(page.locator("#questions")).to_be_hidden()
    expect(score(page, "Bob")).to_have_text("2")


def test_open_ends_are_marked_on_the_tiles(served, visit, start):
    served.session.start_game(start())
    served.see("5-5", "5-1>5-5")
    page = visit()
    tap(page, "Tiles")
    expect(page.locator('#layout [data-tile="5-1"] .open')).to_have_count(1)
    expect(page.locator('#layout [data-tile="5-5"] .open')).not_to_have_count(0)


def test_the_live_picture_is_shown_and_a_moved_camera_told(served, visit, start):
    served.session.start_game(start())
    page = visit()
    expect(page.locator("#live-picture")).to_have_js_property("naturalWidth", 640)
    served.camera.show(np.zeros((240, 320, 3), np.uint8))
    expect(page.locator("#live-picture")).to_have_js_property("naturalWidth", 320)
    served.session.on_table_event(CameraMoved(3.0))
    expect(page.locator("#camera")).to_contain_text("The camera was moved.")
    tap(page, "Pause")
    expect(page.locator("#camera")).to_contain_text("Paused")
    assert served.session.snapshot.is_paused


def test_the_layout_is_drawn_as_tiles_that_can_be_tapped(served, visit, start):
    served.session.start_game(start())
    served.see("5-5", "5-1>5-5")
    page = visit()
    tap(page, "Tiles")
    expect(page.locator("#layout .domino")).to_have_count(2)
    page.locator('#layout [data-tile="5-1"]').click()
    expect(page.get_by_role("heading", name="Bob played 5-1")).to_be_visible()


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


def test_a_tile_keeps_the_focus_while_the_page_is_told_of_the_camera(served, visit, start):
    """The layout was drawn anew with every word about the camera: a tap or the focus on a tile was lost."""
    served.session.start_game(start())
    served.see("5-5", "5-1>5-5")
    page = visit()
    tap(page, "Tiles")
    page.locator('#layout [data-tile="5-1"]').focus()
    served.session.on_table_event(CameraMoved(3.0))
    expect(page.locator("#camera")).to_contain_text("The camera was moved.")
    expect(page.locator('#layout [data-tile="5-1"]')).to_be_focused()


def test_the_page_of_a_table_asks_nothing_of_any_other_machine(served, start, visit):
    served.session.start_game(start())
    page = visit("/games")
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(served.server.address)
    page.locator("main:not([inert])").wait_for(state="attached")
    assert len(asked) > 5
    assert [url for url in asked if not url.startswith((served.server.address, "data:", "blob:"))] == []
