"""Counting with a phone, in a real browser: a hand is read, put right and entered; a layout is weighed."""

from jpegs import jpeg
from photographed import FixedReader
from playwright.sync_api import expect
from serving import held_back, let_go, tap, wait_until_ready

from muggins.scorer.events import Correct, RoundHand
from muggins.scorer.tiles import Tile
from muggins.vision.types import Doubt

PHONE = (390, 844)
PHOTO = {"name": "IMG_1.jpg", "mimeType": "image/jpeg", "buffer": jpeg()}
LARGE_PHOTO = PHOTO | {"buffer": jpeg(1200, 1900)}


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
    tap(page, "Voice")
    served.session.tell(RoundHand("Ann", points=30))
    expect(page.locator("#rounds")).to_contain_text("30")
    assert page.evaluate("spoken") == ["Voice on.", "Thirty points for Ann."]
    served.session.tell(Correct(2, None))
    page.get_by_role("link", name="Count my tiles").click()
    photograph(page)
    expect(total(page)).to_have_text("15")
    expect(page.locator("#picture polygon")).to_have_count(2)
    expect(page.locator("#picture .doubted text")).to_have_text("5-0")
    expect(page.locator("#doubts p")).to_have_text("Is it 5-0?")
    expect(page.locator("#doubts .crop .doubted polygon")).to_have_count(1)

    tap(page, "No")
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
    expect(total(page)).to_have_text("0")
    expect(page.locator("#enter")).to_be_hidden()
    served.photographed = FixedReader("4-1 1-0")
    photograph(page)
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
    expect(page.locator("#layout-doubts li")).to_contain_text(
        ["Is it 5-0?", *(str(doubt.text) for doubt in doubts[1:])]
    )
    tap(page, "The tiles left in a hand")
    expect(page.locator("#doubts p")).to_have_text(["Is it 5-0?"])
    tap(page, "A layout")
    tap(page, "5 and 0, not sure")
    page.get_by_role("dialog").get_by_role("button", name="5 and 0", exact=True).click()
    expect(page.locator("#layout-doubts li")).to_have_text([doubts[2].text])
    tap(page, "5 and 5")
    page.get_by_role("dialog").get_by_role("button", name="5 and 5", exact=True).click()
    expect(page.locator("#count-doubted")).to_be_hidden()
    expect(page.locator("#layout-doubts li")).to_have_count(0)


def test_whether_tiles_are_joined_is_answered_with_yes_or_no_and_the_count_follows(served, visit):
    """People read that the count was not sure, and could say nothing about it."""
    ask = "Are 5-0 and 5-5 joined?"
    doubts = [Doubt("join", ask, Tile(5, 0), ((Tile(5, 5), 0.5),))]
    served.photographed = FixedReader("5-1", layout="5-5, 5-0>5-5, 4-0>5-0, 6-4>4-0", doubts=doubts)
    page = visit("/count", PHONE)
    tap(page, "A layout")
    photograph(page)
    doubted = page.locator("#layout-doubts li")
    expect(page.locator("#count")).to_have_text("16")
    expect(doubted).to_contain_text([ask])
    expect(doubted.locator(".crop .doubted polygon")).to_have_count(2)
    tap(page, "Yes")
    expect(doubted).to_have_count(0)
    expect(page.locator("#count")).to_have_text("16")
    photograph(page)
    tap(page, "No")  # the longer part stays
    expect(page.locator("#count")).to_have_text("11")
    expect(doubted).to_have_count(0)

    served.photographed = FixedReader("5-0", layout="5-5, 5-1>5-5", doubts=doubts)
    photograph(page)
    expect(page.locator("#count")).to_have_text("11")
    tap(page, "Yes")
    expect(page.locator("#count")).to_have_text("1")


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


def test_a_photo_that_cannot_be_read_leaves_nothing_to_enter(served, start, visit):
    """A broken photo left the hand of the photo before it on the page, with its button."""
    visit.provokes("status of 400")
    served.session.start_game(start("mexican-train", "Ann Bob"))
    served.photographed = FixedReader("6-4 5-0")
    page = visit("/count?player=Ann", PHONE)
    photograph(page)
    expect(total(page)).to_have_text("15")
    expect(page.get_by_role("button", name="Enter for Ann")).to_be_visible()
    photograph(page, {"name": "IMG_2.jpg", "mimeType": "image/jpeg", "buffer": b"broken"})
    expect(page.locator("#says")).to_contain_text("not a picture that can be read")
    expect(total(page)).to_have_text("0")
    expect(page.locator("#picture")).to_be_hidden()
    expect(page.locator("#enter")).to_be_hidden()
    tap(page, "Add a tile")
    page.get_by_role("dialog").get_by_role("button", name="1 and 1", exact=True).click()
    expect(page.get_by_role("button", name="Enter for Ann")).to_be_visible()


