"""Counting with a phone, in a real browser: a hand is read, put right and entered; a layout is weighed."""

from jpegs import jpeg
from photographed import FixedReader
from playwright.sync_api import expect
from serving import tap, wait_until_ready

from muggins.scorer.events import Correct, RoundHand
from muggins.scorer.tiles import Tile
from muggins.vision.types import Doubt

PHONE = (390, 844)
PHOTO = {"name": "IMG_1.jpg", "mimeType": "image/jpeg", "buffer": jpeg()}


def photograph(page, photo=PHOTO):
    wait_until_ready(page)
    page.locator("#photo").set_input_files(photo)


def total(page):
    return page.locator("#total")


def test_rounds_are_counted_from_photos_entered_and_looked_back_on(served, start, visit):
    """A game of Mexican Train with a double-six set."""
    served.session.start_game(start("mexican-train", "Ann Bob", set=6))
    doubt = Doubt("value", "Is it 5-0 or 4-0?", Tile(5, 0), ((Tile(5, 0), 0.6),))
    served.photographed = FixedReader("6-4 5-0", doubts=[doubt])
    page = visit("/", PHONE)
    tap(page, "Voice off")
    page.get_by_role("dialog").get_by_text("on", exact=True).click()
    tap(page, "Done")
    served.session.tell(RoundHand("Ann", points=30))
    expect(page.locator("#rounds")).to_contain_text("30")
    assert page.evaluate("spoken") == ["Voice on.", "Thirty points for Ann."]
    served.session.tell(Correct(2, None))
    page.get_by_role("link", name="Count my tiles").click()
    photograph(page)
    expect(total(page)).to_have_text("15")
    expect(page.locator("#picture polygon")).to_have_count(2)
    expect(page.locator("#picture .doubted text")).to_have_text("5-0")
    expect(page.locator("#doubts")).to_have_text("Is it 5-0 or 4-0?")

    tap(page, "5 and 0, not sure")
    page.get_by_role("dialog").get_by_role("button", name="4 and 0", exact=True).click()
    expect(total(page)).to_have_text("14")
    tap(page, "Add a tile")
    page.get_by_role("dialog").get_by_role("button", name="1 and 1", exact=True).click()
    expect(total(page)).to_have_text("16")
    tap(page, "6 and 4")
    tap(page, "Remove it")
    expect(total(page)).to_have_text("6")

    served.photographed = FixedReader()
    photograph(page)
    expect(page.locator("#says")).to_contain_text("No tile is seen face up")
    expect(total(page)).to_have_text("6")
    page.get_by_label("Whose hand is it?").select_option("Bob")
    tap(page, "Enter for Bob")
    expect(page.locator("#says")).to_have_text("Entered for Bob.")
    assert served.session.snapshot.game.scores == {"Ann": 0, "Bob": 6}

    # Entered twice, it is told, and replaced by a tap alone.
    visit.provokes("status of 409")
    served.photographed = FixedReader("6-4")
    photograph(page)
    expect(total(page)).to_have_text("10")
    page.get_by_label("Whose hand is it?").select_option("Bob")
    tap(page, "Enter for Bob")
    expect(page.locator("#says")).to_contain_text("The hand of Bob in round 1 is entered already, with 6 points")
    expect(total(page)).to_have_text("10")
    tap(page, "Replace what is entered")
    expect(page.locator("#says")).to_have_text("Entered for Bob.")
    assert served.session.snapshot.game.scores == {"Ann": 0, "Bob": 10}
    tap(page, "Ann went out")
    expect(page.locator("#says")).to_have_text("Entered for Ann.")

    page.get_by_role("link", name="The table").click()
    expect(page.locator("#rounds tbody tr").first).to_have_text("1010")
    expect(page.locator("#rounds tfoot")).to_have_text("Total010")
    tap(page, "Enter points")
    page.get_by_label("What the tiles left count").fill("34")
    tap(page, "Enter")
    expect(page.locator("#rounds tfoot")).to_have_text("Total3410")
    tap(page, "Take back")
    expect(page.locator("#rounds tfoot")).to_have_text("Total010")
    tap(page, "Bring back")
    expect(page.locator("#rounds tfoot")).to_have_text("Total3410")

    page.goto(f"{served.server.address}games/1")
    expect(page.get_by_role("heading", name="Round 1 won by Ann")).to_be_visible()
    expect(page.locator("header.head")).to_contain_text("7 rounds; the lowest total wins")
    expect(page.locator("#chart .target")).to_have_count(0)
    expect(page.get_by_role("heading", name="Best plays")).to_have_count(0)
    page.get_by_role("link", name="Replay", exact=True).click()
    expect(page.locator("#moves")).to_contain_text("10 points: 6-4")


