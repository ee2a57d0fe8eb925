"""Phones at the table: each joins by the code, takes its seat, claims and calls Muggins with one big button."""

import re

import pytest
from playwright.sync_api import expect
from serving import resize, shows
from watched_table import WatchedTable

from muggins.scorer.events import HandStarted, Muggins, Play
from muggins.scorer.tiles import Tile

SIZES = [(1024, 768), (1920, 1080), (390, 844)]
PHONE = SIZES[-1]

HOLD_PLAYS = """
let held = [];
window.tell = () => {
  for (const hear of held) hear();
  held = null;
};
const listen = EventSource.prototype.addEventListener;
EventSource.prototype.addEventListener = function (name, hear) {
  listen.call(this, name, (event) => {
    if (held && name === "told" && JSON.parse(event.data).line.event === "play") held.push(() => hear(event));
    else hear(event);
  });
};
"""
"""Keeps from a page that a tile was played, until the test calls `tell`."""


@pytest.fixture
def sit(served, visit):
    """A phone that has joined by the code and sits down for a player."""

    def sit_down(player):
        page = visit(f"/join/{served.access.keys.code}", size=PHONE)
        page.get_by_role("button", name=player, exact=True).click()
        expect(page.get_by_role("heading", name=player)).to_be_visible()
        return page

    return sit_down


def test_a_phone_says_whom_its_player_plays_with_where_partners_rotate(served, start, sit):
    served.session.start_game(start(players="Ann Bob Cid Dee", options={"partners": "rotating"}))
    phone = sit("Dee")
    shows(phone, "turn", "You play with Bob")
    served.session.tell(Play("Ann", Tile(6, 4)))
    shows(phone, "turn", "Bob to play · You play with Bob")


def test_phones_join_by_the_code_and_take_the_seats_that_are_free(served, visit, start, sit):
    visit.provokes("status of 4")
    early, page = visit(f"/join/{served.access.keys.code}"), visit("/join", size=PHONE)
    expect(early.get_by_role("heading", name="The game has not begun yet")).to_be_visible()
    page.get_by_label("The code").fill("wrong7")
    page.get_by_role("button", name="Join").click()
    expect(page.locator("#code + [role=alert]")).to_contain_text("This is not the code")
    # Who waits a second is heard again.
    served.app.extensions["muggins-auth"].throttle._wrong.clear()
    served.session.start_game(start())
    page.get_by_label("The code").fill(served.access.keys.code.lower())
    page.get_by_role("button", name="Join").click()
    expect(page.get_by_role("heading", name="Which seat is yours?")).to_be_visible()

    phone = sit("Ann")
    expect(early.get_by_role("button", name="Bob")).to_be_enabled()
    # News that comes while the button is pressed does not take it away.
    early.get_by_role("button", name="Bob").hover()
    early.mouse.down()
    served.session.show_notice("The hall closes at ten.")
    shows(early, "notice", "The hall closes at ten.")
    early.mouse.up()
    expect(early.get_by_role("heading", name="Bob")).to_be_visible()
    early.get_by_role("button", name="Change seat").click()
    page.reload()
    expect(page.get_by_role("button", name="Ann")).to_be_disabled()
    expect(page.get_by_role("button", name="Bob")).to_be_enabled()

    host = visit()
    host.get_by_role("button", name="Phones").click()
    dialog = host.get_by_role("dialog")
    expect(dialog.locator(".code")).to_have_text(served.access.keys.code)
    expect(dialog.get_by_role("img", name="The address as a QR code")).to_be_visible()
    expect(dialog).to_contain_text("Seated: Ann.")
    dialog.get_by_role("button", name="Free the seat of Ann").click()
    expect(dialog).not_to_contain_text("Seated")
    phone.reload()
    expect(phone.get_by_role("heading", name="Which seat is yours?")).to_be_visible()
    phone.get_by_role("button", name="Sign out on this device").click()
    # Who opens this table without a session is its host.
    expect(phone.locator("body[data-role=host]")).to_be_attached()

    dialog.get_by_role("button", name="New keys").click()
    expect(dialog).to_contain_text("has to come in again")
    dialog.get_by_role("button", name="New keys").click()
    expect(dialog.locator(".address")).to_have_text(re.compile("/host/.{20}"))
    assert dialog.locator(".address").inner_text().endswith(served.access.host_path)
    dialog.get_by_role("button", name="Close").click()
    expect(dialog.locator(".code")).to_have_text(served.access.keys.code)


