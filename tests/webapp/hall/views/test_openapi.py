"""The description of the hall's API: every route is in the file, everything in the file exists, answers fit it."""

import json
import re

import pytest
from hall_browser import STAGE
from json_schema import faults_of

from muggins.webapp.web.access import Role

METHODS = ("get", "post", "put", "patch", "delete")
WON = {"games": [[61, 40]]}
KEY = {"stage": 1, "round": 1, "table": 1}


@pytest.fixture
def description(desk):
    return desk.get("/api/hall/openapi.json")


def operations(description):
    """(method, path) to the operation."""
    found = ((method, path, item[method]) for path, item in description["paths"].items() for method in item)
    return {(method, path): operation for method, path, operation in found}


def routes(hall):
    """Every route of the API as the file writes it, with its arguments and the role that it needs."""
    app = hall.wsgi.app
    for rule in app.url_map.iter_rules():
        if rule.rule.startswith("/api/"):
            path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule)
            role = getattr(app.view_functions[rule.endpoint], "open_to", Role.HOST)
            for method in rule.methods - {"HEAD", "OPTIONS"}:
                yield method.lower(), path, rule.arguments, role.name.lower()


def test_every_route_is_in_the_file_and_everything_in_the_file_exists(hall, description):
    described = operations(description)
    assert {(method, path) for method, path, _, _ in routes(hall)} == set(described)
    for method, path, arguments, role in routes(hall):
        operation = described[method, path]
        told = {one["name"] for one in operation.get("parameters", ()) if one["in"] == "path"}
        assert told == set(arguments), path
        assert operation["x-open-to"] == role, path
        assert ("requestBody" in operation) == (method == "post"), path
    assert len({operation["operationId"] for operation in described.values()}) == len(described)
    used = set(re.findall(r'"#/components/schemas/(\w+)"', json.dumps(description)))
    assert used == set(description["components"]["schemas"])


def test_every_operation_of_the_tournament_answers_as_the_file_says(hall, desk, description):
    asked = set()

    def ask(method, path, status=200, json=None, **names):
        answer = desk.client.open(f"/api/hall/{path.format(**names)}", method=method.upper(), json=json, buffered=False)
        assert answer.status_code == status, answer.get_data(as_text=True)[:300]
        operation = description["paths"][f"/api/hall/{path}"][method]
        asked.add((method, f"/api/hall/{path}"))
        if status < 400 and "requestBody" in operation:
            taken = operation["requestBody"]["content"]["application/json"]["schema"]
            assert faults_of(json, taken, description, path) == []
        told = operation["responses"].get(str(status)) or description["components"]["responses"]["Refused"]
        assert answer.mimetype in told["content"], path
        if answer.mimetype == "application/json":
            schema = told["content"]["application/json"]["schema"]
            assert faults_of(answer.json, schema, description, path) == []
        return answer

    ask("get", "tables")
    ask("get", "tournaments")
    ask("get", "tournaments/{number}", 404, number=0)
    ask("post", "desk/events", json={"event": "tournament", "name": "Open", "stages": [STAGE]})
    ask("post", "desk/round", 409, json={})
    newest = desk.context.desk.number
    ask("post", "desk/entries", json={"names": "Ann; Crown\nBob\nDee"})
    ask("post", "desk/entries", 400, json={"names": 7})
    ask("post", "desk/check-in", json={"badge": "1"})
    ask("post", "desk/events", json={"event": "check_in", "entries": [3]})
    ask("post", "desk/stage", json={"by": "Pat"})
    ask("post", "desk/round", json={"by": "Pat"})
    ask("post", "desk/round/swap", json={"stage": 1, "round": 1, "entries": [1, 3], "by": "Pat", "why": "a mistake"})
    ask("post", "desk/round/strike", json={"stage": 1, "round": 1, "by": "Pat", "why": "a mistake"})
    ask("post", "desk/round", json={})
    ask("post", "desk/clock", json={})
    ask("post", "desk/last-hand", 409, json={})
    side = desk.context.desk.tournament.rounds[-1].meetings[0].sides[0]
    ask("post", "player/{badge}/result", json=KEY | {"result": WON}, badge=desk.badge(side[0]))
    ask("post", "player/{badge}/result", 404, json=KEY | {"result": WON}, badge=f"{newest}-1-AAAAAAAAAAAA")
    ask("get", "tournaments/{number}", number=newest)
    ask(
        "post", "desk/events", json={"event": "result", **KEY, "teller": "desk", "result": WON, "by": "Pat", "why": "x"}
    )
    ask("get", "tournaments")
    ask("get", "tournaments/{number}", number=newest)
    tables = ("entries.csv", "results.csv", "stages/{stage}/standings.csv", "places.csv", "record.csv")
    for export in (*tables, "record.jsonl"):
        ask("get", f"tournaments/{{number}}/{export}", number=newest, stage=1)
    ask("get", "games")
    ask("get", "games.csv")
    ask("get", "games/{game}/events/{number}/picture", 404, game=1, number=999)
    ask("get", "tournament/stream").close()
    ask("get", "openapi.json")
    of_tournament = {
        (method, path)
        for (method, path), operation in operations(description).items()
        if set(operation["tags"]) & {"tournament", "desk"}
    }
    assert of_tournament <= asked


