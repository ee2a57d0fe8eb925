"""What a worker does first, and what it answers."""

import io
import queue

import numpy as np
import pytest
from jpegs import broken, jpeg
from PIL import Image
from watching_stubs import BROKEN, GREY, EmptyTable

from muggins.scorer.tiles import Tile
from muggins.vision.capture.jpeg import Jpeg
from muggins.vision.tracking.events import Played
from muggins.vision.tracking.expected import Expected
from muggins.vision.tracking.watcher import Frame, Watcher
from muggins.webapp.hall.watching.messages import Begin, End, Glance, Judge, MakeClip, Read, Watch
from muggins.webapp.hall.watching.worker import Worker


def told(*rounds, reader=None, **options):
    """Tells a worker messages, some at a time, and returns its answers once it has done with all of them."""
    messages, answers = queue.SimpleQueue(), []
    worker = Worker(messages.get, lambda: not messages.empty(), reader or EmptyTable(), **options)
    for each in rounds:
        for message in each:
            messages.put(message)
        while not messages.empty() or worker.has_work:
            answers += worker.step()
    return answers


def look(table, number):
    return Watch(table, Frame(number, number / 10, GREY), Expected())


def test_a_frame_of_a_table_is_read_and_answered():
    reader = EmptyTable()
    (answer,) = told([Begin(1, 9, ()), look(1, 1)], reader=reader)
    assert (answer.to, answer.found.events) == (1, ())
    assert answer.found.state.time == 0.1
    assert reader.sets == [9]
    assert answer.spent.all >= answer.spent.reading >= 0


def test_a_table_at_rest_is_answered_without_being_read():
    reader = EmptyTable()
    answers = told([Begin(1, 6, ())], *([look(1, number)] for number in range(1, 6)), reader=reader)
    assert len(answers) == 5
    assert len(reader.sets) == 1
    assert answers[-1].found.state is None


def test_what_may_have_changed_is_read_before_what_rests_and_that_waits_for_nobody():
    """The table at rest goes on with its next frame: while it waits, an arm that reaches in is not seen."""
    resting = [[Begin(1, 6, ())], *([look(1, number)] for number in (1, 2, 3))]
    reader = EmptyTable()
    answers = told(*resting, [look(1, 14), Begin(2, 12, ()), look(2, 1)], reader=reader)
    assert [answer.to for answer in answers] == [1, 1, 1, 1, 2]
    assert answers[3].found.state is None
    assert reader.sets == [6, 12]


def test_tables_at_rest_are_read_for_a_small_share_of_the_time_however_many_there_are():
    seconds = [0.0]

    class Slow(EmptyTable):
        def read(self, image, set):
            seconds[0] += 0.1
            return super().read(image, set)

    tables = range(1, 5)
    resting = [[Begin(table, 6, ()), look(table, 1)] for table in tables]
    resting += [[look(table, number)] for number in (2, 3) for table in tables]
    reader = Slow()
    answers = told(*resting, *([look(table, 30)] for table in tables), reader=reader, clock=lambda: seconds[0])
    assert len(answers) == 16
    assert len(reader.sets) == 5
    assert [answer.found.state is None for answer in answers[-4:]] == [False, True, True, True]


def test_motion_is_taken_before_any_picture_is_read():
    class Noting(EmptyTable):
        def read(self, image, set):
            self.glanced_before = list(glanced)
            return super().read(image, set)

    glanced = []
    reader = Noting()
    messages = [Begin(1, 6, ()), look(1, 1), Begin(2, 6, ()), Glance(2, Frame(1, 0.1, GREY))]
    original = Worker._tell

    def tell(self, table, message):
        glanced.append(message.watcher)
        return original(self, table, message)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Worker, "_tell", tell)
        told(messages, reader=reader)
    assert reader.glanced_before == [1, 2]


def test_a_picture_that_cannot_be_read_is_answered_with_why():
    (answer,) = told([Read(7, BROKEN, 6)])
    assert (answer.to, answer.found, str(answer.why_not)) == (7, None, "the picture is broken")


def test_what_comes_for_a_table_that_is_watched_no_longer_is_passed_over():
    assert told([Begin(1, 6, ()), End(1), look(1, 1)]) == []


def test_a_broken_picture_ends_no_worker_and_its_camera_says_so():
    """A phone's picture that was broken inside ended the worker: all its tables were looked for anew."""
    picture = Jpeg(broken(), "The phone", is_opened=False)
    answers = told(
        [Begin(1, 6, ())], [look(1, 1)], [Glance(1, Frame(2, 0.2, picture))], [Watch(1, Frame(7, 0.7, picture), None)]
    )
    assert [answer.found.camera.state for answer in answers] == ["covered", "flawed"]
    (answer,) = told([Judge(5, picture)])
    assert (answer.to, answer.found.state) == (5, "flawed")


def test_a_clip_is_made_of_the_pictures_that_can_be_opened():
    shut = [Jpeg(content, "The phone", is_opened=False) for content in (jpeg(), broken(), jpeg(640, 480))]
    (answer,) = told([MakeClip(5, shut)])
    with Image.open(io.BytesIO(answer.found)) as clip:
        assert (answer.to, clip.format, clip.n_frames) == (5, "WEBP", 2)
    (answer,) = told([MakeClip(6, shut[1:2])])
    assert (answer.to, answer.found, answer.why_not) == (6, b"", "")


def test_a_play_comes_with_the_picture_to_store_it_with(monkeypatch):
    monkeypatch.setattr(Watcher, "look", lambda watcher, frame: [Played(frame.time, Tile(5, 5), None)])
    wide = Watch(1, Frame(1, 0.1, np.full((720, 1280, 3), 120, np.uint8)), Expected())
    (answer,) = told([Begin(1, 6, ()), wide])
    assert Jpeg(answer.found.stored, "it").size == (640, 360)


def test_nothing_is_stored_where_nothing_was_seen():
    (answer,) = told([Begin(1, 6, ()), look(1, 1)])
    assert answer.found.stored == b""
