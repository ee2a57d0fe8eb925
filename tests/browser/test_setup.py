"""Set-up as people go through it: the camera's frame, seats by the edge of the picture, rules, choices remembered."""

import re
import unicodedata

import numpy as np
import pytest
from playwright.sync_api import expect

from muggins.scorer.rules.rulesets import load_ruleset, ruleset_names
from muggins.webapp.camera.phone import Addresses
from muggins.webapp.language.catalogues import languages
from muggins.webapp.views.pages import PLAYED_MOST
from muggins.webapp.web.language import texts_in

SIZES = [(390, 844), (1024, 768), (1920, 1080)]


def test_a_player_is_seated_by_tapping_the_edge_of_the_picture(served, visit):
    page = visit("/new")
    page.get_by_role("button", name="Ann sits at the bottom").wait_for()
    page.get_by_role("button", name="Sit at the left").click()
    page.get_by_role("button", name="Sit at the right").click()
    expect(page.get_by_role("button", name="Ann sits at the left")).to_be_visible()
    expect(page.get_by_role("button", name="Bob sits at the right")).to_be_visible()
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator("#rules")).to_have_text("Five-Up · to 61")
    assert served.session.snapshot.game.record[0].seats == {"Ann": "left", "Bob": "right"}


def test_two_never_sit_at_the_same_edge(served, visit):
    page = visit("/new")
    page.get_by_role("button", name="Bob sits at the top").click()
    expect(page.get_by_role("button", name="Ann sits at the top")).to_be_visible()
    expect(page.get_by_role("button", name="tap an edge")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Sit at the bottom").click()
    expect(page.get_by_role("button", name="Bob sits at the bottom")).to_be_visible()


def test_the_house_plays_otherwise_and_all_of_it_is_remembered(served, visit):
    page = visit("/new")
    page.get_by_text("All Fives", exact=True).click()
    page.get_by_label("Won at").fill("150")
    page.get_by_text("must be claimed").click()
    page.get_by_text("House rules").click()
    page.get_by_label("Which doubles spin").select_option("the first")
    page.get_by_label("Tiles up to").select_option("double nine")
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator("#rules")).to_have_text("All Fives · to 150")
    rules = served.session.snapshot.game.rules
    assert (rules.spinner, rules.set, rules.target, rules.claims) == ("first-double", 9, 150, "call")

    again = visit("/new")  # also in another browser, another evening
    expect(again.get_by_label("Won at")).to_have_value("150")
    expect(again.locator('select[name="spinner"]')).to_have_value("first-double")
    assert again.locator('input[name="rules"]:checked').get_attribute("value") == "all-fives"
    assert again.locator('input[name="claims"]:checked').get_attribute("value") == "call"


def test_latin_pairs_seat_four_in_two_teams_in_the_order_of_their_turns(served, visit):
    """The page names the players counter-clockwise, as they play; the record names them clockwise, as ever."""
    page = visit("/new")
    page.get_by_text("More games", exact=True).click()
    page.get_by_text("Latin pairs", exact=True).click()
    expect(page.get_by_text("In the order of their turns, counter-clockwise.")).to_be_visible()
    for player, side in (("Ann", "bottom"), ("Bob", "right"), ("Cid", "top"), ("Dee", "left")):
        expect(page.get_by_role("button", name=f"{player} sits at the {side}")).to_be_visible()
    expect(page.get_by_label("Two teams")).to_be_disabled()
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator("#rules")).to_have_text("Latin pairs · to 200")
    started = served.session.snapshot.game.record[0]
    assert started.players == ("Ann", "Dee", "Cid", "Bob")
    assert started.teams == (("Ann", "Cid"), ("Dee", "Bob"))
    assert started.seats == {"Ann": "bottom", "Bob": "right", "Cid": "top", "Dee": "left"}

    again = visit("/new")
    names = [each.input_value() for each in again.get_by_label(re.compile("Player [1-4]")).all()]
    assert names == ["Ann", "Bob", "Cid", "Dee"]


def test_set_up_says_what_is_wrong_with_the_camera(served, visit):
    page = visit("/new")
    served.camera.show(np.zeros((360, 640, 3), np.uint8))
    expect(page.locator("#sight")).to_contain_text("too dark")
    expect(page.locator("#preview")).not_to_have_class("good")


@pytest.mark.parametrize("size", SIZES)
def test_set_up_fits_every_screen_and_starts_with_one_tap(served, visit, size):
    page = visit("/new", size=size)
    start = page.get_by_role("button", name="Start the game")
    assert start.bounding_box()["y"] + start.bounding_box()["height"] <= size[1]
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    start.click()
    expect(page.locator("#rules")).to_have_text("Five-Up · to 61")


