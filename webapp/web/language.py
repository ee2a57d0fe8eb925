"""The language of a request: chosen by a visitor, wished for by the browser, or English; and table talk."""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime
from typing import Any, Literal, TypedDict
from urllib.parse import urlencode

from babel.dates import format_skeleton, format_time
from babel.support import NullTranslations
from flask import Flask, g, request
from flask_babel import Babel, Domain
from jinja2 import pass_eval_context
from jinja2.nodes import EvalContext
from markupsafe import Markup

from muggins.scorer.reports.wording import title_of
from muggins.texts import Whole, current, gettext, shortened, use

from ..language.catalogues import CatalogueError, Language, languages, load_language, negotiate
from ..language.numbers import ENGLISH
from .security import cookie_name

LANGUAGE_COOKIE = "language"
"""The cookie of a visitor who has chosen a language on a page."""
LANGUAGE_DAYS = 365
DAYS_KEPT = 512
"""Minutes whose words are kept: the desk shows the sixty newest events of its record with each result."""
PAGES_OF_POSTS = {"/share": "/count"}
"""Paths that answer a POST with a page, and the path that answers a GET with that page."""

Speech = tuple[str, bool, str]
"""The language to read, whether table talk is wanted, and the language to hear."""


class LanguageArgument(TypedDict, total=False):
    """What `requested_language` reads."""

    language: str
    """Language of the texts, as in Accept-Language; without it that header decides. English where it is unknown."""


class SpeechArguments(LanguageArgument, total=False):
    """What `requested_speech` reads."""

    talk: Literal["yes"]
    """With the club's sayings."""
    voice: str
    """Language of the sentence to speak; without it that of the texts."""


class CatalogueDomain(Domain):  # type: ignore[misc]  # flask_babel ships no types
    """Gives Flask-Babel the catalogues that are kept in memory."""

    def get_translations(self) -> NullTranslations:
        return current_language().translations


def speak_languages(app: Flask) -> None:
    """Makes every request of the app be answered in its own language: templates, and texts made in Python."""
    babel = Babel(app, default_locale=ENGLISH, locale_selector=lambda: current_language().code)
    babel.domain_instance = CatalogueDomain()
    app.jinja_env.policies["ext.i18n.trimmed"] = True
    app.jinja_env.globals |= {find: _filling(find) for find in ("gettext", "ngettext", "pgettext", "npgettext")}
    app.jinja_env.filters["whole"] = Whole
    app.jinja_env.globals["title_of"] = title_of

    @app.before_request
    def take_up_language() -> None:
        g.texts = ExitStack()
        g.texts.enter_context(use(current_language().translations))

    @app.teardown_request
    def put_down_language(_: BaseException | None) -> None:
        texts = g.pop("texts", None)
        if texts is not None:
            texts.close()

    @app.context_processor
    def add_language_to_templates() -> dict[str, object]:
        return {"language": current_language(), "languages": languages(), "here": _here}


def _filling(find: str) -> Callable[..., str]:
    """What templates fill texts in with. `find` is the name of the function of a catalogue that finds the text."""

    @pass_eval_context
    def fill(evaluation: EvalContext, *arguments: Any, **values: Any) -> str:
        text = shortened(getattr(current(), find)(*arguments), values)
        return (Markup(text) if evaluation.autoescape else text) % values

    return fill


def _here() -> str:
    """The path that leads to the page being shown, without a language in it."""
    arguments = {key: value for key, value in request.args.items() if key != "language"}
    path = request.script_root + PAGES_OF_POSTS.get(request.path, request.path)
    return f"{path}?{urlencode(arguments)}" if arguments else path


def current_language() -> Language:
    """The language of the current request."""
    if "language" not in g:
        chosen = request.cookies.get(cookie_name(LANGUAGE_COOKIE, request.is_secure))
        asked = request.args.get("language") or chosen or request.headers.get("Accept-Language", "")
        g.language = language_of(asked)
    language = g.language
    assert isinstance(language, Language)
    return language


def language_of(wanted: str) -> Language:
    """The language that suits a code or a header Accept-Language. A faulty catalogue is reported, and not used."""
    try:
        return load_language(negotiate(wanted))
    except CatalogueError as error:
        logging.getLogger(__name__).error("%s", error)
        return load_language(ENGLISH)


@contextmanager
def texts_in(code: str) -> Iterator[None]:
    """Texts made inside are in the language of a code. For what is made after a request, piece by piece."""
    with use(language_of(code).translations):
        yield


def requested_language() -> str:
    """The code of the language that sentences are wanted in: the query argument `language`, else the request's own."""
    return current_language().code


def voices() -> dict[str, dict[str, str]]:
    """The languages that the voice speaks, by their tags: the name of each, and what is said in it first."""
    found = {}
    for code, name in languages().items():
        with texts_in(code):
            found[code.replace("_", "-")] = {"name": name, "greeting": gettext("Voice on.")}
    return found


def local_day(seconds: float) -> str:
    """A time in seconds since 1970 as the request's language writes it: "Sat, 21 Nov 2026, 20:15"."""
    return _day(int(seconds // 60) * 60, current_language().code)


@functools.lru_cache(maxsize=DAYS_KEPT)
def _day(seconds: int, code: str) -> str:
    locale = "en_GB" if code == ENGLISH else code
    time = datetime.fromtimestamp(seconds)
    day = format_skeleton("yMMMEd", time, locale=locale)
    return f"{day}, {format_time(time, 'short', locale=locale)}"


def local_month(month: str) -> str:
    """A month like 2026-11 as the request's language writes it: "Nov 2026"."""
    return str(format_skeleton("yMMM", datetime.strptime(month, "%Y-%m"), locale=current_language().code))


def requested_speech() -> Speech:
    """How the sentences about events are wanted: `language`, `talk=yes` for the club's sayings, and `voice`."""
    language = requested_language()
    voice = request.args.get("voice")
    return language, request.args.get("talk") == "yes", language_of(voice).code if voice else language
