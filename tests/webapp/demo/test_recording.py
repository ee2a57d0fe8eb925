"""The recorded game that comes with the program: its plays, and what its players say when."""

import json
import threading
from types import SimpleNamespace

import pytest
from serving import BlindWatcher

from muggins.scorer import Claim, Game, Layout, Muggins, Placement, Play, parse_event
from muggins.vision.capture.open_source import Frame, open_source
from muggins.webapp import demo
from muggins.webapp.camera.switch import FILM
from muggins.webapp.demo import RECORDED, Recording, SpeakingWatcher, show_again
from muggins.webapp.session.session import GameSession


@pytest.fixture(scope="module")
def recording():
    return Recording.load()


@pytest.fixture(scope="module")
def game(recording):
    """The recorded hand as the scorer knows it."""
    truth = json.loads(recording.video.with_suffix(".json").read_text())
    game = Game().apply(recording.started)
    for event in truth["events"]:
        game = game.apply(parse_event(event))
    return game


def test_it_is_small_and_plays_at_ten_frames_a_second_for_a_minute(recording):
    assert recording.video.stat().st_size < 8_000_000
    source = open_source(str(recording.video), realtime=False)
    first = source.newest()
    source.close()
    assert first.image.shape == (720, 1280, 3)
    truth = json.loads(recording.video.with_suffix(".json").read_text())
    assert 60 <= truth["frames"] / truth["fps"] <= 90


def test_the_film_begins_again_for_whoever_comes_later_unless_somebody_plays(recording, monkeypatch):
    """Whoever opened the demo after a minute and a half found a film that was over."""
    monkeypatch.setattr(demo, "AGAIN_SECONDS", 0.01)
    session, stopped, begun = GameSession(), threading.Event(), threading.Event()
    session.start_game(recording.started)
    first = session.snapshot.game_id
    film = SimpleNamespace(live_image=SimpleNamespace(is_over=True))
    cameras = SimpleNamespace(chosen=FILM, watch_thread=film, choose=lambda camera: begun.set())
    again = threading.Thread(target=show_again, args=(recording, session, cameras, stopped), daemon=True)
    again.start()
    assert begun.wait(60)
    assert session.snapshot.game_id > first
    assert str(session.snapshot.notice).startswith("A recorded game, shown again and again.")
    cameras.chosen = "0"
    again.join(60)
    assert (again.is_alive(), str(session.snapshot.notice)) == (False, "")
    stopped.set()


def test_scores_are_claimed_and_missed_in_it(game):
    assert any(isinstance(e, Claim) and not o.faults for e, o in zip(game.record, game.outcomes, strict=True))
    assert any(outcome.missed for outcome in game.outcomes)
    assert any(isinstance(event, Muggins) for event in game.record)


def test_a_double_is_played_on_at_both_sides_in_it(game):
    plays = [event for event in game.record if isinstance(event, Play)]
    layout = Layout(tuple(Placement(play.tile, play.on) for play in plays))
    assert any(tile.is_double and len(touched) >= 2 for tile, touched in layout.joined.items())


def test_everything_that_is_said_has_its_second(recording):
    seconds = [event.t for event in recording.statements]
    assert seconds
    assert None not in seconds
    assert seconds == sorted(seconds)


def test_its_players_speak_when_their_time_has_come(recording):
    told = []
    speaking = SpeakingWatcher(BlindWatcher(), recording.statements, told.append)
    assert speaking.state is None
    for number in range(800):
        assert speaking.update(Frame(number + 1, number / 10, None), None) == []
        assert len(told) == sum(event.t <= number / 10 for event in recording.statements)
    assert tuple(told) == recording.statements


def test_a_claim_for_a_play_that_was_not_seen_goes_unsaid(recording):
    """The table is still empty; a call of Muggins cannot stand there, and the recording plays on."""
    session = GameSession()
    session.start_game(recording.started)
    speaking = SpeakingWatcher(BlindWatcher(), recording.statements, session.tell)
    assert speaking.update(Frame(1, 100.0, None), None) == []
    assert not any(isinstance(event, Play) for event in session.snapshot.game.record)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (None, "not there"),
        ("{", "expected an object"),
        ("[]", "expected an object"),
        ('{"rules": "five-up"}', "players"),
        ('{"rules": "five-up", "players": ["Ann", "Bob"], "said": [{"event": "shout"}]}', "shout"),
    ],
)
def test_a_recording_without_a_fit_side_file_is_refused(tmp_path, text, wanted):
    if text is not None:
        (tmp_path / "game.json").write_text(text)
    with pytest.raises(ValueError, match=wanted):
        Recording.load(tmp_path / "game.mp4")


def test_the_readme_names_the_command_that_made_it():
    text = (RECORDED / "README.md").read_text()
    assert "python -m muggins.datasets.videos --seed 57" in text
