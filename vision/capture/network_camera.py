"""Cameras with an address: pictures over HTTP, one after the other without end or one at a time, and films by RTSP."""

from __future__ import annotations

import http.client
import re
import socket
import ssl
import time
import urllib.error
import urllib.request
from urllib.parse import unquote, urlsplit, urlunsplit

import cv2
import numpy as np

from .frames import TIMEOUT_SECONDS
from .images import Image
from .jpeg import Jpeg

SCHEMES = ("http", "https", "rtsp", "rtsps", "rtmp", "tcp", "udp")
USUAL_PORTS = {"http": 80, "https": 443, "rtsp": 554, "rtsps": 322, "rtmp": 1935}
LARGEST_PICTURE = 16 * 1024 * 1024
"""Bytes of one picture; longer headers and lines are no camera's either."""
SINGLE_SECONDS = 0.1
"""Between two pictures from a camera that gives one at a time."""


class FlawedPictureError(ValueError):
    """One picture that cannot be used; the next may be whole."""


class FfmpegCamera:
    """What FFmpeg opens: RTSP, and films over HTTP."""

    def __init__(self, address: str, name: str) -> None:
        self._name = name
        timeout = TIMEOUT_SECONDS * 1000
        patience = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, timeout, cv2.CAP_PROP_READ_TIMEOUT_MSEC, timeout]
        self._capture = cv2.VideoCapture(address, cv2.CAP_FFMPEG, patience)
        if not self._capture.isOpened():
            self._capture.release()
            raise ValueError(f"{name}: {_why_no_film(address)}.")

    def read(self) -> Image:
        """The next picture; ValueError where none comes any more."""
        was_read, image = self._capture.read()
        if not was_read:
            raise ValueError(f"{self._name}: no further picture came; is the camera still on, and on this network?")
        return np.asarray(image, np.uint8)

    def close(self) -> None:
        self._capture.release()


class MjpegCamera:
    """JPEGs over HTTP, as most phone camera apps and network cameras send them."""

    def __init__(self, address: str, name: str, answer: http.client.HTTPResponse) -> None:
        self._address = address
        self._name = name
        self._answer = answer
        self._is_stream = _media_type(answer).startswith("multipart/")
        boundary = answer.headers.get_param("boundary")
        self._boundary = b"--" + str(boundary or "").removeprefix("--").encode()
        self._due = 0.0

    def read(self) -> Jpeg:
        """The next picture. FlawedPictureError where it is none; ValueError where none comes any more."""
        try:
            content = self._next_part() if self._is_stream else self._next_single()
        except TimeoutError:
            raise ValueError(f"{self._name}: nothing has come for {TIMEOUT_SECONDS} seconds.") from None
        except (OSError, http.client.HTTPException):
            raise ValueError(f"{self._name}: the camera has broken off; is it still on, and on this network?") from None
        try:
            return Jpeg(content, self._name)
        except ValueError as error:
            raise FlawedPictureError(str(error)) from None

    def close(self) -> None:
        self._answer.close()

    def _next_single(self) -> bytes:
        if self._due:
            time.sleep(max(0.0, self._due - time.monotonic()))  # the camera's own pace: there is nothing to wait for
            self._answer = _ask(self._address, self._name)
        self._due = time.monotonic() + SINGLE_SECONDS
        content = self._answer.read(LARGEST_PICTURE)
        self._answer.close()
        return content

    def _next_part(self) -> bytes:
        """One part of the stream: by the length that its header names, else up to the boundary."""
        length = self._read_header()
        if length is not None:
            whole = self._answer.read(length)
            if len(whole) < length:
                raise ValueError(f"{self._name}: the camera has broken off in the middle of a picture.")
            return whole
        content = bytearray()
        while not (line := self._line()).startswith(self._boundary):
            content += line
            if len(content) > LARGEST_PICTURE:
                raise ValueError(f"{self._name}: sends something without end that is no row of pictures.")
        return bytes(content)

    def _read_header(self) -> int | None:
        """The length that the next part's header names; None where it names none."""
        length, has_begun = None, False
        for _ in range(100):
            line = self._line().strip()
            if not line and has_begun:
                return length
            name, _, value = line.partition(b":")
            has_begun |= bool(value)
            if name.lower() == b"content-length" and value.strip().isdigit():
                length = min(int(value), LARGEST_PICTURE)
        raise ValueError(f"{self._name}: sends no pictures that can be told apart; expected MJPEG.")

    def _line(self) -> bytes:
        line = self._answer.readline(LARGEST_PICTURE)
        if not line:
            raise ValueError(f"{self._name}: the camera has ended its stream.")
        return line


