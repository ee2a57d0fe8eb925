"""How much processor time the pages and the steps of an event of 160 players at 80 tables take, over seven rounds.

    python tests/benchmarks/event_pages.py

prints the milliseconds of each as JSON, the 95th percentile and the longest. The processor's time counts, so that other
programs do not slow them down: that of the thread that answers, and of the hall's other threads in a whole round. The
longest of a page is its first: its template is read then.
"""

from __future__ import annotations

import gc
import json
import re
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))

from hall_browser import Browser
from hall_running import running_hall

TABLES, ROUNDS, LATE, TARGET = 80, 7, 2, 61
PAGES = ("desk", "desk?round=1", "projector", "pairings", "standings", "event/1", "desk/print/slips")


class Meter:
    """Answers of a hall, and the milliseconds that each kind took."""

    def __init__(self) -> None:
        self.took: dict[str, list[float]] = {}

    def time(self, kind: str, ask: Callable[[], Any]) -> None:
        """Asks, and notes how long the answer took."""
        began = time.thread_time()
        ask()
        self.took.setdefault(kind, []).append((time.thread_time() - began) * 1000)

    def figures(self) -> dict[str, dict[str, float]]:
        """The 95th percentile and the longest of each kind, in milliseconds."""
        return {
            kind: {"95th": round(sorted(took)[len(took) * 95 // 100], 1), "longest": round(max(took), 1)}
            for kind, took in self.took.items()
        }


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        hall = running_hall(Path(folder), tables=TABLES)
        try:
            gc.collect()
            gc.freeze()  # as the command does
            print(json.dumps(measured(Browser(hall)), indent=1))
        finally:
            hall.stop()
            gc.unfreeze()


def measured(desk: Browser) -> dict[str, dict[str, float]]:
    """The figures of a whole event. Late entries come, and a round is struck, in the second round."""
    meter, lot = Meter(), Random(5)
    match = {"to": TARGET}
    stage = {"name": "Main", "pairing": "swiss", "rounds": ROUNDS, "first_round": "halves", "match": match, "lot": 7}
    desk.event("tournament", name="Open", stages=[stage])
    names = [f"Player {number:03};{2000 - number}" for number in range(1, 2 * TABLES - LATE + 1)]
    table = "\n".join(["Player;Rating", *names])
    meter.time("entries of a file", lambda: desk.post("desk/entries", names=table))
    everybody = list(range(1, len(names) + 1))
    meter.time("check-in of all", lambda: desk.event("check_in", entries=everybody))
    meter.time("all badges", lambda: desk.get("/desk/print/badges"))
    desk.post("desk/stage", by="Pat")
    for number in range(1, ROUNDS + 1):
        began, own = time.process_time(), time.thread_time()
        draw(desk, meter, number)
        if number == 2:
            change_the_second_round(desk, meter)
        shown = {"Muggins-Shown": " ".join(re.findall(r'data-part="(\w+)"', desk.get("/desk")))}
        for meeting in desk.context.desk.tournament.rounds[-1].meetings:
            told = result(lot, number, meeting.table)
            meter.time("a result", lambda told=told: desk.event("result", **told))
            if meeting.table % 16 == 1:
                meter.time("/desk again", lambda shown=shown: desk.get("/desk", headers=shown))
                for page in PAGES:
                    meter.time(f"/{page}", lambda page=page: desk.get(f"/{page}"))
        if number > 2:
            told = result(lot, number - 2, 1) | {"why": "the slip says so"}
            meter.time("a result two rounds back", lambda told=told: desk.event("result", **told))
        others = (time.process_time() - began - (time.thread_time() - own)) * 1000
        meter.took.setdefault("the hall's other threads in a round", []).append(others)
    return meter.figures()


def draw(desk: Browser, meter: Meter, number: int) -> None:
    """Draws a round, and waits until its tables have begun their matches."""
    meter.time("a draw", lambda: desk.post("desk/round", by="Pat"))
    tables = len(desk.context.desk.tournament.rounds[-1].meetings)
    desk.until(lambda: sum(place.round == number for place in desk.context.desk.tournament.games) >= tables)


def change_the_second_round(desk: Browser, meter: Meter) -> None:
    """The round is struck, comes back, is struck again, and is drawn once more with those who came late."""
    key = {"stage": 1, "round": 2, "by": "Pat", "why": "late entries"}
    meter.time("strike of a round", lambda: desk.post("desk/round/strike", **key))
    struck = len(desk.context.desk.tournament.record)
    meter.time("undo", lambda: desk.event("strike", of=struck, why="undone"))
    desk.post("desk/round/strike", **key)
    meter.time("late entries", lambda: desk.post("desk/entries", names="Late A\nLate B", here=True))
    draw(desk, meter, 2)


def result(lot: Random, number: int, table: int) -> dict[str, Any]:
    """What the desk tells of a match."""
    loser = lot.randrange(TARGET)
    points = [TARGET, loser] if lot.random() < 0.5 else [loser, TARGET]
    return {"stage": 1, "round": number, "table": table, "teller": "desk", "result": {"games": [points]}}


if __name__ == "__main__":
    main()
