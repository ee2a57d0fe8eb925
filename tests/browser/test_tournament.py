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
from muggins.webapp.hall.tournament.events import Result
from muggins.webapp.hall.tournament.results import verdict
from muggins.webapp.hall.tournament.state import MatchPlace

NAMES = ("Ann; Crown", "Bob", "Cid", "Eve")
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
    page.get_by_text("New entries").click()
    page.get_by_label("A line each").fill("\n".join(NAMES))
    tap(page, "Enter")
    page.locator("#here-1").click()
    expect(page.locator("#here-1")).to_have_count(0)
    page.get_by_label("Scan a badge").fill(f"http://hall/badge/{desk.badge(2)}")
    page.get_by_label("Scan a badge").press("Enter")
    expect(page.locator("#here-2")).to_have_count(0)
    phone = visit(f"/badge/{desk.badge(3)}", PHONE)
    expect(phone.locator("#says")).to_have_text("Cid is checked in.")
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
    disputed = page.locator(".settle li")
    expect(disputed).to_contain_text("the sides tell different results")
    expect(disputed.locator(".tellings .result")).to_have_text(["61:40", "40:61"])
    disputed.get_by_role("button", name="Accept 61:40").click()
    expect(disputed).to_have_count(0)
    names = [desk.context.desk.tournament.entries[number].name for number in (first, second)]
    record = page.locator("#record-title + .record")
    expect(record).to_contain_text(f"61:40, says the desk – as told by {names[0]} Pat")
    page.locator("#result-1-2").fill("61:45")
    page.locator("#result-1-2").press("Enter")
    page.get_by_role("dialog").get_by_label("Why?").fill("the replay shows it")
    page.keyboard.press("Enter")
    expect(record).to_contain_text("61:45, says the desk – the replay shows it Pat")
    page.locator("#more-1-1 summary").click()
    page.locator("#absent-2-1-1").click()
    tap(page, "Send")
    tap(page, "Draw round 2")
    expect(page.get_by_role("heading", name="Round 2")).to_be_visible()


def test_a_desk_asks_once_for_what_it_has_done_itself(desk, visit):
    """Each typed result was asked for twice: once it was sent, and again when the hall told of it."""
    desk.begin(*NAMES)
    desk.until(lambda: len(desk.context.desk.tournament.games) == 2)
    page = visit("/desk")
    page.get_by_label("Your name").fill("Pat")
    page.clock.install()
    asked = []
    page.on("request", lambda request: asked.append(request.url) if request.resource_type == "fetch" else None)
    page.evaluate(
        """() => {
          const source = new EventSource("/api/hall/tournament/stream");
          source.addEventListener("changed", ({ data }) => { document.body.dataset.heard = data; });
        }"""
    )
    version = page.locator("#live").get_attribute("data-version")
    expect(page.locator("body")).to_have_attribute("data-heard", version)
    page.locator("#result-1-1").fill("61:40")
    page.locator("#result-1-1").press("Enter")
    expect(page.locator("#match-1-1")).to_have_class(re.compile("over"))
    expect(page.locator("body")).not_to_have_attribute("data-heard", version)
    page.clock.run_for(1000)
    page.evaluate("document.title")
    assert [url.rpartition("/")[2] for url in asked] == ["events?tournament=1", "desk"]
    desk.event("result", stage=1, round=1, table=2, teller="desk", result={"games": [[61, 20]]})
    expect(page.locator("body")).to_have_attribute(
        "data-heard", re.compile(f'"events": {len(desk.context.desk.tournament.record)}')
    )
    page.clock.run_for(1000)
    expect(page.locator("#match-1-2")).to_have_class(re.compile("over"))


def test_enter_in_a_dialog_never_cancels(desk, visit):
    """A director who typed 80 results and pressed Enter after each lost every one."""
    desk.begin("Ann", "Bob")
    page = visit("/desk")
    page.get_by_label("Your name").fill("Pat")
    tap(page, "Strike this round")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.type("Cid came")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Draw round 1")).to_be_visible()
    tap(page, "Undo: Struck: Round 1 is drawn")
    expect(page.locator(".match")).to_have_count(1)


