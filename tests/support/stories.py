"""Stories of a table on which tiles are laid, covered, pushed, taken back and cleared, without any network.

A picture is painted for every frame, because rest, arms and bare places are seen in it. The story itself says
which tiles are read in it.
"""

from copy import deepcopy
from dataclasses import dataclass, field, replace
from functools import lru_cache

import cv2
import numpy as np

from muggins.datasets.videos.tile_placement import place_tiles
from muggins.scorer.layout import Layout
from muggins.scorer.tiles import Tile
from muggins.vision.capture.open_source import Frame
from muggins.vision.tracking.events import DoubtRaised, HandsRevealed, Missing, Played, Reread, Settled, TakenBack
from muggins.vision.tracking.watcher import Watcher
from muggins.vision.types import Detection, Doubt, TableState, TileReading, image_of

SIZE = (640, 360)
WIDTH = 26.0
LENGTH = 2.0
STEP = 0.1
MARGIN = 200
"""Pixels of cloth on every side beyond what the camera sees at first."""
UNREAD = ("faint", "foreign")
"""The kinds of doubts about what is seen and not read."""


@dataclass(frozen=True)
class Shot:
    """One frame of a story: the tiles that lie there, and how they are seen."""

    lying: tuple[str, ...] = ()
    arm: str | None = None
    at: str | None = None
    """The tile that the arm reaches for."""
    reach: float = 0.0
    unread: tuple[str, ...] = ()
    faint: tuple[str, ...] = ()
    """The tiles of `unread` that are seen too faintly to be read."""
    foreign: tuple[str, ...] = ()
    """Tiles of another set, which are not read."""
    misread: dict = field(default_factory=dict)
    """Each misread tile, with the tile it is read as and the probability of that."""
    partly: dict = field(default_factory=dict)
    """Each tile of which only a part can be seen, with the tile it looks like."""
    cup: str | None = None
    """The tile that a cup stands on."""
    moved: dict = field(default_factory=dict)
    """Tiles that were pushed, by how many pixels right and down."""
    turned: dict = field(default_factory=dict)
    """Tiles that were turned, by how many degrees anticlockwise and around which point."""
    camera: tuple[int, int] = (0, 0)
    rolled: float = 0.0
    """Degrees anticlockwise by which the camera's picture is turned."""
    upright: bool = False
    """Whether the camera is held upright, like a phone. It then sees the table from its right, in tall pictures."""
    light: float = 1.0
    is_missing: bool = False
    """Whether no frame of it comes."""
    facedown: tuple[str, ...] = ()

    @property
    def size(self):
        """Width and height of the picture."""
        return SIZE[::-1] if self.upright else SIZE

    @property
    def camera_at(self):
        """How the camera is held: degrees anticlockwise, then pixels right and down."""
        right, down = np.array(self.camera) + (np.array(self.size) - SIZE) / 2
        return self.rolled + 90 * self.upright, right, down


