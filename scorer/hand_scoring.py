"""What a hand brings: its winner, the points for the tiles left, its bonuses, and the faults that those tiles prove."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .errors import Phrase
from .events import BonusKind, Fault, HandEnd, RecordError
from .hand import Hand, UnableTurn
from .outcomes import Bonus
from .rules.rulesets import RuleSet
from .tiles import Tile

Hands = Mapping[str, tuple[Tile, ...]]
IMPOSSIBLE_ENDS: tuple[Fault, ...] = ("cannot-be-out", "not-blocked", "miscounted")
"""The faults for which a hand cannot have ended with the tiles that are named."""


@dataclass(frozen=True, slots=True)
class HandResult:
    """The side that wins a hand (None in a tie), the player whose hand wins it, and the points gained."""

    side: str | None
    player: str | None
    points: int
    is_out: bool = False
    """Whether the side went out; else the hand was blocked."""


def nearest_five(pips: int) -> int:
    """The multiple of five nearest to `pips`: 7 gives 5, 8 gives 10."""
    return (pips + 2) // 5 * 5


def own_points(rules: RuleSet, sides: Mapping[str, tuple[str, ...]], hands: Hands) -> dict[str, int]:
    """The points of each side where everybody scores the pips left in their own hand."""
    return {
        side: _points(rules, [pips_of(hands[each], rules) for each in players], 0) for side, players in sides.items()
    }


def undrawn_pips(hand: Hand, hands: Hands) -> int:
    """The pips that the tiles which nobody drew add to the points of the winner."""
    if hand.rules.boneyard == "stays":
        return 0
    known = {*hand.layout.tiles, *(tile for tiles in hands.values() for tile in tiles)}
    return pips_of(tuple(tile for tile in hand.pack if tile not in known), hand.rules)


def pips_of(tiles: tuple[Tile, ...], rules: RuleSet) -> int:
    """The pips of the tiles left in one hand, with doubles counted once if the rules say so."""
    return sum(_pips(tile, rules) for tile in tiles)


def _pips(tile: Tile, rules: RuleSet) -> int:
    if tile.total == 0:
        return rules.double_blank
    return tile.high if rules.count_doubles_once and tile.is_double else tile.total


def went_out(
    rules: RuleSet, sides: Mapping[str, tuple[str, ...]], hands: Hands, last: str | None
) -> tuple[str, str] | None:
    """The side that went out, and the player whose hand won; None where nobody has, as far as `hands` are known.

    Where both partners must go out, the hand is that of the player of the last play, `last`, if it was one of them.
    """
    if rules.out_by == "nobody":
        return None
    is_whole = rules.out_by == "side"
    for side, players in sides.items():
        out = [each for each in players if hands.get(each) == ()]
        if out and (len(out) == len(players) or not is_whole):
            return side, next((each for each in out if is_whole and each == last), out[0])
    return None


def score_hand(
    rules: RuleSet,
    sides: Mapping[str, tuple[str, ...]],
    hands: Hands,
    last: str | None = None,
    undrawn: int = 0,
    following: str | None = None,
) -> HandResult:
    """The result of a hand with these tiles left; `sides` holds the players of each side.

    `last` is the player of the last play, `following` the next, `undrawn` the pips of the tiles that nobody drew.
    """
    pips = {side: [pips_of(hands[player], rules) for player in players] for side, players in sides.items()}
    totals = {side: [sum(each)] for side, each in pips.items()}
    if (out := went_out(rules, sides, hands, last)) is not None:
        side, player = out
        points = 1 if rules.out == "one-point" else _points(rules, _counted(rules, totals, side), undrawn)
        return HandResult(side, player, points, is_out=True)
    if rules.blocked == "nothing" and rules.counted != "own":
        return HandResult(None, None, 0)
    # what decides a blocked game is compared with its like: the totals of sides, or single hands
    judged = {last, following} if rules.lowest == "blocker" else hands.keys()
    rank = {player: _rank(rules, tiles) for player, tiles in hands.items() if player in judged}
    deciding = {side: [player for player in players if player in rank] for side, players in sides.items()}
    ranks = {side: min(rank[player] for player in players) for side, players in deciding.items() if players}
    if rules.lowest == "side":
        ranks = {side: (0, sum(each)) for side, each in pips.items()}
    lowest = [side for side in ranks if ranks[side] == min(ranks.values())]
    if len(lowest) > 1 and rules.tie == "lowest-tile":
        lightest = {
            side: min((tile.total for player in sides[side] for tile in hands[player]), default=-1) for side in lowest
        }
        lowest = [side for side in lowest if lightest[side] == min(lightest.values())]
    if len(lowest) > 1:
        return HandResult(None, None, 0)
    side = lowest[0]
    own = ranks[side][1]
    player = min(deciding[side], key=lambda player: rank[player])
    if rules.blocked == "one-point":
        return HandResult(side, player, 1)
    if rules.blocked == "differences":
        counted = _counted(rules, totals if rules.lowest == "side" else pips, side)
        return HandResult(side, player, _points(rules, [max(0, each - own) for each in counted], undrawn))
    less = own if rules.blocked == "pips-less-own" else 0
    return HandResult(side, player, _points(rules, _counted(rules, totals, side), undrawn - less))


def _rank(rules: RuleSet, hand: tuple[Tile, ...]) -> tuple[int, int]:
    """What decides a blocked game between single hands: their pips, after their doubles where these decide first."""
    doubles = sum(tile.is_double for tile in hand) if rules.lowest == "fewest-doubles" else 0
    return doubles, pips_of(hand, rules)


def tallied(rules: RuleSet, scores: Mapping[str, int], winners: Sequence[str], points: int) -> dict[str, int]:
    """Each side's score after a hand was won with these points, by one side or by two partners who rotate."""
    summed = {**scores, **{side: scores[side] + points for side in winners}}
    if rules.tally == "sum":
        return summed
    (side,) = winners
    nothing = dict.fromkeys(scores, 0)
    if rules.tally == "until-all-score":
        return nothing if min(summed.values()) >= 1 else summed
    own, best = scores[side], max(score for other, score in scores.items() if other != side)
    if best <= 0:
        return summed
    if own == 0 and best == 1 and rules.one_all:
        return {**scores, side: 1}
    return {**nothing, side: 2} if own == best == 1 else nothing


