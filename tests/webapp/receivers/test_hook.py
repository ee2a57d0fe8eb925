"""An address that is called on each event: in order, each once, however the receiver behaves; signed."""

import base64
import hashlib
import hmac
import json
import time

import pytest
from called_address import CalledAddress

from muggins.webapp.receivers import hook, outbox


@pytest.fixture
def called():
    address = CalledAddress()
    address.start()
    yield address
    address.stop()


def ids(game, first, last):
    return [f"{game}-{number}" for number in range(first, last + 1)]


def test_each_event_comes_as_it_stands_in_the_record(table, called, start, tell, until):
    session, receivers = table()
    receivers.choose("hook", called.address)
    session.start_game(start())
    session.tell(tell("Ann 5-5"))
    called.wait(lambda: len(called.taken) == 3)
    lines = [json.loads(body) for _, body in called.calls]
    record = [{"number": number, **line} for number, line in enumerate(session.snapshot.game.lines(), 1)]
    assert lines == [{"id": f"1-{line['number']}", "game": 1, **line} for line in record]
    assert (lines[2]["player"], lines[2]["tile"], lines[2]["points"]) == ("Ann", "5-5", 2)
    assert called.calls[0][0]["Content-Type"] == "application/json"
    until(lambda: receivers.state("hook").waiting == 0)


def test_whoever_knows_the_secret_can_tell_that_the_table_has_called(table, called, start):
    session, receivers = table()
    secret = receivers.choose("hook", called.address)
    session.start_game(start())
    called.wait(lambda: called.taken)
    headers, body = called.calls[0]
    # As standardwebhooks.com describes it, written down a second time.
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    key = base64.b64decode(secret.removeprefix("whsec_"))
    assert headers["webhook-signature"] == "v1," + base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()
    assert headers["webhook-id"] == "1-1"
    assert abs(int(headers["webhook-timestamp"]) - time.time()) < 60
    assert receivers.choose("hook", called.address) == "", "the secret is told once"


@pytest.mark.parametrize("how", ["fails", "moved", "breaks off", "hangs"])
def test_no_event_is_lost_or_doubled_while_the_receiver_is_ill(how, table, called, start, tell, monkeypatch):
    """A club's scoreboard answered with errors for a minute, and showed a game in which two plays were missing."""
    if how == "hangs":
        monkeypatch.setattr(hook, "PATIENCE_SECONDS", 0.5)
    session, receivers = table()
    receivers.choose("hook", called.address)
    session.start_game(start())
    called.wait(lambda: called.taken)
    called.behave(how)
    before = time.monotonic()
    for play in ("Ann 5-5", "Bob 5-0>5-5", "Ann 5-4>5-5"):
        session.tell(tell(play))
    assert time.monotonic() - before < 5, "the game waits for nobody"
    called.wait(lambda: len(called.calls) >= 4)
    assert called.taken == ids(1, 1, 1)
    assert receivers.state("hook").waiting == 4
    called.behave("ok")
    called.wait(lambda: "1-5" in called.taken)
    assert list(dict.fromkeys(called.taken)) == ids(1, 1, 5)
    assert {headers["webhook-id"] for headers, _ in called.calls} == set(called.taken), "a repeat has the same id"


def test_what_was_played_while_nobody_listened_comes_later_in_order(table, called, start, tell, until):
    """The receiver is switched on after a whole game, and the program was restarted meanwhile."""
    session, receivers = table()
    receivers.choose("hook", called.address)
    session.start_game(start())
    called.wait(lambda: called.taken)
    called.stop()
    session.tell(tell("Ann 5-5"))
    session.start_game(start("all-fives", "Cid Dee"))
    session, receivers = table()
    session.tell(tell("Cid 5-5"))
    assert receivers.state("hook").waiting == 5
    called.start()
    called.wait(lambda: len(called.taken) == 6)
    assert called.taken == [*ids(1, 1, 3), *ids(2, 1, 3)]
    until(lambda: receivers.state("hook").waiting == 0)
    session, receivers = table()
    session.tell(tell("Dee 5-0>5-5"))
    called.wait(lambda: len(called.taken) == 7)
    assert called.taken[-1] == "2-4", "nothing is told again after a restart"


def test_more_events_than_a_queue_holds_wait_in_the_record(table, called, start, tell, monkeypatch):
    monkeypatch.setattr("muggins.webapp.session.pubsub.MAX_QUEUED", 5)
    session, receivers = table()
    called.behave("fails")
    receivers.choose("hook", called.address)
    session.start_game(start())
    session.tell(tell("Ann sets"))
    for _ in range(29):
        session.tell(tell("Ann pegs 1"))
    called.behave("ok")
    called.wait(lambda: len(called.taken) == 31)
    session.tell(tell("Ann passes"))
    called.wait(lambda: len(called.taken) == 32)
    assert called.taken == ids(1, 1, 32)


def test_the_number_of_a_deleted_game_is_not_given_again_after_a_restart(table, called, start, until):
    """The receiver knew game 1 already, and took the next game for a repeat."""
    session, receivers = table()
    receivers.choose("hook", called.address)
    session.start_game(start())
    called.wait(lambda: called.taken)
    until(lambda: receivers.state("hook").waiting == 0)
    session.delete_game(1)
    session, receivers = table()
    session.start_game(start())
    called.wait(lambda: len(called.taken) == 2)
    assert called.taken == ["1-1", "2-1"]


