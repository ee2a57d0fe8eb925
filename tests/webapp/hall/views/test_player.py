"""A player's own page: whoever has a badge sees the table, and confirms or disputes the result."""

import pytest
from hall_browser import Browser
from hall_running import running_hall

from muggins.scorer.events import Play, Score
from muggins.scorer.tiles import Tile

WON = {"games": [[61, 40]]}
KEY = {"stage": 1, "round": 1, "table": 1}


@pytest.fixture
def player(hall):
    """A phone of a player."""
    return Browser(hall)


def sides(desk):
    """The numbers of the entries at table 1."""
    return [side[0] for side in desk.context.desk.tournament.rounds[-1].meetings[0].sides]


def test_a_player_sees_the_table_and_the_opponent(desk, player):
    desk.begin("Ann", "Bob")
    page = player.live(f"/player/{desk.badge(1)}")
    assert "Ann Open" in page
    assert "Your table 1 against Bob" in page


def test_before_the_first_round_it_says_what_to_do(desk, player):
    desk.event("tournament", name="Open", stages=[{"name": "All", "pairing": "round-robin"}])
    desk.post("desk/entries", names="Ann\nBob")
    address = f"/player/{desk.badge(1)}"
    assert "show your badge at the desk" in player.live(address)
    desk.event("check_in", entries=[1, 2])
    assert "Your first round has not been drawn yet." in player.live(address)
    desk.event("withdraw", entry=1)
    assert "You have withdrawn." in player.live(address)


def test_a_bye_is_said(desk, player):
    drawn = desk.begin("Ann", "Bob", "Cid")
    assert "You have a bye" in player.live(f"/player/{desk.badge(drawn.byes[0])}")


def test_both_confirm_what_the_table_has_recorded(desk, hall, player):
    desk.begin("Ann", "Bob")
    desk.until(lambda: desk.context.desk.tournament.games)
    session = hall.context.tables.held()[1].session
    one, other = session.snapshot.game.players
    for event in (Play(one, Tile(1, 0)), Score(other, 40), Score(one, 61)):
        session.tell(event)
    first, second = sides(desk)
    page = f"/player/{desk.badge(first)}"
    desk.until(lambda: "Confirm 61:40" in player.live(page))
    assert player.post(f"player/{desk.badge(first)}/result", **KEY, result=WON) == {"status": "told"}
    assert "Tell another result" in player.live(page)
    assert player.post(f"player/{desk.badge(second)}/result", **KEY, result=WON) == {"status": "confirmed"}
    assert "61:40" in player.live(page)
    assert "That is wrong" not in player.live(page)
    refused = player.post(f"player/{desk.badge(first)}/result", 409, **KEY, result={"games": [[61, 39]]})
    assert refused["error"] == "the result of table 1 in round 1 stands; ask the desk to look at it"


def test_a_player_tells_results_of_own_matches_alone(desk, player):
    drawn = desk.begin("Ann", "Bob", "Cid", "Dee")
    other = desk.badge(drawn.meetings[1].sides[0][0])
    refused = player.post(f"player/{other}/result", 403, **KEY, result=WON)
    assert refused["error"] == "you do not play at table 1 in round 1"
    first = desk.badge(sides(desk)[0])
    assert "only the desk" in player.post(f"player/{first}/result", 409, **KEY, result={"forfeit": [2]})["error"]
    assert (
        "has not been paired" in player.post(f"player/{first}/result", 409, **KEY | {"round": 5}, result=WON)["error"]
    )
    assert "points are 0 or more" in player.post(
        f"player/{first}/result", 409, **KEY, result={"games": [[61, -4]]}
    )["error"]  # fmt: skip


def test_a_badge_lets_its_player_into_the_hall(tmp_path):
    hall = running_hall(tmp_path, address="http://localhost/")
    try:
        desk, player = Browser(hall), Browser(hall)
        desk.client.get(f"/{hall.context.access.host_path}")
        desk.begin("Ann", "Bob")
        player.get("/standings", 302)
        player.get(f"/player/{desk.badge(1)}")
        assert "Ann" in player.live("/standings")
        player.get("/desk", 403)
    finally:
        hall.stop()
