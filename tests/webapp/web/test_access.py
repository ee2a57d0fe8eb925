"""Who may do what: keys that outlive the program, codes read off a screen, guesses that are slowed, seats."""

import stat
from threading import Thread

import pytest

from muggins.webapp.web.access import (
    CODE_LENGTH,
    LONGEST_GUESS_SECONDS,
    MAX_ADDRESSES,
    MAX_ENDED,
    Access,
    Keys,
    LoginThrottle,
)


class Clock:
    """Seconds that pass when a test says so."""

    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


def test_keys_are_kept_and_nobody_else_can_read_them(tmp_path):
    path = tmp_path / "club" / "keys.json"
    keys = Keys.kept_in(path)
    assert Keys.kept_in(path) == keys
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize("broken", ["", "[]", '{"host": ""}', '{"host": "a", "code": "b", "signing": "c"}', "\x00"])
def test_broken_keys_are_replaced(tmp_path, broken):
    path = tmp_path / "keys.json"
    path.write_text(broken)
    keys = Keys.kept_in(path)
    assert len(keys.code) == CODE_LENGTH
    assert Keys.kept_in(path) == keys


def test_a_code_is_taken_however_it_is_written():
    access = Access(Keys("h" * 20, "ABC234", "s" * 20))
    assert access.is_code("abc 234")
    assert access.is_code("ABC-234")
    assert not access.is_code("ABC235")
    assert not access.is_code("")


def test_another_code_lets_nobody_in_by_the_old_one_and_is_kept():
    kept = []

    def keep(known, change):
        kept.append(change(known))
        return kept[-1]

    access = Access(keep=keep)
    old = access.keys.code
    access.take_seat("phone", "Ann")
    access.change_code()
    assert not access.is_code(old)
    assert access.taken(["Ann"]) == []
    assert kept == [access.keys]


def test_guests_who_join_and_leave_bring_no_ended_session_of_a_host_back():
    access = Access()
    access.end("the host's", "host")
    for number in range(MAX_ENDED + 50):
        access.end(f"guest {number}", "guest")
    access.change_code()
    assert dict(access.keys.ended) == {"the host's": "host"}


def test_a_code_that_is_drawn_while_the_kept_one_is_read_stands():
    """A hall that had just read the old code took it over, and let in again whom the new code had shut out."""
    access = Access()
    old, drawing = access.keys, Thread(target=access.change_code)

    def read():
        drawing.start()
        drawing.join(0.1)  # it waits until the kept code is taken over
        return old

    access.take_over(read)
    drawing.join()
    assert not access.is_code(old.code)


def test_guessing_becomes_slower_and_slower_but_nobody_is_locked_out(clock):
    guesses = LoginThrottle(clock)
    waited = []
    for _ in range(12):
        assert guesses.attempt("10.0.0.7", False) == 0.0
        left = guesses.attempt("10.0.0.7", False)
        waited.append(left)
        clock.now += left
    assert waited == sorted(waited)
    assert waited[0] == 1.0
    assert waited[-1] == LONGEST_GUESS_SECONDS
    assert guesses.attempt("10.0.0.7", True) == 0.0
    assert guesses.attempt("10.0.0.7", False) == 0.0


def test_a_right_code_between_two_guesses_is_not_heard_too_soon(clock):
    """Otherwise a machine that keeps guessing would learn from the answer which guess was right."""
    guesses = LoginThrottle(clock)
    guesses.attempt("10.0.0.7", False)
    assert guesses.attempt("10.0.0.7", True) > 0


def test_guesses_keep_nobody_else_waiting_and_fill_no_memory(clock):
    guesses = LoginThrottle(clock)
    for number in range(MAX_ADDRESSES + 50):
        guesses.attempt(f"10.0.{number // 256}.{number % 256}", False)
    assert guesses.attempt("192.168.1.5", True) == 0.0
    assert len(guesses._wrong) <= MAX_ADDRESSES


def test_a_seat_belongs_to_one_visitor_until_it_is_left_or_freed():
    access = Access()
    assert access.take_seat("one phone", "Ann")
    assert not access.take_seat("another", "Ann")
    assert access.take_seat("one phone", "Bob")
    assert access.taken(["Ann", "Bob"]) == ["Bob"]
    assert access.take_seat("another", "Ann")
    access.free_seat("Ann")
    assert not access.holds_seat("another", "Ann")
    assert access.take_seat("third", "Ann")
    access.leave_seat("third")
    assert access.taken(["Ann", "Bob"]) == ["Bob"]


def test_after_a_restart_a_phone_still_sits_where_it_sat():
    assert Access().holds_seat("one phone", "Ann")
