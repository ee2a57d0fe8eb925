"""What the camera sees becomes events of the record, questions, and notes for later."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from muggins.scorer.events import Correct, Draw, Event, HandEnd, HandStarted, Play, RecordError, TakeBack, Unseen
from muggins.scorer.game import Game
from muggins.scorer.layout import Layout, Placement
from muggins.scorer.tiles import Tile
from muggins.scorer.turns import events_before, next_setter, seated_at, weigh_players
from muggins.texts import Text, lazy_gettext, lazy_ngettext, text_of
from muggins.vision.tracking.events import (
    CameraMoved,
    Cleared,
    DoubtRaised,
    DoubtSettled,
    Drawn,
    HandsRevealed,
    LayoutFound,
    Missing,
    Played,
    Reread,
    Settled,
    TableEvent,
    TakenBack,
)

from .current_hand import expected_of, find_play, renamed_in_layout
from .hand_end import GOES_ON, EndSigns, inferred_end, question_about_end
from .questions import IGNORE, MAX_CHOICES, Choice, QuestionDraft, question_about

SURE_PROBABILITY = 0.8
"""Whoever is less likely than this to have played a tile is asked about."""
LATE_DRAW_SECONDS = 1.5
"""How long after a play a draw may be seen that was concluded from it already: the boneyard is read late."""
PUT_BACK_SECONDS = 10.0
"""How long after a tile was taken back it is that player's again, or another in its place, whosever arm is near."""
POSSIBLE_PROBABILITY = 0.01
"""Nobody less likely than this is named in the question who played."""
UNSEEN_ARM = 0.005
"""The likelihood that a tile was laid by an arm that was not seen near it."""
ONLY_ARM = 0.001
"""The same where the watcher names one side only."""
LATE_ARM = 0.3
"""The same where the first look at the place showed both: whoever is to play next reaches in too."""
MOST_ORDERED = 8
"""Tiles of a hand that began unwatched which people are asked to put in order. Nine keys reach their answers."""
FEWEST_NEW = 3
"""Tiles that were never recorded, or that touch others than those recorded, without which a layout is not plainly
another: a tile or two may be misread."""

Interpretable = Played | Reread | TakenBack | Drawn | LayoutFound


@dataclass(frozen=True)
class Notes:
    """What the camera has seen beside the record. The next events are interpreted by it."""

    is_bumped: bool = False
    """The camera or the table was pushed, and the layout is not found again yet."""
    boneyard: int | None = None
    """The number of tiles that lie face down; None while none were seen."""
    is_bare: bool = False
    """Whether no tile lay face up when the table last rested: whatever lies there next was laid since."""
    end: EndSigns = field(default_factory=EndSigns)
    """Signs that the hand in play is over."""


@dataclass(frozen=True)
class Interpretation:
    """What follows from one table event."""

    notes: Notes
    """They hold from now on."""
    events: tuple[Event, ...] = ()
    """To be recorded together. Each fits the record after those before it."""
    questions: tuple[QuestionDraft, ...] = ()
    """To be asked once the events are recorded."""
    hand_goes_on: bool = False
    """Whether the layout of the hand in play lies there. Then nobody is asked whether the hand is over."""


def interpret(game: Game | None, seen: TableEvent, notes: Notes) -> Interpretation:
    """What follows from a table event. An event that does not fit the record becomes a question.

    `game` is None while nothing counts: no game has begun, it is won, or watching is paused.
    """
    if isinstance(seen, CameraMoved):
        return Interpretation(replace(notes, is_bumped=True))
    if isinstance(seen, DoubtSettled):
        return Interpretation(notes)
    if isinstance(seen, Settled):
        boneyard, is_bare = len(seen.state.facedown) or notes.boneyard, game is not None and not seen.state.readings
        return Interpretation(replace(notes, is_bumped=False, boneyard=boneyard, is_bare=is_bare))
    if game is None:
        return Interpretation(notes)
    if isinstance(seen, DoubtRaised):
        return Interpretation(notes, questions=(question_about(seen.doubt),))
    if isinstance(seen, Missing):
        return _missing(game, seen.tile, notes)
    if isinstance(seen, Cleared | HandsRevealed):
        return _sign_of_end(game, seen, notes)
    try:
        found = _change(game, seen, notes)
        for event in found.events:
            game = game.apply(event)
    except RecordError as error:
        return Interpretation(notes, questions=(_question_why_it_does_not_fit(seen, error),))
    return found


