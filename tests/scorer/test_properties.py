"""Properties that hold for every game, whether its events are legal or random nonsense."""

from collections import Counter
from contextlib import suppress
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from muggins.scorer import (
    Claim,
    Correct,
    Draw,
    GameStarted,
    HandEnd,
    HandStarted,
    Layout,
    Muggins,
    Pass,
    Play,
    RecordError,
    Score,
    TakeBack,
    event_to_json,
    full_set,
    load_ruleset,
    parse_event,
    replay,
    ruleset_names,
)
from muggins.scorer.events import EVENT_NAMES, FAULTS
from muggins.scorer.game import Step
from muggins.scorer.outcomes import HandEndOutcome, Outcome, PlayOutcome
from muggins.scorer.random_games import RandomTable, random_game
from muggins.scorer.record import standing_events
from muggins.scorer.rules.rulesets import OPTIONS
from muggins.scorer.start import begin

NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve")
GAMES = [name for name in ruleset_names() if not load_ruleset(name).pair and not load_ruleset(name).is_rounds]
quickly = settings(max_examples=40)


@st.composite
def starts(draw):
    """The start of any game: any rules, players, teams, claims, and a small target so that games stay short.

    Where scores are lost again, the target is one or two.
    """
    highest = draw(st.sampled_from([6, 9]))
    rules = load_ruleset(draw(st.sampled_from(GAMES)), {"set": highest})
    players = NAMES[: draw(st.sampled_from(sorted(rules.tiles)))]
    is_teams = rules.teams and len(players) == 4 and draw(st.booleans())
    return GameStarted(
        rules.id,
        players,
        teams=(players[::2], players[1::2]) if is_teams else None,
        claims=draw(st.sampled_from(["auto", "call"])),
        target=draw(st.integers(1, 40 if rules.tally == "sum" else 2)),
        set=highest,
        options={key: draw(st.sampled_from(OPTIONS[key].words)) for key in ("direction", "counted", "lowest")},
    )


def replacements(event, game):
    """Events that may replace an event: with another tile, player or number, or of another type."""
    players, tiles = st.sampled_from(game.players), st.sampled_from(full_set(game.rules.set))
    kinds = {
        Play: st.builds(Play, players, tiles, st.just(getattr(event, "on", None))),
        Claim: st.builds(Claim, players, st.integers(0, 4)),
        Draw: st.builds(Draw, players, st.integers(1, 3)),
        Pass: st.builds(Pass, players),
        Muggins: st.builds(Muggins, players),
        HandStarted: st.builds(HandStarted, players),
    }
    any_kind = st.one_of(*kinds.values())
    return kinds.get(type(event), any_kind) | any_kind


games = st.builds(random_game, starts(), st.integers(0, 10_000))


def count_from_scratch(layout: Layout) -> int:
    """The count by another method: halves that no tile covers, and doubles until both their sides are covered."""
    covered: Counter = Counter()
    for placement in layout.placements[1:]:
        half, host_half = placement.joined
        covered[placement.tile, half] += 1
        covered[placement.on, host_half] += 1
    count = 0
    for tile in layout.tiles:
        if tile.is_double:
            count += tile.total if covered[tile, tile.high] < 2 else 0
        else:
            count += sum(half for half in tile.halves if not covered[tile, half])
    return count


@quickly
@given(games)
def test_a_legal_game_keeps_its_count_points_and_tiles_accuses_nobody_and_replays(game):
    check_count(game)
    check_points(game)
    check_tiles(game)
    assert {outcome.fault for outcome in game.outcomes} <= {None, "wrong-claim", "false-claim"}
    assert game.winner is not None
    assert replay(parse_event(event_to_json(event)) for event in game.record) == game
    assert [step.outcome for step in game.standing()] == list(game.outcomes)


def check_count(game):
    """The count kept from play to play is the count of the whole layout, and so are the open ends."""
    for step in game.standing():
        if isinstance(step.outcome, PlayOutcome):
            layout = step.match.hand.layout
            whole = Layout.parse(str(layout))
            assert step.outcome.count == whole.count(game.rules)
            assert count_from_scratch(layout) == whole.count()
            assert list(step.outcome.open) == whole.open_pips(game.rules)


