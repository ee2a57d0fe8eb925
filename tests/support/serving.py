"""A dashboard on a real server, with a camera that a test scripts, and the browser that opens its pages."""

import contextlib
import random
import socket

import numpy as np
from find_browser import launch_browser
from photographed import FixedReader
from playwright.sync_api import expect, sync_playwright

from muggins.scorer.layout import Layout, Placement
from muggins.scorer.tiles import Tile
from muggins.texts import lazy_gettext, one_of
from muggins.vision.capture.open_source import LiveSource
from muggins.vision.tracking import events as happenings
from muggins.vision.types import Doubt, TableState
from muggins.webapp import create_app
from muggins.webapp.camera.switch import CameraSwitch
from muggins.webapp.camera.watch_thread import WatchThread
from muggins.webapp.counting.photo_reader import PhotoReader
from muggins.webapp.counting.views import PHOTOS_EXTENSION
from muggins.webapp.hosting.server import DashboardServer
from muggins.webapp.session.session import GameSession
from muggins.webapp.session.store import Store
from muggins.webapp.web.access import Access

FLAGS = [
    "--disable-background-networking",
    "--no-first-run",
    "--use-fake-device-for-media-stream",
    "--use-fake-ui-for-media-stream",
]

TIMEOUT_MILLISECONDS = 60_000
"""Milliseconds that a test waits for a page. Long enough for a machine that runs other jobs as well."""


def running_browser():
    """The browser, until it is closed again; for a fixture."""
    expect.set_options(timeout=TIMEOUT_MILLISECONDS)
    with sync_playwright() as playwright:
        browser = launch_browser(playwright.chromium, *FLAGS)
        yield browser
        browser.close()


def wait_until_ready(page):
    """Waits until a page reacts to taps and keys. Its main element is inert until then."""
    page.locator("main:not([inert])").wait_for(state="attached")


def resize(page, size):
    """Gives a page another size, and waits until it is laid out anew: some of it is drawn in the next frame."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    wait_until_drawn(page)


def wait_until_drawn(page):
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


@contextlib.contextmanager
def held_back(page, url):
    """The first request that a page makes for this glob meanwhile. It waits for `let_go`."""
    routes = []
    page.route(url, lambda route: routes.append(route), times=1)
    with page.expect_request(url):
        yield routes


def let_go(page, routes):
    """Lets a request that was held back go on, and waits until the page has shown its answer."""
    wait_until_drawn(page)
    [route] = routes
    with page.expect_response(route.request.url) as answer:
        route.continue_()
    answer.value.finished()
    wait_until_drawn(page)


def tap(page, name):
    page.get_by_role("button", name=name, exact=True).click()


def shows(page, id, words):
    """Waits until an element of a page shows these words."""
    expect(page.locator(f"#{id}")).to_have_text(words)


def score(page, side):
    """The score of a side on the table's page."""
    return page.locator(".lane", has_text=side).locator(".score")


def state_with(readings):
    """The state of a table on which these tiles lie."""
    return TableState(0.0, tuple(readings), Layout(), (), ())


class PatientCamera(LiveSource):
    """A camera that is not lost however long a test takes to show the next picture."""

    is_lost = False


class BlindWatcher:
    """A watcher that reports nothing by itself: the tests send what it would see."""

    state = None
    is_idle = False
    unread = ""

    def update(self, frame, expected):
        return []

    def glance(self, frame):
        pass


def free_port():
    """A port below those that the system gives to whoever asks for any: no other test takes it meanwhile."""
    for port in random.SystemRandom().sample(range(20_000, 32_000), 100):
        with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
    raise AssertionError("no port is free")


class Served:
    """A session with a camera on a server that can be stopped and started again on the same port."""

    def __init__(self, record):
        self.record = record
        # A restart needs the same port, so it is chosen here and named; port 0 would give another one.
        self.port = free_port()
        self.time = 0.0
        self.access = Access()
        self.photographed = FixedReader()
        self.start()

    def start(self):
        self.store = Store(str(self.record))
        self.session = GameSession(self.store)
        self.camera = PatientCamera("camera")
        self.camera.show(np.full((360, 640, 3), 120, np.uint8))
        self.watcher = BlindWatcher()
        self.watch_thread = WatchThread(self.camera, self.session, lambda _: self.watcher)
        self.watch_thread.start()
        self.cameras = CameraSwitch(
            self.session,
            self.watch_thread,
            folder=self.record.parent,
            make_watcher=lambda _: self.watcher,
            open_camera=self.opened,
            find_webcams=lambda in_use: [0, 1],
        )
        self.app = create_app(self.session, self.cameras, access=self.access)
        self.app.extensions[PHOTOS_EXTENSION] = PhotoReader(lambda: self)
        self.server = DashboardServer(self.app, port=self.port)
        self.access.addresses = (self.server.address,)
        self.server.start()

    def stop(self):
        self.server.stop()
        self.cameras.stop()
        self.store.close()

    def opened(self, source):
        """A camera that shows a picture at once. Webcam 1 and network cameras do not answer."""
        if source == "1" or "://" in source:
            raise ValueError(f"{source}: does not answer; check that the camera is on")
        self.camera = PatientCamera(source if source == "phone" else f"camera {source}")
        if source != "phone":
            self.camera.show(np.full((240, 320, 3), 90, np.uint8))
        return self.camera

    def read(self, image):
        """What a photo that a phone sends to be counted shows."""
        return self.photographed.read(image)

    def lie(self, readings):
        """Puts tiles into the next picture."""
        self.watcher.state = state_with(readings)
        self.camera.show(np.full((1280, 1280, 3), 120, np.uint8))

    def see(self, *plays, picture=None):
        """Plays as the camera sees them, for example "5-5", "5-3>5-5"; `picture` is the JPEG kept with the last."""
        for text in plays:
            self.time += 1.0
            placement = Placement.parse(text)
            self.session.on_table_event(happenings.Played(self.time, placement.tile, placement.on), picture)

    def doubt(self, tile, *likely, kind="value", outline=()):
        tiles = tuple((Tile.parse(each), 0.4) for each in likely)
        doubt = Doubt(kind, lazy_gettext("Is this %(tiles)s?", tiles=one_of(likely)), Tile.parse(tile), tiles, outline)
        self.session.on_table_event(happenings.DoubtRaised(self.time, doubt))
