"""The pages people open: the table, a new game, the end of a hand."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from muggins.scorer.rulesets import RuleSet, load_ruleset, ruleset_names

from ..access import Role
from .doors import open_to, visitor
from .world import world

pages = Blueprint("pages", __name__)


@pages.get("/")
@open_to(Role.SPECTATOR)
def table() -> str | Response:
    if world().live.snapshot.game is None:
        return redirect(url_for("pages.new_game" if visitor().role is Role.HOST else "seats.own_seat"))
    watching = world().watching
    return render_template("table.html", takes_pictures=watching is not None and watching.phone is not None)


@pages.get("/new")
def new_game() -> str:
    rule_sets = [load_ruleset(name) for name in ruleset_names()]
    playable = [rules for rules in rule_sets if not rules.pair]
    return render_template("new.html", rule_sets=playable, describe=_in_words)


@pages.get("/hand-end")
def hand_end() -> str | Response:
    game = world().live.snapshot.game
    is_over = game is None or game.hand is None or game.hand.is_over
    if is_over and "of" not in request.args:
        return redirect(url_for("pages.table"))
    return render_template("hand_end.html")


def _in_words(rules: RuleSet) -> str:
    """What sets a game apart, for who chooses one."""
    multiples = " or ".join(map(str, rules.multiples))
    worth = "the count itself" if rules.points == "count" else f"the count ÷ {multiples}"
    scores = f"Multiples of {multiples} score {worth}" if rules.multiples else "Only the end of a hand scores"
    spinner = {"none": "no spinner", "first-double": "the first double spins", "every": "every double spins"}
    unable = {"pass": "passes", "draw": "draws", "take-one": "takes one"}
    return f"{scores}; {spinner[rules.spinner]}; who cannot play {unable[rules.unable]}."
