"""The events that a play implies: the start of a hand, and the draws and passes of the players it skips."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import takewhile
from math import comb

from .events import Correct, Draw, Event, HandEnd, HandStarted, Pass, Play, TakeBack
from .game import Game
from .hand import Hand
from .tiles import Tile, full_set

MISCOUNT = 1
"""The largest error, in tiles, with which the camera counts the boneyard."""
MISTAKEN_PASS = 0.02
"""The least probability that a player plays nothing. Dealt hands are no fair draw from the tiles that are out."""
OUT_OF_TURN = 0.003
"""The probability that a player plays although it is another's turn."""
OTHER_AFTER_UNSEEN = 0.3
"""How likely, beside the player whose turn it would be, another plays after tiles that nobody saw laid."""
OTHER_SETTER = 0.1
"""The probability that another player sets than the rules name: players often let a tile or a lot decide."""


def events_before(
    game: Game, player: str | None, on: Tile | None, t: float | None, boneyard: int | None = None
) -> list[Event]:
    """The events that must have happened for `player` to play on a host; without a player, for whose turn it is.

    `t` is the time of these events in seconds. `boneyard` is the number of face-down tiles seen there, None if unknown.
    If `boneyard` matches the number that the record leaves and some of these tiles may be drawn, a player who must draw
    until able has not passed. The play is then out of turn and implies nothing. Nor does it say that a player whose
    turn might have gone on could not play, nor anything where nobody saw the last play.
    """
    hand = game.hand_in_play
    if hand is None:
        return [HandStarted(setter=player or next_setter(game), t=t)]
    before: list[Event] = []
    if player not in hand.players or hand.layout.is_empty or hand.is_turn_guessed:
        return before
    left = hand.undrawn
    if _must_draw(hand) and boneyard is not None and abs(boneyard - left) <= MISCOUNT:
        return before
    skipped_player = hand.to_play
    if _might_go_on(hand) and not player == hand.to_play == hand.turn_on(on):
        skipped_player = hand.turn_after(hand.last_player)
    while skipped_player is not None and skipped_player != player:
        skipped = skipped_turn(hand, skipped_player, t)
        before += skipped
        for event in skipped:
            game = game.apply(event)
        assert game.hand is not None
        hand = game.hand
        skipped_player = hand.to_play
    return before


def _might_go_on(hand: Hand) -> bool:
    """Whether it is still the turn of the player of the last play, unless that player cannot play on."""
    return hand.rules.goes_on != "never" and bool(hand.plays) and not hand.passed and hand.to_play == hand.last_player


def _must_draw(hand: Hand) -> bool:
    """Whether a player who cannot play draws, since tiles are left that may be drawn."""
    return hand.rules.unable == "draw" and hand.boneyard > 0 and not hand.rules.may_pass


def skipped_turn(hand: Hand, player: str, t: float | None) -> list[Event]:
    """The draws and passes that the rules demand of a player whose turn it is, if that player plays nothing."""
    if hand.rules.unable == "take-one" and hand.boneyard:
        return [Draw(player=player, tiles=1, inferred=True, t=t)]
    # A player who must draw until able and still does not play has drawn all that may be drawn.
    tiles = 0 if hand.rules.may_pass else hand.drawable(player)
    draws = [Draw(player=player, tiles=tiles, inferred=True, t=t)] if tiles else []
    return [*draws, Pass(player=player, inferred=True, t=t)]


def weigh_players(
    game: Game, arms: Mapping[str, float], on: Tile | None = None, boneyard: int | None = None
) -> dict[str, float]:
    """The probability that each player plays the next tile, on that host.

    It is proportional to the likelihood of the arms that were seen, had that player played, times the probability of
    the passes and draws, or of the play out of turn, that this implies. For the first tile of a hand it is that of the
    arms, times OTHER_SETTER for all but the setter whom the rules name. `arms` holds the likelihood for each player on
    any scale; a player who is not named there is impossible, and without any the turn alone counts. `boneyard` is the
    number of face-down tiles seen there, None if unknown.
    """
    weights = {player: arms.get(player, 0.0) if arms else 1.0 for player in game.players}
    hand = game.hand_in_play
    if hand is None:
        named = _named_setter(game)
        if not arms:
            weights = {player: float(player == next_setter(game)) for player in game.players}
        elif named is not None:
            weights = {player: weight * (1 if player == named else OTHER_SETTER) for player, weight in weights.items()}
    elif hand.layout.is_empty:
        weights = weights if arms else {player: float(player == hand.to_play) for player in game.players}
    elif hand.is_turn_guessed:
        weights = {
            player: weight * (1 if player == hand.to_play else OTHER_AFTER_UNSEEN) for player, weight in weights.items()
        }
    elif hand.to_play is not None:
        turn = hand.turn_on(on)
        weights = {player: weight * _chance_of_turn(hand, turn, player, boneyard) for player, weight in weights.items()}
    whole = sum(weights.values())
    return {player: weight / whole for player, weight in weights.items()} if whole else weights


