"""The dialog at the end of a hand: what the camera saw of it, and what people are asked before it is scored."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from muggins.scorer.events import Correct, Event, Fault, HandEnd, Play, RecordError, RoundHand, TakeBack
from muggins.scorer.game import Game
from muggins.scorer.hand import Hand
from muggins.scorer.hand_scoring import IMPOSSIBLE_ENDS
from muggins.scorer.reports.faults import FAULT_NAMES
from muggins.scorer.tiles import Tile
from muggins.texts import gettext, lazy_gettext, lazy_pgettext, pgettext

from .questions import Choice, Question, QuestionDraft, Questions

RevealedHands = Mapping[str, tuple[Tile, ...]]
"""For each side of the picture the tiles that lie face up nearest to it and are no part of the layout."""

GOES_ON = Choice(lazy_gettext("The hand goes on"))
TAKEN_BACK = lazy_gettext("The plays were taken back")
YES = lazy_pgettext("answer", "Yes")
NO = lazy_pgettext("answer", "No")


@dataclass(frozen=True)
class EndSigns:
    """What the camera has seen that may mean the end of the hand in play."""

    is_cleared: bool = False
    """The layout was cleared away, and nobody has said yet which tiles are left in the hands."""
    revealed: RevealedHands = field(default_factory=dict)
    """The tiles that lay face up beside the layout when the table last rested."""

    def without(self, tiles: Collection[Tile]) -> EndSigns:
        """The signs that remain once `tiles` are part of the layout."""
        left = {side: tuple(tile for tile in hand if tile not in tiles) for side, hand in self.revealed.items()}
        return replace(self, revealed=left)


class HandEndDialog:
    """Keeps the questions about the end of a hand in step with the record."""

    def __init__(self, questions: Questions) -> None:
        self._questions = questions

    def hand_goes_on(self) -> None:
        """Withdraws all questions about the end of a hand."""
        self._questions.drop(lambda question: question.kind == "hand-end")

    def after_recording(self, game: Game, events: Sequence[Event], signs: EndSigns, time: float) -> EndSigns:
        """The signs that remain after `events` were recorded; `game` includes them.

        Questions that the events settle are withdrawn, and what the events leave open is asked. `time` is in seconds of
        the source.
        """
        if any(map(states_hands, events)):
            self._questions.drop(lambda question: True)
            if (draft := question_about_unstated_hands(game, signs)) is not None:
                self._questions.ask(draft, time)
            return EndSigns()
        if not any(map(_changes_layout, events)):
            return signs
        # A tile that has been played since was no part of a revealed hand.
        signs = signs.without({event.tile for event in events if isinstance(event, Play)})
        if game.layout.is_empty:
            signs = replace(signs, is_cleared=False)
        if any(map(is_about_hand_in_play, self._questions.open)):
            if (draft := question_about_end(game, signs)) is not None:
                self._questions.ask(draft, time)
            else:
                self._questions.drop(is_about_hand_in_play)
        return signs


def is_about_hand_in_play(question: Question) -> bool:
    """Whether it asks for the end of the hand in play; questions about earlier hands correct the record."""
    return question.kind == "hand-end" and not any(isinstance(event, Correct) for event in question.choices[0].then)


def states_hands(event: Event) -> bool:
    """Whether the event says which tiles are left in the hands."""
    return isinstance(event, HandEnd) or (isinstance(event, Correct) and isinstance(event.said, HandEnd))


def _changes_layout(event: Event) -> bool:
    """Whether a tile was played or taken back."""
    return isinstance(event, Play | TakeBack) or (isinstance(event, Correct) and event.said is None)


def is_for_host(choice: Choice) -> bool:
    """Whether the host alone may choose an answer: it ends the hand, or takes back what others have played."""
    return any(states_hands(event) or isinstance(event, TakeBack) for event in choice.then)


def question_about_end(game: Game, signs: EndSigns) -> QuestionDraft | None:
    """What to ask when hands are revealed or the table is cleared; None where the hand seems to go on."""
    hand = game.hand_in_play
    if hand is None or hand.layout.is_empty:
        return None
    end = _end_with_revealed_hands(game, signs.revealed)
    if not any(end.known_hands.values()):
        text = lazy_gettext("The table was cleared. Which tiles are left in the hands?")
        return QuestionDraft("hand-end", text, (GOES_ON, *_all_taken_back(hand))) if signs.is_cleared else None
    if not signs.is_cleared and not _seems_over(hand, end):
        return None
    if signs.is_cleared:
        text = lazy_gettext("The table was cleared. Is the hand over? %(hands)s.", hands=HandsInWords(end))
    else:
        text = lazy_gettext("Is the hand over? %(hands)s.", hands=HandsInWords(end))
    return QuestionDraft("hand-end", text, (Choice(YES, then=(end,)), GOES_ON))


def question_about_impossible_end(game: Game, said: Event, events: Sequence[Event]) -> QuestionDraft | None:
    """What to ask before `events`, which what was `said` implies, end a hand as it cannot have ended; None else.

    A correction is asked about too where a hand that was possible has then ended so.
    """
    if not isinstance(said, (HandEnd, Correct, RoundHand)):
        return None
    known, after = _impossible_ends(game), game
    for event in events:
        after = after.apply(event)
    found = [(end, fault) for end, fault in _impossible_ends(after) if (end, fault) not in known]
    if not found:
        return None
    end, fault = found[0]
    hands = end.hands if isinstance(end, HandEnd) else {end.player: end.hand}
    values = {"fault": FAULT_NAMES[fault], "hands": HandsInWords(HandEnd(hands))}
    if isinstance(said, HandEnd):
        text = lazy_gettext("That cannot be: %(fault)s. Is the hand over? %(hands)s.", **values)
        return QuestionDraft("hand-end", text, (Choice(YES, then=(said,)), GOES_ON))
    text = lazy_gettext("That cannot be: %(fault)s. Is it right all the same? %(hands)s.", **values)
    return QuestionDraft("hand-end", text, (Choice(YES, then=(said,)), Choice(NO)))


def _impossible_ends(game: Game) -> list[tuple[HandEnd | RoundHand, Fault]]:
    """The ends of hands that stand although they cannot be, and the hands of rounds, each with its fault."""
    return [
        (step.event, fault)
        for step in game.standing()
        if isinstance(step.event, (HandEnd, RoundHand))
        for fault in step.outcome.faults
        if fault in IMPOSSIBLE_ENDS
    ]


def question_about_unstated_hands(game: Game, signs: EndSigns) -> QuestionDraft | None:
    """What to ask once another hand has begun while the revealed tiles of the one before are not confirmed yet."""
    if not game.pending_hand_ends:
        return None
    number = game.pending_hand_ends[-1]
    end = _end_with_revealed_hands(game.at(number - 1), signs.revealed)
    if not any(end.known_hands.values()):
        return None
    text = lazy_gettext("The last hand waits for its points. %(hands)s.", hands=HandsInWords(end))
    return QuestionDraft("hand-end", text, (Choice(YES, then=(Correct(of=number, said=end),)), Choice(NO)))


def event_of_counted_hand(game: Game, said: RoundHand, replaces: bool = False) -> Event:
    """The event that enters the tiles left with a player, in any game that counts them.

    In a game of rounds it is the player's hand of the round. Else it ends the hand in play, the other hands unknown, or
    corrects the hand_end that waits for tiles. RecordError where the hand is entered already, unless the new entry
    `replaces` it, and where no hand waits for tiles.
    """
    if game.rules.is_rounds:
        entered = _entered_in_round(game, said.player) if replaces else None
        return said if entered is None else Correct(of=entered, said=said)
    if said.hand is None:
        raise RecordError("the tiles left in the hand are expected here, not their points alone")
    if said.player not in game.players:
        game.side_of(said.player)  # raises, and names the players
    hand = game.hand_in_play
    if hand is not None and not hand.layout.is_empty:
        unknown = {player: _no_tiles_if_out(hand, player) for player in hand.players}
        return HandEnd({**unknown, said.player: said.hand})
    ends = [step for step in game.standing() if isinstance(step.event, HandEnd)]
    last = ends[-1] if ends else None
    if last is None or (hand is not None and last.number not in game.pending_hand_ends):
        raise RecordError("no hand waits for its tiles: the hand in play ends first")
    assert isinstance(last.event, HandEnd)
    before = last.event.hands.get(said.player)
    if before is not None and not replaces:
        raise RecordError(
            "the tiles of %(player)s are entered already: %(tiles)s",
            player=said.player,
            tiles=" ".join(map(str, before)) or lazy_gettext("none"),
        )
    return Correct(of=last.number, said=replace(last.event, hands={**last.event.hands, said.player: said.hand}))


def _entered_in_round(game: Game, player: str) -> int | None:
    """The number of the event that entered the player's newest hand; None where there is none."""
    entries = [step for step in game.standing() if isinstance(step.event, RoundHand) and step.event.player == player]
    return entries[-1].number if entries else None