def test_an_export_holds_what_the_pages_show(desk):
    desk.begin("Ann; Crown", "Bob")
    desk.event("result", **KEY, teller="desk", result=WON)
    address = f"/api/hall/tournaments/{desk.context.desk.number}"
    assert desk.get(f"{address}/results.csv").startswith("\ufeffstage,round")
    assert "61,40,61:40" in desk.client.get(f"{address}/results.csv").get_data(as_text=True)
    whole = desk.get(address)
    assert whole["stages"][0]["rounds"][0]["matches"][0]["result"] == WON
    assert whole["stages"][0]["standings"][0]["wins"] == 1
    record = desk.client.get(f"{address}/record.jsonl").get_data(as_text=True).splitlines()
    table = desk.client.get(f"{address}/record.csv").get_data(as_text=True).splitlines()
    assert table[0] == "number,time,event,by,why,told"
    assert [line.split(",")[2:4] for line in table[1:] if ",result," in line] == [["result", "Pat"]]
    # The tables tell of their games at any moment.
    told = [line for line in map(json.loads, record) if line["event"] == "result"]
    assert [(line["teller"], line["by"]) for line in told] == [("desk", "Pat")]


def test_what_the_desk_decided_by_hand_is_exported_and_its_reasons_for_the_desk_alone(desk):
    desk.begin("Ann", "Bob")
    desk.event("adjust", stage=1, entry=1, metric="points_for", amount=-5, why="late")
    desk.event("ranking", stage=1, entries=[2, 1], why="agreed")
    address = f"/api/hall/tournaments/{desk.context.desk.number}"
    whole = desk.get(address)
    assert whole["adjustments"] == [{"stage": 1, "entry": 1, "metric": "points_for", "amount": -5}]
    assert whole["orders_by_hand"] == [{"stage": 1, "entries": [2, 1]}]
    assert ",adjust,Pat,late," in desk.client.get(f"{address}/record.csv").get_data(as_text=True)


def test_the_games_of_all_tables_are_listed(desk):
    desk.begin("Ann", "Bob", "Cid", "Dee")
    desk.until(lambda: len(desk.context.desk.tournament.games) == 2)
    games = desk.get("/api/hall/games")["games"]
    assert {game["table"] for game in games} == {1, 2}
    listed = desk.client.get("/api/hall/games.csv").get_data(as_text=True).splitlines()
    assert [line.split(",")[:2] for line in listed[1:]] == [[str(game["game"]), str(game["table"])] for game in games]
