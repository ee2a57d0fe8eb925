"""A game in words: descriptions of its events, their faults and misses, the result, and the rows of tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Literal

from muggins.texts import Text, Whole, all_of, decimal, gettext, lazy_gettext, lazy_pgettext, ngettext, pgettext

from ..events import (
    Claim,
    Correct,
    Draw,
    Event,
    GameStarted,
    HandEnd,
    HandStarted,
    Muggins,
    Pass,
    Play,
    RoundHand,
    Score,
    TakeBack,
)
from ..game import Game, Step
from ..match import Match
from ..outcomes import HandEndOutcome, Outcome, PlayOutcome, RoundHandOutcome, has_part
from ..rules.rulesets import RuleSet
from ..tiles import Tile
from .faults import FAULT_NAMES, host_in_words, missed_score, points_in_words, remarks
from .gains import bonus_text, gains, side_in_words, signed
from .summary import HandSummary, Summary

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
    if rules.wins == "lowest":
        goal = gettext("%(game)s (%(id)s), %(rounds)s", rounds=rounds_in_words(rules), **names)
    elif rules.exact:
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


def describe_event(step: Step, place: Place = "list") -> str:
    """The event in a few words; "" if the place does not show it."""
    return _DESCRIBED[place](step)


def report_event(step: Step) -> str:
    """The event, its outcome and the scores: `Ann sets 6-4; count 10; 2 points  [Ann 2, Bob 0]`."""
    outcome, parts = step.outcome, [describe_event(step, "terminal")]
    if isinstance(outcome, PlayOutcome):
        parts.append(gettext("count %(count)s", count=outcome.count))
        if outcome.points:
            parts.append(points_in_words(outcome.points))
    if outcome.fault:
        parts.append(gettext("fault: %(fault)s", fault=FAULT_NAMES[outcome.fault]))
    if outcome.missed:
        parts.append(missed_score(outcome.missed))
    if isinstance(step.event, Pass):
        parts += map(bonus_text, outcome.bonuses)
    if outcome.winner:
        parts.append(gettext("%(side)s won", side=outcome.winner))
    return f"{'; '.join(parts)}  [{scores_text(outcome.scores)}]"


def partners_in_words(match: Match) -> str:
    """Who plays with whom in a hand where partners rotate: `Ann and Cid against Bob and Dee`; "" elsewhere."""
    if match.rules.partners != "rotating":
        return ""
    first, second = map(all_of, match.hand_sides.values())
    return gettext("%(first)s against %(second)s", first=first, second=second)


def player_of(event: Event) -> str:
    """The player who acts in the event; "" if no single player does."""
    return event.setter if isinstance(event, HandStarted) else getattr(event, "player", "")


def notes(hand: HandSummary) -> list[str]:
    """The missed scores and faults of a hand, one sentence each."""
    return [
        gettext(
            "Hand %(hand)s, event %(number)s: %(event)s: %(remarks)s",
            hand=hand.number,
            number=step.number,
            event=_sheet_entry(step, True),
            remarks=remarks(step.outcome),
        )
        for step in hand.steps
        if _is_notable(step.outcome)
    ]


def _is_notable(outcome: Outcome) -> bool:
    """Whether a list of misses and faults mentions the event."""
    is_barred = isinstance(outcome, PlayOutcome) and outcome.barred is not None
    is_short = isinstance(outcome, HandEndOutcome) and bool(outcome.unknown)
    return bool(outcome.missed or outcome.faults) or bool(outcome.past_target) or is_barred or is_short


def side_heads(rules: RuleSet) -> tuple[Text | str, ...]:
    """The headings of `side_rows`."""
    return ROUNDS_SIDE_HEADS if rules.is_rounds else SIDE_HEADS


def side_rows(game: Game, summary: Summary) -> list[tuple[str, ...]]:
    """One row for each side, with the columns of `side_heads`."""
    averages, over = summary.averages(), [hand for hand in summary.hands if hand.is_over]
    rows: list[tuple[str, ...]] = []
    for side, score in game.scores.items():
        won = sum(has_part(side, hand.winner) for hand in over)
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


def _deed(key: str, event: Event, is_named: bool, **values: object) -> str:
    """What a player does: with the player's name, or to be shown after it."""
    alone, named = _DEEDS[key]
    return str(named.filled(player=player_of(event), **values) if is_named else alone.filled(**values))


