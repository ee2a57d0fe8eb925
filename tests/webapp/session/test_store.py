"""The record on disk: events are read back in order, by the next run too; an error says in a sentence what to do."""

import sqlite3
import stat
from pathlib import Path

import pytest

from muggins.webapp.session.store import Store, StoreError, default_address

GAME = {"event": "game", "rules": "five-up", "players": ["Ann", "Bob"], "claims": "auto", "target": 61}
HAND = {"event": "hand", "setter": "Ann"}
PLAY = {"event": "play", "player": "Ann", "tile": "5-5", "t": 1.5, "by": "camera"}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "evenings" / "games.sqlite"


def test_events_come_back_in_order_after_a_restart(path):
    store = Store(str(path))
    game = store.add_game()
    for number, event in enumerate([GAME, HAND, PLAY], start=1):
        store.append(game, number, event)
    store.close()

    again = Store(str(path))

    assert again.events(game) == [GAME, HAND, PLAY]
    assert again.events(game, since=3) == [PLAY]
    assert [(found.id, found.events) for found in again.games()] == [(game, 3)]


def modes(folder):
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}


def test_the_record_can_be_opened_by_its_owner_alone_and_so_can_what_lies_beside_it(path):
    """Every user of the machine could read the desk's key in it."""
    store = Store(str(path))
    store.append(store.add_game(), 1, GAME)
    assert modes(path.parent) == dict.fromkeys(("games.sqlite", "games.sqlite-wal", "games.sqlite-shm"), 0o600)


def test_an_older_record_that_everybody_could_open_is_put_right_and_that_is_said_once(path, caplog):
    """It stayed open to every user of the machine."""
    Store(str(path)).set_setting("keys", "the desk's")
    beside = [path.with_name(path.name + end) for end in ("", "-wal", "-shm")]
    for each in beside:
        each.chmod(0o644)

    Store(str(path))
    Store(str(path))

    assert set(modes(path.parent).values()) == {0o600}
    assert [record.getMessage().count("muggins keys renew") for record in caplog.records] == [1]


def test_names_of_players_may_be_written_in_any_script(path):
    store = Store(str(path))
    game = store.add_game()
    store.append(game, 1, GAME | {"players": ["Zoë", "多米诺", "Nuñez 'x'; drop table events"]})
    assert store.events(game)[0]["players"][1] == "多米诺"


def test_the_newest_game_comes_first_and_games_without_events_are_not_listed(path):
    store = Store(str(path))
    first, _empty, last = store.add_game(), store.add_game(), store.add_game()
    store.append(first, 1, GAME)
    store.append(last, 1, GAME)
    assert [found.id for found in store.games()] == [last, first]


def test_a_picture_is_kept_with_its_event(path):
    store = Store(str(path))
    game = store.add_game()
    store.append(game, 1, GAME)
    store.append(game, 2, PLAY, picture=b"\xff\xd8 a picture")
    assert store.picture(game, 2) == b"\xff\xd8 a picture"
    assert store.picture(game, 1) is None
    assert store.picture(game, 7) is None


def test_an_event_is_never_written_twice(path):
    """Otherwise two programs on one file would overwrite each other's plays."""
    ours, theirs = Store(str(path)), Store(str(path))
    game = ours.add_game()
    ours.append(game, 1, GAME)
    with pytest.raises(StoreError, match="another program has written to the same game"):
        theirs.append(game, 1, HAND)
    assert ours.events(game) == [GAME]


def test_what_is_appended_survives_a_sudden_end(path):
    """Another connection sees each event at once, in a journal that is flushed to the disk at each commit."""
    store = Store(str(path))
    game = store.add_game()
    store.append(game, 1, GAME)
    with sqlite3.connect(path) as other:
        assert other.execute("select count(*) from events").fetchone() == (1,)
        assert other.execute("pragma journal_mode").fetchone() == ("wal",)
    with store.connected() as connection:
        full = 2
        assert connection.exec_driver_sql("pragma synchronous").scalar() == full


def test_a_file_that_is_no_record_is_named_with_what_to_do(tmp_path):
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ann, " * 200)
    with pytest.raises(StoreError, match=r"letter\.txt.*not a record of games.*name another file"):
        Store(str(path))


