"""What cannot be in a tournament, as one sentence."""

from __future__ import annotations

from flask import Flask
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import Conflict
from werkzeug.wrappers import Response

from ..tournament.events import TournamentError


def answer_tournament_error(app: Flask) -> None:
    """Makes the app answer a TournamentError with 409 and its sentence, as it answers other errors."""

    @app.errorhandler(TournamentError)
    def answer(error: TournamentError) -> Response | ResponseReturnValue:
        return app.handle_http_exception(Conflict(str(error)))
