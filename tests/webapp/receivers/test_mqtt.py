"""A real MQTT broker that is told each event, and Home Assistant, which finds the table there."""

import json
import sys
import threading

import pytest
from find_mosquitto import Mosquitto
from jinja2.sandbox import SandboxedEnvironment
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion

from muggins.scorer.events import HandEnd
from muggins.webapp.receivers import mqtt
from muggins.webapp.receivers.receivers import Receivers
from muggins.webapp.session.session import GameSession


@pytest.fixture
def broker():
    mosquitto = Mosquitto()
    mosquitto.start()
    yield mosquitto
    mosquitto.close()


class Listener:
    """Somebody at home who hears everything that the broker passes on, also after it was away."""

    def __init__(self, port):
        self.heard = []
        self._changed = threading.Condition()
        self._client = Client(CallbackAPIVersion.VERSION2, client_id="listener", clean_session=False)
        self._client.on_connect = lambda client, *_: client.subscribe("#", 2)
        self._client.on_subscribe = lambda *_: self._take(("", "subscribed"))
        self._client.on_message = lambda _client, _data, message: self._take((message.topic, message.payload.decode()))
        self._client.reconnect_delay_set(1, 1)
        self._client.connect("127.0.0.1", port)
        self._client.loop_start()
        self.wait(lambda: self.heard)

    def _take(self, said):
        with self._changed:
            self.heard.append(said)
            self._changed.notify_all()

    def wait(self, reached):
        with self._changed:
            assert self._changed.wait_for(reached, timeout=60), self.heard

    def told(self):
        return [json.loads(text)["id"] for topic, text in self.heard if topic == "muggins/event"]

    def newest(self):
        """The newest text of each topic."""
        return dict(self.heard)

    def close(self):
        self._client.disconnect()
        self._client.loop_stop()


@pytest.fixture
def listener(broker):
    somebody = Listener(broker.port)
    yield somebody
    somebody.close()


def rendered(template, state):
    """What Home Assistant makes of a template."""
    home = SandboxedEnvironment()
    home.filters["to_json"] = json.dumps
    return home.from_string(template).render(value_json=state)


def test_home_assistant_finds_the_table_and_shows_the_score(table, broker, listener, start, tell):
    """A real Home Assistant showed "None" as the winner of the game in play."""
    session, receivers = table()
    receivers.choose("mqtt", broker.address)
    session.start_game(start("all-fives", "Ann Bob Cid"))
    session.tell(tell("Ann 5-5"))
    listener.wait(lambda: len(listener.told()) == 3)
    listener.wait(lambda: json.loads(listener.newest().get("muggins/state", "{}")).get("to_play") == "Bob")
    newest = listener.newest()
    state = json.loads(newest["muggins/state"])
    assert newest["muggins/online"] == "online"
    shown = {}
    for topic, text in newest.items():
        if topic.startswith("homeassistant/sensor/muggins/") and text:
            found = json.loads(text)
            assert (found["state_topic"], found["availability_topic"]) == ("muggins/state", "muggins/online")
            shown[found["name"]] = rendered(found["value_template"], state)
    assert shown == {
        "Ann": "10",
        "Bob": "0",
        "Cid": "0",
        "Count": "10",
        "To play": "Bob",
        "Winner": "–",
        "Said last": "Ann sets double five. Ten, ten points for Ann.",
    }
    event = json.loads(newest["homeassistant/event/muggins/event/config"])
    told = json.loads(rendered(event["value_template"], json.loads(newest["muggins/event"])))
    assert told["event_type"] in event["event_types"]
    assert (told["event_type"], told["player"], told["tile"]) == ("play", "Ann", "5-5")


def test_a_side_of_the_game_before_is_taken_away(table, broker, listener, start):
    session, receivers = table()
    receivers.choose("mqtt", broker.address)
    third = "homeassistant/sensor/muggins/score_3/config"
    session.start_game(start("all-fives", "Ann Bob Cid"))
    listener.wait(lambda: listener.newest().get(third))
    session.start_game(start("all-fives", "Ann Bob"))
    listener.wait(lambda: listener.newest()[third] == "")


def test_partners_who_rotate_are_told_at_home_hand_by_hand_and_taken_away_with_their_game(
    table, broker, listener, start, tell
):
    """A display at home had four scores, of which two rose together, and nothing said why."""
    session, receivers = table()
    receivers.choose("mqtt", broker.address)
    shown_by = "homeassistant/sensor/muggins/partners/config"
    session.start_game(start("five-up", "Ann Bob Cid Dee", options={"partners": "rotating"}))
    session.tell(tell("Ann 5-5"))
    listener.wait(lambda: "muggins/state" in listener.newest() and listener.newest().get(shown_by))
    template = json.loads(listener.newest()[shown_by])["value_template"]
    state = mqtt.state_of(session, "en")
    assert rendered(template, state) == "Ann & Cid – Bob & Dee"
    session.tell(HandEnd({"Ann": (), "Bob": None, "Cid": None, "Dee": None}))
    assert rendered(template, mqtt.state_of(session, "en")) == "Ann & Bob – Cid & Dee"
    session.start_game(start("five-up", "Ann Bob"))
    listener.wait(lambda: listener.newest()[shown_by] == "")
    assert rendered(template, mqtt.state_of(session, "en")) == "–"


