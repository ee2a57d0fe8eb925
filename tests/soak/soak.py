"""An evening of several hours in one run: do memory, open files and threads stay as they are?

    python tests/soak/soak.py --hours 8

The recorded game is watched hand after hand, with what happens in an evening: idle tables, a lamp switched off, a
bumped camera, a camera that is lost and comes back, a cleared table. Its players name the tiles that are left when they
are asked, and begin another game when one is won. Only idle time is compressed: an idle minute is a few frames. Each
hour prints a line of JSON. The last line says how much memory has grown since the first hour, and in which hours no
hand began: then the game has come to a halt, and the exit code is 1.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import cv2
import numpy as np
import psutil

from muggins.scorer.events import Event, HandEnd, HandStarted
from muggins.scorer.tiles import Tile
from muggins.vision.capture.images import Image
from muggins.vision.capture.open_source import Frame, open_source
from muggins.webapp.camera.table_watcher import TableWatcher
from muggins.webapp.camera.watch_thread import WatcherFactory
from muggins.webapp.demo import Recording
from muggins.webapp.session.current_hand import expected_of
from muggins.webapp.session.event_log import LoggedEvent
from muggins.webapp.session.hand_end import is_about_hand_in_play
from muggins.webapp.session.session import GameSession
from muggins.webapp.session.store import Store

HANDS_AN_HOUR = 4
IDLE_FRAMES = 60
"""Frames of an idle table after each hand."""
CLEARED_FRAMES = 30
"""Frames of the cleared table at the end of a hand."""
FRAME_SECONDS = 0.1
HOUR_SECONDS = 3600.0
IDLE_SECONDS = HOUR_SECONDS / HANDS_AN_HOUR / 2
"""Time that passes on an idle table after each hand, in IDLE_FRAMES frames."""
BUMP_PIXELS = (25, -14)
DIMMED = 0.7
"""Brightness of the picture once a lamp is switched off."""
LEFT = {"Ann": (Tile(5, 3), Tile(2, 2)), "Bob": ()}
"""The tiles left in the hands at the end of the first recorded hand."""
HAND_FRAMES = 660
"""Frames of the recording after which that hand is played, and no tile is turned up yet."""


@dataclass(frozen=True)
class Hour:
    """What has happened until the end of an hour, and what the program holds then."""

    hour: int
    frames: int
    events: int
    """Recorded since the evening began."""
    hands: int
    """Begun since the evening began; each hour plays HANDS_AN_HOUR."""
    games: int
    """Won since the evening began."""
    memory: float
    """Resident megabytes."""
    files: int
    """Open file descriptors, or handles on Windows."""
    threads: int


def hour_of_table(video: Path, hour: int, every: int = 1) -> Iterator[Frame]:
    """The frames of an hour; of the recording only every so many-th."""
    number, time = 0, hour * HOUR_SECONDS
    for hand in range(HANDS_AN_HOUR):
        last: Image | None = None
        for image in _hand(video, hand, every):
            number, time, last = number + 1, time + FRAME_SECONDS, image
            yield Frame(number, time, image)
        assert last is not None
        for _ in range(IDLE_FRAMES):
            number, time = number + 1, time + IDLE_SECONDS / IDLE_FRAMES
            yield Frame(number, time, last)


def _hand(video: Path, hand: int, every: int) -> Iterator[Image]:
    """The pictures of a hand, with one thing that goes wrong in it, and of the cleared table at its end."""
    film, number = open_source(str(video), realtime=False), 0
    frames = min(cv2.VideoCapture(str(video)).get(cv2.CAP_PROP_FRAME_COUNT), HAND_FRAMES)
    empty: Image | None = None
    while (frame := film.newest(number)) is not None and frame.number <= HAND_FRAMES:
        number = frame.number + every - 1
        image = _disturbed(frame.image, hand, frame.number / frames)
        empty = image if empty is None else empty
        yield image
    film.close()
    assert empty is not None
    for _ in range(CLEARED_FRAMES):
        yield empty


def _disturbed(image: Image, hand: int, share: float) -> Image:
    """The picture after what goes wrong in the hand; `share` of the recording has passed."""
    if hand == 1 and share > 0.4:  # somebody pushes the camera
        shift = np.array([[1.0, 0, BUMP_PIXELS[0]], [0, 1, BUMP_PIXELS[1]]])
        return np.asarray(cv2.warpAffine(image, shift, image.shape[1::-1], borderMode=cv2.BORDER_REFLECT), np.uint8)
    if hand == 2 and 0.4 < share < 0.5:  # its cable is pulled out, and put back
        return np.zeros_like(image)
    if hand == 3 and share > 0.5:  # a lamp is switched off
        return np.asarray(cv2.convertScaleAbs(image, alpha=DIMMED), np.uint8)
    return image


def soak(
    hours: int,
    record: Path,
    every: int = 1,
    make_watcher: Callable[[GameSession], TableWatcher] | None = None,
    video: Path | None = None,
) -> Iterator[Hour]:
    """What the program holds after each hour. The games are kept in the file `record`."""
    recording = Recording.load()
    store = Store(str(record))
    live = GameSession(store)
    live.start_game(recording.started)
    make_watcher = make_watcher or WatcherFactory()
    watcher, frames, games, events = make_watcher(live), 0, 0, list[Event]()
    for hour in range(hours):
        for frame in hour_of_table(video or recording.video, hour, every):
            frames += 1
            game = live.snapshot.game
            for happening in watcher.update(frame, expected_of(game) if game is not None else None):
                events += [entry.event for entry in live.on_table_event(happening)]
                events += [entry.event for entry in tell_tiles_left(live)]
            game = live.snapshot.game
            if game is not None and game.winner:
                games += 1
                live.start_game(recording.started)
                watcher = make_watcher(live)
        hands = sum(isinstance(event, HandStarted) for event in events)
        yield Hour(hour + 1, frames, len(events), hands, games, *_held())
    live.close()
    store.close()


def tell_tiles_left(live: GameSession) -> tuple[LoggedEvent, ...]:
    """The players' answer when they are asked whether the hand is over."""
    return live.tell(HandEnd(LEFT)) if any(map(is_about_hand_in_play, live.snapshot.questions)) else ()


