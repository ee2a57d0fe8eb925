"""What a watching process does first, and what it answers."""

from multiprocessing import Pipe

import pytest
from watching_stubs import BROKEN, EMPTY, GREY, EmptyTable

from muggins.vision.tracking.expected import Expected
from muggins.vision.tracking.rescan import UnreadError
from muggins.vision.tracking.watcher import Frame
from muggins.webapp.hall.readers.pool import BUSY, ReaderLostError
from muggins.webapp.hall.readers.pooled import OwnReaders
from muggins.webapp.hall.readers.remote import VersionError
from muggins.webapp.hall.watching.messages import Begin, End, Glance, Read, Watch
from muggins.webapp.hall.watching.worker import READERS_AGAIN_SECONDS, AwaitedReaders, Worker


@pytest.fixture
def told():
    """Tells a worker messages, some at a time, and returns its answers once it has done with all of them."""
    ours, theirs = Pipe()

    def tell(*rounds, reader=None, readers=None, **options):
        worker = Worker(theirs, readers or OwnReaders(lambda: reader or EmptyTable()), **options)
        for messages in rounds:
            for message in messages:
                ours.send(message)
            while theirs.poll() or worker.has_work:
                worker.step()
        answers = []
        while ours.poll():
            answers.append(ours.recv())
        return answers

    yield tell
    ours.close()
    theirs.close()


def look(table, number):
    return Watch(table, Frame(number, number / 10, GREY), Expected())


def test_a_frame_of_a_table_is_read_and_answered(told):
    reader = EmptyTable()
    (answer,) = told([Begin(1, 9, ()), look(1, 1)], reader=reader)
    assert (answer.to, answer.found.events) == (1, ())
    assert answer.found.state.time == 0.1
    assert reader.sets == [9]
    assert answer.spent.all >= answer.spent.reading >= 0


def test_a_table_at_rest_is_answered_without_being_read(told):
    reader = EmptyTable()
    answers = told([Begin(1, 6, ())], *([look(1, number)] for number in range(1, 6)), reader=reader)
    assert len(answers) == 5
    assert len(reader.sets) == 3
    assert answers[-1].found.state is None


def test_what_may_have_changed_is_read_before_what_rests_and_that_waits_for_nobody(told):
    """The table at rest goes on with its next frame: while it waits, an arm that reaches in is not seen."""
    resting = [[Begin(1, 6, ())], *([look(1, number)] for number in (1, 2, 3))]
    reader = EmptyTable()
    answers = told(*resting, [look(1, 14), Begin(2, 12, ()), look(2, 1)], reader=reader)
    assert [answer.to for answer in answers] == [1, 1, 1, 1, 2]
    assert answers[3].found.state is None
    assert reader.sets == [6, 6, 6, 12]


def test_tables_at_rest_are_read_for_a_small_share_of_the_time_however_many_there_are(told):
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
    assert len(reader.sets) == 13
    assert [answer.found.state is None for answer in answers[-4:]] == [False, True, True, True]


def test_motion_is_taken_before_any_picture_is_read(told):
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
        original(self, table, message)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Worker, "_tell", tell)
        told(messages, reader=reader)
    assert reader.glanced_before == [1, 2]


def test_a_picture_that_cannot_be_read_is_answered_with_why(told):
    (answer,) = told([Read(7, BROKEN, 6)])
    assert (answer.to, answer.found, str(answer.why)) == (7, None, "the picture is broken")


class Elsewhere:
    """Readers that answer one picture after the other as a test says, with an error or an empty table."""

    def __init__(self, *answers):
        self.answers = list(answers)

    def read(self, picture, deadline, set=6):
        answer = self.answers.pop(0)
        if answer is not None:
            raise answer
        return EMPTY


def test_a_picture_that_readers_elsewhere_passed_over_is_counted_and_the_next_is_read(told):
    refused = VersionError("install the same muggins on every machine")
    readers = Elsewhere(UnreadError(BUSY), refused, ReaderLostError(), None)
    answers = told([Begin(1, 6, ())], *([look(1, number)] for number in range(1, 4)), readers=readers)
    assert [answer.found.tally.lost for answer in answers] == [1, 2, 2]
    assert [str(answer.found.unread) for answer in answers] == ["", str(refused), ""]
    assert [answer.found.state is None for answer in answers] == [True, True, False]
    last = answers[-1].found.tally
    assert (last.read, last.retried) == (1, 1)


def test_a_picture_of_a_table_where_something_may_have_happened_waits_for_the_reader_here_and_is_never_lost(told):
    tables = range(1, 9)
    answers = told([Begin(table, 6, ()) for table in tables], [look(table, 1) for table in tables])
    assert [(answer.found.tally.read, answer.found.tally.lost) for answer in answers] == [(1, 0)] * 8


def test_a_single_picture_that_is_passed_over_says_so(told):
    (answer,) = told([Read(7, GREY, 6)], readers=Elsewhere(UnreadError(BUSY)))
    assert (answer.found, answer.is_unread, str(answer.why)) == (None, True, str(BUSY))


def test_what_comes_for_a_table_that_is_watched_no_longer_is_passed_over(told):
    assert told([Begin(1, 6, ()), End(1), look(1, 1)]) == []


def test_readers_that_were_not_there_are_asked_for_again():
    """A table stood still for good where Ray was not up yet as its process started."""
    now, tries = [0.0], []

    def make():
        tries.append(now[0])
        if len(tries) < 3:
            raise ValueError("Ray is not there")
        return OwnReaders(EmptyTable)

    readers = AwaitedReaders(make, lambda: now[0])
    readers.try_to_make()
    for now[0] in (1.0, READERS_AGAIN_SECONDS, READERS_AGAIN_SECONDS + 1):
        with pytest.raises(ValueError, match="Ray is not there"):
            readers.read(GREY, 0.0)
    now[0] = 2 * READERS_AGAIN_SECONDS
    assert readers.read(GREY, 0.0).tiles == ()
    assert tries == [0.0, READERS_AGAIN_SECONDS, 2 * READERS_AGAIN_SECONDS]
