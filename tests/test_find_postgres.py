"""The PostgreSQL that the tests need is found on the machine, or brought."""

import find_postgres
import pytest


@pytest.fixture
def debian(tmp_path, monkeypatch):
    """A machine with Debian's folders of these versions."""
    monkeypatch.setattr(find_postgres, "DEBIAN_FOLDERS", str(tmp_path))
    monkeypatch.setattr(find_postgres.shutil, "which", lambda name: None)

    def with_versions(*versions):
        for version in versions:
            (tmp_path / version / "bin").mkdir(parents=True)
            (tmp_path / version / "bin" / "pg_ctl").touch()
        return tmp_path

    return with_versions


def test_the_newest_of_debians_versions_is_taken(debian):
    folder = debian("9", "15", "13")
    assert find_postgres.find_folder() == folder / "15" / "bin"


def test_a_server_on_the_path_will_do(debian, tmp_path, monkeypatch):
    commands = tmp_path / "opt"
    commands.mkdir()
    for name in ("pg_ctl", "initdb"):
        (commands / name).touch()
    monkeypatch.setattr(find_postgres.shutil, "which", lambda name: str(commands / name))
    assert find_postgres.find_folder() == commands


def test_without_a_server_a_sentence_says_what_to_do(debian):
    assert find_postgres.find_folder() is None
    with pytest.raises(RuntimeError, match="none was found, nor could apt install one: install PostgreSQL"):
        find_postgres.Server()


def test_apt_brings_it_where_it_may(monkeypatch):
    ran = []

    def run(command, **_):
        ran.append(" ".join(command))
        return type("Completed", (), {"returncode": 0})

    monkeypatch.setattr(find_postgres, "root_prefix", lambda: ["sudo", "-n"])
    monkeypatch.setattr(find_postgres.shutil, "which", lambda name: f"/bin/{name}")
    monkeypatch.setattr(find_postgres.subprocess, "run", run)
    assert find_postgres.install_with_apt()
    assert ran[-1].startswith("sudo -n env")
    assert ran[-1].endswith("--no-install-recommends postgresql")
    monkeypatch.setattr(find_postgres, "root_prefix", lambda: None)
    assert not find_postgres.install_with_apt()
