"""A hall as people see it: its lobby, its sheets, and a table of it under its own address."""

import re
from types import SimpleNamespace

import numpy as np
import pytest
from hall_running import running_hall
from playwright.sync_api import expect
from serving import TIMEOUT_MILLISECONDS, resize, score

from muggins.scorer.layout import Placement
from muggins.vision.capture.images import encode_jpeg
from muggins.vision.tracking.events import Played
from muggins.webapp.camera.table_watcher import as_webp

PICTURE = encode_jpeg(np.full((36, 64, 3), 120, np.uint8), 80)


@pytest.fixture
def hall(tmp_path, monkeypatch):
    # On a slow machine five seconds may pass between two pictures, and then another phone might take over by itself.
    monkeypatch.setattr("muggins.webapp.camera.phone.LOST_SECONDS", TIMEOUT_MILLISECONDS)
    hall = running_hall(tmp_path, tables=8)
    yield hall
    hall.stop()


@pytest.fixture
def served(hall):
    """What `visit` opens pages of."""
    return SimpleNamespace(server=hall)


def see(table, *plays):
    """Plays as the camera of a table sees them, with a picture."""
    for number, text in enumerate(plays, 1):
        placement = Placement.parse(text)
        table.session.on_table_event(Played(float(number), placement.tile, placement.on), PICTURE)


def see_and_save_the_clip(page):
    expect(page.locator(".clip img")).to_have_js_property("naturalWidth", 480)
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save the clip").click()
    assert saved.value.suggested_filename == "muggins-1-4.webp"


def test_a_table_of_the_hall_is_set_up_played_and_looked_back_at_under_its_address(visit, hall):
    table = hall.context.tables.held()[7]
    table.cameras.watch_thread._source.show(np.full((360, 640, 3), 120, np.uint8))
    page = visit("/table/7/")
    assert page.url.endswith("/table/7/new")
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator("#rules")).to_have_text("Five-Up · to 61")
    expect(page.locator("#live-picture")).to_have_attribute("src", re.compile("^blob:"))
    see(table, "5-5", "5-0>5-5")
    expect(score(page, "Player 2")).to_have_text("2")
    page.get_by_role("button", name="Take back").click()
    expect(score(page, "Player 2")).to_have_text("0")
    page.get_by_role("button", name="Bring back").click()
    expect(score(page, "Player 2")).to_have_text("2")
    table.session.keep_clip(1, 4, as_webp([np.full((270, 480, 3), shade, np.uint8) for shade in (0, 90, 200)]))
    page.locator("#plays li").first.get_by_role("button").first.click()
    see_and_save_the_clip(page)
    page.get_by_role("dialog").get_by_role("button", name="5 and 1").click()
    page.get_by_role("button", name="Put it right").click()
    expect(score(page, "Player 2")).to_have_text("0")
    page.get_by_role("link", name="Games").click()
    page.locator("a.game").click()
    expect(page).to_have_url(re.compile("/table/7/games/1$"))
    page.get_by_role("link", name="Replay", exact=True).click()
    expect(page).to_have_url(re.compile("/table/7/games/1/replay(#[0-9]+)?$"))
    expect(page.locator("main:not([inert])")).to_be_visible()
    page.keyboard.press("End")
    page.get_by_role("button", name="Photos").click()
    picture = page.locator("figure img[src]").first
    expect(picture).to_have_attribute("src", re.compile("^/table/7/api/games/1/events/[0-9]+/picture$"))
    page.goto(f"{hall.address}table/7/games/1/replay#4")
    see_and_save_the_clip(page)
    overlay = visit("/table/7/overlay")
    expect(overlay.locator("body")).to_contain_text("Player 2")


