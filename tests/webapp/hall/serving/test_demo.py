"""The hall to look at: a tournament under way, and a film at each of its tables."""

import pytest
from hall_browser import Browser
from hall_running import options_of

from muggins.webapp.hall.serving.demo import PLAYERS, TABLES, HallDemo
from muggins.webapp.hall.serving.hall import open_hall


@pytest.fixture
def visitor(tmp_path):
    hall = open_hall(options_of(tmp_path, tables=TABLES))
    HallDemo(hall, apart=0.0).prepare()
    hall.start()
    yield Browser(hall)
    hall.stop()


def test_films_play_at_the_tables_of_a_tournament_once_somebody_looks_and_again_in_the_next_round(visitor):
    tournament = visitor.context.desk.tournament
    assert [each.number for each in tournament.rounds] == [1, 2, 3]
    tables = visitor.hall.context.tables.held()
    visitor.until(lambda: len(visitor.context.desk.tournament.games) == TABLES)
    assert {table.cameras.chosen for table in tables.values()} != {"film"}
    visitor.get("/")
    visitor.until(lambda: {table.cameras.chosen for table in tables.values()} == {"film"})
    assert all(name in visitor.live("/projector") for name in PLAYERS)
    assert "4 results are missing." in visitor.live("/desk")
    before = {number: table.cameras.watch_thread for number, table in tables.items()}
    for table in tables:
        visitor.event("result", stage=1, round=3, table=table, teller="desk", result={"games": [[61, 40]]})
    visitor.post("desk/round", by="Pat")
    visitor.until(lambda: all(table.cameras.watch_thread is not before[number] for number, table in tables.items()))
