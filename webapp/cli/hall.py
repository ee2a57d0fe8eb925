"""`muggins hall`: many tables and one desk."""

from __future__ import annotations

import gc
import re
import signal
import webbrowser
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

from muggins.texts import gettext, lazy_gettext

from ..hall.records.schema import HALL_FILE
from ..hall.serving.demo import TABLES, HallDemo
from ..hall.serving.hall import Hall, HallOptions, open_hall
from ..hall.watching.pool import ReaderKind, WatchingPool
from .play import print_secret

__all__ = ["HallOptions", "ReaderOptions", "demo", "hall", "parse_address", "parse_cameras"]

MOST_TABLES = 500
TOKEN_FILE = "ray.token"
"""The file of the token that all machines with readers share."""


@dataclass(frozen=True)
class ReaderOptions:
    """What reads the pictures."""

    kind: ReaderKind = "local"
    number: int | None = None
    """Readers; None for one on each core."""
    cluster: str | None = None
    """HOST:PORT of a Ray that runs already."""
    address: str = "127.0.0.1"
    """This machine's private address, at which Ray's processes meet."""


def demo(options: HallOptions, readers: ReaderOptions, opens_browser: bool = False) -> int:
    """Serves a hall with a tournament under way, whose tables play the recorded film; nothing is kept afterwards."""
    with TemporaryDirectory(prefix="muggins-hall-") as folder:
        kept = replace(options, tables=TABLES, record=str(Path(folder) / HALL_FILE))
        return hall(kept, readers, opens_browser, lambda opened: HallDemo(opened).prepare())


def hall(
    options: HallOptions,
    readers: ReaderOptions,
    opens_browser: bool = False,
    prepare: Callable[[Hall], None] = lambda _: None,
) -> int:
    """Serves a hall until it is interrupted or told to end. ValueError, a sentence, where it cannot be opened.

    `prepare` is called with the hall before it starts.
    """
    check(options)
    opened = open_hall(replace(options, pool=make_pool(readers, options.folder)), _say_that_it_waits)
    # What stops a service is as good as Ctrl+C: a program that stands by takes over at once.
    signal.signal(signal.SIGTERM, lambda *_: opened.ended.set())
    try:
        prepare(opened)
        opened.start()
        # What is there by now stays. To look through it for garbage took .13 s each time, in the midst of an answer.
        gc.collect()
        gc.freeze()
        _say_where(opened)
        if opens_browser:
            webbrowser.open(opened.desk_address)
        opened.ended.wait()
    except KeyboardInterrupt:
        pass
    finally:
        # A second Ctrl+C would leave plays that are just being recorded.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        opened.stop()
        gc.unfreeze()
    return 0


def check(options: HallOptions) -> None:
    """ValueError, a sentence, where the options make no hall."""
    if not 1 <= options.tables <= MOST_TABLES:
        raise ValueError(
            lazy_gettext("--tables: expected 1 to %(most)s, got %(number)s", most=MOST_TABLES, number=options.tables)
        )
    beyond = [table for table in options.sources if not 1 <= table <= options.tables]
    if beyond:
        raise ValueError(
            lazy_gettext(
                "--camera: there is no table %(table)s, the last is %(last)s", table=beyond[0], last=options.tables
            )
        )


def parse_cameras(texts: Sequence[str]) -> dict[int, str]:
    """`3=film.mp4` and the like as cameras by tables. ValueError, a sentence, where one is not of that form."""
    found = {}
    for text in texts:
        parts = re.fullmatch(r"([0-9]{1,4})=(.+)", text)
        if parts is None:
            raise ValueError(
                lazy_gettext(
                    "--camera: expected a table and its camera, such as 3=rtsp://192.168.1.20/main, got %(text)s",
                    text=text,
                )
            )
        found[int(parts[1])] = parts[2]
    return found


def parse_address(text: str) -> str:
    """An address such as https://hall.example.org, with a `/` at its end. ValueError, a sentence, where it is none."""
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path.strip("/") or parts.query:
        raise ValueError(
            lazy_gettext("--address: expected an address such as https://hall.example.org, got %(text)s", text=text)
        )
    return f"{parts.scheme}://{parts.netloc}/"


def make_pool(options: ReaderOptions, folder: Path) -> WatchingPool:
    """What watches the tables, where that was asked for. ValueError, a sentence, where it cannot be had."""
    if options.number is not None and options.number < 1:
        raise ValueError(lazy_gettext("readers: expected at least one, got %(number)s", number=options.number))
    if options.kind == "local":
        return WatchingPool(options.number)
    from ..hall.watching.cluster import ActorLink, start, stop

    number = start(folder / TOKEN_FILE, options.number, options.address, options.cluster)
    return WatchingPool(number, ActorLink, stop)


def _say_that_it_waits() -> None:
    print(
        gettext("Another program serves this hall; this one stands by, and serves it when that one is gone."),
        flush=True,
    )


def _say_where(opened: Hall) -> None:
    context = opened.context
    print(
        gettext(
            "%(tables)s tables; games are kept in %(place)s.",
            tables=len(context.tables.numbers),
            place=context.store.name,
        )
    )
    print(gettext("The desk is at %(address)s", address=opened.desk_address))
    for address in context.access.addresses:
        print(gettext("For spectators: %(address)s", address=f"{address}join/{context.access.keys.code}"))
    print(gettext("The sheets for the cameras: %(address)s", address=f"{opened.main_address}cameras/sheet"))
    hook = opened.options.receivers.get("hook")
    if hook and opened.new_secret:
        print_secret(hook, opened.new_secret)
    print(gettext("Press Ctrl+C to stop."), flush=True)