def test_the_desk_lets_phones_in_makes_new_keys_and_sees_its_new_address(visit, hall, monkeypatch):
    monkeypatch.setattr("muggins.webapp.hall.serving.hall.addresses_on_network", lambda: ["127.0.0.1"])
    page, old = visit(), hall.context.access.keys
    page.get_by_text("Let spectators in").click()
    page.get_by_role("button", name="Let phones in").click()
    page.wait_for_load_state()
    expect(page.get_by_role("button", name="Let phones in")).to_have_count(0)
    page.get_by_text("Let spectators in").click()
    expect(page.locator(".invitation .address")).to_have_text(re.compile("^https://127.0.0.1:[0-9]+/join$"))
    expect(page.locator("#code")).to_have_text(old.code)
    page.locator("summary", has_text="New keys").click()
    page.get_by_role("button", name="Make new keys").click()
    expect(page.locator("#desk-address")).to_have_text(re.compile("/host/.{20}"))
    assert page.locator("#desk-address").inner_text().endswith(hall.context.access.host_path)
    expect(page.locator("#code")).to_have_text(hall.context.access.keys.code)
    assert not hall.context.access.is_host_key(old.host)


def test_the_lobby_shows_all_tables_as_they_are(visit, hall, start, monkeypatch):
    """The desk too says that the machine is full."""
    page, desk = visit(), visit("/desk")
    cards = page.locator(".table-card")
    expect(cards).to_have_count(8)
    assert [number.inner_text() for number in page.locator(".number").all()] == list("12345678")
    table = hall.context.tables.held()[3]
    table.session.start_game(start())
    see(table, "5-5")
    expect(cards.nth(2)).to_contain_text("Ann")
    expect(cards.nth(2).locator(".score").first).to_have_text("2")
    expect(page.locator("#summary")).to_contain_text("1 table is playing.")
    for size in ((390, 844), (1280, 800)):
        resize(page, size)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    for each in (page, desk):
        expect(each.locator("#full")).to_be_hidden()
    load = hall.context.load
    load.stop()
    monkeypatch.setattr(type(table), "lag", property(lambda table: 5.0 * (table.number == 2)))
    for _ in range(11):
        load.sample()
    for each in (page, desk):
        expect(each.locator("#full")).to_contain_text(
            "This machine is full: it watches 1 of its 8 tables late, by up to 5.0 s"
        )
    cards.nth(2).locator("a").click()
    expect(score(page, "Ann")).to_have_text("2")

    # A language that is chosen at a table holds in the hall.
    page.goto(f"{hall.address}table/2/games?player=Ann")
    page.locator("details.language summary").click()
    page.get_by_role("link", name="Deutsch").click()
    expect(page).to_have_url(re.compile(r"/table/2/games\?player=Ann$"))
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.goto(hall.address)
    expect(page.locator("html")).to_have_attribute("lang", "de")


def test_the_phone_that_scans_a_sheet_is_the_tables_camera_and_another_takes_over(visit, hall):
    visit.provokes("status of 4")  # pictures of the wrong table, and of a second phone
    tables = hall.context.tables.held()
    key = tables[3].phone_key
    sheet = visit("/cameras/sheet")
    sheets = sheet.locator(".sheet")
    expect(sheets).to_have_count(8)
    expect(sheets.nth(2)).to_contain_text("Table 3")
    assert sheets.nth(2).locator("img").evaluate("image => image.decode().then(() => image.naturalWidth > 0)")
    expect(sheets.nth(2).locator(".code")).to_have_text(f"{key[:4]} {key[4:]}")
    sheet.goto(f"{hall.address}table/4/camera?key={key}")
    sheet.get_by_role("button", name="Start the camera").click()
    expect(sheet.locator("#camera")).to_have_text(
        "This is the code of table 3, and here is table 4; scan the sheet that lies here."
    )
    sheet.close()

    lobby, first = visit(), visit("/camera")
    camera = lobby.locator(".table-card").nth(2).locator(".camera")
    first.get_by_label("The code on the table's sheet").fill(f"{key[:4].lower()} {key[4:]}")
    first.get_by_role("button", name="Go on to the camera").click()
    expect(first).to_have_url(re.compile("/table/3/camera"))
    first.get_by_role("button", name="Start the camera").click()
    expect(first.locator("#camera")).to_contain_text("Watching the table")
    expect(camera).to_have_text("The camera watches.")

    second = visit(f"/table/3/camera?key={key}")
    second.get_by_role("button", name="Start the camera").click()
    expect(second.locator("#camera")).to_contain_text("Another phone is this table's camera")
    expect(camera).to_contain_text("Two phones")
    second.get_by_role("button", name="Use this phone instead").click()
    expect(second.locator("#camera")).to_contain_text("Watching the table")
    expect(first.locator("#camera")).to_contain_text("Another phone is this table's camera")