def _counted(rules: RuleSet, pips: Mapping[str, list[int]], winner: str) -> list[int]:
    """The pips that the winner scores; `pips` has those of each side."""
    return [each for side, of_side in pips.items() if side != winner or rules.counted == "all" for each in of_side]


def _points(rules: RuleSet, counted: list[int], more: int) -> int:
    """The points for the sum of the pips counted and `more`, rounded and divided as the rules say; never below 0."""
    if rules.rounding == "each":
        return max(0, sum(map(nearest_five, counted)) + more) // rules.divisor
    pips = max(0, sum(counted) + more)
    return (nearest_five(pips) if rules.rounding == "sum" else pips) // rules.divisor


def pass_bonuses(hand: Hand, sides: Mapping[str, str]) -> tuple[Bonus, ...]:
    """The bonuses that the last pass of the hand brings to the player of the last play. `sides` has each one's side."""
    rules = hand.rules
    if not rules.bonuses or not hand.plays or not hand.passed:
        return ()
    player = hand.plays[-1].player
    side = sides[player]
    is_set = len(hand.plays) == 1 and hand.plays[0].on is None
    paid = rules.opening_pass if hand.plays[0].tile.is_double else rules.opening_pass_single or rules.opening_pass
    if is_set and paid and hand.passed[0] == hand.next_after(player):
        return (Bonus("opening-pass", paid, side),) if len(hand.passed) == 1 else ()
    before = hand.passed[:-1]
    others = {other for other in hand.players if other != player}
    is_round = others <= set(hand.passed) and not others <= set(before)
    return (Bonus("pass-round", rules.pass_round, side),) if rules.pass_round and is_round else ()