def test_a_score_is_claimed_and_muggins_called_from_the_seat(served, visit, start, sit):
    served.session.start_game(start(claims="call"))
    phone, screen = sit("Ann"), visit()
    claim = phone.get_by_role("button", name="Claim", exact=True)
    expect(claim).to_be_disabled()
    for name in ("Claim", "Muggins!"):  # found without looking
        box = phone.get_by_role("button", name=name, exact=True).bounding_box()
        assert box["width"] > 300
        assert box["height"] >= 110
        assert box["y"] + box["height"] <= PHONE[1]
    # Two events, the hand and the play: the first of them brings a table with the play, and points may be claimed.
    phone.add_init_script(HOLD_PLAYS)
    phone.reload()
    expect(claim).to_be_disabled()
    served.see("5-5")
    claim.click()
    phone.evaluate("tell()")
    two = phone.get_by_role("group", name="How many points?").get_by_role("button", name="2", exact=True)
    for size in SIZES:
        resize(phone, size)
        two.click(trial=True)
        assert phone.evaluate("document.documentElement.scrollWidth") <= size[0]
    two.click()
    shows(phone, "score", "2")
    shows(screen, "said", "Two points for Ann.")

    served.see("5-0>5-5")
    phone.get_by_role("button", name="Muggins!").click()
    shows(phone, "said", "Muggins! Bob missed two points; they go to Ann.")
    shows(phone, "score", "4")

    served.see("6-5>5-5")
    served.doubt("6-5", "6-5", "5-4")
    phone.locator("#questions button", has_text="5-4").click()
    expect(phone.locator("#questions")).to_be_hidden()
    assert served.session.snapshot.game.hand.count == 4


def test_a_second_tap_says_nothing_new(served, start, sit):
    """A double tap on a phone called a false Muggins after the right one."""
    served.session.start_game(start(claims="call"))
    phone, told = sit("Ann"), []

    def is_second(answer):
        told.extend([answer] if answer.url.endswith("/api/events") else [])
        return len(told) == 2

    served.see("5-5", "5-0>5-5")
    shows(phone, "turn", "Your turn")
    with phone.expect_response(is_second):
        phone.get_by_role("button", name="Muggins!").dblclick()
    assert [answer.status for answer in told] == [200, 200]
    shows(phone, "score", "2")
    called = [step for step in served.session.snapshot.game.standing() if isinstance(step.event, Muggins)]
    assert [step.outcome.fault for step in called] == [None]


def test_the_host_alone_is_offered_to_end_the_hand(served, visit, start, sit):
    """A player was shown a Yes that was refused."""
    served.session.start_game(start(seats={"Ann": "bottom", "Bob": "top"}))
    served.session.tell(HandStarted("Ann", drawn={"Ann": 2, "Bob": 1}))
    WatchedTable(served.session).see("5-5 bottom", "5-0>5-5 top", "up bottom 6-6")
    phone, screen = sit("Ann"), visit()
    for page, answers in ((phone, ["The hand goes on"]), (screen, ["Enter them", "Yes", "The hand goes on"])):
        expect(page.locator("#questions .choices > *").filter(visible=True)).to_have_text(
            [re.compile(each) for each in answers]
        )
    phone.keyboard.press("1")
    screen.keyboard.press("1")
    expect(screen.locator("#said")).to_contain_text("The hand goes to Bob: two points.")
    expect(phone.locator("#questions")).to_be_hidden()
    assert served.session.snapshot.game.record[-1].by != "seat Ann"


def test_who_only_watches_is_offered_nothing_to_tell(served, visit, start):
    served.session.start_game(start(claims="call"))
    served.see("5-5")
    page = visit(f"/join/{served.access.keys.code}")
    page.get_by_role("link", name="The table").click()
    shows(page, "count", "?")
    for name in ("Claim", "Muggins!", "Play", "Take back", "Phones", "Pause"):
        expect(page.get_by_role("button", name=name, exact=True)).to_have_count(0)