Feed = FfmpegCamera | MjpegCamera


def without_password(address: str) -> str:
    """The address as it may be shown and logged."""
    return re.sub(r"(://[^:/@]*):[^@/]*@", r"\1:***@", address)


def check_address(address: str) -> None:
    """ValueError where no camera can have this address."""
    scheme = address.partition("://")[0].lower()
    try:
        parts = urlsplit(address)
        has_host = bool(parts.hostname) and (parts.port is None or parts.port > 0)
        (parts.hostname or "").encode("idna")  # as it is looked up: "..", for one, is nobody's name
    except ValueError:
        has_host = False
    if scheme not in SCHEMES or not has_host:
        raise ValueError(
            f"{without_password(address)}: no camera's address; expected one such as http://192.168.1.20:8080/video "
            "or rtsp://192.168.1.20/main"
        )


def open_address(address: str) -> Feed:
    """The camera at an address; ValueError, a sentence that says why and what to do, where none answers."""
    name = without_password(address)
    if not address.lower().startswith(("http://", "https://")):
        return FfmpegCamera(address, name)
    try:
        answer = _ask(address, name)
    except http.client.HTTPException:  # no HTTP as Python knows it; FFmpeg has seen more
        return FfmpegCamera(address, name)
    kind = _media_type(answer)
    if kind.startswith("multipart/") or kind in ("image/jpeg", "image/jpg"):
        return MjpegCamera(address, name, answer)
    answer.close()
    if kind.startswith("text/") or kind == "application/json":
        raise ValueError(
            f"{name}: answers with a page, not with pictures; most phone camera apps send theirs from an address "
            "that ends in /video."
        )
    return FfmpegCamera(address, name)


def _ask(address: str, name: str) -> http.client.HTTPResponse:
    parts = urlsplit(address)
    bare = urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))
    passwords = urllib.request.HTTPPasswordMgrWithDefaultRealm()
    passwords.add_password(None, bare, unquote(parts.username or ""), unquote(parts.password or ""))
    # A camera on the own network has a certificate that it made itself, and no proxy leads there.
    trusting = ssl.create_default_context()
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    opener = urllib.request.build_opener(
        urllib.request.ProxyHandler({}),
        urllib.request.HTTPSHandler(context=trusting),
        urllib.request.HTTPBasicAuthHandler(passwords),
        urllib.request.HTTPDigestAuthHandler(passwords),
    )
    try:
        answer = opener.open(bare, timeout=TIMEOUT_SECONDS)
    except urllib.error.HTTPError as error:
        error.close()
        raise ValueError(f"{name}: {_why_refused(error.code)}.") from None
    except OSError as error:
        raise ValueError(f"{name}: {_why_silent(error, parts.hostname)}.") from None
    assert isinstance(answer, http.client.HTTPResponse)
    return answer


def _media_type(answer: http.client.HTTPResponse) -> str:
    return answer.headers.get_content_type().lower()


def _why_refused(code: int) -> str:
    if code in (401, 403):
        return "asks for another name and password; write them so: http://NAME:PASSWORD@…"
    if code == 404:
        return "the camera answers, but has nothing there; most phone camera apps send from an address ending in /video"
    return f"the camera answers that it cannot send pictures now (HTTP {code})"


def _why_silent(error: OSError, host: str | None) -> str:
    reason = error.reason if isinstance(error, urllib.error.URLError) else error
    if isinstance(reason, ConnectionRefusedError):
        return "the machine is there, but no camera answers; check that its app is running, and the port"
    if isinstance(reason, socket.gaierror):
        return f"nothing is called {host} on this network; check the address"
    if isinstance(reason, TimeoutError):
        return "does not answer; check the address, that the camera is on, and that it is on the same network"
    return "no picture came; check the address, that the camera is on, and that it is on the same network"


def _why_no_film(address: str) -> str:
    """Why FFmpeg had nothing to open: nobody answers there, or what answers sends no film."""
    parts = urlsplit(address)
    port = parts.port or USUAL_PORTS.get(parts.scheme.lower())
    if parts.hostname and port and parts.scheme.lower() != "udp":
        try:
            socket.create_connection((parts.hostname, port), timeout=TIMEOUT_SECONDS).close()
        except OSError as error:
            return _why_silent(error, parts.hostname)
        return "answers, but sends no film there; check the end of the address, the name and the password"
    return "no picture came; check the address, that the camera is on, and that it is on the same network"