def _chance_of_turn(hand: Hand, turn: str | None, player: str, boneyard: int | None) -> float:
    """The probability that all players from `turn` to `player` play nothing, or that `player` plays out of turn."""
    chance, at = 1.0, turn
    while at is not None and at != player and chance > OUT_OF_TURN:
        chance *= _chance_unable(hand, at, boneyard)
        at = hand.next_after(at)
    return max(chance, OUT_OF_TURN)


def _chance_unable(hand: Hand, player: str, boneyard: int | None) -> float:
    """The probability that a player plays nothing: no tile fits, neither in the hand nor of those to be drawn."""
    rules, must_draw = hand.rules, _must_draw(hand)
    if must_draw and boneyard is not None and abs(boneyard - hand.undrawn) <= MISCOUNT:
        return 0.0  # the tiles that would have been drawn still lie there
    out = [tile for tile in full_set(rules.set) if tile not in hand.layout]
    fits = hand.can_follow if player == hand.to_play else hand.can_play
    unfit = sum(not fits(tile) for tile in out)
    # Nobody records what players draw before they can play: all that others are not known to hold may be the player's.
    known, others = _known_to_hold(hand, player), [each for each in hand.players if each != player]
    reserve, theirs = rules.reserve_for(len(hand.players)), sum(_known_to_hold(hand, other) for other in others)
    if must_draw and (boneyard is None or boneyard > reserve + MISCOUNT):
        return _chance_none_fits(unfit, len(out), len(out) - theirs)
    # No tile is left to be drawn. Each way to share those of which nobody knows who drew them is as likely.
    is_known = rules.unable != "draw" or rules.may_pass
    unknown = 0 if is_known else max(0, len(out) - reserve - known - theirs)
    ways = [comb(unknown - drawn + len(others) - 1, len(others) - 1) for drawn in range(unknown + 1)]
    chances = (_chance_none_fits(unfit, len(out), known + drawn) for drawn in range(unknown + 1))
    chance = sum(way * each for way, each in zip(ways, chances, strict=True)) / sum(ways)
    return max(chance, MISTAKEN_PASS)


def _known_to_hold(hand: Hand, player: str) -> int:
    """The fewest tiles that a player holds, without those that must have been drawn if others drew none unseen.

    Whoever has not gone out holds one.
    """
    concluded = [turn for turn in hand.unable_turns if turn.player == player and turn.is_inferred]
    uncertain = sum(turn.tiles for turn in concluded) if hand.rules.unable == "draw" else 0
    return max(int(hand.rules.out_by == "player"), hand.tiles_left(player) - uncertain)


def _chance_none_fits(unfit: int, out: int, held: int) -> float:
    """The probability that none of the `held` tiles fits, drawn from `out` tiles of which `unfit` do not."""
    held = max(0, min(held, out))
    return comb(unfit, held) / comb(out, held)


def passes_before(game: Game, end: HandEnd) -> list[Event]:
    """The passes that a blocked hand implies: all have passed since the last play.

    They are empty where a tile left could still be played, or is unknown.
    """
    passes: list[Event] = []
    hand = game.hand_in_play
    if hand is None or hand.layout.is_empty or hand.rules.unable != "pass":
        return passes
    if end.unknown_players or (hand.rules.out_by != "nobody" and not all(end.hands.values())):
        return passes
    if any(hand.can_play(tile) for tiles in end.known_hands.values() for tile in tiles):
        return passes
    player = hand.turn_after(hand.last_player) if hand.goes_on_at else hand.to_play
    while game.winner is None and game.hand is not None and not game.hand.is_blocked and player:
        passes.append(Pass(player=player, inferred=True, t=end.t))
        game = game.apply(passes[-1])
        player = game.hand.to_play if game.hand else None
    return passes


