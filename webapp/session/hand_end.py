"""The end of a hand as the camera saw it: which tiles are left, and what the table is asked before they are scored."""

from __future__ import annotations

from collections.abc import Mapping

from muggins.scorer.events import Correct, Event, GameStarted, HandEnd
from muggins.scorer.game import Game
from muggins.scorer.hand import Hand
from muggins.scorer.tiles import Tile

from .questions import Ask, Choice, Question

Shown = Mapping[str, tuple[Tile, ...]]
"""For each side of the picture the tiles that lie face up before it, and are no part of the layout."""
GOES_ON = Choice("The hand goes on")


def concluded_end(game: Game, t: float) -> HandEnd:
    """The end of a hand that must be over, since another has begun; the tiles left are still to be told."""
    assert game.hand is not None
    return HandEnd({player: _if_out(game.hand, player) for player in game.hand.players}, t=round(t, 3), by="camera")


def _if_out(hand: Hand, player: str) -> tuple[Tile, ...] | None:
    """No tiles where the player has surely gone out; else they are not known. Draws may have passed unseen."""
    return () if hand.rules.unable == "pass" and hand.tiles_left(player) == 0 else None


def left_over(game: Game, shown: Shown) -> HandEnd:
    """The hands as they were turned up: of whoever may have gone out with the last play and shows nothing, nothing."""
    hand, started = game.hand, game.record[0]
    assert hand is not None
    assert isinstance(started, GameStarted)
    seats = started.seats or {}
    on_table = hand.layout
    hands: dict[str, tuple[Tile, ...] | None] = {}
    for player in hand.players:
        tiles = tuple(tile for tile in shown.get(seats.get(player, ""), ()) if tile not in on_table)
        hands[player] = tiles or _if_out(hand, player)
    last = hand.last_player
    others = [tiles for player, tiles in hands.items() if player != last]
    if hands[last] is None and all(others) and not _at_least(hand, last):
        hands[last] = ()
    return HandEnd(hands)


def _at_least(hand: Hand, player: str) -> int:
    """Tiles that a player surely holds still: draws may have passed unseen, and plays where nobody watched yet."""
    unwatched = len(hand.layout.tiles) - len(hand.plays)
    return max(0, hand.tiles_left(player) - unwatched)


def asked_of_end(game: Game, shown: Shown, is_cleared: bool) -> Ask | None:
    """What is asked when hands are turned up or the table is cleared; None where the hand seems to go on."""
    hand = game.hand
    if hand is None or hand.is_over or hand.layout.is_empty:
        return None
    end = left_over(game, shown)
    if not any(end.told.values()):
        text = "The table was cleared. Which tiles are left in the hands?"
        return Ask("hand-end", text, (GOES_ON,)) if is_cleared else None
    if not is_cleared and not _seems_over(hand, end):
        return None
    cleared = "The table was cleared. " if is_cleared else ""
    return Ask("hand-end", f"{cleared}Is the hand over? {_told(end)}", (Choice("Yes", then=end), GOES_ON))


def asks_of_end(question: Question) -> bool:
    """Whether that is asked of the hand in play, not of one that is over."""
    return question.kind == "hand-end" and not isinstance(question.choices[0].then, Correct)


def tells_hands(event: Event) -> bool:
    """Whether the tiles left in the hands are told by it."""
    return isinstance(event, HandEnd) or (isinstance(event, Correct) and isinstance(event.said, HandEnd))


def asked_of_untold(game: Game, shown: Shown) -> Ask | None:
    """What is asked once another hand has begun and the tiles left in the last were seen, not confirmed."""
    if not game.untold:
        return None
    number = game.untold[-1]
    before = game.at(number - 1)
    end = left_over(before, shown)
    if not any(end.told.values()):
        return None
    text = f"The last hand waits for its points. {_told(end)}"
    return Ask("hand-end", text, (Choice("Yes", then=Correct(of=number, said=end)), Choice("No")))


def _seems_over(hand: Hand, end: HandEnd) -> bool:
    """Whether all hands are turned up, or whoever played last has gone out.

    A tile or two may lie open by accident, or be misread: of all that must be left in the hands half must be seen.
    """
    told = {player: tiles for player, tiles in end.hands.items() if tiles is not None}
    held, shown = sum(_at_least(hand, player) for player in told), sum(map(len, told.values()))
    return (len(told) == len(hand.players) or told.get(hand.last_player) == ()) and 2 * shown >= held


def _told(end: HandEnd) -> str:
    """Such as `Ann: 5-1 3-0; Bob: none; Cem: not seen.`"""
    words = {None: "not seen", (): "none"}
    hands = (
        f"{player}: {words[tiles] if not tiles else ' '.join(map(str, tiles))}" for player, tiles in end.hands.items()
    )
    return "; ".join(hands) + "."
