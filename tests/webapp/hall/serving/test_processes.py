"""Several processes keep the tables of one hall; one is killed, and another goes on where the record stands."""

import json
import re
import subprocess
import sys
import time

import httpx
import pytest
from kill_table_process import end_leases
from places import ROOT

from muggins.webapp.session.store import Store

TABLES = 4
GAME = {"event": "game", "rules": "five-up", "players": ["Ann", "Bob"], "claims": "auto"}
PATIENCE = 600.0
"""Seconds that a step may take on a machine that does other work as well."""

pytestmark = pytest.mark.slow


class Process:
    """A process of the hall."""

    def __init__(self, record, folder):
        script = ROOT / "tests" / "support" / "hall_process.py"
        command = [sys.executable, str(script), record, str(folder), str(TABLES)]
        self.running = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def wait_until_ready(self):
        self.address = self.running.stdout.readline().strip()
        self.client = httpx.Client(base_url=self.address, timeout=PATIENCE)

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


def wait_until(is_so):
    gives_up = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < gives_up
        time.sleep(0.05)


def wait_until_shared(processes):
    wait_until(lambda: [len(process.here()) for process in processes] == [TABLES // len(processes)] * len(processes))


@pytest.fixture
def start(postgres_address, tmp_path):
    """Starts processes, and waits until each keeps its share of the tables."""
    started = []

    def begin(number):
        new = [Process(postgres_address, tmp_path / str(len(started) + each)) for each in range(number)]
        started.extend(new)
        for process in new:
            process.wait_until_ready()
        wait_until_shared([process for process in started if process.running.poll() is None])
        return new

    yield begin
    for process in started:
        if process.running.poll() is None:
            process.end()


def test_tables_are_shared_by_processes_and_go_on_elsewhere_when_one_is_killed_or_ends(start, postgres_address):
    one, two = start(2)
    lost = min(one.here())
    with two.client.stream("GET", "/api/hall/stream") as answer:
        lines = answer.iter_lines()
        heard = (json.loads(line.removeprefix("data: ")) for line in lines if line.startswith('data: {"number"'))
        assert {next(heard)["number"] for _ in range(TABLES)} == set(range(1, TABLES + 1))
        # A table that another process keeps is reached through either: the way there is a redirect.
        sent = two.client.post(f"/table/{lost}/api/games", json=GAME)
        assert (sent.status_code, sent.headers["Location"]) == (307, f"{one.address}table/{lost}/api/games")
        assert two.client.post(f"/table/{lost}/api/games", json=GAME, follow_redirects=True).status_code == 200
        # The lobby hears what happens at a table of another process.
        news = next(table for table in heard if table["number"] == lost and table["game"])
    assert news["players"] == ["Ann", "Bob"]
    play = {"event": "play", "player": "Ann", "tile": "5-5"}
    assert one.client.post(f"/table/{lost}/api/events", json=play).status_code == 200
    # The lobby of the other process shows the game by its record, and what its process says of its camera.
    wait_until(lambda: two.tables()[lost]["scores"] == {"Ann": 2, "Bob": 0})
    wait_until(lambda: two.tables()[lost]["camera"]["says"].startswith("No phone is this table's camera yet"))
    assert two.tables()[lost]["here"] is False
    # A code that is changed in one process holds in the other.
    one.client.post("/api/hall/code", json={})
    code = re.search(r'class="code">(\w{6})<', one.client.get("/").text)[1]
    wait_until(lambda: code in two.client.get("/").text)

    one.kill()
    store = Store(postgres_address)
    end_leases(store, one.address)
    store.close()
    wait_until(lambda: two.client.get(f"/table/{lost}/api/table").status_code == 200)
    assert two.client.get(f"/table/{lost}/api/table").json()["number"] == 3
    play = {"event": "play", "player": "Bob", "tile": "5-0", "on": "5-5"}
    assert two.client.post(f"/table/{lost}/api/events", json=play).json()["told"][0]["number"] == 4
    wait_until(lambda: two.here() == set(range(1, TABLES + 1)))

    # Whoever stops a process hands its tables over at once: their leases are not over for an hour.
    (three,) = start(1)
    three.end()
    wait_until(lambda: two.here() == set(range(1, TABLES + 1)))
