"""QR codes that carry an address to a phone: as SVG for a page, as text for a terminal."""

from __future__ import annotations

import functools
import io

import segno

QUIET_ZONE = 4
"""Light modules around a code, as ISO/IEC 18004 requires."""
CHECKED = 0
"""The mask of all codes, that of a chessboard. Cameras read any; to weigh all eight takes seven eighths of the time, a
second for the badges of 160 entries."""
MOST_KEPT = 1024
"""Codes for pages that are kept, of 2 KB each: a desk shows its helpers' with each result, and prints badges again."""
BLACK_ON_WHITE = "\x1b[30;107m"
RESET = "\x1b[0m"
HALF_BLOCKS = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
"""The character for a pair of modules, upper and lower."""

Modules = list[list[bool]]


def qr_modules(text: str) -> Modules:
    """The rows of a code with its quiet zone, True where a module is dark."""
    return [[bool(module) for module in row] for row in _encode(text).matrix_iter(border=QUIET_ZONE)]


@functools.lru_cache(maxsize=MOST_KEPT)
def qr_svg(text: str) -> str:
    """A code for a page, black on white in light and dark mode alike."""
    svg = io.BytesIO()
    _encode(text).save(svg, kind="svg", border=QUIET_ZONE, dark="#000", light="#fff", omitsize=True, xmldecl=False)
    return svg.getvalue().decode()


def qr_text(text: str, has_colours: bool, encoding: str | None = "utf-8") -> str:
    """A code for a terminal, two rows of modules a line; in an encoding without half blocks, one row of `##` a line.

    Without colours the light modules are drawn, since most terminals are dark. Scanners read inverted codes too.
    """
    modules = qr_modules(text)
    try:
        "".join(HALF_BLOCKS.values()).encode(encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        return "\n".join("".join("  " if dark else "##" for dark in row) for row in modules)
    drawn = modules if has_colours else [[not dark for dark in row] for row in modules]
    if len(drawn) % 2:
        drawn = [*drawn, [False] * len(drawn[0])]
    pairs = zip(drawn[::2], drawn[1::2], strict=True)
    lines = ("".join(HALF_BLOCKS[halves] for halves in zip(*pair, strict=True)) for pair in pairs)
    return "\n".join(f"{BLACK_ON_WHITE}{line}{RESET}" if has_colours else line for line in lines)


def _encode(text: str) -> segno.QRCode:
    return segno.make_qr(text, error="l", mask=CHECKED)
