"""The dashboard: a Flask app over a game session. May import `session`, `camera`, `web` and `views`."""

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
    from .web.auth import Surroundings


def create_app(
    session: GameSession,
    camera: WatchThread | CameraSwitch | None = None,
    hosts: Iterable[str] = (),
    access: Access | None = None,
    keep: Path | None = None,
    surroundings: Surroundings | None = None,
) -> Flask:
    """The dashboard of a session, with the picture of one camera or of those a switch offers.

    `hosts` are further names that requests may address it by. Without `access` every visitor is the host.
    Photos that are counted are kept in the folder `keep`, where one is named. `surroundings` let visitors in too.
    """
    # Imported here: commands that serve nothing start without Flask.
    from .counting.views import counting, read_photos
    from .receivers.views import receivers
    from .views.cameras import cameras
    from .views.games import games
    from .views.history_pages import history
    from .views.join import join
    from .views.language import language
    from .views.live_image import live_image
    from .views.openapi import openapi
    from .views.pages import pages
    from .views.phone import phone, phone_images
    from .views.seats import seats
    from .views.sounds import sounds
    from .views.speech_input import speech_input
    from .views.table import table
    from .views.trust import trust
    from .web.access import Access
    from .web.auth import require_roles
    from .web.bare_app import bare_app

    app = bare_app(session, camera, hosts)
    app.json.sort_keys = False  # type: ignore[attr-defined]  # players and sides stay in playing order
    require_roles(app, access or Access(), surroundings)
    read_photos(app, keep)
    blueprints = (
        cameras,
        counting,
        games,
        history,
        join,
        live_image,
        openapi,
        pages,
        phone,
        phone_images,
        receivers,
        seats,
        sounds,
        speech_input,
        trust,
    )
    for blueprint in (*blueprints, language, table):
        app.register_blueprint(blueprint)
    return app
