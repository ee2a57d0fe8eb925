"""A page of the photos that were read worst, each reading drawn beside the truth and sorted by what went wrong."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import jinja2
import numpy as np

from ..annotate import DOUBTFUL, FONT, INK, PAPER, READ, UNREAD, Colour, draw
from ..capture.images import Image, encode_jpeg, load_picture
from ..labels.truth import Box
from .metrics import PhotoResult

SHOWN_PIXELS = 600
"""Longer side of a picture on the page, in pixels."""
JPEG_QUALITY = 72
"""JPEG quality of the pictures on the page, of 100."""
MISREAD_TITLE = "Tiles taken for others"
FALSE = "Tiles read where none lie"
MISSED = "Tiles missed"
JOINED = "Joins wrong"
DOUBTED = "Read right, but doubted"
FAULT_KINDS = (MISREAD_TITLE, FALSE, MISSED, JOINED, DOUBTED)
"""The headings of the page, in order."""
DOUBT_WEIGHT = 0.2
"""Weight of a doubt about a right reading, against 1 for a mistake."""
SILENT_WEIGHT = 2.0
"""Factor by which mistakes without a doubt weigh more."""


@dataclass(frozen=True)
class _Figure:
    """A picture on the page."""

    caption: str
    jpeg: str
    """In base64."""


@dataclass(frozen=True, eq=False)
class _WrongPhoto:
    """A photo on the page."""

    folder: str
    result: PhotoResult

    @property
    def name(self) -> str:
        return f"{self.folder} · {self.result.photo.path.name}"

    @property
    def mistakes(self) -> list[str]:
        """In words."""
        return [text for kind, texts in faults(self.result).items() if kind != DOUBTED for text in texts]

    @property
    def doubts(self) -> list[str]:
        return [str(doubt.text) for doubt in self.result.state.doubts]

    @property
    def is_silent(self) -> bool:
        """It was read wrong, and nothing was doubted."""
        return bool(self.mistakes) and not self.result.is_doubted

    @cached_property
    def figures(self) -> tuple[_Figure, _Figure]:
        """The reading and the truth."""
        image = load_picture(self.result.photo.path)
        return _figure(draw(image, self.result.state), "What was read"), _figure(*_truth(image, self.result))


def mistakes_page(folders: Sequence[tuple[str, Sequence[PhotoResult]]], most: int) -> str:
    """One HTML page that needs nothing beside it, with the `most` worst photos of all folders together."""
    wrong = [_WrongPhoto(name, result) for name, results in folders for result in results if faults(result)]
    wrong.sort(key=lambda photo: -badness(photo.result))
    shown = wrong[:most]
    groups = [(kind, [photo for photo in shown if main_fault(photo.result) == kind]) for kind in FAULT_KINDS]
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader(__package__, "."), autoescape=True, keep_trailing_newline=True
    )
    return environment.get_template("mistakes.html").render(
        read=sum(len(results) for _, results in folders),
        wrong=len(wrong),
        shown=len(shown),
        groups=[(kind, photos) for kind, photos in groups if photos],
    )


def faults(result: PhotoResult) -> dict[str, list[str]]:
    """What went wrong, in words, by kind; nothing if all is right."""
    texts: dict[str, list[str]] = {
        MISREAD_TITLE: [f"{true} was taken for {reading.tile}" for true, reading in result.misread],
        FALSE: [f"{reading.tile} was read, and does not lie there" for reading in result.false],
        MISSED: [f"{tile.tile or 'a tile'} was not found" for tile in result.missed],
        JOINED: [],
        DOUBTED: [],
    }
    if not result.are_links_right and result.photo.links is not None:
        lost, made_up = result.photo.links - result.links, result.links - result.photo.links
        texts[JOINED] += [f"{_pair(link)} are joined, and were not taken to be" for link in sorted(lost, key=_pair)]
        texts[JOINED] += [f"{_pair(link)} were taken to be joined" for link in sorted(made_up, key=_pair)]
    if result.is_right:
        texts[DOUBTED] += [str(doubt.text) for doubt in result.state.doubts]
    return {kind: lines for kind, lines in texts.items() if lines}


def main_fault(result: PhotoResult) -> str:
    """The commonest kind of fault in a photo; of equals the first in FAULT_KINDS."""
    texts = faults(result)
    return max(FAULT_KINDS, key=lambda kind: (len(texts.get(kind, ())), -FAULT_KINDS.index(kind)))


def badness(result: PhotoResult) -> float:
    """The weighted number of faults of a photo."""
    texts = faults(result)
    weighted = sum(len(lines) * (DOUBT_WEIGHT if kind == DOUBTED else 1.0) for kind, lines in texts.items())
    return weighted * (1.0 if result.is_doubted else SILENT_WEIGHT)


def _pair(link: Iterable[object]) -> str:
    return " and ".join(sorted(map(str, link)))


def _truth(image: Image, result: PhotoResult) -> tuple[Image, str]:
    """The photo with what really lies in it, and its caption."""
    names = ", ".join(str(tile.tile) for tile in result.photo.asked if tile.tile is not None)
    links = sorted(map(_pair, result.photo.links or ()))
    caption = f"What lies there: {names or 'no tile face up'}" + (f". Joined: {', '.join(links)}" if links else "")
    canvas = np.ascontiguousarray(image).copy()
    for tile in result.photo.tiles:
        if tile.box is None:
            continue
        is_asked = tile.kind == "faceup" and not tile.is_cut
        is_missed = any(tile is missed for missed in result.missed)
        colour = DOUBTFUL if is_missed else READ if is_asked else UNREAD
        _mark(canvas, tile.box, colour, str(tile.tile or ("cut off" if tile.is_cut else tile.kind)))
    return canvas, caption


def _mark(canvas: Image, box: Box, colour: Colour, text: str) -> None:
    """Draws a box with its name in the upper left corner."""
    thick = max(2, round(max(canvas.shape[:2]) / 300))
    left, top, right, bottom = (round(side) for side in box)
    cv2.rectangle(canvas, (left, top), (right, bottom), INK, 2 * thick)
    cv2.rectangle(canvas, (left, top), (right, bottom), colour, thick)
    scale = thick / 5
    (width, height), _ = cv2.getTextSize(text, FONT, scale, max(1, thick // 2))
    cv2.rectangle(canvas, (left, top), (left + width + 2 * thick, top + height + 2 * thick), INK, -1)
    place = left + thick, top + height + thick
    cv2.putText(canvas, text, place, FONT, scale, PAPER, max(1, thick // 2), cv2.LINE_AA)


def _figure(image: Image, caption: str) -> _Figure:
    """A picture as the page shows it: small, and a JPEG."""
    scale = min(1.0, SHOWN_PIXELS / max(image.shape[:2]))
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    jpeg = encode_jpeg(np.asarray(small, np.uint8), JPEG_QUALITY)
    return _Figure(caption, base64.b64encode(jpeg).decode())
