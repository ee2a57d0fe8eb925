"""The pages of the tournament, one blueprint a module. May import `desk`, `floor` and what they may, and `web`."""

from __future__ import annotations

from flask import Flask, jsonify
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import Conflict
from werkzeug.wrappers import Response

from ...web.auth import current_task
from ..desk.wording import metric_meaning, metric_name
from ..floor.context import HALL_EXTENSION, HallContext
from ..tournament.events import DoubtfulError, TournamentError
from .context import DESK_EXTENSION, DeskContext, stay_at
from .desk_api import desk_api
from .desk_pages import desk_pages, printed
from .exports import exports
from .hall_pages import hall_pages, stream, version_of
from .player import player

BLUEPRINTS = (desk_api, desk_pages, exports, hall_pages, player, printed, stream)


def register_desk(app: Flask) -> None:
    """Makes the hall's app serve the pages and the API of the desk. The runner of its desk is to be started."""
    hall = app.extensions[HALL_EXTENSION]
    assert isinstance(hall, HallContext)
    context = app.extensions[DESK_EXTENSION] = DeskContext(hall)
    hall.notice = context.notice
    app.after_request(lambda answer: stay_at(context, answer))
    _answer_tournament_error(app)
    app.jinja_env.globals |= {each.__name__: each for each in (metric_name, metric_meaning)}
    app.jinja_env.globals |= {"tournaments": context.tournaments, "chosen": lambda: context.desk.number}
    app.jinja_env.globals |= {
        "task": current_task,
        "version": lambda tournament: version_of(context.desk.number, tournament),
    }
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)


def _answer_tournament_error(app: Flask) -> None:
    """Makes the app answer a TournamentError with 409 and its sentence, as it answers other errors."""

    @app.errorhandler(TournamentError)
    def answer(error: TournamentError) -> Response | ResponseReturnValue:
        if isinstance(error, DoubtfulError):
            return jsonify({"error": str(error), "asks": True}), 409
        return app.handle_http_exception(Conflict(str(error)))
