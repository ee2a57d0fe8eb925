"""What directors expect besides pairing and counting: new badges, announcements, prizes, a page that stays."""

from muggins.webapp.hall.desk.helpers import Task, seal_of
from muggins.webapp.web.qr import qr_svg

WON = {"games": [[61, 40]]}
KEY = {"stage": 1, "round": 1, "table": 1}


def test_a_badge_that_was_lost_is_void_once_another_is_made(desk):
    desk.begin("Ann", "Bob")
    lost = desk.badge(1)
    desk.event("badge", entry=1, why="lost at the bar")
    assert desk.post("desk/check-in", 409, badge=lost)["error"].startswith("this badge was replaced by a new one")
    desk.get(f"/player/{lost}", 404)
    assert desk.post(f"player/{desk.badge(1)}/result", **KEY, result=WON) == {"status": "told"}
    printed = desk.get("/desk/print/badges?entry=1")
    assert "Ann" in printed
    assert "Bob" not in printed


def test_an_announcement_stands_on_every_screen_until_it_is_taken_away(desk, hall):
    desk.begin("Ann", "Bob")
    desk.until(lambda: desk.context.desk.tournament.games)
    desk.event("announce", text="Lunch at noon")
    for page in ("/", "/desk", "/projector", "/pairings", f"/player/{desk.badge(1)}"):
        assert "Lunch at noon" in desk.get(page), page
    session = hall.context.tables.held()[1].session
    desk.until(lambda: str(session.snapshot.notice) == "Lunch at noon")
    desk.event("announce")
    assert "Lunch at noon" not in desk.live("/projector")


def test_the_page_of_an_event_stays_and_is_public_once_the_desk_says_so(desk, hall):
    desk.begin("Ann", "Bob")
    number = desk.context.desk.number
    desk.event("result", **KEY, teller="desk", result=WON)
    desk.event("prizes", prizes=["The cup", "A medal", "A pen"])
    tournament = desk.context.desk.tournament
    first, second = map(tournament.side_name, tournament.rounds[0].meetings[0].sides)
    desk.event("tournament", name="Another", stages=[{"name": "All", "pairing": "round-robin"}])
    page = " ".join(desk.get(f"/event/{number}").split())
    assert f'<td>1</td><td>The cup</td><th scope="row">{first}</th>' in page
    assert f'<td>2</td><td>A medal</td><th scope="row">{second}</th>' in page
    assert "A pen" not in page
    assert "61:40" in page


def test_a_helper_comes_in_by_the_code_beside_the_address(desk, hall):
    desk.begin("Ann", "Bob")
    page = desk.get("/desk")
    for task in Task:
        address = f"http://localhost/helper/{task}/{seal_of(task, hall.context.access.keys)}"
        assert page.count(f'href="{address}"') == 1
        assert qr_svg(address) in page
