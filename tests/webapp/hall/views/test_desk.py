"""The desk over HTTP: every step from the first entry to the result, and what it refuses."""

import re

import numpy as np
import pytest
from hall_browser import Browser
from hall_running import running_hall
from werkzeug.test import Client

from muggins.scorer.events import HandEnd, Play, Score
from muggins.scorer.tiles import Tile
from muggins.vision.capture.images import encode_jpeg
from muggins.vision.tracking.events import Played
from muggins.webapp.hall.tournament.events import Struck, Withdrawn
from muggins.webapp.hall.views import parts

WON = {"games": [[61, 40]]}
LAST_HAND = "Last hand: finish the hand in play; no other begins"


@pytest.fixture
def new_desk(tmp_path):
    """The desk of a hall in which no tournament has begun."""
    hall = running_hall(tmp_path)
    yield Browser(hall)
    hall.stop()


def test_before_the_first_tournament_the_desk_offers_to_begin_one(new_desk):
    assert "No tournament has begun." in new_desk.get("/desk")
    assert "Swiss: others with as many points" in new_desk.get("/desk/new")
    assert 'value="dominican"' in new_desk.get("/desk/new"), "two pairs play it"
    assert 'value="hungarian"' not in new_desk.get("/desk/new"), "the lowest score wins it, and standings count up"
    assert 'value="fortress"' not in new_desk.get("/desk/new"), "three or four play it, each alone"
    assert "No round has been drawn yet." in new_desk.get("/pairings")
    assert "The tournament has not begun yet." in new_desk.get("/standings")
    assert "The first round has not been drawn yet." in new_desk.get("/projector")
    assert new_desk.get("/api/hall/tournaments") == {"tournaments": []}
    assert "no tournament has begun" in new_desk.post("desk/entries", 409, names="Ann")["error"]


def test_one_tournament_has_no_buttons_that_turn_to_others(new_desk):
    """The only tournament had two, with the same name, and was followed twice."""
    new_desk.begin("Ann", "Bob")
    assert [number for number, _ in new_desk.context.tournaments()] == [1]
    assert "?tournament=" not in new_desk.get("/pairings")


def test_entries_are_written_a_line_each_and_check_in_by_a_scan(desk):
    desk.event("tournament", name="Open", stages=[{"name": "All", "pairing": "round-robin"}])
    desk.post("desk/entries", names="Ann & Al; Crown\n\n Bob & Cid \n", by="Pat")
    entries = desk.context.desk.tournament.entries
    assert [(entry.name, entry.club, entry.is_here) for entry in entries.values()] == [
        ("Ann & Al", "Crown", False),
        ("Bob & Cid", None, False),
    ]
    address = f"http://hall.local/badge/{desk.badge(1)}"
    assert desk.post("desk/check-in", badge=address) == {"entry": 1, "name": "Ann & Al", "was_here": False}
    assert desk.post("desk/check-in", badge="1")["was_here"] is True
    assert "Was checked in already." in desk.get(f"/badge/{desk.badge(1)}")
    assert desk.post("desk/check-in", badge="2", by="Sam")["name"] == "Bob & Cid"
    assert [event.by for event in desk.context.desk.tournament.record] == ["Pat", "Pat", "Pat", None, "Sam"]
    assert [entry.is_here for entry in desk.context.desk.tournament.entries.values()] == [True, True]


def test_of_several_lines_all_are_entered_or_none(desk):
    """Ann and Bob were entered where the third line named Ann again, and the whole list could not be sent once more."""
    desk.event("tournament", name="Open", stages=[{"name": "All", "pairing": "round-robin"}])
    assert "Ann" in desk.post("desk/entries", 409, names="Ann\nBob\nAnn & Cid", here=True)["error"]
    assert not desk.context.desk.tournament.entries
    desk.post("desk/entries", names="Ann\nBob\nCid", here=True)
    assert [entry.name for entry in desk.context.desk.tournament.entries.values()] == ["Ann", "Bob", "Cid"]


def test_a_pair_that_would_meet_a_player_alone_is_refused_at_entry(desk):
    """It was refused at the table, after the round was drawn."""
    desk.event("tournament", name="Pairs", stages=[{"name": "All", "pairing": "round-robin"}])
    said = "line 2: Solo Sam cannot meet Ann & Bob: enter players alone, or pairs alone"
    assert desk.post("desk/entries", 409, names="Ann & Bob\nSolo Sam")["error"] == said
    desk.post("desk/entries", names="Ann & Bob\nCid & Dee")
    desk.post("desk/entries", 409, names="Solo Sam")


