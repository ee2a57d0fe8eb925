"""The pages of a tournament in a browser: the buttons of the desk, the phones of players, the projector."""

import re
from types import SimpleNamespace

import pytest
from hall_browser import STAGE, Browser
from hall_running import running_hall
from playwright.sync_api import expect
from serving import shows, tap, wait_until_ready

from muggins.scorer.events import Play, Score
from muggins.scorer.tiles import Tile

NAMES = ("Ann; Crown", "Bob", "Cid & Dee", "Eve")
PHONE, WALL = (390, 844), (1920, 1080)


@pytest.fixture
def hall(tmp_path):
    hall = running_hall(tmp_path)
    yield hall
    hall.stop()


@pytest.fixture
def served(hall):
    """What `visit` opens pages of."""
    return SimpleNamespace(server=hall)


@pytest.fixture
def desk(hall):
    return Browser(hall)


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
    assert stages[0].metrics == ("match_points", "difference", "points_for")
    assert stages[0].scoring.bye_points == 30
    wait_until_ready(page)
    page.get_by_label("Your name").fill("Pat")
    page.get_by_label("A line each").fill("\n".join(NAMES))
    tap(page, "Enter")
    page.locator("#here-1").click()
    expect(page.locator("#here-1")).to_have_count(0)
    page.get_by_label("Scan a badge").fill(f"http://hall/badge/{desk.badge(2)}")
    page.get_by_label("Scan a badge").press("Enter")
    expect(page.locator("#here-2")).to_have_count(0)
    phone = visit(f"/badge/{desk.badge(3)}", PHONE)
    expect(phone.locator("#says")).to_have_text("Cid & Dee is checked in.")
    assert desk.context.desk.tournament.entries[3].is_here
    expect(page.locator("#here-3")).to_have_count(0)
    tap(page, "Begin: Main rounds")
    tap(page, "Draw round 1")
    tap(page, "Start the clock")
    expect(page.locator(".clock")).to_contain_text(re.compile("2[0-9]:[0-9]{2}"))
    tap(page, "Call the last hand")
    expect(page.locator("#notice")).to_have_text("Last hand: finish the hand in play; no other begins")
    assert desk.context.desk.tournament.record[-1].by == "Pat" or desk.context.desk.tournament.games


def test_every_screen_that_is_open_says_that_the_last_hand_was_called(desk, visit):
    desk.begin("Ann", "Bob", match={"to": 150, "minutes": 30})
    desk.until(lambda: desk.context.desk.tournament.games)
    open_screens = ("/", "/standings", "/pairings", "/projector", "/table/1/", "/table/1/overlay")
    pages = [visit(screen) for screen in open_screens]
    for page in pages:
        expect(page.locator("#notice")).to_be_hidden()
    desk.post("desk/last-hand", by="Pat")
    for page in pages:
        shows(page, "notice", "Last hand: finish the hand in play; no other begins")
        expect(page.locator("#notice")).to_be_visible()


def test_the_desk_enters_a_result_and_settles_a_dispute(desk, visit):
    desk.begin(*NAMES)
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


def test_enter_sends_a_result_and_never_cancels_it(desk, visit):
    """A director who typed 80 results and pressed Enter after each lost every one."""
    desk.begin("Ann", "Bob")
    page = visit("/desk")
    page.get_by_label("Your name").fill("Pat")
    page.get_by_role("button", name="Enter the result").click()
    page.keyboard.type("61")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.type(":40")
    page.keyboard.press("Enter")
    expect(page.locator(".desk-matches .result")).to_have_text("61:40")
    assert desk.context.desk.tournament.record[-1].result.games == ((61, 40),)


def test_a_result_that_looks_like_a_slip_asks_whether_it_is_right(desk, visit):
    """611:40 passed in a match to 61. What was typed is there to be changed."""
    visit.provokes("status of 409")
    desk.begin("Ann", "Bob")
    page = visit("/desk")
    page.get_by_label("Your name").fill("Pat")
    page.get_by_role("button", name="Enter the result").click()
    page.keyboard.type("611:40")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Is that right?")).to_be_visible()
    expect(page.get_by_role("dialog")).to_contain_text("611 points are far more than a game here has.")
    page.keyboard.press("Enter")
    field = page.get_by_label("Points, side 1")
    expect(field).to_have_value("611:40")
    field.fill("92:40")
    page.keyboard.press("Enter")
    tap(page, "Yes, that is right")
    expect(page.locator(".desk-matches .result")).to_have_text("92:40")


def test_a_final_that_comes_too_early_asks_first(desk, visit):
    """A tap beside Draw round 2 began the final after one of five rounds."""
    visit.provokes("status of 409")
    stages = [STAGE | {"rounds": 5}, {"name": "Final", "pairing": "bracket", "match": {"to": 61}}]
    desk.event("tournament", name="Open", stages=stages)
    desk.post("desk/entries", names="Ann\nBob", here=True)
    desk.post("desk/stage", by="Pat")
    desk.post("desk/round", by="Pat")
    desk.event("result", stage=1, round=1, table=1, teller="desk", result={"games": [[61, 40]]})
    page = visit("/desk")
    tap(page, "Begin: Final")
    expect(page.get_by_role("dialog")).to_contain_text("Swiss is not over: round 2 comes next.")
    tap(page, "No, change it")
    assert desk.context.desk.tournament.stage_number == 1
    tap(page, "Begin: Final")
    tap(page, "Yes, that is right")
    expect(page.locator("h1")).to_contain_text("Final")


def test_a_round_is_paired_by_hand(desk, visit):
    desk.begin(*NAMES)
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
    """Letters on the wall are a thirtieth of its height at least."""
    desk.begin("Ann", "Bob")
    desk.until(lambda: desk.context.desk.tournament.games)
    sides = [side[0] for side in desk.context.desk.tournament.rounds[-1].meetings[0].sides]
    phones = [visit(f"/player/{desk.badge(number)}", PHONE) for number in sides]
    wall = visit("/projector", WALL)
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
    for part in (".roll .names span", ".roll .table", ".roll .result", "h1"):
        # In one step of the page: what follows the tournament is replaced at any time.
        letters = wall.evaluate("part => parseFloat(getComputedStyle(document.querySelector(part)).fontSize)", part)
        assert letters >= WALL[1] / 33, part
