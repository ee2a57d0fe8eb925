"""A table at a glance: how the lobby shows its camera."""

from dataclasses import replace
from typing import get_args

import pytest

from muggins.scorer.events import GameStarted
from muggins.vision.capture.status import CameraState, SourceStatus
from muggins.webapp.hall.floor.glance import glance_at, health_of
from muggins.webapp.session.session import GameSession


@pytest.mark.parametrize("state", get_args(CameraState))
def test_a_card_is_red_exactly_where_somebody_has_to_look_after_the_camera(state):
    """A picture that was turned a moment ago made the card red, and nobody was asked to help."""
    session = GameSession()
    session.start_game(GameStarted("five-up", ("Ada", "Ben")))
    snapshot = replace(session.snapshot, camera=SourceStatus(state, "Look here."))
    assert (health_of(snapshot.camera) == "unwell") == (glance_at(1, snapshot).needs_help == "Look here.")
