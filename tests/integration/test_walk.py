"""An evening with the command itself, from set-up to the scoresheet, on a laptop, a phone and a television at once.

Set-up, plays that the camera sees, a wrong claim and a right one, Muggins, a doubt, a correction, undo, a camera that
is lost and comes back, a program that is killed in the middle of a hand, a winner, a rematch, replay, export. The host
sits at the laptop, Ann has the phone, and the television shows the scores. Their network leads nowhere.
The camera shows the recorded game while nobody moves, and the next play once the pages have told of the one before.
Whatever the host taps is tried on each size of screen first. Screenshots are kept where MUGGINS_SCREENSHOTS says.
"""

import csv
import ctypes
import json
import os
import re
import shutil
import subprocess
import sys
import threading
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count, takewhile
from pathlib import Path
from types import SimpleNamespace

import cv2
import pytest
from page_faults import covered, cut_off
from playwright.sync_api import expect
from serving import free_port, resize, running_browser, wait_until_ready

from muggins.vision.capture.open_source import open_source
from muggins.webapp.demo import Recording

SIZES = {"phone": (390, 844), "television": (1920, 1080), "laptop": (1280, 800)}
COMMAND = [sys.executable, "-u", "-c", "import sys; from muggins.webapp.cli.main import main; sys.exit(main())"]
FRAME_SECONDS = 0.1
STILL_FRAMES = 3
"""Frames of each play that are shown again and again: a camera whose noise never changes counts as frozen."""
NEW_NETWORK = 0x40000000
"""CLONE_NEWNET of Linux."""


@pytest.fixture(scope="module")
def network():
    """Options of the command for the network of the evening.

    Where this process may make one, it is a network of its own, and so is that of all that it starts: this machine has
    an address there, and no route leads outward. Elsewhere the phone takes the name that each machine has for itself.
    """
    by_name = ("--address", "localhost")
    libc = ctypes.CDLL(None)
    if shutil.which("ip") is None or not hasattr(libc, "unshare"):
        yield by_name
        return
    with open("/proc/thread-self/ns/net") as before:
        if libc.unshare(NEW_NETWORK):
            yield by_name
            return
        for command in ("link set lo up", "addr add 192.168.1.23/32 dev lo"):
            subprocess.run(["ip", *command.split()], check=True)
        yield ()
        assert libc.setns(before.fileno(), NEW_NETWORK) == 0


@pytest.fixture(scope="module")
def browser(network):
    """A browser on that network."""
    yield from running_browser()


class FilmedCamera:
    """A camera on the network that shows the recorded game while nobody moves. It is started as often as wanted."""

    def __init__(self):
        recording = Recording.load()
        self._film = open_source(str(recording.video), realtime=False)
        self._frames = 0
        self._clear = [second for second, _ in recording.played]
        self._port = free_port()
        self.address = f"http://127.0.0.1:{self._port}/video"
        self.bare = self.shown = self._still(0.0)
        self.start()

    def _still(self, second):
        """The frames from a second of the film on, as JPEGs."""
        still = []
        while len(still) < STILL_FRAMES:
            frame = self._film.newest(self._frames)
            self._frames = frame.number
            if frame.time >= second:
                still.append(cv2.imencode(".jpg", frame.image)[1].tobytes())
        return still

    def play_on(self, after=0.0):
        """Shows the table `after` seconds after the arm of the next play has gone."""
        self.shown = self._still(self._clear.pop(0) + after)

    def start(self):
        camera, self._is_off = self, threading.Event()

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200)
                self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
                self.end_headers()
                with suppress(OSError):  # who looked has gone
                    for number in count():
                        picture = camera.shown[number % STILL_FRAMES]
                        head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(picture)}\r\n\r\n"
                        self.wfile.write(head.encode() + picture + b"\r\n")
                        if camera._is_off.wait(FRAME_SECONDS):
                            return

            def log_message(self, *_):
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", self._port), Handler)
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()

    def stop(self):
        self._is_off.set()
        self._server.shutdown()
        self._server.server_close()


class Program:
    """`muggins play`, started as often as wanted: on the same port, with the same record."""

    def __init__(self, folder, camera, network):
        self._command = [
            *COMMAND,
            "play",
            camera.address,
            "--phones",
            "--no-open",
            "--port",
            str(free_port()),
            *network,
        ]
        self._environment = {**os.environ, "XDG_DATA_HOME": str(folder)}
        self.start()

    def start(self):
        self._process = subprocess.Popen(self._command, stdout=subprocess.PIPE, env=self._environment, text=True)
        said = "".join(takewhile(lambda line: "Ctrl+C" not in line, self._process.stdout))
        self.host = re.search(r"dashboard is at (\S+)", said)[1]
        self.address = self.host.partition("host/")[0]
        self.joining = re.search(r"On a player's phone: (\S+)", said)[1]

    def kill(self):
        self._process.kill()
        self._process.communicate()


@pytest.fixture
def camera(network):
    camera = FilmedCamera()
    yield camera
    camera.stop()