def events_of_play(game: Game, seen: Played, by: str, boneyard: int | None = None) -> tuple[Event, ...]:
    """A play, after the events that it implies: the beginning of a hand, draws and passes of players skipped.

    RecordError where an implied event does not fit the record.
    """
    weights = _weigh_players(game, seen, boneyard)
    seated = max(weights, key=lambda player: weights[player]) if weights else None
    time = round(seen.time, 3)
    implied = _setter_corrected(game, seated, time) or events_before(game, seated, seen.on, time, boneyard)
    for event in implied:
        game = game.apply(event)
    player = seated or _expected_player(game, seen.on) or game.players[0]
    unseen: Unseen | None = "order-guessed" if seen.is_unwatched else None
    time = time if seen.since is None else round(seen.since, 3)
    play = Play(player, seen.tile, seen.on, seen.joins, angle=seen.angle, unseen=unseen, t=time, by=by)
    return (*implied, play)


def _weigh_players(game: Game, seen: Played, boneyard: int | None) -> dict[str, float]:
    """The probability that each player played a tile, by the arms and by the turn; empty without an arm."""
    seated, hand = seated_at(game, seen.side), game.hand_in_play
    if seated is None or seen.side is None:
        return {}
    if hand is not None and not hand.plays and not hand.layout.is_empty:
        return {seated: 1.0}  # whose turn it was when watching began is a guess
    arms, unseen = (seen.arms, UNSEEN_ARM) if seen.arms else ({seen.side: 1.0}, ONLY_ARM)
    unseen = LATE_ARM if seen.is_unwatched else unseen
    most = max(arms.values())
    near = {player: arms.get(side, 0.0) / most for player, side in game.seats.items()}
    likelihoods = {player: max(near.get(player, 0.0), unseen) for player in game.players}
    return weigh_players(game, likelihoods, seen.on, boneyard)


def _change(game: Game, seen: Interpretable, notes: Notes) -> Interpretation:
    """What follows from an event that changes the record. RecordError where the change does not fit."""
    if isinstance(seen, Played):
        return _played(game, seen, notes)
    if isinstance(seen, Reread):
        return _reread(game, seen, notes)
    if isinstance(seen, TakenBack):
        return _taken_back(game, seen, notes)
    if isinstance(seen, Drawn):
        return _drawn(game, seen, notes)
    return _layout_found(game, seen, notes)


def _question_why_it_does_not_fit(seen: Interpretable, error: RecordError) -> QuestionDraft:
    tile, why = None if isinstance(seen, Drawn | LayoutFound) else seen.tile, text_of(error)
    if tile is None:
        text = lazy_gettext("Something was seen, but it does not fit the record: %(why)s.", why=why)
    else:
        text = lazy_gettext("%(tile)s was seen, but it does not fit the record: %(why)s.", tile=tile, why=why)
    return QuestionDraft("cannot", text, (IGNORE,), tile)


def _sign_of_end(game: Game, seen: Cleared | HandsRevealed, notes: Notes) -> Interpretation:
    """People are asked before the tiles left in the hands are scored."""
    end = notes.end
    if isinstance(seen, HandsRevealed):
        end = replace(end, revealed=seen.hands)
    elif not game.layout.is_empty:
        end = replace(end, is_cleared=True)
    question = question_about_end(game, end)
    return Interpretation(replace(notes, end=end), questions=(question,) if question else ())


def _played(game: Game, seen: Played, notes: Notes) -> Interpretation:
    if notes.end.is_cleared and seen.on is None:
        ended = inferred_end(game, seen.time)
        after = game.apply(ended)
        if after.winner:
            # Points that waited to be claimed have decided the game: this tile belongs to another one.
            return Interpretation(notes, (ended,))
        return _as_play(after, seen, notes, before=(ended,))
    if seen.tile in game.layout:
        return Interpretation(notes)  # somebody has entered it by hand at this moment
    return _as_play(game, seen, notes)


def _as_play(game: Game, seen: Played, notes: Notes, before: tuple[Event, ...] = ()) -> Interpretation:
    """The play that was seen, after the events `before`, which `game` includes."""
    if (again := _put_back(game, seen)) is not None:
        return Interpretation(notes, (again,))
    events = events_of_play(game, seen, "camera", notes.boneyard)
    weights = _weigh_players(game, seen, notes.boneyard)
    questions = (
        _question_out_of_turn(game, events) or _question_who_played(game, events, weights, seen),
        _question_how_it_lies(game, events),
    )
    return Interpretation(notes, (*before, *events), tuple(filter(None, questions)))


