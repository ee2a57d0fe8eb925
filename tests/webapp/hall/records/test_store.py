"""Games in the database of a hall: each table has its own, numbers are unique, a restart loses and doubles nothing."""

import sqlite3
import threading
from contextlib import closing

import pytest
from kill_postgres import EVENTS, kill_while_writing

from muggins.webapp.hall.records.migrate import upgrade
from muggins.webapp.hall.records.table_store import TableStore
from muggins.webapp.session.session import GameSession
from muggins.webapp.session.store import ConflictError, Store, StoreError, UnreachableError

GAME = {"event": "game", "rules": "five-up", "players": ["Ann", "Bob"]}
PASS = {"event": "pass", "player": "Ann"}


def test_two_writers_cannot_both_append_event_two(hall, open_store):
    other = open_store()
    game = hall.add_game()
    hall.append(game, 1, GAME)
    other.append(game, 2, PASS)
    with pytest.raises(ConflictError, match="another program has written to the same game"):
        hall.append(game, 2, PASS)
    assert len(hall.events(game)) == 2


def test_writers_that_race_leave_each_number_once(hall, open_store):
    """Four writers append as fast as they can; one that meets a conflict reads the record and goes on from there."""
    game, written = hall.add_game(), []

    def write(store, name):
        number = 0
        for turn in range(10):
            while True:
                number += 1
                try:
                    store.append(game, number, {"event": "pass", "player": f"{name} {turn}"})
                except ConflictError:
                    number = len(store.events(game))
                    continue
                written.append(f"{name} {turn}")
                break

    threads = [threading.Thread(target=write, args=(open_store(), name)) for name in ("Ann", "Bob", "Cy", "Di")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    players = [event["player"] for event in hall.events(game)]
    assert len(written) == 40
    assert sorted(players) == sorted(written)


def test_changes_of_a_setting_that_race_undo_nothing(hall, open_store):
    """The keys of a hall: each process ends sessions, and an ended one that came back would let its copies in."""

    def change(store):
        for _ in range(10):
            store.change_setting("keys", lambda kept: kept + "6")

    hall.set_setting("keys", "6")
    threads = [threading.Thread(target=change, args=(open_store(),)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert hall.setting("keys") == "6" * 41


def test_games_that_begin_at_once_have_numbers_of_their_own(hall, open_store):
    numbers = []

    def begin(store):
        numbers.extend(store.add_game() for _ in range(5))

    threads = [threading.Thread(target=begin, args=(open_store(),)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(numbers) == list(range(1, 21))


def test_each_table_goes_on_with_its_own_game(hall, start):
    tables = [GameSession(TableStore(hall, number)) for number in (1, 2)]
    for session, players in zip(tables, ("Ann Bob", "Cy Di"), strict=True):
        session.start_game(start(players=players))
    again = [GameSession(TableStore(hall, number)).snapshot for number in (1, 2, 3)]
    assert [now.game.players if now.game else None for now in again] == [("Ann", "Bob"), ("Cy", "Di"), None]
    assert [game.id for game in hall.games()] == [2, 1]


def test_a_game_of_a_table_can_be_deleted(hall):
    table = TableStore(hall, 4)
    game = table.add_game()
    table.append(game, 1, GAME)
    table.delete(game)
    assert table.games() == []


def test_closing_a_table_leaves_the_hall_open(hall):
    TableStore(hall, 4).close()
    assert hall.games() == []


def test_a_database_that_is_not_there(tmp_path):
    with pytest.raises(UnreachableError, match="no database answers there; start it, check the address"):
        Store(f"postgresql://muggins@/hall?host={tmp_path}")


def test_a_database_that_was_never_made(postgres):
    with pytest.raises(StoreError, match='database "nowhere" does not exist; make it with createdb, or check'):
        Store(postgres.address("nowhere"))


def test_without_patience_an_event_is_refused_while_no_database_answers(postgres, postgres_address):
    store = Store(postgres_address)
    game = store.add_game()
    postgres.kill()
    try:
        with pytest.raises(UnreachableError):
            store.append(game, 1, GAME)
    finally:
        postgres.start()
    store.append(game, 1, GAME)
    assert len(store.events(game)) == 1
    store.close()


def test_what_was_stored_before_the_connection_broke_is_not_stored_twice(postgres_address, monkeypatch):
    """The first try is committed, and the answer is lost. The second finds the row that it wrote itself."""
    store = Store(postgres_address, patience=600)
    game, connected, tries = store.add_game(), store.connected, []

    class Broken:
        def __enter__(self):
            self.real = connected()
            return self.real.__enter__()

        def __exit__(self, *error):
            self.real.__exit__(*error)
            tries.append(error)
            if len(tries) == 1:
                raise UnreachableError("the connection broke")

    monkeypatch.setattr(store, "connected", Broken)
    store.append(game, 1, GAME)
    monkeypatch.undo()
    assert len(tries) >= 2
    assert store.events(game) == [GAME]
    store.close()


@pytest.mark.parametrize("seed", [1, 2])
def test_killing_the_server_loses_and_doubles_no_event(postgres, postgres_address, seed):
    """kill -9 while events are being written; `python tests/support/kill_postgres.py` does it 50 times."""
    stored, _ = kill_while_writing(postgres, postgres_address, seed)
    assert stored == list(range(1, EVENTS + 1))


def test_a_copy_of_sqlite_is_restored_that_was_made_while_the_hall_plays(tmp_path):
    """What `sqlite3 hall.sqlite ".backup copy.sqlite"` does."""
    hall = Store(str(tmp_path / "hall.sqlite"))
    upgrade(hall)
    table = TableStore(hall, 3)
    game = table.add_game()
    table.append(game, 1, GAME, picture=b"\xff\xd8")
    with (
        closing(sqlite3.connect(tmp_path / "hall.sqlite")) as file,
        closing(sqlite3.connect(tmp_path / "copy")) as copy,
    ):
        file.backup(copy)
    table.append(game, 2, PASS)
    hall.close()
    restored = Store(str(tmp_path / "copy"))
    upgrade(restored)
    assert TableStore(restored, 3).events(game) == [GAME]
    assert restored.picture(game, 1) == b"\xff\xd8"
    TableStore(restored, 3).append(game, 2, PASS)
    restored.close()


def test_a_backup_is_restored(postgres, postgres_address):
    store = Store(postgres_address)
    upgrade(store)
    table = TableStore(store, 3)
    game = table.add_game()
    table.append(game, 1, GAME, picture=b"\xff\xd8")
    name = postgres_address.split("/")[3].split("?")[0]
    postgres.copy(name, f"{name}_restored")
    restored = Store(postgres.address(f"{name}_restored"))
    upgrade(restored)
    assert TableStore(restored, 3).events(game) == [GAME]
    assert restored.picture(game, 1) == b"\xff\xd8"
    store.close()
    restored.close()
