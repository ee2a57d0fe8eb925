"""Screenshots of the dashboard for the README, taken in Chromium from the recorded game: `make screenshots`."""

from __future__ import annotations

import itertools
import json
import sys
import tempfile
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from find_browser import launch_browser
from playwright.sync_api import Browser, Page, expect, sync_playwright

from muggins.vision.capture.open_source import LiveSource, open_source
from muggins.webapp import create_app
from muggins.webapp.camera.watch_thread import WatchThread
from muggins.webapp.demo import Recording
from muggins.webapp.hosting.server import DashboardServer
from muggins.webapp.session.session import GameSession
from muggins.webapp.session.store import Store
from muggins.webapp.web.access import Access

HERE = Path(__file__).parent / "screens"
PLAYS = 6
"""Plays of the game that lie on the table in the screenshots."""
FRAMES_PER_SECOND = 10
"""Of the recorded game."""
REST_SECONDS = 0.6
"""From the end of a play until no arm is in the picture."""
REST_FRAMES = 3
"""Frames that are shown in turn while the table rests."""
PEGS_MILLISECONDS = 900
"""Until the pegs have come to rest."""
PATIENCE_MILLISECONDS = 180_000
DESK_SIZE = (1280, 800)
PHONE_SIZE = (390, 844)
JPEG_QUALITY = 82


class PatientFilm:
    """The recorded game seen by a camera, with players who wait: after `plays` plays the table rests."""

    def __init__(self, video: Path) -> None:
        self.plays = 0
        plays = json.loads(video.with_suffix(".json").read_text())["plays"]
        self._rests = [0.0, *(play["second_clear"] + REST_SECONDS for play in plays)]
        self._video = video
        self.source = LiveSource("camera").fed_by(self._show)

    def _show(self) -> None:
        frames, resting = open_source(str(self._video), realtime=False), deque(maxlen=REST_FRAMES)
        for frame in iter(frames.newest, None):
            resting.append(frame.image)
            for image in itertools.chain([frame.image], itertools.cycle(list(resting))):
                self.source.show(image)
                if self.source.closed.wait(1 / FRAMES_PER_SECOND):
                    return
                if frame.time < self._rests[self.plays]:
                    break


@contextmanager
def recorded_game(access: Access) -> Iterator[tuple[str, PatientFilm]]:
    """The dashboard on the recorded game: its address, and the film."""
    recording = Recording.load()
    film = PatientFilm(recording.video)
    with tempfile.TemporaryDirectory() as folder:
        store = Store(str(Path(folder) / "games.sqlite"))
        live = GameSession(store)
        live.start_game(recording.started)
        watching = WatchThread(film.source, live)
        server = DashboardServer(create_app(live, watching, access=access), port=0)
        access.addresses = (server.address,)
        server.start()
        watching.start()
        try:
            yield server.address, film
        finally:
            film.source.close()
            server.stop()
            watching.stop()
            store.close()


def main(folder: Path = HERE) -> None:
    """Takes all screenshots."""
    folder.mkdir(parents=True, exist_ok=True)
    access = Access()
    with recorded_game(access) as (address, film), sync_playwright() as playwright:
        browser = launch_browser(playwright.chromium)
        expect.set_options(timeout=PATIENCE_MILLISECONDS)
        desk = open_page(browser, address, DESK_SIZE)
        for film.plays in range(1, PLAYS + 1):
            expect(desk.locator("#plays .tile")).to_have_count(film.plays)
        set_up = open_page(browser, f"{address}new", DESK_SIZE)
        expect(set_up.locator("#preview.good")).to_be_visible()
        take(set_up, folder / "set-up.jpg")
        set_up.close()
        phone = open_page(browser, f"{address}join/{access.keys.code}", PHONE_SIZE)
        phone.get_by_role("button", name="Ann").click()
        take(desk, folder / "table.jpg")
        take(phone, folder / "phone.jpg")
        desk.locator("#plays li:has(.tile) button").first.click()
        expect(desk.locator(".stills img").first).to_be_visible()
        take(desk, folder / "correction.jpg")
        browser.close()


def open_page(browser: Browser, address: str, size: tuple[int, int]) -> Page:
    """A page with cookies of its own, once its live picture has arrived where it shows one."""
    context = browser.new_context(viewport={"width": size[0], "height": size[1]})
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MILLISECONDS)
    page.goto(address)
    expect(page.locator("main:not([inert])")).to_be_visible()
    if page.locator("#live-picture").count():
        expect(page.locator("#live-picture")).not_to_have_js_property("naturalWidth", 0)
    return page


def take(page: Page, path: Path) -> None:
    page.wait_for_timeout(PEGS_MILLISECONDS)
    page.screenshot(path=path, type="jpeg", quality=JPEG_QUALITY)
    print(path)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:2]))
