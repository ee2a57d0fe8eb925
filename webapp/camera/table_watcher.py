"""What watching a table needs of a Watcher, and of whoever opens the pictures of its camera."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np
from PIL import Image as Pillow

from muggins.scorer.rules.rulesets import RuleSet
from muggins.texts import Text
from muggins.vision.capture.images import encode_jpeg
from muggins.vision.capture.jpeg import Jpeg
from muggins.vision.capture.status import Judge, status_by
from muggins.vision.pips.classifier import MOST_PIPS
from muggins.vision.tracking.events import Played, Reread, TableEvent, TakenBack
from muggins.vision.tracking.expected import Expected
from muggins.vision.tracking.watcher import Frame
from muggins.vision.types import HoldsImage, Image, TableState, image_of

STORED_WIDTH = 640
"""Width in pixels of a picture that is stored with a play."""
STORED_QUALITY = 80
PERIOD_SECONDS = 0.25
"""Seconds from picture to picture of a clip."""
CLIP_WIDTH = 480
CLIP_QUALITY = 60
"""With this a clip of a table takes about 100 kB."""
ClipMaker = Callable[[Sequence[Image | Jpeg]], bytes]
"""Makes a clip of pictures as a camera sends them; empty where none of them can be opened."""
ReadPicture = Callable[[Image | HoldsImage], TableState]
"""Reads one picture, as `Reader.read` does. It may raise UnreadError."""


def watched_set(rules: RuleSet) -> int:
    """The highest double that is looked for. The set of a game of rounds may have higher ones than are read."""
    return min(rules.set, MOST_PIPS) if rules.is_rounds else rules.set


class WatcherLostError(Exception):
    """The process that watched has died, and all it knew with it. A new watcher finds the layout again."""


class TableWatcher(Protocol):
    """The part of a Watcher that frames are fed to."""

    @property
    def state(self) -> TableState | None: ...
    @property
    def is_idle(self) -> bool: ...
    @property
    def unread(self) -> Text | str: ...
    def update(self, frame: Frame, expected: Expected | None) -> list[TableEvent]: ...
    def glance(self, frame: Frame) -> None: ...


def is_pictured(event: TableEvent) -> bool:
    """Whether a picture is stored with an event."""
    return isinstance(event, Played | TakenBack | Reread)


def encode_stored(frame: Frame) -> bytes:
    """A JPEG of a frame, STORED_WIDTH pixels wide: small enough to store with every play."""
    return encode_jpeg(narrowed(frame.image, STORED_WIDTH), STORED_QUALITY)


def narrowed(image: Image, width: int) -> Image:
    """The image at most `width` pixels wide."""
    high, wide = image.shape[:2]
    if wide <= width:
        return image
    return np.asarray(cv2.resize(image, (width, round(high * width / wide)), interpolation=cv2.INTER_AREA), np.uint8)


def as_webp(pictures: Sequence[Image | Jpeg]) -> bytes:
    """An animated WebP, which every browser and phone shows as a picture. JPEGs that are broken are left out."""
    images = []
    for picture in pictures:
        with suppress(ValueError):
            image = small(picture) if isinstance(picture, Jpeg) else picture
            images.append(Pillow.fromarray(cv2.cvtColor(image, cv2.COLOR_BGR2RGB)))
    if not images:
        return b""
    first, *others = images
    file = io.BytesIO()
    milliseconds = int(1000 * PERIOD_SECONDS)
    # The quickest method: it takes a third of the time of the usual one, for a tenth more bytes.
    how = {"quality": CLIP_QUALITY, "method": 0, "loop": 0}
    first.save(file, "WEBP", save_all=True, append_images=others, duration=milliseconds, **how)
    return file.getvalue()


def small(picture: Image | Jpeg) -> Image:
    """The picture as a clip shows it. ValueError where it is broken."""
    if isinstance(picture, Jpeg) and picture.size[0] >= 4 * CLIP_WIDTH:
        image = picture.quarter
    else:
        image = image_of(picture)
    height = max(1, round(image.shape[0] * CLIP_WIDTH / image.shape[1]))
    return np.asarray(cv2.resize(image, (CLIP_WIDTH, height), interpolation=cv2.INTER_AREA), np.uint8)


@dataclass(frozen=True)
class PictureWork:
    """What is worked out of the pictures of a camera: here, unless a worker of a hall does it."""

    read: ReadPicture | None = None
    """Reads a picture while the camera is set up; None where a reader is loaded then."""
    judge: Judge = status_by
    encode: Callable[[Frame], bytes] = encode_stored
    """The JPEG that is stored with what was seen in the frame that was watched last."""
    make_clip: ClipMaker | None = None
    """Makes a clip of the frames around a play; None where this process opens them as they come."""


HERE = PictureWork()
"""This process opens the pictures."""
