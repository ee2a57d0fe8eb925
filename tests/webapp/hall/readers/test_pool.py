"""Pictures of many tables read by few readers: in time or not at all, and a reader that dies loses nothing but time."""

import threading
import time

import numpy as np
import pytest
from jpegs import jpeg

from muggins.scorer.layout import Layout
from muggins.vision.capture.jpeg import Jpeg
from muggins.vision.tracking.rescan import UnreadError
from muggins.vision.tracking.watcher import Frame, Watcher
from muggins.vision.types import TableState
from muggins.webapp.hall.readers import wire
from muggins.webapp.hall.readers.local import LocalReaders
from muggins.webapp.hall.readers.pool import ReaderLostError, TableReading
from muggins.webapp.hall.readers.remote import RemoteReader, VersionError, jpeg_of, state_in
from muggins.webapp.web.language import texts_in

GREY = np.full((72, 128, 3), 120, np.uint8)
SOON = 30.0
EMPTY = TableState(0.0, (), Layout(), (), ())


class Eyes:
    """A reader that counts, and can be held while it reads."""

    def __init__(self):
        self.seen, self.sets, self.at_once, self.most = [], [], 0, 0
        self.goes_on = threading.Event()
        self.goes_on.set()
        self.began = threading.Semaphore(0)

    def read(self, image, set):
        self.seen.append(image.shape)
        self.sets.append(set)
        self.at_once += 1
        self.most = max(self.most, self.at_once)
        self.began.release()
        self.goes_on.wait(SOON)
        self.at_once -= 1
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


def soon():
    return time.monotonic() + SOON


def test_a_reader_in_this_process_reads_pictures_and_jpegs_of_any_set():
    eyes = Eyes()
    readers = LocalReaders(1, lambda: eyes)
    assert readers.read(GREY, soon()) is EMPTY
    assert readers.read(Jpeg(jpeg(128, 72), "camera"), soon(), 9) is EMPTY
    assert eyes.seen == [GREY.shape, GREY.shape]
    assert eyes.sets == [6, 9]


def test_a_reader_reads_one_picture_at_a_time_however_many_tables_ask():
    eyes = Eyes()
    readers = LocalReaders(1, lambda: eyes)
    tables = [threading.Thread(target=readers.read, args=(GREY, soon())) for _ in range(6)]
    for table in tables:
        table.start()
    for table in tables:
        table.join(SOON)
    assert (len(eyes.seen), eyes.most) == (6, 1)


def test_a_picture_that_no_reader_has_time_for_is_not_read():
    eyes = Eyes()
    eyes.goes_on.clear()
    readers = LocalReaders(1, lambda: eyes)
    other = threading.Thread(target=readers.read, args=(GREY, soon()))
    other.start()
    assert eyes.began.acquire(timeout=SOON)
    with pytest.raises(UnreadError):
        readers.read(GREY, time.monotonic())
    eyes.goes_on.set()
    other.join(SOON)
    assert readers.read(GREY, soon()) is EMPTY


def test_the_table_that_was_read_longest_ago_is_next():
    """A table that has just been read must not come first again while others wait, as on a full machine all do."""
    order, goes_on = [], threading.Event()

    class Noting(Eyes):
        def read(self, image, set):
            order.append(threading.current_thread().name)
            self.began.release()
            goes_on.wait(SOON)
            return EMPTY

    eyes = Noting()
    readers = LocalReaders(1, lambda: eyes)

    def read_twice():
        for _ in range(2):
            readers.read(GREY, soon())

    tables = [threading.Thread(target=read_twice, name=name) for name in "abcd"]
    tables[0].start()
    assert eyes.began.acquire(timeout=SOON)
    for table in tables[1:]:
        table.start()
    while len(readers._waiting) < 3:
        time.sleep(0.001)
    goes_on.set()
    for table in tables:
        table.join(SOON)
    assert order[0] == "a"
    assert sorted(order[:4]) == ["a", "b", "c", "d"]
    assert len(order) == 8


def test_a_reader_that_fails_is_free_for_the_next_table():
    eyes = Eyes()
    readers = LocalReaders(1, lambda: eyes)
    with pytest.raises(AttributeError):
        readers.read(None, soon())
    assert readers.read(GREY, soon()) is EMPTY


def test_closed_readers_read_nothing():
    readers = LocalReaders(1, Eyes)
    readers.close()
    with pytest.raises(UnreadError):
        readers.read(GREY, soon())


def test_a_table_gets_its_picture_read_with_the_time_it_was_taken():
    assert TableReading(LocalReaders(1, Eyes))(GREY, 12.5).time == 12.5


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


def test_a_watcher_whose_picture_was_not_read_goes_on_with_the_next_frame():
    """However quiet the table is: a picture that was passed over may have shown a play."""
    readers = Mortal(deaths=2)
    watcher = Watcher(TableReading(readers))
    assert watcher.update(Frame(1, 0.0, GREY)) == []
    assert watcher.state is None
    watcher.update(Frame(2, 0.1, GREY))
    assert watcher.state is not None
    assert len(readers.asked) == 3


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
    readers = LocalReaders(1, Eyes)
    readers.close()
    with pytest.raises(UnreadError) as elsewhere:
        state_in(RemoteReader(Eyes).read(b"hello", 6))
    with pytest.raises(UnreadError) as here:
        readers.read(GREY, soon())
    with texts_in("es"):
        assert str(elsewhere.value).startswith("La imagen: no es una imagen que se pueda leer")
        assert str(here.value) == "Los lectores se cerraron."


@pytest.mark.parametrize("answer", [b'{"version": "0.0.9-abc-1", "error": ""}\n{}', b"nonsense", b""])
def test_a_reader_of_another_version_is_refused_in_one_sentence(answer):
    with pytest.raises(VersionError) as refusal:
        state_in(answer)
    assert str(refusal.value).endswith("install the same muggins on every machine.")
    assert wire.version() in str(refusal.value)
