"""An MQTT broker that is told each event and how the game stands, in a form that Home Assistant finds by itself."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from importlib.metadata import version
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any
from urllib.parse import SplitResult, unquote, urlsplit

from muggins.scorer.events import EVENT_NAMES
from muggins.scorer.reports.wording import title_of
from muggins.texts import language, lazy_gettext, pgettext
from muggins.texts.installing import extra_command
from muggins.vision.capture.network_camera import with_quoted_password, without_password

from ..session.event_log import LoggedEvent
from ..session.session import GameSession
from ..web.language import texts_in
from ..web.table_json import announcement_json, rotating_pairs
from .hook import PATIENCE_SECONDS
from .outbox import DeliveryError, Telling

if TYPE_CHECKING:
    from paho.mqtt.client import Client, ConnectFlags, MQTTMessageInfo
    from paho.mqtt.properties import Properties
    from paho.mqtt.reasoncodes import ReasonCode

PORTS = {"mqtt": 1883, "mqtts": 8883}
DISCOVERY = "homeassistant"
"""The topic below which Home Assistant looks for devices."""
USUAL_TOPIC = "muggins"
MOST_SIDES = 10
"""The most sides of a game; those of a game before are taken away."""
LONGEST_STATE = 255
"""The most characters that Home Assistant shows of a value; it shows nothing of a longer one."""
NUMBER = {"state_class": "measurement"}
"""Marks a sensor whose value is a number: Home Assistant draws it over time."""
PAIRS = "{{ value_json.partners | map('join', ' & ') | join(' – ') or '–' }}"
"""What shows who plays with whom: `Ann & Cid – Bob & Dee`."""
EXACTLY_ONCE = 2
"""The quality of service of an event."""
AT_LEAST_ONCE = 1
"""That of what is kept at the broker, of which the newest holds."""


class MqttBroker:
    """A receiver: each event goes to the topic `…/event`; `…/state` and `…/online` are kept for whoever comes later."""

    def __init__(self, address: str, session: GameSession, table: int | None = None) -> None:
        """The topics of a table of a hall end in its number.

        ValueError, a sentence, where no broker can have the address, or the driver is missing.
        """
        parts, host = _parse_address(address)
        try:
            from paho.mqtt.client import Client
            from paho.mqtt.enums import CallbackAPIVersion
        except ModuleNotFoundError:
            raise ValueError(lazy_gettext("MQTT needs paho-mqtt: %(command)s", command=extra_command("mqtt"))) from None
        self._session = session
        self._usual_language = language()
        base = unquote(parts.path).strip("/") or USUAL_TOPIC
        self._topic = base if table is None else f"{base}/{table}"
        self._id = "".join(sign if sign.isalnum() else "_" for sign in self._topic)
        self._lock = threading.Lock()
        self._sent: tuple[str, MQTTMessageInfo] | None = None
        """The event that the broker has still to take: a message is handed over once, however often it is tried."""
        self._taken: SimpleQueue[int] = SimpleQueue()
        self._refused = ""
        # The broker remembers this client, so that a message whose answer was lost is not passed on twice.
        self._client: Client = Client(
            CallbackAPIVersion.VERSION2, client_id=f"muggins-{self._id}", clean_session=False, reconnect_on_failure=True
        )
        if parts.username:
            self._client.username_pw_set(unquote(parts.username), unquote(parts.password or ""))
        if parts.scheme == "mqtts":
            self._client.tls_set()
        self._client.will_set(f"{self._topic}/online", "offline", AT_LEAST_ONCE, retain=True)
        self._client.on_connect = self._on_connect
        self._client.on_publish = lambda _client, _data, number, _reason, _properties: self._taken.put(number)
        self._client.reconnect_delay_set(1, 30)
        self._client.connect_async(host, parts.port or PORTS[parts.scheme])
        self._client.loop_start()

    def send(self, telling: Telling) -> None:
        if not self._client.is_connected():
            if self._refused:
                raise DeliveryError(lazy_gettext("the broker refuses: %(reason)s", reason=self._refused))
            raise DeliveryError(lazy_gettext("no broker answers"))
        if self._sent is None or self._sent[0] != telling.id:
            text = json.dumps(telling.body, ensure_ascii=False)
            self._sent = telling.id, self._client.publish(f"{self._topic}/event", text, EXACTLY_ONCE)
        try:
            while self._taken.get(timeout=PATIENCE_SECONDS) != self._sent[1].mid:
                pass
        except Empty:
            raise DeliveryError(
                lazy_gettext("nobody answers within %(seconds)s seconds", seconds=int(PATIENCE_SECONDS))
            ) from None
        self._sent = None
        with self._lock:
            if telling.line["event"] == "game":
                self._be_found()
            self._show_state()

    def close(self) -> None:
        self._client.publish(f"{self._topic}/online", "offline", AT_LEAST_ONCE, retain=True)
        self._client.disconnect()

    def _on_connect(
        self, _client: Client, _data: object, _flags: ConnectFlags, reason: ReasonCode, _properties: Properties | None
    ) -> None:
        self._refused = str(reason) if reason.is_failure else ""
        if not self._refused:
            with self._lock:
                self._keep("online", "online")
                self._be_found()
                self._show_state()

    def _keep(self, topic: str, text: str) -> None:
        """Publishes what the broker keeps for whoever comes later."""
        self._client.publish(f"{self._topic}/{topic}", text, AT_LEAST_ONCE, retain=True)

    @property
    def _language(self) -> str:
        """That of the voice at the table."""
        return self._session.voice or self._usual_language

    def _show_state(self) -> None:
        self._keep("state", json.dumps(state_of(self._session, self._language), ensure_ascii=False))

    def _be_found(self) -> None:
        """Describes the table to Home Assistant, and takes away the sides that only the game before had."""
        with texts_in(self._language):
            for topic, description in self._descriptions():
                text = json.dumps(description, ensure_ascii=False) if description else ""
                self._client.publish(f"{DISCOVERY}/{topic}/config", text, AT_LEAST_ONCE, retain=True)

    def _descriptions(self) -> Iterator[tuple[str, dict[str, Any] | None]]:
        game = self._session.snapshot.game
        sides = game.sides if game else ()
        for place in range(MOST_SIDES):
            value = f"{{{{ value_json.scores[{place}].score }}}}"
            of_side = {**NUMBER, "icon": "mdi:counter"}
            yield (
                f"sensor/{self._id}/score_{place + 1}",
                self._described(f"score_{place + 1}", sides[place], value, **of_side) if place < len(sides) else None,
            )
        count = self._described("count", pgettext("name of a sensor", "Count"), "{{ value_json.count }}", **NUMBER)
        yield f"sensor/{self._id}/count", count
        partners = self._described("partners", pgettext("name of a sensor", "Partners"), PAIRS)
        # Only where they rotate: elsewhere the sides say it.
        yield f"sensor/{self._id}/partners", partners if game and game.rules.partners == "rotating" else None
        names = {
            "to_play": pgettext("name of a sensor", "To play"),
            "winner": pgettext("name of a sensor", "Winner"),
            "said": pgettext("name of a sensor", "Said last"),
        }
        for key, name in names.items():
            yield (
                f"sensor/{self._id}/{key}",
                # Home Assistant takes None of a text for a word, of a number for nothing.
                self._described(key, name, f"{{{{ (value_json.{key} or '–')[:{LONGEST_STATE}] }}}}"),
            )
        typed = "{{ dict(value_json, event_type=value_json.event) | to_json }}"
        event = self._described("event", pgettext("name of a sensor", "Event"), typed)
        of_events = {"state_topic": f"{self._topic}/event", "event_types": list(EVENT_NAMES)}
        yield f"event/{self._id}/event", {**event, **of_events}

    def _described(self, key: str, name: str, value: str, **more: str) -> dict[str, Any]:
        """A sensor whose value a template finds in the state."""
        return {
            "name": name,
            "unique_id": f"{self._id}_{key}",
            "state_topic": f"{self._topic}/state",
            "value_template": value,
            "availability_topic": f"{self._topic}/online",
            "payload_available": "online",
            "payload_not_available": "offline",
            "device": {"identifiers": [self._id], "name": self._topic, "sw_version": version("muggins")},
            **more,
        }


def _parse_address(address: str) -> tuple[SplitResult, str]:
    try:
        parts = urlsplit(with_quoted_password(address))
        if parts.scheme in PORTS and parts.hostname and parts.port != 0 and not set("+#") & set(address.split("@")[-1]):
            return parts, parts.hostname
    except ValueError:
        pass
    raise ValueError(
        lazy_gettext(
            "%(address)s: no address of an MQTT broker; expected one such as mqtt://NAME:PASSWORD@192.168.1.20",
            address=without_password(address),
        )
    )


def state_of(session: GameSession, language: str) -> dict[str, Any]:
    """How the game stands, for a display at home."""
    snapshot = session.snapshot
    game = snapshot.game
    if game is None:
        nothing = dict.fromkeys(("rules", "count", "to_play", "winner", "said"))
        return {"game": 0, "scores": [], "partners": [], **nothing}
    hand = game.hand_in_play
    with texts_in(language):
        title = str(title_of(game.rules))
    return {
        "game": snapshot.game_id,
        "rules": title,
        "scores": [{"side": side, "score": game.scores[side]} for side in game.sides],
        "partners": rotating_pairs(game),
        # A score that may be claimed is found by the players themselves.
        "count": hand.count if hand and game.covered_play is None else None,
        "to_play": hand.to_play if hand else None,
        "winner": game.winner,
        "said": announcement_json(LoggedEvent(snapshot.game_id, game), language)["words"],
    }