def test_a_pair_never_meets_a_player_alone_whichever_way_either_comes(desk):
    """The list of new entries was looked at; an entry told as an event was not, nor one that came back."""
    desk.event("tournament", name="Pairs", stages=[{"name": "All", "pairing": "round-robin"}])
    desk.post("desk/entries", names="Solo Sam")
    desk.event("withdraw", entry=1)
    desk.post("desk/entries", names="Ann & Bob")
    alone = {"error": "Solo Sam cannot meet Ann & Bob: enter players alone, or pairs alone"}
    assert desk.event("return", 409, entry=1) == alone
    assert desk.event("entry", 409, number=3, players=["Eve"])["error"].startswith("Eve cannot meet Ann & Bob")


def test_two_tournaments_are_played_side_by_side(desk, hall):
    """A new tournament ended the one being played for good: no result of it could be told, and its badges were void."""
    desk.begin("Ann", "Bob")
    main, badge = desk.context.desk.number, desk.badge(1)
    desk.event("tournament", name="Side event", stages=[{"name": "All", "pairing": "round-robin"}])
    desk.post("desk/entries", names="Cid\nDee", here=True)
    desk.event("tables", tables=[3])
    desk.post("desk/stage", by="Pat")
    desk.post("desk/round", by="Pat")
    desk.until(lambda: all(each.desk.tournament.games for each in desk.context.followers()[:2]))
    held = hall.context.tables.held()
    assert set(held[1].session.snapshot.game.players) == {"Ann", "Bob"}
    assert set(held[3].session.snapshot.game.players) == {"Cid", "Dee"}
    key = {"stage": 1, "round": 1, "table": 1}
    assert desk.post(f"player/{badge}/result", **key, result=WON) == {"status": "told"}
    assert "Ann" in desk.get(f"/player/{badge}")
    assert "Cid" in desk.live("/pairings")
    assert "Ann" in desk.live(f"/desk?tournament={main}")
    # From now on this browser is at the first tournament's desk.
    desk.event("result", **key, teller="desk", result=WON, why="both say so")
    assert "61:40" in desk.live("/pairings")
    assert desk.context.of(main).tournament.told
    assert not desk.context.newest.tournament.told
    assert "Side event" in desk.get("/desk")


def test_what_is_no_badge_is_refused_in_one_sentence(desk):
    desk.event("tournament", name="Open", stages=[{"name": "All", "pairing": "round-robin"}])
    desk.post("desk/entries", names="Ann")
    old = desk.badge(1)
    assert desk.post("desk/check-in", 409, badge="hello")["error"].startswith("this is no badge")
    forged = f"{desk.context.desk.number}-1-AAAAAAAAAAAA"
    assert desk.post("desk/check-in", 409, badge=forged)["error"].startswith("nobody has this badge")
    assert "no entry has the number 9" in desk.post("desk/check-in", 409, badge="9")["error"]
    desk.event("tournament", name="Second", stages=[{"name": "All", "pairing": "round-robin"}])
    assert desk.post("desk/check-in", 409, badge=old)["error"].startswith("this badge is of another tournament")
    assert "This badge is of another tournament" in desk.get(f"/badge/{old}", 409)


def test_a_round_is_drawn_and_its_tables_begin_by_themselves(desk, hall):
    drawn = desk.begin("Ann", "Bob", "Cid", "Dee")
    desk.until(lambda: len(desk.context.desk.tournament.games) == 2)
    meeting = drawn.meetings[0]
    names = [desk.context.desk.tournament.side_name(side) for side in meeting.sides]
    assert hall.context.tables.held()[1].session.snapshot.game.players == tuple(names)
    page = desk.live("/desk")
    assert "2 results are missing." in page
    assert f"{names[0]} – {names[1]}" in page


def test_results_by_hand_lead_to_the_next_round_and_the_standings(desk):
    drawn = desk.begin("Ann", "Bob", "Cid", "Dee")
    for table in (1, 2):
        desk.event("result", stage=1, round=1, table=table, teller="desk", result=WON)
    winners = [desk.context.desk.tournament.side_name(meeting.sides[0]) for meeting in drawn.meetings]
    standings = desk.live("/standings")
    assert all(standings.index(name) < standings.index("-21") for name in winners)
    assert "Draw round 2" in desk.live("/desk")
    desk.post("desk/round", by="Pat")
    assert "Round 2" in desk.live("/pairings")