def inferred_end(game: Game, time: float) -> HandEnd:
    """The end of a hand that must be over because another has begun. `time` is in seconds.

    The tiles of all who cannot have gone out are left unknown.
    """
    assert game.hand is not None
    hands = {player: _no_tiles_if_out(game.hand, player) for player in game.hand.players}
    return HandEnd(hands, t=round(time, 3), by="camera")


def _end_with_revealed_hands(game: Game, revealed: RevealedHands) -> HandEnd:
    """The end of the hand with the revealed tiles.

    A player who may have gone out with the last play and shows no tiles has none, if all others show theirs.
    """
    hand = game.hand
    assert hand is not None
    hands: dict[str, tuple[Tile, ...] | None] = {}
    for player in hand.players:
        tiles = tuple(tile for tile in revealed.get(game.seats.get(player, ""), ()) if tile not in hand.layout)
        hands[player] = tiles or _no_tiles_if_out(hand, player)
    last = hand.last_player
    hands_of_others = [tiles for player, tiles in hands.items() if player != last]
    if hands[last] is None and all(hands_of_others) and not hand.fewest_held(last):
        hands[last] = ()
    return HandEnd(hands)


def _no_tiles_if_out(hand: Hand, player: str) -> tuple[Tile, ...] | None:
    """An empty hand where the player has certainly gone out, else None: players may have drawn unseen."""
    return () if hand.rules.unable == "pass" and hand.tiles_left(player) == 0 else None


