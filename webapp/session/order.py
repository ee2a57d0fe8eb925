"""Which of the tiles that nobody saw laid came first: what people are asked, and what their answers change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from muggins.scorer.events import (
    Correct,
    Draw,
    Event,
    GameStarted,
    HandEnd,
    HandStarted,
    Pass,
    Play,
    RecordError,
    TakeBack,
)
from muggins.scorer.game import Game, Step
from muggins.scorer.outcomes import PlayOutcome
from muggins.scorer.tiles import Tile
from muggins.scorer.turns import by_turns
from muggins.texts import lazy_gettext

from .questions import Choice, QuestionDraft

TOGETHER_SECONDS = 5.0
"""Tiles that are told within so many seconds of each other were found by one look at the table.

A tile is told a second after it is read; one that is read badly may take three more.
"""


def question_about_order(game: Game) -> QuestionDraft | None:
    """What to ask where plays would have other players or points in another order; None where no order is in doubt.

    Of several tiles it is asked which came first, and then about the others.
    """
    for numbers in _guessed_together(game):
        plays = _plays_at(game, numbers)
        recorded, misplays = _result(game, numbers), _misplays(game)
        others = []
        for play in plays[1:]:
            found = _brought_first(game, numbers, play.tile)
            if found is not None and _misplays(found[1]) <= misplays and _result(found[1], numbers) != recorded:
                others.append(_first(play.tile, found[0]))
        if others:
            told = [
                Correct(of=number, said=replace(play, unseen="order-told"))
                for number, play in zip(numbers, plays, strict=True)
            ]
            choices = [_first(plays[0].tile, told[:1]), *others]
            tiles = ", ".join(str(play.tile) for play in plays)
            if len(plays) > 2:
                choices.append(Choice(lazy_gettext("In this order: %(tiles)s", tiles=tiles), then=tuple(told[:-1])))
            text = lazy_gettext(
                "Nobody saw in which order these tiles were laid: %(tiles)s. Which came first?", tiles=tiles
            )
            return QuestionDraft("order", text, tuple(choices))
    return None


def question_about_setter(game: Game) -> QuestionDraft | None:
    """Who set, where nobody saw it, the rules do not say, and people have not yet; None where that is known.

    All other plays that nobody saw go by turns from there.
    """
    steps = game.standing()
    for place, step in enumerate(steps[:-1]):
        started, play = step.event, steps[place + 1].event
        if not isinstance(started, HandStarted) or not isinstance(play, Play) or play.unseen is None or play.on:
            continue
        if steps[place - 1].match.next_setter is not None or _is_said(game, step.number):
            continue
        number = steps[place + 1].number
        choices = (
            Choice(
                player,
                then=(
                    Correct(of=step.number, said=started)
                    if player == play.player
                    else Correct(of=number, said=replace(play, player=player)),
                ),
            )
            for player in game.players
        )
        return QuestionDraft("order", lazy_gettext("Who set %(tile)s?", tile=play.tile), tuple(choices))
    return None


def question_about_player(game: Game) -> QuestionDraft | None:
    """Who laid a tile that scored and that nobody saw, where whoever is seen to play next was not next by turns.

    None where all who play are next by turns, or people have said that it is so.
    """
    steps, unseen = game.standing(), list[Step]()
    for step in steps if game.rules.goes_on == "never" else ():
        if not isinstance(step.event, Play):
            unseen = [] if isinstance(step.event, HandStarted) else unseen
            continue
        if step.event.unseen is not None:
            unseen.append(step)
            continue
        next_by_turns = unseen[-1].match.hand.to_play if unseen and unseen[-1].match.hand else None
        scored = (each for each in unseen if isinstance(each.outcome, PlayOutcome) and each.outcome.points)
        laid, unseen = next(scored, None), []
        if next_by_turns in (None, step.event.player) or laid is None or _is_said(game, step.number):
            continue
        play = laid.event
        assert isinstance(play, Play)
        told = Correct(of=step.number, said=step.event)
        choices = (
            Choice(
                player,
                then=(
                    *((Correct(of=laid.number, said=replace(play, player=player)),) if player != play.player else ()),
                    told,
                ),
            )
            for player in game.players
        )
        return QuestionDraft("order", lazy_gettext("Who played %(tile)s?", tile=play.tile), tuple(choices))
    return None


def _is_said(game: Game, number: int) -> bool:
    """Whether people have recorded or corrected an event."""
    said = [event for event in game.record if isinstance(event, Correct) and event.of == number]
    return any(event.is_by_person for event in (game.record[number - 1], *said))


def bears_on_order(game: Game, events: Sequence[Event]) -> bool:
    """Whether another question about the order may follow from events. To try all orders replays the record.

    What is seen to be played later changes nothing of an order, unless that decides which double is the spinner. The
    first such play shows whose turn it was.
    """
    if any(isinstance(event, Correct | TakeBack | GameStarted | HandStarted | HandEnd) for event in events):
        return True
    hand = game.hand_in_play
    guessed = [play for play in hand.plays if play.unseen == "order-guessed"] if hand is not None else []
    latest = [play.unseen is not None for play in hand.plays[-2:]] if hand is not None else []
    if all(isinstance(event, Draw | Pass) or (isinstance(event, Play) and not event.unseen) for event in events):
        may_be_spinner = sum(play.tile.is_double for play in guessed) > 1 or any(play.on is None for play in guessed)
        shows_turn = latest == [True, False]
        return (may_be_spinner or shows_turn) and any(isinstance(event, Play) for event in events)
    return bool(guessed)


def _first(tile: Tile, then: Sequence[Correct]) -> Choice:
    return Choice(lazy_gettext("%(tile)s came first", tile=tile), tile, then=tuple(then))


def _guessed_together(game: Game) -> Iterator[list[int]]:
    """The numbers of plays in a row whose order is a guess, two and more that were told together."""
    together: list[int] = []
    time = 0.0
    for step in game.standing():
        event = step.event
        if isinstance(event, Play | HandStarted):
            is_guessed = isinstance(event, Play) and event.unseen == "order-guessed"
            now = event.t or 0.0
            if together and not (is_guessed and now - time <= TOGETHER_SECONDS):
                if len(together) > 1:
                    yield together
                together = []
            if is_guessed:
                together, time = [*together, step.number], now
    if len(together) > 1:
        yield together


def _plays_at(game: Game, numbers: Sequence[int]) -> list[Play]:
    events = {step.number: step.event for step in game.standing()}
    return [event for number in numbers if isinstance(event := events[number], Play)]


def _result(game: Game, numbers: Sequence[int]) -> tuple[Mapping[Tile, tuple[str, int]], Mapping[str, int], str | None]:
    """What an order leads to: who played each tile, for how many points, and the scores after all."""
    steps = [step for step in game.standing() if step.number in numbers]
    plays = {
        step.event.tile: (step.event.player, step.outcome.points)
        for step in steps
        if isinstance(step.event, Play) and isinstance(step.outcome, PlayOutcome)
    }
    return plays, game.scores, game.winner


def _misplays(game: Game) -> int:
    return sum("misplay" in step.outcome.faults for step in game.standing())


def _brought_first(game: Game, numbers: Sequence[int], tile: Tile) -> tuple[list[Correct], Game] | None:
    """The corrections that bring a tile to the first of these places, and the game after them; None where none can.

    Every tile comes after its host. Where the set is among them, any of them may have been the set.
    """
    plays, corrections = _plays_at(game, numbers), list[Correct]()
    host = next(play.on for play in plays if play.tile == tile)
    if host is not None and any(play.tile == host for play in plays):
        found = _brought_first(game, numbers, host) if plays[0].on is None and host != plays[0].tile else ([], game)
        if found is None or plays[0].on is not None:
            return None
        corrections, game = found
        plays = _plays_at(game, numbers)
    place = next(place for place, play in enumerate(plays) if play.tile == tile)
    for at in range(place - 1, -1, -1):
        earlier, later = plays[at : at + 2]
        said = replace(later, player=earlier.player, unseen=earlier.unseen, t=earlier.t, by=earlier.by)
        if earlier.on is None:
            said = replace(said, on=None, joins=None, endwise=False)
        corrections.append(Correct(of=numbers[at], said=said if at else replace(said, unseen="order-told")))
        try:
            game = game.apply(corrections[-1])
        except RecordError:
            return None
        plays = _plays_at(game, numbers)
    if game.rules.goes_on != "never":  # whoever plays a double or scores goes on
        for correction in by_turns(game, numbers[1:], corrections[-1]):
            corrections.append(correction)
            game = game.apply(correction)
    return corrections, game
