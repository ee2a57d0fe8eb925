"""The pages about games in the archive: all games, all players, a review of one game, its replay, the overlay."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, abort, render_template, request

from muggins.scorer.game import Game
from muggins.scorer.reports.gains import side_in_words
from muggins.scorer.reports.review import result_in_words, review_game
from muggins.scorer.reports.summary import HandSummary
from muggins.scorer.reports.svg import draw_hand, draw_layout
from muggins.scorer.reports.wording import partners_in_words, rounds_in_words
from muggins.scorer.rules.rulesets import RuleSet
from muggins.texts import gettext

from ..web.access import Role
from ..web.auth import current_visitor, open_to
from ..web.context import current_context
from ..web.language import local_day, local_month
from .games import all_careers, find_game, load_game

history = Blueprint("history", __name__)

GAMES_PER_PAGE = 30


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
        day=local_day,
        result=result_in_words,
        rounds=rounds_in_words,
        side=side_in_words,
    )


@history.get("/players")
@open_to(Role.SPECTATOR)
def show_players() -> str:
    return render_template("pages/players.html", careers=all_careers(), month=local_month)


@history.get("/games/<int:game>")
@open_to(Role.SPECTATOR)
def show_game(game: int) -> str:
    kept, found = find_game(game), _game(game)
    review = review_game(found) if found else None
    return render_template(
        "pages/game.html",
        kept=kept,
        review=review,
        drawings=_drawings(review.hands, found.rules) if review and found else [],
        may_delete=current_visitor().role is Role.HOST,
        day=local_day,
        result=result_in_words,
        rounds=rounds_in_words,
        side=side_in_words,
        partners=partners_in_words,
    )


@history.get("/games/<int:game>/replay")
@open_to(Role.SPECTATOR)
def show_replay(game: int) -> str:
    kept = find_game(game)
    if kept.summary is None:
        abort(409, gettext("game %(game)s cannot be replayed: %(trouble)s", game=game, trouble=kept.trouble))
    return render_template("pages/replay.html", kept=kept, result=result_in_words, target=kept.summary.rules.target)


@history.get("/overlay")
@open_to(Role.SPECTATOR)
def show_overlay() -> str:
    """The scoreboard on a transparent page, for streaming programs."""
    return render_template("pages/overlay.html", has_game=current_context().session.snapshot.game is not None)


def _game(game: int) -> Game | None:
    """The game to review; None where its record can no longer be scored, for example after a change of the rules."""
    return load_game(game) if find_game(game).summary is not None else None


def _drawings(hands: Sequence[HandSummary], rules: RuleSet) -> list[str]:
    """For each hand its layout, or in a game of rounds the tiles left in the hands."""
    return [_drawing(hand, rules) for hand in hands]


def _drawing(hand: HandSummary, rules: RuleSet) -> str:
    if hand.left:
        return draw_hand(hand.left)
    return "" if hand.layout.is_empty else draw_layout(hand.layout, rules=rules)