def _put_back(game: Game, seen: Played) -> Play | None:
    """The play of a tile that its player picked up a moment ago, or of another in its place; None where neither is."""
    *_, last = game.record
    if not isinstance(last, TakeBack) or last.by != "camera" or seen.time - (last.t or 0.0) > PUT_BACK_SECONDS:
        return None
    play, time = game.at(len(game.record) - 1).standing()[-1].event, round(seen.time, 3)
    if not isinstance(play, Play) or (play.tile != seen.tile and play.on != seen.on):
        return None
    return replace(play, tile=seen.tile, on=seen.on, joins=seen.joins, angle=seen.angle, t=time, by="camera")


def _question_out_of_turn(game: Game, events: tuple[Event, ...]) -> QuestionDraft | None:
    """The question who played, where the last of `events` is a play out of turn."""
    *implied, play = events
    assert isinstance(play, Play)
    for event in implied:
        game = game.apply(event)
    expected = _expected_player(game, play.on)
    if expected is None or "out-of-turn" not in game.apply(play).last.outcome.faults:
        return None
    number = len(game.record) + 1
    choices = (
        Choice(lazy_gettext("%(player)s, out of turn", player=play.player)),
        Choice(str(expected), then=(Correct(of=number, said=replace(play, player=expected)),)),
    )
    return QuestionDraft("turn", _whose_turn(str(expected), play), choices)


def _question_who_played(
    game: Game, events: tuple[Event, ...], weights: Mapping[str, float], seen: Played
) -> QuestionDraft | None:
    """The question who played the last of `events`, where the arms leave it open or disagree with the turn."""
    *implied, play = events
    assert isinstance(play, Play)
    hand, expected = game.hand_in_play, _expected_player(game, play.on)
    is_late = seen.is_unwatched and seen.side is not None
    if is_late and expected is None and (game.match is None or game.match.next_setter is None):
        return None  # who set is asked by what the record says
    disagrees = is_late and expected is not None and seated_at(game, seen.side) != expected
    if weights.get(play.player, 1.0) >= SURE_PROBABILITY and not disagrees:
        return None
    for event in implied:
        game = game.apply(event)
    number = len(game.record) + 1
    likely = sorted(weights, key=lambda player: -weights[player])[:MAX_CHOICES]
    choices = tuple(
        Choice(player, then=(Correct(of=number, said=replace(play, player=player)),) if player != play.player else ())
        for player in likely
        if weights[player] >= POSSIBLE_PROBABILITY
    )
    if expected is None:
        text = lazy_gettext("Who set %(tile)s?", tile=play.tile)
    elif hand is not None and hand.is_turn_guessed:
        text = lazy_gettext("Who played %(tile)s?", tile=play.tile)
    else:
        text = _whose_turn(expected, play)
    return QuestionDraft("turn", text, choices, play.tile)


def _question_how_it_lies(game: Game, events: tuple[Event, ...]) -> QuestionDraft | None:
    """The question whether the play is at the side of a double or at its end, where the rules leave it.

    The record has the side meanwhile.
    """
    *implied, play = events
    assert isinstance(play, Play)
    for event in implied:
        game = game.apply(event)
    double = play.placement.double
    if double is None or not game.layout.may_be_either(double, game.rules):
        return None
    other = play.tile if double == play.on else play.on
    choices = (
        Choice(lazy_gettext("Its side")),
        Choice(lazy_gettext("Its end"), then=(Correct(of=len(game.record) + 1, said=replace(play, endwise=True)),)),
    )
    text = lazy_gettext("Which part of %(double)s touches %(tile)s?", double=double, tile=other)
    return QuestionDraft("endwise", text, choices, play.tile)


def _whose_turn(expected: str, play: Play) -> Text:
    return lazy_gettext("It was %(player)s's turn. Who played %(tile)s?", player=expected, tile=play.tile)


def _expected_player(game: Game, on: Tile | None) -> str | None:
    return game.hand.turn_on(on) if game.hand else None


def _setter_corrected(game: Game, player: str | None, time: float) -> list[Event]:
    """A correction of the setter, where the record began in the middle of a hand.

    The layout was recorded as it lay, with a guess at whose turn it was. The first play shows whose turn it was.
    """
    hand = game.hand_in_play
    if hand is None or hand.plays or hand.layout.is_empty or player in (None, hand.to_play):
        return []
    number, started = next(
        (step.number, step.event) for step in reversed(game.standing()) if isinstance(step.event, HandStarted)
    )
    return [Correct(of=number, said=replace(started, setter=player), t=time, by="camera")]


