"""An address that is called on each event: a POST with the event as JSON, signed as standardwebhooks.com describes."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import secrets
import socket
import ssl
import time
from importlib.metadata import version
from urllib.parse import urlsplit

import httpx

from muggins.texts import Text, lazy_gettext
from muggins.vision.capture.network_camera import causes_of, with_quoted_password, without_password

from .outbox import DeliveryError, NotWantedError, SwitchedOffError, Telling

SECRET_PREFIX = "whsec_"
"""How a secret begins, so that people and programs know it for one."""
SECRET_BYTES = 32
GONE = 410
NOT_NOW = (408, 425, 429)
"""Statuses of a receiver that would take the same message later."""
PATIENCE_SECONDS = 10.0
"""Seconds that a receiver may take for each step of an answer before the message counts as not taken."""


def fresh_secret() -> str:
    return SECRET_PREFIX + base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def signature(secret: str, id: str, seconds: str, body: bytes) -> str:
    """What proves that a message is from whoever knows the secret: HMAC-SHA256 of its id, its time and its body."""
    key = base64.b64decode(secret.removeprefix(SECRET_PREFIX))
    signed = hmac.new(key, b".".join((id.encode(), seconds.encode(), body)), hashlib.sha256)
    return f"v1,{base64.b64encode(signed.digest()).decode()}"


class Hook:
    """A receiver that is called over HTTP. It has taken a message once it answers with a status from 200 to 299."""

    def __init__(self, address: str, secret: str) -> None:
        """ValueError, a sentence, where nobody can be called at the address."""
        self._address = _parse_address(address)
        self._secret = secret
        # A connection that waits for the next event may have been closed by the other side: then it would fail.
        alone = httpx.Limits(max_keepalive_connections=0)
        self._client = httpx.Client(timeout=PATIENCE_SECONDS, limits=alone)

    def send(self, telling: Telling) -> None:
        body, seconds = json.dumps(telling.body, ensure_ascii=False).encode(), str(int(time.time()))
        headers = {
            "Content-Type": "application/json",
            "User-Agent": f"muggins/{version('muggins')}",
            "webhook-id": telling.id,
            "webhook-timestamp": seconds,
            "webhook-signature": signature(self._secret, telling.id, seconds, body),
        }
        try:
            # What it says beside its status is not read: it may have no end.
            with self._client.stream("POST", self._address, content=body, headers=headers) as answer:
                status = answer.status_code
        except httpx.TimeoutException:
            raise DeliveryError(
                lazy_gettext("nobody answers within %(seconds)s seconds", seconds=int(PATIENCE_SECONDS))
            ) from None
        except httpx.HTTPError as error:
            raise DeliveryError(_why_silent(error, self._address.host)) from None
        if status == GONE:
            raise SwitchedOffError(
                lazy_gettext("it wants to be told nothing any more (status %(status)s)", status=status)
            )
        if not 200 <= status < 300:
            is_refusal = 400 <= status < 500 and status not in NOT_NOW
            failure = NotWantedError if is_refusal else DeliveryError
            raise failure(lazy_gettext("it answers with status %(status)s", status=status))

    def close(self) -> None:
        self._client.close()


def _why_silent(error: httpx.HTTPError, host: str) -> Text:
    causes = list(causes_of(error))
    if any(isinstance(cause, ConnectionRefusedError) for cause in causes):
        return lazy_gettext("the machine is there, but nothing answers; check that its program runs, and the port")
    if any(isinstance(cause, socket.gaierror) for cause in causes):
        return lazy_gettext("nothing is called %(host)s on this network; check the address", host=host)
    if any(isinstance(cause, ssl.SSLCertVerificationError) for cause in causes):
        return lazy_gettext("this machine does not trust its certificate; on your own network http:// needs none")
    if any(isinstance(cause, ssl.SSLError) for cause in causes):
        return lazy_gettext("it does not speak TLS; write http:// in place of https://")
    if isinstance(error, httpx.RemoteProtocolError | httpx.ReadError | httpx.WriteError):
        return lazy_gettext("it hangs up before it has answered")
    return lazy_gettext("it cannot be reached; check the address, and that it is on the same network")


def _parse_address(address: str) -> httpx.URL:
    try:
        url = httpx.URL(with_quoted_password(address))
        if url.scheme in ("http", "https") and url.host and urlsplit(str(url)).port != 0:
            return url
    except (httpx.InvalidURL, ValueError):
        pass
    raise ValueError(
        lazy_gettext(
            "%(address)s: cannot be called; expected an address such as https://example.org/dominoes",
            address=without_password(address),
        )
    )
