"""A hand of four partners on film, from the first tile to its points: watched, recorded, asked about, scored."""

import pytest
from film_hands import moves, truth
from good_reader import watched

from muggins.datasets.videos import render_video
from muggins.scorer import HandEnd, Pass
from muggins.webapp.session.session import GameSession

SMALL = (480, 270)


@pytest.mark.parametrize("seed", [1, 2])
def test_a_hand_of_latin_pairs_is_scored_after_one_tap(seed):
    """Four play anticlockwise and pass where they cannot; at its end they turn their tiles up."""
    film = render_video.film(seed, render_video.seated("latin", 4), SMALL, hands=1)
    assert any(isinstance(event, Pass) for event in film.hand.events)
    session = GameSession()
    session.start_game(film.hand.started)
    for happening in watched(film):
        session.on_table_event(happening)
    (question,) = session.snapshot.questions
    session.answer(question.id, 0)
    game = session.snapshot.game
    assert moves(game.record) == moves(film.hand.events)
    assert isinstance(game.record[-1], HandEnd)
    assert game.scores == truth(film).scores
