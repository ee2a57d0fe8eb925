"""How soon people see a page, and the total of a photo that a phone takes."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time
import urllib.request
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np

from muggins.scorer.events import GameStarted, HandStarted, Play
from muggins.scorer.tiles import Tile
from muggins.vision.capture.images import Image, encode_jpeg, load_picture

from .. import create_app
from ..hosting.server import DashboardServer
from ..language.catalogues import languages
from ..session.session import GameSession

PHOTO_SIZE = (4032, 3024)
"""Width and height of a phone's photo: 12 million pixels."""
PHOTO_QUALITY = 92
"""JPEG quality of the photo, of 100. With the noise it has 5 MB, as those of phones."""
PHONE_NOISE_LEVELS = 4.0
"""Standard deviation of a pixel of a phone's camera, in grey levels."""
PHOTOS = 5
BROWSER_SECONDS = 300.0
"""How long a browser may take before it is ended."""
STARTED = GameStarted(rules="five-up", players=("Ann", "Bob"))
TOLD_BEFORE = (
    HandStarted("Ann"),
    Play("Ann", Tile(5, 5)),
    Play("Bob", Tile(5, 0), Tile(5, 5)),
)


@dataclass(frozen=True)
class PageFigures:
    """How soon pages and totals are there, in milliseconds; None for what needs a browser where there is none."""

    photo_answered_ms: float
    """From sending a photo of 12 million pixels over HTTP until its total is answered."""
    photo_shown_ms: float | None = None
    """From the shutter until a phone's page shows the total of that photo."""
    first_page_ms: Mapping[str, float] | None = None
    """By language: from the server's answer until the first page of a table takes taps."""

    def to_json(self) -> dict[str, object]:
        return asdict(self)

    def to_text(self) -> str:
        """Two lines for people to read."""
        shown = "no browser here" if self.photo_shown_ms is None else f"{self.photo_shown_ms:.0f} ms"
        pages = (self.first_page_ms or {}).items()
        first = ", ".join(f"{language} {taken:.0f} ms" for language, taken in pages) or "no browser here"
        return (
            f"a photo of 12 megapixels, from the shutter to its total on a phone's page: {shown}; "
            f"sent as it is and answered: {self.photo_answered_ms:.0f} ms\n"
            f"the first page of a table, after the server's answer: {first}"
        )


def time_pages(picture: Path, benchmarks: Path | None) -> PageFigures:
    """Serves a table, sends it `picture` as a phone's photo, and opens pages in a browser from `benchmarks`."""
    live = GameSession()
    live.start_game(STARTED)
    for event in TOLD_BEFORE:
        live.tell(event)
    server = DashboardServer(create_app(live), port=0)
    server.start()
    try:
        with TemporaryDirectory(prefix="muggins-bench-") as folder:
            photo = Path(folder) / "photo.jpg"
            photo.write_bytes(encode_jpeg(as_phones_take_it(picture), PHOTO_QUALITY))
            answered = photo_answered_ms(server.address, photo)
            if benchmarks is None:
                return PageFigures(answered)
            return PageFigures(answered, *in_browser(benchmarks, server.address, photo))
    finally:
        server.stop()


def as_phones_take_it(picture: Path) -> Image:
    """The middle of a picture with as many pixels as a phone's photo has, and its noise."""
    image = load_picture(picture)
    width, height = PHOTO_SIZE
    high, wide = image.shape[:2]
    narrow = high * width // height
    left = (wide - narrow) // 2
    large = cv2.resize(image[:, left : left + narrow], PHOTO_SIZE, interpolation=cv2.INTER_CUBIC)
    noise = np.random.default_rng(0).normal(0, PHONE_NOISE_LEVELS, (height, width, 1)).astype(np.float32)
    return np.asarray(np.clip(large + noise, 0, 255), np.uint8)


def photo_answered_ms(address: str, photo: Path, photos: int = PHOTOS) -> float:
    """Median milliseconds of reading a photo over HTTP, after a first one that loads the networks."""
    content, taken = photo.read_bytes(), []
    for _ in range(1 + photos):
        asked = urllib.request.Request(f"{address}api/count", content, {"Content-Type": "image/jpeg"})
        began = time.perf_counter()
        with urllib.request.urlopen(asked, timeout=BROWSER_SECONDS) as answer:
            answer.read()
        taken.append((time.perf_counter() - began) * 1000)
    return round(statistics.median(taken[1:]), 1)


def in_browser(benchmarks: Path, address: str, photo: Path) -> tuple[float | None, Mapping[str, float] | None]:
    """The photo on a phone's page, and the first page by language; None for both where no browser starts."""
    tags = [code.replace("_", "-") for code in languages()]
    command = [sys.executable, str(benchmarks / "in_browser.py"), address, str(photo), *tags]
    support = os.pathsep.join(filter(None, (str(benchmarks.parent / "support"), os.environ.get("PYTHONPATH"))))
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=BROWSER_SECONDS, env={**os.environ, "PYTHONPATH": support}
        )
        found = json.loads(done.stdout)
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return None, None
    return found["photo_ms"], found["first_page_ms"]
