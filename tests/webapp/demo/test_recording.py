"""The recorded game that comes with the program: its plays, and what its players say when."""

import gc
import json
import threading
import weakref
from dataclasses import replace
from types import SimpleNamespace

import pytest
from serving import BlindWatcher

from muggins.scorer import Claim, Game, HandEnd, Muggins, Play, Tile, parse_event
from muggins.scorer.layout import Placement
from muggins.vision.capture.open_source import Frame, open_source
from muggins.vision.tracking.events import Cleared, DoubtRaised, Played
from muggins.vision.types import Doubt
from muggins.webapp import demo
from muggins.webapp.camera.switch import FILM
from muggins.webapp.demo import ANSWER_SECONDS, RECORDED, Demo, Recording, SpeakingWatcher
from muggins.webapp.session.questions import Choice, Question
from muggins.webapp.session.session import GameSession
from muggins.webapp.session.store import Store


@pytest.fixture(scope="module")
def recording():
    return Recording.load()


@pytest.fixture(scope="module")
def game(recording):
    """The recorded game as the scorer knows it."""
    truth = json.loads(recording.video.with_suffix(".json").read_text())
    game = Game().apply(recording.started)
    for event in truth["events"]:
        game = game.apply(parse_event(event))
    return game


def test_it_is_small_and_plays_at_ten_frames_a_second_for_two_minutes_at_most(recording):
    assert recording.video.stat().st_size < 6_500_000
    source = open_source(str(recording.video), realtime=False)
    first = source.newest()
    source.close()
    assert first.image.shape == (720, 1280, 3)
    truth = json.loads(recording.video.with_suffix(".json").read_text())
    assert 60 <= truth["frames"] / truth["fps"] <= 120


class Shown:
    """The recorded game on a table, without its film."""

    def __init__(self, recording, store=None):
        self.session = GameSession(store)
        self.session.start_game(recording.started)
        self.chosen, self.begun = FILM, threading.Event()
        self.watch_thread = SimpleNamespace(live_image=SimpleNamespace(is_over=True))
        self.demo = Demo(recording, self.session, self)

    def begin_film(self):
        self.begun.set()


def test_the_film_begins_again_for_whoever_comes_later_unless_somebody_plays(recording, monkeypatch):
    """Whoever opened the demo after a minute and a half found a film that was over."""
    monkeypatch.setattr(demo, "AGAIN_SECONDS", 0.01)
    table, stopped = Shown(recording), threading.Event()
    again = threading.Thread(target=table.demo.keep_showing, args=(stopped,), daemon=True)
    again.start()
    assert table.begun.wait(60)
    stopped.set()
    again.join(60)
    assert table.session.snapshot.game.record == (recording.started,)
    table.chosen = "0"
    assert not table.demo.is_shown
    table.chosen = FILM
    assert table.demo.is_shown
    table.session.start_game(replace(recording.started, players=("Pat", "Ida"), seats=None))
    assert not table.demo.is_shown


def test_shown_for_days_the_game_takes_no_more_room(recording, tmp_path):
    """Each showing was kept with its pictures, seven hundred a day, and listed among the games."""
    store = Store(str(tmp_path / "games.sqlite"))
    table = Shown(recording, store)
    for _ in range(5):
        table.demo.show_again()
    # Whoever looks at the game that is just over still finds it.
    assert len(store.games()) == 2
    store.close()


def test_what_watched_the_film_before_is_let_go_at_once(recording):
    """After four showings the program had grown by 150 MB."""
    gc.disable()
    try:
        table, watching = Shown(recording), threading.Event()
        watching.itself, left = watching, weakref.ref(watching)
        del watching
        table.demo.show_again()
        assert left() is None
    finally:
        gc.enable()


def test_nobody_of_the_recording_speaks_in_a_visitors_game(recording):
    """A visitor began a game before the film, and Ann of the recording claimed a score in it."""
    session = GameSession()
    session.start_game(recording.started)
    assert isinstance(recording.watcher_for(session), SpeakingWatcher)
    session.start_game(replace(recording.started, claims="auto"))
    assert not isinstance(recording.watcher_for(session), SpeakingWatcher)


def test_scores_are_claimed_and_missed_in_it(game):
    assert any(isinstance(e, Claim) and not o.faults for e, o in zip(game.record, game.outcomes, strict=True))
    assert any(outcome.missed for outcome in game.outcomes)
    assert any(isinstance(event, Muggins) for event in game.record)


def test_a_hand_ends_with_tiles_left_and_the_game_with_a_winner_in_it(game):
    [end] = [event for event in game.record if isinstance(event, HandEnd)]
    assert any(end.hands.values())
    assert game.winner == "Bob"


