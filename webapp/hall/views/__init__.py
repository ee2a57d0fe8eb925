"""The pages of the tournament, one blueprint a module. May import `desk`, `floor` and what they may, and `web`."""

from __future__ import annotations

from flask import Flask, jsonify
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import Conflict
from werkzeug.wrappers import Response

from muggins.texts import Text

from ...web.auth import current_task
from ..desk.badges import Badges
from ..desk.follower import TableFollower
from ..desk.runner import DeskRunner
from ..desk.service import TournamentDesk
from ..desk.wording import hall_notice, metric_meaning, metric_name
from ..floor.context import HALL_EXTENSION, HallContext
from ..floor.messages import NoticeChanged, TournamentChanged
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

    def make_desk(number: int = 0) -> TournamentDesk:
        return TournamentDesk(hall.store, lambda: hall.broker.publish(TournamentChanged(number)), number=number)

    def make_follower(desk: TournamentDesk) -> TableFollower:
        return TableFollower(desk, hall.store, on_trouble=lambda table: hall.broker.publish(NoticeChanged(table)))

    def notice() -> Text | str:
        desks = [each.desk for each in context.followers()]
        return next((said for desk in desks if (said := hall_notice(desk.tournament, desk.now()))), "")

    runner = DeskRunner(lambda: context.followers(), hall.broker, hall.tables.held)
    badges = Badges(lambda: hall.access.keys.signing)
    context = DeskContext(make_desk(), make_follower, make_desk, runner, badges)
    app.extensions[DESK_EXTENSION] = context
    hall.announcement.says = notice
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
