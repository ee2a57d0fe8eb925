"""`muggins watch`: prints the scored events of a game as they happen."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import TextIO, TypeVar

from muggins.scorer.events import GameStarted
from muggins.scorer.game import Game, Step
from muggins.scorer.reports.wording import report_event
from muggins.texts import current, gettext, lazy_gettext, use
from muggins.vision.capture.status import SourceStatus

from ..camera.watch_thread import watch
from ..session.questions import Question
from .game_args import refuse_kept_by_hand

Said = TypeVar("Said")


def report(source: str, started: GameStarted, log: Path | None, as_json: bool) -> int:
    """Prints each scored event of the game at `source`, and writes it to the file `log` as JSON.

    ValueError for a game that is kept by hand.
    """
    refuse_kept_by_hand(Game().apply(started).rules)
    with ExitStack() as stack:
        written: TextIO | None = None
        for step in watch(
            source, started, on_question=_in_language(_print_doubt), on_status=_in_language(_print_camera_status)
        ):
            text = json.dumps(step.to_json(), ensure_ascii=False)
            print(text if as_json else as_text(step), flush=True)
            if log is not None:
                # Opened with the first event: a source that is not there must not empty the log of the last game.
                written = written or stack.enter_context(_opened(log))
                print(text, file=written, flush=True)
    return 0


def _in_language(say: Callable[[Said], None]) -> Callable[[Said], None]:
    """The function in the language in use now, for a thread that does not know it."""
    texts = current()

    def say_in_language(said: Said) -> None:
        with use(texts):
            say(said)

    return say_in_language


def as_text(step: Step) -> str:
    """A scored event as a player reads it: its time, what was done, and what came of it."""
    return f"{_clock(step.event.t):>9}  {report_event(step)}"


def _print_doubt(question: Question) -> None:
    """On stderr: a doubt is no event, and stdout carries events alone."""
    text = gettext("in doubt: %(question)s", question=question.text)
    print(f"{_clock(question.time):>9}  {text}", file=sys.stderr, flush=True)


def _print_camera_status(status: SourceStatus) -> None:
    if status.says:
        print(f"{gettext('camera'):>9}  {status.says}", file=sys.stderr, flush=True)


def _clock(seconds: float | None) -> str:
    """Minutes and seconds, `1:03.3`; "" where the time is unknown."""
    if seconds is None:
        return ""
    minutes, rest = divmod(seconds, 60)
    return f"{int(minutes)}:{rest:04.1f}"


def _opened(log: Path) -> TextIO:
    try:
        return log.open("w", encoding="utf-8")
    except OSError as error:
        raise ValueError(
            lazy_gettext(
                "%(log)s: cannot be written (%(reason)s); name a file you may write", log=log, reason=error.strerror
            )
        ) from None
