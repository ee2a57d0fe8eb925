"""The Flask app that the dashboard and the phone's page of single pictures both start from: no route yet."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from flask import Flask

from ..camera.switch import CameraSwitch
from ..camera.watch_thread import WatchThread
from ..session.session import GameSession
from .context import EXTENSION, AppContext
from .errors import register_error_handlers
from .security import protect


def bare_app(session: GameSession, camera: WatchThread | CameraSwitch | None, hosts: Iterable[str]) -> Flask:
    """An app with its context, the checks of `protect` and error handlers; `hosts` are further names it answers to."""
    root = Path(__file__).parents[1]
    # In an editable install Flask finds no folder of the package by itself.
    app = Flask("muggins.webapp", root_path=str(root), instance_path=str(root / "instance"))
    switch = camera if isinstance(camera, CameraSwitch) else CameraSwitch(session, camera)
    app.extensions[EXTENSION] = AppContext(session, switch)
    protect(app, hosts)
    register_error_handlers(app)
    return app
