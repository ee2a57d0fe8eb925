"""Draws what was read over the picture.

The colours are Okabe and Ito's, which people who confuse red and green can tell apart. No colour carries a meaning
alone: doubts are also broken lines with a question mark, and ends that do not count are rings.
"""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np
from numpy.typing import NDArray

from muggins.scorer.layout import OpenEnd, OpeningRules
from muggins.scorer.tiles import Tile
from muggins.texts import gettext

from .types import Detection, Image, TableState, TileReading

Colour = tuple[int, int, int]
"""Blue, green, red."""
Point = NDArray[np.float64]

READ: Colour = (233, 180, 86)
"""Outline of a tile that was read."""
DOUBTFUL: Colour = (0, 94, 230)
"""Outline and name of a tile that is in doubt."""
LINK: Colour = (66, 228, 240)
"""Joins and open ends."""
UNREAD: Colour = (200, 200, 200)
"""Outline of a face-down or standing tile."""
INK: Colour = (24, 20, 16)
"""Edges, and the ground of names."""
PAPER: Colour = (250, 250, 250)
"""Letters."""

FONT = cv2.FONT_HERSHEY_DUPLEX
FONT_HEIGHT_PX = 22
"""Height of a capital letter at scale 1."""
MAX_DOUBTS = 6
"""Doubts that are written out; further ones are only counted."""
FREE_COSINE = 0.7
"""A place at a double is free if the cosine of the angle between it and each neighbour is below this."""


def draw(image: Image, state: TableState, has_panel: bool = True, rules: OpeningRules | None = None) -> Image:
    """A copy of the picture with tiles, joins, the ends that are open by the rules, and doubtful tiles.

    The count and the questions stand in a panel in one corner, unless `has_panel` is False.
    `image` is (H, W, 3) uint8 BGR, the picture that `state` was read from.
    """
    canvas = _Canvas(image, _tile_length(image, state))
    doubted = {doubt.tile for doubt in state.doubts if doubt.tile is not None}
    for detection in (*state.facedown, *state.standing):
        canvas.outline(detection.corners, UNREAD, is_broken=detection.kind == "standing")
    for reading in state.readings:
        canvas.outline(reading.corners, DOUBTFUL if reading.tile in doubted else READ, reading.tile in doubted)
    for link in state.links:
        # Of two equal tiles a link does not say which it means, so it is drawn to the surest reading.
        joined = [state.reading(tile) for tile in link]
        if joined[0] is not None and joined[1] is not None:
            canvas.link(_centre(joined[0]), _centre(joined[1]))
    for end, place in _badges(state, rules):
        canvas.badge(place, end)
    if has_panel:
        canvas.panel(_headline(state), tuple(str(doubt.text) for doubt in state.doubts), state.readings)
    canvas.name_tiles(state.readings, doubted)
    return canvas.image


def _headline(state: TableState) -> str:
    """The count of the layout."""
    if not state.readings:
        return gettext("No tiles")
    return gettext("Count %(count)s", count=state.layout.count())


def _centre(reading: TileReading) -> Point:
    return np.asarray(reading.corners.mean(axis=0), np.float64)


def _tile_length(image: Image, state: TableState) -> float:
    """The median length of a tile in pixels, to which all that is drawn is in proportion."""
    tiles: list[Detection | TileReading] = [*state.readings, *state.facedown, *state.standing]
    size = float(max(image.shape[:2]))
    if not tiles:
        return size / 12
    lengths = [float(np.linalg.norm(tile.corners[2] - tile.corners[1])) for tile in tiles]
    return float(np.clip(np.median(lengths), size / 40, size / 3))


def _badges(state: TableState, rules: OpeningRules | None) -> Iterable[tuple[OpenEnd, Point]]:
    """The open ends of the layout, each with its place: on its half, or at a free side or end of a double."""
    used: dict[Tile, int] = {}
    for end in state.layout.open_ends(rules):
        reading = state.reading(end.tile)
        if reading is None:
            continue
        if not end.tile.is_double:
            half = reading.shows.index(end.pips)
            yield end, np.asarray(reading.ends[half], np.float64)
            continue
        free = _free_places(reading, state)
        index = used.get(end.tile, 0)
        used[end.tile] = index + 1
        yield end, free[index % len(free)]


def _free_places(reading: TileReading, state: TableState) -> list[Point]:
    """The centres of a double's free sides; of its free ends where no side is free; of its sides where nothing is."""
    corners = np.asarray(reading.corners, np.float64)
    sides = [(corners[1] + corners[2]) / 2, (corners[3] + corners[0]) / 2]
    ends = [(corners[0] + corners[1]) / 2, (corners[2] + corners[3]) / 2]
    neighbours = [
        _centre(other)
        for link in state.links
        if reading.tile in link
        for tile in link
        if tile != reading.tile and (other := state.reading(tile)) is not None
    ]
    centre = corners.mean(axis=0)

    def is_free(place: Point) -> bool:
        outward = _direction(centre, place)
        return all(float(outward @ _direction(centre, neighbour)) < FREE_COSINE for neighbour in neighbours)

    return [side for side in sides if is_free(side)] or [end for end in ends if is_free(end)] or sides


