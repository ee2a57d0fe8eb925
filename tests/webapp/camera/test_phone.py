"""A phone as the camera: what it sends, which phone may send, and what the screens say about it."""

import json
import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from jpegs import claiming, jpeg

from muggins.vision.capture.open_source import LiveSource
from muggins.webapp import create_app
from muggins.webapp.camera import phone as module
from muggins.webapp.camera.phone import Addresses, Phone, RivalError, load_or_make_key
from muggins.webapp.camera.watch_thread import WatchThread
from muggins.webapp.hosting.phone_server import create_plain_app
from muggins.webapp.session.session import GameSession

KEY = "k7Qw_-3xYz0A"
HUGE = (8688, 5792)


@pytest.fixture
def source():
    source = LiveSource("phone")
    yield source
    source.close()


@pytest.fixture
def clock():
    """A clock that a test moves: clock[0] += 2."""
    return [100.0]


@pytest.fixture
def phone(source, clock):
    phone = Phone(source, KEY, lambda: clock[0])
    yield phone
    phone.close()


def state(phone):
    return phone.status.state if phone.status else None


def test_the_newest_picture_wins(phone, source):
    phone.receive(jpeg(320, 240), "Ann's")
    phone.receive(jpeg(640, 480), "Ann's")
    assert source.last.image.shape == (480, 640, 3)
    assert source.last.number == 2
    assert state(phone) is None


def test_of_two_phones_the_first_is_used_until_it_falls_silent(phone, source, clock):
    phone.receive(jpeg(), "Ann's")
    with pytest.raises(RivalError, match="Another phone is this table's camera"):
        phone.receive(jpeg(), "Bob's")
    assert state(phone) == "rivals"
    assert source.last.number == 1
    clock[0] += 6
    phone.receive(jpeg(), "Bob's")
    clock[0] += 6
    assert (source.last.number, state(phone)) == (2, None)


def test_another_phone_may_take_over_and_every_screen_says_so_for_a_minute(phone, source, clock):
    phone.receive(jpeg(), "Ann's", takes_over=True)
    assert state(phone) is None
    phone.receive(jpeg(), "Bob's", takes_over=True)
    assert (source.last.number, state(phone)) == (2, "taken-over")
    clock[0] += 59
    phone.receive(jpeg(), "Bob's")
    assert state(phone) == "taken-over"
    clock[0] += 2
    phone.receive(jpeg(), "Bob's")
    assert state(phone) is None
    with pytest.raises(RivalError):
        phone.receive(jpeg(), "Ann's")


def test_a_picture_on_its_way_does_not_undo_that_another_phone_took_over(phone, source, monkeypatch):
    anns, bobs = jpeg(320, 240), jpeg(640, 480)
    phone.receive(anns, "Ann's")
    opened = module.Jpeg

    def opened_late(content, *given):
        if content == anns:
            phone.receive(bobs, "Bob's", takes_over=True)
        return opened(content, *given)

    monkeypatch.setattr(module, "Jpeg", opened_late)
    monkeypatch.setattr(phone, "_opener", ThreadPoolExecutor(2))
    with pytest.raises(RivalError):
        phone.receive(anns, "Ann's")
    phone.receive(bobs, "Bob's")
    assert state(phone) == "rivals"


def test_a_phone_that_is_locked_says_so_and_makes_room(phone, source):
    phone.receive(jpeg(), "Ann's")
    phone.on_page_left("Bob's")
    assert state(phone) is None
    phone.on_page_left("Ann's")
    assert state(phone) == "away"
    phone.receive(jpeg(), "Bob's")
    assert state(phone) is None


def test_a_picture_that_comes_after_another_camera_took_over_is_refused_in_a_sentence(phone, source):
    phone.receive(jpeg(), "Ann's")
    phone.close()
    with pytest.raises(ValueError, match="The phone: another camera watches this table now"):
        phone.receive(jpeg(), "Ann's")
    assert source.last.number == 1


def test_a_hall_that_opens_no_picture_has_no_thread_that_opens_them(source):
    """Each table had one, and each picture of a phone went through it although its head alone was read."""
    before = set(threading.enumerate())
    phone = Phone(source, KEY, opens=False)
    phone.receive(jpeg(), "Ann's")
    assert set(threading.enumerate()) == before
    assert (source.last.number, set(vars(source.last.picture)) & {"eighth", "quarter", "image"}) == (1, set())
    source.close()
    phone.close()
    with pytest.raises(ValueError, match="The phone: another camera watches this table now"):
        phone.receive(jpeg(), "Ann's")


def test_a_single_picture_is_shown_for_as_long_as_the_table_takes_to_read_it(phone, source, monkeypatch):
    monkeypatch.setattr(module, "SINGLE_RATE", 100)
    phone.receive(jpeg(), "Ann's", is_single=True)
    assert state(phone) == "single"
    first = source.last
    again = source.newest(first.number)
    assert np.array_equal(again.image, first.image)
    phone.receive(jpeg(), "Ann's")
    phone._repeater.join()
    assert state(phone) is None


def test_anything_but_a_picture_is_reported_and_does_not_make_a_phone_the_camera(phone, source):
    for content, says in (
        (b"hello", "The phone: expected a JPEG picture, got text."),
        (jpeg()[:-300], "The phone: the picture breaks off before its end; is the network too slow or too far?"),
        (b"\xff" * (4 * 1024 * 1024 + 1), "The phone: the picture has 4 megabytes, and 4 are the most that are taken"),
        (claiming(*HUGE), "The phone: the picture has 8688 x 5792 pixels"),
    ):
        with pytest.raises(ValueError, match=r"^The phone: .*[.?]$") as raised:
            phone.receive(content, "Bob's")
        assert str(raised.value).startswith(says)
        assert str(source.trouble) == str(raised.value)
    assert source.last is None
    phone.receive(jpeg(), "Ann's")
    assert source.last.number == 1


