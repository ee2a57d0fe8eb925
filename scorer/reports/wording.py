"""A game in words: descriptions of its events, their faults and misses, the result, and the rows of tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

from muggins.texts import Text, Whole, all_of, decimal, gettext, lazy_gettext, lazy_pgettext, ngettext, pgettext

from ..events import HandStarted
from ..game import Game, Step
from ..outcomes import HandEndOutcome, Missed, Outcome, PlayOutcome
from ..rules.rulesets import RuleSet
from .faults import fault_name, missed_score, points_in_words, remarks
from .gains import bonus_text, bonuses_of, gains, signed
from .summary import HandSummary, Summary

Line = Mapping[str, Any]
Place = Literal["list", "replay", "caption", "chart", "terminal", "scoresheet"]
"""Where an event is described. The text leaves out what the place shows beside it:

- `list`: the list of events, beside the player's name and a drawing of the tile
- `replay`: the same list in a replay, without the faults and missed scores of plays
- `caption`: under a picture, with nothing beside it
- `chart`: over a point of the chart of scores, before the scores
- `terminal`: a line that `muggins watch` prints
- `scoresheet`: a row of the scoresheet, after the player's name
"""
SIDE_HEADS: tuple[Text | str, ...] = (
    "",
    lazy_pgettext("heading of a column", "hands"),
    lazy_pgettext("heading of a column", "won"),
    lazy_pgettext("heading of a column", "a hand"),
    lazy_pgettext("heading of a column", "score"),
)
ROUNDS_SIDE_HEADS: tuple[Text | str, ...] = (
    "",
    lazy_pgettext("heading of a column", "rounds"),
    lazy_pgettext("heading of a column", "won"),
    lazy_pgettext("heading of a column", "a round"),
    lazy_pgettext("heading of a column", "score"),
)
PLAYER_HEADS: tuple[Text | str, ...] = (
    "",
    lazy_pgettext("heading of a column", "plays"),
    lazy_pgettext("heading of a column", "drawn"),
    lazy_pgettext("heading of a column", "passes"),
    lazy_pgettext("heading of a column", "in play"),
    lazy_pgettext("heading of a column", "a hand"),
    lazy_pgettext("heading of a column", "Muggins"),
    lazy_pgettext("heading of a column", "missed"),
    lazy_pgettext("heading of a column", "faults"),
)
"""The headings of `player_rows`; `in play` are points made in play, `a hand` their mean per hand."""

_DEEDS: Mapping[str, tuple[Text, Text]] = {
    "begins": (lazy_pgettext("after a player's name", "sets"), lazy_gettext("%(player)s sets")),
    "will set": (lazy_pgettext("after a player's name", "to set"), lazy_gettext("%(player)s to set")),
    "sets": (lazy_pgettext("after a player's name", "sets %(tile)s"), lazy_gettext("%(player)s sets %(tile)s")),
    "plays": (
        lazy_pgettext("after a player's name", "%(tile)s on %(host)s"),
        lazy_gettext("%(player)s %(tile)s on %(host)s"),
    ),
    "discards": (
        lazy_pgettext("after a player's name", "%(tile)s with %(other)s"),
        lazy_gettext("%(player)s %(tile)s with %(other)s"),
    ),
    "claims": (
        lazy_pgettext("after a player's name", "claims %(points)s"),
        lazy_gettext("%(player)s claims %(points)s"),
    ),
    "claims at fault": (
        lazy_pgettext("after a player's name", "claims %(points)s: %(fault)s"),
        lazy_gettext("%(player)s claims %(points)s: %(fault)s"),
    ),
    "by hand": (lazy_pgettext("after a player's name", "by hand"), lazy_gettext("%(player)s by hand")),
    "points by hand": (
        lazy_pgettext("after a player's name", "by hand %(points)s"),
        lazy_gettext("%(player)s by hand %(points)s"),
    ),
    "draws": (lazy_pgettext("after a player's name", "draws %(tiles)s"), lazy_gettext("%(player)s draws %(tiles)s")),
    "draws-inferred": (
        lazy_pgettext("after a player's name", "draws %(tiles)s (from the order of play)"),
        lazy_gettext("%(player)s draws %(tiles)s (from the order of play)"),
    ),
    "passes": (lazy_pgettext("after a player's name", "passes"), lazy_gettext("%(player)s passes")),
    "passes-inferred": (
        lazy_pgettext("after a player's name", "passes (from the order of play)"),
        lazy_gettext("%(player)s passes (from the order of play)"),
    ),
    "muggins": (lazy_pgettext("after a player's name", "calls Muggins"), lazy_gettext("%(player)s calls Muggins")),
    "muggins at fault": (
        lazy_pgettext("after a player's name", "calls Muggins: nothing missed"),
        lazy_gettext("%(player)s calls Muggins: nothing missed"),
    ),
    "goes out": (lazy_pgettext("after a player's name", "went out"), lazy_gettext("%(player)s went out")),
    "is left with": (lazy_pgettext("after a player's name", "%(tiles)s"), lazy_gettext("%(player)s: %(tiles)s")),
    "has points left": (lazy_pgettext("after a player's name", "%(points)s"), lazy_gettext("%(player)s: %(points)s")),
    "has tiles left": (
        lazy_pgettext("after a player's name", "%(points)s: %(tiles)s"),
        lazy_gettext("%(player)s: %(points)s: %(tiles)s"),
    ),
}
"""What a player does, beside the player's name and with the player's name."""


def title_of(rules: RuleSet) -> Text | str:
    """The name of a game in the reader's language; names that people gave to house rules stay as they are."""
    return Text(rules.name, {}, context="game") if rules.name else ""


