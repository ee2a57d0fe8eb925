"""Starts a command that shows the recorded game, opens its pages, and ends it: `python try_demo.py make run`.

Needs nothing but Python, as the command may be the first to install anything.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Sequence

PAGES = ("new", "static/pages/table.js", "api/openapi.json")
ANSWER_SECONDS = 60
"""Seconds after which a page that does not answer is given up."""


def try_demo(command: Sequence[object], **options: object) -> None:
    """Opens pages of the dashboard that the command serves. The options are those of `subprocess.Popen`."""
    # `make` starts muggins as its child, and a signal for a group reaches both.
    demo = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True, **options)  # type: ignore[call-overload]
    try:
        address = next((word for line in demo.stdout for word in line.split() if word.startswith("http://")), None)
        if address is None:
            sys.exit(f"{' '.join(map(str, command))} ended before it named an address")
        with urllib.request.urlopen(address, timeout=ANSWER_SECONDS) as answer:
            assert b"Play at your own table" in answer.read(), "the page does not say that the game is a recording"
        for page in PAGES:
            with urllib.request.urlopen(address + page, timeout=ANSWER_SECONDS) as answer:
                assert answer.read(), f"{page}: an empty answer"
    finally:
        os.killpg(demo.pid, signal.SIGTERM)
        demo.wait(timeout=ANSWER_SECONDS)
    print(f"{' '.join(map(str, command))} shows the recorded game.")


if __name__ == "__main__":
    try_demo(sys.argv[1:])
