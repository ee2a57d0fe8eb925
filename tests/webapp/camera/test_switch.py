"""The camera chosen on a page: another takes over in the middle of a game, and typed text opens nothing else."""

import json
import threading

import cv2
import numpy as np
import pytest
from serving import BlindWatcher, state_with

from muggins.scorer.tiles import Tile
from muggins.vision.capture.open_source import LiveSource
from muggins.vision.capture.status import SourceStatus
from muggins.vision.tracking import events as happenings
from muggins.vision.types import Doubt
from muggins.webapp import create_app
from muggins.webapp.camera import switch
from muggins.webapp.camera.phone import Addresses
from muggins.webapp.camera.switch import FILM, NONE, CameraSwitch
from muggins.webapp.camera.watch_thread import WatchThread
from muggins.webapp.session.session import GameSession
from muggins.webapp.views import live_image
from muggins.webapp.web.access import Access, Role

SECRET = "http://ann:secret@192.168.1.20:8080/video"
GREY = np.full((36, 64, 3), 120, np.uint8)


@pytest.fixture
def table(tmp_path, start):
    """A table with two webcams and a camera on the network; they see only what the tests say."""
    session, opened, made = GameSession(), [], []
    session.start_game(start())

    def open_camera(source):
        if source in ("1", "rtsp://192.168.1.9/main"):
            raise ValueError(f"{source}: gives no picture; is it plugged in?")
        opened.append(LiveSource(source if source == "phone" else f"camera {source}"))
        opened[-1].show(GREY)
        return opened[-1]

    def make(**options):
        found = {"open_camera": open_camera, "find_webcams": lambda in_use: [0, 1], "folder": tmp_path / "data"}
        found["make_watcher"] = lambda _: BlindWatcher()
        made.append(CameraSwitch(session, **found | options))
        made[-1].session, made[-1].opened, made[-1].kept = session, opened, tmp_path / "data" / "camera"
        return made[-1]

    yield make
    for cameras in made:
        cameras.stop()


def test_the_webcams_found_a_phone_and_none_can_be_chosen(table):
    assert [(one.camera, str(one.name)) for one in table().choices()] == [
        ("0", "Webcam 0"),
        ("1", "Webcam 1"),
        ("phone", "A phone"),
        ("none", "No camera"),
    ]


def test_webcams_are_called_by_their_names_and_told_apart_by_their_numbers(table):
    """They were listed by number alone: which of two is the one above the table had to be tried."""
    names = {0: "Integrated Camera", 1: "", 2: "HD Webcam", 4: "HD Webcam"}
    cameras = table(find_webcams=lambda in_use: list(names), name_webcam=names.get)
    told = [str(one.name) for one in cameras.choices()][:-2]
    assert told == ["Integrated Camera", "Webcam 1", "HD Webcam (2)", "HD Webcam (4)"]


def test_another_camera_takes_the_place_of_the_one_that_watches_and_the_game_goes_on(table):
    cameras = table()
    cameras.choose("0")
    first = cameras.watch_thread
    cameras.session.on_table_event(happenings.Played(1.0, Tile.parse("5-5"), None))
    cameras.choose(SECRET)
    assert cameras.opened[0].closed.is_set()
    assert cameras.watch_thread is not first
    assert cameras.watch_thread.name == f"camera {SECRET}"
    assert cameras.session.snapshot.game_id == 1
    assert cameras.session.snapshot.game.hand.count == 10
    assert not [each for each in threading.enumerate() if each is first._thread]


def test_where_another_gives_no_picture_the_one_before_watches_on(table):
    cameras = table()
    cameras.choose("0")
    with pytest.raises(ValueError, match="gives no picture"):
        cameras.choose("1")
    assert cameras.chosen == "0"
    assert not cameras.opened[0].closed.is_set()


def test_a_camera_that_watches_already_is_left_in_peace(table):
    cameras = table()
    cameras.choose(SECRET)
    cameras.choose(SECRET)
    cameras.choose(cameras.address)  # as the page shows it, without the password
    assert len(cameras.opened) == 1
    assert "secret" not in cameras.address


def test_pages_that_ask_for_a_newer_picture_get_one_from_the_next_camera(table):
    cameras = table()
    cameras.choose("0")
    for _ in range(5):
        cameras.opened[0].show(GREY)
    number, _ = cameras.watch_thread.live_image.newest(0, 1.0)
    cameras.choose(SECRET)
    assert cameras.watch_thread.live_image.newest(number, None)[0] == number + 1


def test_a_camera_that_is_stopped_leaves_no_thread_behind(table):
    before = set(threading.enumerate())
    cameras = table()
    cameras.choose("0")
    assert cameras.watch_thread.live_image.newest(0, None)
    cameras.choose(NONE)
    assert set(threading.enumerate()) <= before


def test_without_a_camera_every_screen_says_so_and_a_camera_may_come_back(table):
    cameras = table()
    cameras.choose("0")
    cameras.choose(NONE)
    assert cameras.watch_thread is None
    assert str(cameras.session.snapshot.camera.says) == "There is no camera."
    cameras.choose("0")
    assert cameras.watch_thread.name == "camera 0"


