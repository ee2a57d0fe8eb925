"""The units of systemd and their files of options: each option exists, and each file that is named comes with them."""

import configparser
import re
import shlex
from pathlib import Path

import pytest

from muggins.webapp.cli.main import main

DEPLOY = Path(__file__).parents[2] / "docs/deploy"
SERVICES = sorted(DEPLOY.glob("*.service"))


def unit(path):
    """A unit as sections of values; of several lines for one name the last counts."""
    parser = configparser.ConfigParser(interpolation=None, strict=False)
    parser.optionxform = str
    parser.read(path)
    return parser


def settings(path):
    """The values of a file of NAME=value lines."""
    lines = [line for line in path.read_text().splitlines() if line and not line.startswith("#")]
    return dict(line.split("=", 1) for line in lines)


def help_of_a_hall(capsys):
    with pytest.raises(SystemExit):
        main(["hall", "--help"])
    return capsys.readouterr().out


def test_every_option_of_a_hall_that_the_files_name_exists(capsys):
    options = shlex.split(settings(DEPLOY / "hall.env")["HALL_OPTIONS"])
    known = set(re.findall(r"--[a-z-]+", help_of_a_hall(capsys)))
    assert {each for each in options if each.startswith("--")} <= known


@pytest.mark.parametrize("path", SERVICES, ids=lambda path: path.name)
def test_a_service_has_no_secret_root_or_missing_file(path):
    service = unit(path)["Service"]
    assert service["User"] == "muggins"
    if "EnvironmentFile" in service:
        file = DEPLOY / Path(service["EnvironmentFile"]).name
        assert set(re.findall(r"\$\{?([A-Z_]+)", service["ExecStart"])) <= settings(file).keys()
    assert path.name in (DEPLOY.parent / "hall.md").read_text()


def test_a_service_that_runs_ray_asks_for_the_token_and_shares_the_folder_in_which_it_is_found():
    for name in ("muggins-ray-head.service", "muggins-readers.service"):
        service = unit(DEPLOY / name)["Service"]
        assert "RAY_AUTH_MODE=token" in service["Environment"].split()
        assert "--node-ip-address=${OWN_ADDRESS}" in service["ExecStart"]
    assert "PrivateTmp" not in unit(DEPLOY / "muggins-ray-head.service")["Service"]