def _direction(start: Point, end: Point) -> Point:
    """The unit vector from one point to another."""
    return np.asarray((end - start) / (np.linalg.norm(end - start) + 1e-9), np.float64)


class _Canvas:
    """A picture that is drawn on, with lines and letters in proportion to its tiles."""

    def __init__(self, image: Image, tile_length: float) -> None:
        self.image = np.ascontiguousarray(image).copy()
        self.height, self.width = image.shape[:2]
        self.tile_length = tile_length
        self.line = max(1, round(tile_length / 28))
        self.taken: list[tuple[float, float, float, float]] = []
        """Left, top, right and bottom of everything that a name must not cover."""

    def outline(self, corners: NDArray[np.float32], colour: Colour, is_broken: bool) -> None:
        """The (4, 2) px corners joined by lines."""
        points = np.asarray(corners, np.float64)
        for start, end in zip(points, np.roll(points, -1, axis=0), strict=True):
            # A dark edge under the colour keeps it visible on any tile and table.
            self._stroke(start, end, INK, self.line * 2 + 1)
            pieces = 7 if is_broken else 1
            step = (end - start) / pieces
            for piece in range(0, pieces, 2):
                self._stroke(start + step * piece, start + step * (piece + 1), colour, self.line)

    def link(self, start: Point, end: Point) -> None:
        """A line with a dot at each end."""
        self._stroke(start, end, INK, self.line * 2 + 1)
        self._stroke(start, end, LINK, self.line)
        for place in (start, end):
            cv2.circle(self.image, _pixel(place), self.line * 2 + 1, INK, -1, cv2.LINE_AA)
            cv2.circle(self.image, _pixel(place), self.line + 1, LINK, -1, cv2.LINE_AA)

    def badge(self, place: Point, end: OpenEnd) -> None:
        """The pips of an open end, on a disc where it counts and in a ring where it does not."""
        radius = max(5.0, self.tile_length * 0.16)
        inside, ink = (LINK, INK) if end.counts else (INK, LINK)
        cv2.circle(self.image, _pixel(place), round(radius + self.line), INK, -1, cv2.LINE_AA)
        cv2.circle(self.image, _pixel(place), round(radius), LINK, -1, cv2.LINE_AA)
        cv2.circle(self.image, _pixel(place), round(radius - self.line), inside, -1, cv2.LINE_AA)
        self._letters(str(end.pips), place, radius * 1.05, ink)
        self._take(place, radius * 2, radius * 2)

    def name_tiles(self, readings: tuple[TileReading, ...], doubted: set[Tile]) -> None:
        """Writes each tile's name beside it where it covers the least, or on its bar where that is not less."""
        tiles = [np.asarray(reading.corners, np.float32) for reading in readings]
        height = max(7.0, self.tile_length * 0.17)
        for reading, own in zip(readings, tiles, strict=True):
            is_doubted = reading.tile in doubted
            text = f"{reading.tile}?" if is_doubted else str(reading.tile)
            wide, high = self._size(text, height)
            box = wide + height * 0.7, high + height * 0.7
            place = self._room_beside(own.astype(np.float64), box, tiles)
            self._take(place, *box)
            left, top = place[0] - box[0] / 2, place[1] - box[1] / 2
            corners = (round(left), round(top)), (round(left + box[0]), round(top + box[1]))
            cv2.rectangle(self.image, *corners, DOUBTFUL if is_doubted else INK, -1, cv2.LINE_AA)
            self._letters(text, place, height, PAPER)

    def _room_beside(self, own: Point, box: tuple[float, float], tiles: list[NDArray[np.float32]]) -> Point:
        """The centre of a box of that width and height beside the tile with corners `own`, or on it."""
        centre: Point = np.asarray(own.mean(axis=0), np.float64)
        edges = [(own[i] + own[(i + 1) % 4]) / 2 for i in (1, 3, 0, 2)]
        best, least = centre, 0.35 * box[0] * box[1]
        for edge in edges:
            outward = _direction(centre, edge)
            # The least distance at which the box clears the edge, whatever its slant.
            reach = abs(outward[0]) * box[0] / 2 + abs(outward[1]) * box[1] / 2 + self.line * 2
            place = edge + outward * reach
            covered = self._covered(place, box, tiles)
            if covered < least:
                best, least = place, covered
        return best

    def _covered(self, place: Point, box: tuple[float, float], tiles: list[NDArray[np.float32]]) -> float:
        """Square pixels of tiles, names, badges and the outside of the picture that a box would cover."""
        left, top = place[0] - box[0] / 2, place[1] - box[1] / 2
        right, bottom = left + box[0], top + box[1]
        area = np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32)
        covered = 0.0
        for tile in tiles:
            (x0, y0), (x1, y1) = tile.min(axis=0), tile.max(axis=0)
            if x1 > left and x0 < right and y1 > top and y0 < bottom:
                covered += float(cv2.intersectConvexConvex(area, tile)[0])
        for x0, y0, x1, y1 in self.taken:
            covered += max(0.0, min(right, x1) - max(left, x0)) * max(0.0, min(bottom, y1) - max(top, y0))
        inside = max(0.0, min(right, self.width) - max(left, 0)) * max(0.0, min(bottom, self.height) - max(top, 0))
        return float(covered + box[0] * box[1] - inside)

    def panel(self, headline: str, doubts: tuple[str, ...], readings: tuple[TileReading, ...]) -> None:
        """Writes the count and, smaller, the doubts, in the corner of the picture where they cover the fewest tiles."""
        big = max(10.0, min(self.width, self.height) * 0.05)
        small = big * 0.42
        lines = [(headline, big)]
        for text in doubts[:MAX_DOUBTS]:
            lines.extend((line, small) for line in self._wrapped(f"? {text}", small, self.width * 0.6))
        if len(doubts) > MAX_DOUBTS:
            lines.append((f"? and {len(doubts) - MAX_DOUBTS} more", small))
        margin = big * 0.5
        wide = min(self.width, max(self._size(text, high)[0] for text, high in lines) + 2 * margin)
        tall = min(self.height, sum(high * 1.75 for _, high in lines) + margin)
        tiles = [np.asarray(reading.corners, np.float32) for reading in readings]
        corners = [(x, y) for y in (0.0, self.height - tall) for x in (0.0, self.width - wide)]
        middles = [np.array([x + wide / 2, y + tall / 2]) for x, y in corners]
        middle = min(middles, key=lambda place: self._covered(place, (wide, tall), tiles))
        self._take(middle, wide, tall)
        left, top = round(middle[0] - wide / 2), round(middle[1] - tall / 2)
        shade = self.image[top : top + round(tall), left : left + round(wide)]
        shade[:] = (shade * 0.2 + np.array(INK) * 0.8).astype(np.uint8)
        if doubts:
            shade[:, : max(2, round(big * 0.14))] = DOUBTFUL
        line_bottom = top + margin * 0.8
        for text, high in lines:
            line_bottom += high * 1.75
            self._write(text, left + margin, line_bottom - high * 0.5, high, PAPER)

    def _wrapped(self, text: str, height: float, width: float) -> list[str]:
        """The text in lines no wider than `width` pixels, unless a word is."""
        lines = [""]
        for word in text.split():
            longer = f"{lines[-1]} {word}".strip()
            if lines[-1] and self._size(longer, height)[0] > width:
                lines.append(word)
            else:
                lines[-1] = longer
        return lines

    def _stroke(self, start: Point, end: Point, colour: Colour, width: int) -> None:
        cv2.line(self.image, _pixel(start), _pixel(end), colour, width, cv2.LINE_AA)

    def _size(self, text: str, height: float) -> tuple[float, float]:
        """Width and height in pixels of a text with capitals of that height."""
        scale = height / FONT_HEIGHT_PX
        (wide, _), _ = cv2.getTextSize(text, FONT, scale, _weight(scale))
        return float(wide), height

    def _letters(self, text: str, middle: Point, height: float, colour: Colour) -> None:
        """Writes a text centred on a point."""
        wide, high = self._size(text, height)
        self._write(text, middle[0] - wide / 2, middle[1] + high / 2, height, colour)

    def _write(self, text: str, left: float, bottom: float, height: float, colour: Colour) -> None:
        """Writes a text from the left end of its base line."""
        scale = height / FONT_HEIGHT_PX
        cv2.putText(self.image, text, (round(left), round(bottom)), FONT, scale, colour, _weight(scale), cv2.LINE_AA)

    def _take(self, middle: Point, wide: float, high: float) -> None:
        """Keeps names off a box."""
        self.taken.append((middle[0] - wide / 2, middle[1] - high / 2, middle[0] + wide / 2, middle[1] + high / 2))


def _weight(scale: float) -> int:
    """The thickness of letters in pixels."""
    return max(1, round(scale * 1.3))


def _pixel(place: Point) -> tuple[int, int]:
    """The nearest whole pixel."""
    return round(float(place[0])), round(float(place[1]))