def _list_entry(step: Step, is_named: bool = False) -> str:
    """Beside the player's name and a drawing of the tile."""
    parts = [_listed_deed(step, is_named), *map(bonus_text, step.outcome.bonuses)]
    if isinstance(step.event, HandStarted):
        parts.append(partners_in_words(step.match))
    text = " · ".join(filter(None, parts))
    missed = step.outcome.missed if _shows_missed(step) else None
    if not missed:
        return text
    who = {"player": missed.player, "points": Whole(missed.points), "side": side_in_words(missed.to or "")}
    if isinstance(step.event, Muggins):
        return f"{text} · {gettext('%(player)s missed %(points)s', **who)}"
    if missed.to is None:
        return f"{text} · {gettext('nobody claimed %(points)s', **who)}"
    return f"{text} · {gettext('nobody claimed: %(points)s to %(side)s', **who)}"


def _shows_missed(step: Step) -> bool:
    """Whether the list shows the score that the event settled beside it."""
    if isinstance(step.event, Play | Muggins):
        return not step.outcome.fault
    is_hand_end = isinstance(step.outcome, HandEndOutcome) and bool(step.outcome.unknown or step.outcome.hand_winner)
    return is_hand_end or isinstance(step.event, Pass | Draw)


def _listed_deed(step: Step, is_named: bool) -> str:
    event, outcome = step.event, step.outcome
    match event:
        case Play():
            return str(FAULT_NAMES[outcome.fault]) if outcome.fault else _replay_entry(step)
        case HandStarted():
            return _deed("will set", event, is_named)
        case Pass():
            return _deed("passes-inferred" if event.inferred else "passes", event, is_named)
        case Draw():
            return _deed("draws-inferred" if event.inferred else "draws", event, is_named, tiles=event.tiles)
        case Claim() if outcome.fault:
            fault = FAULT_NAMES[outcome.fault]
            return _deed("claims at fault", event, is_named, points=Whole(event.points), fault=fault)
        case Claim():
            return _deed("claims", event, is_named, points=Whole(event.points))
        case Score():
            return _deed("by hand", event, is_named)
        case Muggins():
            return _deed("muggins at fault" if outcome.fault else "muggins", event, is_named)
        case HandEnd() if isinstance(outcome, HandEndOutcome) and outcome.unknown:
            return gettext("hand over: points wait for the tiles of %(players)s", players=all_of(outcome.unknown))
        case HandEnd() if isinstance(outcome, HandEndOutcome) and _each_scores(outcome):
            return gettext("the hand is over: %(gained)s", gained=scores_text(outcome.gained or {}))
        case HandEnd() if isinstance(outcome, HandEndOutcome) and outcome.hand_winner:
            return gettext("hand to %(side)s", side=side_in_words(outcome.hand_winner))
        case HandEnd():
            return gettext("hand: nobody gains")
        case RoundHand():
            return _round_hand(event, outcome, is_named)
    return ""


def _each_scores(outcome: HandEndOutcome) -> bool:
    """Whether others than the winner of the hand score its tiles, each their own."""
    gained = (outcome.gained or {}).items()
    return any(points > 0 for side, points in gained if not has_part(side, outcome.hand_winner))


def _replay_entry(step: Step) -> str:
    """As in the list, but a play without its faults and missed scores."""
    if not isinstance(step.event, Play):
        return _list_entry(step)
    if step.event.on:
        host = host_in_words(step.event.on, step.event.endwise)
        return pgettext("after a player's name and a tile", "on %(host)s", host=host)
    return pgettext("after a player's name", "sets")


def _caption(step: Step) -> str:
    """Under a picture, with nothing beside it."""
    if isinstance(step.event, Play):
        return _play(step.event, True)
    return _sheet_entry(step, True) if isinstance(step.event, Score) else _list_entry(step, True)