def test_a_director_types_one_result_after_the_other(desk, visit):
    """The number of a table, Enter, the points, Enter; and from field to field without a search."""
    desk.begin(*["Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal"])
    page = visit("/desk")
    page.get_by_label("Your name").fill("Pat")
    find = page.get_by_label("Find a table")
    find.fill("3")
    find.press("Enter")
    page.keyboard.type("61 40")
    page.keyboard.press("Enter")
    expect(find).to_be_focused()
    page.locator("#result-1-1").focus()
    for points in ("61:50", "50-61", "61/7"):
        page.keyboard.type(points)
        page.keyboard.press("Enter")
    expect(page.locator(".match.over")).to_have_count(4)
    told = {each.table: each.result.games for each in desk.context.desk.tournament.record if hasattr(each, "teller")}
    assert told == {3: ((61, 40),), 1: ((61, 50),), 2: ((50, 61),), 4: ((61, 7),)}
    for table in range(1, 5):
        expect(page.locator(f"#result-1-{table}")).to_have_value("")


def test_the_table_of_a_refused_result_is_offered_again(desk, visit):
    """Table 1 was passed over for good once 61:61 was refused there, and the round seemed to be typed in."""
    visit.provokes("status of 409")
    desk.begin(*["Ann", "Bob", "Cid", "Dee"])
    page = visit("/desk")
    page.get_by_label("Your name").fill("Pat")
    page.locator("#result-1-1").focus()
    page.keyboard.type("61:61")
    page.keyboard.press("Enter")
    expect(page.locator("#trouble")).to_contain_text("game has one winner")
    page.locator("#result-1-2").focus()
    page.keyboard.type("61:50")
    page.keyboard.press("Enter")
    expect(page.locator("#result-1-1")).to_be_focused()


def test_any_round_is_opened_and_put_right_and_what_changed_stands_first(desk, visit):
    """A result two rounds back could not be put right on the pages, nor was a table's late correction shown."""
    desk.begin("Ann", "Bob")
    for number in (1, 2):
        desk.event("result", stage=1, round=number, table=1, teller="desk", result={"games": [[61, 40]]})
        desk.post("desk/round", by="Pat")
    corrected = Result(((61, 44),))
    desk.context.desk.tell_recorded(desk.context.desk.tournament, MatchPlace(1, 1, 1), corrected)
    page = visit("/desk")
    page.get_by_label("Your name").fill("Pat")
    changed = page.locator(".settle li").first
    expect(changed).to_contain_text("Round 1 · Table 1")
    expect(changed.locator(".tellings > div")).to_have_text(
        [re.compile(r"Before · Pat\s+61:40"), re.compile(r"After · The table's record\s+61:44")]
    )
    changed.get_by_role("button", name="Accept 61:44").click()
    expect(changed).to_have_count(0)
    page.get_by_role("link", name="Round 2").click()
    wait_until_ready(page)
    page.locator("#result-2-1").fill("61:45")
    page.locator("#result-2-1").press("Enter")
    page.get_by_role("dialog").get_by_label("Why?").fill("typed wrongly")
    page.keyboard.press("Enter")
    expect(page.locator("#match-2-1 .result")).to_have_text("61:45")
    results = [verdict(desk.context.desk.tournament, MatchPlace(1, number, 1)).result for number in (1, 2)]
    assert [result.games for result in results] == [((61, 44),), ((61, 45),)]


def test_nothing_moves_under_the_pointer_and_what_is_typed_stays(desk, visit):
    drawn = desk.begin(*["Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal"])
    page = visit("/desk", PHONE)
    field = page.locator("#result-1-3")
    field.scroll_into_view_if_needed()
    field.hover()
    field.fill("61:")
    page.locator("#more-1-4 summary").click()
    field.hover()
    before = field.bounding_box()["y"]
    for side, points in zip(drawn.meetings[0].sides, ([61, 40], [40, 61]), strict=True):
        key = {"stage": 1, "round": 1, "table": drawn.meetings[0].table}
        desk.post(f"player/{desk.badge(side[0])}/result", **key, result={"games": [points]})
    expect(page.locator(".settle li")).to_have_count(1)
    assert abs(field.bounding_box()["y"] - before) < 2
    expect(field).to_have_value("61:")
    expect(page.locator("#absent-1-1-4")).to_be_visible()


