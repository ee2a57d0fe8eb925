"""The Flask app that the dashboard, the hall and the phone's page of single pictures start from: no route yet."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import CodeType
from typing import Any
from wsgiref.headers import Headers

from flask import Flask, url_for
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from markupsafe import Markup
from whitenoise import WhiteNoise

from ..camera.switch import CameraSwitch
from ..camera.watch_thread import WatchThread
from ..session.session import GameSession
from .context import CONTEXT_EXTENSION, AppContext
from .errors import register_error_handlers
from .language import speak_languages
from .security import SECURITY_HEADERS, protect

KEPT_SECONDS = 365 * 86_400
"""Seconds for which a browser keeps a file below `static`."""
SCRIPTS = Path(__file__).parents[1] / "static"
IMPORT = re.compile(r'^(?:import|export)\b[^;"]*"(\.[^"]+)";', re.MULTILINE)


class _CompiledTemplates(BytecodeCache):
    """Keeps what templates are compiled to for all apps of this process: a hall has one for each table."""

    def __init__(self) -> None:
        self._codes: dict[tuple[str, str], CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._codes.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        assert bucket.code is not None
        self._codes[bucket.key, bucket.checksum] = bucket.code


_COMPILED_TEMPLATES = _CompiledTemplates()


def new_app(hosts: Iterable[str], home: str = "pages.table") -> Flask:
    """An app with languages, checks of `protect` and error handlers; `hosts` are further names of it.

    `home` is the endpoint of its first page.
    """
    root = Path(__file__).parents[1]
    # In an editable install Flask finds no folder of the package by itself.
    app = Flask("muggins.webapp", root_path=str(root), instance_path=str(root / "instance"))
    app.jinja_options = {"bytecode_cache": _COMPILED_TEMPLATES}
    app.context_processor(lambda: {"home": home})
    speak_languages(app)
    app.jinja_env.globals["page_script"] = page_script
    app.url_defaults(_with_edition)
    protect(app, hosts)
    register_error_handlers(app)
    # A page asks for thirty files at once, and Flask takes a millisecond for each.
    static = WhiteNoise(app.wsgi_app)
    static.files = static_files()
    app.wsgi_app = static  # type: ignore[method-assign]
    return app


@cache
def static_files() -> dict[str, Any]:
    """The files below `static` by their paths in addresses, for all apps of this process.

    Below the `edition` they stay as they are, so that a browser asks for none of them again.
    """
    return {
        **_served_below("static/", "no-cache"),
        **_served_below(f"static/{edition()}/", f"max-age={KEPT_SECONDS}, immutable"),
    }


def _served_below(prefix: str, cached: str) -> dict[str, Any]:
    headers = {**SECURITY_HEADERS, "Cache-Control": cached}

    def add_headers(to: Headers, *_: str) -> None:
        for name, value in headers.items():
            to[name] = value

    whitenoise = WhiteNoise(
        None, SCRIPTS, prefix=prefix, max_age=None, allow_all_origins=False, add_headers_function=add_headers
    )
    found: dict[str, Any] = whitenoise.files
    return found


@cache
def edition() -> str:
    """A name for the files below `static` as they are, another one for any other files."""
    content = sha256()
    for path in sorted(each for each in SCRIPTS.rglob("*") if each.is_file()):
        content.update(path.relative_to(SCRIPTS).as_posix().encode() + b"\0" + path.read_bytes())
    return content.hexdigest()[:12]


def _with_edition(endpoint: str, values: dict[str, Any]) -> None:
    if endpoint == "static":
        values["filename"] = f"{edition()}/{values['filename']}"


def bare_app(session: GameSession, camera: WatchThread | CameraSwitch | None, hosts: Iterable[str]) -> Flask:
    """An app as `new_app` makes it, with the context of a session and its camera."""
    app = new_app(hosts)
    switch = camera if isinstance(camera, CameraSwitch) else CameraSwitch(session, camera)
    app.extensions[CONTEXT_EXTENSION] = AppContext(session, switch)
    return app


def page_script(name: str) -> Markup:
    """The elements of the head that load a script, a path below `static`.

    Hints let the browser fetch all that it imports at once, instead of level by level.
    """
    hints = [
        Markup('<link rel="modulepreload" href="{}">').format(url_for("static", filename=module))
        for module in imported_by(name)
    ]
    script = Markup('<script type="module" src="{}"></script>').format(url_for("static", filename=name))
    return Markup("\n  ").join([*hints, script])


@cache
def imported_by(name: str) -> tuple[str, ...]:
    """The modules that a script imports, and those that they import: paths below `static`, each once."""
    found: dict[str, None] = {}
    waiting = [name]
    while waiting:
        here = waiting.pop()
        for path in IMPORT.findall((SCRIPTS / here).read_text(encoding="utf-8")):
            module = posixpath.normpath(posixpath.join(posixpath.dirname(here), path))
            if module not in found:
                found[module] = None
                waiting.append(module)
    return tuple(found)