def test_a_result_that_looks_like_a_slip_is_taken_once_somebody_is_sure(desk):
    drawn = desk.begin("Ann", "Bob")
    slip = {"stage": 1, "round": 1, "table": 1, "result": {"games": [[611, 40]]}}
    assert desk.event("result", 409, teller="desk", **slip)["asks"] is True
    badge = desk.badge(drawn.meetings[0].sides[0][0])
    assert desk.post(f"player/{badge}/result", 409, **slip)["asks"] is True
    assert desk.post(f"player/{badge}/result", **slip, sure=True) == {"status": "told"}
    desk.event("result", teller="desk", **slip, why="so it was", sure=True)


def test_standings_are_what_directors_have_unless_the_form_says_otherwise(desk):
    """A draw counted as a loss in the order though pairing gave it a point, and a bye's +0 stood below every win."""
    desk.begin("Ann", "Bob", "Cid", "Dee", "Eve", match={"to": 61, "minutes": 45})
    for table, points in ((1, [30, 30]), (2, [61, 60])):
        desk.event("result", stage=1, round=1, table=table, teller="desk", result={"games": [points]})
    bye = desk.context.desk.tournament.rounds[-1].byes[0]
    rows = desk.get(f"/api/hall/tournaments/{desk.context.desk.number}")["stages"][0]["standings"]
    assert [(row["match_points"], row["difference"]) for row in rows] == [(2, 30), (2, 1), (1, 0), (1, 0), (0, -1)]
    assert rows[0]["entry"] == bye
    page = desk.live("/standings")
    assert "Order: match points, difference, points for." in page
    assert "A win is worth 2 match points, a draw 1; a bye is a win with 30:0." in page
    assert "match points · difference · points for" in desk.live("/projector")
    assert "difference – own points less those of opponents" in desk.get("/desk/new")
    assert (
        "no rule set is called"
        in desk.event(
            "tournament",
            409,
            name="Open",
            stages=[{"name": "A", "pairing": "round-robin", "match": {"rules": "chess"}}],
        )["error"]
    )


def test_disputes_come_first_and_the_desk_settles_them_with_a_reason(desk):
    drawn = desk.begin("Ann", "Bob", "Cid", "Dee")
    first, second = (side[0] for side in drawn.meetings[1].sides)
    key = {"stage": 1, "round": 1, "table": 2}
    desk.post(f"player/{desk.badge(first)}/result", **key, result=WON)
    told = desk.post(f"player/{desk.badge(second)}/result", **key, result={"games": [[40, 61]]})
    assert told == {"status": "disputed"}
    page = desk.live("/desk")
    names = [desk.context.desk.tournament.entries[number].name for number in (first, second)]
    assert f"{names[0]} 61:40 Accept {names[1]} 40:61 Accept" in page
    assert page.index("the sides tell different results") < page.index("no result yet")
    settled = {"event": "result", **key, "teller": "desk", "result": WON}
    refused = desk.post("desk/events", 409, **settled, by="Pat")
    assert refused["error"] == "a decision of the desk says who made it, when, and why"
    desk.post("desk/events", **settled, by="Pat", why="the replay shows it")
    assert "61:40, says the desk – the replay shows it Pat" in desk.live("/desk")


def test_the_replay_of_a_match_is_linked_before_its_result(desk):
    desk.begin("Ann", "Bob")
    desk.until(lambda: desk.context.desk.tournament.games)
    game = next(iter(desk.context.desk.tournament.games.values()))[0]
    assert f"/table/1/games/{game}/replay" in desk.get("/desk")
    assert desk.client.get(f"/table/1/games/{game}/replay").status_code == 200


def test_the_newest_pictures_stand_beside_a_dispute(desk, hall):
    drawn = desk.begin("Ann", "Bob")
    desk.until(lambda: desk.context.desk.tournament.games)
    session = hall.context.tables.held()[1].session
    picture = encode_jpeg(np.full((9, 16, 3), 90, np.uint8), 80)
    before = None
    for number in range(1, 6):
        tile = Tile(number, number - 1)
        session.on_table_event(Played(float(number), tile, before), picture)
        before = tile
    game = session.snapshot.game_id
    assert 'class="stills"' not in desk.get("/desk")
    key = {"stage": 1, "round": 1, "table": 1}
    for side, points in zip(drawn.meetings[0].sides, ([61, 40], [40, 61]), strict=True):
        desk.post(f"player/{desk.badge(side[0])}/result", **key, result={"games": [points]})
    stills = re.findall(r'src="(/api/hall/games/\d+/events/\d+/picture)"', desk.get("/desk"))
    assert len(stills) == 4
    assert stills[-1] == f"/api/hall/games/{game}/events/{len(session.snapshot.game.record)}/picture"
    assert desk.client.get(stills[-1]).get_data() == picture
    assert desk.get(f"/api/hall/games/{game}/events/1/picture", 404)["error"].startswith("no picture was kept")


