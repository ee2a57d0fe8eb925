"""Many who look on: each page changes at once, and nobody misses an event."""

import os
import statistics
import threading
import time
import urllib.request

import pytest
from playwright.sync_api import expect

SPECTATORS = 20
AT_ONCE_MILLISECONDS = 150
CROWD = 50
CROWD_SECONDS = float(os.environ.get("MUGGINS_CROWD_SECONDS", "4"))
"""How long the crowd listens: `MUGGINS_CROWD_SECONDS=600 make test` for an evening's patience."""
WATCH = """
    window.changes = [];
    const saw = () => window.changes.push(performance.timeOrigin + performance.now());
    new MutationObserver(saw).observe(document.getElementById("count"), {childList: true, characterData: true});
"""


class Spectator(threading.Thread):
    """Follows the stream, and comes back from where it was when the program lets it go."""

    def __init__(self, served):
        super().__init__(daemon=True)
        self.served = served
        self.numbers = [1]
        self.follows = threading.Event()
        self.is_over = False
        self.start()

    def run(self):
        while not self.is_over:
            address = f"{self.served.server.address}api/stream?after=1-{self.numbers[-1]}"
            with urllib.request.urlopen(address, timeout=60) as answer:
                for line in answer:
                    self.follows.set()
                    if line.startswith(b"id: "):
                        self.numbers.append(int(line.split(b"-")[1]))
                    if self.is_over:
                        return


@pytest.fixture
def spectators(served):
    """Any number of spectators who follow already."""
    gathered = []

    def gather(number):
        gathered.extend(Spectator(served) for _ in range(number))
        for spectator in gathered:
            assert spectator.follows.wait(30)
        return gathered

    yield gather
    for spectator in gathered:
        spectator.is_over = True


def test_a_page_changes_at_once_with_twenty_spectators(served, visit, start, spectators):
    """Half of the changes, at least, come within the time that a machine with nothing else to do has for them."""
    served.live.start_game(start("block"))
    spectators(SPECTATORS)
    page = visit()
    page.evaluate(WATCH)
    told = []
    for place, tile in enumerate(("6-6", "6-5>6-6", "5-5>6-5", "5-4>5-5", "4-4>5-4", "4-3>4-4", "3-3>4-3", "3-2>3-3")):
        told.append(time.time() * 1000)
        served.see(tile)
        expect(page.locator("#points")).to_have_text(str(place + 1))
    waited = []
    changes = page.evaluate("window.changes")
    for moment in told:
        waited.append(min(change for change in changes if change >= moment) - moment)
    print(f"from event to page with {SPECTATORS} spectators: {', '.join(f'{each:.0f}' for each in waited)} ms")
    busy = max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))
    assert statistics.median(waited) < AT_ONCE_MILLISECONDS * busy


def test_a_crowd_loses_no_event(served, start, tell, spectators):
    """Each checks the numbering, also those whom the program has let go in between."""
    served.live.start_game(start("all-fives"))
    served.live.tell(tell("Ann 6-4"))
    crowd = spectators(CROWD)
    ends, pause = time.monotonic() + CROWD_SECONDS, threading.Event()
    while time.monotonic() < ends:
        for said in ("Bob 6-1>6-4", "take back"):
            served.live.tell(tell(said))
        pause.wait(CROWD_SECONDS / 200)
    last = len(served.live.snapshot.game.record)
    assert last > 20
    heard_all = time.monotonic() + 30
    while time.monotonic() < heard_all and any(one.numbers[-1] < last for one in crowd):
        pause.wait(0.05)
    assert {tuple(one.numbers) for one in crowd} == {tuple(range(1, last + 1))}