class Story:
    """What happens frame by frame on a table where each tile of a layout has its place."""

    def __init__(self, layout="", loose=""):
        self.text, self.layout = layout, Layout.parse(layout)
        self.places = dict(_places(layout))
        for number, name in enumerate(loose.split()):
            tile = Tile.parse(name)
            self.places[name] = _reading(-10.5 + 2.5 * (number % 9), 5.8, np.pi / 2, tile.high, tile.low)
        self.shots = [Shot()] * 5
        self.only_closer = ()
        self.cup_size = 34
        self._painted = None, None

    @property
    def now(self):
        return self.shots[-1]

    def rest(self, frames=5, **changes):
        """Adds frames in which nobody moves; `changes` may alter how the table is seen."""
        self.shots += [replace(self.now, **changes)] * frames
        return self

    def reach(self, side, at, then=None, **changes):
        """Adds an arm that comes from a side, reaches for a tile's place, and leaves. By default it lays the tile."""
        before = self.now
        after = replace(before, **({"lying": (*before.lying, at)} if then is None else then))
        self.shots += [replace(before, arm=side, at=at, reach=reach, **changes) for reach in (0.3, 0.7, 1.0)]
        self.shots += [replace(after, arm=side, at=at, reach=reach, **changes) for reach in (1.0, 0.7, 0.3)]
        self.shots += [after] * 5
        return self

    def lay(self, side, *tiles):
        for tile in tiles:
            self.reach(side, tile)
        return self

    def lift(self, side, tile):
        return self.reach(side, tile, {"lying": tuple(one for one in self.now.lying if one != tile)})

    def half(self, tile, pips):
        """The middle of the half of a tile that shows these pips."""
        place = self.places[tile]
        return tuple(place.ends[place.shows.index(pips)])

    def put_beside(self, tile, host, pips):
        """Puts a tile at the side of a half of `host`, or at the end of a double, with its higher half there."""
        place, tile = self.places[host], Tile.parse(tile)
        along = (place.ends[1] - place.ends[0]) / np.linalg.norm(place.ends[1] - place.ends[0])
        out = along if Tile.parse(host).is_double else np.array([along[1], -along[0]])
        begin = place.corners.mean(axis=0) if Tile.parse(host).is_double else np.array(self.half(host, pips))
        begin = begin + out * WIDTH * (LENGTH / 2 if Tile.parse(host).is_double else 0.5)
        x, y = (begin + out * LENGTH * WIDTH / 2 - np.array(SIZE) / 2) / WIDTH * (1, -1)
        self.places[str(tile)] = _reading(x, y, np.arctan2(-out[1], out[0]), tile.high, tile.low)
        return self

    def turn(self, side, degrees, about, *tiles, steps=4):
        """Adds an arm that reaches for the first of the tiles, turns all of them around a point, and leaves.

        `degrees` count from how they lay at first.
        """
        before, at = self.now, tiles[0]
        was, _ = before.turned.get(at, (0.0, about))
        ways = [dict.fromkeys(tiles, (float(way), about)) for way in np.linspace(was, degrees, steps + 1)[1:]]
        self.shots += [replace(before, arm=side, at=at, reach=reach) for reach in (0.3, 0.7, 1.0)]
        self.shots += [replace(before, arm=side, at=at, reach=1.0, turned=before.turned | way) for way in ways]
        after = replace(before, turned=before.turned | ways[-1])
        self.shots += [*(replace(after, arm=side, at=at, reach=reach) for reach in (0.7, 0.3)), *[after] * 5]
        return self

    def place(self, shot, tile):
        return _seen(
            self.places[tile], shot.moved.get(tile, (0, 0)), shot.turned.get(tile, (0.0, (0, 0))), shot.camera_at
        )

    def picture(self, shot):
        """The picture of a shot. A shot that lasts for several frames is painted once."""
        if self._painted[0] is not shot:
            self._painted = shot, self._paint(shot)
        return self._painted[1]

    def _paint(self, shot):
        image = _cloth_seen(shot.camera_at, shot.size).copy()
        for tile in (*shot.lying, *shot.facedown):
            cv2.fillConvexPoly(image, np.round(self.place(shot, tile).corners).astype(np.int32), (215, 225, 230))
        if shot.cup:
            cv2.circle(image, self._middle(shot, shot.cup), self.cup_size, (40, 50, 160), -1)
        if shot.arm:
            cv2.line(image, *self._arm(shot), (90, 60, 150), 40, cv2.LINE_AA)
        return cv2.convertScaleAbs(image, alpha=shot.light)

    def _middle(self, shot, tile):
        return tuple(int(v) for v in self.place(shot, tile).corners.mean(axis=0))

    def _arm(self, shot):
        width, height = shot.size
        edges = {
            "bottom": (width // 2, height),
            "top": (width // 2, 0),
            "left": (0, height // 2),
            "right": (width, height // 2),
        }
        edge, goal = np.array(edges[shot.arm]), np.array(self._middle(shot, shot.at))
        return tuple(map(int, edge + (edge - goal) * 0.5)), tuple(map(int, edge + (goal - edge) * shot.reach))

    def readings(self, shot):
        found = []
        for tile in shot.lying:
            place = self.place(shot, tile)
            if tile in shot.unread or tile in shot.partly or tile == shot.cup:
                continue
            if shot.arm and cv2.pointPolygonTest(self._sleeve(shot), self._middle(shot, tile), True) > -WIDTH:
                continue
            if tile in shot.misread:
                other, sure = shot.misread[tile]
                pips, halves = place.pips * (1 - sure), Tile.parse(other).halves
                # A half that both tiles have is read where it lies.
                both_ways = (halves, halves[::-1])
                pips[(0, 1), max(both_ways, key=lambda way: place.pips[(0, 1), way].sum())] += sure
                place = replace(place, pips=pips, halves=None)
            found.append(place)
        return tuple(found)

    def seen_closer(self, image, time):
        """The reading of a part of the picture, with the tiles in `only_closer` that lie in it."""
        shot = self.shots[round(time / STEP)]
        # Every second pixel finds the part within a pixel, in a sixteenth of the time.
        found = cv2.matchTemplate(self.picture(shot)[::2, ::2].copy(), image[::2, ::2].copy(), cv2.TM_SQDIFF_NORMED)
        top, left = np.unravel_index(found.argmin(), found.shape)
        shown = [self.places[tile] for tile in self.only_closer if tile in shot.lying]
        shift = 2 * np.array([left, top])
        readings = tuple(replace(one, corners=one.corners - shift, ends=one.ends - shift) for one in shown)
        return TableState(time, readings, Layout(), (), ())

    def _sleeve(self, shot):
        start, tip = (np.array(end, np.float64) for end in self._arm(shot))
        along = (tip - start) / np.linalg.norm(tip - start)
        across = np.array([-along[1], along[0]]) * 20
        return np.array([start + across, tip + across, tip - across, start - across], np.float32)

    def frames(self, after=0):
        """The frames that a camera sees."""
        for number, shot in enumerate(self.shots[after:], after):
            if not shot.is_missing:
                yield Frame(number + 1, round(number * STEP, 3), self.picture(shot))

    def watched(self, **options):
        """The events that a watcher reports. Stories that begin like `line` are watched from its end on."""
        begun = line(layout=self.text)
        if self.shots[: len(begun.shots)] != begun.shots or any(self.places[x] is not begun.places[x] for x in FIRST):
            return self._watched(self.make_watcher(**options))
        self.watcher, self._reader, happened = deepcopy(_line_watched(self.text, **options))
        self._reader.story = self
        return happened + self._watched(self.watcher, len(begun.shots))

    def _watched(self, watcher, after=0):
        return [event for frame in self.frames(after) for event in watcher.update(frame)]

    def make_watcher(self, **options):
        """A watcher that reads what the story says."""
        self._reader = _Reader(self)
        self.watcher = Watcher(self._reader.read, **options)
        return self.watcher

    @property
    def reads(self):
        """The times of the watcher's reads."""
        return self._reader.times

    @property
    def closer_looks(self):
        """The times at which a part of the picture was read."""
        return self._reader.closer_times

    def state(self, image, time):
        if image.shape[1::-1] not in (SIZE, SIZE[::-1]):
            return self.seen_closer(image, time)
        shot = self.shots[round(time / STEP)]
        parts = [
            replace(self.place(shot, tile), halves=None).read_as(Tile.parse(other).halves)
            for tile, other in shot.partly.items()
        ]
        return TableState(
            time,
            self.readings(shot),
            Layout(),
            (),
            (),
            tuple(Detection(self.place(shot, tile).corners, "facedown") for tile in shot.facedown),
            parts=tuple(parts),
            doubts=(
                *(Doubt(kind, "", Tile.parse(tile)) for kind in UNREAD for tile in getattr(shot, kind)),
                *(Doubt("faint", "", part.tile, outline=part.outline) for part in parts),
            ),
        )


class _Reader:
    """Reads what a story says."""

    def __init__(self, story):
        self.story = story
        self.times = []
        self.closer_times = []

    def read(self, picture, time):
        image = image_of(picture)
        is_whole = image.shape[1::-1] in (SIZE, SIZE[::-1])
        (self.times if is_whole else self.closer_times).append(time)
        return self.story.state(image, time)


def _reading(x, y, angle, first, second):
    along = np.array([np.cos(angle), -np.sin(angle)])
    across = np.array([-along[1], along[0]])
    middle = np.array([SIZE[0] / 2 + x * WIDTH, SIZE[1] / 2 - y * WIDTH])
    half, side = along * LENGTH * WIDTH / 2, across * WIDTH / 2
    corners = np.array([middle - half + side, middle - half - side, middle + half - side, middle + half + side])
    pips = np.full((2, 7), 0.05 / 7)
    pips[(0, 1), (first, second)] += 0.95
    return TileReading(corners, np.array([middle - half / 2, middle + half / 2]), pips)


@lru_cache
def _places(layout):
    """The reading of each tile of a layout where it lies."""
    rng = np.random.default_rng(0)
    laid = place_tiles(rng, Layout.parse(layout).placements, LENGTH, (9, 5), np.zeros((0, 2)), 1.0) or []
    return {str(one.tile): _reading(one.x, one.y, one.angle, one.first, one.second) for one in laid}


def _whole(matrix):
    """The (3, 3) matrix of a (2, 3) one."""
    return np.vstack([matrix, (0, 0, 1)])


def _camera(camera_at):
    """The (3, 3) matrix from a place on the table to its pixel."""
    rolled, right, down = camera_at
    matrix = _whole(cv2.getRotationMatrix2D((SIZE[0] / 2, SIZE[1] / 2), rolled, 1.0))
    matrix[:2, 2] += right, down
    return matrix


@lru_cache
def _seen(reading, moved, turned, camera_at):
    """The reading of a tile that was turned, pushed, and is seen by a camera that may have moved too."""
    degrees, about = turned
    pushed = np.array([[1.0, 0, moved[0]], [0, 1, moved[1]], [0, 0, 1]])
    matrix = _camera(camera_at) @ pushed @ _whole(cv2.getRotationMatrix2D(about, degrees, 1.0))
    corners, ends = (points @ matrix[:2, :2].T + matrix[:2, 2] for points in (reading.corners, reading.ends))
    return replace(reading, corners=corners, ends=ends)


@lru_cache
def _cloth():
    small = np.random.default_rng(9).uniform(50, 120, (24, 40, 3)).astype(np.float32)
    size = (SIZE[0] + 2 * MARGIN, SIZE[1] + 2 * MARGIN)
    return np.clip(cv2.resize(small, size, interpolation=cv2.INTER_CUBIC), 0, 255).astype(np.uint8)


@lru_cache
def _cloth_seen(camera_at, size):
    """The picture of the bare table."""
    around = np.array([[1.0, 0, -MARGIN], [0, 1, -MARGIN], [0, 0, 1]])
    return cv2.warpAffine(_cloth(), (_camera(camera_at) @ around)[:2], size)


def texts_of(events):
    """A short text for each event except settled views and turned-up hands."""
    return [_text_of(event) for event in events if not isinstance(event, Settled | HandsRevealed)]


def _text_of(event):
    match event:
        case Played():
            return f"{event.tile}>{event.on}" if event.on else f"{event.tile}"
        case TakenBack():
            return f"back {event.tile}"
        case Missing():
            return f"missing {event.tile}"
        case Reread():
            return f"{event.was} is {event.tile}"
        case DoubtRaised():
            return f"doubt {event.doubt.kind}"
    return type(event).__name__.lower()


LINE = "6-4, 4-1>6-4, 6-0>6-4, 3-1>4-1"
PLAYED = ["6-4", "4-1>6-4", "6-0>6-4", "3-1>4-1"]
FIRST = ("6-4", "4-1", "6-0", "3-1")


def line(loose="", layout=LINE):
    """A story in which Ann at the bottom and Bob at the top play the tiles of FIRST in turn."""
    story = Story(layout, loose)
    for number, tile in enumerate(FIRST):
        story.lay(("bottom", "top")[number % 2], tile)
    return story


@lru_cache
def _line_watched(layout, **options):
    """A watcher after the frames of `line`, its reader, and the events that it reported."""
    story = line(layout=layout)
    happened = story._watched(story.make_watcher(**options))
    story._reader.story = None
    return story.watcher, story._reader, happened
