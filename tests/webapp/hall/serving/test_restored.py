"""A hall that is restored from a backup of pg_dump, and that loses its database for a while."""

from urllib.parse import urlsplit

from hall_browser import Browser
from hall_running import running_hall

WON = {"games": [[61, 40]]}


def test_a_restored_hall_goes_on_where_the_backup_was_taken(tmp_path, postgres, postgres_address):
    hall = running_hall(tmp_path, record=postgres_address)
    try:
        desk = Browser(hall)
        desk.begin("Ann", "Bob", "Cid", "Dee")
        desk.until(lambda: len(desk.context.desk.tournament.games) == 2)
        desk.event("result", stage=1, round=1, table=1, teller="desk", result=WON)
        badge, code = desk.badge(1), hall.context.access.keys.code
        name = urlsplit(postgres_address).path[1:]
        postgres.copy(name, f"{name}_restored")
        desk.event("withdraw", entry=4)
        before = desk.context.desk.tournament
    finally:
        hall.stop()
    hall = running_hall(tmp_path / "new", record=postgres.address(f"{name}_restored"))
    try:
        desk = Browser(hall)
        assert desk.context.desk.tournament.record == before.record[: len(desk.context.desk.tournament.record)]
        assert not desk.context.desk.tournament.entries[4].has_withdrawn
        assert "Ann" in desk.live(f"/player/{badge}")
        assert hall.context.access.keys.code == code
        desk.event("result", stage=1, round=1, table=2, teller="desk", result=WON)
        desk.post("desk/round", by="Pat")
        desk.until(lambda: len(desk.context.desk.tournament.games) == 4)
    finally:
        hall.stop()


def test_while_the_database_is_away_the_hall_says_so_and_goes_on_once_it_is_back(tmp_path, postgres, postgres_address):
    hall = running_hall(tmp_path, record=postgres_address)
    try:
        desk = Browser(hall)
        desk.begin("Ann", "Bob", "Cid", "Dee")
        desk.until(lambda: len(desk.context.desk.tournament.games) == 2)
        for store in (hall.context.store, hall.context.tables.held()[1].store):
            store.patience = 0.0
        postgres.kill()
        result = {"stage": 1, "round": 1, "table": 1, "teller": "desk", "result": WON}
        sentence = "no database answers there; start it, check the address, or name a file"
        assert sentence in desk.event("result", 503, **result)["error"]
        setter = hall.context.tables.held()[1].session.snapshot.game.players[0]
        told = desk.client.post("/table/1/api/events", json={"event": "hand", "setter": setter})
        assert (told.status_code, sentence in told.json["error"]) == (503, True)
        for page in ("/", "/desk", "/projector", "/standings"):
            desk.get(page)
        before = desk.context.desk.tournament.record
        postgres.start()
        desk.event("result", **result)
        assert desk.context.desk.tournament.record[: len(before)] == before
        assert sum(hasattr(event, "teller") for event in desk.context.desk.tournament.record) == 1
    finally:
        hall.stop()