@pytest.mark.parametrize(
    "typed",
    ["/etc/passwd", "file:///etc/passwd", "../game.mp4", "concat:a|b", "<script>", "http://", "-1", "²", FILM, ""],
)
def test_nothing_but_a_camera_can_be_named_on_a_page(table, typed):
    cameras = table()
    with pytest.raises(ValueError, match=r"no camera's address|no film was named"):
        cameras.choose(typed)
    assert cameras.opened == []


def test_the_film_that_the_command_named_can_be_chosen_again(table, tmp_path):
    film = tmp_path / "game.avi"
    writer = cv2.VideoWriter(str(film), cv2.VideoWriter.fourcc(*"MJPG"), 10, (64, 36))
    writer.write(GREY)
    writer.release()
    cameras = table()
    cameras.open_named(str(film))
    assert cameras.choices()[0].name == "game.avi"
    assert cameras.chosen == FILM
    cameras.choose("0")
    cameras.choose(FILM)
    assert cameras.opened[-1].name == f"camera {film}"


def test_the_camera_is_remembered_for_the_next_evening_in_a_private_file(table):
    table().choose(SECRET)
    again = table()
    again.resume()
    assert again.chosen == SECRET
    assert again.kept.stat().st_mode & 0o077 == 0


def test_an_evening_without_any_webcam_begins_and_says_so(table):
    cameras = table(find_webcams=lambda in_use: [])
    cameras.resume()
    assert cameras.watch_thread is None
    assert "no webcam was found" in str(cameras.trouble)
    assert cameras.session.snapshot.camera == SourceStatus("none", cameras.trouble)


def test_a_webcam_that_is_plugged_in_once_the_evening_has_begun_is_found_by_itself(table, monkeypatch):
    """The first player had forgotten the plug, and muggins had to be started anew."""
    monkeypatch.setattr(switch, "LOOK_SECONDS", 0.01)
    plugged, opened = [], []
    monkeypatch.setattr(switch, "open_source", lambda name, patient: opened.append(LiveSource(name)) or opened[-1])
    cameras = table(find_webcams=lambda in_use: plugged)
    cameras.resume()
    cameras.start()
    [looking] = [each for each in threading.enumerate() if each.name == "looking for a camera"]
    plugged.append(0)
    looking.join(60)
    assert (cameras.chosen, cameras.trouble, len(opened)) == ("0", "", 1)
    assert cameras.watch_thread is not None


def test_whoever_chooses_to_play_without_a_camera_is_left_in_peace(table, monkeypatch):
    monkeypatch.setattr(switch, "LOOK_SECONDS", 0.01)
    cameras = table(find_webcams=lambda in_use: [])
    cameras.resume()
    cameras.start()
    [looking] = [each for each in threading.enumerate() if each.name == "looking for a camera"]
    cameras.choose(NONE)
    looking.join(60)
    assert str(cameras.session.snapshot.camera.says) == "There is no camera."


def test_a_phone_that_is_chosen_is_shown_the_address_and_keeps_its_key(table):
    told = []
    cameras = table()
    cameras.assign_addresses = told.append
    cameras.choose("phone")
    cameras.choose(NONE)
    cameras.choose("phone")
    one, other = told
    assert one.key == other.key
    assert cameras.watch_thread.phone is other


def test_the_interface_lists_the_cameras_and_changes_them(table):
    cameras = table()
    page = create_app(cameras.session, cameras).test_client()
    cameras.assign_addresses = lambda phone: setattr(
        phone, "addresses", Addresses("https://192.168.1.2:8767/camera?key=k")
    )
    assert page.get("/api/cameras").get_json()["chosen"] == "none"
    assert page.post("/api/cameras", json={"camera": "phone"}).get_json()["code"].startswith("https://192.168.1.2")
    assert page.get("/camera-code/secure.svg").status_code == 200
    told = page.post("/api/cameras", json={"camera": SECRET}).get_json()
    assert (told["chosen"], told["address"]) == ("address", "http://ann:***@192.168.1.20:8080/video")
    assert "secret" not in json.dumps(told)
    refused = page.post("/api/cameras", json={"camera": "rtsp://192.168.1.9/main"})
    assert (refused.status_code, refused.get_json()["error"]) == (
        409,
        "rtsp://192.168.1.9/main: gives no picture; is it plugged in?",
    )
    assert page.post("/api/cameras", json={"camera": 0}).status_code == 400
    assert page.post("/api/cameras", json={"camera": "a" * 600}).status_code == 400


def test_players_and_spectators_choose_no_camera(table):
    cameras = table()
    access = Access(default=Role.SPECTATOR)
    page = create_app(cameras.session, cameras, access=access).test_client()
    assert page.get("/api/cameras").status_code == 403
    assert page.post("/api/cameras", json={"camera": "0"}).status_code == 403
    assert page.get("/live.jpg").status_code == 204
    assert cameras.opened == []


