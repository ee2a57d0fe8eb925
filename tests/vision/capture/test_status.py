"""How a camera is: by the age of its last frame, and by what is on it."""

import numpy as np
import pytest
from jpegs import broken

from muggins.vision.capture.frames import LiveSource
from muggins.vision.capture.jpeg import Jpeg
from muggins.vision.capture.status import SourceMonitor

GENERATOR = np.random.default_rng(7)


def table(wide=160, high=120, light=200):
    """A table in front of a camera: something bright on something dark, with a camera's noise."""
    picture = GENERATOR.integers(0, 12, (high, wide, 3)).astype(np.uint8)
    picture[high // 4 : high // 2, wide // 4 : wide // 2] += np.uint8(light)
    return picture


@pytest.fixture
def watch(clock):
    """A camera and its monitor, by name: source, monitor = watch("phone")."""

    def begin(name="camera 0", **options):
        source = LiveSource(name, **options)
        return source, SourceMonitor(source, lambda: clock[0])

    return begin


def test_a_camera_that_shows_a_table_is_well(watch):
    source, monitor = watch()
    assert str(monitor.check().says) == "Waiting for the camera."
    source.show(table())
    assert (monitor.check().state, str(monitor.check().says)) == ("live", "")


def test_a_camera_is_lost_after_five_seconds_and_found_with_the_next_frame(watch, clock):
    source, monitor = watch()
    source.show(table())
    clock[0] += 4.9
    assert monitor.check().state == "live"
    clock[0] += 0.2
    lost = monitor.check()
    assert lost.state == "lost"
    assert str(lost.says).startswith("No picture comes. camera 0: nothing has come for 5 seconds; look at its cable")
    assert str(lost.says).endswith("It is tried again and again.")
    source.show(table())
    assert monitor.check().state == "live"


def test_a_lost_camera_says_what_went_wrong_there(watch, clock):
    source, monitor = watch("http://10.0.0.2:8080/video")
    source.fail("http://10.0.0.2:8080/video: does not answer.")
    assert str(monitor.check().says) == "http://10.0.0.2:8080/video: does not answer."
    clock[0] += 6
    assert "10.0.0.2:8080/video: does not answer. It is tried again" in str(monitor.check().says)


def test_a_phone_that_is_silent_may_be_locked(watch, clock):
    source, monitor = watch("phone")
    source.show(table())
    clock[0] += 6
    assert "is it locked, or has it left the network?" in str(monitor.check().says)


def test_before_anybody_has_scanned_the_code_the_phone_is_waited_for(watch, clock):
    """It "has sent no picture for 5 seconds", when the code had just appeared on the screen."""
    source, monitor = watch("phone")
    clock[0] += 60
    assert (monitor.check().state, str(monitor.check().says)) == ("waiting", "Waiting for the phone.")
    source.show(table())
    clock[0] += 6
    assert monitor.check().state == "lost"


def test_a_film_that_is_over_is_not_lost(watch, clock):
    source, monitor = watch("game.mp4", is_film=True)
    source.show(table())
    source.finish()
    clock[0] += 60
    assert (monitor.check().state, str(monitor.check().says)) == ("over", "The film is over.")


def test_low_light_and_a_covered_lens_are_reported(watch):
    source, monitor = watch()
    source.show(table(light=20))
    assert monitor.check().state == "dark"
    source.show(np.full((120, 160, 3), 120, np.uint8))
    assert monitor.check().state == "covered"
    source.show(table())
    assert monitor.check().state == "live"


def test_a_live_camera_that_shows_the_very_same_is_frozen_and_a_film_is_not(watch, clock):
    for is_film, state in ((False, "frozen"), (True, "live")):
        source, monitor = watch(is_film=is_film)
        picture = table()
        for _ in range(22):
            source.show(picture)
            monitor.check()
            clock[0] += 1
        assert monitor.check().state == state
        source.show(table())
        assert monitor.check().state == "live"


def test_a_phone_that_was_turned_before_anybody_looked_is_reported_too(watch):
    """On a slow machine the first picture was never looked at, and the phone was turned in silence."""
    source, monitor = watch("phone")
    source.show(table(160, 120))
    source.show(table(120, 160))
    assert monitor.check().state == "turned"


def test_a_turned_phone_is_reported_for_a_moment(watch, clock):
    source, monitor = watch("phone")
    source.show(table(160, 120))
    monitor.check()
    source.show(table(120, 160))
    assert monitor.check().state == "turned"
    clock[0] += 5.1
    source.show(table(120, 160))
    assert monitor.check().state == "live"


def test_unreadable_pictures_are_reported_although_others_come(watch):
    source, monitor = watch("phone")
    source.show(table())
    for _ in range(3):
        source.fail("The phone: expected a JPEG picture, got text.")
    assert str(monitor.check().says) == "The phone: expected a JPEG picture, got text. Such pictures are passed over."


def test_a_picture_that_is_opened_elsewhere_and_is_broken_is_flawed(watch):
    """The hub of a hall opens no picture of a phone: its workers do."""
    with pytest.raises(ValueError, match="the picture is broken"):
        Jpeg(broken(), "The phone")
    source, monitor = watch("phone")
    source.show(Jpeg(broken(), "The phone", is_opened=False))
    status = monitor.check()
    assert (status.state, str(status.says)[:32]) == ("flawed", "The phone: the picture is broken")