def check_points(game):
    """Every point of the scores was made in play, taken by Muggins, a bonus, or gained at the end of a hand."""
    made = 0
    for event, outcome in zip(game.record, game.outcomes, strict=True):
        made += outcome.missed.points if outcome.missed and outcome.missed.to else 0
        if isinstance(outcome, HandEndOutcome):
            made += sum((outcome.gained or {}).values())
        if isinstance(event, Pass):
            made += sum(bonus.points for bonus in outcome.bonuses)
        if isinstance(outcome, PlayOutcome) and game.rules.claims == "auto" and not outcome.past_target:
            made += outcome.points
        if isinstance(event, Claim) and not outcome.faults and not outcome.past_target:
            made += event.points
        assert sum(outcome.scores.values()) == made


def check_tiles(game):
    """The tiles played and left in hand are the tiles drawn, and no tile occurs twice."""
    whole = game.rules.pack(len(game.players))
    for step in game.standing():
        hand = step.match.hand
        if isinstance(step.event, HandEnd):
            left = [tile for tiles in step.event.hands.values() for tile in tiles]
            seen = [*hand.layout.tiles, *left]
            assert len(set(seen)) == len(seen) == sum(hand.drawn.values())
            assert set(seen) <= set(whole)
            assert all(hand.tiles_left(player) == len(tiles) for player, tiles in step.event.hands.items())


@quickly
@given(games, st.data())
def test_undo_after_any_event_gives_the_state_before_it(game, data):
    number = data.draw(st.integers(2, len(game.record)), label="event")
    after, before = game.at(number), game.at(number - 1)
    assert after.apply(after.undo_event()).standing() == before.standing()
    if isinstance(after.record[-1], Play):
        assert after.apply(TakeBack()).match == before.match


@quickly
@given(starts(), st.integers(0, 10_000), st.data())
def test_a_correction_gives_the_game_in_which_the_event_was_right_at_first(start, seed, data):
    table = RandomTable(start, Random(seed))
    game = [game for game, _ in zip(table.play(), range(25), strict=False)][-1]
    number = data.draw(st.integers(2, max(2, len(game.record))), label="event")
    if number > len(game.record):
        return
    said = game.record[number - 1]
    replacement = data.draw(replacements(said, game), label="replacement")
    try:
        corrected = game.apply(Correct(number, replacement))
    except RecordError:
        return
    follow = []
    is_same_hand = isinstance(said, Play) and isinstance(replacement, Play) and replacement.tile != said.tile
    for later in game.record[number:]:
        is_same_hand = is_same_hand and not isinstance(later, HandStarted) and getattr(later, "tile", None) != said.tile
        if is_same_hand and isinstance(later, Play) and later.on == said.tile:
            later = Play(later.player, later.tile, replacement.tile)
        follow.append(later)
    assert corrected.match == replay([*game.record[: number - 1], replacement, *follow]).match


@quickly
@given(starts(), st.integers(0, 10_000), st.data())
def test_after_many_corrections_the_game_is_that_of_the_events_that_stand(start, seed, data):
    """Hands before a correction are not folded again, and later hands only where more than the scores changes.

    Points by hand in the first hand move the scores of all others, mostly without moving anything else.
    """
    target = data.draw(st.sampled_from([start.target, 3 * start.target, 300]), label="target")
    near, hands = data.draw(st.sampled_from(["0", "5"])), data.draw(st.sampled_from(["0", "2"]))
    start = replace(start, target=target, options={**start.options, "near-target": near, "hands": hands})
    table = RandomTable(start, Random(seed))
    played = [game for game, _ in zip(table.play(data.draw(st.integers(1, 5))), range(120), strict=False)][-1].record
    pegged = st.builds(Score, st.sampled_from(start.players), st.integers(1, target))
    game = replay(played[:2])
    for event in (data.draw(pegged), *played[2:]):
        with suppress(RecordError):
            game = game.apply(event)
    for _ in range(data.draw(st.integers(1, 6), label="corrections")):
        number = data.draw(st.just(min(3, len(game.record))) | st.integers(2, len(game.record)), label="event")
        said = game.record[number - 1]
        correction = Correct(number, data.draw(pegged | st.none() | st.just(said) | replacements(said, game)))
        with suppress(RecordError):
            game = game.apply(data.draw(st.sampled_from([correction, correction, TakeBack()])))
        match, steps = None, []
        for at, event, is_kept in standing_events(game.record):
            if event is not None:
                match, outcome = (
                    match.after(event, at, is_kept) if match else (begin(event), Outcome(begin(event).scores))
                )
                steps.append(Step(at, event, outcome, match))
        assert game.standing() == tuple(steps)
        assert game.match == match


