"""A phone chosen as the camera reaches this machine even where the dashboard is served to it alone."""

import json
import ssl
import urllib.error
import urllib.request

import cv2
import numpy as np
import pytest
from serving import BlindWatcher

from muggins.webapp import create_app
from muggins.webapp.camera.switch import CameraSwitch
from muggins.webapp.hosting import network
from muggins.webapp.hosting.network import LocalNetwork
from muggins.webapp.hosting.phone_server import PhoneServers
from muggins.webapp.session.session import GameSession
from muggins.webapp.web.access import Access, Role

TRUSTING = ssl._create_unverified_context()
JPEG = cv2.imencode(".jpg", np.full((240, 320, 3), 90, np.uint8))[1].tobytes()


@pytest.fixture
def cameras(tmp_path, start, monkeypatch):
    """A table's cameras, none chosen yet, with servers for phones on a network of one machine."""
    monkeypatch.setattr(network, "addresses_on_network", lambda: ["127.0.0.1"])
    live = GameSession()
    live.start_game(start())
    cameras = CameraSwitch(live, folder=tmp_path, make_watcher=lambda _: BlindWatcher())
    serve(cameras)
    yield cameras
    cameras.stop()
    cameras.servers.close()


def serve(cameras, plain_http=False):
    """From now on the phone's servers are these."""
    folder = cameras._memory._folder
    app = create_app(cameras._session, cameras, access=Access(default=Role.STRANGER))
    cameras.servers = PhoneServers(app, folder, 0, None, LocalNetwork(), plain_http)
    cameras.assign_addresses = cameras.servers.open


def asked(address, data=None, **headers):
    kind = {"Content-Type": "image/jpeg"} if data else {}
    request = urllib.request.Request(address, data, kind | headers)
    with urllib.request.urlopen(request, timeout=300, context=TRUSTING) as answer:
        return answer.url, answer.read()


def test_the_phone_opens_its_page_and_its_pictures_are_watched(cameras):
    cameras.choose("phone")
    address = cameras.phone_url
    assert address.startswith("https://127.0.0.1:")
    page, html = asked(address)
    assert b"Start the camera" in html
    _, said = asked(page.partition("camera?")[0] + "api/camera", JPEG, **{"Phone-Key": cameras.watch_thread.phone.key})
    assert json.loads(said)["state"]
    assert cameras.watch_thread.live_image.frame.image.shape == (240, 320, 3)


def test_pictures_come_over_plain_http_only_where_it_was_asked_for(cameras):
    """A second port took the phone's key and its pictures in the clear, also beside a dashboard over TLS."""
    cameras.choose("phone")
    assert cameras.watch_thread.phone.addresses.plain == ""
    assert [server.address[:8] for server in cameras.servers._started] == ["https://"]
    cameras.choose("none")
    cameras.servers.close()
    serve(cameras, plain_http=True)
    cameras.choose("phone")
    assert b"single pictures" in asked(cameras.watch_thread.phone.addresses.plain)[1]


def test_nobody_reaches_the_table_by_the_phones_address(cameras):
    cameras.choose("phone")
    there = cameras.phone_url.partition("camera?")[0]
    for path in ("api/table", "live.jpg", "api/cameras", "api/invitation"):
        with pytest.raises(urllib.error.HTTPError, match="401") as refused:
            asked(there + path)
        refused.value.close()
    landed, _ = asked(there, Accept="text/html")
    assert landed.endswith("/join")


def test_the_addresses_are_the_same_when_a_phone_is_chosen_again(cameras):
    cameras.choose("phone")
    before = cameras.phone_url
    cameras.choose("none")
    assert cameras.phone_url == ""
    cameras.choose("phone")
    assert cameras.phone_url == before


def test_on_no_network_no_server_is_started(cameras, monkeypatch):
    monkeypatch.setattr(network, "addresses_on_network", list)
    cameras.choose("phone")
    assert cameras.phone_url == ""
    monkeypatch.setattr(network, "addresses_on_network", lambda: ["127.0.0.1"])
    assert cameras.phone_url.startswith("https://127.0.0.1:")