SCREENS = (
    *("/", "/desk", "/desk/new", "/projector", "/pairings", "/standings", "/player/{badge}", "/badge/{badge}"),
    *("/cameras/sheet", "/table/1/", "/table/1/seat", "/table/1/overlay", "/table/1/camera"),
    "/table/1/games",
)
ASKED_AGAIN = ("/desk", "/projector", "/pairings", "/standings", "/player/{badge}")
"""Pages that ask for themselves again."""


def test_the_last_hand_is_called_once_announced_everywhere_and_gone_with_the_result(desk, hall):
    desk.begin("Ann", "Bob", match={"to": 150, "minutes": 30})
    table = hall.context.tables.held()[1]
    desk.until(lambda: desk.context.desk.tournament.games)
    desk.post("desk/clock", by="Pat")
    assert 'data-seconds="1' in desk.get("/projector")
    desk.post("desk/last-hand", by="Pat")
    desk.until(lambda: str(table.session.snapshot.notice) == LAST_HAND)
    for screen in SCREENS:
        page = desk.get(screen.format(badge=desk.badge(1)))
        assert f'<p id="notice" class="notice" role="status">{LAST_HAND}</p>' in page, screen
        assert (f'data-notice="{LAST_HAND}"' in page) is (screen in ASKED_AGAIN), screen
    for stream in ("/api/hall/stream", "/table/1/api/stream"):
        answer = Client(hall.wsgi).get(stream, buffered=False)
        messages = (message.decode() if isinstance(message, bytes) else message for message in answer.response)
        assert any(f'"notice": "{LAST_HAND}"' in message for message in messages)
        answer.close()
    # The phone that is the camera hears of it with each picture.
    key = {"Phone-Key": table.phone_key, "Phone": "a"}
    picture = encode_jpeg(np.full((36, 64, 3), 120, np.uint8), 80)
    answer = desk.client.post("/table/1/api/camera", data=picture, content_type="image/jpeg", headers=key)
    assert answer.json["notice"] == LAST_HAND
    assert "called already" in desk.post("desk/last-hand", 409)["error"]
    tables = desk.client.get("/api/hall/tables").json["tables"]
    assert [each["notice"] for each in tables] == [LAST_HAND, "", "", ""]
    assert desk.client.get("/table/1/api/table").json["notice"] == LAST_HAND
    desk.event("result", stage=1, round=1, table=1, teller="desk", result=WON)
    assert LAST_HAND not in desk.get("/")


def test_an_even_match_of_an_elimination_is_said_on_the_screens(desk, hall):
    desk.begin("Ann", "Bob", pairing="bracket", match={"hands": 1})
    desk.until(lambda: desk.context.desk.tournament.games)
    table = hall.context.tables.held()[1].session
    one, other = table.snapshot.game.players
    for event in (Play(one, Tile(1, 0)), Score(one, 10), Score(other, 10), HandEnd({one: (), other: (Tile(0, 0),)})):
        table.tell(event)
    notice = "Even, and somebody must go on: another hand decides"
    desk.until(lambda: str(table.snapshot.notice) == notice)
    player = f"/player/{desk.badge(1)}"
    for page in ("/desk", "/projector", "/pairings", player):
        assert "even: another hand decides" in desk.live(page), page
    assert f'data-notice="{notice}"' in desk.get(player)


def test_why_a_table_tells_no_result_is_said_at_the_desk(desk, hall):
    desk.begin("Ann", "Bob", match={"hands": 1})
    desk.until(lambda: desk.context.desk.tournament.games)
    table = hall.context.tables.held()[1].session
    one, other = table.snapshot.game.players
    table.tell(Play(one, Tile(1, 0)))
    table.tell(HandEnd({one: (), other: None}))
    desk.until(lambda: hall.context.tables.held()[1].trouble)
    assert "table 1 has yet to say which tiles were left in a hand" in desk.get("/desk")


