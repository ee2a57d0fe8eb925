"""A network camera that speaks RTSP, as most wall cameras do. The tests imitate one, so that none is needed."""

import socketserver
import struct
import threading
from queue import SimpleQueue

import cv2
import numpy as np
import pytest

from muggins.vision.capture.open_source import open_source

WIDE, HIGH = 320, 240


def picture():
    """A baseline JPEG of one grey, with its two quantisation tables and its scan: what goes over RTP (RFC 2435)."""
    options = [cv2.IMWRITE_JPEG_QUALITY, 90, cv2.IMWRITE_JPEG_SAMPLING_FACTOR, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_420]
    jpeg = cv2.imencode(".jpg", np.full((HIGH, WIDE, 3), 150, np.uint8), options)[1].tobytes()
    tables, at = b"", 2
    while jpeg[at + 1] != 0xDA:
        length = int.from_bytes(jpeg[at + 2 : at + 4], "big")
        if jpeg[at + 1] == 0xDB:
            segment = jpeg[at + 4 : at + 2 + length]
            tables += b"".join(segment[start + 1 : start + 65] for start in range(0, len(segment), 65))
        at += 2 + length
    return tables, jpeg[at + 2 + int.from_bytes(jpeg[at + 2 : at + 4], "big") : -2]


class Camera(socketserver.StreamRequestHandler):
    """Answers requests, and then sends its picture ten times a second over the same connection."""

    def handle(self):
        while line := self.rfile.readline().decode().strip():
            verb, fields = line.split()[0], {}
            while header := self.rfile.readline().decode().strip():
                name, _, value = header.partition(":")
                fields[name.lower()] = value.strip()
            self.answer(verb, fields)
            if verb == "PLAY":
                self.play()
                return

    def answer(self, verb, fields):
        said, body, status = "", "", "200 OK"
        if verb == "OPTIONS":
            said = "Public: OPTIONS, DESCRIBE, SETUP, PLAY\r\n"
        elif verb == "DESCRIBE":
            body = "v=0\r\no=- 1 1 IN IP4 0\r\ns=table\r\nt=0 0\r\nm=video 0 RTP/AVP 26\r\na=control:track1\r\n"
            said = f"Content-Type: application/sdp\r\nContent-Length: {len(body)}\r\n"
        elif verb == "SETUP" and "TCP" not in fields["transport"]:
            status = "461 Unsupported Transport"
        elif verb == "SETUP":
            said = "Transport: RTP/AVP/TCP;unicast;interleaved=0-1\r\nSession: 7\r\n"
        self.wfile.write(f"RTSP/1.0 {status}\r\nCSeq: {fields['cseq']}\r\n{said}\r\n{body}".encode())

    def play(self):
        tables, scan = picture()
        number = 0
        while not self.server.is_done.wait(0.1):
            stamp = 9000 * number
            first = struct.pack("!BBHBBBBBBH", 0, 0, 0, 1, 255, WIDE // 8, HIGH // 8, 0, 0, len(tables)) + tables
            packet = struct.pack("!BBHII", 0x80, 0x80 | 26, number % 65536, stamp, 1) + first + scan
            try:
                self.wfile.write(b"$\0" + struct.pack("!H", len(packet)) + packet)
            except OSError:
                return
            number += 1


@pytest.fixture
def table_camera():
    """A camera that is on; `is_done` switches it off."""
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Camera) as server:
        server.daemon_threads, server.is_done = True, threading.Event()
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        yield server
        server.is_done.set()
        server.shutdown()


def address_of(server):
    return f"rtsp://ann:secret@127.0.0.1:{server.server_address[1]}/main"


def test_a_camera_that_speaks_rtsp_is_watched_until_it_is_switched_off(table_camera, patient):
    source, failures = open_source(address_of(table_camera)), SimpleQueue()
    source.fail = failures.put
    frame = source.newest(wait=60)
    assert frame.image.shape == (HIGH, WIDE, 3)
    assert abs(int(frame.image.mean()) - 150) <= 2
    table_camera.is_done.set()
    why = str(failures.get(timeout=60))
    source.close()
    assert "no further picture came; is the camera still on" in why
    assert "secret" not in source.name + why