def test_of_two_photos_the_newer_one_counts_whichever_is_read_first(served, visit):
    """A photo that took long to read took the place of the one that was taken after it."""
    page = visit("/count", PHONE)
    with held_back(page, "**/api/count?*") as photo:
        photograph(page)
    served.photographed = FixedReader("6-4 5-0")
    photograph(page)
    expect(total(page)).to_have_text("15")
    served.photographed = FixedReader("1-1")
    let_go(page, photo)
    expect(total(page)).to_have_text("15")


def test_points_are_those_of_the_rules_chosen_last(served, visit):
    """Points by the rules chosen before stood beside the name of other rules."""
    served.photographed = FixedReader(layout="5-5, 5-0>5-5")
    page = visit("/count", PHONE)
    tap(page, "A layout")
    rules = page.get_by_label("By the rules of")
    with held_back(page, "**/api/count?*") as photo:
        photograph(page)
    rules.select_option("all-fives")
    let_go(page, photo)
    expect(page.locator("#worth")).to_have_text("10 points in All Fives")

    with held_back(page, "**/api/worth?*") as worth:
        rules.select_option("bergen")
    rules.select_option("five-up")
    expect(page.locator("#worth")).to_have_text("2 points in Five-Up")
    let_go(page, worth)
    expect(page.locator("#worth")).to_have_text("2 points in Five-Up")


def test_what_was_hardly_seen_is_a_question_that_yes_or_no_answers(served, visit):
    faint = "Does 3-1 lie there? Something like it was seen too faintly to be sure."
    outline = (10.0, 10.0, 60.0, 10.0, 60.0, 35.0, 10.0, 35.0)
    doubts = [
        Doubt("faint", faint, Tile(3, 1), ((Tile(3, 1), 0.5),), outline),
        Doubt("twice", "6-4 is seen 2 times.", Tile(6, 4)),
    ]
    served.photographed = FixedReader("6-4 5-0", doubts=doubts)
    page = visit("/count", PHONE)
    photograph(page)
    expect(page.locator("#doubts p")).to_have_text([faint, "6-4 is seen 2 times. Is it 6-4?"])
    expect(page.locator("#picture .doubted")).to_have_count(2)
    page.locator("#doubts li").first.get_by_role("button", name="Yes").click()
    expect(total(page)).to_have_text("19")
    page.get_by_role("button", name="Yes").click()
    expect(page.locator("#doubts li")).to_have_count(0)
    expect(page.locator("#picture .doubted")).to_have_count(0)
    photograph(page)
    page.locator("#doubts li").first.get_by_role("button", name="No").click()
    expect(total(page)).to_have_text("15")
    expect(page.locator("#doubts li")).to_have_count(1)


def test_the_name_of_a_tile_stands_beside_it_and_over_no_other_and_a_tap_draws_near(served, visit):
    """Names lay over the pips that they name."""
    served.photographed = FixedReader("6-4 5-0 1-1 2-1 3-3 6-6")
    page = visit("/count", PHONE)
    photograph(page, LARGE_PHOTO)
    names = page.locator("#picture text")
    expect(names).to_have_text(["6-4", "5-0", "1-1", "2-1", "3-3", "6-6"])
    boxes = [each.bounding_box() for each in names.all()]
    covered = page.evaluate("""() => [...document.querySelectorAll("#picture text")].filter((name) => {
        const { x, y, width, height } = name.getBBox();
        const middle = [x + width / 2, y + height / 2];
        const points = [[x, y], [x + width, y], [x, y + height], [x + width, y + height], middle];
        const tiles = [...document.querySelectorAll("#picture polygon")];
        return tiles.some((tile) => points.some(([px, py]) => tile.isPointInFill(new DOMPoint(px, py)))); }).length""")

    def are_over(one, other):
        return all(
            one[at] < other[at] + other[size] - 1 and other[at] < one[at] + one[size] - 1
            for at, size in (("x", "width"), ("y", "height"))
        )

    assert not any(are_over(one, other) for place, one in enumerate(boxes) for other in boxes[:place])
    assert covered == 0
    page.locator("#picture").click()
    expect(page.locator("#picture")).to_have_class("counted near")
    page.locator("#picture polygon").first.click()
    expect(page.get_by_role("dialog")).to_contain_text("Which tile is it?")


def test_the_longest_train_of_a_hand_is_drawn_from_the_engine_of_the_round(served, start, visit):
    served.session.start_game(start("mexican-train", "Ann Bob"))
    served.photographed = FixedReader("12-5 5-5 5-3 8-3 9-1")
    page = visit("/count?player=Ann", PHONE)
    photograph(page)
    train = page.locator("#train .tile")
    expect(train).to_have_count(4)
    expect(page.get_by_label("Engine")).to_have_value("12")
    assert [each.get_attribute("aria-label") for each in train.all()] == ["12 and 5", "5 and 5", "5 and 3", "3 and 8"]
    expect(page.locator("#train-says")).to_have_text("4 of 5 tiles")
    page.get_by_label("Engine").select_option("9-9")
    expect(train).to_have_count(1)
    served.session.tell(RoundHand("Ann", points=30))
    page.reload()
    photograph(page)
    expect(page.get_by_label("Engine")).to_have_value("11")
