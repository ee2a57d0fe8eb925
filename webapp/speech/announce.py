"""What is said aloud when something happens at the table: events turned into sentences, languages as data."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from muggins.scorer.game import Game
from muggins.scorer.record import changes_nothing
from muggins.scorer.reports.table_talk import table_talk
from muggins.scorer.rules.toml import tomllib
from muggins.scorer.tiles import Tile

Line = Mapping[str, Any]


def languages() -> tuple[str, ...]:
    """The languages that can be spoken, by their two letters."""
    return tuple(sorted(path.stem.removeprefix("speech_") for path in Path(__file__).parent.glob("speech_*.toml")))


def announce(game: Game, line: Line, language: str = "en", talk: bool = False) -> str:
    """What is said after the last event of `game`, whose line is `line`; "" where there is nothing to say.

    With claims by call a play's count stays untold: telling it would tell who has a score to claim. `talk` adds what
    the club would say of it.
    """
    voice = Voice(language)
    said = [*_missed(voice, line), *_what_happened(voice, game, line)]
    if talk:
        said += [voice.talk(word) for word in table_talk(game) if word != "skunked"]  # which is told in any case
    return " ".join([*said, *_won(voice, game, line)])


def caption(game: Game, line: Line, language: str = "en", talk: bool = False) -> str:
    """The same to be read: with who played what, which nobody need be told who saw it laid."""
    said = announce(game, line, language, talk)
    if line["event"] != "play" or not line.get("on"):
        return said
    voice = Voice(language)
    return f"{voice.say('play', player=line['player'], tile=voice.tile(line['tile']))} {said}".strip()


def announcements(game: Game, language: str = "en", talk: bool = False) -> list[str]:
    """What is said after each event of a record, as it was told."""
    said, now = [], Game()
    for event in game.record:
        now = now.apply(event)
        said.append(announce(now, now.last_line(), language, talk))
    return said


class Voice:
    """One language: its sentences, its words and its numbers."""

    def __init__(self, language: str) -> None:
        self._data = load_catalogue(language)

    def say(self, sentence: str, **names: object) -> str:
        """The sentence with its names filled in, beginning with a capital."""
        text: str = self._data["sentences"][sentence].format(**names)
        first = next((place for place, letter in enumerate(text) if letter.isalpha()), 0)
        return text[:first] + text[first : first + 1].upper() + text[first + 1 :]

    def talk(self, word: str) -> str:
        """What the club says (muggins.scorer.reports.table_talk.WORDS) as it is said in this language."""
        return str(self._data["talk"][word])

    def number(self, number: int) -> str:
        """The number in words; from a thousand on, in digits."""
        numbers = self._data["numbers"]
        if not 0 <= number < 1000:
            return str(number)
        if number < len(numbers["small"]):
            return str(numbers["small"][number])
        if number < 100:
            tens, rest = divmod(number, 10)
            return str(numbers["tens"][tens]) + (numbers["tens-joiner"] + self.number(rest) if rest else "")
        if number == 100:
            return str(numbers["hundred"])
        hundreds, rest = divmod(number, 100)
        return str(numbers["hundreds"][hundreds]) + (numbers["hundreds-joiner"] + self.number(rest) if rest else "")

    def points(self, points: int) -> str:
        """So many points: "one point", "fifteen points"."""
        if points == 1:
            return str(self._data["words"]["one-point"])
        number = self.number(points)
        for ending, before_noun in self._data["numbers"]["before-noun"].items():
            if number.endswith(ending):
                number = number.removesuffix(ending) + before_noun
                break
        return str(self._data["words"]["points"].format(number=number))

    def tile(self, text: str) -> str:
        """A tile's name: "six four", "double blank"."""
        tile, words = Tile.parse(text), self._data["words"]
        high, low = (self.number(pips) if pips else words["blank"] for pips in tile.halves)
        return str(words["double" if tile.is_double else "tile"].format(high=high, low=low))

    def side(self, side: str) -> str:
        """A side's name; a team by both its players."""
        return self.together(side.split("+"))

    def together(self, names: list[str] | tuple[str, ...]) -> str:
        if len(names) < 2:
            return "".join(names)
        return ", ".join(names[:-1]) + str(self._data["words"]["and"]) + names[-1]

    def scores(self, scores: Mapping[str, int]) -> str:
        template = self._data["words"]["score"]
        told = [template.format(side=self.side(side), number=self.number(score)) for side, score in scores.items()]
        return ", ".join(told)


@cache
def load_catalogue(language: str) -> dict[str, Any]:
    """A language's sentences, words and numbers. ValueError where it cannot be spoken."""
    if language not in languages():
        raise ValueError(f"language: expected one of {', '.join(languages())}, got {language!r}")
    return tomllib.loads((Path(__file__).parent / f"speech_{language}.toml").read_text(encoding="utf-8"))


