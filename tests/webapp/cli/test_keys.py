"""`muggins keys renew`: new keys where the program does not run, or runs elsewhere on the same record."""

import pytest

from muggins.webapp.cli import keys
from muggins.webapp.cli.main import main
from muggins.webapp.hall.floor.keys import access_in, tables_by_phone_key, take_over_keys
from muggins.webapp.session.store import Store
from muggins.webapp.web.access import Keys, Role


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(keys, "default_address", lambda: str(tmp_path / "games.sqlite"))
    return tmp_path


def test_a_table_and_a_hall_get_new_keys_and_a_hall_that_runs_takes_them_over(folder, capsys):
    """There was no such command: whoever had copied the keys had them for good."""
    table = Keys.kept_in(folder / "keys.json")
    hall = Store(str(folder / "hall.sqlite"))
    running, cameras = access_in(hall, Role.STRANGER), tables_by_phone_key(hall, [1, 2])
    old = running.keys

    assert main(["keys", "renew"]) == 0

    assert Keys.kept_in(folder / "keys.json").host != table.host
    assert take_over_keys(hall, running)
    assert not {old.host, old.code, old.signing} & {running.keys.host, running.keys.code, running.keys.signing}
    assert not set(tables_by_phone_key(hall, [1, 2])) & set(cameras)
    assert f"host/{running.keys.host}" in capsys.readouterr().out


def test_the_keys_of_a_named_hall_alone_are_new(folder):
    table = Keys.kept_in(folder / "keys.json")
    hall = Store(str(folder / "club.sqlite"))
    running = access_in(hall, Role.STRANGER)
    assert main(["keys", "renew", "--record", str(folder / "club.sqlite")]) == 0
    assert take_over_keys(hall, running)
    assert Keys.kept_in(folder / "keys.json") == table
