"""Games on a layout: plays, claims, draws and passes, and the points of plays and hands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from .events import Claim, Draw, Event, Fault, HandEnd, HandStarted, Muggins, Pass, Play, RecordError, Score
from .hand import Hand
from .hand_scoring import (
    Hands,
    disproved_turns,
    end_bonuses,
    impossible_end,
    own_points,
    pass_bonuses,
    score_hand,
    tallied,
    undrawn_pips,
    validate_hands,
    went_out,
    wrong_set,
)
from .match import Match, best_of, sides_of_teams
from .outcomes import Bonus, HandEndOutcome, Missed, Outcome, PlayOutcome, ProvenFault, WrongClaimOutcome


@dataclass(frozen=True, slots=True)
class LayoutMatch(Match):
    """A game of hands whose tiles are played on a layout."""

    hand: Hand | None = None
    hands: int = 0
    last_winner: str | None = None
    """The player who won the last hand; in a tie the player of its last play if the winner always sets, else None.

    None while that is unknown.
    """
    pending_hand_ends: tuple[int, ...] = ()

    def sides_of_hand(self, number: int) -> Mapping[str, tuple[str, ...]]:
        """As in a match. Where partners rotate, the first player's partner in the first hand sits opposite, in the
        second next clockwise and in the third before, and so on."""
        if self.rules.partners != "rotating":
            return self.sides
        first, second, third, fourth = self.players
        return (
            sides_of_teams((first, fourth), (second, third)),
            sides_of_teams((first, third), (second, fourth)),
            sides_of_teams((first, second), (third, fourth)),
        )[number % 3]

    @property
    def hand_side_of(self) -> Mapping[str, str]:
        """The side of each player in the hand."""
        if self.rules.partners != "rotating":
            return self.side_of
        return {player: side for side, members in self.hand_sides.items() for player in members}

    @property
    def next_setter(self) -> str | None:
        if self.hand is None:
            return None
        if "winner" in (self.rules.first, self.rules.later):
            return self.last_winner
        return self.hand.next_after(self.hand.setter) if self.rules.first == "lot" else None

    def _step(self, event: Event, number: int, is_kept: bool) -> tuple[LayoutMatch, Outcome]:
        if isinstance(event, Play):
            return self._play(event, self._hand_for(event.player))
        if isinstance(event, Claim):
            return self._claim(event)
        if isinstance(event, (Draw, Pass)):
            hand = self._hand_for(event.player)
            if isinstance(event, Draw) and (is_kept or hand.is_completed_by(event)):
                return self._with(hand.with_tiles(event)), self._outcome()
            return self._draw_or_pass(event, number, hand)
        if isinstance(event, Muggins):
            return self._muggins(event)
        if isinstance(event, Score):
            return self._score(event)
        if isinstance(event, HandStarted):
            return self._begin_hand(event)
        if isinstance(event, HandEnd):
            return self._end_hand(event, number, self._hand_for(None))
        raise RecordError(
            "%(game)s is played on a layout, not scored by rounds; a hand_end event names the tiles left",
            game=self.rules.name,
        )

    def _begin_hand(self, event: HandStarted) -> tuple[LayoutMatch, Outcome]:
        self._check_player(event.setter)
        if self.hand is not None and self.hand.plays and not self.hand.is_over:
            raise RecordError("a new hand cannot begin before this one ends: a hand_end event names the tiles left")
        order = self.players if self.rules.direction == "clockwise" else self.players[::-1]
        # Where the winner sets, a tile decides only in the first hand and after a hand that nobody won.
        is_winners_set = self.rules.later == "winner" and (self.last_winner is not None or bool(self.pending_hand_ends))
        is_crossed = self.rules.cross and self.rules.first not in ("heaviest", "heaviest-single")
        sets_double = is_crossed or (self.rules.first == "highest-double" and not is_winners_set)
        hand, faults = Hand.begin(self.rules, order, event, sets_double)
        is_new = self.hand is None or self.hand.is_over
        match = replace(self, hand=hand, hands=self.hands + is_new)
        return match, match._outcome(faults)

    def _play(self, event: Play, hand: Hand) -> tuple[LayoutMatch, Outcome]:
        settled, missed = self._settle(hand)
        if settled.winner is not None:
            return settled, settled._outcome(missed=missed)
        needed = self.rules.target - settled.scores[self.side_of[event.player]]
        hand, result = hand.play(event, 1 if needed <= self.rules.near_target else None)
        if result.points and hand.unclaimed is None:
            match, past_target = settled._peg_play(hand, event.player, result.points)
        else:
            match, past_target = settled._with(hand), ()
        return match, PlayOutcome(
            match.scores,
            match.winner,
            result.faults,
            missed,
            past_target,
            match.skunked,
            count=result.count,
            points=result.points,
            open=result.open,
            barred=result.barred,
        )

    def _claim(self, event: Claim) -> tuple[LayoutMatch, Outcome]:
        self._check_player(event.player)
        side_of = self.hand_side_of
        unclaimed = self.hand.unclaimed if self.hand else None
        if self.hand is None or unclaimed is None or side_of[unclaimed[0]] != side_of[event.player]:
            self._refuse_if_unseen()
            return self, self._outcome(("false-claim",))
        if event.points != unclaimed[1]:
            self._refuse_if_unseen()
            is_lost = self.rules.wrong_claim == "opponent"
            match, missed = self._settle(self.hand, is_wrong=True) if is_lost else (self, None)
            return match, WrongClaimOutcome(
                match.scores,
                match.winner,
                ("wrong-claim",),
                missed,
                skunked=match.skunked,
                count=self.hand.count,
                due=unclaimed[1],
            )
        match, past_target = self._peg_play(replace(self.hand, unclaimed=None), *unclaimed)
        return match, match._outcome(past_target=past_target)

    def _score(self, event: Score) -> tuple[LayoutMatch, Outcome]:
        self._check_player(event.player)
        if self.hand is None:
            raise RecordError("points are pegged by hand once a hand has begun")
        least = min(self._gaining(event.player), key=lambda side: self.scores[side])
        if not event.points or self.scores[least] + event.points < 0:
            raise RecordError(
                "points: %(side)s has %(score)s, to which %(points)s cannot be added",
                side=least,
                score=self.scores[least],
                points=event.points,
            )
        match, past_target = self._peg(self.hand, event.player, event.points)
        if self.hand.is_over and not self.pending_hand_ends:
            match, _ = match._compared()
        return match, match._outcome(past_target=past_target)

    def _muggins(self, event: Muggins) -> tuple[LayoutMatch, Outcome]:
        self._check_player(event.player)
        unclaimed = self.hand.unclaimed if self.hand else None
        side_of = self.hand_side_of
        if self.hand is None or unclaimed is None or side_of[unclaimed[0]] == side_of[event.player]:
            self._refuse_if_unseen()
            return self, self._outcome(("false-muggins",))
        if self.rules.unclaimed == "lost":  # its player has until the next play to claim it
            missed = None if self.hand.is_called else Missed(*unclaimed, None)
            return self._with(replace(self.hand, is_called=True)), self._outcome(missed=missed)
        match, missed = self._settle(self.hand, event.player)
        return match, match._outcome(missed=missed)

    def _draw_or_pass(self, event: Draw | Pass, number: int, hand: Hand) -> tuple[LayoutMatch, Outcome]:
        settled, missed = self._settle(hand)
        if settled.winner is not None:
            return settled, settled._outcome(missed=missed)
        hand, faults = hand.draw(event, number) if isinstance(event, Draw) else hand.pass_turn(event, number)
        match = settled._with(hand)
        past_target: tuple[str, ...] = ()
        bonuses: tuple[Bonus, ...] = ()
        if isinstance(event, Pass) and (bonuses := pass_bonuses(hand, self.hand_side_of)):
            match, past_target = match._peg(hand, hand.last_player, bonuses[0].points)
        outcome = match._outcome(faults, missed, past_target)
        return match, replace(outcome, bonuses=bonuses) if bonuses else outcome

    def _end_hand(self, event: HandEnd, number: int, hand: Hand) -> tuple[LayoutMatch, Outcome]:
        if hand.layout.is_empty:
            raise RecordError("a hand cannot end before its first play")
        validate_hands(hand, event)
        settled, missed = self._settle(hand)
        if settled.winner is not None:
            return settled, settled._outcome(missed=missed)
        known = event.known_hands
        proven = tuple(
            ProvenFault(turn.player, turn.number, "drew-although-able" if turn.tiles else "passed-although-able")
            for turn in disproved_turns(hand, known)
        )
        faults = (
            impossible_end(hand, known) + wrong_set(hand, known) + tuple(dict.fromkeys(each.fault for each in proven))
        )
        if not event.unknown_players:
            return settled._score_hand(hand, known, missed, faults, proven)
        match, outcome = settled._await_tiles(hand, event, number)
        return match, replace(outcome, faults=faults, missed=missed, proven=proven)

    def _await_tiles(self, hand: Hand, event: HandEnd, number: int) -> tuple[LayoutMatch, HandEndOutcome]:
        """The state after a hand that is over although nothing is pegged until a correction names the tiles left."""
        out = went_out(self.rules, self.hand_sides, event.known_hands, hand.last_player)
        winner, setter = out if out is not None else (None, None)
        pending = (*self.pending_hand_ends, number)
        match = replace(self, hand=hand.ended(), last_winner=setter, pending_hand_ends=pending)
        return match, HandEndOutcome(match.scores, hand_winner=winner, unknown=tuple(event.unknown_players))

    def _score_hand(
        self, hand: Hand, left: Hands, missed: Missed | None, faults: tuple[Fault, ...], proven: tuple[ProvenFault, ...]
    ) -> tuple[LayoutMatch, HandEndOutcome]:
        """The state with the points for the tiles left. The best score at the target wins; a tie is played off."""
        last, undrawn = hand.last_player, undrawn_pips(hand, left)
        end = score_hand(self.rules, self.hand_sides, left, last, undrawn, hand.next_after(last))
        setter = end.player or (hand.last_player if self.rules.first == "winner" else None)
        match = replace(self, hand=hand.ended(), last_winner=setter)
        past_target: Sequence[str] = ()
        winners = self._gaining(end.player) if end.player is not None else ()
        bonuses: tuple[Bonus, ...] = ()
        if end.side is not None:
            bonuses = end_bonuses(hand, self.hands, end.side, end.player if end.is_out else None)
        extra = sum(bonus.points for bonus in bonuses)
        if self.rules.counted == "own":
            points = own_points(self.rules, self.hand_sides, left)
            own = {each: points[side] for player, side in self.hand_side_of.items() for each in self._gaining(player)}
            match, past_target = match._add({side: own[side] + extra * (side in winners) for side in own})
        elif winners:
            match, past_target = match._reach(
                match.hand, winners, tallied(self.rules, self.scores, winners, end.points + extra)
            )
        match, play_off = match._compared()
        return match, HandEndOutcome(
            match.scores,
            match.winner,
            faults,
            missed,
            tuple(past_target),
            match.skunked,
            bonuses,
            gained={side: score - self.scores[side] for side, score in match.scores.items()},
            hand_winner=end.side,
            play_off=play_off,
            proven=proven,
        )

    def _compared(self) -> tuple[LayoutMatch, tuple[str, ...]]:
        """The state between hands, once scores are compared with the target, and the sides that are level there."""
        leaders = tuple(best_of(self.rules, self.scores))
        is_end = max(self.scores.values()) >= self.rules.target or 0 < self.rules.hands <= self.hands
        if self.winner is not None or not is_end:
            return self, ()
        return (self._won_by(leaders[0]), ()) if len(leaders) == 1 else (self, leaders)

    def _refuse_if_unseen(self) -> None:
        """RecordError where whoever claims or calls may be right: nobody saw the last tile laid."""
        if self.hand is not None and not self.hand.is_over and self.hand.is_turn_guessed:
            raise RecordError(
                "nobody saw %(tile)s laid, and what it scored is not sure: enter the points by hand",
                tile=self.hand.plays[-1].tile,
            )

    def _settle(
        self, hand: Hand, caller: str | None = None, is_wrong: bool = False
    ) -> tuple[LayoutMatch, Missed | None]:
        """The state after an unclaimed score is settled, and the missed score; None if none is, or it was called.

        `caller` is the player who calls Muggins. Without a call the points go to the side of the next opponent to the
        left. So do those of a claim that `is_wrong`, under any rules. Unless an opponent calls, nobody has missed the
        score of a play that nobody saw.
        """
        if hand.unclaimed is None:
            return self, None
        if hand.is_turn_guessed and caller is None:
            return self._with(replace(hand, unclaimed=None)), None
        player, points = hand.unclaimed
        to: str | None = None
        if self.rules.unclaimed == "muggins" or is_wrong:
            place, side_of = self.players.index(player) + 1, self.hand_side_of
            following = self.players[place:] + self.players[:place]
            to = caller or next((each for each in following if side_of[each] != side_of[player]), player)
        hand = replace(hand, unclaimed=None)
        if to is None:
            return self._with(hand), None if hand.is_called else Missed(player, points, None)
        match, past_target = self._peg(hand, to, points)
        is_lost = len(past_target) == len(self._gaining(to))
        return match, Missed(player, points, None if is_lost else self.hand_side_of[to])

    def _with(self, hand: Hand | None, scores: Mapping[str, int] | None = None) -> LayoutMatch:
        """The state with another hand and other scores. This takes half the time of `dataclasses.replace`."""
        return self.__class__(
            self.rules,
            self.players,
            self.sides,
            self.side_of,
            self.scores if scores is None else scores,
            self.winner,
            hand,
            self.hands,
            self.last_winner,
            self.pending_hand_ends,
        )

    def _gaining(self, player: str) -> tuple[str, ...]:
        """The sides of the game that gain by what the player does: one, or where partners rotate both partners."""
        if self.rules.partners != "rotating":
            return (self.side_of[player],)
        partners = self.hand_sides[self.hand_side_of[player]]
        return (player, *(each for each in partners if each != player))

    def _peg(self, hand: Hand | None, player: str, points: int, room: int = 0) -> tuple[LayoutMatch, tuple[str, ...]]:
        """The state with another hand and points for what a player did added to the scores.

        The second value has the sides for which the points lead past an exact target, so that they are lost. `room` is
        what must still fit below such a target after the points.
        """
        gaining = self._gaining(player)
        summed = {side: self.scores[side] + points for side in gaining}
        return self._reach(hand, gaining, {**self.scores, **summed}, room)

    def _peg_play(self, hand: Hand, player: str, points: int) -> tuple[LayoutMatch, tuple[str, ...]]:
        """As `_peg`, for the score of a play; that of a last tile may have to leave room for going out."""
        rules = self.rules
        others = self.hand_sides[self.hand_side_of[player]] if rules.out_by == "side" else (player,)
        is_one_point = rules.out == "one-point" and rules.out_by != "nobody"
        is_out = is_one_point and all(hand.most_held(each) <= 0 for each in others)
        return self._peg(hand, player, points, room=int(rules.exact_with_out and is_out))

    def _reach(
        self, hand: Hand | None, gaining: Sequence[str], scores: Mapping[str, int], room: int = 0
    ) -> tuple[LayoutMatch, tuple[str, ...]]:
        """As `_peg`, with the scores that these sides would bring about.

        Of two partners who reach the target at once the higher score wins, and where they are level the first named.
        """
        rules = self.rules
        past = tuple(side for side in gaining if rules.exact and scores[side] + room > rules.target)
        match = self._with(hand, {**scores, **{side: self.scores[side] for side in past}})
        at_target = [side for side in gaining if side not in past and scores[side] >= rules.target]
        if rules.won != "at-once" or not at_target:
            return match, past
        leaders = [max(at_target, key=scores.__getitem__)] if rules.wins == "highest" else best_of(rules, match.scores)
        return match._won_by(leaders[0]) if len(leaders) == 1 else match, past

    def _add(self, points: Mapping[str, int]) -> tuple[LayoutMatch, tuple[str, ...]]:
        """The state with points added to every side's score, and the sides whose points lead past an exact target."""
        summed = {side: score + points[side] for side, score in self.scores.items()}
        past = tuple(side for side in summed if self.rules.exact and summed[side] > self.rules.target)
        return self._with(self.hand, {**summed, **{side: self.scores[side] for side in past}}), past

    def _won_by(self, side: str) -> LayoutMatch:
        hand = replace(self.hand, to_play=None) if self.hand else None
        return replace(self, winner=side, hand=hand)

    def _outcome(
        self, faults: tuple[Fault, ...] = (), missed: Missed | None = None, past_target: tuple[str, ...] = ()
    ) -> Outcome:
        """The outcome of an event that leads to this state, without the fields of a special event."""
        return Outcome(self.scores, self.winner, faults, missed, past_target, self.skunked)

    def _hand_for(self, player: str | None) -> Hand:
        """The hand in play. RecordError if there is none, or if `player` does not play."""
        if player is not None:
            self._check_player(player)
        if self.hand is None or self.hand.is_over:
            raise RecordError("no hand is in play: a hand begins with a hand event that names the setter")
        return self.hand
