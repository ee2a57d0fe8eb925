"""Many who look on: each page changes at once, and nobody misses an event."""

import os
import threading
import time
import urllib.request

import pytest
from playwright.sync_api import expect

SPECTATORS = 20
CROWD = 50
CROWD_SECONDS = float(os.environ.get("MUGGINS_CROWD_SECONDS", "4"))
"""How long the crowd listens: `MUGGINS_CROWD_SECONDS=600 make test` for an evening's patience."""
WATCH = """
    window.changes = [];
    window.measured = [];
    const now = () => performance.timeOrigin + performance.now();
    const saw = () => {
      const change = { changed: now() };
      requestAnimationFrame(() => setTimeout(() => { change.painted = now(); window.changes.push(change); }));
    };
    new MutationObserver(saw).observe(document.getElementById("points"), {childList: true, characterData: true});
    for (const name of ["getClientRects", "getBoundingClientRect"]) {
      Element.prototype[name] = () => { window.measured.push(name); return []; };
    }
    for (const name of ["offsetTop", "offsetLeft", "offsetWidth", "offsetHeight"]) {
      Object.defineProperty(HTMLElement.prototype, name, { get() { window.measured.push(name); return 0; } });
    }
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


def test_a_page_is_told_of_each_play_once_and_asks_for_nothing_more(served, visit, start, spectators):
    """How long it takes is printed: `pytest -s tests/test_spectators.py`; `muggins bench` times the way there alone."""
    served.session.start_game(start("block"))
    spectators(SPECTATORS)
    page = visit()
    page.evaluate(WATCH)
    asked, told, burnt = [], [], time.process_time()
    page.on("request", lambda request: asked.append(request.url))
    for place, tile in enumerate(("6-6", "6-5>6-6", "5-5>6-5", "5-4>5-5", "4-4>5-4", "4-3>4-4", "3-3>4-3", "3-2>3-3")):
        told.append(time.time() * 1000)
        served.see(tile)
        expect(page.locator("#points")).to_have_text(str(place + 1))
    burnt = (time.process_time() - burnt) * 1000 / len(told)
    page.wait_for_function(f"() => window.changes.at(-1)?.changed > {told[-1]}")
    changes = page.evaluate("window.changes")
    seen = [next(change for change in changes if change["changed"] >= moment) for moment in told]
    for name in ("changed", "painted"):
        waited = [change[name] - moment for change, moment in zip(seen, told, strict=True)]
        print(f"{name} with {SPECTATORS} spectators: {', '.join(f'{each:.0f}' for each in waited)} ms")
    print(f"processor time of the program and its {SPECTATORS} spectators: {burnt:.1f} ms an event")
    assert [url for url in asked if "/api/" in url] == []
    # Where anything stands on the page is asked by nobody: the browser would lay the whole page out at once to tell it.
    assert page.evaluate("window.measured") == []


def test_a_crowd_loses_no_event(served, start, tell, spectators):
    """Each checks the numbering, also those whom the program has let go in between."""
    served.session.start_game(start("all-fives"))
    served.session.tell(tell("Ann 6-4"))
    crowd = spectators(CROWD)
    ends, pause = time.monotonic() + CROWD_SECONDS, threading.Event()
    while time.monotonic() < ends:
        for said in ("Bob 6-1>6-4", "take back"):
            served.session.tell(tell(said))
        pause.wait(CROWD_SECONDS / 200)
    last = len(served.session.snapshot.game.record)
    assert last > 20
    heard_all = time.monotonic() + 30
    while time.monotonic() < heard_all and any(one.numbers[-1] < last for one in crowd):
        pause.wait(0.05)
    print(f"{CROWD} spectators heard {last} events in {CROWD_SECONDS:.0f} s")
    assert {tuple(one.numbers) for one in crowd} == {tuple(range(1, last + 1))}