def next_setter(game: Game) -> str:
    """The presumed setter of the next hand if no arm was seen. People correct it if tiles or a lot decide."""
    hand = game.hand
    if hand is None:
        return game.players[0]
    return _named_setter(game) or hand.next_after(hand.setter)


def _named_setter(game: Game) -> str | None:
    """The setter of the next hand whom the rules name; None where tiles or a lot decide."""
    return game.match.next_setter if game.match else None


def number_of_play(game: Game, play: Play) -> int | None:
    """The number in the record of the last standing event that equals `play`; None if there is none."""
    numbers = [step.number for step in game.standing() if step.event == play]
    return numbers[-1] if numbers else None


def corrections(game: Game, said: Correct) -> list[Event]:
    """A correction together with the corrections that follow from it.

    If a play moves to another player, the draws and passes that were inferred before it are removed. If the play is the
    last event, it is taken back and played again after the draws and passes that the right player implies. Whoever
    plays the first tile of a hand is its setter. A tile that nobody saw laid stays one, whatever it is, and those that
    follow a play or a start of a hand unseen go by turns from there.
    """
    made = _implied_corrections(game, said)
    was = next((step.event for step in game.standing() if step.number == said.of), None)
    if not _moves_the_turn(was, said.said):
        return made
    for event in made:
        game = game.apply(event)
    steps = game.standing()
    later = [step for step in steps if step.number > said.of]
    unseen = takewhile(lambda step: isinstance(step.event, Play) and step.event.unseen is not None, later)
    return [*made, *by_turns(game, [step.number for step in unseen], said)]


def by_turns(game: Game, numbers: Iterable[int], said: Correct) -> list[Correct]:
    """The corrections by which plays, named by their rising numbers, are of the players whose turn it was.

    They are said when and by whom `said` is.
    """
    made: list[Correct] = []
    for number in numbers:
        steps = game.standing()
        place = next(place for place, step in enumerate(steps) if step.number == number)
        play, hand = steps[place].event, steps[place - 1].match.hand
        if isinstance(play, Play) and hand is not None and hand.to_play not in (None, play.player):
            made.append(Correct(of=number, said=replace(play, player=str(hand.to_play)), t=said.t, by=said.by))
            game = game.apply(made[-1])
    return made


def _moves_the_turn(was: Event | None, said: Event | None) -> bool:
    """Whether a correction gives a play to another player, or a hand another setter."""
    if isinstance(was, HandStarted) and isinstance(said, HandStarted):
        return was.setter != said.setter
    return isinstance(was, Play) and isinstance(said, Play) and was.player != said.player


def _implied_corrections(game: Game, said: Correct) -> list[Event]:
    entries = [(step.number, step.event) for step in game.standing()]
    place = next((place for place, (number, _) in enumerate(entries) if number == said.of), None)
    if place is None:
        return [said]
    wrong, right = entries[place][1], said.said
    if isinstance(wrong, Play) and wrong.unseen and isinstance(right, Play) and not right.unseen:
        right = replace(right, unseen=wrong.unseen)
        said = replace(said, said=right)
    if not isinstance(wrong, Play) or (isinstance(right, Play) and right.player == wrong.player):
        return [said]
    implied: list[Event] = []
    for number, event in reversed(entries[:place]):
        if not isinstance(event, Draw | Pass) or not event.inferred:
            if isinstance(event, HandStarted) and event.layout is None and isinstance(right, Play):
                setter = replace(event, setter=right.player)
                implied += [Correct(of=number, said=setter, t=said.t, by=said.by)] if setter != event else []
            break
        implied.append(Correct(of=number, said=None, t=said.t, by=said.by))
    if not isinstance(right, Play) or place < len(entries) - 1:
        return [*implied, said]
    taken_back: list[Event] = [*implied, TakeBack(t=said.t, by=said.by)]
    for event in taken_back:
        game = game.apply(event)
    return [*taken_back, *events_before(game, right.player, right.on, said.t), replace(right, t=wrong.t, by=said.by)]


def seated_at(game: Game, side: str | None) -> str | None:
    """The player who sits at a side of the picture; None if nobody is known to sit there."""
    return next((player for player, seat in game.seats.items() if seat == side), None)
