"""The host chooses who is told; nobody else may."""

import pytest

from muggins.webapp.receivers.receivers import Receivers
from muggins.webapp.receivers.views import tell_receivers
from muggins.webapp.web.context import CONTEXT_EXTENSION

HOOK = "http://ann:secret@127.0.0.1:1/x"


@pytest.fixture
def told(app):
    receivers = Receivers(app.extensions[CONTEXT_EXTENSION].session)
    tell_receivers(app, receivers)
    yield receivers
    receivers.stop()


def test_the_host_names_an_address_and_sees_how_it_is(told, host):
    assert "Call an address" in host.get("/settings").text
    assert host.get("/api/receivers").json == {"hook": None, "mqtt": None}
    secret = host.post("/api/receivers", json={"kind": "hook", "address": HOOK}).json["secret"]
    assert secret.startswith("whsec_")
    state = host.get("/api/receivers").json["hook"]
    assert (state["address"], state["waiting"]) == ("http://ann:***@127.0.0.1:1/x", 0)
    assert host.post("/api/receivers", json={"kind": "hook", "address": HOOK}).json == {"secret": ""}
    assert host.post("/api/receivers", json={"kind": "hook", "address": ""}).json == {"secret": ""}
    assert host.get("/api/receivers").json["hook"] is None


@pytest.mark.parametrize("sent", [{}, {"kind": "fax", "address": HOOK}, {"kind": "hook", "address": 5}])
def test_who_is_told_must_be_understood(sent, told, host):
    assert host.post("/api/receivers", json=sent).status_code == 400


def test_an_address_that_cannot_be_called_is_refused(told, host):
    answer = host.post("/api/receivers", json={"kind": "hook", "address": "ftp://example.org"})
    assert answer.status_code == 400
    assert answer.json["error"] == (
        "ftp://example.org: cannot be called; expected an address such as https://example.org/dominoes"
    )


def test_players_and_spectators_neither_see_nor_choose_who_is_told(told, bob, guest):
    for visitor in (bob, guest):
        assert visitor.get("/api/receivers").status_code == 403
        assert visitor.post("/api/receivers", json={"kind": "hook", "address": HOOK}).status_code == 403
        assert visitor.get("/settings").status_code == 403


def test_where_nobody_can_be_told_the_page_does_not_offer_it(host):
    assert host.get("/api/receivers").status_code == 404
    assert "Call an address" not in host.get("/settings").text