def test_what_opens_a_menu_stays_where_it_is(desk, visit):
    """The dots of an entry went a line down under the pointer, and a second click hit what had been below."""
    desk.begin("Ann", "Bob", "Cid", "Featherstonehaugh Wyndham")
    page = visit("/desk", PHONE)
    for dots, shown in (("#entry-more-4", "#withdraw-4"), ("#more-1-1", "#absent-1-1-1")):
        opener = page.locator(f"{dots} summary")
        opener.click()
        opener.hover()
        expect(page.locator(shown)).to_be_visible()
        opened = opener.bounding_box()
        opener.click()
        expect(page.locator(shown)).to_be_hidden()
        assert opener.bounding_box() == opened


def test_no_name_is_cut_at_the_desk_and_on_the_wall(desk, visit):
    """Names of 24 letters ended in dots."""
    desk.begin(*(f"Featherstonehaugh Anna-{letter}" for letter in "ABCDEFGH"))
    is_cut = "all => all.filter((one) => one.scrollWidth > one.clientWidth + 1).length"
    for address in ("/desk", "/pairings", "/projector"):
        for size in (PHONE, (1280, 800), WALL):
            page = visit(address, size)
            names = page.locator(".names > span:not(.unseen), .seat .small, .by-name span")
            assert names.count() >= 8
            assert names.evaluate_all(is_cut) == 0, (address, size)
            page.close()


def test_a_result_that_looks_like_a_slip_asks_whether_it_is_right(desk, visit):
    """611:40 passed in a match to 61. What was typed is there to be changed."""
    visit.provokes("status of 409")
    desk.begin("Ann", "Bob")
    page = visit("/desk")
    page.get_by_label("Your name").fill("Pat")
    page.locator("#result-1-1").focus()
    page.keyboard.type("611:40")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Is that right?")).to_be_visible()
    expect(page.get_by_role("dialog")).to_contain_text("611 points are far more than a game here has.")
    page.keyboard.press("Enter")
    field = page.locator("#result-1-1")
    expect(field).to_have_value("611:40")
    expect(field).to_be_focused()
    field.fill("92:40")
    page.keyboard.press("Enter")
    tap(page, "Yes, that is right")
    expect(page.locator(".match .result")).to_have_text("92:40")


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


def test_a_dispute_shows_both_results_side_by_side_and_either_player_accepts_the_other(desk, visit):
    sides = [side[0] for side in desk.begin("Ann", "Bob").meetings[0].sides]
    for side, points in zip(sides, ([61, 40], [61, 45]), strict=True):
        key = {"stage": 1, "round": 1, "table": 1}
        desk.post(f"player/{desk.badge(side)}/result", **key, result={"games": [points]})
    phone = visit(f"/player/{desk.badge(sides[1])}", PHONE)
    expect(phone.locator(".tellings .result")).to_have_text(["61:40", "61:45"])
    tap(phone, "Accept 61:40")
    expect(phone.locator(".tellings")).to_have_count(0)
    expect(phone.locator(".result").first).to_have_text("61:40")


def test_a_drawn_round_is_changed_by_hand(desk, visit):
    desk.begin(*["Ann", "Bob", "Cid", "Dee"])
    page = visit("/desk")
    page.get_by_label("Your name").fill("Pat")
    page.get_by_text("Change who meets whom").click()
    lines = page.get_by_label("The matches, a line each")
    lines.fill("7: 1 - 2\n2: 3 - 4")
    change = page.locator("#change-1-1 form").nth(1)
    change.get_by_label("Why?").fill("at the window")
    change.get_by_role("button", name="Set").click()
    expect(page.locator("#match-1-7")).to_be_visible()
    expect(lines).to_have_value(re.compile("7: 1 - 2 # Ann – Bob\n2: 3 - 4"))


def test_players_find_themselves_by_name_on_the_wall_on_paper_and_on_a_phone(desk, visit):
    """The lists were by table alone, the wall took one column, and on a phone names stood in columns of one letter."""
    desk.begin(*(f"{name} Featherstonehaugh" for name in ("Dee", "Ann", "Cid", "Bob")))
    seats = ("/projector", ".seat .names", WALL), ("/desk/print/pairings", ".by-name .name", (794, 1123))
    for address, names, size in (*seats, ("/pairings", ".by-name .name", PHONE)):
        page = visit(address, size)
        firsts = [text.split()[0] for text in page.locator(names).all_inner_texts()]
        assert firsts == ["Ann", "Bob", "Cid", "Dee"], address
    assert min(cell.bounding_box()["width"] for cell in page.locator(".matches td").all()) > 60
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


