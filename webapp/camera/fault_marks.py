"""Marks on the live image for the faults of the last play, which people may still mend."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from muggins.scorer.events import Fault, Play
from muggins.scorer.game import Game
from muggins.texts import Text, lazy_gettext
from muggins.vision.types import Doubt, TableState

from ..session.session import GameSession

TEXTS: Mapping[Fault, Text] = {
    "misplay": lazy_gettext("Misplay: %(tile)s does not fit there."),
    "out-of-turn": lazy_gettext("%(player)s was out of turn with %(tile)s."),
}


class FaultMarks:
    """Adds the faults of the last play of a session to what is drawn over the live image."""

    def __init__(self, session: GameSession) -> None:
        self._session = session
        self._game: Game | None = None
        self._marks: tuple[Doubt, ...] = ()

    def add_to(self, state: TableState | None) -> TableState | None:
        """`state` with the faults of the last play before its doubts, until the next play."""
        if (game := self._session.snapshot.game) is not self._game:
            # Finding the last play replays the record: once a game event, not once a frame.
            self._game, self._marks = game, _marks_of(game)
        marks = [mark for mark in self._marks if state is not None and mark.tile in state.tiles]
        return replace(state, doubts=(*marks, *state.doubts)) if state is not None and marks else state


def _marks_of(game: Game | None) -> tuple[Doubt, ...]:
    if game is None or game.hand_in_play is None:
        return ()
    last = next((step for step in reversed(game.standing()) if isinstance(step.event, Play)), None)
    if last is None:
        return ()
    assert isinstance(last.event, Play)
    tile, player = last.event.tile, last.event.player
    return tuple(
        Doubt("misplay", TEXTS[fault].filled(tile=tile, player=player), tile)
        for fault in last.outcome.faults
        if fault in TEXTS
    )