def test_a_round_that_was_struck_is_drawn_anew(desk):
    desk.begin("Ann", "Bob")
    assert "expected stage and round" in desk.post("desk/round/strike", 400, by="Pat", why="Cid came")["error"]
    newest = {"stage": 1, "round": 1}
    assert "says who made it" in desk.post("desk/round/strike", 409, **newest, by="Pat")["error"]
    desk.post("desk/round/strike", **newest, by="Pat", why="Cid came")
    assert "Undo: Struck: Round 1 is drawn" in desk.live("/desk")
    desk.post("desk/entries", names="Cid", here=True)
    desk.post("desk/round")
    assert len(desk.context.desk.tournament.rounds[-1].byes) == 1


def test_two_change_places_after_the_draw_with_the_reason_kept(desk):
    drawn = desk.begin("Ann", "Bob", "Cid", "Dee")
    (first, second), (third, fourth) = (meeting.sides for meeting in drawn.meetings)
    swap = {"stage": 1, "round": 1, "entries": [second[0], third[0]]}
    assert "says who made it" in desk.post("desk/round/swap", 409, **swap, by="Pat")["error"]
    assert "the two that change places" in desk.post("desk/round/swap", 400, **swap | {"entries": [1]})["error"]
    desk.post("desk/round/swap", **swap, by="Pat", why="they came in one car")
    assert [meeting.sides for meeting in desk.context.desk.tournament.rounds[-1].meetings] == [
        (first, third),
        (second, fourth),
    ]
    assert "Round 1 is paired otherwise – they came in one car Pat" in desk.live("/desk")
    desk.post("desk/entries", names="Eve", here=True)
    assert (
        "is not in this round"
        in desk.post("desk/round/swap", 409, stage=1, round=1, entries=[1, 5], by="Pat", why="x")["error"]
    )


def test_entries_withdraw_return_and_are_substituted(desk):
    desk.begin("Ann", "Bob")
    desk.event("withdraw", entry=2)
    assert "withdrawn" in desk.live("/desk")
    desk.event("return", entry=2)
    desk.event("substitute", entry=2, leaves="Bob", comes="Zoe")
    assert "Zoe takes the place of Bob" in desk.live("/desk")
    assert desk.event("substitute", 409, entry=2, leaves="Bob", comes="Yan")["error"].startswith("Bob does not play")


def test_the_desk_orders_and_adjusts_by_hand_with_who_and_why(desk):
    desk.begin("Ann", "Bob")
    assert "who made it" in desk.event("adjust", 409, stage=1, entry=1, metric="wins", amount=1)["error"]
    desk.event("adjust", stage=1, entry=1, metric="wins", amount=1, why="the judges said so")
    desk.event("ranking", stage=1, entries=[2, 1], why="by lot")
    page = desk.live("/desk")
    assert "Ann: +1 (wins) by hand – the judges said so Pat" in page
    assert "Order by hand: Bob, Ann – by lot Pat" in page
    assert "placed by the desk" in desk.live("/standings")


def test_an_event_that_is_struck_stays_in_the_record(desk):
    """The tables go on: one that began its game between the two events had that struck instead."""
    desk.begin("Ann", "Bob")
    desk.event("withdraw", entry=2)
    events = [type(event) for event in desk.context.desk.tournament.record]
    desk.event("strike", of=1 + events.index(Withdrawn), why="it was Ann")
    assert not desk.context.desk.tournament.entries[2].has_withdrawn
    events = [type(event) for event in desk.context.desk.tournament.record]
    assert {Withdrawn, Struck} < set(events)


def test_tables_results_and_games_are_not_the_desks_to_tell(desk):
    desk.begin("Ann", "Bob")
    key = {"stage": 1, "round": 1, "table": 1}
    for event in (
        {"event": "result", **key, "teller": "table", "result": WON},
        {"event": "result", **key, "teller": "side 1", "result": WON},
        {"event": "game", **key, "game": 9},
    ):
        assert "for the tables and the players to tell" in desk.post("desk/events", 403, **event)["error"]


def test_nobody_can_try_all_numbers_that_draws_may_begin_from(desk, monkeypatch):
    """There were a million: whoever tried them all found the one that had drawn the first round, and so the next."""
    monkeypatch.setattr("secrets.randbelow", lambda numbers: numbers - 1)
    desk.event("tournament", name="Open", stages=[{"name": "All", "pairing": "single-elimination"}])
    assert desk.context.desk.read(desk.context.desk.number).stages[0].lot == 2**53 - 1


