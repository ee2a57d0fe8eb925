"""What the process of the tables tells a watching process, and what it answers."""

from __future__ import annotations

from dataclasses import dataclass, field

from muggins.texts import Text
from muggins.vision.capture.frames import Frame
from muggins.vision.tracking.events import TableEvent
from muggins.vision.tracking.expected import Expected
from muggins.vision.types import Image, TableState

from ..readers.pool import PictureTally


@dataclass(frozen=True)
class Begin:
    """Watch one more table."""

    watcher: int
    set: int
    """The highest pips of a half."""
    sides: tuple[str, ...]
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
    image: Image
    set: int


Command = Begin | Glance | Watch | End | Read


@dataclass(frozen=True)
class Watched:
    """What came of a Watch."""

    events: tuple[TableEvent, ...] = ()
    is_idle: bool = False
    unread: Text | str = ""
    """See `Watcher.unread`."""
    tally: PictureTally = field(default_factory=PictureTally)
    """How the pictures of the table fared so far."""
    state: TableState | None = None
    """See `Watcher.state`; None where it is as it was."""


@dataclass(frozen=True)
class Spent:
    """Processor seconds of a watching process since it began."""

    reading: float = 0.0
    all: float = 0.0


@dataclass(frozen=True)
class Answer:
    """The answer to the Watch or Read of `to`."""

    to: int
    found: Watched | TableState | None = None
    why: Text | str = ""
    """Why there is no answer, in a sentence."""
    is_unread: bool = False
    """Whether there is no answer because the picture was passed over: a newer one may be read."""
    spent: Spent = field(default_factory=Spent)