@pytest.fixture
def program(tmp_path, camera, network):
    program = Program(tmp_path, camera, network)
    yield program
    program.kill()


@pytest.fixture
def served(program):
    """What `visit` opens pages of."""
    return SimpleNamespace(server=program)


def tap_on_each_size(page, target):
    """Taps once, on the last size of screen, after the same tap was tried on the others: visible, and not covered."""
    *others, last = SIZES.values()
    for size in others:
        resize(page, size)
        target.click(trial=True)
    resize(page, last)
    target.click()


class Evening:
    """The host's laptop, Ann's phone, and the television that looks on."""

    def __init__(self, program, camera, visit):
        self.program, self.camera, self.visit = program, camera, visit
        self.screens = {}
        self.page = self.open(f"{program.host}?to=/new", "laptop")

    def open(self, address, screen):
        page = self.screens[screen] = self.visit(
            address, SIZES[screen], ignore_https_errors=True, reduced_motion="reduce"
        )
        return page

    def tap(self, name):
        tap_on_each_size(self.page, self.page.get_by_role("button", name=name, exact=True))

    def exported(self, form):
        with self.page.expect_download() as saved:
            tap_on_each_size(self.page, self.page.get_by_role("link", name=form, exact=True))
        return Path(saved.value.path()).read_text(encoding="utf-8")

    def look(self, name):
        """Nothing is covered or cut off on any screen. Keeps a screenshot of each, where a folder is named for them."""
        folder = os.environ.get("MUGGINS_SCREENSHOTS")
        found = {}
        for screen, page in self.screens.items():
            resize(page, SIZES[screen])
            found[screen] = covered(page) + cut_off(page)
            if folder:
                page.screenshot(path=Path(folder) / f"{name}-{screen}.png", animations="disabled", full_page=True)
        assert {screen: faults for screen, faults in found.items() if faults} == {}

    def shows(self, **texts):
        """Waits until the elements of the laptop with these ids show these texts."""
        for name, text in texts.items():
            expect(self.page.locator(f"#{name}")).to_have_text(text)

    def scores(self, **scores):
        """Waits until every screen shows these scores, by the lower-case names of the players."""
        for name, score in scores.items():
            side = name.capitalize()
            expect(self.page.locator(".lane", has_text=side).locator(".score")).to_have_text(score)
            expect(self.phone.locator("#scores li", has_text=side).locator("strong")).to_have_text(score)
            expect(self.television.locator("#sides li", has_text=side).locator(".score")).to_have_text(score)

    def turn(self, player):
        """Waits until every screen says who is to play."""
        for screen, page in self.screens.items():
            is_own = (screen, player) == ("phone", "Ann")
            expect(page.locator("#turn")).to_have_text("Your turn" if is_own else f"{player} to play")

    def is_upright(self, drawing):
        """Whether a drawing of the layout is higher than wide, as the layout of this evening is in the picture."""
        return self.page.locator(drawing).evaluate("({viewBox: {baseVal: box}}) => box.height > box.width")

    def set_up(self):
        expect(self.page.locator("#sight")).to_contain_text("Turn a few face up")
        for number, name in enumerate(("Ann", "Bob"), 1):
            self.page.get_by_role("textbox", name=f"Player {number}").fill(name)
        expect(self.page.get_by_role("button", name="Ann sits at the bottom")).to_be_visible()
        tap_on_each_size(self.page, self.page.get_by_text("Five-Up", exact=True))
        tap_on_each_size(self.page, self.page.get_by_text("must be claimed"))
        self.page.get_by_label("Won at").fill("4")
        self.look("1-set-up")
        self.tap("Start the game")
        self.shows(turn="Lay the first tile")

    def join(self):
        """A phone and a television join over the network; Ann takes her seat on the phone."""
        self.television = self.open(self.program.joining, "television")
        self.television.goto(self.television.url.replace("seat", "overlay"))
        wait_until_ready(self.television)
        self.phone = self.open(self.program.joining, "phone")
        self.phone.get_by_role("button", name="Ann").click()
        self.scores(ann="0", bob="0")
        self.look("2-joined")

    def play_and_claim(self):
        """A play that the camera sees, and a wrong claim and a right one from the player's own phone."""
        self.camera.play_on()
        self.turn("Bob")
        self.claim("2")
        # The others may still claim: what the play is worth stays covered.
        self.shows(said="Ann claims two points: that is wrong. Nothing is scored.", count="?")
        self.claim("1")
        self.shows(said="One point for Ann.", count="5")
        self.scores(ann="1", bob="0")

    def claim(self, points):
        """Ann claims on her phone."""
        self.phone.get_by_role("button", name="Claim", exact=True).click()
        self.look(f"3-claim-{points}")
        self.phone.get_by_role("group", name="How many points?").get_by_role("button", name=points, exact=True).click()

    def call_muggins(self):
        """Ann does not claim her two points."""
        self.camera.play_on()
        self.turn("Ann")
        self.camera.play_on()
        self.turn("Bob")
        self.shows(count="?")
        self.tap("Muggins!")
        self.shows(said="Muggins! Ann missed two points; they go to Bob.", count="10")
        self.scores(ann="1", bob="2")
        self.look("4-table")

    def answer_a_doubt(self):
        """A tile that is not seen clearly is asked about."""
        self.camera.play_on(after=0.8)  # the lamp dazzles
        question = self.page.locator("#questions .question")
        expect(question.locator("img")).to_be_visible()
        self.look("5-doubt")
        offered = [tile.get_attribute("aria-label") for tile in question.locator(".tile").all()]
        self.page.keyboard.press(str(1 + offered.index("4 and 2")))
        expect(question).to_be_hidden()
        self.turn("Ann")

    def correct_and_take_back(self):
        tap_on_each_size(self.page, self.page.locator("#plays li:has(.tile) button").first)
        expect(self.page.locator(".stills figcaption")).to_have_text(["Before", "After"])
        self.look("6-correction")
        tap_on_each_size(self.page, self.page.get_by_role("dialog").get_by_role("button", name="4 and 3"))
        self.tap("Put it right")
        expect(self.page.locator("#plays li .tile").first).to_have_attribute("aria-label", "4 and 3")
        self.tap("Take back")
        expect(self.page.locator("#plays li .tile").first).to_have_attribute("aria-label", "4 and 2")

    def lose_camera(self):
        """The camera is lost: its last picture is dimmed until it is back."""
        picture = self.page.locator("#picture")
        self.camera.stop()
        expect(picture).not_to_have_attribute("data-stale", "")
        self.look("7-camera-lost")
        self.camera.start()
        expect(picture).to_have_attribute("data-stale", "")

    def be_killed(self):
        """The program is killed, and a tile is laid before it runs again. The pages go on without being opened anew."""
        for page in self.screens.values():
            page.evaluate("window.isTheSame = true")
        self.visit.provokes("net::ERR_")
        self.program.kill()
        expect(self.page.get_by_role("alert")).to_be_visible()
        self.look("8-killed")
        self.camera.play_on()
        self.program.start()
        self.turn("Bob")
        self.scores(ann="1", bob="2")
        assert all(page.evaluate("window.isTheSame") for page in self.screens.values())

    def win_and_begin_again(self):
        """The phone is still Ann's after the restart; her claim wins, and the next game begins with one tap."""
        self.camera.play_on()
        self.turn("Ann")
        self.camera.play_on()
        self.turn("Bob")
        self.claim("3")
        for page in (self.page, self.phone):
            expect(page.locator("#ending").get_by_role("heading")).to_have_text("Ann won")
        expect(self.television.locator("#turn")).to_have_text("Ann won")
        assert self.is_upright("#layout svg")
        self.look("9-ending")
        self.camera.shown = self.camera.bare
        self.tap("Rematch")
        expect(self.page.locator("#ending")).to_be_hidden()
        self.shows(turn="Lay the first tile")
        self.scores(ann="0", bob="0")
        self.look("10-rematch")

    def look_back(self):
        """The pages of the game afterwards: its chart, its exports, its replay and its scoresheet."""
        self.page.goto(f"{self.program.address}games/1")
        expect(self.page.locator("#chart .line")).to_have_count(2)
        self.look("11-game")
        rows = csv.DictReader(self.exported("CSV").splitlines())
        assert [(row["player"], row["tile"], row["on"]) for row in rows if row["tile"]] == [
            ("Ann", "4-1", ""),
            ("Bob", "4-4", "4-1"),
            ("Ann", "1-1", "4-1"),
            ("Bob", "4-2", "4-4"),
            ("Ann", "6-2", "4-2"),
            ("Bob", "6-6", "6-2"),
            ("Ann", "3-1", "1-1"),
        ]
        lines = [json.loads(line) for line in self.exported("JSON Lines").splitlines()]
        assert [(line["player"], line["points"]) for line in lines if line["event"] == "claim"] == [
            ("Ann", 2),
            ("Ann", 1),
            ("Ann", 3),
        ]
        tap_on_each_size(self.page, self.page.get_by_role("link", name="Replay", exact=True))
        expect(self.page.locator("#where")).to_be_visible()
        self.page.keyboard.press("End")
        self.shows(said="Ann claims 3")
        assert self.is_upright("#felt svg")
        self.look("12-replay")
        self.page.goto(f"{self.program.address}api/games/1/scoresheet.html")
        expect(self.page.get_by_role("heading", level=1)).to_contain_text("Ann won")
        assert self.is_upright("svg.layout")
        self.look("13-scoresheet")


def test_an_evening(program, camera, visit):
    evening = Evening(program, camera, visit)
    evening.set_up()
    evening.join()
    evening.play_and_claim()
    evening.call_muggins()
    evening.answer_a_doubt()
    evening.correct_and_take_back()
    evening.lose_camera()
    evening.be_killed()
    evening.win_and_begin_again()
    evening.look_back()