def end_bonuses(hand: Hand, number: int, side: str, out: str | None) -> tuple[Bonus, ...]:
    """The bonuses of the side that wins a hand. `out` is the player who went out, None if the game was blocked.

    `number` is the number of the hand in the game, counted from 1.
    """
    rules = hand.rules
    if not rules.bonuses:
        return ()
    points: dict[BonusKind, int] = {
        "hand": rules.hand_bonus[number - 1] if number <= len(rules.hand_bonus) else 0,
        "capicua": rules.capicua if out is not None and _fitted_both_ends(hand, out) else 0,
        "chuchazo": rules.chuchazo if out is not None and _went_out_blank(hand, out) else 0,
    }
    return tuple(Bonus(kind, paid, side) for kind, paid in points.items() if paid)


def _fitted_both_ends(hand: Hand, out: str) -> bool:
    """Whether the last tile of a player who went out is no double, and showed the numbers of the two ends before it."""
    last = hand.plays[-1] if hand.plays else None
    if last is None or last.player != out or last.tile.is_double:
        return False
    before = type(hand.layout)(hand.layout.placements[:-1])
    return before.open_pips(hand.rules) == sorted(last.tile.halves)


def _went_out_blank(hand: Hand, out: str) -> bool:
    """Whether the last tile of a player who went out was the double blank."""
    last = hand.plays[-1] if hand.plays else None
    return last is not None and last.player == out and last.tile.high == 0


def validate_hands(hand: Hand, event: HandEnd) -> None:
    """Raises RecordError unless every player has a hand whose tiles can be left, or are marked as unknown."""
    if sorted(event.hands) != sorted(hand.players):
        named = ", ".join(event.hands) or Phrase("none", context="no names")
        raise RecordError(
            "hands: a hand is expected for each of %(players)s, null if it is unknown; these came: %(named)s",
            players=", ".join(hand.players),
            named=named,
        )
    holders: dict[Tile, str | None] = dict.fromkeys(hand.layout.tiles)
    for player, tiles in event.known_hands.items():
        for tile in tiles:
            if (missing := hand.missing_from_pack(tile)) is not None:
                raise RecordError("%(key)s: %(error)s", key="hands", error=missing)
            if tile in holders:
                raise _twice(tile, player, holders[tile])
            holders[tile] = player
    if sum(not tiles for tiles in event.known_hands.values()) > 1 and hand.rules.out_by == "player":
        raise RecordError("two players cannot both have gone out")


def _twice(tile: Tile, player: str, holder: str | None) -> RecordError:
    """Why a tile cannot be in a player's hand: `holder` has it, or it lies on the table where that is None."""
    if holder is None:
        return RecordError(
            "%(tile)s cannot be in %(player)s's hand, since it is on the table", tile=tile, player=player
        )
    if holder == player:
        return RecordError("%(tile)s is named twice, and a set holds each tile once", tile=tile)
    return RecordError(
        "%(tile)s cannot be in %(player)s's hand, since it is in %(holder)s's hand",
        tile=tile,
        player=player,
        holder=holder,
    )