def test_the_key_is_made_once_and_kept_to_its_owner(tmp_path):
    key = load_or_make_key(tmp_path / "muggins")
    assert load_or_make_key(tmp_path / "muggins") == key
    assert (tmp_path / "muggins" / "phone.key").stat().st_mode & 0o077 == 0
    (tmp_path / "muggins" / "phone.key").write_text("\0 broken")
    assert load_or_make_key(tmp_path / "muggins") != key


@pytest.fixture
def watching(source, phone):
    watching = WatchThread(source, GameSession(), phone_key=KEY)
    watching.phone = phone
    watching.phone.addresses = Addresses(
        f"https://192.168.1.20:8765/camera?key={KEY}", f"http://192.168.1.20:8766/?key={KEY}"
    )
    return watching


@pytest.fixture
def page(watching):
    return create_app(watching._session, watching).test_client()


def send(page, content, phone="Ann's", key=KEY, path="/api/camera", kind="image/jpeg"):
    return page.post(path, data=content, content_type=kind, headers={"Phone-Key": key, "Phone": phone})


def test_a_phones_pictures_are_the_cameras(page, source):
    for wide in (320, 640):
        answer = send(page, jpeg(wide, 240))
        assert (answer.status_code, set(answer.json)) == (200, {"state", "says", "notice", "tiles", "scores"})
    assert source.newest(0, 0).image.shape == (240, 640, 3)
    live_picture = page.get("/live.jpg?after=1")
    assert (live_picture.status_code, live_picture.headers["Frame"]) == (200, "2")


def test_only_phones_that_scanned_the_code_send_pictures(page, source):
    for key in ("", "guess", KEY + "x"):
        answer = send(page, jpeg(), key=key)
        assert answer.status_code == 403
        assert "scan the code on the table's screen" in answer.json["error"]
    assert page.post("/api/camera/away", json={"phone": "Ann's"}).status_code == 403
    assert source.last is None


@pytest.mark.parametrize(
    ("content", "kind", "status", "says"),
    [
        (b"", "image/jpeg", 400, "got nothing"),
        (b"hello, this is Ann", "image/jpeg", 400, "got text"),
        (b"hello, this is Ann", "text/plain", 400, "got text"),
        (jpeg()[:-300], "image/jpeg", 400, "breaks off before its end"),
        (claiming(*HUGE), "image/jpeg", 400, "8688 x 5792 pixels"),
        (b"\xff" * (5 * 1024 * 1024), "image/jpeg", 413, "5 megabytes, and 4 are the most"),
    ],
)
def test_whatever_else_a_phone_sends_is_refused_in_a_sentence_that_the_table_shows(
    page, source, content, kind, status, says
):
    answer = send(page, content, kind=kind)
    assert answer.status_code == status
    assert says in answer.json["error"]
    assert says in str(source.trouble)
    assert source.last is None


def test_a_second_phone_is_told_that_it_is_the_second(page, source):
    send(page, jpeg())
    answer = send(page, jpeg(), phone="Bob's")
    assert (answer.status_code, answer.json["rival"]) == (409, True)
    assert send(page, jpeg(), phone="Bob's", path="/api/camera?takes_over=yes").status_code == 200


def test_a_phone_that_is_locked_says_so_with_its_last_breath(page, watching):
    send(page, jpeg())
    assert page.post("/api/camera/away", json={"key": KEY, "phone": "Ann's"}).status_code == 200
    assert watching.phone.status.state == "away"


def test_pictures_are_taken_only_where_a_phone_is_the_camera():
    page = create_app(GameSession()).test_client()
    answer = send(page, jpeg())
    assert answer.status_code == 409
    assert "the host taps Camera and chooses the phone" in answer.json["error"]


def test_the_code_leads_to_the_cameras_page(page, watching):
    text = page.get("/camera-code").get_data(as_text=True)
    assert watching.phone.addresses.secure in text
    assert '<p class="push tapped">Show Details</p>' in text
    assert '<p class="push tapped">Mostrar detalles</p>' in page.get("/camera-code?language=es").text
    for which in ("secure", "plain"):
        assert page.get(f"/camera-code/{which}.svg").data.startswith(b"<svg")
    assert page.get("/camera-code/other.svg").status_code == 404
    watching.phone.addresses = Addresses()
    assert "No phone can find this machine" in page.get("/camera-code").get_data(as_text=True)


def test_the_page_on_plain_http_takes_single_pictures_and_leads_nowhere_else(watching, source):
    plain = create_plain_app(watching._session, watching).test_client()
    text = plain.get("/").get_data(as_text=True)
    assert "https://192.168.1.20:8765/camera" in text
    assert KEY not in text
    assert "Proceed to 192.168…" in text
    assert send(plain, jpeg(), path="/api/camera?single=yes").status_code == 200
    assert watching.phone.status.state == "single"
    for path in ("/api/table", "/live.jpg", "/new", "/camera-code"):
        assert plain.get(path).status_code == 404
    assert plain.post("/api/events", data=json.dumps({}), content_type="application/json").status_code == 404
