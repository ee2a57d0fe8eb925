"""Several processes keep the tables of one hall; one is killed, and another goes on where the record stands."""

import json
import re
import subprocess
import sys
import time

import httpx
import pytest
from places import ROOT

TABLES = 4
GAME = {"event": "game", "rules": "five-up", "players": ["Ann", "Bob"], "claims": "auto"}
PROMISED_SECONDS = 10.0
SLACK_SECONDS = 10.0
"""For a machine that runs other jobs as well."""

pytestmark = pytest.mark.slow


class Process:
    """A process of the hall."""

    def __init__(self, record, folder):
        script = ROOT / "tests" / "support" / "hall_process.py"
        command = [sys.executable, str(script), record, str(folder), str(TABLES)]
        self.running = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.address = self.running.stdout.readline().strip()
        self.client = httpx.Client(base_url=self.address, timeout=30)

    def tables(self):
        return {table["number"]: table for table in self.client.get("/api/hall/tables").json()["tables"]}

    def here(self):
        """The tables that this process keeps."""
        return {number for number, table in self.tables().items() if table["here"]}

    def kill(self):
        self.running.kill()
        self.running.communicate()
        self.client.close()

    def end(self):
        self.running.communicate()
        self.client.close()


def wait_until(is_so, seconds=60.0):
    """The seconds until something is so."""
    began = time.monotonic()
    while not is_so():
        assert time.monotonic() - began < seconds
        time.sleep(0.1)
    return time.monotonic() - began


@pytest.fixture
def processes(postgres_address, tmp_path):
    """Two, each of which keeps half of the tables."""
    started = [Process(postgres_address, tmp_path / name) for name in ("one", "two")]
    wait_until(lambda: sorted(len(process.here()) for process in started) == [TABLES // 2] * 2)
    yield started
    for process in started:
        if process.running.poll() is None:
            process.end()


def test_tables_are_shared_and_go_on_elsewhere_when_their_process_is_killed(processes):
    one, two = processes
    lost = min(one.here())
    # A table that another process keeps is reached through either: the way there is a redirect.
    sent = two.client.post(f"/table/{lost}/api/games", json=GAME)
    assert (sent.status_code, sent.headers["Location"]) == (307, f"{one.address}table/{lost}/api/games")
    assert two.client.post(f"/table/{lost}/api/games", json=GAME, follow_redirects=True).status_code == 200
    play = {"event": "play", "player": "Ann", "tile": "5-5"}
    assert one.client.post(f"/table/{lost}/api/events", json=play).status_code == 200
    # The lobby of the other process shows the game by its record.
    wait_until(lambda: two.tables()[lost]["scores"] == {"Ann": 2, "Bob": 0})
    wait_until(lambda: two.tables()[lost]["camera"]["says"].startswith("No phone is this table's camera yet"))
    assert two.tables()[lost]["here"] is False
    one.kill()
    waited = wait_until(lambda: two.client.get(f"/table/{lost}/api/table").status_code == 200)
    assert waited < PROMISED_SECONDS + SLACK_SECONDS
    table = two.client.get(f"/table/{lost}/api/table").json()
    assert table["number"] == 3
    play = {"event": "play", "player": "Bob", "tile": "5-0", "on": "5-5"}
    assert two.client.post(f"/table/{lost}/api/events", json=play).json()["told"][0]["number"] == 4
    wait_until(lambda: two.here() == set(range(1, TABLES + 1)))


def test_a_lobby_hears_what_happens_at_a_table_of_another_process(processes):
    one, two = processes
    number = min(one.here())
    with two.client.stream("GET", "/api/hall/stream") as answer:
        lines = answer.iter_lines()
        heard = (json.loads(line.removeprefix("data: ")) for line in lines if line.startswith('data: {"number"'))
        assert {next(heard)["number"] for _ in range(TABLES)} == set(range(1, TABLES + 1))
        one.client.post(f"/table/{number}/api/games", json=GAME)
        news = next(table for table in heard if table["number"] == number and table["game"])
    assert news["players"] == ["Ann", "Bob"]


def test_a_code_that_is_changed_in_one_process_holds_in_the_other(processes):
    one, two = processes
    one.client.post("/api/hall/code", json={})
    page = one.client.get("/").text
    code = re.search(r'class="code">(\w{6})<', page)[1]
    wait_until(lambda: code in two.client.get("/").text)


def test_whoever_stops_a_process_hands_its_tables_over_at_once(processes):
    one, two = processes
    one.end()
    assert wait_until(lambda: two.here() == set(range(1, TABLES + 1))) < PROMISED_SECONDS + SLACK_SECONDS