def impossible_end(hand: Hand, hands: Hands) -> tuple[Fault, ...]:
    """The fault for which a hand cannot have ended with these tiles left, if any; unknown hands are not judged."""
    rules = hand.rules
    if any(not tiles and not _can_be_out(hand, player) for player, tiles in hands.items()):
        return ("cannot-be-out",)
    held = {player: len(tiles) for player, tiles in hands.items() if tiles}
    is_blocked = len(held) == len(hand.players) or rules.out_by == "nobody"
    if is_blocked and not rules.may_pass and any(hand.can_play(tile) for tiles in hands.values() for tile in tiles):
        return ("not-blocked",)
    if any(not hand.fewest_held(player) <= tiles <= hand.most_held(player) for player, tiles in held.items()):
        return ("miscounted",)
    # the tiles that lie neither on the table nor in a hand may be drawn, down to the reserve
    left = len(hand.pack) - len(hand.layout) - sum(held.values()) - rules.reserve_for(len(hand.players))
    must_draw = rules.unable != "pass" and not rules.draw_most and not rules.may_pass
    is_known = len(hands) == len(hand.players) and bool(held)
    return ("not-blocked",) if is_blocked and is_known and left > 0 and must_draw else ()


def wrong_set(hand: Hand, hands: Hands) -> tuple[Fault, ...]:
    """The fault of a set in place of which another tile, certainly dealt, should have been set."""
    rules = hand.rules
    by_single = rules.first == "heaviest-single" and rules.later == "as-first"
    by_double = rules.first == "highest-double" and hand.sets_double and not (rules.cross and rules.later == "winner")
    if not rules.set_checked or hand.unwatched_plays or not (by_single or by_double):
        return ()
    laid = hand.plays[0].tile
    sure = [each for each in hands if hand.drawn[each] == hand.dealt[each] and _adds_up(hand, hands, each)]
    if rules.setter_more.get(len(hand.players), 0):
        sure = [each for each in sure if each != hand.setter]  # who took a tile after the set
    dealt = {
        *(tile for each in sure for tile in hands[each]),
        *(play.tile for play in hand.plays if play.player in sure),
    }
    better = [
        tile for tile in dealt if tile.is_double == by_double and (tile.total, tile.high) > (laid.total, laid.high)
    ]
    return ("wrong-set",) if better and laid.is_double == by_double else ()


def _can_be_out(hand: Hand, player: str) -> bool:
    """Whether a player may have no tile left: whoever goes out plays the last tile."""
    is_last = player == hand.last_player or not hand.plays or hand.is_turn_guessed or hand.rules.out_by != "player"
    return hand.fewest_held(player) == 0 and is_last


def disproved_turns(hand: Hand, hands: Hands) -> tuple[UnableTurn, ...]:
    """The draws and passes of players who certainly held a playable tile at that moment.

    Of the tiles that the player played later or has left, those that fitted at that moment are counted. The turn is
    disproved if there are more of them than the player can have drawn since. A player is not judged if the tiles drawn,
    played and left do not add up, nor by a turn that nobody stated: the next player may have played out of turn.
    """
    # before the set a draw or a pass is a fault at once, and states nothing
    turns = [turn for turn in hand.unable_turns if not (turn.is_inferred or turn.layout.is_empty)]
    judged = [turn for turn in turns if turn.tiles or not hand.rules.may_pass]
    return tuple(turn for turn in judged if _adds_up(hand, hands, turn.player) and _was_able(hand, hands, turn))


def _adds_up(hand: Hand, hands: Hands, player: str) -> bool:
    return not hand.unwatched_plays and player in hands and hand.tiles_left(player) == len(hands[player])


def _fitted(turn: UnableTurn, tile: Tile, rules: RuleSet) -> bool:
    """Whether the tile could be played at that moment, where the turn might have gone on at one end at that end."""
    return turn.layout.takes(tile, rules) if turn.on is None else bool(turn.layout.ways(tile, turn.on, rules))


def _was_able(hand: Hand, hands: Hands, turn: UnableTurn) -> bool:
    later = [play.tile for play in hand.plays[turn.plays :] if play.player == turn.player]
    could = sum(_fitted(turn, tile, hand.rules) for tile in (*later, *hands[turn.player]))
    # A player who draws until able draws at most one playable tile; all tiles drawn later may be playable.
    return could > hand.drawn[turn.player] - turn.drawn + min(1, turn.tiles)
