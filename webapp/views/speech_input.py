"""Speech recognised by a browser, turned into claims and calls of Muggins."""

from __future__ import annotations

from typing import Annotated, NotRequired, TypedDict

from flask import Blueprint, abort

from muggins.scorer.json_types import Keywords
from muggins.texts import gettext

from ..speech.recognise import parse_speech
from ..web.access import Role
from ..web.auth import current_visitor, open_to
from ..web.context import current_context
from ..web.described import takes
from ..web.json_body import json_body
from ..web.language import language_of
from ..web.table_json import LineJson, logged_line_json

speech_input = Blueprint("speech_input", __name__)

MAX_TRANSCRIPTS = 10


class _HeardJson(TypedDict):
    heard: Annotated[list[str], Keywords(maxItems=MAX_TRANSCRIPTS)]
    """Transcripts of one utterance, the likeliest first."""
    language: NotRequired[str]
    """Of the speech, as in Accept-Language; en by default."""


class _UnderstoodJson(TypedDict):
    understood: bool
    told: list[LineJson]


@speech_input.post("/api/heard")
@open_to(Role.PLAYER)
@takes(_HeardJson)
def hear() -> _UnderstoodJson:
    """Takes recognised speech: a claim, a call of Muggins, or chatter, which is ignored.

    A number claims that score: for the player who holds the seat, or on the host's screen for the player who played
    last.
    """
    body = json_body()
    heard, language = body.get("heard"), language_of(str(body.get("language", ""))).code
    if (
        not isinstance(heard, list)
        or len(heard) > MAX_TRANSCRIPTS
        or not all(isinstance(transcript, str) for transcript in heard)
    ):
        abort(
            400,
            gettext(
                "expected heard: at most %(most)s transcripts of what was said",
                most=MAX_TRANSCRIPTS,
            ),
        )
    session = current_context().session
    game = session.snapshot.game
    event = parse_speech(heard, game, current_visitor().player, language) if game is not None else None
    logged = session.tell(event, current_visitor().by) if event is not None else ()
    return {"understood": event is not None, "told": [logged_line_json(each) for each in logged]}
