"""The pages for afterwards: all games, everybody who has played, one game looked back on, its replay."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, abort, render_template, request

from muggins.scorer.game import Game
from muggins.scorer.layout import Layout
from muggins.scorer.reports.review import careers, day_in_words, look_back, result_in_words, side_in_words
from muggins.scorer.reports.svg import draw_layout
from muggins.scorer.rules.rulesets import RuleSet

from ..web.access import Role
from ..web.context import world
from .games import archive, digests, kept_game
from .join import open_to, visitor

history = Blueprint("history", __name__)

ON_A_PAGE = 30
HALVES_WIDE, HALVES_HIGH = 24, 9
"""After which a layout's corners are turned: a hand's drawing is seen at a glance, beside another."""


@history.get("/games")
@open_to(Role.SPECTATOR)
def show_games() -> str:
    """The newest first; those `below` a number, those that `player` played in."""
    below, player = request.args.get("below", type=int), request.args.get("player")
    shown = archive().games(below, ON_A_PAGE + 1, player)
    return render_template(
        "pages/games.html",
        games=shown[:ON_A_PAGE],
        older=shown[ON_A_PAGE - 1].id if len(shown) > ON_A_PAGE else None,
        player=player,
        is_kept=archive().is_kept,
        day=day_in_words,
        result=result_in_words,
        side=side_in_words,
    )


@history.get("/players")
@open_to(Role.SPECTATOR)
def show_players() -> str:
    return render_template("pages/players.html", careers=careers(digests()))


@history.get("/games/<int:game>")
@open_to(Role.SPECTATOR)
def show_game(game: int) -> str:
    kept, found = kept_game(game), _game(game)
    lookback = look_back(found) if found else None
    return render_template(
        "pages/game.html",
        kept=kept,
        lookback=lookback,
        drawings=_drawings([hand.layout for hand in lookback.hands], found.rules) if lookback and found else [],
        may_delete=visitor().role is Role.HOST,
        day=day_in_words,
        result=result_in_words,
        side=side_in_words,
    )


@history.get("/games/<int:game>/replay")
@open_to(Role.SPECTATOR)
def show_replay(game: int) -> str:
    kept = kept_game(game)
    if kept.digest is None:
        abort(409, f"game {game} cannot be replayed: {kept.trouble}")
    return render_template("pages/replay.html", kept=kept, result=result_in_words, target=kept.digest.rules.target)


@history.get("/overlay")
@open_to(Role.SPECTATOR)
def show_overlay() -> str:
    """The scoreboard alone, on nothing, for streaming programs."""
    return render_template("pages/overlay.html", has_game=world().live.snapshot.game is not None)


def _game(game: int) -> Game | None:
    """The game to look back on; None where its record cannot be worked out any more, as the list of games says."""
    return archive().game(game) if kept_game(game).digest is not None else None


def _drawings(layouts: Sequence[Layout], rules: RuleSet) -> list[str]:
    return ["" if layout.is_empty else draw_layout(layout, None, HALVES_WIDE, HALVES_HIGH, rules) for layout in layouts]