def test_the_host_says_whether_others_see_the_table_live(start, lay, monkeypatch):
    """Whoever had a badge of the tournament saw all hands that its table's camera sees, live."""
    monkeypatch.setattr(live_image, "FRAME_WAIT_SECONDS", 0.0)
    session, source = GameSession(), LiveSource("camera 0")
    session.start_game(start())
    session.on_table_event(happenings.DoubtRaised(1.0, Doubt("value", "Is it 6-4?", Tile(6, 4), ())))
    watching = WatchThread(source, session, lambda _: BlindWatcher())
    source.show(np.full((1280, 1280, 3), 120, np.uint8))
    watching.live_image.show(state_with(lay("6-4: 0 0 90")))
    host, guest = (
        create_app(session, watching, access=Access(default=role)).test_client() for role in (Role.HOST, Role.SPECTATOR)
    )
    for pictures, status in (("off", 204), ("delayed", 204), ("live", 200)):
        assert host.post("/api/pictures", json={"pictures": pictures}).json["pictures"] == pictures
        for path in ("/live.jpg", "/api/questions/1/picture"):
            assert (host.get(path).status_code, guest.get(path).status_code) == (200, status), (pictures, path)
    host.post("/api/pictures", json={"pictures": "off"})
    hidden = guest.get("/live.jpg").headers
    assert (hidden["Camera"], hidden["Camera-Says"]) == ("private", "The camera's picture is for the host alone.")
    assert (hidden["Tiles"], hidden["View"]) == ("{}", "{}")
    assert guest.post("/api/pictures", json={"pictures": "live"}).status_code == 403
    assert host.post("/api/pictures", json={"pictures": "soon"}).json["error"] == (
        "expected pictures: off, delayed or live"
    )


def test_where_each_tile_lies_goes_with_the_picture(start, lay):
    session, source = GameSession(), LiveSource("camera 0")
    session.start_game(start())
    watching = WatchThread(source, session, lambda _: BlindWatcher())
    source.show(np.full((1280, 1280, 3), 120, np.uint8))
    page = create_app(session, watching).test_client()
    assert json.loads(page.get("/live.jpg").headers["Tiles"]) == {}
    [reading] = lay("6-4: 0 0 90")
    watching.live_image.show(state_with([reading]))
    assert watching.live_image.outlines() == {
        "6-4": pytest.approx([float(at) / 1280 for at in reading.corners.flat], abs=1e-4)
    }


def test_the_tiles_of_a_frame_are_sent_even_if_it_is_read_after_it_was_sent(start, lay, monkeypatch):
    """The last still of a folder, or a camera that stops: no newer frame would carry them."""
    monkeypatch.setattr(live_image, "FRAME_WAIT_SECONDS", 0.0)
    session, source = GameSession(), LiveSource("camera 0")
    session.start_game(start())
    watching = WatchThread(source, session, lambda _: BlindWatcher())
    source.show(np.full((1280, 1280, 3), 120, np.uint8))
    page = create_app(session, watching).test_client()
    number = page.get("/live.jpg").headers["Frame"]
    watching.live_image.show(state_with(lay("6-4: 0 0 90")))
    answer = page.get(f"/live.jpg?after={number}")
    assert answer.status_code == 204
    assert list(json.loads(answer.headers["Tiles"])) == ["6-4"]


def test_however_many_wait_for_the_next_picture_threads_are_left_for_the_pages(start, monkeypatch):
    """Each of 128 viewers held a thread, and the server had no other."""
    monkeypatch.setattr(live_image, "FRAME_WAIT_SECONDS", 600.0)
    monkeypatch.setattr(live_image, "waiting", threading.BoundedSemaphore(1))
    session, source = GameSession(), LiveSource("camera 0")
    page = create_app(session, WatchThread(source, session, lambda _: BlindWatcher())).test_client()
    assert live_image.waiting.acquire()
    assert page.get("/live.jpg").headers["Camera"] == "waiting"
    live_image.waiting.release()
    source.show(np.full((1280, 1280, 3), 120, np.uint8))
    assert page.get("/live.jpg").status_code == 200
    assert live_image.waiting.acquire(blocking=False)


def test_what_part_of_the_picture_shows_the_tiles_goes_with_it_and_from_above_only_for_whoever_asks(start, lay):
    session, source = GameSession(), LiveSource("camera 0")
    session.start_game(start())
    watching = WatchThread(source, session, lambda _: BlindWatcher())
    source.show(np.full((1280, 1280, 3), 120, np.uint8))
    page = create_app(session, watching).test_client()
    assert json.loads(page.get("/live.jpg").headers["View"]) == {"near": None}
    watching.live_image.show(state_with(lay("6-6: 0 0 0, 6-4: 0 2 90, 4-3: 0 4 90")))
    view = json.loads(page.get("/live.jpg").headers["View"])
    assert list(view) == ["near"]
    near = view["near"]["corners"]
    assert all(0 <= at <= 1 for at in near)
    assert near[2] - near[0] < 0.7
    assert json.loads(page.get("/live.jpg?above=yes").headers["View"])["above"]["shape"] > 0
