"""What all pages of a hall share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

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
class Announcement:
    """What every screen of the hall says at the moment."""

    says: Callable[[], Text | str] = lambda: ""
    """A sentence; "" for nothing. The desk sets it."""


@dataclass(frozen=True)
class HallContext:
    """The record, the visitors and the tables of a hall."""

    store: Store
    tables: Floor
    broker: Broker[HallMessage]
    """Says what has changed in the hall."""
    load: Load
    """Whether this machine keeps up with its tables."""
    door: HallDoor
    announcement: Announcement = field(default_factory=Announcement)

    @property
    def access(self) -> Access:
        """Who may do what in the hall: a HOST is the desk. Each table has an access of its own."""
        return self.door.access


def current_hall() -> HallContext:
    """The hall of the app that answers the current request."""
    context = current_app.extensions[HALL_EXTENSION]
    assert isinstance(context, HallContext)
    return context
