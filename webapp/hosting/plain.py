"""The page on plain HTTP, for phones that have not yet trusted the certificate: what they will see, single pictures."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask

    from ..camera.switch import CameraSwitch
    from ..camera.watch_thread import WatchThread
    from ..session.session import GameSession


def create_plain_app(live: GameSession, watching: WatchThread | CameraSwitch, hosts: Iterable[str] = ()) -> Flask:
    """One page, and the way for its pictures; nothing else of the table, as others may listen to plain HTTP."""
    from flask import Flask, render_template

    from ..camera.switch import CameraSwitch
    from ..views.phone import phone_images
    from ..web.context import EXTENSION, AppContext, current_context
    from ..web.errors import register_error_handlers
    from ..web.security import protect

    here = Path(__file__).parents[1]
    app = Flask("muggins.webapp", root_path=str(here), instance_path=str(here / "instance"))
    app.extensions[EXTENSION] = AppContext(
        live, watching if isinstance(watching, CameraSwitch) else CameraSwitch(live, watching)
    )
    protect(app, hosts)
    register_error_handlers(app)
    app.register_blueprint(phone_images)

    @app.get("/")
    def single_pictures() -> str:
        camera = current_context().camera
        phone = camera.phone if camera is not None else None
        return render_template("phone/photo.html", secure=phone.addresses.secure.partition("?")[0] if phone else "")

    return app