def test_nonsense_is_refused_with_a_sentence(desk):
    desk.event("tournament", 409, name="Open", stages=[])
    desk.event("tournament", 409, name="Open", stages=[{"name": "A", "pairing": "chess"}])
    assert "expected names" in desk.post("desk/entries", 400)["error"]
    assert "from 1 to 500 lines" in desk.post("desk/entries", 400, names="\n")["error"]
    assert "expected a badge" in desk.post("desk/check-in", 400, badge=7)["error"]
    assert "expected by" in desk.post("desk/round", 400, by=7)["error"]
    desk.event("tournament", name="Open", stages=[{"name": "All", "pairing": "round-robin"}])
    assert "one player, or a pair" in desk.post("desk/entries", 409, names="Ann & Bob & Cid")["error"]
    assert "Expected the number of a round" in desk.get("/desk/print/pairings?round=x", 400)
    assert "No round of this stage has been drawn" in desk.get("/desk/print/pairings", 409)


def test_what_is_printed(desk):
    drawn = desk.begin("Ann; Crown", "Bob", "Cid", match={"to": 61, "best_of": 3})
    bye = desk.context.desk.tournament.entries[drawn.byes[0]].name
    assert f"Bye: {bye}" in desk.get("/desk/print/pairings?round=1")
    slips = desk.get("/desk/print/slips")
    assert (slips.count('class="slip"'), slips.count("Game 3")) == (1, 1)
    badges = desk.get("/desk/print/badges")
    assert (badges.count('class="badge"'), badges.count("<svg")) == (3, 3)


def test_the_stream_says_when_the_tournament_has_changed(desk, hall):
    desk.event("tournament", name="Open", stages=[{"name": "All", "pairing": "round-robin"}])
    stream = Client(hall.wsgi).get("/api/hall/tournament/stream", buffered=False)
    messages = iter(stream.response)

    def until_said(text):
        return any(text in (message.decode() if isinstance(message, bytes) else message) for message in messages)

    number = desk.context.desk.number
    assert until_said(f'event: changed\ndata: {{"tournament": {number}, "events": 1}}')
    desk.post("desk/entries", names="Ann")
    assert until_said(f'event: changed\ndata: {{"tournament": {number}, "events": 2}}')
    desk.client.post("/table/2/api/games", json={"event": "game", "rules": "five-up", "players": ["Ann", "Bob"]})
    assert until_said('event: table\ndata: {"table": 2}')
    stream.close()


def test_a_tournament_goes_on_after_the_hall_was_started_again(tmp_path):
    for begins in (True, False):
        hall = running_hall(tmp_path)
        try:
            if begins:
                Browser(hall).begin("Ann", "Bob")
            assert "Ann" in Browser(hall).live("/pairings")
        finally:
            hall.stop()


def test_a_desk_that_asks_again_is_sent_only_what_has_changed(desk, monkeypatch):
    """After each result of eighty tables each desk was sent 250 KB, and made and read them anew."""
    desk.begin(*"ABCDEFGH")
    desk.until(lambda: len(desk.context.desk.tournament.games) == 4)
    before = desk.get("/desk")
    shown = {"Muggins-Shown": " ".join(re.findall(r'data-part="(\w+)"', before))}
    desk.event("result", stage=1, round=1, table=2, teller="desk", result=WON)
    again, after = desk.get("/desk", headers=shown), desk.get("/desk")
    same = re.compile(r'<(\w+) id="([\w-]+)" data-same></\1>')
    assert {id for _, id in same.findall(again)} >= {"entries", "match-1-1", "match-1-3", "match-1-4", "line-1"}
    assert 'id="match-1-2" data-part=' in again

    def kept(found):
        return re.search(rf'<{found[1]} id="{found[2]}" data-part=.*?</{found[1]}>', before, re.DOTALL)[0]

    def live(page):
        return re.search(r'<div id="live".*</div>(?=\s*(<div class="folded">|</main>))', page, re.DOTALL)[0].split()

    assert live(same.sub(kept, again)) == live(after)
    monkeypatch.setattr(parts, "MOST_KEPT", 1000)
    assert live(same.sub(kept, desk.get("/desk", headers=shown))) == live(after), "most are made anew"
    german = desk.get("/desk", headers=shown | {"Accept-Language": "de"})
    assert 'id="entries" data-part=' in german, "the page shows them in English"
