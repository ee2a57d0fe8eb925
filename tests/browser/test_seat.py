"""Phones at the table: each joins by the code, takes its seat, claims and calls Muggins with one big button."""

import pytest
from playwright.sync_api import expect

SIZES = [(390, 844), (1024, 768), (1920, 1080)]


@pytest.fixture
def sit(served, visit):
    """A phone that has joined by the code and sits down for a player."""

    def sit_down(player, size=(390, 844), **options):
        page = visit(f"/join/{served.access.keys.code}", size=size, **options)
        page.get_by_role("button", name=player, exact=True).click()
        expect(page.get_by_role("heading", name=player)).to_be_visible()
        return page

    return sit_down


def test_a_phone_joins_by_typing_the_code(served, visit, start):
    served.session.start_game(start())
    page = visit("/join", size=(390, 844))
    page.get_by_label("The code").fill("wrong7")
    page.get_by_role("button", name="Join").click()
    expect(page.get_by_role("alert")).to_contain_text("This is not the code")
    visit.complaints.clear()  # the browser notes every refusal
    served.server._server.wsgi_app.extensions[
        "muggins-auth"
    ].throttle._wrong.clear()  # who waits a second is heard again
    page.get_by_label("The code").fill(served.access.keys.code.lower())
    page.get_by_role("button", name="Join").click()
    expect(page.get_by_role("heading", name="Which seat is yours?")).to_be_visible()


@pytest.mark.parametrize("size", SIZES)
def test_a_score_is_claimed_from_the_seat(served, visit, start, sit, size):
    served.session.start_game(start(claims="call"))
    phone, screen = sit("Ann", size), visit()
    claim = phone.get_by_role("button", name="Claim", exact=True)
    expect(claim).to_be_disabled()
    served.see("5-5")
    claim.click()
    phone.get_by_role("group", name="How many points?").get_by_role("button", name="2", exact=True).click()
    expect(phone.locator("#score")).to_have_text("2")
    expect(screen.locator("#said")).to_have_text("Two points for Ann.")
    assert phone.evaluate("document.documentElement.scrollWidth") <= size[0]


def test_muggins_is_called_from_the_seat_with_one_tap(served, start, sit):
    served.session.start_game(start(claims="call"))
    phone = sit("Bob")
    served.see("5-5")
    phone.get_by_role("button", name="Muggins!").click()
    expect(phone.locator("#said")).to_have_text("Muggins! Ann missed two; it goes to Bob.")
    expect(phone.locator("#score")).to_have_text("2")


def test_the_buttons_are_found_without_looking(served, start, sit):
    served.session.start_game(start(claims="call"))
    phone = sit("Ann")
    for name in ("Claim", "Muggins!"):
        box = phone.get_by_role("button", name=name, exact=True).bounding_box()
        assert box["width"] > 300
        assert box["height"] >= 110
        assert box["y"] + box["height"] <= 844


def test_a_seat_that_is_taken_is_offered_to_nobody_else(served, visit, start, sit):
    served.session.start_game(start())
    sit("Ann")
    other = visit(f"/join/{served.access.keys.code}")
    expect(other.get_by_role("button", name="Ann")).to_be_disabled()
    expect(other.get_by_role("button", name="Bob")).to_be_enabled()


def test_a_phone_that_comes_early_waits_for_the_game(served, visit, start):
    page = visit(f"/join/{served.access.keys.code}")
    expect(page.get_by_role("heading", name="The game has not begun yet")).to_be_visible()
    served.session.start_game(start())
    expect(page.get_by_role("button", name="Bob")).to_be_visible()


def test_a_doubt_is_asked_on_the_phone_too(served, start, sit):
    served.session.start_game(start())
    served.see("5-5", "5-1>5-5")
    phone = sit("Bob")
    served.doubt("5-1", "5-1", "5-0")
    phone.locator("#questions button", has_text="5-0").click()
    expect(phone.locator("#score")).to_have_text("2")


def test_who_only_watches_is_offered_nothing_to_tell(served, visit, start):
    served.session.start_game(start(claims="call"))
    served.see("5-5")
    page = visit(f"/join/{served.access.keys.code}")
    page.get_by_role("link", name="The table").click()
    expect(page.locator("#count")).to_have_text("10")
    for name in ("Claim", "Muggins!", "Play", "Take back", "Phones", "Pause"):
        expect(page.get_by_role("button", name=name, exact=True)).to_have_count(0)


def test_the_hosts_screen_shows_how_to_join_and_who_sits(served, visit, start, sit):
    served.session.start_game(start())
    phone, page = sit("Ann"), visit()
    page.get_by_role("button", name="Phones").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.locator(".code")).to_have_text(served.access.keys.code)
    expect(dialog.get_by_role("img", name="The address as a picture to scan")).to_be_visible()
    expect(dialog).to_contain_text("Seated: Ann.")
    dialog.get_by_role("button", name="Free the seat of Ann").click()
    expect(dialog).not_to_contain_text("Seated")
    phone.reload()
    expect(phone.get_by_role("heading", name="Which seat is yours?")).to_be_visible()
