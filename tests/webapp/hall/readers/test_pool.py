"""Pictures of many tables read by few readers: in time or not at all, and a reader that dies loses nothing but time."""

import numpy as np
import pytest
from jpegs import jpeg

from muggins.scorer.layout import Layout
from muggins.vision.capture.jpeg import Jpeg
from muggins.vision.tracking.rescan import UnreadError
from muggins.vision.tracking.watcher import Frame, Watcher
from muggins.vision.types import TableState
from muggins.webapp.hall.readers import wire
from muggins.webapp.hall.readers.pool import BUSY, ReaderLostError, TableReading
from muggins.webapp.hall.readers.remote import RemoteReader, VersionError, jpeg_of, state_in
from muggins.webapp.hall.watching.pool import WatchingPool
from muggins.webapp.web.language import texts_in

GREY = np.full((72, 128, 3), 120, np.uint8)
EMPTY = TableState(0.0, (), Layout(), (), ())


class Eyes:
    """A reader that notes what it is shown."""

    def __init__(self):
        self.seen, self.sets = [], []

    def read(self, image, set):
        self.seen.append(image.shape)
        self.sets.append(set)
        return EMPTY


class Mortal:
    """A pool whose readers die over the first pictures."""

    def __init__(self, deaths):
        self.deaths, self.asked = deaths, []

    def read(self, picture, deadline, set=6):
        self.asked.append((picture, deadline))
        if len(self.asked) <= self.deaths:
            raise ReaderLostError
        return EMPTY

    def close(self):
        pass


def test_a_table_gets_its_picture_read_with_the_time_it_was_taken():
    assert TableReading(Mortal(deaths=0))(GREY, 12.5).time == 12.5


def test_the_picture_of_a_reader_that_died_is_read_by_another_before_the_same_deadline():
    readers = Mortal(deaths=1)
    reading = TableReading(readers)
    assert reading(GREY, 1.0).time == 1.0
    assert readers.asked[0] == readers.asked[1]
    assert (reading.tally.read, reading.tally.retried, reading.tally.lost) == (1, 1, 0)


def test_a_second_death_over_a_picture_passes_it_over_and_the_next_is_read():
    reading = TableReading(Mortal(deaths=2))
    with pytest.raises(UnreadError):
        reading(GREY, 1.0)
    assert reading(GREY, 2.0).time == 2.0
    assert (reading.tally.read, reading.tally.retried, reading.tally.lost) == (1, 1, 1)


def test_a_table_where_nothing_has_happened_leaves_the_readers_to_others_soon_and_its_picture_is_not_lost():
    asked = []

    class Busy(Mortal):
        def read(self, picture, deadline, set=6):
            asked.append(deadline)
            raise UnreadError(BUSY)

    restless = TableReading(Busy(0), clock=lambda: 100.0, is_urgent=lambda: True)
    quiet = TableReading(Busy(0), clock=lambda: 100.0, is_urgent=lambda: False)
    for reading in (restless, quiet):
        with pytest.raises(UnreadError):
            reading(GREY, 1.0)
    assert (restless.tally.lost, quiet.tally.lost) == (1, 0)
    urgent, idle = asked
    assert 100.0 < idle < urgent


def test_a_watcher_whose_picture_was_not_read_goes_on_with_the_next_frame():
    """However quiet the table is: a picture that was passed over may have shown a play."""
    readers = Mortal(deaths=2)
    watcher = Watcher(TableReading(readers))
    assert watcher.update(Frame(1, 0.0, GREY)) == []
    assert watcher.state is None
    watcher.update(Frame(2, 0.1, GREY))
    assert watcher.state is not None
    assert len(readers.asked) == 3


def test_a_table_whose_reader_is_of_another_version_says_so_and_goes_on_once_one_of_its_own_answers():
    """The refusal ended the table's watching for good, whatever was installed afterwards."""
    right = RemoteReader(Eyes)
    answers = [b'{"version": "0.0.9-abc-1", "error": ""}\n{}', b"nonsense"]

    class Updated(Mortal):
        def read(self, picture, deadline, set=6):
            return state_in(answers.pop(0) if answers else right.read(jpeg_of(picture), set))

    reading = TableReading(Updated(0))
    watcher = Watcher(reading)
    for number in (1, 2):
        assert watcher.update(Frame(number, number / 10, GREY)) == []
        assert str(watcher.unread).endswith("install the same muggins on every machine.")
        assert watcher.state is None
    watcher.update(Frame(3, 0.3, GREY))
    assert (watcher.unread, watcher.state.time) == ("", 0.3)
    assert (reading.tally.read, reading.tally.lost) == (1, 2)


def test_a_table_that_waits_for_a_busy_reader_calls_for_nobody():
    class Busy(Mortal):
        def read(self, picture, deadline, set=6):
            raise UnreadError(BUSY)

    watcher = Watcher(TableReading(Busy(0)))
    watcher.update(Frame(1, 0.1, GREY))
    assert watcher.unread == ""


def test_a_jpeg_of_a_camera_travels_as_it_came():
    content = jpeg(128, 72)
    assert jpeg_of(Jpeg(content, "camera")) == content
    assert jpeg_of(GREY)[:2] == b"\xff\xd8"


def test_a_reader_elsewhere_answers_with_the_state():
    eyes = Eyes()
    answer = RemoteReader(lambda: eyes).read(jpeg(128, 72), 9)
    assert state_in(answer).layout == Layout()
    assert (eyes.seen, eyes.sets) == ([GREY.shape], [9])


def test_a_picture_that_is_none_is_passed_over_by_a_reader_elsewhere_too():
    with pytest.raises(UnreadError, match="not a picture that can be read"):
        state_in(RemoteReader(Eyes).read(b"hello", 6))


def test_why_a_picture_was_not_read_is_told_in_the_language_of_whoever_reads_it():
    """The other machine knows no table's language, and its sentences came in English."""
    readers = WatchingPool(1)
    readers.close()
    with pytest.raises(UnreadError) as elsewhere:
        state_in(RemoteReader(Eyes).read(b"hello", 6))
    with pytest.raises(UnreadError) as here:
        readers.read(GREY, 0.0)
    with texts_in("es"):
        assert str(elsewhere.value).startswith("La imagen: no es una imagen que se pueda leer")
        assert str(here.value) == "Los lectores se cerraron."


@pytest.mark.parametrize("answer", [b'{"version": "0.0.9-abc-1", "error": ""}\n{}', b"nonsense", b""])
def test_a_reader_of_another_version_is_refused_in_one_sentence(answer):
    with pytest.raises(VersionError) as refusal:
        state_in(answer)
    assert str(refusal.value).endswith("install the same muggins on every machine.")
    assert wire.version() in str(refusal.value)
