"""QR codes: what is drawn for a terminal or a page is read again by a scanner."""

import re

import cv2
import numpy as np
import pytest

from muggins.webapp.web.qr import BLACK_ON_WHITE, HALVES, PLAIN, QUIET, as_svg, as_text, qr_code

ADDRESSES = [
    "https://10.0.0.7:8765/camera?key=k7Qw_-3xYz0A",
    "https://192.168.178.123:8765/camera?key=aaaaaaaaaaaa",
    "http://[fd00::12:34ff:fe56:7890]:8766/?key=0123456789ab",
    "HTTPS://TABLE.LOCAL/JOIN/ABC234",
]


def scanned(dark):
    """What a scanner reads from modules, each drawn as 6 x 6 pixels."""
    image = np.kron(np.where(dark, 0, 255).astype(np.uint8), np.ones((6, 6), np.uint8))
    return cv2.QRCodeDetector().detectAndDecode(image)[0]


def unfolded(text):
    """The modules that a terminal's letters show: two rows a line."""
    shown = {letter: halves for halves, letter in HALVES.items()}
    rows = []
    for line in text.splitlines():
        pairs = [shown[letter] for letter in line]
        rows += [[upper for upper, _ in pairs], [lower for _, lower in pairs]]
    return np.array(rows)


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_code_says_its_address(address):
    code = qr_code(address)
    assert code.shape[0] == code.shape[1]
    assert not code[:QUIET].any()
    assert not code[:, -QUIET:].any()
    assert scanned(code) == address


def test_a_terminal_with_colours_shows_it_black_on_white():
    text = as_text(qr_code(ADDRESSES[0]), has_colours=True)
    lines = text.splitlines()
    assert all(line.startswith(BLACK_ON_WHITE) and line.endswith(PLAIN) for line in lines)
    bare = "\n".join(line.removeprefix(BLACK_ON_WHITE).removesuffix(PLAIN) for line in lines)
    assert scanned(unfolded(bare)) == ADDRESSES[0]


def test_a_dark_terminal_without_colours_shows_it_by_its_bright_modules():
    text = as_text(qr_code(ADDRESSES[0]), has_colours=False)
    assert scanned(~unfolded(text)) == ADDRESSES[0]


def test_a_terminal_without_blocks_shows_it_with_plain_letters():
    text = as_text(qr_code(ADDRESSES[0]), has_colours=False, encoding="ascii")
    dark = np.array([[letter == " " for letter in line[::2]] for line in text.splitlines()])
    assert scanned(dark) == ADDRESSES[0]


def test_a_page_shows_it_as_a_picture():
    code = qr_code(ADDRESSES[1])
    svg = as_svg(code)
    dark = np.zeros_like(code)
    for x, y in re.findall(r"M(\d+) (\d+)h1v1", svg):
        dark[int(y), int(x)] = True
    assert scanned(dark) == ADDRESSES[1]
    assert "style" not in svg
