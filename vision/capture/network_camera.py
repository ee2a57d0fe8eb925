"""Cameras with an address: JPEGs over HTTP, as an endless stream or one at a time, and films by RTSP and the like."""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Generator, Iterator
from urllib.parse import quote, unquote, urlsplit, urlunsplit

import cv2
import httpx
import numpy as np

from muggins.texts import Text, lazy_gettext, text_of

from . import tuning
from .images import Image
from .jpeg import Jpeg, check_size

SCHEMES = ("http", "https", "rtsp", "rtsps", "rtmp", "tcp", "udp")
USUAL_PORTS = {"http": 80, "https": 443, "rtsp": 554, "rtsps": 322, "rtmp": 1935}


class FlawedPictureError(ValueError):
    """One picture cannot be used; the next may be whole."""


class FfmpegCamera:
    """A camera that FFmpeg opens: RTSP, and films over HTTP."""

    def __init__(self, address: str, name: str) -> None:
        self._name = name
        timeout = tuning.TIMEOUT_SECONDS * 1000
        patience = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, timeout, cv2.CAP_PROP_READ_TIMEOUT_MSEC, timeout]
        self._capture = cv2.VideoCapture(address, cv2.CAP_FFMPEG, patience)
        if not self._capture.isOpened():
            self._capture.release()
            raise ValueError(lazy_gettext("%(name)s: %(why)s.", name=name, why=_why_no_film(address)))
        width, height = (int(self._capture.get(side)) for side in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT))
        check_size(width, height, name)

    def read(self) -> Image:
        """The next picture; ValueError if no more come."""
        was_read, image = self._capture.read()
        if not was_read:
            raise ValueError(
                lazy_gettext(
                    "%(name)s: no further picture came; is the camera still on, and on this network?", name=self._name
                )
            )
        return np.asarray(image, np.uint8)

    def close(self) -> None:
        """Lets go of the camera."""
        self._capture.release()


class MjpegCamera:
    """A camera that sends JPEGs over HTTP, as most phone camera apps and network cameras do."""

    def __init__(self, connection: _Connection, answer: httpx.Response) -> None:
        """`answer` is the first answer that the camera gave over the connection."""
        self._connection = connection
        self._name = connection.name
        self._answer = answer
        self._body = _Body(answer)
        self._is_stream = _media_type(answer).startswith("multipart/")
        boundary = re.search(r'boundary="?([^";]*)', answer.headers.get("Content-Type", ""), re.IGNORECASE)
        self._boundary = b"--" + (boundary.group(1).strip() if boundary else "").removeprefix("--").encode()
        self._due = 0.0

    def read(self) -> Jpeg:
        """The next picture. FlawedPictureError if it cannot be used; ValueError if no more come."""
        try:
            content = self._next_part() if self._is_stream else self._next_single()
        except httpx.TimeoutException:
            raise ValueError(
                lazy_gettext(
                    "%(name)s: nothing has come for %(seconds)s seconds.",
                    name=self._name,
                    seconds=tuning.TIMEOUT_SECONDS,
                )
            ) from None
        except (httpx.HTTPError, httpx.StreamError):
            raise ValueError(
                lazy_gettext(
                    "%(name)s: the camera has broken off; is it still on, and on this network?", name=self._name
                )
            ) from None
        try:
            return Jpeg(content, self._name)
        except ValueError as error:
            raise FlawedPictureError(text_of(error)) from None

    def close(self) -> None:
        """Lets go of the camera."""
        self._answer.close()
        self._connection.close()

    def _next_single(self) -> bytes:
        if self._due:
            time.sleep(max(0.0, self._due - time.monotonic()))  # the camera is asked at this pace, and tells no event
            self._answer = self._connection.ask()
            self._body = _Body(self._answer)
        self._due = time.monotonic() + tuning.SINGLE_SECONDS
        content = self._body.read_picture()
        self._answer.close()
        return content

    def _next_part(self) -> bytes:
        """One part of the stream, of the length that its header names, or else up to the boundary."""
        length = self._read_header()
        if length is not None:
            whole = self._body.read(length)
            if len(whole) < length:
                raise ValueError(
                    lazy_gettext("%(name)s: the camera has broken off in the middle of a picture.", name=self._name)
                )
            return whole
        content = bytearray()
        while not (line := self._line()).startswith(self._boundary):
            content += line
            if len(content) > tuning.MAX_PICTURE_BYTES:
                raise ValueError(
                    lazy_gettext("%(name)s: sends endless data that is not a series of pictures.", name=self._name)
                )
        return bytes(content)

    def _read_header(self) -> int | None:
        """The length in bytes that the next part's header names; None if it names none."""
        length, has_begun = None, False
        for _ in range(tuning.MAX_HEADER_LINES):
            line = self._line().strip()
            if not line and has_begun:
                return length
            name, _, value = line.partition(b":")
            has_begun |= bool(value)
            if name.lower() == b"content-length" and value.strip().isdigit():
                length = min(int(value), tuning.MAX_PICTURE_BYTES)
        raise ValueError(lazy_gettext("%(name)s: sends no separate pictures; expected MJPEG.", name=self._name))

    def _line(self) -> bytes:
        line = self._body.read_line()
        if not line:
            raise ValueError(lazy_gettext("%(name)s: the camera has ended its stream.", name=self._name))
        return line