def heading(game: Game) -> str:
    """The game, its target, and how its scores are pegged."""
    rules = game.rules
    names = {"game": title_of(rules), "id": rules.id}
    if rules.pair:
        return gettext("%(game)s (%(id)s), pairs of %(pips)s pips", pips=rules.pair, **names)
    if rules.is_rounds:
        return gettext("%(game)s (%(id)s), %(rounds)s", rounds=rounds_in_words(rules), **names)
    if rules.exact:
        goal = gettext("%(game)s (%(id)s), to exactly %(target)s", target=Whole(rules.target), **names)
    else:
        goal = gettext("%(game)s (%(id)s), to %(target)s", target=Whole(rules.target), **names)
    if not rules.scores_in_play:
        return f"{goal}; {gettext('no score in play')}"
    claims = gettext("each score is claimed") if rules.claims == "call" else gettext("scores peg themselves")
    return f"{goal}; {claims}"


def rounds_in_words(rules: RuleSet) -> str:
    """When a game of rounds ends and who wins it: `13 rounds; the lowest total wins`."""
    count, is_lowest = rules.round_count, rules.wins == "lowest"
    if count is not None and is_lowest:
        return ngettext("%(number)s round; the lowest total wins", "%(number)s rounds; the lowest total wins", count)
    if count is not None:
        return ngettext("%(number)s round; the highest total wins", "%(number)s rounds; the highest total wins", count)
    if is_lowest:
        return gettext("to %(target)s; the lowest total wins", target=Whole(rules.target))
    return gettext("to %(target)s; the highest total wins", target=Whole(rules.target))


def status_text(game: Game) -> str:
    """The winner, or why there is none."""
    if game.winner:
        return gettext("%(side)s won", side=game.winner)
    lost = game.rules.pair and game.hand is not None and game.hand.is_over
    return gettext("No pair was left") if lost else gettext("Not over yet")


def result(game: Game) -> str:
    """The winner, all scores, and the points that the scores lack."""
    text = status_text(game)
    if not game.rules.pair:
        text = gettext("%(status)s: %(scores)s", status=text, scores=scores_text(game.scores))
    missing = missing_points(game)
    return f"{text} ({missing})" if missing else text


def missing_points(game: Game) -> str:
    """The points that the scores lack; "" if they are complete."""
    if not game.pending_hand_ends:
        return ""
    return gettext("without the points of %(events)s, where the tiles left are unknown", events=_pending(game))


def missing_points_sentence(game: Game) -> str:
    """The same as a sentence of its own."""
    if not game.pending_hand_ends:
        return ""
    return gettext(
        "The scores are without the points of %(events)s, where the tiles left are unknown.", events=_pending(game)
    )


def _pending(game: Game) -> Text | str:
    return all_of([lazy_gettext("event %(number)s", number=number) for number in game.pending_hand_ends])


def scores_text(scores: Mapping[str, int]) -> str:
    return ", ".join(f"{side} {Whole(score)}" for side, score in scores.items())


def describe_event(line: Line, place: Place = "list") -> str:
    """The event in a few words; "" if the place does not show it.

    `line` is an event with its outcome as a JSON object, as in `Game.lines`. Without an outcome only the event is
    described.
    """
    return _DESCRIBED[place](line)


def report_event(line: Line) -> str:
    """The event, its outcome and the scores: `Ann sets 6-4; count 10; 2 points  [Ann 2, Bob 0]`."""
    parts = [describe_event(line, "terminal")]
    if line["event"] == "play":
        parts.append(gettext("count %(count)s", count=line["count"]))
        if line.get("points"):
            parts.append(points_in_words(line["points"]))
    if line.get("fault"):
        parts.append(gettext("fault: %(fault)s", fault=fault_name(line["fault"])))
    if missed := line.get("missed"):
        parts.append(missed_score(Missed(missed["player"], missed["points"], missed["to"])))
    if line["event"] == "pass":
        parts += map(bonus_text, bonuses_of(line))
    if line.get("winner"):
        parts.append(gettext("%(side)s won", side=line["winner"]))
    return f"{'; '.join(parts)}  [{scores_text(line['scores'])}]"


