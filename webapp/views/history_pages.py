"""The pages about games in the archive: all games, all players, a review of one game, its replay, the overlay."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, abort, render_template, request

from muggins.scorer.game import Game
from muggins.scorer.layout import Layout
from muggins.scorer.reports.review import careers, day_in_words, result_in_words, review_game, side_in_words
from muggins.scorer.reports.svg import draw_layout
from muggins.scorer.rules.rulesets import RuleSet

from ..web.access import Role
from ..web.auth import current_visitor, open_to
from ..web.context import current_context
from .games import find_game, summaries

history = Blueprint("history", __name__)

GAMES_PER_PAGE = 30
MAX_WIDTH_HALVES = 24
"""Halves of tiles after which a line of a drawing turns, so that two drawings fit side by side."""
MAX_HEIGHT_HALVES = 9
"""Halves of tiles after which a column of a drawing turns."""


@history.get("/games")
@open_to(Role.SPECTATOR)
def show_games() -> str:
    """Games, the newest first: with numbers below `below`, with a player named `player`."""
    below, player = request.args.get("below", type=int), request.args.get("player")
    archive = current_context().archive
    shown = archive.games(below, GAMES_PER_PAGE + 1, player)
    return render_template(
        "pages/games.html",
        games=shown[:GAMES_PER_PAGE],
        older=shown[GAMES_PER_PAGE - 1].id if len(shown) > GAMES_PER_PAGE else None,
        player=player,
        is_kept=archive.is_persistent,
        day=day_in_words,
        result=result_in_words,
        side=side_in_words,
    )


@history.get("/players")
@open_to(Role.SPECTATOR)
def show_players() -> str:
    return render_template("pages/players.html", careers=careers(summaries()))


@history.get("/games/<int:game>")
@open_to(Role.SPECTATOR)
def show_game(game: int) -> str:
    kept, found = find_game(game), _game(game)
    review = review_game(found) if found else None
    return render_template(
        "pages/game.html",
        kept=kept,
        review=review,
        drawings=_drawings([hand.layout for hand in review.hands], found.rules) if review and found else [],
        may_delete=current_visitor().role is Role.HOST,
        day=day_in_words,
        result=result_in_words,
        side=side_in_words,
    )


@history.get("/games/<int:game>/replay")
@open_to(Role.SPECTATOR)
def show_replay(game: int) -> str:
    kept = find_game(game)
    if kept.summary is None:
        abort(409, f"game {game} cannot be replayed: {kept.trouble}")
    return render_template("pages/replay.html", kept=kept, result=result_in_words, target=kept.summary.rules.target)


@history.get("/overlay")
@open_to(Role.SPECTATOR)
def show_overlay() -> str:
    """The scoreboard on a transparent page, for streaming programs."""
    return render_template("pages/overlay.html", has_game=current_context().session.snapshot.game is not None)


def _game(game: int) -> Game | None:
    """The game to review; None where its record can no longer be scored, for example after a change of the rules."""
    return current_context().archive.game(game) if find_game(game).summary is not None else None


def _drawings(layouts: Sequence[Layout], rules: RuleSet) -> list[str]:
    return [
        "" if layout.is_empty else draw_layout(layout, None, MAX_WIDTH_HALVES, MAX_HEIGHT_HALVES, rules)
        for layout in layouts
    ]
