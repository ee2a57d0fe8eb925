"""Set-up as people go through it: the camera's frame, seats by the edge of the picture, rules, choices remembered."""

import re
import unicodedata

import numpy as np
import pytest
from playwright.sync_api import expect
from serving import resize, shows, tap, wait_until_ready

from muggins.scorer.events import HandEnd, Play
from muggins.scorer.reports.wording import title_of
from muggins.scorer.rules.rulesets import load_ruleset, ruleset_names
from muggins.scorer.tiles import Tile
from muggins.webapp.camera.phone import Addresses
from muggins.webapp.language.catalogues import languages
from muggins.webapp.views.pages import PLAYED_MOST
from muggins.webapp.web.language import texts_in

PHONE = (390, 844)
SIZES = [PHONE, (1024, 768), (1920, 1080)]
PHONE_ADDRESS = Addresses("https://192.168.1.2/camera?key=k")


def width(page):
    return page.evaluate("document.documentElement.scrollWidth")


def test_a_game_is_set_up_with_two_taps_and_players_are_seated_by_the_edges_of_the_picture(served, visit):
    page = visit()
    expect(page.get_by_role("heading", name="A new game")).to_be_visible()
    tap(page, "Start the game")
    shows(page, "rules", "Five-Up · to 61")
    game = served.session.snapshot.game
    assert game.players == ("Player 1", "Player 2")
    assert game.record[0].seats == {"Player 1": "bottom", "Player 2": "top"}

    page.get_by_role("link", name="New game").click()
    # Two never sit at the same edge.
    page.get_by_role("button", name="Player 2 sits at the top").click()
    expect(page.get_by_role("button", name="Player 1 sits at the top")).to_be_visible()
    expect(page.get_by_role("button", name="tap an edge")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Sit at the bottom").click()
    expect(page.get_by_role("button", name="Player 2 sits at the bottom")).to_be_visible()
    page.reload()
    page.get_by_role("button", name="Player 1 sits at the bottom").wait_for()
    page.get_by_role("button", name="Sit at the left").click()
    page.get_by_role("button", name="Sit at the right").click()
    expect(page.get_by_role("button", name="Player 1 sits at the left")).to_be_visible()
    expect(page.get_by_role("button", name="Player 2 sits at the right")).to_be_visible()
    tap(page, "Start the game")
    shows(page, "rules", "Five-Up · to 61")
    assert served.session.snapshot.game.record[0].seats == {"Player 1": "left", "Player 2": "right"}


def test_the_house_plays_otherwise_and_all_of_it_is_remembered(served, visit):
    page = visit("/new")
    page.get_by_text("All Fives", exact=True).click()
    page.get_by_label("Won at").fill("150")
    page.get_by_text("must be claimed").click()
    page.get_by_text("House rules").click()
    page.get_by_label("Which doubles spin").select_option("the first")
    page.get_by_label("Tiles up to").select_option("double nine")
    page.get_by_text("This screen says aloud").click()
    page.get_by_text("who needs how much").click()
    tap(page, "Start the game")
    shows(page, "rules", "All Fives · to 150")
    expect(page.locator("#voice")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_text("Tap anywhere once")).to_be_visible()
    served.see("5-5")
    tap(page, "Points")
    page.get_by_role("dialog").get_by_label("Points; fewer with a minus").fill("127")
    page.keyboard.press("Enter")
    shows(page, "turn", f"{served.session.snapshot.game.hand.to_play} to play · Player 1 needs 23")
    rules = served.session.snapshot.game.rules
    assert (rules.spinner, rules.set, rules.target, rules.claims) == ("first-double", 9, 150, "call")

    again = visit("/new")  # also in another browser, another evening
    expect(again.get_by_label("Won at")).to_have_value("150")
    expect(again.locator('select[name="spinner"]')).to_have_value("first-double")
    assert again.locator('input[name="rules"]:checked').get_attribute("value") == "all-fives"
    assert again.locator('input[name="claims"]:checked').get_attribute("value") == "call"
    expect(again.locator("#needed")).to_be_checked()
    expect(again.locator("#speaks")).not_to_be_checked()  # another screen


def test_a_game_of_teams_is_set_up_and_remembered(served, visit):
    """On a phone the box to tick for teams, which nobody sees, was as wide as the page and stood out of it."""
    page = visit("/new", PHONE)
    tap(page, "Add a player")
    tap(page, "Add a player")
    page.get_by_role("textbox", name="Player 1").fill("Zoë")
    page.get_by_text("Muggins with a spinner").click()
    expect(page.get_by_text("Two teams")).to_be_visible()
    assert width(page) <= PHONE[0]
    page.get_by_text("Two teams").click()
    page.get_by_text("must be claimed").click()
    page.get_by_label("Won at").fill("100")
    tap(page, "Start the game")
    expect(page.locator(".lane")).to_have_count(2)
    game = served.session.snapshot.game
    assert (game.sides, game.rules.id, game.rules.claims) == (
        ("Zoë+Player 3", "Player 2+Player 4"),
        "muggins-spinner",
        "call",
    )
    assert game.rules.target == 100
    page.get_by_role("link", name="New game").click()
    expect(page.get_by_role("textbox", name="Player 1")).to_have_value("Zoë")


def test_partners_who_rotate_are_chosen_among_the_house_rules_and_named_at_the_table(served, visit):
    visit.provokes("status of 409")
    page = visit("/new", PHONE)
    for _ in range(2):
        tap(page, "Add a player")
    expect(page.get_by_text("Two teams")).to_be_visible()
    page.get_by_text("House rules").click()
    page.get_by_label("Four players").select_option("change partners each hand, a score each")
    expect(page.get_by_text("Two teams")).to_be_hidden()
    assert width(page) <= PHONE[0]
    tap(page, "Start the game")
    shows(page, "turn", "Lay the first tile · Player 1 and Player 3 against Player 2 and Player 4")
    expect(page.locator(".lane")).to_have_count(4)
    served.session.tell(Play("Player 2", Tile(6, 4)))
    shows(page, "turn", "Player 3 to play · Player 1 and Player 3 against Player 2 and Player 4")
    shows(page, "points-word", "Player 2 & Player 4")
    assert served.session.snapshot.game.scores == {"Player 1": 0, "Player 2": 2, "Player 3": 0, "Player 4": 2}
    overlay = visit("/overlay")
    shows(overlay, "partners", "Player 1 and Player 3 against Player 2 and Player 4")
    served.session.tell(HandEnd({"Player 1": (), "Player 2": None, "Player 3": None, "Player 4": None}))
    shows(page, "turn", "Next hand: Player 3 to set · Player 1 and Player 2 against Player 3 and Player 4")
    page.get_by_role("link", name="New game").click()
    expect(page.get_by_label("Four players")).to_have_value("rotating")
    tap(page, "Remove one")
    tap(page, "Start the game")
    expect(page.get_by_text("partners rotate among four players, not 3")).to_be_visible()


@pytest.mark.parametrize("stored", [True, "true", "yes"])
def test_house_rules_of_an_older_record_are_remembered_as_they_are_called_now(served, visit, start, stored):
    """A game of four was always played in teams, in the words of an older file: the fields of set-up stood empty, and
    the next game was played without these rules."""
    options = {"partners": stored, "exact": stored}
    served.session.start_game(start("block", "Ann Bob Cid Dee", options=options))
    page = visit("/new")
    expect(page.get_by_label("Four players")).to_have_value("fixed")
    expect(page.get_by_label("Points past the target")).to_have_value("true")
    expect(page.get_by_label("Two teams")).to_be_disabled()
    tap(page, "Start the game")
    shows(page, "rules", "Block · to 100")
    rules = served.session.snapshot.game.rules
    assert (rules.partners, rules.exact) == ("fixed", True)
    assert served.session.snapshot.game.sides == ("Ann+Cid", "Bob+Dee")


def test_house_rules_that_have_no_field_hold_in_the_next_game_too_unless_they_are_left_out(served, visit, start):
    """A file of house rules gave 10 points for the first hand. The next game, begun from the page, gave none."""
    options = {"hand-bonus": "10,5", "capicua": "30"}
    served.session.start_game(start("block", "Ann Bob", options=options))
    page = visit("/new")
    expect(page.get_by_role("group", name="As in the game before")).to_be_visible()
    page.get_by_label("capicua = 30").uncheck()
    tap(page, "Start the game")
    shows(page, "rules", "Block · to 100")
    assert served.session.snapshot.game.rules.changes() == {"hand-bonus": "10,5"}

    page = visit("/new")
    page.get_by_text("Five-Up", exact=True).click()
    expect(page.get_by_role("group", name="As in the game before")).to_be_hidden()
    tap(page, "Start the game")
    shows(page, "rules", "Five-Up · to 61")
    assert served.session.snapshot.game.rules.changes() == {}


def test_hands_that_follow_from_the_size_of_the_set_are_no_house_rule_of_the_game_before(served, visit, start):
    """Sizes of hands for a double-nine set were kept, so a game with a double-twelve set was refused or dealt short."""
    served.session.start_game(start("mexican-train", "Ann Bob Cid", set=9))
    page = visit("/new")
    page.get_by_text("House rules").click()
    expect(page.get_by_role("group", name="As in the game before")).to_be_hidden()
    page.get_by_label("Tiles up to").select_option("double twelve")
    tap(page, "Start the game")
    page.wait_for_url("**/")
    assert served.session.snapshot.game.rules.changes() == {}


def test_a_value_that_set_up_does_not_offer_is_kept_where_the_game_before_had_it(served, visit, start):
    """Two rounds, which a program had asked for: the field was empty, and the next game ended at a total."""
    served.session.start_game(start("chicken-foot", "Ann Bob Cid", options={"each-double": False, "rounds": 2}))
    page = visit("/new")
    expect(page.locator('select[name="rounds"]')).to_have_value("2")
    tap(page, "Start the game")
    shows(page, "rules", "2 rounds. The lowest total wins. 0-0 counts 50.")
    assert served.session.snapshot.game.rules.rounds == 2


def test_a_game_of_rounds_is_chosen_on_the_page_of_a_new_game(served, visit):
    page = visit("/new", (1280, 800))
    page.locator("#more-games").evaluate("element => element.open = true")
    page.get_by_text("Chicken Foot", exact=True).click()
    page.get_by_text("House rules").click()
    expect(page.get_by_label("Won at")).to_be_hidden()
    expect(page.get_by_label("Which doubles spin")).to_be_hidden()
    page.get_by_label("0-0 left in hand counts").select_option("25")
    tap(page, "Start the game")
    expect(page.locator("#rules")).to_contain_text("10 rounds. The lowest total wins. 0-0 counts 25.")


def test_latin_pairs_seat_four_in_two_teams_in_the_order_of_their_turns(served, visit):
    """The page names the players counter-clockwise, as they play; the record names them clockwise, as ever."""
    page = visit("/new")
    page.get_by_text("More games", exact=True).click()
    page.get_by_text("Latin pairs", exact=True).click()
    expect(page.get_by_text("In the order of their turns, counter-clockwise.")).to_be_visible()
    for player, side in (("Player 1", "bottom"), ("Player 2", "right"), ("Player 3", "top"), ("Player 4", "left")):
        expect(page.get_by_role("button", name=f"{player} sits at the {side}")).to_be_visible()
    expect(page.get_by_label("Two teams")).to_be_disabled()
    tap(page, "Start the game")
    shows(page, "rules", "Latin pairs · to 200")
    started = served.session.snapshot.game.record[0]
    assert started.players == ("Player 1", "Player 4", "Player 3", "Player 2")
    assert started.teams == (("Player 1", "Player 3"), ("Player 4", "Player 2"))
    assert started.seats == {"Player 1": "bottom", "Player 2": "right", "Player 3": "top", "Player 4": "left"}

    again = visit("/new")
    names = [each.input_value() for each in again.locator("#players input").all()]
    assert names == ["Player 1", "Player 2", "Player 3", "Player 4"]
    expect(again.locator(".rule-sets input").first).to_be_checked()
    expect(again.locator(".rule-sets label").first).to_contain_text("Latin pairs")


def test_players_without_names_have_those_of_the_language_and_rules_are_sentences(served, visit):
    """Whoever read Spanish was Ann, and read “ningún doble en cruz; quien no puede jugar roba.”"""
    page = visit("/new")
    page.goto(f"{served.server.address}new?language=es")
    for number in range(4):
        expect(page.locator("#players input").nth(number)).to_have_value(f"Jugador {number + 1}")
    for words in page.locator(".rule-sets .note").all_text_contents():
        assert all(each[0].isupper() or each[0].isdigit() for each in words.removesuffix(".").split(". ")), words
        assert words.endswith(".")
        assert ";" not in words.replace("; con un doble", "")


def test_set_up_fits_every_screen(served, visit):
    """The game lay below the edge of a wide screen, and beside it half the page was empty."""
    page = visit("/new")
    for size in SIZES:
        resize(page, size)
        start = page.get_by_role("button", name="Start the game").bounding_box()
        assert start["y"] + start["height"] <= size[1]
        assert width(page) <= size[0]
        for heading in ("The camera", "The players", "The game") if size != PHONE else ():
            box = page.get_by_role("heading", name=heading).bounding_box()
            assert box["y"] + box["height"] <= start["y"]


def test_another_camera_is_chosen_by_a_tap_and_offered_again_the_next_evening(served, visit):
    """What the program says of a camera reads as a sentence. One that does not answer leaves the one before."""
    visit.provokes("status of 4")
    page = visit("/new")
    expect(page.locator("#live-picture")).to_have_js_property("naturalWidth", 640)
    served.camera.show(np.zeros((360, 640, 3), np.uint8))
    expect(page.locator("#sight")).to_contain_text("too dark")
    expect(page.locator("#preview")).not_to_have_class("good")
    page.get_by_text("Webcam 0").click()
    expect(page.locator("#live-picture")).to_have_js_property("naturalWidth", 320)
    expect(page.get_by_role("button", name="Webcam 0", pressed=True)).to_be_visible()
    assert served.cameras.chosen == "0"
    assert (served.record.parent / "camera").read_text() == "0"
    again = visit("/new")
    expect(again.get_by_role("button", name="Webcam 0", pressed=True)).to_be_visible()

    page.get_by_text("An address").click()
    page.get_by_label("The camera's address").fill("192.168.1.20/<b>video</b>")
    page.keyboard.press("Enter")
    says = page.locator(".camera-says")
    expect(says).to_have_text("http://192.168.1.20/<b>video</b>: does not answer; check that the camera is on.")
    expect(page.get_by_label("The camera's address")).to_have_value("192.168.1.20/<b>video</b>")
    page.get_by_text("Webcam 1").click()
    expect(says).to_have_text("1: does not answer; check that the camera is on.")
    expect(page.get_by_role("button", name="Webcam 0", pressed=True)).to_be_visible()

    served.cameras.choose("none")
    served.cameras.trouble = "no webcam was found on this machine: plug one in"
    page.reload()
    expect(says).to_have_text("No webcam was found on this machine: plug one in.")
    expect(page.get_by_role("link", name="Back")).to_have_count(0)  # there is no table yet to go back to


def test_a_phone_becomes_the_camera_by_a_code_to_scan(served, visit):
    page = visit("/new", PHONE)
    page.get_by_text("A phone", exact=True).click()
    expect(page.locator(".camera-more")).to_contain_text("on no network")
    served.cameras.assign_addresses = lambda phone: setattr(phone, "addresses", PHONE_ADDRESS)
    page.get_by_role("button", name="Look again").click()
    expect(page.locator(".camera-phone")).to_be_visible()
    page.get_by_text("No camera", exact=True).click()
    page.get_by_text("A phone", exact=True).click()
    code = page.get_by_role("img", name="The code that leads a phone to the camera's page")
    expect(code).to_have_js_property("complete", True)
    assert code.evaluate("(image) => image.naturalWidth > 0")
    start = page.get_by_role("button", name="Start the game").bounding_box()
    assert code.bounding_box()["y"] + code.bounding_box()["height"] <= start["y"]
    expect(page.locator(".camera-phone")).to_contain_text("https://192.168.1.2/camera?key=k")
    expect(page.locator("#live-picture")).not_to_have_attribute("src", re.compile("."))
    assert width(page) <= PHONE[0]


def test_a_picture_of_the_old_camera_that_comes_late_is_not_shown(served, visit):
    served.cameras.assign_addresses = lambda phone: setattr(phone, "addresses", PHONE_ADDRESS)
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


def test_the_camera_is_changed_in_the_middle_of_a_game(served, visit, start):
    served.session.start_game(start())
    served.see("5-5")
    page, other = visit(), visit()
    expect(other.locator("#live-picture")).to_have_js_property("naturalWidth", 640)
    page.get_by_role("button", name="Camera", exact=True).click()
    page.get_by_role("dialog").get_by_text("Webcam 0").click()
    expect(other.locator("#live-picture")).to_have_js_property("naturalWidth", 320)
    page.get_by_role("dialog").get_by_text("No camera").click()
    expect(other.locator("#camera")).to_contain_text("There is no camera. Meanwhile enter plays with “Play”.")
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


def test_the_games_of_a_language_stand_first_and_searching_finds_all(served, visit):
    rule_sets = [rules for rules in map(load_ruleset, ruleset_names()) if not rules.pair]
    page = visit("/new")
    for code in languages():
        with texts_in(code):
            most = str(PLAYED_MOST).split()
            local = [str(title_of(rules)) for rules in rule_sets]
        assert len(most) == 6
        assert set(most) <= {rules.id for rules in rule_sets}
        page.goto(f"{served.server.address}new?language={code}")
        wait_until_ready(page)
        assert page.evaluate(SEARCH, [""]) == [most]
        assert page.locator('input[name="rules"]:checked').get_attribute("value") == most[0]
        page.locator("#more-games summary").click()
        expect(page.locator('input[name="rules"]')).to_have_count(len(rule_sets))
        for names in (local, [rules.name for rules in rule_sets], [without_accents(name) for name in local]):
            found = page.evaluate(SEARCH, names)
            assert [rules.id for rules, ids in zip(rule_sets, found, strict=True) if rules.id not in ids] == []


def test_in_spanish_four_begin_at_the_table_and_a_game_is_searched_and_started(served, visit):
    """Latin pairs are what most play there: the page began with two players, whom that game refuses."""
    page = visit("/new", PHONE, locale="es")
    tap(page, "Empezar la partida")
    shows(page, "rules", "Dominó en parejas · a 200")
    page.goto(f"{served.server.address}new")
    search = page.get_by_role("searchbox", name="Buscar un juego")
    search.fill("quiniéntos")
    search.press("Enter")
    expect(page.get_by_role("radio", name="Quinientos de Puerto Rico")).to_be_checked()
    search.fill("ajedrez")
    shows(page, "no-game", "Ningún juego se llama así.")
    search.fill("")
    expect(page.locator("#no-game")).to_be_empty()
    expect(page.get_by_role("radio", name="Quinientos de Puerto Rico")).to_be_visible()
    tap(page, "Empezar la partida")
    shows(page, "rules", "Quinientos de Puerto Rico · a 500")
    assert len(served.session.snapshot.game.players) == 4


def test_names_of_earlier_games_come_back_with_a_tap(served, visit, start):
    """Ann and Bob sat down every Friday, and typed their names every Friday."""
    served.session.start_game(start(players="Ann Bob"))
    served.session.start_game(start(players="Cid Dee Eve"))
    served.session.delete_game(2)
    page = visit("/new")
    known = page.get_by_role("group", name="Players of earlier games").get_by_role("button")
    expect(known).to_have_text(["Ann", "Bob"])
    known.first.click()
    expect(page.get_by_role("textbox", name="Player 1")).to_have_value("Ann")
    expect(known).to_have_text(["Bob"])
    tap(page, "Add a player")
    known.first.click()
    expect(page.get_by_role("textbox", name="Player 2")).to_have_value("Bob")
    expect(page.get_by_role("textbox", name="Player 3")).to_have_value("Player 3")
    expect(known).to_have_count(0)
    tap(page, "Start the game")
    page.wait_for_url("**/")
    assert served.session.snapshot.game.players == ("Ann", "Bob", "Player 3")


def test_ten_play_by_hands_with_a_double_fifteen(served, visit):
    page = visit("/new")
    page.get_by_label("Find a game").first.fill("by hands")
    page.get_by_text("Any game by hands", exact=True).click()
    for _ in range(8):
        tap(page, "Add a player")
    expect(page.get_by_role("button", name="Add a player")).to_be_disabled()
    page.get_by_text("House rules").click()
    page.get_by_label("Tiles up to").select_option("double fifteen")
    tap(page, "Start the game")
    page.wait_for_url("**/")
    game = served.session.snapshot.game
    assert (len(game.players), game.rules.set) == (10, 15)
    expect(page.locator("#rounds thead th")).to_have_count(11)