def test_a_score_is_pegged_within_twenty_seconds(recording, game):
    claim = next(event for event in recording.statements if isinstance(event, Claim))
    assert claim.t < 20
    assert claim in [replace(event, t=claim.t) for event in game.record]


def test_a_double_is_played_on_at_both_sides_in_it(game):
    joined = {}
    for play in game.record:
        if isinstance(play, Play) and play.on is not None:
            joined[play.on] = joined.get(play.on, 0) + 1
    assert any(tile.is_double and number >= 2 for tile, number in joined.items())


def test_everything_that_is_said_has_its_second(recording):
    seconds = [event.t for event in recording.statements]
    assert seconds
    assert None not in seconds
    assert seconds == sorted(seconds)


class Table:
    """The recorded game on a table, whose tiles are seen when a test says so. Its players speak when they may."""

    def __init__(self, recording):
        self.session, self.recording = GameSession(), recording
        self.session.start_game(recording.started)
        self.speaking = SpeakingWatcher(BlindWatcher(), recording, self.session)

    def see(self, *plays):
        for second, text in plays:
            placement = Placement.parse(text)
            self.session.on_table_event(Played(second, placement.tile, placement.on))

    def said_at(self, second):
        """What has been said by a second of the film, as words: a claim as its points."""
        assert self.speaking.update(Frame(1, second, None), None) == []
        return [getattr(event, "points", "Muggins!") for event in self.session.snapshot.game.record if speaks(event)]


def speaks(event):
    return isinstance(event, Claim | Muggins)


def test_its_players_speak_when_their_time_has_come(recording):
    table = Table(recording)
    table.see((4.6, "4-1"))
    assert table.speaking.state is None
    assert [table.said_at(second) for second in (9.0, 9.1, 18.0)] == [[], [1], [1]]
    table.see((11, "4-4>4-1"), (14.6, "1-1>4-1"))
    assert [table.said_at(second) for second in (18.6, 19.9, 20.0)] == [[1, 3], [1, 3], [1, 3, 2]]


def test_its_players_wait_until_the_tile_they_speak_of_is_read(recording):
    """While five pages opened on a busy machine, Ann claimed a score for a tile that nobody saw lie there yet."""
    table = Table(recording)
    assert table.said_at(12.0) == []
    table.see((12.1, "4-1"))
    assert table.said_at(12.2) == [1]


def test_what_its_players_say_of_a_play_goes_unsaid_once_the_next_is_read(recording):
    table = Table(recording)
    table.see((15.0, "4-1"), (15.0, "4-4>4-1"))
    assert table.said_at(15.1) == []
    table.see((20.0, "1-1>4-1"))
    assert table.said_at(20.1) == [3, 2]


def test_its_players_answer_what_no_visitor_has_answered(recording):
    """They name the tile that lies there by then, once a visitor has had time to do it."""
    session = GameSession()
    session.start_game(recording.started)
    speaking = SpeakingWatcher(BlindWatcher(), recording, session)
    session.on_table_event(Played(21.0, Tile(4, 4), None))
    session.on_table_event(Played(22.0, Tile(4, 0), Tile(4, 4)))
    likely = ((Tile(4, 0), 0.5), (Tile(4, 2), 0.4))
    session.on_table_event(DoubtRaised(22.0, Doubt("value", "Is this 4-0 or 4-2?", Tile(4, 0), likely)))
    speaking.update(Frame(1, 22.0 + ANSWER_SECONDS - 0.1, None), None)
    assert session.snapshot.questions
    speaking.update(Frame(2, 22.0 + ANSWER_SECONDS, None), None)
    assert session.snapshot.questions == ()
    assert Tile(4, 2) in session.snapshot.game.layout


def test_its_players_enter_the_tiles_that_are_left_where_nobody_has_read_them(recording):
    """On a busy machine the hands that were turned up were not read, and the game ended without a winner."""
    table = Table(recording)
    table.see((84.0, "0-0"), (85.0, "5-0>0-0"))
    table.session.on_table_event(Cleared(86.0))
    assert [question.kind for question in table.session.snapshot.questions] == ["hand-end"]
    table.said_at(86.0 + ANSWER_SECONDS)
    assert table.session.snapshot.questions == ()
    *_, end = table.session.snapshot.game.record
    assert end.known_hands == {"Ann": (Tile(5, 3), Tile(2, 2)), "Bob": ()}


def test_what_the_recording_does_not_show_is_left_to_visitors(recording):
    """Neither tile lies there yet, or both do."""
    choices = tuple(Choice("", Tile(4, low)) for low in (1, 4))
    question = Question("value", "Is this 4-1 or 4-4?", choices, id=1, time=0.0)
    assert [recording.true_answer(question, second) for second in (1.0, 6.0, 60.0)] == [None, 0, None]


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
    assert "--reflection 4-2" in text
