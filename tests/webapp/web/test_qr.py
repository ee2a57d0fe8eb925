"""QR codes: a scanner reads what is drawn for a terminal or a page."""

import re

import numpy as np
import pytest
from qr_codes import scan

from muggins.webapp.web.qr import BLACK_ON_WHITE, HALF_BLOCKS, QUIET_ZONE, RESET, qr_modules, qr_svg, qr_text

ADDRESSES = [
    "https://10.0.0.7:8765/camera?key=k7Qw_-3xYz0A",
    "https://192.168.178.123:8765/camera?key=aaaaaaaaaaaa",
    "http://[fd00::12:34ff:fe56:7890]:8766/?key=0123456789ab",
    "http://[fd00::12:34ff:fe56:7890]:8766/?key=DNBYjvsedonu",  # OpenCV's standard detector misses it
    "HTTPS://TABLE.LOCAL/JOIN/ABC234",
]


def unfolded(text):
    """The modules that a terminal's characters show: two rows a line."""
    halves_of = {character: halves for halves, character in HALF_BLOCKS.items()}
    rows = []
    for line in text.splitlines():
        pairs = [halves_of[character] for character in line]
        rows += [[upper for upper, _ in pairs], [lower for _, lower in pairs]]
    return np.array(rows)


def drawn(svg):
    """The modules that an SVG's path shows: horizontal strokes, one module high."""
    size = int(re.search(r'viewBox="0 0 (\d+) \1"', svg)[1])
    modules = np.zeros((size, size), bool)
    x = y = 0.0
    path = re.search(r'stroke="#000"[^>]* d="([^"]+)"', svg)[1]
    for command, first, second in re.findall(r"([Mmh])(-?[\d.]+)(?: (-?[\d.]+))?", path):
        if command == "h":
            modules[int(y), int(x) : int(x) + int(first)] = True
            x += float(first)
        else:
            x, y = (0.0, 0.0) if command == "M" else (x, y)
            x, y = x + float(first), y + float(second)
    return modules


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_code_says_its_address(address):
    modules = np.array(qr_modules(address))
    assert modules.shape[0] == modules.shape[1]
    assert not modules[:QUIET_ZONE].any()
    assert not modules[:, -QUIET_ZONE:].any()
    assert scan(modules) == address


def test_a_terminal_with_colours_shows_it_black_on_white():
    lines = qr_text(ADDRESSES[0], has_colours=True).splitlines()
    assert all(line.startswith(BLACK_ON_WHITE) and line.endswith(RESET) for line in lines)
    bare = "\n".join(line.removeprefix(BLACK_ON_WHITE).removesuffix(RESET) for line in lines)
    assert scan(unfolded(bare)) == ADDRESSES[0]


def test_a_dark_terminal_without_colours_shows_it_by_its_bright_modules():
    text = qr_text(ADDRESSES[0], has_colours=False)
    assert scan(~unfolded(text)) == ADDRESSES[0]


def test_a_terminal_without_blocks_shows_it_with_plain_letters():
    text = qr_text(ADDRESSES[0], has_colours=False, encoding="ascii")
    modules = np.array([[character == " " for character in line[::2]] for line in text.splitlines()])
    assert scan(modules) == ADDRESSES[0]


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_page_shows_it_as_a_picture_black_on_white(address):
    svg = qr_svg(address)
    assert scan(drawn(svg)) == address
    assert 'fill="#fff"' in svg
    assert 'xmlns="http://www.w3.org/2000/svg"' in svg  # without it a browser shows no picture
    assert "style" not in svg
