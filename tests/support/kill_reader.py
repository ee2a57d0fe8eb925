"""Kills readers of a real Ray while tables are read: `python tests/support/kill_reader.py [--times 50]`."""

from __future__ import annotations

import argparse
import random
import tempfile
import threading
import time
from pathlib import Path

import cv2
import numpy as np
import psutil

from muggins.vision.capture.images import encode_jpeg
from muggins.vision.capture.jpeg import Jpeg
from muggins.vision.tracking.rescan import UnreadError
from muggins.webapp.hall.readers import ray_serve
from muggins.webapp.hall.readers.pool import Readers, TableReading
from muggins.webapp.hall.readers.remote import SENT_QUALITY

REPLICAS = 2
TABLES = 4
PAUSE_SECONDS = 2.0
"""The longest time from the moment at which all readers are there to the next kill."""
GIVE_UP_SECONDS = 120.0


def two_tiles() -> Jpeg:
    """A picture in which something is read, as a camera sends it: two tiles drawn on a cloth."""
    image = np.full((360, 640, 3), (90, 140, 60), np.uint8)
    for left in (160, 264):
        image[150:200, left : left + 100] = 235
        image[158:192, left + 49 : left + 51] = 40
        for x in (25, 75):
            cv2.circle(image, (left + x, 175), 6, (20, 20, 20), -1, cv2.LINE_AA)
    for x in (-14, 14):  # the first is a 5-1, as a set has each tile once
        for y in (-14, 14):
            cv2.circle(image, (160 + 25 + x, 175 + y), 6, (20, 20, 20), -1, cv2.LINE_AA)
    return Jpeg(encode_jpeg(image, SENT_QUALITY), "camera")


def replicas() -> list[psutil.Process]:
    """The processes of the readers that live."""
    return [process for process in psutil.Process().children(recursive=True) if _is_replica(process)]


def _is_replica(process: psutil.Process) -> bool:
    try:
        return any("ServeReplica" in part for part in process.cmdline()[:1])
    except psutil.NoSuchProcess:  # it has ended, or was killed and nobody has asked how it ended
        return False


class Table(threading.Thread):
    """Reads the same picture again and again, as a table that plays does."""

    def __init__(self, readers: Readers, picture: Jpeg) -> None:
        super().__init__(daemon=True)
        self.reading = TableReading(readers)
        self.read_at = time.monotonic()
        self.longest = 0.0
        """The longest time between two readings, in seconds."""
        self._picture = picture
        self.stopped = threading.Event()

    def run(self) -> None:
        while not self.stopped.is_set():
            try:
                self.reading(self._picture, 0.0)
            except UnreadError:
                continue
            now = time.monotonic()
            self.longest, self.read_at = max(self.longest, now - self.read_at), now


def wait_for_replicas() -> list[psutil.Process]:
    """All readers, once they are there."""
    began = time.monotonic()
    while time.monotonic() - began < GIVE_UP_SECONDS:
        if len(alive := replicas()) == REPLICAS:
            return alive
        time.sleep(0.1)
    raise AssertionError(f"a reader was not replaced within {GIVE_UP_SECONDS:.0f} s")


def main() -> None:
    """Kill as often as asked, and print what became of the pictures and how long a table stood still."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=50)
    asked = parser.parse_args()
    lot = random.Random(0)
    with tempfile.TemporaryDirectory() as folder:
        readers = ray_serve.start(Path(folder) / "token", replicas=REPLICAS)
        try:
            tables = [Table(readers, two_tiles()) for _ in range(TABLES)]
            for table in tables:
                table.start()
            for _ in range(asked.times):
                wait_for_replicas()
                time.sleep(lot.uniform(0, PAUSE_SECONDS))
                # Ray may have ended one meanwhile, which was just about to be replaced.
                lot.choice(wait_for_replicas()).kill()
            wait_for_replicas()
            for table in tables:
                table.stopped.set()
                table.join()
        finally:
            readers.close()
    tallies = [table.reading.tally for table in tables]
    read, retried, lost = (sum(getattr(each, name) for each in tallies) for name in ("read", "retried", "lost"))
    print(f"{asked.times} kills: {read} pictures read, {retried} of them asked twice, {lost} passed over")
    print(f"longest time between two readings of a table: {max(table.longest for table in tables):.1f} s")


if __name__ == "__main__":
    main()
