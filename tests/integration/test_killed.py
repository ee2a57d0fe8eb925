"""The program is killed at random moments of a recorded hand, started again, and goes on with the same game.

The readings of every frame of the recording are stored, so only the watcher, the session and its store run. Each run is
a process of its own, which SIGKILL ends anywhere within a frame.
"""

import json
import os
import random
import signal
import subprocess
import sys
import time
from dataclasses import replace
from functools import partial

import cv2
import numpy as np
from store_readings import HAND_FRAMES, PARTS, READINGS

from muggins.scorer.layout import Layout
from muggins.vision.capture.frames import Frame
from muggins.vision.capture.open_source import open_source
from muggins.vision.geometry.quads import half_centres
from muggins.vision.tracking.watcher import Watcher
from muggins.vision.types import Detection, TableState, TileReading, image_of
from muggins.webapp.camera.watch_thread import Follower
from muggins.webapp.demo import Recording
from muggins.webapp.session.session import GameSession
from muggins.webapp.session.store import Store

SMALL = (320, 180)
KILLS = 14
APART = 38
"""The fewest frames between two kills: up to eight pass until the program runs again, and it needs three seconds to go
on in."""


class Recorded:
    """The first hand of the recorded game: small pictures, and the stored readings of the large ones."""

    def __init__(self):
        self.started = replace(Recording.load().started, claims="auto")
        source, number, self.frames, size = open_source(str(Recording.load().video), realtime=False), 0, [], SMALL
        while (frame := source.newest(number)) is not None and frame.number <= HAND_FRAMES:
            number, size = frame.number, frame.image.shape[1::-1]
            self.frames.append(Frame(number, frame.time, cv2.resize(frame.image, SMALL, interpolation=cv2.INTER_AREA)))
        scale = SMALL[0] / size[0] / PARTS
        stored = np.load(READINGS)
        pips = (stored["pips"] + 1e-3) / (stored["pips"] + 1e-3).sum(axis=2, keepdims=True)
        corners = (stored["corners"] * scale).astype(np.float32)
        self.readings = {frame.time: [] for frame in self.frames}
        self.facedown = {frame.time: [] for frame in self.frames}
        rows = zip(stored["frame"], corners, pips, stored["confidence"] / 255, strict=True)
        for number, outline, shown, confidence in rows:
            reading = TileReading(outline, half_centres(outline), shown, float(confidence))
            self.readings[self.frames[number - 1].time].append(reading)
        for number, outline in zip(stored["down_frame"], stored["down"] * scale, strict=True):
            self.facedown[self.frames[number - 1].time].append(Detection(outline, "facedown"))

    def read(self, picture, at):
        if image_of(picture).shape[1::-1] != SMALL:  # a look at a part of the picture finds nothing more
            return TableState(at, (), Layout(), (), ())
        return TableState(at, tuple(self.readings[at]), Layout(), (), (), tuple(self.facedown[at]))

    def watch(self, record, begin=0, last=None, begins_last=lambda: None):
        """One run of the program from frame `begin` on; in frame `last` it waits to be killed."""
        store = Store(str(record))
        live = GameSession(store)
        live.resume_or_start(self.started)
        sides = tuple(self.started.seats.values())
        follower = Follower(live, lambda _: Watcher(self.read, sides))
        for number in range(begin, len(self.frames)):
            if number == last:
                begins_last()
            follower.take(self.frames[number : number + 1])
            if number == last:
                signal.pause()
        store.close()


def kill_often(recorded, record, rng):
    """An evening in which the program is killed KILLS times; what is left is its record.

    The frames are drawn from `rng`, the same on a slow machine. The moment within a frame is left to chance.
    """
    frames = len(recorded.frames)
    slack = sorted(rng.uniform(0, frames - 60 - KILLS * APART) for _ in range(KILLS))
    begin = 0
    for last in [*(int(free) + 20 + APART * number for number, free in enumerate(slack)), None]:
        hears, tells = os.pipe()
        child = os.fork()
        if not child:
            recorded.watch(record, begin, last, partial(os.write, tells, b"last"))
            os._exit(0)
        os.close(tells)
        if last is not None and os.read(hears, 4):
            time.sleep(rng.uniform(0, 0.01))
            os.kill(child, signal.SIGKILL)
        os.close(hears)
        _, status = os.waitpid(child, 0)
        assert os.waitstatus_to_exitcode(status) == (0 if last is None else -signal.SIGKILL)
        # Some frames pass until the program runs again.
        begin = 0 if last is None else last + rng.randint(1, 8)


def plays_of(lines):
    """Who played what where, and what it made."""
    return [[line.get(name) for name in ("player", "tile", "on", "count", "points")] for line in lines]


def test_killed_at_any_moment_the_recorded_game_is_recorded_as_it_was_played(tmp_path):
    paths = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    record = tmp_path / "killed.sqlite"
    done = subprocess.run([sys.executable, __file__, str(record)], capture_output=True, text=True, env=paths)
    assert done.returncode == 0, done.stderr
    truth = json.loads(Recording.load().video.with_suffix(".json").read_text())
    store = Store(str(record))
    game = GameSession(store).snapshot.game
    store.close()
    seen = plays_of(line for line in game.lines() if line["event"] == "play")
    assert seen == plays_of(play for play in truth["plays"] if play["frame_clear"] <= HAND_FRAMES)


if __name__ == "__main__":
    cv2.setNumThreads(1)
    kill_often(Recorded(), sys.argv[1], random.Random(1))