def halted_hours(evening: Sequence[Hour]) -> list[int]:
    """The hours in which no hand began."""
    before = (0, *(hour.hands for hour in evening))
    return [hour.hour for hour, hands in zip(evening, before, strict=False) if hour.hands == hands]


def _held() -> tuple[float, int, int]:
    """Resident megabytes, open files and threads of this process."""
    process = psutil.Process()
    if sys.platform == "win32":
        files = process.num_handles()
    else:
        files = process.num_fds()
    return round(process.memory_info().rss / 2**20, 1), files, process.num_threads()


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hours", type=int, default=8, help="hours of the evening (8)")
    parser.add_argument("--every", type=int, default=1, help="take only every so many-th frame of the recording (1)")
    given = parser.parse_args(arguments)
    evening: list[Hour] = []
    with tempfile.TemporaryDirectory() as folder:
        for hour in soak(given.hours, Path(folder) / "games.sqlite", given.every):
            evening.append(hour)
            print(json.dumps(asdict(hour)), flush=True)
    halted = halted_hours(evening)
    summary = {
        "growth": round(max(hour.memory for hour in evening) / evening[0].memory - 1, 3),
        "files": sorted({hour.files for hour in evening}),
        "threads": sorted({hour.threads for hour in evening}),
        "hours_that_stood": halted,
    }
    print(json.dumps(summary))
    if halted:
        hours = ", ".join(map(str, halted))
        print(f"soak: the game came to a halt: no hand began in hour {hours}", file=sys.stderr)
    return 1 if halted else 0


if __name__ == "__main__":
    sys.exit(main())