def player_of(step: Step) -> str:
    """The player who acts in the event; "" if no single player does."""
    event = step.event
    return event.setter if isinstance(event, HandStarted) else getattr(event, "player", "")


def scoresheet_entry(step: Step) -> str:
    """The event in a row of a scoresheet, after the player's name."""
    return describe_event(step.line(), "scoresheet")


def notes(hand: HandSummary) -> list[str]:
    """The missed scores and faults of a hand, one sentence each."""
    return [
        gettext(
            "Hand %(hand)s, event %(number)s: %(event)s: %(remarks)s",
            hand=hand.number,
            number=step.number,
            event=_sheet_sentence(step.line()),
            remarks=remarks(step.outcome),
        )
        for step in hand.steps
        if _is_notable(step.outcome)
    ]


def _is_notable(outcome: Outcome) -> bool:
    """Whether a list of misses and faults mentions the event."""
    is_barred = isinstance(outcome, PlayOutcome) and outcome.barred is not None
    is_short = isinstance(outcome, HandEndOutcome) and bool(outcome.unknown)
    return bool(outcome.missed or outcome.faults) or outcome.is_past_target or is_barred or is_short


def side_heads(rules: RuleSet) -> tuple[Text | str, ...]:
    """The headings of `side_rows`."""
    return ROUNDS_SIDE_HEADS if rules.is_rounds else SIDE_HEADS


def side_rows(game: Game, summary: Summary) -> list[tuple[str, ...]]:
    """One row for each side, with the columns of `side_heads`."""
    averages, over = summary.averages(), [hand for hand in summary.hands if hand.is_over]
    rows: list[tuple[str, ...]] = []
    for side, score in game.scores.items():
        won = sum(hand.winner == side for hand in over)
        rows.append((side, str(len(over)), str(won), decimal(averages.get(side, 0)), str(Whole(score))))
    return rows


def player_rows(summary: Summary) -> list[tuple[str, ...]]:
    """One row for each player, with the columns of PLAYER_HEADS."""
    hands = len(summary.hands)
    rows: list[tuple[str, ...]] = []
    for each in summary.players:
        counted = [*map(Whole, (each.plays, each.draws, each.passes, each.points)), decimal(each.average(hands))]
        rows.append((each.player, *map(str, (*counted, *map(Whole, (each.muggins, each.missed, each.faults))))))
    return rows


def _deed(key: str, line: Line, is_named: bool, **values: object) -> str:
    """What a player does: with the player's name, or to be shown after it."""
    player = line["setter"] if line["event"] == "hand" else line.get("player", "")
    alone, named = _DEEDS[key]
    return str(named.filled(player=player, **values) if is_named and player else alone.filled(**values))


def _list_entry(line: Line, is_named: bool = False) -> str:
    """Beside the player's name and a drawing of the tile."""
    text, missed = _listed_deed(line, is_named), line.get("missed")
    text = " · ".join([text, *map(bonus_text, bonuses_of(line))])
    if not missed or not _shows_missed(line):
        return text
    return (
        f"{text} · {gettext('%(player)s missed %(points)s', player=missed['player'], points=Whole(missed['points']))}"
    )


def _shows_missed(line: Line) -> bool:
    """Whether the list shows the score that the event settled beside it."""
    if line["event"] in ("play", "muggins"):
        return not line.get("fault")
    return line["event"] in ("pass", "draw") or bool(line.get("untold") or line.get("hand_winner"))


def _listed_deed(line: Line, is_named: bool) -> str:
    match line["event"]:
        case "play":
            return fault_name(line["fault"]) if line.get("fault") else _replay_entry(line)
        case "hand":
            return _deed("will set", line, is_named)
        case "pass":
            return _deed("passes-inferred" if line.get("inferred") else "passes", line, is_named)
        case "draw":
            key = "draws-inferred" if line.get("inferred") else "draws"
            return _deed(key, line, is_named, tiles=line.get("tiles", 1))
        case "claim" if line.get("fault"):
            return _deed(
                "claims at fault", line, is_named, points=Whole(line["points"]), fault=fault_name(line["fault"])
            )
        case "claim":
            return _deed("claims", line, is_named, points=Whole(line["points"]))
        case "score":
            return _deed("by hand", line, is_named)
        case "muggins":
            return _deed("muggins at fault" if line.get("fault") else "muggins", line, is_named)
        case "hand_end" if line.get("untold"):
            return gettext("hand over: points wait for the tiles of %(players)s", players=all_of(line["untold"]))
        case "hand_end" if line.get("hand_winner"):
            return gettext("hand to %(side)s", side=line["hand_winner"])
        case "hand_end":
            return gettext("hand: nobody gains")
        case "round_hand":
            return _round_hand(line, is_named)
    return ""


