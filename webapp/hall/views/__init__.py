"""The pages of the tournament, one blueprint a module. May import `desk`, `floor` and what they may, and `web`."""

from __future__ import annotations

from flask import Flask, current_app, jsonify
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import Conflict
from werkzeug.wrappers import Response

from ...web.auth import current_task
from ..desk.wording import metric_meaning, metric_name
from ..floor.context import HallContext
from ..tournament.events import DoubtfulError, TournamentError
from .context import DESK_EXTENSION, DeskContext, stay_at
from .desk_api import desk_api
from .desk_pages import desk_pages, printed
from .exports import exports
from .hall_pages import hall_pages, stream, version_of
from .player import player

BLUEPRINTS = (desk_api, desk_pages, exports, hall_pages, player, printed, stream)


def register_desk(app: Flask, hall: HallContext) -> None:
    """Makes the hall's app serve the pages and the API of the desk. The runner of its desk is to be started."""
    context = app.extensions[DESK_EXTENSION] = DeskContext(hall)
    hall.notice = context.notice
    app.after_request(lambda answer: stay_at(context, answer))
    app.register_error_handler(TournamentError, _answer_tournament_error)
    app.jinja_env.globals |= {each.__name__: each for each in (metric_name, metric_meaning)}
    app.jinja_env.globals |= {
        "tournaments": context.tournaments,
        "chosen": lambda: context.desk.number,
        "task": current_task,
        "version": lambda tournament: version_of(context.desk.number, tournament),
    }
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)


def _answer_tournament_error(error: TournamentError) -> Response | ResponseReturnValue:
    """409 with the sentence, as other errors are answered; a page asks whether a doubtful step is meant so."""
    if isinstance(error, DoubtfulError):
        return jsonify({"error": str(error), "asks": True}), 409
    return current_app.handle_http_exception(Conflict(str(error)))