def test_a_locked_record_is_named_with_what_to_do(path):
    store = Store(str(path))
    game = store.add_game()
    holder = sqlite3.connect(path)
    holder.execute("begin exclusive")
    with store.engine.connect() as connection:
        connection.exec_driver_sql("pragma busy_timeout = 1")
    with pytest.raises(StoreError, match=r"games\.sqlite.*holds it locked.*close that program"):
        store.append(game, 1, GAME)
    holder.rollback()
    store.append(game, 1, GAME)


def test_a_damaged_event_is_named_with_what_to_do(path):
    store = Store(str(path))
    game = store.add_game()
    store.append(game, 1, GAME)
    with sqlite3.connect(path) as other:
        other.execute('update events set event = \'{"event": "ga\'')
    with pytest.raises(StoreError, match=r"games\.sqlite: an event of game 1 is damaged; restore a copy"):
        store.events(game)


def test_a_folder_that_cannot_be_made_is_named(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match=r"cannot be kept in .*file.*name a file in a folder"):
        Store(str(tmp_path / "file" / "games.sqlite"))


def test_a_folder_in_place_of_the_file_is_named(tmp_path):
    with pytest.raises(StoreError, match="cannot be opened for writing"):
        Store(str(tmp_path))


@pytest.mark.parametrize(
    ("address", "said"),
    [("nosuch://host/games", "driver for nosuch addresses is not installed"), ("://", "expected a file or a database")],
)
def test_an_address_that_cannot_be_used_is_named(address, said):
    with pytest.raises(StoreError, match=said):
        Store(address)


def test_the_default_lies_in_the_users_data_folder(monkeypatch, tmp_path):
    monkeypatch.setattr("muggins.webapp.session.store.user_data_path", lambda name, appauthor: tmp_path / name)
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    assert default_address() == str(tmp_path / "muggins" / "games.sqlite")


@pytest.mark.parametrize(
    ("platform", "variable", "folder"),
    [
        ("linux", "XDG_DATA_HOME", "muggins"),
        ("win32", "LOCALAPPDATA", "muggins"),
        ("darwin", "HOME", "Library/Application Support/muggins"),
    ],
)
def test_games_are_found_where_earlier_versions_stored_them(monkeypatch, tmp_path, platform, variable, folder):
    """platformdirs names another folder on macOS with XDG_DATA_HOME, and on Windows with another LOCALAPPDATA."""
    monkeypatch.setattr("muggins.webapp.session.store.user_data_path", lambda name, appauthor: tmp_path / "new" / name)
    monkeypatch.setattr("sys.platform", platform)
    monkeypatch.setenv(variable, str(tmp_path))
    assert default_address() == str(tmp_path / "new" / "muggins" / "games.sqlite")
    path = tmp_path / folder / "games.sqlite"
    path.parent.mkdir(parents=True)
    path.touch()
    assert default_address() == str(path)


def test_a_deleted_game_leaves_no_trace_and_the_others_stay(path):
    """A name on the disk after "delete" would be a promise broken."""
    store = Store(str(path))
    gone, kept = store.add_game(), store.add_game()
    store.append(gone, 1, GAME | {"players": ["Bartholomew", "Bob"]}, picture=b"the back room")
    store.append(kept, 1, GAME)
    store.delete(gone)
    assert [found.id for found in store.games()] == [kept]
    assert store.events(gone) == []
    left = b"".join(file.read_bytes() for file in path.parent.iterdir())
    assert b"Bartholomew" not in left
    assert b"the back room" not in left
    assert b"Ann" in left


def test_the_number_of_a_deleted_game_is_given_to_no_other(path):
    store = Store(str(path))
    store.add_game()
    gone = store.add_game()
    store.delete(gone)
    assert store.add_game(above=gone) == gone + 1


def test_the_events_with_a_picture_are_known(path):
    store = Store(str(path))
    game = store.add_game()
    store.append(game, 1, GAME)
    store.append(game, 2, HAND, picture=b"one")
    store.append(game, 3, PLAY, picture=b"two")
    assert store.numbers_with_picture(game) == [2, 3]
    assert store.numbers_with_picture(7) == []