def test_where_scores_are_claimed_the_count_is_not_shown_at_home(table, start, tell):
    session, _ = table()
    session.start_game(start(claims="call"))
    session.tell(tell("Ann 5-5"))
    state = mqtt.state_of(session, "en")
    assert state["count"] is None
    assert "ten" not in state["said"].lower()


def test_no_event_is_lost_or_doubled_while_the_broker_is_down_or_hangs(
    table, broker, listener, start, tell, until, monkeypatch
):
    monkeypatch.setattr(mqtt, "PATIENCE_SECONDS", 0.3)
    session, receivers = table()
    receivers.choose("mqtt", broker.address)
    session.start_game(start())
    listener.wait(lambda: len(listener.told()) == 1)
    broker.stop()
    session.tell(tell("Ann 5-5"))
    until(lambda: "no broker answers" in str(receivers.state("mqtt").trouble))
    broker.start()
    listener.wait(lambda: len(listener.told()) == 3)
    broker.hang()
    session.tell(tell("Bob 5-0>5-5"))
    until(lambda: "nobody answers" in str(receivers.state("mqtt").trouble))
    session.tell(tell("Ann 5-4>5-5"))
    broker.go_on()
    listener.wait(lambda: len(listener.told()) == 5)
    until(lambda: receivers.state("mqtt").waiting == 0)
    broker.stop()
    session.tell(tell("Bob 5-1>5-5"))
    session, receivers = table()
    broker.start()
    session.tell(tell("Ann 6-5>5-5"))
    listener.wait(lambda: len(listener.told()) == 7)
    assert listener.told() == [f"1-{number}" for number in range(1, 8)]


def test_a_broker_that_refuses_the_name_says_so(table, start, until):
    mosquitto = Mosquitto(lets_in="false")
    mosquitto.start()
    try:
        session, receivers = table()
        receivers.choose("mqtt", mosquitto.address)
        session.start_game(start())
        until(lambda: "the broker refuses: Not authorized" in str(receivers.state("mqtt").trouble))
    finally:
        mosquitto.close()


@pytest.mark.parametrize("address", ["http://example.org", "example.org", "mqtt://", "mqtt://a/+/b", "mqtt://a:99999"])
def test_an_address_of_no_broker_is_refused_with_a_sentence(address, table):
    _, receivers = table()
    with pytest.raises(ValueError, match="no address of an MQTT broker; expected one such as mqtt://"):
        receivers.choose("mqtt", address)


def test_without_the_driver_one_sentence_says_what_to_install(table, monkeypatch):
    monkeypatch.setitem(sys.modules, "paho.mqtt.client", None)
    _, receivers = table()
    with pytest.raises(ValueError, match=r"MQTT needs paho-mqtt: .* install"):
        receivers.choose("mqtt", "mqtt://127.0.0.1")


def test_each_table_of_a_hall_has_topics_of_its_own(broker, listener, start):
    session = GameSession(None)
    receivers = Receivers(session, 3)
    try:
        receivers.choose("mqtt", broker.address)
        session.start_game(start())
        listener.wait(lambda: "muggins/3/event" in listener.newest())
        assert json.loads(listener.newest()["muggins/3/event"])["table"] == 3
        found = json.loads(listener.newest()["homeassistant/sensor/muggins_3/count/config"])
        assert (found["unique_id"], found["device"]["name"]) == ("muggins_3_count", "muggins/3")
    finally:
        receivers.stop()
        session.close()


def test_a_long_sentence_is_cut_where_home_assistant_would_show_nothing(table, broker, listener, start):
    """Home Assistant takes 255 characters: after the end of a hand with long names it showed "unknown"."""
    session, receivers = table()
    receivers.choose("mqtt", broker.address)
    session.start_game(start())
    said, count = (f"homeassistant/sensor/muggins/{key}/config" for key in ("said", "count"))
    listener.wait(lambda: {said, count} <= listener.newest().keys())
    template = json.loads(listener.newest()[said])["value_template"]
    assert rendered(template, {"said": "Double five. " * 40}) == ("Double five. " * 40)[:255]
    assert rendered(template, {"said": None}) == "–"
    number = json.loads(listener.newest()[count])
    assert (number["state_class"], rendered(number["value_template"], {"count": None})) == ("measurement", "None")
