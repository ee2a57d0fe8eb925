"""QR codes: an address that a phone need not type, for the terminal and for pages."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

QUIET = 4
"""Bright modules around a code, as its standard asks."""
BLACK_ON_WHITE, PLAIN = "\x1b[30;107m", "\x1b[0m"
HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}

Code = NDArray[np.bool_]


def qr_code(text: str) -> Code:
    """(n, n), True where a module is dark; the quiet zone is part of it."""
    drawn = cv2.QRCodeEncoder.create().encode(text) == 0
    rows, columns = np.flatnonzero(drawn.any(axis=1)), np.flatnonzero(drawn.any(axis=0))
    bare = drawn[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    return np.pad(bare, QUIET)


def as_text(code: Code, has_colours: bool, encoding: str | None = "utf-8") -> str:
    """A code for a terminal: two rows of modules a line; where its letters have no half blocks, one of wide blanks.

    Without colours dark modules stay empty, as terminals are dark; scanners read the opposite too.
    """
    try:
        "".join(HALVES.values()).encode(encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        return "\n".join("".join("  " if dark else "##" for dark in row) for row in code)
    drawn = code if has_colours else ~code
    even = np.pad(drawn, ((0, len(drawn) % 2), (0, 0)))
    lines = ("".join(HALVES[upper, lower] for upper, lower in zip(*pair, strict=True)) for pair in _pairs(even))
    return "\n".join(f"{BLACK_ON_WHITE}{line}{PLAIN}" if has_colours else line for line in lines)


def as_svg(code: Code) -> str:
    """A code as a picture for a page, black on white whatever the page's colours."""
    size = len(code)
    dark = "".join(f"M{x} {y}h1v1h-1z" for y, x in np.argwhere(code))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" shape-rendering="crispEdges">'
        f'<path fill="#fff" d="M0 0h{size}v{size}H0z"/><path d="{dark}"/></svg>'
    )


def _pairs(code: Code) -> list[tuple[list[bool], list[bool]]]:
    rows = code.tolist()
    return list(zip(rows[::2], rows[1::2], strict=True))
