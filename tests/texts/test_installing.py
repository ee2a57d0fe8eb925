"""What to type to add a package, for each way in which muggins is installed."""

import sys
from importlib.metadata import requires

import pytest

from muggins.texts import installing
from muggins.texts.installing import extra_command, install_command

RAY = "'ray[serve]'"


@pytest.fixture
def prefix(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    monkeypatch.setattr(sys, "executable", "/home/ann/table/bin/python")
    return tmp_path


def test_pip_installs_into_the_python_that_runs_here(prefix):
    assert install_command("ray[serve]") == f"/home/ann/table/bin/python -m pip install {RAY}"


def test_pipx_injects(prefix):
    (prefix / "pipx_metadata.json").touch()
    assert install_command("networkx", "ray[serve]") == f"pipx inject muggins networkx {RAY}"


def test_a_tool_of_uv_has_no_pip(prefix, monkeypatch):
    monkeypatch.setattr(installing, "find_spec", lambda name: None)
    assert install_command("networkx") == "uv pip install --python /home/ann/table/bin/python networkx"


def test_a_bundle_takes_nothing(prefix, monkeypatch):
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert "takes nothing more" in str(install_command("networkx"))


def test_an_extra_is_installed_by_its_packages(prefix):
    """It said `pip install 'muggins[hall]'`, and no index has muggins."""
    command = extra_command("hall")
    assert "muggins[" not in command
    assert {"networkx", "psycopg", "alembic"} <= {
        word.strip("'").partition("[")[0].partition(">")[0] for word in command.split()
    }
    assert len(command.split()) - 4 == len([each for each in requires("muggins") if "hall" in each.partition(";")[2]])
