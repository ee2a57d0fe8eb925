"""Whether the hall keeps up with its tables: how late they are watched."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Mapping

from muggins.texts import Text, lazy_gettext

from ...session.pubsub import Broker
from .floor import HallTable
from .messages import HallMessage, LoadChanged

SAMPLE_SECONDS = 1.0
WINDOW_SECONDS = 10.0
"""Seconds of samples that are judged."""
FULL_SECONDS = 1.0
"""Mean seconds behind the camera at one table from which the machine is full: soon plays are missed."""
LATE_SHARE = 0.1
"""Share of the time that late from which it is full too: tables are late right after plays, when it matters."""


Lags = Mapping[int, float]
"""Seconds by which each table is watched late at one moment."""


class Load:
    """Samples the tables, in a thread of its own once it is started."""

    def __init__(self, held: Callable[[], Mapping[int, HallTable]], broker: Broker[HallMessage]) -> None:
        self._held = held
        self._broker = broker
        self._samples: deque[Lags] = deque(maxlen=round(WINDOW_SECONDS / SAMPLE_SECONDS) + 1)
        self.says: Text | str = ""
        """A sentence or two on that this machine is full; "" while it keeps up."""
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="load", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stopped.set()
        if self._thread.is_alive():
            self._thread.join()

    def forget(self) -> None:
        """Judges by what happens from now on alone."""
        self._samples.clear()
        self.says = ""

    def sample(self) -> None:
        """Looks at the tables once. Whoever listens is told when the machine has become full, or is so no longer."""
        self._samples.append({number: table.lag for number, table in self._held().items()})
        said, self.says = self.says, judge(list(self._samples))
        if bool(said) != bool(self.says):
            self._broker.publish(LoadChanged())

    def _run(self) -> None:
        while not self._stopped.wait(SAMPLE_SECONDS):
            self.sample()


def judge(samples: list[Lags]) -> Text | str:
    """What the samples of a window say: that the machine is full, or "" where it keeps up."""
    last = samples[-1]
    means = {number: sum(lags.get(number, 0.0) for lags in samples) / len(samples) for number in last}
    looks = [(number, lags.get(number, 0.0)) for lags in samples for number in last]
    late_looks = [number for number, lag in looks if lag >= FULL_SECONDS]
    late = {number for number, mean in means.items() if mean >= FULL_SECONDS}
    if len(late_looks) >= max(1, LATE_SHARE * len(looks)):
        late.update(late_looks)
    if late:
        return lazy_gettext(
            "This machine is full: it watches %(tables)s of its %(all)s tables late, by up to %(seconds)s s. Let "
            "other machines watch some of them.",
            tables=len(late),
            all=len(last),
            seconds=f"{max(lag for _, lag in looks):.1f}",
        )
    return ""
