"""A page of the photos that were read worst, the reading drawn beside the truth, sorted by what went wrong."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Sequence
from html import escape

import cv2
import numpy as np

from ..annotate import DOUBTFUL, FONT, INK, PAPER, READ, UNREAD, Colour, draw
from ..capture.images import Image, load_picture
from ..labels.truth import Box
from .metrics import PhotoResult

SHOWN = 600
"""Pixels that the longer side of a picture has on the page."""
MISREAD, FALSE, MISSED, JOINED, DOUBTED = (
    "Tiles taken for others",
    "Tiles read where none lie",
    "Tiles missed",
    "Joins wrong",
    "Read right, but doubted",
)
KINDS = (MISREAD, FALSE, MISSED, JOINED, DOUBTED)
STYLE = """
body { font: 16px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 96rem; padding: 0 1rem; color: #222; }
h2 { margin-top: 2.5rem; border-bottom: 2px solid #56b4e9; }
article { margin: 1.5rem 0 2.5rem; }
h3 { margin: 0 0 .2rem; font-size: 1rem; overflow-wrap: anywhere; }
ul { margin: .2rem 0 .6rem; padding-left: 1.2rem; }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr)); gap: .75rem; }
figure { margin: 0; } img { width: 100%; height: auto; display: block; } figcaption { color: #555; font-size: .9rem; }
.silent { color: #a33b00; font-weight: bold; }
"""


def mistakes_page(folders: Sequence[tuple[str, Sequence[PhotoResult]]], most: int) -> str:
    """One page that needs nothing beside it; of each folder's photos with mistakes the `most` worst in all."""
    wrong = [(name, one) for name, outcomes in folders for one in outcomes if faults(one)]
    wrong.sort(key=lambda named: -badness(named[1]))
    shown = wrong[:most]
    read = sum(len(outcomes) for _, outcomes in folders)
    parts = [
        '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>Where muggins went wrong</title>\n<style>{STYLE}</style>\n<h1>Where muggins went wrong</h1>",
        f"<p>{_told(len(wrong), read)} The {len(shown)} worst are shown, each under what went wrong most.</p>",
    ]
    for kind in KINDS:
        of_kind = [(name, one) for name, one in shown if main_fault(one) == kind]
        if of_kind:
            parts.append(f"<h2>{kind} ({len(of_kind)})</h2>")
            parts.extend(_article(name, one) for name, one in of_kind)
    return "\n".join([*parts, "</html>", ""])


def faults(outcome: PhotoResult) -> dict[str, list[str]]:
    """What went wrong, in words, by kind; empty where nothing did."""
    found = {
        MISREAD: [f"{true} was taken for {reading.tile}" for true, reading in outcome.misread],
        FALSE: [f"{reading.tile} was read, and does not lie there" for reading in outcome.false],
        MISSED: [f"{tile.tile or 'a tile'} was not found" for tile in outcome.missed],
        JOINED: [],
        DOUBTED: [],
    }
    if not outcome.are_links_right and outcome.photo.links is not None:
        lost, made_up = outcome.photo.links - outcome.links, outcome.links - outcome.photo.links
        found[JOINED] += [f"{_pair(link)} are joined, and were not taken to be" for link in sorted(lost, key=_pair)]
        found[JOINED] += [f"{_pair(link)} were taken to be joined" for link in sorted(made_up, key=_pair)]
    if outcome.is_right:
        found[DOUBTED] += [doubt.text for doubt in outcome.state.doubts]
    return {kind: told for kind, told in found.items() if told}


def main_fault(outcome: PhotoResult) -> str:
    """The kind of fault that a photo has most of; of as many the first in KINDS."""
    found = faults(outcome)
    return max(KINDS, key=lambda kind: (len(found.get(kind, ())), -KINDS.index(kind)))


def badness(outcome: PhotoResult) -> float:
    """Faults of a photo; one without a doubt counts more, and a doubt alone less."""
    found = faults(outcome)
    many = sum(len(told) * (0.2 if kind == DOUBTED else 1.0) for kind, told in found.items())
    return many * (1.0 if outcome.is_doubted else 2.0)


def _told(wrong: int, read: int) -> str:
    return f"{read} photos were read; {wrong} of them with a mistake, or with a doubt where none was due."


def _pair(link: Iterable[object]) -> str:
    return " and ".join(sorted(map(str, link)))


def _article(folder: str, outcome: PhotoResult) -> str:
    image = load_picture(outcome.photo.path)
    told = [escape(text) for kind, texts in faults(outcome).items() if kind != DOUBTED for text in texts]
    if told and not outcome.is_doubted:
        told.append('<span class="silent">Nothing of this was doubted.</span>')
    told += [f"Doubt: {escape(doubt.text)}" for doubt in outcome.state.doubts]
    items = "".join(f"<li>{one}</li>" for one in told)
    pictures = _figure(draw(image, outcome.state), "What was read") + _figure(*_truth(image, outcome))
    name = escape(f"{folder} · {outcome.photo.path.name}")
    return f'<article><h3>{name}</h3><ul>{items}</ul><div class="pair">{pictures}</div></article>'


def _truth(image: Image, outcome: PhotoResult) -> tuple[Image, str]:
    """The picture with what lies there, and what to write under it."""
    names = ", ".join(str(tile.tile) for tile in outcome.photo.asked if tile.tile is not None)
    links = sorted(map(_pair, outcome.photo.links or ()))
    told = f"What lies there: {names or 'no tile face up'}" + (f". Joined: {', '.join(links)}" if links else "")
    canvas = np.ascontiguousarray(image).copy()
    missed = [id(tile) for tile in outcome.missed]
    for tile in outcome.photo.tiles:
        if tile.box is None:
            continue
        is_asked = tile.kind == "faceup" and not tile.is_cut
        colour = DOUBTFUL if id(tile) in missed else READ if is_asked else UNREAD
        _mark(canvas, tile.box, colour, str(tile.tile or ("cut off" if tile.is_cut else tile.kind)))
    return canvas, told


def _mark(canvas: Image, box: Box, colour: Colour, text: str) -> None:
    """A box with its name in its upper left corner."""
    thick = max(2, round(max(canvas.shape[:2]) / 300))
    left, top, right, bottom = (round(side) for side in box)
    cv2.rectangle(canvas, (left, top), (right, bottom), INK, 2 * thick)
    cv2.rectangle(canvas, (left, top), (right, bottom), colour, thick)
    scale = thick / 5
    (wide, high), _ = cv2.getTextSize(text, FONT, scale, max(1, thick // 2))
    cv2.rectangle(canvas, (left, top), (left + wide + 2 * thick, top + high + 2 * thick), INK, -1)
    place = left + thick, top + high + thick
    cv2.putText(canvas, text, place, FONT, scale, PAPER, max(1, thick // 2), cv2.LINE_AA)


def _figure(image: Image, caption: str) -> str:
    shrink = min(1.0, SHOWN / max(image.shape[:2]))
    small = cv2.resize(image, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    jpeg = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, 72])[1]
    data = base64.b64encode(jpeg.tobytes()).decode()
    what = escape(caption)
    return f'<figure><img alt="{what}" src="data:image/jpeg;base64,{data}"><figcaption>{what}</figcaption></figure>'
