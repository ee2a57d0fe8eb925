"""Photos from strangers, decoded in a process of its own: if it dies of one, the game does not notice."""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import sys
from multiprocessing.connection import Connection
from pathlib import Path

import cv2

from muggins.texts import Text, lazy_gettext

from . import tuning
from .images import Image, decode_picture, shrunk_to


class PhotoDecoder:
    """Decodes one photo at a time: not thread-safe. The process lasts, and another follows one that has died."""

    def __init__(self, most_pixels: int) -> None:
        """Photos are made smaller where they have more pixels."""
        self._most_pixels = most_pixels
        self._process: multiprocessing.process.BaseProcess | None = None

    def start(self) -> None:
        """Starts the process where none lives, so that the first photo need not wait for it."""
        if self._process is None or not self._process.is_alive():
            context = multiprocessing.get_context("spawn")
            self._pipe, theirs = context.Pipe()
            process = context.Process(
                target=_decode_all, args=(theirs, self._most_pixels), name="muggins-photos", daemon=True
            )
            process.start()
            theirs.close()
            self._process = process

    def decode(self, content: bytes, name: Text | str) -> Image:
        """See `decode_picture`. ValueError too, beginning with `name`, where the process dies of it or hangs."""
        self.start()
        assert self._process is not None
        answer: Image | ValueError | None = None
        with contextlib.suppress(OSError, EOFError):
            self._pipe.send((content, name))
            if self._pipe.poll(tuning.DECODING_SECONDS):
                answer = self._pipe.recv()
        if answer is None:
            self._process.kill()
            self._process.join()
            self._process = None
            raise ValueError(
                lazy_gettext(
                    "%(name)s: it takes more memory or time than a photo needs; take another one, or save it as JPEG",
                    name=name,
                )
            )
        if isinstance(answer, ValueError):
            raise answer
        return answer


def _decode_all(pipe: Connection, most_pixels: int) -> None:
    """Decodes what comes until the other end of the pipe is closed, or its process has died."""
    # Ctrl+C reaches all processes of a terminal; this one ends with the dashboard.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    cv2.setNumThreads(1)  # the other cores watch the game
    _limit_memory()
    with contextlib.suppress(EOFError, OSError, MemoryError):
        while True:
            content, name = pipe.recv()
            try:
                pipe.send(shrunk_to(decode_picture(content, name), most_pixels))
            except ValueError as error:
                pipe.send(error)


def _limit_memory() -> None:
    """Limits the memory of this process, and makes it the first to go where the machine has too little."""
    if sys.platform != "win32":
        import resource

        with contextlib.suppress(ValueError, OSError):
            hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
            resource.setrlimit(resource.RLIMIT_DATA, (tuning.DECODING_BYTES, hard))
    with contextlib.suppress(OSError):  # a file of Linux
        Path("/proc/self/oom_score_adj").write_text("1000")
