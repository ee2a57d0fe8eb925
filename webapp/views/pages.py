"""The pages people open: the table, a new game, the end of a hand."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from muggins.scorer.record import event_to_json
from muggins.scorer.rules.rulesets import OPTIONS, RuleSet, load_ruleset, option_of, ruleset_names

from ..web.access import Role
from ..web.context import world
from .join import open_to, visitor

pages = Blueprint("pages", __name__)

YES_NO = {"false": "no", "true": "yes"}
HOUSE: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "set": ("Tiles up to", {"6": "double six", "9": "double nine", "12": "double twelve"}),
    "spinner": ("Which doubles spin", {"none": "none", "first-double": "the first", "every": "every one"}),
    "unable": ("Who cannot play", {"pass": "passes", "draw": "draws until able", "take-one": "takes one tile"}),
    "unclaimed": ("A score nobody claims", {"lost": "is lost", "muggins": "goes to who calls Muggins"}),
    "first": (
        "Who sets",
        {
            "lot": "by lot, then in turn",
            "highest-double": "the highest double",
            "heaviest": "the heaviest tile",
            "winner": "who won the last hand",
        },
    ),
    "direction": ("Round the table", {"clockwise": "clockwise", "counter-clockwise": "counter-clockwise"}),
    "exact": ("Points past the target do not count", YES_NO),
    "count-doubles-once": ("A double left in hand counts one half", YES_NO),
}
"""The options that set-up asks for: what each is in words, and its values."""


@pages.get("/")
@open_to(Role.SPECTATOR)
def table() -> str | Response:
    if world().live.snapshot.game is None:
        return redirect(url_for("pages.new_game" if visitor().role is Role.HOST else "seats.own_seat"))
    return render_template("pages/table.html")


@pages.get("/new")
def new_game() -> str:
    """Setting up a game; what was chosen last is offered again."""
    rule_sets = [load_ruleset(name) for name in ruleset_names()]
    playable = [rules for rules in rule_sets if not rules.pair]
    game = world().live.snapshot.game
    return render_template(
        "pages/new.html",
        rule_sets=playable,
        describe=_in_words,
        options=_house_options,
        house=HOUSE,
        last=event_to_json(game.record[0]) if game else None,
    )


@pages.get("/hand-end")
def hand_end() -> str | Response:
    game = world().live.snapshot.game
    is_over = game is None or game.hand is None or game.hand.is_over
    if is_over and "of" not in request.args:
        return redirect(url_for("pages.table"))
    return render_template("pages/hand_end.html")


def _house_options(rules: RuleSet) -> dict[str, str]:
    """The options that set-up asks for, as the rules have them."""
    return {key: OPTIONS[key].text(option_of(rules, key)) for key in HOUSE}


def _in_words(rules: RuleSet) -> str:
    """What sets a game apart, for who chooses one."""
    multiples = " or ".join(map(str, rules.multiples))
    worth = "the count itself" if rules.points == "count" else f"the count ÷ {multiples}"
    scores = f"Multiples of {multiples} score {worth}" if rules.multiples else "Only the end of a hand scores"
    spinner = {"none": "no spinner", "first-double": "the first double spins", "every": "every double spins"}
    unable = {"pass": "passes", "draw": "draws", "take-one": "takes one"}
    return f"{scores}; {spinner[rules.spinner]}; who cannot play {unable[rules.unable]}."