class _Body:
    """The bytes of an answer, read by number or by line while they come."""

    def __init__(self, answer: httpx.Response) -> None:
        self._chunks: Iterator[bytes] = answer.iter_raw()
        self._left = bytearray()

    def read(self, length: int) -> bytes:
        """The next `length` bytes, or fewer if the answer ends before."""
        while len(self._left) < length and self._more():
            pass
        return self._take(length)

    def read_picture(self) -> bytes:
        """All that comes, up to a limit. A picture may break off before its announced length."""
        try:
            return self.read(tuning.MAX_PICTURE_BYTES)
        except httpx.RemoteProtocolError:
            return self._take(tuning.MAX_PICTURE_BYTES)

    def read_line(self) -> bytes:
        """The bytes up to and including the next line feed; none at the end of the answer."""
        seen = 0
        while (end := self._left.find(b"\n", seen)) < 0 and len(self._left) < tuning.MAX_PICTURE_BYTES:
            seen = len(self._left)
            if not self._more():
                break
        return self._take(end + 1 if end >= 0 else min(len(self._left), tuning.MAX_PICTURE_BYTES))

    def _more(self) -> bool:
        """Waits for more bytes; returns whether any came."""
        chunk = next(self._chunks, b"")
        self._left += chunk
        return bool(chunk)

    def _take(self, length: int) -> bytes:
        taken = bytes(self._left[:length])
        del self._left[:length]
        return taken


class _ChallengedAuth(httpx.Auth):
    """Sends the name and password the way the camera asks for them: digest if it offers that, or else basic."""

    def __init__(self, username: str, password: str) -> None:
        self._basic = httpx.BasicAuth(username, password)
        self._digest = httpx.DigestAuth(username, password)

    def auth_flow(self, request: httpx.Request) -> Generator[httpx.Request, httpx.Response, None]:
        digest = self._digest.auth_flow(request)
        answer = yield next(digest)
        if answer.status_code != 401:
            return
        offers = [offer.lower() for offer in answer.headers.get_list("WWW-Authenticate")]
        if any(offer.startswith("digest") for offer in offers):
            yield digest.send(answer)
        elif any(offer.startswith("basic") for offer in offers):
            yield next(self._basic.auth_flow(request))


class _Connection:
    """The way to a camera that speaks HTTP."""

    def __init__(self, address: str) -> None:
        self.name = without_password(address)
        parts = urlsplit(address)
        self._host = parts.hostname
        self._address = urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))
        has_name = parts.username is not None
        self._client = httpx.Client(
            auth=_ChallengedAuth(unquote(parts.username or ""), unquote(parts.password or "")) if has_name else None,
            # Many cameras serve one connection at a time, and none needs to compress a JPEG.
            headers={"Connection": "close", "Accept-Encoding": "identity"},
            verify=False,  # a camera on the own network has a certificate that it made itself
            trust_env=False,  # no proxy leads to the own network
            follow_redirects=True,
            timeout=tuning.TIMEOUT_SECONDS,
        )

    def ask(self) -> httpx.Response:
        """The camera's answer, its body still to come; ValueError, saying why and what to do, if none comes."""
        try:
            answer = self._client.send(self._client.build_request("GET", self._address), stream=True)
        except httpx.RemoteProtocolError:
            raise
        except httpx.HTTPError as error:
            raise ValueError(
                lazy_gettext("%(name)s: %(why)s.", name=self.name, why=_why_silent(error, self._host))
            ) from None
        if answer.is_success:
            return answer
        answer.close()
        raise ValueError(lazy_gettext("%(name)s: %(why)s.", name=self.name, why=_why_refused(answer.status_code)))

    def close(self) -> None:
        self._client.close()


Feed = FfmpegCamera | MjpegCamera


def without_password(address: str) -> str:
    """The address without anything that may be a password, to be shown and logged."""
    return re.sub(r"(://[^:/?#]*):.*@", r"\1:***@", address)


