"""All games, in the store or being played: listed, found again, and deleted."""

import pytest

from muggins.scorer.events import RecordError
from muggins.webapp.session.archive import HIGHEST_NUMBER, Archive
from muggins.webapp.session.event_log import Changed
from muggins.webapp.session.session import GameSession
from muggins.webapp.session.store import Store, StoreError


@pytest.fixture
def table(tmp_path, start, tell):
    """A live table that keeps its games: two, the second on the table."""
    session = GameSession(Store(str(tmp_path / "games.sqlite")))
    session.start_game(start())
    session.tell(tell("Ann 5-5"))
    session.start_game(start("all-fives", "Cid Dee"))
    return session


def test_the_newest_game_comes_first_and_the_one_on_the_table_is_marked(table):
    games = Archive(table).games()
    assert [(kept.id, kept.is_on_table, kept.summary.players) for kept in games] == [
        (2, True, ("Cid", "Dee")),
        (1, False, ("Ann", "Bob")),
    ]
    assert games[1].started > 0
    assert [kept.id for kept in Archive(table).games(below=2)] == [1]
    assert [kept.id for kept in Archive(table).games(most=1)] == [2]
    assert [kept.id for kept in Archive(table).games(most=1, player="Ann")] == [1]
    assert Archive(table).games(player="Nobody") == []


def test_a_game_is_summed_up_again_when_events_are_added(table, tell):
    archive = Archive(table)
    assert archive.find(2).summary.plays == 0
    table.tell(tell("Cid 5-5"))
    assert archive.find(2).summary.plays == 1
    assert archive.find(2).events == 3


def test_a_missing_game_is_not_found(table):
    archive = Archive(table)
    for id in (0, -1, 3, HIGHEST_NUMBER + 1, 10**30):
        assert archive.find(id) is None
        assert archive.game(id) is None
        assert archive.lines(id) == []
        assert archive.picture(id, 1) is None
    assert archive.picture(1, 10**30) is None


def test_a_record_that_cannot_be_worked_out_any_more_is_listed_and_its_lines_are_given(table):
    """The rules of a house may have changed since; its evening must not be lost for that."""
    broken = table.store.add_game()
    table.store.append(broken, 1, {"event": "game", "rules": "whist", "players": ["Ann", "Bob"]})
    archive = Archive(table)
    found = archive.find(broken)
    assert found.summary is None
    assert "no rule set is called 'whist'" in str(found.trouble)
    assert archive.lines(broken) == [{"number": 1, "event": "game", "rules": "whist", "players": ["Ann", "Bob"]}]


def test_a_damaged_game_hides_no_other(table, monkeypatch):
    archive, whole = Archive(table), table.store.events

    def damaged(id, since=1):
        if id == 1:
            raise StoreError("the record of games: an event of game 1 is damaged; restore a copy")
        return whole(id, since)

    monkeypatch.setattr(table.store, "events", damaged)
    assert [(kept.id, str(kept.trouble).endswith("restore a copy")) for kept in archive.games()] == [
        (2, False),
        (1, True),
    ]
    monkeypatch.undo()
    assert str(archive.find(1).trouble) == ""


def test_a_deleted_game_is_gone_and_the_one_on_the_table_stays(table):
    archive = Archive(table)
    archive.delete(1)
    assert [kept.id for kept in archive.games()] == [2]
    with pytest.raises(RecordError, match="there is no game 1"):
        archive.delete(1)


def test_without_a_store_the_game_on_the_table_is_the_only_one(start, tell):
    session = GameSession()
    archive = Archive(session)
    assert archive.games() == []
    session.start_game(start())
    session.tell(tell("Ann 5-5"))
    assert [(kept.id, kept.started, kept.events) for kept in archive.games()] == [(1, None, 3)]
    assert not archive.is_persistent
    assert archive.numbers_with_picture(1) == []
    archive.delete(1)
    assert archive.games() == []


def test_after_deleting_the_game_on_the_table_there_is_none(table, start, tell):
    """Its number is not given to another game, or a listener who was away would confuse the two."""
    archive, heard = Archive(table), table.subscribe()
    archive.delete(2)
    assert [kept.id for kept in archive.games()] == [1]
    assert heard.get_nowait() == Changed("game")
    assert (table.snapshot.game_id, table.snapshot.game) == (0, None)
    with pytest.raises(RecordError, match="no game has begun"):
        table.tell(tell("Ann 5-5"))
    with pytest.raises(RecordError, match="game 2 is not on the table any more"):
        table.delete_game(2)
    table.start_game(start())
    assert table.snapshot.game_id == 3
