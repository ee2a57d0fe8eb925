"""The main pages: the table, a new game, the end of a hand."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from muggins.scorer.record import event_to_json
from muggins.scorer.rules.rulesets import OPTIONS, RuleSet, load_ruleset, option_of, ruleset_names

from ..web.access import Role
from ..web.auth import current_visitor, open_to
from ..web.context import current_context

pages = Blueprint("pages", __name__)

YES_NO = {"false": "no", "true": "yes"}
HOUSE_OPTIONS: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "set": ("Tiles up to", {"6": "double six", "9": "double nine", "12": "double twelve"}),
    "spinner": ("Which doubles spin", {"none": "none", "first-double": "the first", "every": "every one"}),
    "unable": (
        "A player who cannot play",
        {"pass": "passes", "draw": "draws until able", "take-one": "takes one tile"},
    ),
    "unclaimed": ("A score nobody claims", {"lost": "is lost", "muggins": "goes to whoever calls Muggins"}),
    "first": (
        "Who sets",
        {
            "lot": "by lot, then in turn",
            "highest-double": "the highest double",
            "heaviest": "the heaviest tile",
            "winner": "who won the last hand",
        },
    ),
    "direction": ("Turns go", {"clockwise": "clockwise", "counter-clockwise": "counter-clockwise"}),
    "exact": ("Points past the target do not count", YES_NO),
    "count-doubles-once": ("A double left in hand counts one half", YES_NO),
}
"""The options on the page of a new game: the label of each, and the label of each of its values."""


@pages.get("/")
@open_to(Role.SPECTATOR)
def table() -> str | Response:
    """The game being played; without one, the page that waits for it or starts it."""
    if current_context().session.snapshot.game is None:
        return redirect(url_for("pages.new_game" if current_visitor().role is Role.HOST else "seats.own_seat"))
    return render_template("pages/table.html")


@pages.get("/new")
def new_game() -> str:
    """The form for a new game, filled in with the choices of the game before."""
    rule_sets = [load_ruleset(name) for name in ruleset_names()]
    playable = [rules for rules in rule_sets if not rules.pair]
    game = current_context().session.snapshot.game
    return render_template(
        "pages/new.html",
        rule_sets=playable,
        describe=_describe,
        options=_house_options,
        house=HOUSE_OPTIONS,
        last=event_to_json(game.record[0]) if game else None,
    )


@pages.get("/hand-end")
def hand_end() -> str | Response:
    """The form for the tiles left in each hand; `of` is the number of an event that it corrects."""
    game = current_context().session.snapshot.game
    is_over = game is None or game.hand_in_play is None
    if is_over and "of" not in request.args:
        return redirect(url_for("pages.table"))
    return render_template("pages/hand_end.html")


def _house_options(rules: RuleSet) -> dict[str, str]:
    """The values of the options in HOUSE_OPTIONS by these rules."""
    return {key: OPTIONS[key].text(option_of(rules, key)) for key in HOUSE_OPTIONS}


def _describe(rules: RuleSet) -> str:
    """The main rules in one sentence, beside the name on the page of a new game."""
    multiples = " or ".join(map(str, rules.multiples))
    worth = "the count itself" if rules.points == "count" else f"the count ÷ {multiples}"
    scores = f"Multiples of {multiples} score {worth}" if rules.multiples else "Only the end of a hand scores"
    spinner = {"none": "no spinner", "first-double": "the first double spins", "every": "every double spins"}
    unable = {"pass": "passes", "draw": "draws", "take-one": "takes one"}
    return f"{scores}; {spinner[rules.spinner]}; who cannot play {unable[rules.unable]}."
