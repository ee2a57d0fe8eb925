"""A hand of four partners on film, from the first tile to its points: watched, recorded, asked about, scored."""

from good_reader import watched

from muggins.datasets.videos import render_video
from muggins.scorer import Game, HandEnd, Pass, Play
from muggins.webapp.session.session import GameSession


def moves(events):
    """Who plays what on what, and who passes."""
    return [
        (event.player, str(event.tile), str(event.on)) if isinstance(event, Play) else (event.player,)
        for event in events
        if isinstance(event, Play | Pass)
    ]


def test_a_hand_of_latin_pairs_is_scored_after_one_tap():
    """Four play anticlockwise and pass where they cannot; at its end they turn their tiles up."""
    film = render_video.film(2, render_video.seated("latin", 4), (480, 270), hands=1)
    assert any(isinstance(event, Pass) for event in film.hand.events)
    true = Game().apply(film.hand.started)
    for event in film.hand.events:
        true = true.apply(event)
    session = GameSession()
    session.start_game(film.hand.started)
    for happening in watched(film):
        session.on_table_event(happening)
    (question,) = session.snapshot.questions
    session.answer(question.id, 0)
    game = session.snapshot.game
    assert moves(game.record) == moves(film.hand.events)
    assert isinstance(game.record[-1], HandEnd)
    assert game.scores == true.scores
