"""What all pages of a hall share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from flask import current_app

from muggins.texts import Text

from ...session.pubsub import Broker
from ...session.store import Store
from ...web.access import Access
from .floor import Floor
from .load import Load
from .messages import HallMessage
from .surroundings import HallDoor

HALL_EXTENSION = "muggins-hall"
"""Key in `app.extensions` of the hall's HallContext."""


@dataclass
class HallContext:
    """The record, the visitors and the tables of a hall."""

    store: Store
    tables: Floor
    broker: Broker[HallMessage]
    """Says what has changed in the hall."""
    load: Load
    """Whether this machine keeps up with its tables."""
    door: HallDoor
    notice: Callable[[], Text | str] = lambda: ""
    """What every screen of the hall says at the moment; "" for nothing. The desk sets it."""

    @property
    def access(self) -> Access:
        """Who may do what in the hall: a HOST is the desk. Each table has an access of its own."""
        return self.door.access


def current_hall() -> HallContext:
    """The hall of the app that answers the current request."""
    context = current_app.extensions[HALL_EXTENSION]
    assert isinstance(context, HallContext)
    return context
