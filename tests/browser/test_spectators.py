"""Many who look on: each page changes at once, and nobody misses an event."""

import os
import threading
import urllib.request

from serving import TIMEOUT_MILLISECONDS, shows, tap, wait_until_ready

CROWD = 30
ROUNDS = int(os.environ.get("MUGGINS_CROWD_ROUNDS", "100"))
"""How often a tile is laid and taken back before a crowd: `MUGGINS_CROWD_ROUNDS=20000` for an evening's patience."""
WATCH = """() => {
  window.measured = [];
  const count = document.getElementById("count");
  window.changes = [count.textContent];
  const saw = () => { if (window.changes.at(-1) !== count.textContent) window.changes.push(count.textContent); };
  new MutationObserver(saw).observe(count, {childList: true, characterData: true});
  for (const name of ["getClientRects", "getBoundingClientRect"]) {
    Element.prototype[name] = () => { window.measured.push(name); return []; };
  }
  for (const name of ["offsetTop", "offsetLeft", "offsetWidth", "offsetHeight"]) {
    Object.defineProperty(HTMLElement.prototype, name, { get() { window.measured.push(name); return 0; } });
  } }"""
COUNTS = ["12", "17", "22", "16", "20", "15", "18", "14", "15"]
"""The counts of five-up after each tile of the line, and after a misplay."""
LINE = ("6-6", "6-5>6-6", "5-5>6-5", "5-4>5-5", "4-4>5-4", "4-3>4-4", "3-3>4-3", "3-2>3-3")


class Spectator(threading.Thread):
    """Follows the stream up to an event, and comes back from where it was when the program lets it go."""

    def __init__(self, served):
        super().__init__(daemon=True)
        self.served = served
        self.numbers = [1]
        self.last = None
        self.follows = threading.Event()
        self.start()

    def run(self):
        while self.last is None or self.numbers[-1] < self.last:
            address = f"{self.served.server.address}api/stream?after=1-{self.numbers[-1]}"
            with urllib.request.urlopen(address, timeout=TIMEOUT_MILLISECONDS / 1000) as answer:
                for line in answer:
                    self.follows.set()
                    if line.startswith(b"id: "):
                        self.numbers.append(int(line.split(b"-")[1]))
                    if self.numbers[-1] == self.last:
                        return


def test_a_page_is_told_of_each_play_and_asks_for_nothing_more(served, visit, start):
    served.session.start_game(start("five-up"))
    page = visit()
    page.evaluate(WATCH)
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    for tile, count in zip(LINE, COUNTS, strict=False):
        served.see(tile)
        shows(page, "count", count)
    assert page.evaluate("changes") == ["–", *COUNTS[: len(LINE)]]
    assert [url for url in asked if "/api/" in url] == []
    # Where anything stands on the page is asked by nobody: the browser would lay the whole page out at once to tell it.
    assert page.evaluate("measured") == []


def test_a_crowd_loses_no_event(served, start, tell):
    """Each checks the numbering, also those whom the program has let go in between."""
    served.session.start_game(start("all-fives"))
    served.session.tell(tell("Ann 6-4"))
    crowd = [Spectator(served) for _ in range(CROWD)]
    for spectator in crowd:
        assert spectator.follows.wait(TIMEOUT_MILLISECONDS / 1000)
    for said in ("Bob 6-1>6-4", "take back") * ROUNDS:
        served.session.tell(tell(said))
    last = len(served.session.snapshot.game.record)
    for spectator in crowd:
        spectator.last = last
    served.session.tell(tell("Bob 6-1>6-4"))  # whoever has heard all already hears one more, and sees that it is over
    for spectator in crowd:
        spectator.join(TIMEOUT_MILLISECONDS / 1000)
    assert {tuple(one.numbers[:last]) for one in crowd} == {tuple(range(1, last + 1))}


def test_ten_pages_of_one_browser_all_follow_and_answer(served, visit, start):
    """A browser makes six connections to a program: with a stream for each page the seventh stayed blank."""
    served.session.start_game(start("five-up"))
    first = visit()
    pages = [first]
    for tile, count in zip((*LINE, "3-1>3-2"), COUNTS, strict=True):
        page = first.context.new_page()
        page.goto(first.url)
        wait_until_ready(page)
        pages.append(page)
        served.see(tile)
        for each in pages:
            shows(each, "count", count)
    tap(first, "Take back")
    for page in pages:
        shows(page, "count", "14")
