"""The pages of a tournament in a browser: the buttons of the desk, the phones of players, the projector."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from hall_browser import Browser
from hall_running import running_hall
from playwright.sync_api import expect
from serving import TIMEOUT_MILLISECONDS, tap, wait_until_ready

from muggins.scorer.events import Play, Score
from muggins.scorer.tiles import Tile

NAMES = ("Ann; Crown", "Bob", "Cid & Dee", "Eve", "Fay", "Gus")
PHONE, SCREEN = (390, 844), (1280, 800)
AXE = Axe()


@pytest.fixture
def hall(tmp_path):
    hall = running_hall(tmp_path)
    yield hall
    hall.stop()


@pytest.fixture
def desk(hall):
    return Browser(hall)


@pytest.fixture
def visit(browser, hall):
    """Opens pages of the hall. The test fails if one of them logged an error."""
    contexts, complaints = [], []

    def open_page(path="/desk", size=SCREEN, **options):
        context = browser.new_context(viewport={"width": size[0], "height": size[1]}, **options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(TIMEOUT_MILLISECONDS)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        page.goto(hall.address.rstrip("/") + path)
        wait_until_ready(page)
        return page

    open_page.complaints = complaints
    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []


def faults(page):
    """What axe finds, in light and in dark."""
    found = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        for violation in AXE.run(page, options={"resultTypes": ["violations"]}).response["violations"]:
            found.append(f"{violation['id']} in {scheme}: {violation['nodes'][0]['target'][0]}")
    return found


def is_too_wide(page):
    return page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")


def test_a_tournament_from_the_form_to_the_first_round(desk, visit):
    page = visit("/desk")
    page.get_by_role("link", name="Begin a tournament").click()
    wait_until_ready(page)
    page.get_by_label("Its name").fill("Club evening")
    page.get_by_label("Minutes until the last hand").first.fill("30")
    page.get_by_label("A final stage for the best").check()
    tap(page, "Begin the tournament")
    expect(page.get_by_role("heading", name="Club evening")).to_be_visible()
    stages = desk.context.desk.tournament.stages
    assert [(stage.pairing, stage.takes, stage.match.to) for stage in stages] == [
        ("swiss", None, 61),
        ("bracket", 8, 61),
    ]
    assert stages[0].match.minutes == 30
    assert stages[0].metrics == ("wins", "difference", "points_for")
    wait_until_ready(page)
    page.get_by_label("Your name").fill("Pat")
    page.get_by_label("A line each").fill("\n".join(NAMES[:4]))
    tap(page, "Enter")
    page.locator("#here-1").click()
    expect(page.locator("#here-1")).to_have_count(0)
    page.get_by_label("Scan a badge").fill(f"http://hall/badge/{desk.badge(2)}")
    page.get_by_label("Scan a badge").press("Enter")
    expect(page.locator("#here-2")).to_have_count(0)
    tap(page, "Begin: Main rounds")
    tap(page, "Draw round 1")
    tap(page, "Start the clock")
    expect(page.locator(".clock")).to_contain_text("29:")
    tap(page, "Call the last hand")
    expect(page.locator("#notice")).to_have_text("Last hand: finish the hand in play; no other begins")
    assert desk.context.desk.tournament.record[-1].by == "Pat" or desk.context.desk.tournament.games


@pytest.mark.parametrize("screen", ["/", "/standings", "/pairings", "/projector", "/table/1/", "/table/1/overlay"])
def test_a_screen_that_is_open_says_that_the_last_hand_was_called(desk, visit, screen):
    desk.begin("Ann", "Bob", match={"to": 150, "minutes": 30})
    desk.until(lambda: desk.context.desk.tournament.games)
    page = visit(screen)
    expect(page.locator("#notice")).to_be_hidden()
    desk.post("desk/last-hand", by="Pat")
    expect(page.locator("#notice")).to_have_text("Last hand: finish the hand in play; no other begins")
    expect(page.locator("#notice")).to_be_visible()


def test_the_desk_enters_a_result_and_settles_a_dispute(desk, visit):
    desk.begin(*NAMES[:4])
    key = {"stage": 1, "round": 1, "table": 2}
    first, second = (side[0] for side in desk.context.desk.tournament.rounds[-1].meetings[1].sides)
    page = visit("/desk")
    page.get_by_label("Your name").fill("Pat")
    desk.post(f"player/{desk.badge(first)}/result", **key, result={"games": [[61, 40]]})
    desk.post(f"player/{desk.badge(second)}/result", **key, result={"games": [[40, 61]]})
    disputed = page.locator(".desk-matches li").first
    expect(disputed).to_contain_text("the sides tell different results")
    disputed.get_by_role("button", name="Enter the result").click()
    page.get_by_label("Points, side 1").fill("61:40")
    page.get_by_role("dialog").get_by_label("Why?").fill("the replay shows it")
    tap(page, "Send")
    expect(page.locator("#record-title + .record")).to_contain_text("61:40, says the desk – the replay shows it Pat")
    page.locator("#absent-2-1-1").click()
    tap(page, "Send")
    tap(page, "Draw round 2")
    expect(page.get_by_role("heading", name="Round 2")).to_be_visible()


def test_a_round_is_paired_by_hand(desk, visit):
    desk.begin(*NAMES[:4])
    for table in (1, 2):
        desk.event("result", stage=1, round=1, table=table, teller="desk", result={"games": [[61, 40]]})
    page = visit("/desk")
    page.get_by_label("Round", exact=True).fill("2")
    page.get_by_label("A line for each table").fill("3 and 4")
    pair = page.locator("section", has_text="Pair the next round by hand").get_by_role("button", name="Set")
    pair.click()
    expect(page.locator("#trouble")).to_have_text("Write a line for each table, for example 3: 1 - 4.")
    page.get_by_label("A line for each table").fill("4: 1 - 2\n2: 3 - 4\n")
    pair.click()
    expect(page.get_by_role("heading", name="Round 2")).to_be_visible()
    assert [(each.table, each.sides) for each in desk.context.desk.tournament.rounds[-1].meetings] == [
        (4, ((1,), (2,))),
        (2, ((3,), (4,))),
    ]


def test_players_confirm_on_their_phones_and_all_screens_follow(desk, hall, visit):
    desk.begin("Ann", "Bob")
    desk.until(lambda: desk.context.desk.tournament.games)
    sides = [side[0] for side in desk.context.desk.tournament.rounds[-1].meetings[0].sides]
    phones = [visit(f"/player/{desk.badge(number)}", PHONE) for number in sides]
    wall = visit("/projector")
    session = hall.context.tables.held()[1].session
    one, other = session.snapshot.game.players
    session.tell(Play(one, Tile(1, 0)))
    session.tell(Score(other, 40))
    expect(wall.locator(".closest")).to_contain_text(re.compile("40"))
    session.tell(Score(one, 61))
    for phone in phones:
        expect(phone.locator(".my-table strong")).to_have_text("1")
        tap(phone, "Confirm 61:40")
    expect(wall.locator(".roll .over .result").first).to_have_text("61:40")
    expect(phones[0].locator(".result").first).to_have_text("61:40")
    expect(phones[0].get_by_role("button", name="That is wrong")).to_have_count(0)


def test_a_scan_with_the_desks_phone_checks_in(desk, visit):
    desk.event("tournament", name="Open", stages=[{"name": "All", "pairing": "round-robin"}])
    desk.post("desk/entries", names="Ann")
    page = visit(f"/badge/{desk.badge(1)}", PHONE)
    expect(page.locator("#says")).to_have_text("Ann is checked in.")
    assert desk.context.desk.tournament.entries[1].is_here
    assert faults(page) == []


@pytest.mark.parametrize("size", [PHONE, SCREEN], ids=["phone", "screen"])
def test_every_page_fits_and_has_no_fault(desk, visit, size):
    desk.begin(*NAMES, match={"to": 150, "minutes": 30, "warning": 25})
    desk.post("desk/clock", by="Pat")
    key = {"stage": 1, "round": 1, "table": 1}
    for side, points in zip(
        desk.context.desk.tournament.rounds[-1].meetings[0].sides, ([150, 90], [90, 150]), strict=True
    ):
        desk.post(f"player/{desk.badge(side[0])}/result", **key, result={"games": [points]})
    pages = ("/desk", "/desk/new", "/projector", "/pairings", "/standings", f"/player/{desk.badge(1)}")
    for path in (*pages, "/desk/print/pairings", "/desk/print/slips", "/desk/print/badges"):
        page = visit(path, size)
        assert not is_too_wide(page), path
        assert faults(page) == [], path
        page.close()


def test_a_dialog_of_the_desk_has_no_fault(desk, visit):
    desk.begin(*NAMES[:4])
    page = visit("/desk", PHONE)
    for button in ("#result-1-1", "#substitute-1", "#adjust-2", "#strike-round"):
        page.locator(button).click()
        expect(page.get_by_role("dialog")).to_be_visible()
        assert faults(page) == [], button
        page.keyboard.press("Escape")


def test_letters_on_the_wall_are_a_thirtieth_of_its_height_at_least(desk, visit):
    desk.begin(*NAMES)
    page = visit("/projector", (1920, 1080))
    for part in (".roll .names span", ".roll .table", ".roll .result", "h1"):
        size = page.locator(part).first.evaluate("element => parseFloat(getComputedStyle(element).fontSize)")
        assert size >= 1080 / 33, part


@pytest.mark.parametrize("language", ["es", "pt-BR", "fr", "de", "nl"])
def test_pages_fit_in_every_language(desk, visit, language):
    desk.begin(*NAMES)
    for path in ("/desk", "/projector", f"/player/{desk.badge(1)}"):
        page = visit(path, PHONE, locale=language)
        assert page.locator("html").get_attribute("lang") == language
        assert not is_too_wide(page), path
        page.close()
