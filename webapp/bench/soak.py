"""An evening of hours in one run: does the program keep its memory, its open files and its threads?

    python -m muggins.webapp.bench.soak --hours 8

The recorded game is watched hand after hand with what an evening brings: idle tables, lamps, bumps, a camera that is
lost and comes back, the table cleared. Its players say which tiles are left when they are asked, and begin another game
when one is won. Only time is compressed: an idle minute is a few frames. Each hour prints a line of JSON; the last line
says how much memory has grown since the first hour, and in which hours nothing was played: then the game has not gone
on, and the exit code is 1. Counting files and threads needs Linux.
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

from muggins.scorer.events import Event, HandEnd, HandStarted
from muggins.scorer.tiles import Tile
from muggins.vision.capture.images import Image
from muggins.vision.capture.open_source import Frame, open_source

from ..camera.watch_thread import Watchers, Watches
from ..demo.recording import Recording
from ..session.event_log import Heard
from ..session.hand_end import asks_of_end
from ..session.session import GameSession
from ..session.store import Store

HANDS_AN_HOUR = 4
IDLE_FRAMES = 60
"""An idle quarter of an hour, a frame each fifteen seconds."""
HOUR = 3600.0
LEFT = {"Ann": (), "Bob": (Tile(0, 0),)}
"""The tiles that are left in the hands at the end of the recorded one."""


@dataclass(frozen=True)
class Hour:
    """What the program holds after an hour of table."""

    hour: int
    frames: int
    events: int
    """Recorded since the evening began."""
    hands: int
    """Begun since then, of HANDS_AN_HOUR in every hour."""
    games: int
    """Won since then."""
    memory: float
    """MB that are held."""
    files: int
    threads: int


def hour_of_table(video: Path, hour: int, every: int = 1) -> Iterator[Frame]:
    """Each frame of an hour; `every` passes over frames of the recording, for a hurried look."""
    number, time = 0, hour * HOUR
    for hand in range(HANDS_AN_HOUR):
        last: Image | None = None
        for image in _hand(video, hand, every):
            number, time, last = number + 1, time + 0.1, image
            yield Frame(number, time, image)
        assert last is not None
        for _ in range(IDLE_FRAMES):
            number, time = number + 1, time + HOUR / HANDS_AN_HOUR / (2 * IDLE_FRAMES)
            yield Frame(number, time, last)


def _hand(video: Path, hand: int, every: int) -> Iterator[Image]:
    """A hand, with something that goes wrong in it, and the table cleared at its end."""
    film, number, shift = open_source(str(video), realtime=False), 0, np.eye(2, 3)
    frames = cv2.VideoCapture(str(video)).get(cv2.CAP_PROP_FRAME_COUNT)
    empty: Image | None = None
    while (frame := film.newest(number)) is not None:
        number, image, share = frame.number + every - 1, frame.image, frame.number / frames
        empty = image if empty is None else empty
        if hand == 1 and share > 0.4:  # somebody pushes the camera
            shift[:, 2] = (25, -14)
            size = image.shape[1::-1]
            image = np.asarray(cv2.warpAffine(image, shift, size, borderMode=cv2.BORDER_REFLECT), np.uint8)
        if hand == 2 and 0.4 < share < 0.5:  # its cable is pulled: black
            image = np.zeros_like(image)
        if hand == 3 and share > 0.5:  # a lamp is switched off
            image = cv2.convertScaleAbs(image, alpha=0.7)
        yield image
    film.close()
    assert empty is not None
    for _ in range(30):
        yield empty


def soak(
    hours: int,
    record: Path,
    every: int = 1,
    make_watcher: Callable[[GameSession], Watches] | None = None,
    video: Path | None = None,
) -> Iterator[Hour]:
    """What is held after each hour; the games are kept in `record`."""
    recording = Recording.load()
    store = Store(str(record))
    live = GameSession(store)
    live.start_game(recording.started)
    make_watcher = make_watcher or Watchers()
    watcher, frames, games, told = make_watcher(live), 0, 0, list[Event]()
    for hour in range(hours):
        for frame in hour_of_table(video or recording.video, hour, every):
            frames += 1
            for happening in watcher.update(frame):
                told += [one.event for one in live.on_table_event(happening)]
                told += [one.event for one in say_what_is_left(live)]
            game = live.snapshot.game
            if game is not None and game.winner:
                games += 1
                live.start_game(recording.started)
                watcher = make_watcher(live)
        hands = sum(isinstance(event, HandStarted) for event in told)
        yield Hour(hour + 1, frames, len(told), hands, games, *_held())
    live.close()
    store.close()


def say_what_is_left(live: GameSession) -> Heard:
    """What the players of the recording say when they are asked whether the hand is over."""
    return live.tell(HandEnd(LEFT)) if any(map(asks_of_end, live.snapshot.questions)) else ()


def hours_that_stood(evening: Sequence[Hour]) -> list[int]:
    """The hours in which no hand was begun."""
    before = (0, *(hour.hands for hour in evening))
    return [hour.hour for hour, hands in zip(evening, before, strict=False) if hour.hands == hands]


def _held() -> tuple[float, int, int]:
    """MB, open files and threads."""
    status = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines() if ":" in line)
    files = len(list(Path("/proc/self/fd").iterdir()))
    return round(int(status["VmRSS"].split()[0]) / 1024, 1), files, int(status["Threads"])


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m muggins.webapp.bench.soak",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--hours", type=int, default=8)
    parser.add_argument("--every", type=int, default=1, help="look at each so manieth frame of the recording only")
    given = parser.parse_args(arguments)
    if not Path("/proc/self/status").exists():
        print("soak: open files and threads can be counted on Linux only", file=sys.stderr)
        return 1
    held: list[Hour] = []
    with tempfile.TemporaryDirectory() as folder:
        for hour in soak(given.hours, Path(folder) / "games.sqlite", given.every):
            held.append(hour)
            print(json.dumps(asdict(hour)), flush=True)
    stood = hours_that_stood(held)
    print(
        json.dumps(
            {
                "growth": round(max(hour.memory for hour in held) / held[0].memory - 1, 3),
                "files": sorted({hour.files for hour in held}),
                "threads": sorted({hour.threads for hour in held}),
                "hours_that_stood": stood,
            }
        )
    )
    if stood:
        hours = ", ".join(map(str, stood))
        print(f"soak: the game did not go on: expected hands in every hour, got none in hour {hours}", file=sys.stderr)
    return 1 if stood else 0


if __name__ == "__main__":
    sys.exit(main())
