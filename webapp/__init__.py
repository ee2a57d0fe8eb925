"""The dashboard: a Flask app over a live table."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask

    from .camera.switch import CameraSwitch
    from .camera.watch_thread import WatchThread
    from .session.session import GameSession
    from .web.access import Access


def create_app(
    live: GameSession,
    watching: WatchThread | CameraSwitch | None = None,
    hosts: Iterable[str] = (),
    access: Access | None = None,
) -> Flask:
    """The dashboard of a live table, with the picture of what watches it, or of the cameras that may.

    `hosts` are further names it goes by; without `access` whoever reaches it is the host.
    """
    # Imported here, so that a command that serves nothing need not wait for all this.
    from flask import Flask

    from .camera.switch import CameraSwitch
    from .views.cameras import cameras
    from .views.games import games
    from .views.history_pages import history
    from .views.join import doors, guard
    from .views.live_image import picture
    from .views.openapi import interface
    from .views.pages import pages
    from .views.phone import camera, pictures
    from .views.seats import seats
    from .views.speech_input import hearing
    from .views.stills import stills
    from .views.table import table
    from .web.access import Access
    from .web.context import AppContext
    from .web.errors import register_error_handlers
    from .web.security import protect

    here = Path(__file__).parent
    # Installed with pip -e the package has no place of its own that Flask could find.
    app = Flask("muggins.webapp", root_path=str(here), instance_path=str(here / "instance"))
    app.extensions["muggins"] = AppContext(
        live, watching if isinstance(watching, CameraSwitch) else CameraSwitch(live, watching)
    )
    app.json.sort_keys = False  # type: ignore[attr-defined]  # sides and players stay in their own order
    protect(app, hosts)
    guard(app, access or Access())
    register_error_handlers(app)
    own = (cameras, doors, games, hearing, history, interface, pages, camera, pictures, picture, seats, stills, table)
    for part in own:
        app.register_blueprint(part)
    return app