def _what_happened(voice: Voice, game: Game, line: Line) -> list[str]:
    kind, player = line["event"], line.get("player", "")
    if kind == "play":
        return _play(voice, game, line)
    if kind == "game" and game.rules.pair:
        return [voice.say("game-pairs", player=game.players[0], number=voice.number(game.rules.pair))]
    if kind == "game":
        return [voice.say("game", players=voice.together(line["players"]), target=voice.number(game.rules.target))]
    if kind == "hand":
        return _fault(voice, line)  # who sets is told with the set
    if kind == "claim" and "fault" not in line:
        return [voice.say("claim", points=voice.points(line["points"]), player=player)]
    if kind == "score":
        named = "by-hand" if line["points"] > 0 else "by-hand-less"
        return [voice.say(named, points=voice.points(abs(line["points"])), player=player)]
    if kind == "claim":
        claimed, count = voice.points(line["points"]), voice.number(line.get("count", 0))
        return [voice.say(line["fault"], player=player, claimed=claimed, count=count)]
    if kind == "muggins":
        return [] if "missed" in line else [voice.say("false-muggins", player=player)]
    if kind in ("pass", "draw"):
        drawn = voice.number(line.get("tiles", 1))
        # Tiles that were concluded to be drawn before a pass are no news; the pass is.
        is_told = kind == "pass" or not line.get("inferred") or game.rules.unable == "take-one"
        return [*([voice.say(kind, player=player, number=drawn)] if is_told else []), *_fault(voice, line)]
    if kind == "correct":
        return [] if changes_nothing(game.record) else [_corrected(voice, game, line)]
    if kind == "hand_end":
        return [*_hand_end(voice, line), *_fault(voice, line)]
    return [voice.say("take_back")] if kind == "take_back" else []


def _corrected(voice: Voice, game: Game, line: Line) -> str:
    """A correction, with the scores that it has changed and no others."""
    before = game.results[-2].scores if len(game.results) > 1 else {}
    changed = {side: score for side, score in line["scores"].items() if before.get(side) != score}
    return voice.say("correct", scores=voice.scores(changed)) if changed else voice.say("correct-same")


def _play(voice: Voice, game: Game, line: Line) -> list[str]:
    tile = voice.tile(line["tile"])
    said = [] if line.get("on") else [voice.say("set", player=line["player"], tile=tile)]
    if "left" in line:
        said = [voice.say("pair", tile=tile, other=voice.tile(line["on"]))]
    said += _fault(voice, line)
    scores_while_playing = bool(game.rules.multiples)
    if not scores_while_playing or game.rules.claims == "call":
        return said
    count = voice.number(line["count"])
    if not line["points"]:
        return [*said, voice.say("count", count=count)]
    points = voice.points(line["points"])
    return [*said, voice.say("score", count=count, points=points, player=line["player"])]


def _fault(voice: Voice, line: Line) -> list[str]:
    tile = voice.tile(line["tile"]) if "tile" in line else ""
    faults = line.get("faults") or [line["fault"]] if "fault" in line else []
    return [voice.say(fault, player=_at_fault(voice, line, fault), tile=tile) for fault in faults]


def _at_fault(voice: Voice, line: Line, fault: str) -> str:
    """Who is at fault; at the end of a hand those whom the tiles left in it give away."""
    if "player" in line:
        return str(line["player"])
    proven = [each["player"] for each in line.get("able", []) if each["fault"] == fault]
    return voice.together(list(dict.fromkeys(proven)))


def _missed(voice: Voice, line: Line) -> list[str]:
    missed = line.get("missed")
    if not missed:
        return []
    number = voice.number(missed["points"])
    if missed["to"] is None:
        return [voice.say("missed-lost", player=missed["player"], number=number)]
    return [voice.say("missed", player=missed["player"], number=number, to=voice.side(missed["to"]))]


def _hand_end(voice: Voice, line: Line) -> list[str]:
    if "pairs" in line:
        return [] if line["pairs"] else [voice.say("hand_end-pairs")]
    if "untold" in line:
        return [voice.say("hand_end-untold", players=voice.together(line["untold"]))]
    if "gained" not in line:  # a score that was missed has won the game before
        return []
    if line["hand_winner"] is None:
        return [voice.say("hand_end-tie")]
    side, gained = voice.side(line["hand_winner"]), line["gained"][line["hand_winner"]]
    if not gained:
        return [voice.say("hand_end-bare", side=side)]
    return [voice.say("hand_end", side=side, points=voice.points(gained), scores=voice.scores(line["scores"]))]


def _won(voice: Voice, game: Game, line: Line) -> list[str]:
    winner = line.get("winner")
    won_before = len(game.results) > 1 and game.results[-2].winner == winner
    if not winner or won_before:
        return []
    said = [voice.say("won", side=voice.side(winner), scores=voice.scores(line["scores"]))]
    return [*said, voice.say("skunk")] if line.get("skunked") else said
