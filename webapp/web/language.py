"""What a request says about the sentences it wants: their language, and table talk."""

from __future__ import annotations

from flask import abort, request

from ..speech.catalogue import languages


def check_language(language: object) -> str:
    """The language itself. Aborts with 400 where the program does not speak it."""
    if language not in languages():
        abort(400, f"language: expected one of {', '.join(languages())}")
    return str(language)


def requested_language() -> str:
    """The two letters in the query argument `language`; English where there is none."""
    return check_language(request.args.get("language", "en"))


def wants_table_talk() -> bool:
    """Whether the club's sayings are to be mixed in: `talk=yes`."""
    return request.args.get("talk") == "yes"