def _replay_entry(line: Line) -> str:
    """As in the list, but a play without its faults and missed scores."""
    if line["event"] != "play":
        return _list_entry(line)
    if line.get("on"):
        return pgettext("after a player's name and a tile", "on %(host)s", host=line["on"])
    return pgettext("after a player's name", "sets")


def _caption(line: Line) -> str:
    """Under a picture, with nothing beside it."""
    if line["event"] == "play" and line.get("on"):
        return _deed("plays", line, True, tile=line["tile"], host=line["on"])
    return _deed("sets", line, True, tile=line["tile"]) if line["event"] == "play" else _list_entry(line, True)


def _chart_label(line: Line) -> str:
    """Over a point of the chart of scores, before the scores."""
    if line["event"] == "hand_end":
        return gettext("the hand is over")
    if line["event"] == "play" and line.get("on"):
        values = {"player": line["player"], "tile": line["tile"], "host": line["on"]}
        return gettext("%(player)s plays %(tile)s on %(host)s", **values)
    return _caption(line)


def _terminal_line(line: Line) -> str:
    match line["event"]:
        case "game":
            return gettext("%(game)s: %(players)s", game=line["rules"], players=", ".join(line["players"]))
        case "hand":
            return gettext("a hand, set by %(player)s", player=line["setter"])
        case "play":
            return _chart_label(line)
        case "claim":
            points = points_in_words(line["points"])
            return gettext("%(player)s claims %(points)s", player=line["player"], points=points)
        case "take_back":
            return gettext("the last play is taken back")
        case "correct":
            return gettext("event %(number)s is corrected", number=line["of"])
        case "hand_end" if line.get("untold"):
            players = all_of(line["untold"])
            return gettext("the hand is over; its points wait for the tiles left with %(players)s", players=players)
        case "hand_end":
            gained = ", ".join(gains(line.get("gained", {}), bonuses_of(line)))
            return gettext("the hand is over: %(gained)s", gained=gained) if gained else gettext("the hand is over")
    return _sheet_sentence(line)


def _sheet_entry(line: Line, is_named: bool = False) -> str:
    match line["event"]:
        case "play" if "left" in line:
            return _deed("discards", line, is_named, tile=line["tile"], other=line["on"])
        case "play" if line.get("on"):
            return _deed("plays", line, is_named, tile=line["tile"], host=line["on"])
        case "play":
            return _deed("sets", line, is_named, tile=line["tile"])
        case "hand":
            return _deed("begins", line, is_named)
        case "claim":
            return _deed("claims", line, is_named, points=Whole(line["points"]))
        case "score":
            return _deed("points by hand", line, is_named, points=signed(line["points"]))
        case "draw":
            return _deed("draws", line, is_named, tiles=line.get("tiles", 1))
        case "pass":
            return _deed("passes", line, is_named)
        case "muggins":
            return _deed("muggins", line, is_named)
        case "round_hand":
            return _round_hand(line, is_named)
        case "hand_end":
            hands = ", ".join(f"{player} {_left(tiles)}" for player, tiles in line["hands"].items())
            return gettext("end: %(hands)s", hands=hands)
    return ""


def _sheet_sentence(line: Line) -> str:
    """The same with the player's name."""
    return _sheet_entry(line, True)


_DESCRIBED: Mapping[Place, Callable[[Line], str]] = {
    "list": _list_entry,
    "replay": _replay_entry,
    "caption": _caption,
    "chart": _chart_label,
    "terminal": _terminal_line,
    "scoresheet": _sheet_entry,
}


def _round_hand(line: Line, is_named: bool) -> str:
    """The tiles left in a hand and what they count. Without an outcome the points of tiles are not known."""
    tiles, points = line.get("hand"), line.get("points")
    if tiles == []:
        return _deed("goes out", line, is_named)
    listed = " ".join(tiles or ())
    if points is None:
        return _deed("is left with", line, is_named, tiles=listed)
    if not tiles:
        return _deed("has points left", line, is_named, points=points_in_words(points))
    return _deed("has tiles left", line, is_named, points=points_in_words(points), tiles=listed)


def _left(tiles: Sequence[str] | None) -> str:
    """The tiles left in a hand, in words."""
    if tiles is None:
        return pgettext("the tiles left in a hand", "unknown")
    return " ".join(tiles) or pgettext("the tiles left in a hand", "out")