def _chart_label(step: Step) -> str:
    """Over a point of the chart of scores, before the scores: the event without its outcome."""
    event = step.event
    if isinstance(event, HandEnd):
        return gettext("the hand is over")
    if isinstance(event, Play) and event.on:
        host = host_in_words(event.on, event.endwise)
        values = {"player": event.player, "tile": event.tile, "host": host}
        return gettext("%(player)s plays %(tile)s on %(host)s", **values)
    return _caption(replace(step, outcome=Outcome(step.outcome.scores)))


def _terminal_line(step: Step) -> str:
    event, outcome = step.event, step.outcome
    match event:
        case GameStarted():
            return gettext("%(game)s: %(players)s", game=event.rules, players=", ".join(event.players))
        case HandStarted():
            text = gettext("a hand, set by %(player)s", player=event.setter)
            return "; ".join(filter(None, (text, partners_in_words(step.match))))
        case Claim():
            points = points_in_words(event.points)
            return gettext("%(player)s claims %(points)s", player=event.player, points=points)
        case TakeBack():
            return gettext("the last play is taken back")
        case Correct():
            return gettext("event %(number)s is corrected", number=event.of)
        case HandEnd() if isinstance(outcome, HandEndOutcome) and outcome.unknown:
            players = all_of(outcome.unknown)
            return gettext("the hand is over; its points wait for the tiles left with %(players)s", players=players)
        case HandEnd() if isinstance(outcome, HandEndOutcome) and outcome.gained and any(outcome.gained.values()):
            gained = ", ".join(gains(outcome.gained, outcome.bonuses))
            return gettext("the hand is over: %(gained)s", gained=gained)
        case Play() | HandEnd():
            return _chart_label(step)
    return _sheet_entry(step, True)


def _sheet_entry(step: Step, is_named: bool = False) -> str:
    event, outcome = step.event, step.outcome
    match event:
        case Play() if isinstance(outcome, PlayOutcome) and outcome.tiles_left is not None:
            return _deed("discards", event, is_named, tile=event.tile, other=event.on)
        case Play():
            return _play(event, is_named)
        case HandStarted():
            return _deed("begins", event, is_named)
        case Claim():
            return _deed("claims", event, is_named, points=Whole(event.points))
        case Score():
            return _deed("points by hand", event, is_named, points=signed(event.points))
        case Draw():
            return _deed("draws", event, is_named, tiles=event.tiles)
        case Pass():
            return _deed("passes", event, is_named)
        case Muggins():
            return _deed("muggins", event, is_named)
        case RoundHand():
            return _round_hand(event, outcome, is_named)
        case HandEnd():
            hands = ", ".join(f"{player} {_left(tiles)}" for player, tiles in event.hands.items())
            return gettext("end: %(hands)s", hands=hands)
    return ""


_DESCRIBED: Mapping[Place, Callable[[Step], str]] = {
    "list": _list_entry,
    "replay": _replay_entry,
    "caption": _caption,
    "chart": _chart_label,
    "terminal": _terminal_line,
    "scoresheet": _sheet_entry,
}


def _play(event: Play, is_named: bool) -> str:
    if event.on:
        return _deed("plays", event, is_named, tile=event.tile, host=host_in_words(event.on, event.endwise))
    return _deed("sets", event, is_named, tile=event.tile)


def _round_hand(event: RoundHand, outcome: Outcome, is_named: bool) -> str:
    """The tiles left in a hand and what they count, which only the outcome says of tiles."""
    points = outcome.points if isinstance(outcome, RoundHandOutcome) else event.points
    if event.hand == ():
        return _deed("goes out", event, is_named)
    tiles = " ".join(map(str, event.hand or ()))
    if points is None:
        return _deed("is left with", event, is_named, tiles=tiles)
    if not tiles:
        return _deed("has points left", event, is_named, points=points_in_words(points))
    return _deed("has tiles left", event, is_named, points=points_in_words(points), tiles=tiles)


def _left(tiles: tuple[Tile, ...] | None) -> str:
    """The tiles left in a hand, in words."""
    if tiles is None:
        return pgettext("the tiles left in a hand", "unknown")
    return " ".join(map(str, tiles)) or pgettext("the tiles left in a hand", "out")