def test_a_backlog_is_not_noted_event_by_event(table, called, start, tell, until, monkeypatch):
    """A receiver that had been away for an evening made the game wait for the disk at each of its events."""
    session, receivers = table()
    called.behave("fails")
    receivers.choose("hook", called.address)
    session.start_game(start())
    session.tell(tell("Ann sets"))
    for _ in range(50):
        session.tell(tell("Ann pegs 1"))
    written = []
    monkeypatch.setattr(session.store, "set_setting", lambda name, value: written.append(value))
    called.behave("ok")
    until(lambda: receivers.state("hook").waiting == 0)
    until(lambda: written and json.loads(written[-1])[2:] == [1, 52, []])
    assert len(written) < 26


def test_an_event_that_is_refused_for_ever_is_left_out_and_named(table, called, start, tell, until):
    """A league's scoreboard took no event with a name that it did not know: nothing came there any more."""
    called.refuses = {"1-3"}
    session, receivers = table()
    receivers.choose("hook", called.address)
    session.start_game(start())
    session.tell(tell("Ann 5-5"))
    until(lambda: receivers.state("hook").waiting == 1)
    called.wait(lambda: len(called.calls) == 2 + outbox.MOST_TRIES)
    assert receivers.state("hook").left_out == (), "nothing is left out before a later event is taken"
    session.tell(tell("Bob 5-0>5-5"))
    until(lambda: receivers.state("hook").waiting == 0)
    assert called.taken == ["1-1", "1-2", "1-4"]
    assert receivers.state("hook").left_out == ("1-3",)
    session, receivers = table()
    session.tell(tell("Ann 5-4>5-5"))
    called.wait(lambda: "1-5" in called.taken)
    assert receivers.state("hook").left_out == ("1-3",), "it is named after a restart too"


def test_a_receiver_that_refuses_everything_is_told_nothing_more_and_goes_on_where_it_was(
    table, called, start, tell, until
):
    """The scoreboard was given another secret, and refused a whole evening: no event of it may be left out."""
    called.behave("refuses")
    session, receivers = table()
    receivers.choose("hook", called.address)
    session.start_game(start())
    for play in ("Ann 5-5", "Bob 5-0>5-5", "Ann 5-4>5-5"):
        session.tell(tell(play))
    until(lambda: receivers.state("hook").is_off)
    assert len(called.calls) == outbox.MOST_REFUSED * outbox.MOST_TRIES
    state = receivers.state("hook")
    assert (state.waiting, state.left_out) == (5, ())
    assert str(state.trouble) == (
        "it answers with status 422; after 3 events in a row that it refused it is told nothing more"
    )
    called.behave("ok")
    assert receivers.choose("hook", state.address) == ""
    called.wait(lambda: len(called.taken) == 5)
    assert called.taken == ids(1, 1, 5)


def test_a_receiver_that_is_gone_is_called_once(table, called, start, until):
    called.behave("gone")
    session, receivers = table()
    receivers.choose("hook", called.address)
    session.start_game(start())
    until(lambda: receivers.state("hook").is_off)
    assert len(called.calls) == 1


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("http://127.0.0.1:1/x", "the machine is there, but nothing answers"),
        ("http://no-such-club.invalid/x", "nothing is called no-such-club.invalid on this network"),
    ],
)
def test_why_nobody_is_told_is_said_in_plain_words(address, says, table, start, until):
    """The page of settings said "[Errno 111] Connection refused"."""
    session, receivers = table()
    receivers.choose("hook", address)
    session.start_game(start())
    until(lambda: receivers.state("hook").trouble)
    assert str(receivers.state("hook").trouble).startswith(says)


def test_an_address_that_hangs_up_is_told_apart(table, called, start, until):
    called.behave("breaks off")
    session, receivers = table()
    receivers.choose("hook", called.address)
    session.start_game(start())
    until(lambda: receivers.state("hook").trouble)
    assert str(receivers.state("hook").trouble) == "it hangs up before it has answered"


def test_an_address_that_speaks_no_tls_is_told_apart(table, called, start, until):
    session, receivers = table()
    receivers.choose("hook", called.address.replace("http:", "https:"))
    session.start_game(start())
    until(lambda: receivers.state("hook").trouble)
    assert str(receivers.state("hook").trouble) == "it does not speak TLS; write http:// in place of https://"


def test_an_address_that_is_chosen_late_is_told_what_happens_from_then_on(table, called, start, tell):
    session, receivers = table()
    session.start_game(start())
    session.tell(tell("Ann 5-5"))
    receivers.choose("hook", called.address)
    session.tell(tell("Bob 5-0>5-5"))
    called.wait(lambda: called.taken)
    assert called.taken == ["1-4"]
    receivers.choose("hook", "")
    session.tell(tell("Ann 5-4>5-5"))
    assert receivers.state("hook") is None
    session, receivers = table()
    assert receivers.state("hook") is None
    assert called.taken == ["1-4"]


@pytest.mark.parametrize("address", ["ftp://example.org/", "example.org", "http://", "http://a:99999/", "file:///etc"])
def test_an_address_that_cannot_be_called_is_refused_with_a_sentence(address, table, called):
    _, receivers = table()
    receivers.choose("hook", called.address)
    with pytest.raises(ValueError, match="cannot be called; expected an address such as https://"):
        receivers.choose("hook", address)
    assert receivers.state("hook").address == called.address, "the one before stays"


def test_a_password_in_the_address_is_shown_to_nobody(table):
    _, receivers = table()
    receivers.choose("hook", "http://ann:s3cr/et@127.0.0.1:1/x")
    assert receivers.state("hook").address == "http://ann:***@127.0.0.1:1/x"
