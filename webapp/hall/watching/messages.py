"""What the hub tells a worker, and what a worker answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from muggins.texts import Text
from muggins.vision.capture.frames import Frame
from muggins.vision.capture.jpeg import Jpeg
from muggins.vision.capture.status import WELL, SourceStatus
from muggins.vision.motion.arms import Side
from muggins.vision.tracking.events import TableEvent
from muggins.vision.tracking.expected import Expected
from muggins.vision.types import HoldsImage, Image, TableState


@dataclass(frozen=True)
class Begin:
    """Watch one more table."""

    watcher: int
    set: int
    """The highest pips of a half."""
    sides: tuple[Side, ...]
    """The sides of the picture where players sit; all where none is named."""


@dataclass(frozen=True)
class Glance:
    """Take the motion in a frame that is not read."""

    watcher: int
    frame: Frame


@dataclass(frozen=True)
class Watch:
    """Take a frame, and read it where that is due. It is answered."""

    watcher: int
    frame: Frame
    expected: Expected | None
    """See `Watcher.update`."""


@dataclass(frozen=True)
class End:
    """Watch the table no longer."""

    watcher: int


@dataclass(frozen=True)
class Read:
    """Read one picture for whoever asks. It is answered with what lies there."""

    asker: int
    picture: Image | HoldsImage
    set: int


@dataclass(frozen=True)
class Judge:
    """Say how a camera is by a picture, for whoever asks. It is answered at once."""

    asker: int
    picture: Jpeg


@dataclass(frozen=True)
class MakeClip:
    """Make a clip, for whoever asks. It is answered with the clip, which is empty where no picture can be opened."""

    asker: int
    pictures: Sequence[Image | Jpeg]


Command = Begin | Glance | Watch | End | Read | Judge | MakeClip


@dataclass(frozen=True)
class Watched:
    """What came of a Watch."""

    events: tuple[TableEvent, ...] = ()
    is_idle: bool = False
    unread: Text | str = ""
    """See `Watcher.unread`."""
    state: TableState | None = None
    """See `Watcher.state`; None where it is as it was."""
    camera: SourceStatus = WELL
    """How the camera is by the picture."""
    stored: bytes = b""
    """The picture as it is stored with events; empty where there are none that it is stored with."""


@dataclass(frozen=True)
class Spent:
    """Processor seconds of a worker since it began."""

    reading: float = 0.0
    all: float = 0.0
    process: int = 0
    """The number of its process."""


@dataclass(frozen=True)
class Ready:
    """What a worker says first: that its networks are loaded."""

    version: str
    """See `worker.version`."""
    why_not: Text | str = ""
    """Why it cannot read, a sentence; "" where it can."""
    spent: Spent = field(default_factory=Spent)


@dataclass(frozen=True)
class Answer:
    """The answer to the Watch, Read, Judge or MakeClip of `to`."""

    to: int
    found: Watched | TableState | SourceStatus | bytes | None = None
    why_not: Text | str = ""
    """Why there is no answer, a sentence."""
    spent: Spent = field(default_factory=Spent)