def _reread(game: Game, seen: Reread, notes: Notes) -> Interpretation:
    """A tile was misread when it was played, or when the layout was taken as it lay."""
    if seen.was in expected_of(game).named:
        return Interpretation(notes)  # somebody has named it by hand at this moment
    said: Event
    if (found := find_play(game, seen.was)) is not None:
        number, play = found
        said = play.of(seen.tile, play.on)
    elif (start := renamed_in_layout(game, seen.was, seen.tile)) is not None:
        number, said = start
    else:
        return Interpretation(notes)
    return Interpretation(notes, (Correct(of=number, said=said, t=seen.time, by="camera"),))


def _taken_back(game: Game, seen: TakenBack, notes: Notes) -> Interpretation:
    """A tile is missing from the table: the last one was taken back, any other is asked about."""
    found, hand = find_play(game, seen.tile), game.hand_in_play
    if found is None or hand is None:
        return Interpretation(notes)
    if found[1] == hand.plays[-1]:
        return Interpretation(notes, (TakeBack(t=seen.time, by="camera"),))
    return _missing(game, seen.tile, notes)


def _missing(game: Game, tile: Tile, notes: Notes) -> Interpretation:
    """The question whether a play was taken back."""
    found = find_play(game, tile)
    if found is None:
        return Interpretation(notes)
    choices = (
        Choice(lazy_gettext("It still lies there")),
        Choice(lazy_gettext("It was taken back"), then=(Correct(of=found[0], said=None),)),
    )
    text = lazy_gettext("%(tile)s cannot be seen any more.", tile=tile)
    return Interpretation(notes, questions=(QuestionDraft("gone", text, choices, tile),))


def _drawn(game: Game, seen: Drawn, notes: Notes) -> Interpretation:
    """Tiles drawn by the player whose turn it is, where the rules allow it; all other draws are ignored."""
    hand, player = game.hand_in_play, seated_at(game, seen.side)
    if hand is None or hand.layout.is_empty or not hand.boneyard or player != hand.to_play or player is None:
        return Interpretation(notes)
    if _is_concluded(game, player, seen.time):
        return Interpretation(notes)
    tiles = 1 if hand.rules.unable == "take-one" else min(seen.tiles, hand.boneyard)
    return Interpretation(notes, (Draw(player=player, tiles=tiles, t=round(seen.time, 3), by="camera"),))


def _is_concluded(game: Game, player: str, time: float) -> bool:
    """Whether the draw of a player seen at `time` seconds was concluded already, from the play that followed it."""
    before, last = [None, None, *(step.event for step in game.standing())][-2:]
    if not (isinstance(last, Play) and last.t is not None and time - last.t < LATE_DRAW_SECONDS):
        return False
    return isinstance(before, Draw) and before.inferred and before.player == player


def _layout_found(game: Game, seen: LayoutFound, notes: Notes) -> Interpretation:
    """A layout that nobody was seen to lay: a hand that is under way, or one that only seemed to be cleared away."""
    hand, layout, time = game.hand_in_play, seen.layout, round(seen.time, 3)
    was_cleared = notes.end.is_cleared
    if was_cleared and layout.is_empty:
        return Interpretation(notes)  # people have been asked already
    notes = replace(notes, end=replace(notes.end, is_cleared=False))
    recorded = game.hand.layout if game.hand else Layout()
    known = sum(tile in recorded for tile in layout.tiles)
    if hand is None:
        if known == len(layout):
            return Interpretation(notes)  # nothing lies there, or the tiles of the hand that is over still do
        if notes.is_bare and len(layout) <= MOST_ORDERED:
            return _plays_unwatched(game, seen.time, layout.placements, notes)
        return _hand_under_way(game, layout, time, notes)
    if hand.layout.is_empty and not hand.plays:
        return _plays_unwatched(game, seen.time, layout.placements, notes)
    # A hand that seemed to be cleared away may be laid out again tile by tile. Otherwise most of it must lie there.
    is_another = _is_of_another_hand(layout, recorded)
    if not is_another and 2 * known > (len(layout) if was_cleared else max(len(layout), len(recorded))):
        return Interpretation(notes, hand_goes_on=True)
    if (was_cleared or is_another) and not _may_be_turned_away(game, layout):
        return _hand_under_way(game, layout, time, notes)
    return Interpretation(notes, questions=(_question_whose_hand(game, time),))


