"""The state of a game after some events, and the step from one state to the next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from .events import Claim, Draw, Event, GameStarted, HandEnd, HandStarted, Muggins, Pass, Play, RecordError, Score
from .hand import Hand
from .hand_scoring import check_hands, ending, false_needs, is_cut_short
from .knockout import discard, pairs_left
from .rules.rulesets import RuleSet, load_ruleset, ruleset_names
from .sides import sides_of
from .tiles import full_set

Outcome = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Match:
    """A game as it stands: its rules, its sides and their scores, and the hand in play."""

    rules: RuleSet
    players: tuple[str, ...]
    """Clockwise."""
    sides: Mapping[str, tuple[str, ...]]
    """The players of each side."""
    side_of: Mapping[str, str]
    scores: Mapping[str, int]
    winner: str | None = None
    hand: Hand | None = None
    hands: int = 0
    """Begun so far."""
    last_winner: str | None = None
    """The player who won the last hand, or in a tie played last in it; None while that is not known."""
    untold: tuple[int, ...] = ()
    """The numbers of the hand_ends whose points wait for tiles that were not told."""

    @staticmethod
    def begin(event: GameStarted) -> Match:
        """The game before its first hand. RecordError says what of the event cannot be."""
        named = {"claims": event.claims, "target": event.target, "set": event.set}
        options = {**(event.options or {}), **{key: value for key, value in named.items() if value is not None}}
        if event.rules not in ruleset_names():
            told = "; a house rule set is told as the one it is based on, with its changes as options"
            raise RecordError(f"no rule set is called {event.rules!r}; there are {', '.join(ruleset_names())}{told}")
        try:
            rules = load_ruleset(event.rules, options)
        except ValueError as error:
            raise RecordError(str(error)) from None
        players = event.players
        if len(players) not in rules.tiles:
            numbers = " or ".join(map(str, rules.tiles))
            noun = "player" if numbers == "1" else "players"
            raise RecordError(f"{rules.id} is played by {numbers} {noun}, not by {len(players)}")
        if len(set(players)) < len(players) or any("+" in player or not player.strip() for player in players):
            raise RecordError(f"players: each needs a name of their own, without +, not {', '.join(players)}")
        sides = sides_of(rules, players, event.teams)
        side_of = {player: side for side, members in sides.items() for player in members}
        return Match(rules, players, sides, side_of, dict.fromkeys(sides, 0))

    @property
    def next_setter(self) -> str | None:
        """Who sets the next hand; None where the tiles or a lot decide it."""
        if self.hand is None or self.rules.first in ("highest-double", "heaviest"):
            return None
        return self.last_winner if self.rules.first == "winner" else self.hand.next_after(self.hand.setter)

    def after(self, event: Event, number: int) -> tuple[Match, Outcome]:
        """The state after an event, the number of which is its place in the record, and what it makes known.

        RecordError if the event cannot come now.
        """
        if self.winner is not None:
            raise RecordError(f"the game is over: {self.winner} has won it; take back or correct a play to go on")
        if isinstance(event, Play):
            return self._play(event, self._hand_for(event.player))
        if isinstance(event, Claim):
            return self._claim(event)
        if isinstance(event, (Draw, Pass)):
            return self._draw_or_pass(event, number, self._hand_for(event.player))
        if isinstance(event, Muggins):
            return self._muggins(event)
        if isinstance(event, Score):
            return self._score(event)
        if isinstance(event, HandStarted):
            return self._begin_hand(event)
        if isinstance(event, HandEnd):
            return self._end_hand(event, number, self._hand_for(None))
        raise RecordError("the game has begun already; a new game is a new record")

    def _begin_hand(self, event: HandStarted) -> tuple[Match, Outcome]:
        self._check_player(event.setter)
        if self.hand is not None and self.hand.plays and not self.hand.is_over:
            raise RecordError("a new hand cannot begin before hand_end has told the tiles left in this one")
        order = self.players if self.rules.direction == "clockwise" else self.players[::-1]
        hand, faults = Hand.begin(self.rules, order, event)
        match = replace(self, hand=hand, hands=self.hands + 1)
        return match, match._told(faults)

    def _play(self, event: Play, hand: Hand) -> tuple[Match, Outcome]:
        settled, missed = self._settled(hand)
        if settled.winner is not None:
            return settled, {**missed, **settled._told()}
        hand, made = discard(hand, event) if self.rules.pair else hand.play(event)
        match = settled._with(hand)
        outcome: Outcome = {"count": made.count, "points": made.points, "open": made.open, **missed}
        if made.barred:
            outcome["barred"] = made.barred
        if made.points and hand.unclaimed is None:
            match = match._pegged(self.side_of[event.player], made.points, outcome)
        if self.rules.pair:
            outcome["left"] = len(full_set(self.rules.set)) - 2 * len(hand.plays)
            match = match if outcome["left"] else match._won_by(self.side_of[event.player], outcome)
        return match, outcome | match._told(made.faults)

    def _claim(self, event: Claim) -> tuple[Match, Outcome]:
        self._check_player(event.player)
        unclaimed = self.hand.unclaimed if self.hand else None
        if self.hand is None or unclaimed is None or self.side_of[unclaimed[0]] != self.side_of[event.player]:
            return self, self._told(("false-claim",))
        if event.points != unclaimed[1]:
            return self, {"count": self.hand.count, "due": unclaimed[1], **self._told(("wrong-claim",))}
        outcome: Outcome = {}
        match = self._with(replace(self.hand, unclaimed=None))
        match = match._pegged(self.side_of[event.player], unclaimed[1], outcome)
        return match, {**outcome, **match._told()}

    def _score(self, event: Score) -> tuple[Match, Outcome]:
        self._check_player(event.player)
        side = self.side_of[event.player]
        outcome: Outcome = {}
        if self.hand is None:
            raise RecordError("points are pegged by hand once a hand has begun")
        if not event.points or self.scores[side] + event.points < 0:
            raise RecordError(f"points: {side} has {self.scores[side]}, to which {event.points} cannot be added")
        match = self._pegged(side, event.points, outcome)
        return match, {**outcome, **match._told()}

    def _muggins(self, event: Muggins) -> tuple[Match, Outcome]:
        self._check_player(event.player)
        unclaimed = self.hand.unclaimed if self.hand else None
        caller = self.side_of[event.player]
        if self.hand is None or unclaimed is None or self.side_of[unclaimed[0]] == caller:
            return self, self._told(("false-muggins",))
        match, missed = self._settled(self.hand, caller)
        return match, {**missed, **match._told()}

    def _draw_or_pass(self, event: Draw | Pass, number: int, hand: Hand) -> tuple[Match, Outcome]:
        if self.rules.pair:
            raise RecordError(f"in {self.rules.id} nobody draws or passes: a pair goes, or the hand ends")
        settled, outcome = self._settled(hand)
        if settled.winner is not None:
            return settled, {**outcome, **settled._told()}
        hand, faults = hand.draw(event, number) if isinstance(event, Draw) else hand.passed(event, number)
        match = settled._with(hand)
        return match, {**outcome, **match._told(faults)}

    def _end_hand(self, event: HandEnd, number: int, hand: Hand) -> tuple[Match, Outcome]:
        if hand.layout.is_empty and not self.rules.pair:
            raise RecordError("a hand cannot end before its first play")
        check_hands(hand, event)
        if self.rules.pair and not event.untold:
            return self._lost(event, hand)
        match, outcome = self._settled(hand)
        if match.winner is not None:
            return match, {**outcome, **match._told()}
        work_out = match._put_off if event.untold else match._gained
        match = work_out(event, number, hand, outcome)
        faults = ["not-blocked"] if is_cut_short(hand, event.told) else []
        for need in false_needs(hand, event.told):
            fault = "drew-although-able" if need.tiles else "passed-although-able"
            outcome.setdefault("able", []).append({"player": need.player, "of": need.number, "fault": fault})
            faults.append(fault)
        return match, {**outcome, **match._told(tuple(dict.fromkeys(faults)))}

    def _gained(self, event: HandEnd, _number: int, hand: Hand, outcome: Outcome) -> Match:
        """The state with the points of the tiles that are left."""
        end = ending(self.rules, self.sides, event.told)
        match = replace(self, hand=hand.ended(), last_winner=end.player or hand.last_player)
        if end.side is not None:
            match = match._pegged(end.side, end.points, outcome)
        match = match._won_at_end(outcome)
        outcome["gained"] = {side: score - self.scores[side] for side, score in match.scores.items()}
        outcome["hand_winner"] = end.side
        return match

    def _lost(self, event: HandEnd, hand: Hand) -> tuple[Match, Outcome]:
        """The end of a hand of Knock Out, in which no pair should be left."""
        pairs = pairs_left(hand, event.told[self.players[0]])
        outcome: Outcome = {"gained": dict.fromkeys(self.scores, 0), "hand_winner": None}
        outcome["pairs"] = [[str(one), str(other)] for one, other in pairs]
        match = self._with(hand.ended())
        return match, outcome | match._told(("not-blocked",) if pairs else ())

    def _put_off(self, event: HandEnd, number: int, hand: Hand, outcome: Outcome) -> Match:
        """The state with the hand's points left open, since tiles left are not told: nothing is pegged, nobody wins."""
        out = next((player for player, tiles in event.told.items() if not tiles), None)
        outcome["untold"] = event.untold
        if out is not None:
            outcome["hand_winner"] = self.side_of[out]
        return replace(self, hand=hand.ended(), last_winner=out, untold=(*self.untold, number))

    def _settled(self, hand: Hand, caller: str | None = None) -> tuple[Match, Outcome]:
        """The state once an unclaimed score is settled, and what that makes known: who missed what to whom, if so.

        No caller: the assistant calls.
        """
        if hand.unclaimed is None:
            return self, {}
        player, points = hand.unclaimed
        side: str | None = None
        if self.rules.unclaimed == "muggins":
            others = [other for other in self.sides if other != self.side_of[player]]
            left = self.players[(self.players.index(player) + 1) % len(self.players)]
            side = caller or (others[0] if len(others) == 1 else self.side_of[left])
        outcome: Outcome = {}
        match = self._with(replace(hand, unclaimed=None))
        if side is not None:
            match = match._pegged(side, points, outcome)
            side = None if outcome.pop("over", False) else side  # past an exact target it is lost
        return match, {"missed": {"player": player, "points": points, "to": side}, **outcome}

    def _with(self, hand: Hand | None, scores: Mapping[str, int] | None = None) -> Match:
        """The state with another hand, and other scores; as `replace` gives it, in half the time."""
        return Match(
            self.rules,
            self.players,
            self.sides,
            self.side_of,
            self.scores if scores is None else scores,
            self.winner,
            hand,
            self.hands,
            self.last_winner,
            self.untold,
        )

    def _pegged(self, side: str, points: int, outcome: Outcome) -> Match:
        """The state with points on a side's score; where they lead past an exact target they do not count."""
        score = self.scores[side] + points
        if self.rules.exact and score > self.rules.target:
            outcome["over"] = True
            return self
        match = self._with(self.hand, {**self.scores, side: score})
        if self.rules.won == "at-once" and score >= self.rules.target:
            return match._won_by(side, outcome)
        return match

    def _won_at_end(self, outcome: Outcome) -> Match:
        """The state after a hand: the highest of those at the target wins, and a tie is played off."""
        best = max(self.scores.values())
        if self.winner is not None or best < self.rules.target:
            return self
        leaders = [side for side, score in self.scores.items() if score == best]
        if len(leaders) > 1:
            outcome["play_off"] = leaders
            return self
        return self._won_by(leaders[0], outcome)

    def _won_by(self, side: str, outcome: Outcome) -> Match:
        turn = min(self.rules.skunk, (self.rules.target + 1) // 2)
        skunked = [other for other, score in self.scores.items() if score < turn and other != side]
        if skunked:
            outcome["skunked"] = skunked
        hand = replace(self.hand, to_play=None) if self.hand else None
        return replace(self, winner=side, hand=hand)

    def _told(self, faults: tuple[str, ...] = ()) -> Outcome:
        """What every outcome ends with, after its faults: the gravest as `fault`, all of them where there are more."""
        told: Outcome = {"fault": faults[0]} if faults else {}
        if len(faults) > 1:
            told["faults"] = list(faults)
        told["scores"] = self.scores
        told["winner"] = self.winner
        return told

    def _hand_for(self, player: str | None) -> Hand:
        """The hand in play, in which this player takes part. RecordError if there is none."""
        if player is not None:
            self._check_player(player)
        if self.hand is None or self.hand.is_over:
            raise RecordError("no hand is in play: a hand begins with a hand event that names the setter")
        return self.hand

    def _check_player(self, player: str) -> None:
        if player not in self.side_of:
            raise RecordError(f"{player} does not play; the players are {', '.join(self.players)}")