def test_the_wall_turns_through_all_names_in_thirty_seconds(desk, visit):
    desk.begin(*(f"Player {number}" for number in range(1, 9)))
    wall = visit("/projector", (800, 300))
    roll = wall.locator(".roll")
    wall.clock.install()
    wall.reload()
    wait_until_ready(wall)
    shown = set()
    for _ in range(6):
        box = roll.bounding_box()
        for seat in wall.locator(".seat").all():
            left = seat.bounding_box()["x"]
            if box["x"] - 1 <= left < box["x"] + box["width"]:
                shown.add(seat.locator(".names").inner_text())
        wall.clock.run_for(5000)
    assert len(shown) == 8


def test_slips_of_a_best_of_three_do_not_overlap(desk, visit):
    desk.begin(*["Ann", "Bob", "Cid", "Dee"], match={"to": 61, "best_of": 3})
    page = visit("/desk/print/slips", (794, 1123))
    page.emulate_media(media="print")
    for slip in page.locator(".slip").all():
        assert slip.locator("table").bounding_box()["width"] <= slip.bounding_box()["width"]


def test_tables_are_set_from_one_to_eighty(desk, visit):
    desk.begin("Ann", "Bob")
    page = visit("/desk")
    page.get_by_text("Tables in use").click()
    page.get_by_label("Their numbers, such as 1-80").fill("1-80, 85")
    page.locator("#tables").get_by_role("button", name="Set").click()
    expect(page.locator(".record")).to_contain_text("78, 79, 80, 85")
    assert desk.context.desk.tournament.tables == (*range(1, 81), 85)


@pytest.mark.parametrize("typed", ["80-1", "1-800000000"])
def test_tables_that_are_none_or_too_many_are_refused_with_a_sentence(desk, visit, typed):
    """80-1 set no tables, so that a round took as many as it needed; a slip of the finger in 1-80 froze the desk."""
    desk.begin("Ann", "Bob")
    page = visit("/desk")
    page.get_by_text("Tables in use").click()
    page.get_by_label("Their numbers, such as 1-80").fill(typed)
    page.locator("#tables").get_by_role("button", name="Set").click()
    shows(page, "trouble", "Write numbers such as 3, 8 or 1-80, the lower one first.")
    expect(page.get_by_label("Their numbers, such as 1-80")).to_have_value(typed)


def test_a_desk_whose_network_was_away_as_it_asked_asks_again(desk, visit):
    """The stream was there, the page's own request failed: the desk showed an old round until the next result."""
    visit.provokes("ERR_FAILED")
    desk.begin("Ann", "Bob")
    page = visit("/desk")
    page.route("**/desk", lambda route: route.abort())
    with page.expect_event("requestfailed"):
        desk.event("result", stage=1, round=1, table=1, teller="desk", result={"games": [[61, 40]]})
    page.unroute("**/desk")
    expect(page.locator("#match-1-1 .result")).to_have_text("61:40")


def test_the_focus_stays_in_the_menu_of_a_match_that_changes(desk, visit):
    """Who went through a menu by the keyboard was thrown to the top of the page by a result that a phone told."""
    (meeting,) = desk.begin("Ann", "Bob").meetings
    page = visit("/desk")
    page.locator("#more-1-1 summary").click()
    page.locator("#absent-2-1-1").focus()
    key = {"stage": 1, "round": 1, "table": 1}
    desk.post(f"player/{desk.badge(meeting.sides[0][0])}/result", **key, result={"games": [[61, 40]]})
    expect(page.locator("#accept-1-1")).to_have_text("Accept 61:40")
    expect(page.locator("#absent-2-1-1")).to_be_focused()


def test_a_round_is_paired_by_hand(desk, visit):
    desk.begin(*NAMES)
    for table in (1, 2):
        desk.event("result", stage=1, round=1, table=table, teller="desk", result={"games": [[61, 40]]})
    page = visit("/desk")
    page.get_by_text("Pair the next round by hand").click()
    page.get_by_label("Round", exact=True).fill("2")
    page.get_by_label("A line for each table").fill("3 and 4")
    pair = page.locator("details", has_text="Pair the next round by hand").get_by_role("button", name="Set")
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
