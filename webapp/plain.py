"""The page on plain HTTP, for phones that have not yet trusted the certificate: what they will see, single pictures."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask

    from .cameras import Cameras
    from .live import LiveTable
    from .watching import Watching


def create_plain_app(live: LiveTable, watching: Watching | Cameras, hosts: Iterable[str] = ()) -> Flask:
    """One page, and the way for its pictures; nothing else of the table, as others may listen to plain HTTP."""
    from flask import Flask, render_template

    from .cameras import Cameras
    from .views.phone import pictures
    from .views.safety import protect
    from .views.trouble import explain
    from .views.world import World, world

    here = Path(__file__).parent
    app = Flask("muggins.webapp", root_path=str(here), instance_path=str(here / "instance"))
    app.extensions["muggins"] = World(live, watching if isinstance(watching, Cameras) else Cameras(live, watching))
    protect(app, hosts)
    explain(app)
    app.register_blueprint(pictures)

    @app.get("/")
    def single_pictures() -> str:
        now = world().watching
        phone = now.phone if now is not None else None
        return render_template("plain.html", secure=phone.addresses.secure.partition("?")[0] if phone else "")

    return app