def _is_of_another_hand(layout: Layout, recorded: Layout) -> bool:
    """Whether a layout is plainly not the recorded one, but began after that was cleared away.

    No two tiles touch in both. The recorded set is gone too, and tiles lie there that were never recorded. After a long
    hand few are left that were not: then most of its tiles are gone, or those that lie there touch others.
    """
    touching = _touching(layout)
    if len(recorded) < 2 or touching & _touching(recorded):
        return False
    new = sum(tile not in recorded for tile in layout.tiles)
    if new >= FEWEST_NEW and recorded.tiles[0] not in layout:
        return True
    elsewhere = sum(all(tile in recorded for tile in pair) for pair in touching)
    return elsewhere >= FEWEST_NEW or (len(touching) >= FEWEST_NEW and 2 * len(layout) <= len(recorded))


def _touching(layout: Layout) -> set[frozenset[Tile]]:
    """The pairs of a tile and its host."""
    return {frozenset((placed.tile, placed.on)) for placed in layout.placements if placed.on is not None}


def _may_be_turned_away(game: Game, layout: Layout) -> bool:
    """Whether the camera may show another table while the hand in play goes on.

    People have said so before of this hand, or the layout is that of the hand before.
    """
    steps = game.standing()
    place = max(place for place, step in enumerate(steps) if isinstance(step.event, HandStarted))
    since = game.record[steps[place].number :]
    if any(isinstance(event, HandEnd) and event.by == "camera" for event in since):
        return True  # that end was taken back: the hand is in play
    before = steps[place - 1].match.hand
    known = 0 if before is None else sum(tile in before.layout for tile in layout.tiles)
    return before is not None and 2 * known > max(len(layout), len(before.layout))


def _question_whose_hand(game: Game, time: float) -> QuestionDraft:
    """What to ask where a table that is seen for the first time is not that of the record."""
    over = Choice(lazy_gettext("A new hand has begun"), then=(inferred_end(game, time),))
    return QuestionDraft(
        "differs", lazy_gettext("The table and the record differ. Has a new hand begun?"), (over, GOES_ON)
    )


def _plays_unwatched(game: Game, time: float, placements: Iterable[Placement], notes: Notes) -> Interpretation:
    """Plays that nobody saw, in turn, until one wins the game. The first that does not fit is asked about."""
    events: list[Event] = []
    questions: list[QuestionDraft] = []
    for placement in placements:
        tile, on, joins, angle = placement.tile, placement.on, placement.joins, placement.angle
        found = interpret(game, Played(time, tile, on, joins=joins, angle=angle, is_unwatched=True), notes)
        events += found.events
        questions += found.questions
        for event in found.events:
            game = game.apply(event)
        if game.winner:
            break
    either = [question for question in questions if question.kind == "endwise"]
    others = [question for question in questions if question.kind != "endwise"]
    return Interpretation(notes, tuple(events), (*others[:1], *either), hand_goes_on=True)


def _hand_under_way(game: Game, layout: Layout, time: float, notes: Notes) -> Interpretation:
    """A new hand that begins with the layout as it lies, and the question whose turn it is.

    A hand in play must be over then.
    """
    before: tuple[Event, ...] = () if game.hand_in_play is None else (inferred_end(game, time),)
    for event in before:
        game = game.apply(event)
    if game.winner:
        return Interpretation(notes, before)
    setter = next_setter(game)
    # As the record keeps it, without angles: otherwise it would be drawn in another way after the next start.
    started = HandStarted(setter=setter, layout=Layout.parse(str(layout)), t=time, by="camera")
    number = len(game.record) + 1
    choices = tuple(
        Choice(player, then=(Correct(of=number, said=replace(started, setter=player)),) if player != setter else ())
        for player in game.players
    )
    if before:
        old = Choice(
            lazy_gettext("The old hand goes on"),
            then=(Correct(of=number, said=None), Correct(of=number - 1, said=None)),
        )
        choices = (*choices, old)
    text = lazy_ngettext(
        "%(number)s tile lies there already: it is taken as it lies. Whose turn is it?",
        "%(number)s tiles lie there already: they are taken as they lie. Whose turn is it?",
        len(layout.tiles),
    )
    return Interpretation(notes, (*before, started), (QuestionDraft("turn", text, choices),))