@pytest.mark.parametrize("size", [(1024, 768), (1920, 1080)])
def test_all_three_steps_are_in_sight_at_once_on_a_wide_screen(served, visit, size):
    """The game lay below the edge of the screen, and beside it half the page was empty."""
    page = visit("/new", size=size)
    start = page.get_by_role("button", name="Start the game").bounding_box()
    for heading in ("The camera", "The players", "The game"):
        box = page.get_by_role("heading", name=heading).bounding_box()
        assert box["y"] + box["height"] <= start["y"]


def test_four_players_and_their_teams_fit_a_phone(served, visit):
    """The box to tick for teams, which nobody sees, was as wide as the page and stood out of it."""
    page = visit("/new", size=(390, 844))
    for _ in range(2):
        page.get_by_role("button", name="Add a player").click()
    expect(page.get_by_text("Two teams")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_what_the_program_says_of_the_camera_reads_as_a_sentence(served, visit):
    served.cameras.choose("none")
    served.cameras.trouble = "no webcam was found on this machine: plug one in"
    page = visit("/new")
    expect(page.locator(".camera-says")).to_have_text("No webcam was found on this machine: plug one in.")
    expect(page.get_by_role("link", name="Back")).to_have_count(0)  # there is no table yet to go back to


def test_another_camera_is_chosen_by_a_tap_and_offered_again_the_next_evening(served, visit):
    page = visit("/new")
    expect(page.locator("#live-picture")).to_have_js_property("naturalWidth", 640)
    page.get_by_text("Webcam 0").click()
    expect(page.locator("#live-picture")).to_have_js_property("naturalWidth", 320)
    assert served.cameras.chosen == "0"
    again = visit("/new")
    expect(again.get_by_role("button", name="Webcam 0", pressed=True)).to_be_visible()
    assert (served.record.parent / "camera").read_text() == "0"


def test_a_camera_that_does_not_answer_is_told_in_a_sentence_and_the_one_before_stays(served, visit):
    page = visit("/new")
    page.get_by_text("Webcam 0").click()
    expect(page.locator("#live-picture")).to_have_js_property("naturalWidth", 320)
    page.get_by_text("An address").click()
    page.get_by_label("The camera's address").fill("192.168.1.20/<b>video</b>")
    page.keyboard.press("Enter")
    says = page.locator(".camera-says")
    expect(says).to_have_text("http://192.168.1.20/<b>video</b>: does not answer; check that the camera is on.")
    expect(page.get_by_label("The camera's address")).to_have_value("192.168.1.20/<b>video</b>")
    page.get_by_text("Webcam 1").click()
    expect(says).to_contain_text("does not answer")
    expect(page.get_by_role("button", name="Webcam 0", pressed=True)).to_be_visible()
    visit.complaints.clear()  # the browser notes every refusal


def test_a_phone_becomes_the_camera_by_a_code_to_scan(served, visit):
    served.cameras.assign_addresses = lambda phone: setattr(
        phone, "addresses", Addresses("https://192.168.1.2/camera?key=k")
    )
    page = visit("/new", size=(390, 844))
    page.get_by_text("A phone", exact=True).click()
    code = page.get_by_role("img", name="The code that leads a phone to the camera's page")
    expect(code).to_have_js_property("complete", True)
    assert code.evaluate("(image) => image.naturalWidth > 0")
    start = page.get_by_role("button", name="Start the game").bounding_box()
    assert code.bounding_box()["y"] + code.bounding_box()["height"] <= start["y"]
    expect(page.locator(".camera-phone")).to_contain_text("https://192.168.1.2/camera?key=k")
    expect(page.locator("#live-picture")).not_to_have_attribute("src", re.compile("."))
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_picture_of_the_old_camera_that_comes_late_is_not_shown(served, visit):
    served.cameras.assign_addresses = lambda phone: setattr(phone, "addresses", Addresses("https://192.168.1.2/camera"))
    page = visit("/new")
    old = page.request.get(served.server.address + "live.jpg?after=0").body()
    held = []

    def hold_the_first(route):
        if held:
            return route.continue_()
        return held.append(route)

    page.route("**/live.jpg?*", hold_the_first)
    with page.expect_request("**/live.jpg?*"):
        page.reload()
    page.get_by_text("A phone", exact=True).click()
    expect(page.locator(".camera-phone")).to_be_visible()
    held[0].fulfill(body=old, headers={"Frame": "7", "Content-Type": "image/jpeg"})
    with page.expect_response("**/live.jpg?*"):
        pass
    expect(page.locator("#live-picture")).not_to_have_attribute("src", re.compile("."))


def test_without_a_network_a_phone_is_looked_for_again(served, visit):
    page = visit("/new")
    page.get_by_text("A phone", exact=True).click()
    expect(page.locator(".camera-more")).to_contain_text("on no network")
    served.cameras.assign_addresses = lambda phone: setattr(
        phone, "addresses", Addresses("https://192.168.1.2/camera?key=k")
    )
    page.get_by_role("button", name="Look again").click()
    expect(page.locator(".camera-phone")).to_be_visible()


def test_the_camera_is_changed_in_the_middle_of_a_game(served, visit, start):
    served.session.start_game(start())
    served.see("5-5")
    page, other = visit(), visit()
    expect(other.locator("#live-picture")).to_have_js_property("naturalWidth", 640)
    page.get_by_role("button", name="Camera", exact=True).click()
    page.get_by_role("dialog").get_by_text("Webcam 0").click()
    expect(other.locator("#live-picture")).to_have_js_property("naturalWidth", 320)
    page.get_by_role("dialog").get_by_text("No camera").click()
    expect(other.locator("#camera")).to_contain_text("There is no camera: tell what is played by hand.")
    page.get_by_role("button", name="Done").click()
    served.see("5-0>5-5")
    expect(page.locator("#count")).to_have_text("10")
    assert dict(served.session.snapshot.game.scores) == {"Ann": 2, "Bob": 2}


SEARCH = """(names) => {
  const input = document.getElementById("find-game");
  const seen = () => [...document.querySelectorAll('input[name="rules"]')]
    .filter((each) => each.closest("label").checkVisibility()).map((each) => each.value);
  return names.map((name) => { input.value = name; input.dispatchEvent(new Event("input")); return seen(); });
}"""
"""The ids of the games that are shown after each search."""


def without_accents(name):
    letters = unicodedata.normalize("NFD", name.replace("ß", "ss"))
    return "".join(letter for letter in letters if not unicodedata.combining(letter)).upper()


@pytest.mark.parametrize("code", languages())
def test_the_games_of_a_language_stand_first_and_searching_finds_all(served, visit, code):
    rule_sets = [rules for rules in map(load_ruleset, ruleset_names()) if not rules.pair]
    with texts_in(code):
        most = str(PLAYED_MOST).split()
        local = [str(rules.title) for rules in rule_sets]
    assert len(most) == 6
    assert set(most) <= {rules.id for rules in rule_sets}
    page = visit(f"/new?language={code}")
    assert page.evaluate(SEARCH, [""]) == [most]
    assert page.locator('input[name="rules"]:checked').get_attribute("value") == most[0]
    page.locator("#more-games summary").click()
    expect(page.locator('input[name="rules"]')).to_have_count(len(rule_sets))
    for names in (local, [rules.name for rules in rule_sets], [without_accents(name) for name in local]):
        found = page.evaluate(SEARCH, names)
        assert [rules.id for rules, ids in zip(rule_sets, found, strict=True) if rules.id not in ids] == []


def test_a_game_that_was_searched_is_chosen_by_enter_and_started(served, visit):
    page = visit("/new", size=(390, 844), locale="es")
    search = page.get_by_role("searchbox", name="Buscar un juego")
    search.fill("quiniéntos")
    search.press("Enter")
    expect(page.get_by_role("radio", name="Quinientos de Puerto Rico")).to_be_checked()
    search.fill("ajedrez")
    expect(page.locator("#no-game")).to_have_text("Ningún juego se llama así.")
    search.fill("")
    expect(page.locator("#no-game")).to_be_empty()
    expect(page.get_by_role("radio", name="Quinientos de Puerto Rico")).to_be_visible()
    page.get_by_role("button", name="Empezar la partida").click()
    expect(page.locator("#rules")).to_have_text("Quinientos de Puerto Rico · a 500")
    assert len(served.session.snapshot.game.players) == 4


def test_a_new_game_in_spanish_begins_with_four_at_the_table(served, visit):
    """Latin pairs are what most play there: the page began with two players, whom that game refuses."""
    page = visit("/new", locale="es")
    page.get_by_role("button", name="Empezar la partida").click()
    expect(page.locator("#rules")).to_have_text("Dominó en parejas · a 200")
