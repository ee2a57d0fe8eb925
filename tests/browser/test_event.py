"""A whole event in a browser: the director types at two desks, and the standings are those of a sheet of paper."""

import os
import re
import statistics
import time
from contextlib import contextmanager
from itertools import chain
from random import Random
from types import SimpleNamespace
from urllib.parse import urljoin

import pytest
from hall_browser import Browser
from hall_running import running_hall
from playwright.sync_api import expect
from serving import tap, wait_until_ready
from slow_standings import Line, Sheet

IS_WHOLE = "MUGGINS_TOURNAMENTS" in os.environ
"""`make tournaments` plays 160 players at 80 tables over seven rounds."""
PLAYERS, ROUNDS = (160, 7) if IS_WHOLE else (16, 3)
PAGES = ("/", "/desk/print/slips", "/event/1", "/projector", "/pairings", "/standings") if IS_WHOLE else ("/standings",)
"""What others in the hall look at after each round."""
LATE = 2
TARGET = 61


@pytest.fixture
def hall(tmp_path):
    hall = running_hall(tmp_path, tables=PLAYERS // 2)
    yield hall
    hall.stop()


@pytest.fixture
def served(hall):
    """What `visit` opens pages of."""
    return SimpleNamespace(server=hall)


class Event:
    """The event: what is typed at the desks, and what is written down beside them."""

    def __init__(self, hall, visit):
        self.lot = Random(5)
        self.behind = Browser(hall)
        self.sheet = Sheet(bye_points=TARGET // 2)
        self.answers, self.steps = {}, {}
        self.visit = visit
        self.pat = self.desk("Pat")

    def desk(self, name):
        """A desk of the event, whose answers are timed."""
        page = self.visit("/desk")
        page.get_by_label("Your name").fill(name)
        page.on("requestfinished", self._time)
        return page

    def _time(self, request):
        kind = "/" + re.sub(r"[\d?].*", "", request.url.split("/", 3)[3])
        if request.resource_type in ("document", "fetch") and "stream" not in kind:
            seconds = (request.timing["responseEnd"] - request.timing["requestStart"]) / 1000
            self.answers.setdefault(kind, []).append(seconds)

    @contextmanager
    def step(self, kind):
        """Times a step, from what the director does to what the page shows of it."""
        began = time.monotonic()
        yield
        self.steps.setdefault(kind, []).append(time.monotonic() - began)

    def begin(self):
        page = self.pat
        page.get_by_role("link", name="Begin a tournament").click()
        wait_until_ready(page)
        page.get_by_label("Its name").fill("Open of the Crown")
        page.get_by_label("Rounds", exact=True).fill(str(ROUNDS))
        page.get_by_label("The first Swiss round").select_option("halves")
        tap(page, "Begin the tournament")
        expect(page.get_by_role("heading", name="Open of the Crown")).to_be_visible()
        wait_until_ready(page)
        self.enter(
            ["Player;Rating", *(f"Player {number:03};{2000 - number}" for number in range(1, PLAYERS - LATE + 1))]
        )
        tap(page, "Begin: Main rounds")
        expect(page.get_by_role("button", name="Draw round 1")).to_be_visible()
        self.sheet.first = set(range(1, PLAYERS - LATE + 1))

    def enter(self, lines):
        page, before = self.pat, self.pat.locator(".entries li").count()
        if not page.locator("#names").is_visible():
            page.get_by_text("New entries").click()
        if len(lines) > LATE:
            table = ("\ufeff" + "\r\n".join(lines)).encode()
            page.locator("#enter input[type=file]").set_input_files(
                {"name": "a.csv", "mimeType": "text/csv", "buffer": table}
            )
            expect(page.locator("#names")).to_have_value(re.compile("^Player;Rating\n"))
        else:
            page.locator("#names").fill("\n".join(lines))
        page.get_by_label("They are here").check()
        came = len([line for line in lines if not line.startswith("Player;")])
        with self.step("entries"):
            page.locator("#enter").get_by_role("button", name="Enter").click()
            expect(page.locator(".entries li")).to_have_count(before + came)

    def draw(self, number):
        with self.step("draw"):
            tap(self.pat, f"Draw round {number}")
            expect(self.pat.get_by_role("heading", name=f"Round {number}", exact=True)).to_be_visible()

    def write_down(self, number):
        """Who meets whom, as the desk shows it, goes on the sheet."""
        self.sheet.forget(number)
        drawn = self.behind.context.desk.tournament.rounds[-1]
        self.sheet.byes[number], self.sheet.asked[number] = set(drawn.byes), set(drawn.asked)
        for words in self.pat.locator(f"li[id^='match-{number}-']").evaluate_all(
            "all => all.map((one) => one.dataset.words)"
        ):
            table, *_, one, other = words.split()
            self.sheet.lines[number, int(table)] = Line(((int(one),), (int(other),)), absent=None)

    def points(self):
        loser = self.lot.randrange(TARGET)
        return (TARGET, loser) if self.lot.random() < 0.5 else (loser, TARGET)

    def type_on(self, page, number, most):
        """Results one after the other, wherever the page leads from one to the next."""
        page.locator(f".match.open input[id^='result-{number}-']").first.focus()
        for _ in range(most):
            field = page.evaluate("document.activeElement.id")
            table = int(field.rpartition("-")[2])
            assert field.startswith(f"result-{number}-")
            points = self.points()
            self.type_keys(page, *f"{points[0]}:{points[1]}", "Enter")
            self.sheet.lines[number, table].games = [points]
            self.sheet.lines[number, table].absent = set()

    def type_keys(self, page, *keys):
        """A result key by key. It is typed once the page would take the next one."""
        with self.step("result"):
            for key in keys:
                page.keyboard.press(key)
            page.evaluate("document.activeElement.id")

    def search_and_type(self, page, number, table):
        """The number of a table, Enter, the points, Enter: the search has the focus again then."""
        page.get_by_label("Find a table").focus()
        points = self.points()
        self.type_keys(page, *str(table), "Enter", *f"{points[0]} {points[1]}", "Enter")
        line = self.sheet.lines[number, table]
        line.games, line.absent = [points], set()

    def play(self, number, other_desk):
        """All results of a round, by both desks."""
        lines = self.sheet.lines.items()
        tables = sorted(table for (each, table), line in lines if each == number and line.absent is None)
        for table in tables[-2:]:
            self.search_and_type(other_desk, number, table)
        expect(self.pat.locator(".match.open")).to_have_count(len(tables) - 2)
        self.type_on(self.pat, number, len(tables) - 2)
        with self.step("last results of a round"):
            expect(self.pat.locator(".match.open")).to_have_count(0)

    def strike(self, number):
        tap(self.pat, "Strike this round")
        self.pat.get_by_role("dialog").get_by_label("Why?").fill("drawn without the late ones")
        with self.step("strike"):
            self.pat.keyboard.press("Enter")
            expect(self.pat.get_by_role("button", name=f"Draw round {number}")).to_be_visible()
        self.sheet.forget(number)

    def withdraw(self, entry):
        self.pat.locator(f"#entry-more-{entry} summary").click()
        self.pat.locator(f"#withdraw-{entry}").click()
        with self.step("withdraw"):
            tap(self.pat, "Send")
            expect(self.pat.locator(f"#return-{entry}")).to_be_attached()

    def swap(self, number):
        """Two change their places before they have played."""
        (one,), (two,) = self.sheet.lines[number, 1].sides[0], self.sheet.lines[number, 2].sides[0]
        self.pat.get_by_text("Change who meets whom").click()
        form = self.pat.locator(f"#change-1-{number} form").first
        form.get_by_label("Two that change places").fill(f"{one}, {two}")
        form.get_by_label("Why?").fill("they came together")
        swapped = self.pat.locator(f"#match-{number}-1")
        with self.step("swap"):
            form.get_by_role("button", name="Swap").click()
            expect(swapped).to_have_attribute("data-words", re.compile(rf"\b{two}\b"))
        self.write_down(number)

    def put_right(self, number, table):
        """A result of an earlier round is typed anew."""
        page = self.pat
        page.get_by_role("link", name=f"Round {number}", exact=True).click()
        wait_until_ready(page)
        points = self.points()
        page.locator(f"#result-{number}-{table}").fill(f"{points[0]}:{points[1]}")
        page.locator(f"#result-{number}-{table}").press("Enter")
        page.get_by_role("dialog").get_by_label("Why?").fill("the slip says so")
        with self.step("put right"):
            page.keyboard.press("Enter")
            expect(page.locator(f"#match-{number}-{table} .result")).to_have_text(f"{points[0]}:{points[1]}")
        self.sheet.lines[number, table].games = [points]
        page.goto(page.url.partition("?")[0])
        wait_until_ready(page)

    def dispute(self, number, table):
        """Both players tell another result; the desk takes that of side 2."""
        told = (TARGET, 10), (TARGET, 12)
        for side, points in zip(self.sheet.lines[number, table].sides, told, strict=True):
            key = {"stage": 1, "round": number, "table": table}
            self.behind.post(f"player/{self.behind.badge(side[0])}/result", **key, result={"games": [points]})
        settled = self.pat.locator(".settle li")
        with self.step("settle"):
            settled.get_by_role("button", name=f"Accept {TARGET}:12").click()
            expect(settled).to_have_count(0)
        line = self.sheet.lines[number, table]
        line.games, line.absent = [told[1]], set()

    def compare(self):
        """AssertionError where the page of the standings shows others than the sheet, in order or in points."""
        page = self.visit("/standings")
        page.on("requestfinished", self._time)
        for path in PAGES:
            page.goto(urljoin(page.url, path))
        shown = page.locator(".standings tbody tr").evaluate_all(
            "rows => rows.map((row) => [...row.children].map((cell) => cell.firstChild.data.trim()))"
        )
        names = {entry.name: number for number, entry in self.behind.context.desk.tournament.entries.items()}
        metrics = ("match_points", "difference", "points_for")
        places = {}
        for rank, name, _, *amounts in shown:
            entry = names[name]
            places.setdefault(int(rank), set()).add(entry)
            assert [int(amount) for amount in amounts] == [self.sheet.metric(each, entry) for each in metrics], name
        assert list(places.values()) == self.sheet.ranked(sorted(names.values()), metrics)
        page.close()

    def report(self):
        """Prints, of a whole event, how long the answers and the steps took."""
        if not IS_WHOLE:
            return
        every = list(chain(*self.answers.values()))
        steps = {f"step: {kind}": seconds for kind, seconds in self.steps.items()}
        for kind, seconds in {**self.answers, "every answer": every, **steps}.items():
            times = f"95th {ninety_fifth(seconds):.3f} s, longest {max(seconds):.3f} s"
            print(f"\n{kind}: {len(seconds)}, {times}", end="")
        print(f"\na result typed: {statistics.mean(self.steps['result']):.3f} s; load {os.getloadavg()}", end="")


def ninety_fifth(seconds):
    """The 95th percentile: the least that no more than one in twenty exceeds."""
    return sorted(seconds)[len(seconds) * 95 // 100]


def test_an_event_from_the_first_entry_to_the_last_standings(hall, visit, capsys):
    event = Event(hall, visit)
    event.begin()
    sam = event.desk("Sam")
    for number in range(1, ROUNDS + 1):
        event.draw(number)
        expect(sam.get_by_role("heading", name=f"Round {number}", exact=True)).to_be_visible()
        event.write_down(number)
        if number == 2:
            event.type_on(event.pat, number, 3)
            expect(event.pat.locator(".match.over")).to_have_count(3)
            event.strike(number)
            event.enter([f"Late {letter}" for letter in "AB"])
            event.draw(number)
            expect(sam.locator(".match.open")).to_have_count(PLAYERS // 2 - 1)
            event.write_down(number)
            event.swap(number)
        if number == 3:
            event.dispute(number, 3)
            event.put_right(1, 2)
        event.play(number, sam)
        if number == 1:
            event.withdraw(2)
            event.withdraw(7)
        event.compare()
    with capsys.disabled():
        event.report()
