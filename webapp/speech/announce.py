"""Sentences that are spoken when something happens in a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from muggins.scorer.game import Game
from muggins.scorer.record import changes_nothing
from muggins.scorer.reports.table_talk import table_talk

from .catalogue import Voice

Line = Mapping[str, Any]
"""An event with its outcome as JSON."""


def announce(game: Game, line: Line, language: str = "en", talk: bool = False) -> str:
    """What is said after the last event of `game`, whose line is `line`; "" where there is nothing to say.

    Where scores are claimed, the count of a play is not said, since it would reveal who has a score to claim. `talk`
    adds the talk of the club.
    """
    voice = Voice(language)
    sentences = [*_missed(voice, line), *_sentences_of_event(voice, game, line)]
    if talk:
        sentences += [voice.talk(word) for word in table_talk(game) if word != "skunked"]  # _won says so anyway
    return " ".join([*sentences, *_won(voice, game, line)])


def caption(game: Game, line: Line, language: str = "en", talk: bool = False) -> str:
    """The announcement for reading: a play also names the player and the tile, which people at the table see."""
    announcement = announce(game, line, language, talk)
    if line["event"] != "play" or not line.get("on"):
        return announcement
    voice = Voice(language)
    return f"{voice.say('play', player=line['player'], tile=voice.tile(line['tile']))} {announcement}".strip()


def announcements(game: Game, language: str = "en", talk: bool = False) -> list[str]:
    """What was said after each event of a record."""
    spoken, current = [], Game()
    for event in game.record:
        current = current.apply(event)
        spoken.append(announce(current, current.last_line(), language, talk))
    return spoken


def _sentences_of_event(voice: Voice, game: Game, line: Line) -> list[str]:
    kind, player = line["event"], line.get("player", "")
    if kind == "play":
        return _play(voice, game, line)
    if kind == "game" and game.rules.pair:
        return [voice.say("game-pairs", player=game.players[0], number=voice.number(game.rules.pair))]
    if kind == "game" and game.rules.round_count is not None:
        rounds = voice.number(game.rules.round_count)
        return [voice.say("game-rounds", players=voice.together(line["players"]), number=rounds)]
    if kind == "game":
        return [voice.say("game", players=voice.together(line["players"]), target=voice.number(game.rules.target))]
    if kind == "hand":
        return _faults(voice, line)  # the set that follows names the setter
    if kind == "claim" and "fault" not in line:
        return [voice.say("claim", points=voice.points(line["points"]), player=player)]
    if kind == "round_hand":
        return [voice.say("claim", points=voice.points(line["points"]), player=player)]
    if kind == "score":
        key = "by-hand" if line["points"] > 0 else "by-hand-less"
        return [voice.say(key, points=voice.points(abs(line["points"])), player=player)]
    if kind == "claim":
        claimed, count = voice.points(line["points"]), voice.number(line.get("count", 0))
        return [voice.say(line["fault"], player=player, claimed=claimed, count=count)]
    if kind == "muggins":
        return [] if "missed" in line else [voice.say("false-muggins", player=player)]
    if kind in ("pass", "draw"):
        drawn = voice.number(line.get("tiles", 1))
        # Draws that are inferred before a pass are no news; the pass is.
        is_news = kind == "pass" or not line.get("inferred") or game.rules.unable == "take-one"
        news = [voice.say(kind, player=player, number=drawn)] if is_news else []
        return [*news, *_bonuses(voice, line), *_faults(voice, line)]
    if kind == "correct":
        return [] if changes_nothing(game.record) else [_corrected(voice, game, line)]
    if kind == "hand_end":
        return [*_bonuses(voice, line), *_hand_end(voice, game, line), *_faults(voice, line)]
    return [voice.say("take_back")] if kind == "take_back" else []


def _corrected(voice: Voice, game: Game, line: Line) -> str:
    """A correction, with the scores that it changed."""
    before = game.results[-2].scores if len(game.results) > 1 else {}
    changed = {side: score for side, score in line["scores"].items() if before.get(side) != score}
    return voice.say("correct", scores=voice.scores(changed)) if changed else voice.say("correct-same")


def _play(voice: Voice, game: Game, line: Line) -> list[str]:
    tile = voice.tile(line["tile"])
    sentences = [] if line.get("on") else [voice.say("set", player=line["player"], tile=tile)]
    if "left" in line:
        sentences = [voice.say("pair", tile=tile, other=voice.tile(line["on"]))]
    sentences += _faults(voice, line)
    if not game.rules.scores_in_play or game.rules.claims == "call":
        return sentences
    if not game.rules.multiples:  # no count scores, but ends that are level do
        claim = voice.say("claim", points=voice.points(line["points"]), player=line["player"])
        return [*sentences, claim] if line["points"] else sentences
    count = voice.number(line["count"])
    if not line["points"]:
        return [*sentences, voice.say("count", count=count)]
    points = voice.points(line["points"])
    return [*sentences, voice.say("score", count=count, points=points, player=line["player"])]


def _faults(voice: Voice, line: Line) -> list[str]:
    tile = voice.tile(line["tile"]) if "tile" in line else ""
    faults = line.get("faults") or [line["fault"]] if "fault" in line else []
    return [voice.say(fault, player=_at_fault(voice, line, fault), tile=tile) for fault in faults]


def _at_fault(voice: Voice, line: Line, fault: str) -> str:
    """Who is at fault. At the end of a hand these are the players whose remaining tiles prove the fault."""
    if "player" in line:
        return str(line["player"])
    proven = [proof["player"] for proof in line.get("able", []) if proof["fault"] == fault]
    return voice.together(list(dict.fromkeys(proven)))


def _missed(voice: Voice, line: Line) -> list[str]:
    missed = line.get("missed")
    if not missed:
        return []
    number = voice.number(missed["points"])
    if missed["to"] is None:
        return [voice.say("missed-lost", player=missed["player"], number=number)]
    return [voice.say("missed", player=missed["player"], number=number, to=voice.side(missed["to"]))]


def _bonuses(voice: Voice, line: Line) -> list[str]:
    """A sentence for each bonus: Capicúa!"""
    return [
        voice.say(f"bonus-{bonus['kind']}", side=voice.side(bonus["to"]), points=voice.points(bonus["points"]))
        for bonus in line.get("bonus", [])
    ]


def _hand_end(voice: Voice, game: Game, line: Line) -> list[str]:
    if "pairs" in line:
        return [] if line["pairs"] else [voice.say("hand_end-pairs")]
    if "untold" in line:
        return [voice.say("hand_end-untold", players=voice.together(line["untold"]))]
    if "gained" not in line:  # a missed score, settled by this event, has won the game already
        return []
    if line["hand_winner"] is None:
        return [voice.say("hand_end-tie")]
    side, gained = voice.side(line["hand_winner"]), line["gained"][line["hand_winner"]]
    if game.rules.tally != "sum":
        is_one_all = set(line["scores"].values()) == {1} and game.rules.tally == "in-a-row"
        scores = voice.say("one-all") if is_one_all else voice.say("scores", scores=voice.scores(line["scores"]))
        return [voice.say("hand_end-game", side=side), scores]
    if not gained:
        return [voice.say("hand_end-bare", side=side)]
    return [voice.say("hand_end", side=side, points=voice.points(gained), scores=voice.scores(line["scores"]))]


def _won(voice: Voice, game: Game, line: Line) -> list[str]:
    winner = line.get("winner")
    won_before = len(game.results) > 1 and game.results[-2].winner == winner
    if not winner or won_before:
        return []
    sentences = [voice.say("won", side=voice.side(winner), scores=voice.scores(line["scores"]))]
    if game.rules.tally == "in-a-row":  # six love: the others have nothing
        sentences.append(voice.say("love", number=voice.number(line["scores"][winner])))
    return [*sentences, voice.say("skunk")] if line.get("skunked") else sentences
