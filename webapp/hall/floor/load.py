"""Whether this machine keeps up with its tables: how late they are watched, and how many pictures are passed over."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from muggins.texts import Text, lazy_gettext, lazy_ngettext

from ...session.pubsub import Broker
from .hall_table import HallTable
from .messages import HallMessage, LoadChanged
from .readings import Sums

SAMPLE_SECONDS = 1.0
WINDOW_SECONDS = 10.0
"""Seconds of samples that are judged."""
FULL_SECONDS = 1.0
"""Mean seconds behind the camera at one table from which the machine is full: soon plays are missed."""
LATE_SHARE = 0.1
"""Share of the time that late from which it is full too: tables are late right after plays, when it matters."""


@dataclass(frozen=True)
class Sample:
    """How the tables fare at one moment."""

    lags: Mapping[int, float]
    """Seconds by which each table is watched late."""
    sums: Sums
    """The readings of all tables since the program began."""


class Load:
    """Samples the tables, in a thread of its own once it is started."""

    def __init__(self, held: Callable[[], Mapping[int, HallTable]], broker: Broker[HallMessage]) -> None:
        self._held = held
        self._broker = broker
        self._samples: deque[Sample] = deque(maxlen=round(WINDOW_SECONDS / SAMPLE_SECONDS) + 1)
        self._says: Text | str = ""
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="load", daemon=True)

    @property
    def says(self) -> Text | str:
        """A sentence or two on that this machine is full; "" while it keeps up."""
        return self._says

    @property
    def sums(self) -> Sums:
        """The counts of all tables together."""
        total = Sums()
        for table in self._held().values():
            total = total.plus(table.readings.sums)
        return total

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stopped.set()
        if self._thread.is_alive():
            self._thread.join()

    def forget(self) -> None:
        """Judges by what happens from now on alone."""
        self._samples.clear()
        self._says = ""

    def sample(self) -> None:
        """Looks at the tables once. Whoever listens is told when the machine has become full, or is so no longer."""
        lags = {number: table.lag for number, table in self._held().items()}
        self._samples.append(Sample(lags, self.sums))
        says = judge(list(self._samples))
        if bool(says) != bool(self._says):
            self._says = says
            self._broker.publish(LoadChanged())
        self._says = says

    def _run(self) -> None:
        while not self._stopped.wait(SAMPLE_SECONDS):
            self.sample()


def judge(samples: list[Sample]) -> Text | str:
    """What the samples of a window say: that the machine is full, or "" where it keeps up."""
    first, last = samples[0], samples[-1]
    lost = max(0, last.sums.lost - first.sums.lost)
    means = {number: sum(sample.lags.get(number, 0.0) for sample in samples) / len(samples) for number in last.lags}
    looks = [(number, sample.lags.get(number, 0.0)) for sample in samples for number in last.lags]
    late_looks = [number for number, lag in looks if lag >= FULL_SECONDS]
    late = {number for number, mean in means.items() if mean >= FULL_SECONDS}
    if len(late_looks) >= max(1, LATE_SHARE * len(looks)):
        late.update(late_looks)
    if late:
        return lazy_gettext(
            "This machine is full: it watches %(tables)s of its %(all)s tables late, by up to %(seconds)s s. Let "
            "other machines watch some of them.",
            tables=len(late),
            all=len(last.lags),
            seconds=f"{max(lag for _, lag in looks):.1f}",
        )
    if lost:
        return lazy_ngettext(
            "This machine is full: it passed over %(number)s picture in the last %(window)s s. Let other machines "
            "watch some of its tables.",
            "This machine is full: it passed over %(number)s pictures in the last %(window)s s. Let other machines "
            "watch some of its tables.",
            lost,
            window=round(WINDOW_SECONDS),
        )
    return ""
