"""The main pages: the table, a new game, the end of a hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from muggins.scorer.game import Game
from muggins.scorer.record import event_to_json
from muggins.scorer.rules.rulesets import OPTIONS, RuleSet, load_ruleset, option_of, ruleset_names
from muggins.texts import Text, Whole, gettext, lazy_gettext, lazy_ngettext, lazy_pgettext, ngettext, one_of

from ..web.access import Role
from ..web.auth import current_visitor, open_to
from ..web.context import current_context
from ..web.language import current_language, language_of, voices

pages = Blueprint("pages", __name__)

KNOWN_GAMES = 40
"""The games before a new one whose players are offered again."""
KNOWN_PLAYERS = 16
"""The most of these players."""
ROUND_NUMBERS = (1, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13)
"""The numbers of rounds that a game of rounds is offered with."""
# For translators: ids of the games that people of this language play most; the page of a new game shows them first and
# begins with the first. The ids are the names of the tables in scorer/rules/rulesets.toml.
PLAYED_MOST = lazy_pgettext("ids of games", "five-up all-fives muggins-spinner fives-and-threes block mexican-train")
YES_NO = {"false": lazy_gettext("no"), "true": lazy_gettext("yes")}
HOUSE_OPTIONS: Mapping[str, tuple[Text, Mapping[str, Text | str]]] = {
    "set": (
        lazy_gettext("Tiles up to"),
        {
            "6": lazy_gettext("double six"),
            "9": lazy_gettext("double nine"),
            "12": lazy_gettext("double twelve"),
            "15": lazy_gettext("double fifteen"),
        },
    ),
    "spinner": (
        lazy_gettext("Which doubles spin"),
        {
            "none": lazy_pgettext("doubles that spin", "none"),
            "set": lazy_pgettext("doubles that spin", "the set alone"),
            "first-double": lazy_pgettext("doubles that spin", "the first"),
            "every": lazy_pgettext("doubles that spin", "every one"),
        },
    ),
    "unable": (
        lazy_gettext("A player who cannot play"),
        {
            "pass": lazy_pgettext("a player who cannot play", "passes"),
            "draw": lazy_pgettext("a player who cannot play", "draws until able"),
            "take-one": lazy_pgettext("a player who cannot play", "takes one tile"),
        },
    ),
    "unclaimed": (
        lazy_gettext("A score nobody claims"),
        {
            "lost": lazy_pgettext("a score nobody claims", "is lost"),
            "muggins": lazy_pgettext("a score nobody claims", "goes to whoever calls Muggins"),
        },
    ),
    "first": (
        lazy_gettext("Who sets"),
        {
            "lot": lazy_pgettext("who sets", "by lot, then in turn"),
            "highest-double": lazy_pgettext("who sets", "the highest double"),
            "heaviest": lazy_pgettext("who sets", "the heaviest tile"),
            "heaviest-single": lazy_pgettext("who sets", "the heaviest tile that is no double"),
            "winner": lazy_pgettext("who sets", "who won the last hand"),
        },
    ),
    "direction": (
        lazy_gettext("Turns go"),
        {
            "clockwise": lazy_pgettext("turns go", "clockwise"),
            "counter-clockwise": lazy_pgettext("turns go", "counter-clockwise"),
        },
    ),
    "partners": (
        lazy_gettext("Four players"),
        {
            "chosen": lazy_pgettext("four players", "play alone or in teams"),
            "fixed": lazy_pgettext("four players", "always play in teams"),
            "rotating": lazy_pgettext("four players", "change partners each hand, a score each"),
        },
    ),
    "exact": (lazy_gettext("Points past the target do not count"), YES_NO),
    "count-doubles-once": (lazy_gettext("A double left in hand counts one half"), YES_NO),
    "each-double": (lazy_gettext("A round for each double"), YES_NO),
    "rounds": (
        lazy_gettext("Rounds"),
        {
            "0": lazy_gettext("until a total is reached"),
            **{str(number): lazy_ngettext("%(number)s round", "%(number)s rounds", number) for number in ROUND_NUMBERS},
        },
    ),
    "wins": (
        lazy_gettext("Which total wins"),
        {"lowest": lazy_gettext("the lowest"), "highest": lazy_gettext("the highest")},
    ),
    "double-blank": (
        lazy_gettext("0-0 left in hand counts"),
        {"0": lazy_gettext("nothing"), "25": "25", "50": "50"},
    ),
}
"""The options on the page of a new game: the label of each, and the label of each of its values."""
ROUNDS_ONLY = ("each-double", "rounds", "wins")
"""The options that games of rounds alone have."""
ANY_GAME = ("set", "count-doubles-once", "double-blank")
"""The options that games of rounds have too; all others are for games on a layout."""


@pages.get("/")
@open_to(Role.SPECTATOR)
def table() -> str | Response:
    """The game being played; without one, the page that waits for it or starts it."""
    game = current_context().session.snapshot.game
    if game is None:
        return redirect(url_for("pages.new_game" if current_visitor().role is Role.HOST else "seats.own_seat"))
    page = "pages/rounds.html" if game.rules.is_rounds else "pages/table.html"
    is_recorded = current_context().shown is not None
    return render_template(page, voice=_voice(), voices=voices(), is_recorded=is_recorded)


@pages.get("/new")
def new_game() -> str:
    """The form for a new game, filled in with the choices of the game before."""
    game = current_context().session.snapshot.game
    games = [rules for rules in map(load_ruleset, ruleset_names()) if not rules.pair]
    most, others = _by_custom(games, game.rules.id if game else "")
    return render_template(
        "pages/new.html",
        played_most=most,
        other_games=others,
        describe=_describe,
        options=_house_options,
        house=HOUSE_OPTIONS,
        scored_for=_scored_for,
        last=_choices(game) if game else None,
        known_players=_known_players(),
        voice=_voice(),
        voices=voices(),
        tells_needed=current_context().session.snapshot.tells_needed,
    )


@pages.get("/hand-end")
def hand_end() -> str | Response:
    """The form for the tiles left in each hand; `of` is the number of an event that it corrects."""
    game = current_context().session.snapshot.game
    is_over = game is None or game.hand_in_play is None
    if is_over and "of" not in request.args:
        return redirect(url_for("pages.table"))
    return render_template("pages/hand_end.html")


def _choices(game: Game) -> dict[str, object]:
    """The start of a game, with all that its rules say in the words that the fields of set-up have.

    `others` are the house rules that have no field. What only follows from the size of the set is none of them.
    """
    rules = game.rules
    of_set, fields = load_ruleset(rules.base, {"set": rules.set}).changes(), (*HOUSE_OPTIONS, "target", "claims")
    others = {key: text for key, text in rules.changes().items() if key not in fields and of_set.get(key) != text}
    said = {"target": rules.target, "claims": rules.claims, "options": _house_options(rules), "others": others}
    return {**event_to_json(game.record[0]), **said}


def _known_players() -> list[str]:
    """The players of the games before, those of the newest first."""
    summaries = [kept.summary for kept in current_context().archive.games(most=KNOWN_GAMES)]
    names = [player for summary in summaries if summary is not None for player in summary.players]
    return list(dict.fromkeys(names))[:KNOWN_PLAYERS]


def _by_custom(games: Sequence[RuleSet], last: str) -> tuple[list[RuleSet], list[RuleSet]]:
    """The game of last time and those that people of the language play most, the dearest first; and the others."""
    known = {rules.id: rules for rules in games}
    dearest = [name for name in str(PLAYED_MOST).split() if name in known] or PLAYED_MOST.message.split()
    wanted = list(dict.fromkeys(name for name in (last, *dearest) if name in known))
    return [known[name] for name in wanted], [rules for rules in games if rules.id not in wanted]


def _voice() -> str:
    """The tag of the language that the voice speaks on this page: the table's for the host, else the page's own."""
    chosen = current_context().session.voice if current_visitor().role is Role.HOST else ""
    return (language_of(chosen) if chosen else current_language()).tag


def _house_options(rules: RuleSet) -> dict[str, str]:
    """The values of the options in HOUSE_OPTIONS by these rules."""
    return {key: OPTIONS[key].text(option_of(rules, key)) for key in HOUSE_OPTIONS}


def _scored_for(key: str) -> str:
    """The kind of game that an option is for, as in the option `scored`, or `any`."""
    return "any" if key in ANY_GAME else "rounds" if key in ROUNDS_ONLY else "plays"


def _describe(rules: RuleSet) -> str:
    """The main rules in a few sentences, below the name on the page of a new game."""
    return " ".join(_rounds_described(rules) if rules.is_rounds else _plays_described(rules))


def _rounds_described(rules: RuleSet) -> Iterator[str]:
    count = rules.round_count
    yield gettext("A phone counts the tiles left.")
    if count is None:
        yield gettext("To %(target)s.", target=Whole(rules.target))
    else:
        yield ngettext("%(number)s round.", "%(number)s rounds.", count)
    yield gettext("The lowest total wins.") if rules.wins == "lowest" else gettext("The highest total wins.")


def _plays_described(rules: RuleSet) -> Iterator[str]:
    if rules.partners == "fixed":
        yield gettext("Two play against two, to %(target)s.", target=Whole(rules.target))
    yield _scores_described(rules)
    if more := [str(players) for players, tiles in rules.setter_more.items() if tiles and players in rules.tiles]:
        yield gettext("With %(numbers)s players the setter takes one tile more.", numbers=one_of(more))
    if rules.out_by == "nobody":
        yield gettext("A hand ends when nobody can play.")
    if rules.wins == "lowest":
        yield gettext("At %(target)s the lowest score wins.", target=Whole(rules.target))
    if rules.spinner == "first-double":
        yield gettext("The first double takes tiles on all four sides.")
    if rules.spinner == "every":
        yield gettext("Every double takes tiles on all four sides.")
    if rules.cross:
        yield gettext("At first the set alone is played on, until it has %(number)s tiles.", number=rules.arms)
    if rules.cross and rules.double_arms:
        yield gettext("Then each of these takes a double.")
    if rules.joined_sum is not None:
        yield gettext("Halves that touch have %(sum)s pips together.", sum=rules.joined_sum)
    if rules.joined_sum is not None and rules.matadors:
        yield gettext("0-0 and tiles with %(sum)s pips fit everywhere.", sum=rules.joined_sum)
    if rules.is_kept_by_hand:
        yield gettext("Kept by hand: you enter each tile, and the camera does not watch.")
    if rules.goes_on == "same-end":
        yield gettext("Each turn goes on as long as tiles fit the same end.")
    if rules.goes_on == "double":
        yield gettext("Whoever plays a double plays on.")
    if rules.goes_on == "double-or-score":
        yield gettext("Whoever plays a double or scores plays on.")
    if rules.unable == "draw" and rules.draw_most:
        yield ngettext(
            "Whoever cannot play draws %(number)s tile at most.",
            "Whoever cannot play draws %(number)s tiles at most.",
            rules.draw_most,
        )
        return
    yield {
        "pass": gettext("Whoever cannot play passes."),
        "draw": gettext("Whoever cannot play draws until it is possible."),
        "take-one": gettext("Whoever cannot play takes one tile."),
    }[rules.unable]


def _scores_described(rules: RuleSet) -> str:
    if rules.level_ends:
        ends = {"points": rules.level_ends, "double": rules.level_double}
        return gettext("Ends that show the same score %(points)s, with a double %(double)s.", **ends)
    if not rules.multiples:
        if rules.bonuses and rules.capicua:
            return gettext("The end of a hand scores, and there are bonuses.")
        if rules.counted == "own":
            return gettext("Everybody scores the pips left in their own hand.")
        return gettext("Only the end of a hand scores.")
    multiples = one_of([str(multiple) for multiple in rules.multiples])
    if rules.points == "count":
        return gettext("If the open ends add up to a multiple of %(numbers)s, the sum is scored.", numbers=multiples)
    return gettext(
        "If the open ends add up to a multiple of %(numbers)s, the sum ÷ %(numbers)s is scored.", numbers=multiples
    )