@quickly
@given(games, st.data())
def test_tiles_left_that_are_named_late_give_the_same_game(game, data):
    ends = {number: event for number, event in enumerate(game.record, 1) if isinstance(event, HandEnd)}
    late = {number for number in ends if data.draw(st.booleans(), label=f"event {number} is named late")}
    record = [
        HandEnd(dict.fromkeys(event.hands)) if number in late else event for number, event in enumerate(game.record, 1)
    ]
    try:
        table = replay(record)
    except RecordError:  # with an exact target, fewer points can win earlier
        return
    for number in sorted(late):
        table = table.apply(Correct(number, ends[number]))
    assert table.match == game.match
    assert table.pending_hand_ends == ()


players = st.sampled_from([*NAMES, "Zoe"])
tiles = st.sampled_from(["6-6", "6-5", "5-5", "5-0", "0-0", "4-1", "9-1"])
some_tiles = st.none() | st.lists(tiles, max_size=3)
hands = st.fixed_dictionaries(dict.fromkeys(NAMES[:2], some_tiles))
play = {"event": st.just("play"), "player": players, "tile": tiles, "on": tiles | st.none()}
end = {"event": st.just("hand_end"), "hands": hands}
start = {"event": st.just("game"), "rules": st.sampled_from(ruleset_names()), "players": st.just(NAMES[:2])}
VALUES = {
    "rules": st.sampled_from(ruleset_names()),
    "players": st.lists(players, max_size=5),
    "setter": players,
    "drawn": st.none() | st.dictionaries(players, st.integers(0, 30), max_size=2),
    "exposed": st.booleans(),
    "layout": st.none() | st.sampled_from(["6-4", "5-5, 5-0>5-5, 6-5>5-5", "9-1", "6-4, 5-1>6-4:5/6"]),
    "player": players,
    "tile": tiles,
    "on": tiles | st.none(),
    "joins": st.lists(st.integers(0, 9), min_size=2, max_size=2) | st.none(),
    "points": st.integers(0, 20),
    "tiles": st.integers(1, 30),
    "able": st.booleans(),
    "of": st.integers(1, 12),
    "said": st.one_of(st.none(), *map(st.fixed_dictionaries, (play, end, start))),
    "hands": hands | st.dictionaries(players, some_tiles, max_size=3),
    "hand": some_tiles,
}


def events_of(kind):
    """Events of a type with any player, tile and number."""
    fields = {key: VALUES[key] for key in EVENT_NAMES[kind].__dataclass_fields__ if key in VALUES}
    return st.fixed_dictionaries({"event": st.just(kind), **fields}).map(parse_event)


@settings(quickly, max_examples=120)
@given(
    rules=st.sampled_from(ruleset_names()),
    before=st.integers(1, 12),
    events=st.lists(st.one_of(*map(events_of, sorted(EVENT_NAMES))), max_size=20),
)
def test_impossible_events_are_refused_and_change_nothing(rules, before, events):
    table = RandomTable(GameStarted(rules, NAMES[: min(load_ruleset(rules).tiles)], claims="call"), Random(1))
    game = [game for game, _ in zip(table.play(), range(before), strict=False)][-1]
    for event in events:
        kept = repr(game)
        try:
            after = game.apply(event)
        except RecordError:
            after = game
        assert repr(game) == kept
        game = after
    assert replay(game.record) == game
    assert {fault for outcome in game.outcomes for fault in outcome.faults} <= {*FAULTS}


json_leaves = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
json_leaves |= st.sampled_from(["6-4", "Ann"])
json_values = json_leaves | st.lists(json_leaves, max_size=3) | st.dictionaries(st.text(max_size=5), json_leaves)


@settings(quickly, max_examples=100)
@given(kind=st.sampled_from(sorted(EVENT_NAMES)), data=st.data())
def test_any_json_is_an_event_or_refused(kind, data):
    fields = list(EVENT_NAMES[kind].__dataclass_fields__)
    written = {"event": kind} | {key: data.draw(json_values) for key in data.draw(st.sets(st.sampled_from(fields)))}
    try:
        event = parse_event(written)
    except RecordError:
        return
    assert parse_event(event_to_json(event)) == event


@quickly
@given(st.text(max_size=40) | json_values)
def test_any_text_is_an_event_or_refused(line):
    with pytest.raises(RecordError):
        parse_event(line)