def with_quoted_password(address: str) -> str:
    """The address with signs that would end the password too early, as / and #, written as %2F and %23."""
    try:
        _ = urlsplit(address).port
    except ValueError:  # what stands before the first / is no machine and its port, but a name and half a password
        scheme, _, rest = address.partition("://")
        secret, _, place = rest.rpartition("@")
        name, _, password = secret.partition(":")
        if password:
            return f"{scheme}://{name}:{quote(unquote(password), safe='')}@{place}"
    return address


def check_address(address: str) -> None:
    """Raises ValueError if no camera can have this address."""
    scheme = address.partition("://")[0].lower()
    try:
        parts = urlsplit(with_quoted_password(address))
        has_host = bool(parts.hostname) and (parts.port is None or parts.port > 0)
        (parts.hostname or "").encode("idna")  # as it is looked up: nobody is called ".."
    except ValueError:
        has_host = False
    if scheme not in SCHEMES or not has_host:
        raise ValueError(
            lazy_gettext(
                "%(address)s: no camera's address; expected one such as http://192.168.1.20:8080/video or "
                "rtsp://192.168.1.20/main",
                address=without_password(address),
            )
        )


def open_address(address: str) -> Feed:
    """The camera at an address; ValueError, a sentence that says why and what to do, if none answers."""
    name, address = without_password(address), with_quoted_password(address)
    if not address.lower().startswith(("http://", "https://")):
        return FfmpegCamera(address, name)
    connection = _Connection(address)
    try:
        answer = connection.ask()
    except (httpx.RemoteProtocolError, httpx.InvalidURL):  # no proper HTTP, but FFmpeg may understand it
        connection.close()
        return FfmpegCamera(address, name)
    except ValueError:
        connection.close()
        raise
    kind = _media_type(answer)
    if kind.startswith("multipart/") or kind in ("image/jpeg", "image/jpg"):
        return MjpegCamera(connection, answer)
    answer.close()
    connection.close()
    if kind.startswith("text/") or kind == "application/json":
        raise ValueError(
            lazy_gettext(
                "%(name)s: answers with a page, not with pictures; most phone camera apps send theirs from an "
                "address that ends in /video.",
                name=name,
            )
        )
    return FfmpegCamera(address, name)


def _media_type(answer: httpx.Response) -> str:
    """The media type without its parameters; text/plain if the answer names none."""
    kind: str = answer.headers.get("Content-Type", "text/plain")
    return kind.partition(";")[0].strip().lower()


def _why_refused(status_code: int) -> Text:
    if status_code in (401, 403):
        return lazy_gettext(
            "asks for another name and password; write them so: http://NAME:PASSWORD@…, and in them %(signs)s",
            signs="%40 = @, %2F = /, %23 = #, %3A = :",
        )
    if status_code == 404:
        return lazy_gettext(
            "the camera answers, but has nothing there; most phone camera apps send from an address ending in /video"
        )
    return lazy_gettext("the camera answers that it cannot send pictures now (HTTP %(code)s)", code=status_code)


def _why_silent(error: BaseException, host: str | None) -> Text:
    """Why nobody answers, according to the exceptions behind an error."""
    causes = list(causes_of(error))
    if any(isinstance(cause, ConnectionRefusedError) for cause in causes):
        return lazy_gettext("the machine is there, but no camera answers; check that its app is running, and the port")
    if any(isinstance(cause, socket.gaierror) for cause in causes):
        return lazy_gettext("nothing is called %(host)s on this network; check the address", host=host)
    if any(isinstance(cause, TimeoutError | httpx.TimeoutException) for cause in causes):
        return lazy_gettext(
            "does not answer; check the address, that the camera is on, and that it is on the same network"
        )
    return lazy_gettext("no picture came; check the address, that the camera is on, and that it is on the same network")


def causes_of(error: BaseException | None) -> Iterator[BaseException]:
    """An error with those behind it."""
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def _why_no_film(address: str) -> Text:
    """Why FFmpeg had nothing to open: nobody answers there, or whoever answers sends no film."""
    parts = urlsplit(address)
    port = parts.port or USUAL_PORTS.get(parts.scheme.lower())
    if parts.hostname and port and parts.scheme.lower() != "udp":
        try:
            socket.create_connection((parts.hostname, port), timeout=tuning.TIMEOUT_SECONDS).close()
        except OSError as error:
            return _why_silent(error, parts.hostname)
        return lazy_gettext("answers, but sends no film there; check the end of the address, the name and the password")
    return lazy_gettext("no picture came; check the address, that the camera is on, and that it is on the same network")