def test_the_phone_shows_what_the_game_enters_where_doubles_count_once(served, start, visit):
    """The phone showed 12 for 6-6, and the game entered 6."""
    served.session.start_game(start("by-hands", "Ann Bob", options={"count-doubles-once": "yes", "double-blank": "50"}))
    served.photographed = FixedReader("6-6 0-0 4-1")
    page = visit("/count?player=Ann", PHONE)
    photograph(page)
    expect(total(page)).to_have_text("61")
    tap(page, "Enter for Ann")
    expect(page.locator("#says")).to_have_text("Entered for Ann.")
    assert served.session.snapshot.game.scores == {"Ann": 61, "Bob": 0}


def test_a_layout_is_weighed_by_the_rules_chosen_and_again_when_a_tile_is_put_right(served, visit):
    """The page that settles an argument showed no doubt about a layout."""
    served.photographed = FixedReader(layout="5-5, 5-0>5-5")
    page = visit("/count", PHONE)
    tap(page, "A layout")
    photograph(page)
    expect(page.locator("#count")).to_have_text("10")
    expect(page.locator("#worth")).to_have_text("2 points in Five-Up")
    expect(page.locator("#picture circle")).to_have_count(3)
    page.get_by_label("By the rules of").select_option("all-fives")
    expect(page.locator("#worth")).to_have_text("10 points in All Fives")
    tap(page, "5 and 0")
    page.get_by_role("dialog").get_by_role("button", name="5 and 1", exact=True).click()
    expect(page.locator("#count")).to_have_text("11")
    expect(page.locator("#worth")).to_have_text("No points in All Fives")

    served.photographed = FixedReader(layout="6-4, 6-3>6-4, 4-3>6-3")
    photograph(page)
    expect(page.locator("#count")).to_have_text("8")
    expect(page.locator("#worth")).to_have_text("No points in All Fives")
    page.get_by_label("By the rules of").select_option("bergen")
    expect(page.locator("#worth")).to_have_text("2 points in Bergen")

    doubts = [
        Doubt("value", "Is this 5-0 or 4-0?", Tile(5, 0), ((Tile(5, 0), 0.6), (Tile(4, 0), 0.4))),
        Doubt("join", "Are 5-0 and 5-5 joined?", Tile(5, 0), ((Tile(5, 5), 0.5),)),
        Doubt("misplay", "5-1 lies against 5-5, but the halves do not match.", Tile(5, 1), ((Tile(5, 5), 1.0),)),
    ]
    served.photographed = FixedReader(layout="5-5, 5-0>5-5", doubts=doubts)
    photograph(page)
    expect(page.locator("#count-doubted")).to_have_text("This count is not sure:")
    expect(page.locator("#layout-doubts li")).to_have_text([str(doubt.text) for doubt in doubts])
    tap(page, "The tiles left in a hand")
    expect(page.locator("#doubts li")).to_have_text(["Is this 5-0 or 4-0?"])
    tap(page, "A layout")
    tap(page, "5 and 0, not sure")
    page.get_by_role("dialog").get_by_role("button", name="5 and 0", exact=True).click()
    expect(page.locator("#layout-doubts li")).to_have_text([doubts[2].text])
    tap(page, "5 and 5")
    page.get_by_role("dialog").get_by_role("button", name="5 and 5", exact=True).click()
    expect(page.locator("#count-doubted")).to_be_hidden()
    expect(page.locator("#layout-doubts li")).to_have_count(0)


def test_a_photo_shared_from_the_phones_gallery_is_counted(served, visit):
    """A browser sends what is shared with an installed app as a form that comes from no page."""
    served.photographed = FixedReader("6-4 5-0")
    page = visit("/count", PHONE)
    target = page.evaluate("fetch('/muggins.webmanifest').then(answer => answer.json()).then(all => all.share_target)")
    (file,) = target["params"]["files"]
    disposition = f'Content-Disposition: form-data; name="{file["name"]}"; filename="IMG_1.jpg"'
    form = f"--edge\r\n{disposition}\r\nContent-Type: image/jpeg\r\n\r\n".encode() + jpeg() + b"\r\n--edge--\r\n"
    headers = {"content-type": f"{target['enctype']}; boundary=edge", "origin": "null"}
    sent = []

    def share(route):
        sent.append(route.request.headers)
        route.continue_(method=target["method"], post_data=form, headers=route.request.headers | headers)

    page.route(f"**{target['action']}", share)
    page.goto(page.url.replace("/count", target["action"]))
    expect(total(page)).to_have_text("15")
    expect(page.locator("#picture polygon")).to_have_count(2)
    assert len(sent) == 1
