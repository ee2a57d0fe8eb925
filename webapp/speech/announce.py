"""Sentences that are spoken when something happens in a game."""

from __future__ import annotations

from dataclasses import replace

from muggins.scorer.events import (
    Claim,
    Correct,
    Draw,
    Event,
    Fault,
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
from muggins.scorer.game import Game, Step
from muggins.scorer.outcomes import HandEndOutcome, Outcome, PlayOutcome, RoundHandOutcome
from muggins.scorer.record import changes_nothing, replaced_events, standing_events
from muggins.scorer.reports.table_talk import table_talk
from muggins.scorer.reports.wording import player_of
from muggins.scorer.tiles import Tile

from .catalogue import Voice


def announce(game: Game, language: str = "en", talk: bool = False, tells_needed: bool = False) -> str:
    """What is said after the last event of a game; "" where there is nothing to say.

    Where scores are claimed, the count of a play is not said, since it would reveal who has a score to claim. `talk`
    adds the talk of the club, `tells_needed` what a side whose score has changed needs to win.
    """
    voice = Voice(language)
    sentences = [*_missed(voice, game.last), *_sentences_of_event(voice, game)]
    if talk:
        sentences += [voice.talk(word) for word in table_talk(game) if word != "skunked"]  # _won says so anyway
    if tells_needed:
        sentences += _needed(voice, game)
    return " ".join(filter(None, [*sentences, *_won(voice, game)]))


def caption(game: Game, language: str = "en", talk: bool = False, tells_needed: bool = False) -> str:
    """The announcement for reading: a play also names the player and the tile, which people at the table see."""
    announcement, event = announce(game, language, talk, tells_needed), game.last.event
    if not isinstance(event, Play) or not event.on:
        return announcement
    voice = Voice(language)
    return f"{voice.say('play', player=event.player, tile=voice.tile(event.tile))} {announcement}".strip()


def announcements(game: Game, language: str = "en", talk: bool = False) -> list[str]:
    """What was said after each event of a record."""
    spoken, current = [], Game()
    for event in game.record:
        current = current.apply(event)
        spoken.append(announce(current, language, talk))
    return spoken


def _sentences_of_event(voice: Voice, game: Game) -> list[str]:
    event, outcome = game.last.event, game.last.outcome
    match event:
        case GameStarted():
            return [_start(voice, game)]
        case HandStarted():
            # the set that follows names the setter
            pairs = [*game.hand_sides] if game.rules.partners == "rotating" else []
            sides = [voice.say("partners", first=voice.side(pairs[0]), second=voice.side(pairs[1]))] if pairs else []
            told = outcome
            if "exposed" in outcome.faults and game.rules.exposed == "shown":
                told = replace(outcome, faults=tuple(fault for fault in outcome.faults if fault != "exposed"))
            shown = [voice.say("exposed-shown")] if told is not outcome else []
            return (
                sides
                + shown
                + _faults(voice, event, told, event.layout.misplayed(game.rules) if event.layout else None)
            )
        case Play():
            return _play(voice, game, event, outcome)
        case Claim() if outcome.fault:
            return [voice.say(outcome.fault, player=event.player, claimed=voice.points(event.points))]
        case Claim():
            return [voice.say("claim", points=voice.points(event.points), player=_scorers(voice, game, event.player))]
        case RoundHand() if isinstance(outcome, RoundHandOutcome):
            points = voice.points(outcome.points)
            return [voice.say("claim", points=points, player=event.player), *_faults(voice, event, outcome)]
        case Score():
            key = "by-hand" if event.points > 0 else "by-hand-less"
            points = voice.points(abs(event.points))
            return [voice.say(key, points=points, player=_scorers(voice, game, event.player))]
        case Muggins():
            return _faults(voice, event, outcome)
        case Pass():
            return [voice.say("pass", player=event.player), *_bonuses(voice, outcome), *_faults(voice, event, outcome)]
        case Draw():
            # Draws that are inferred before a pass are no news; the pass is.
            is_news = not event.inferred or game.rules.unable == "take-one"
            drawn = [voice.say("draw", player=event.player, tiles=voice.tiles(event.tiles))] if is_news else []
            return [*drawn, *_faults(voice, event, outcome)]
        case HandEnd():
            return [*_bonuses(voice, outcome), *_hand_end(voice, game, outcome), *_faults(voice, event, outcome)]
        case Correct():
            return [] if changes_nothing(game.record) else _corrected(voice, game)
        case TakeBack():
            laid = [each.event for each in standing_events(game.record[:-1]) if isinstance(each.event, Play)]
            said = voice.say("struck-play", player=laid[-1].player, tile=voice.tile(laid[-1].tile))
            return [said, *(voice.say(fault) for fault in outcome.faults)]
    return []


def _start(voice: Voice, game: Game) -> str:
    rules = game.rules
    if rules.pair:
        return voice.say("game-pairs", player=game.players[0], number=voice.number(rules.pair))
    players = voice.together(game.players)
    if rules.round_count is not None:
        return voice.say("game-rounds", players=players, number=voice.number(rules.round_count))
    key = "game" if rules.wins == "highest" else "game-lowest"
    return voice.say(key, players=players, target=voice.number(rules.target))


def _corrected(voice: Voice, game: Game) -> list[str]:
    """What a correction took back or brought back, or that it is one, with the scores that it changed."""
    before = game.outcomes[-2].scores
    changed = {side: score for side, score in game.last.outcome.scores.items() if before.get(side) != score}
    if about := _struck_or_restored(voice, game):
        return [about, voice.say("scores", scores=voice.scores(changed))] if changed else [about]
    return [voice.say("correct", scores=voice.scores(changed)) if changed else voice.say("correct-same")]


def _struck_or_restored(voice: Voice, game: Game) -> str:
    """What the last event, a correction, takes away or brings back; "" where it puts something else in its place."""
    last = game.last.event
    assert isinstance(last, Correct)
    was = replaced_events(game.record)[len(game.record)]
    event, key = (was, "struck") if last.said is None else (last.said, "restored")
    if event is None or (was is not None and last.said is not None):
        return ""
    if isinstance(event, Play):
        return voice.say(f"{key}-play", player=event.player, tile=voice.tile(event.tile))
    if isinstance(event, HandEnd) and key == "struck":  # what it brought is no news
        return voice.say("struck-end")
    then = Game((*game.record[: last.of - 1], event), game.outcomes[: last.of], game.match)
    said = _sentences_of_event(voice, then)
    return voice.say(key, sentence=said[0]) if said else ""


def _scorers(voice: Voice, game: Game, player: str) -> str:
    """The player who has points, with the partner who gets them too where partners rotate."""
    return voice.together(game.scorers_of(player))


def _play(voice: Voice, game: Game, event: Play, outcome: Outcome) -> list[str]:
    rules, tile = game.rules, voice.tile(event.tile)
    sentences = [] if event.on else [voice.say("set", player=event.player, tile=tile)]
    if event.on and rules.pair:
        sentences = [voice.say("pair", tile=tile, other=voice.tile(event.on))]
    sentences += _faults(voice, event, outcome)
    if not isinstance(outcome, PlayOutcome) or not rules.scores_in_play or rules.claims == "call":
        return sentences
    points = voice.points(outcome.points)
    if not rules.multiples:  # no count scores, but ends that are level do
        scored = [voice.say("claim", points=points, player=_scorers(voice, game, event.player))]
        return sentences + scored if outcome.points else sentences
    count = voice.number(outcome.count)
    if not outcome.points:
        return [*sentences, voice.say("count", count=count)]
    scorers = _scorers(voice, game, event.player)
    return [*sentences, voice.say("score", count=count, points=points, player=scorers)]


def _faults(voice: Voice, event: Event, outcome: Outcome, misplayed: Tile | None = None) -> list[str]:
    laid = event.tile if isinstance(event, Play) else misplayed
    tile = "" if laid is None else voice.tile(laid)
    return [
        voice.say(fault, player=player, tile=tile)
        for fault in outcome.faults
        for player in _at_fault(event, outcome, fault)
    ]


def _at_fault(event: Event, outcome: Outcome, fault: Fault) -> list[str]:
    """Who is at fault. At the end of a hand these are the players whose remaining tiles prove the fault."""
    if isinstance(event, HandEnd) and fault == "cannot-be-out":
        return [player for player, tiles in event.known_hands.items() if not tiles]
    proven = outcome.proven if isinstance(outcome, HandEndOutcome) else ()
    return list(dict.fromkeys(each.player for each in proven if each.fault == fault)) or [player_of(event)]


def _missed(voice: Voice, step: Step) -> list[str]:
    missed = step.outcome.missed
    if not missed:
        return []
    values = {"player": missed.player, "points": voice.points(missed.points), "number": missed.points}
    key = "missed" if isinstance(step.event, Muggins) else "unclaimed"
    if missed.to is None:
        return [voice.say(f"{key}-lost", **values)]
    return [voice.say(key, to=voice.side(missed.to), **values)]


def _bonuses(voice: Voice, outcome: Outcome) -> list[str]:
    """A sentence for each bonus: Capicúa!"""
    return [
        voice.say(f"bonus-{bonus.kind}", side=voice.side(bonus.to), points=voice.points(bonus.points))
        for bonus in outcome.bonuses
    ]


def _hand_end(voice: Voice, game: Game, outcome: Outcome) -> list[str]:
    if not isinstance(outcome, HandEndOutcome):  # a missed score, settled by this event, has won the game already
        return []
    if outcome.pairs is not None:
        return [] if outcome.pairs else [voice.say("hand_end-pairs")]
    if outcome.unknown:
        return [voice.say("hand_end-untold", players=voice.together(outcome.unknown))]
    if outcome.gained is not None and game.rules.counted == "own":
        left, scores = voice.scores(outcome.gained), voice.scores(outcome.scores)
        return [voice.say("hand_end-own", left=left, scores=scores)]
    if outcome.hand_winner is None or outcome.gained is None:
        return [voice.say("hand_end-tie")]
    side, gained = voice.side(outcome.hand_winner), outcome.won
    if game.rules.tally != "sum":
        is_one_all = set(outcome.scores.values()) == {1} and game.rules.tally == "in-a-row"
        scores = voice.say("one-all") if is_one_all else voice.say("scores", scores=voice.scores(outcome.scores))
        return [voice.say("hand_end-game", side=side), scores]
    if not gained:
        return [voice.say("hand_end-bare", side=side)]
    return [voice.say("hand_end", side=side, points=voice.points(gained), scores=voice.scores(outcome.scores))]


def _needed(voice: Voice, game: Game) -> list[str]:
    before = game.outcomes[-2].scores if len(game.outcomes) > 1 else game.scores
    return [
        voice.say("needs", side=voice.side(side), points=voice.points(points), number=len(side.split("+")))
        for side, points in game.needed.items()
        if before.get(side) != game.scores[side]
    ]


def _won(voice: Voice, game: Game) -> list[str]:
    outcome = game.last.outcome
    winner = outcome.winner
    won_before = len(game.outcomes) > 1 and game.outcomes[-2].winner == winner
    if not winner or won_before:
        return []
    scores = voice.scores(outcome.scores)
    sentences = [voice.say("won", side=voice.side(winner), scores=scores, number=len(winner.split("+")))]
    if game.rules.tally == "in-a-row":  # six love: the others have nothing
        sentences.append(voice.say("love", number=voice.number(outcome.scores[winner])))
    return [*sentences, voice.say("skunk")] if outcome.skunked else sentences
