"""What is marked on the live picture besides what is read: the last play, where it was at fault and may be mended."""

from __future__ import annotations

from dataclasses import replace

from muggins.scorer.events import Play
from muggins.scorer.game import Game
from muggins.vision.types import Doubt, TableState

from ..session.session import GameSession

SAYS = {"misplay": "Misplay: {tile} does not fit there.", "out-of-turn": "{player} was out of turn with {tile}."}


class FaultMarks:
    """Marks the faults of a live table's game."""

    def __init__(self, live: GameSession) -> None:
        self._live = live
        self._game: Game | None = None
        self._marks: tuple[Doubt, ...] = ()

    def marked(self, state: TableState | None) -> TableState | None:
        """What was read, with the fault of the last play beside its doubts: until the next play it may be mended."""
        if (game := self._live.snapshot.game) is not self._game:  # working it out for every frame would be most of all
            self._game, self._marks = game, _marks_of(game)
        marks = [mark for mark in self._marks if state is not None and mark.tile in state.tiles]
        return replace(state, doubts=(*marks, *state.doubts)) if state is not None and marks else state


def _marks_of(game: Game | None) -> tuple[Doubt, ...]:
    if game is None or game.hand is None or game.hand.is_over:
        return ()
    last = next((step for step in reversed(game.standing()) if isinstance(step.event, Play)), None)
    if last is None:
        return ()
    assert isinstance(last.event, Play)
    tile, player = last.event.tile, last.event.player
    return tuple(
        Doubt("misplay", SAYS[fault].format(tile=tile, player=player), tile)
        for fault in last.outcome.faults
        if fault in SAYS
    )