def _all_taken_back(hand: Hand) -> tuple[Choice, ...]:
    """The answer that all plays were taken back; none where somebody may have gone out, or a layout was found lying."""
    if len(hand.plays) < len(hand.layout) or not all(map(hand.fewest_held, hand.players)):
        return ()
    return (Choice(TAKEN_BACK, then=(TakeBack(),) * len(hand.plays)),)


def _seems_over(hand: Hand, end: HandEnd) -> bool:
    """Whether all hands are revealed, or whoever played last has gone out.

    A tile or two may lie face up by accident, or be misread. So at least half of the tiles that must be left in the
    revealed hands have to be seen.
    """
    known = end.known_hands
    held, seen = sum(hand.fewest_held(player) for player in known), sum(map(len, known.values()))
    return (len(known) == len(hand.players) or known.get(hand.last_player) == ()) and 2 * seen >= held


@dataclass(frozen=True)
class HandsInWords:
    """For example `Ann: 5-1 3-0; Bob: none; Cem: not seen`, written when it is read."""

    end: HandEnd

    def __str__(self) -> str:
        return "; ".join(
            gettext("%(player)s: %(tiles)s", player=player, tiles=_hand_in_words(tiles))
            for player, tiles in self.end.hands.items()
        )


def _hand_in_words(tiles: tuple[Tile, ...] | None) -> str:
    if tiles is None:
        return pgettext("the tiles left in a hand", "not seen")
    return " ".join(map(str, tiles)) or pgettext("no tiles", "none")
