"""The recorded game as a browser's camera sees it. It plays on when a test says so, as players wait for one another."""

import threading
import time

import cv2
import numpy as np

from muggins.vision.capture.open_source import open_source
from muggins.webapp.demo.recording import Recording

SMEAR = 5.0
"""Blur of a fingerprint on the lens, in pixels; pips show through it, but not how many."""
PICTURES = 3
NOISE = 1.0
"""Noise of the camera, in grey levels. A picture that never changes would count as frozen."""
PICTURE = b"FRAME\n"


class FilmCamera:
    """A camera device for Chromium, whose flag `--use-file-for-fake-video-capture` takes the file at `path`.

    The file holds the same view a few times, each with noise of its own, and Chromium reads it again and again: what is
    written into it is what the camera sees.
    """

    def __init__(self, path):
        self.path = path
        self.smeared = None
        """The fingerprint on the lens as (left, top, right, bottom); None if the lens is clean."""
        self._frames = _frames()
        self._lies = next(self._frames)
        high, wide = self._lies.image.shape[:2]
        self._head = f"YUV4MPEG2 W{wide} H{high} F30:1 Ip A1:1 C420jpeg\n".encode()
        generator = np.random.default_rng(5)
        self._noise = [generator.normal(0, NOISE, (high, wide)).round().astype(np.int8) for _ in range(PICTURES)]
        self.path.touch()
        self.show()

    def play_until(self, second):
        """Plays on up to a second of the film, at its own pace, and then holds still."""
        began, pace = time.monotonic() - self._lies.time, threading.Event()
        while self._lies.time < second:
            self._lies = next(self._frames)
            pace.wait(max(0.0, began + self._lies.time - time.monotonic()))
            self.show()

    def show(self):
        """Writes the current view, seen through the lens as it is now."""
        image = self._lies.image
        if self.smeared is not None:
            left, top, right, bottom = self.smeared
            image = image.copy()
            image[top:bottom, left:right] = cv2.GaussianBlur(image[top:bottom, left:right], (0, 0), SMEAR)
        grey_and_colour = cv2.cvtColor(image, cv2.COLOR_BGR2YUV_I420)
        content = self._head
        for noise in self._noise:
            noisy = grey_and_colour.copy()
            noisy[: len(noise)] = cv2.add(noisy[: len(noise)], noise, dtype=cv2.CV_8U)
            content += PICTURE + noisy.tobytes()
        # Written in place, because Chromium has it open.
        with self.path.open("r+b") as file:
            file.write(content)


def _frames():
    """The frames of the recorded game."""
    source = open_source(str(Recording.load().video), realtime=False)
    try:
        yield from iter(source.newest, None)
    finally:
        source.close()
