"""The parts of a page that is asked for again and again: each is made once, and sent once to a page that shows it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Set
from dataclasses import dataclass, field
from hashlib import blake2b
from threading import Lock
from typing import NamedTuple

from flask import request
from markupsafe import Markup

from ...web.auth import current_task
from ...web.language import requested_language

SHOWN = "Muggins-Shown"
"""The header in which a page names the parts that it shows, by their `data-part`."""
MOST_KEPT = 8_000_000
"""Letters of all parts that are kept. The desk of eighty tables has a quarter of a million, in each language."""


class Made(NamedTuple):
    """A part as it was made."""

    of: tuple[object, ...]
    seal: str
    text: Markup


@dataclass
class Parts:
    """Parts of the pages of a hall as they were made last, those that were asked for last."""

    _kept: OrderedDict[tuple[int, str, str, str], Made] = field(default_factory=OrderedDict)
    _size: int = 0
    """Letters of all that are kept."""
    _lock: Lock = field(default_factory=Lock)

    def part(
        self, shown: Set[str], tournament: int, element: str, id: str, *made_of: object, caller: Callable[[], Markup]
    ) -> Markup:
        """The part of a tournament that `caller` makes, an element of this id; empty where it is among those `shown`.

        It is made anew where it is to be made of something else than last time. It may depend on the language and on
        the task at the desk besides.
        """
        key = (tournament, id, requested_language(), current_task())
        with self._lock:
            known = self._kept.get(key)
            if known is not None:
                self._kept.move_to_end(key)
        if known is None or known.of != made_of:
            text = caller().strip()
            seal = blake2b(text.encode(), digest_size=6).hexdigest()
            start = f'<{element} id="{id}"'
            known = Made(made_of, seal, text.replace(start, Markup(f'{start} data-part="{seal}"'), 1))
            with self._lock:
                if key in self._kept:
                    self._size -= len(self._kept.pop(key).text)
                self._kept[key] = known
                self._size += len(known.text)
                while self._size > MOST_KEPT:
                    self._size -= len(self._kept.popitem(last=False)[1].text)
        return Markup(f'<{element} id="{id}" data-same></{element}>') if known.seal in shown else known.text


def shown_parts() -> frozenset[str] | None:
    """The parts that the page which asks shows; None where it is opened anew."""
    names = request.headers.get(SHOWN)
    return None if names is None else frozenset(names.split())
