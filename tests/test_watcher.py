"""Whole evenings told in readings: what the watcher makes of tiles laid, covered, pushed, taken back and cleared.

A picture is painted for every frame, since rest, arms and bare places are seen in it; what is read from it is told.
"""

from dataclasses import dataclass, field, replace

import cv2
import numpy as np
import pytest

from muggins.datasets.laying import lay_out
from muggins.scorer.layout import Layout
from muggins.scorer.tiles import Tile
from muggins.vision.happenings import (
    Bumped,
    Cleared,
    Doubtful,
    LayThere,
    Played,
    Reread,
    Settled,
    TakenBack,
    TurnedUp,
)
from muggins.vision.table import Detection, TableState, TileReading
from muggins.vision.watcher import Watcher

SIZE = (640, 360)
WIDTH = 26.0
LENGTH = 2.0
STEP = 0.1


@dataclass(frozen=True)
class Frame:
    number: int
    time: float
    image: np.ndarray


@dataclass(frozen=True)
class Shot:
    """One frame of a story: what lies there, and how it is seen."""

    lying: tuple[str, ...] = ()
    arm: str | None = None
    at: str | None = None
    """The tile that the arm reaches for."""
    reach: float = 0.0
    unread: tuple[str, ...] = ()
    misread: dict = field(default_factory=dict)
    """Tiles that are read as others, with how surely."""
    cup: str | None = None
    """Something stands on that tile."""
    moved: dict = field(default_factory=dict)
    """Tiles that lie elsewhere: pixels to the right and down."""
    camera: tuple[int, int] = (0, 0)
    light: float = 1.0
    facedown: tuple[str, ...] = ()


class Story:
    """A table on which the tiles of a layout have their places, and what happens there frame by frame."""

    def __init__(self, layout="", loose="", seed=0):
        rng = np.random.default_rng(seed)
        self.layout = Layout.parse(layout)
        laid = lay_out(rng, self.layout.placements, LENGTH, (9, 5), np.zeros((0, 2)), 1.0) or []
        self.places = {str(one.tile): self._reading(one.x, one.y, one.angle, one.first, one.second) for one in laid}
        for number, name in enumerate(loose.split()):
            tile = Tile.parse(name)
            self.places[name] = self._reading(-10.5 + 2.5 * (number % 9), 5.8, np.pi / 2, tile.high, tile.low)
        small = np.random.default_rng(9).uniform(50, 120, (24, 40, 3)).astype(np.float32)
        self.cloth = cv2.resize(small, (SIZE[0] + 200, SIZE[1] + 200), interpolation=cv2.INTER_CUBIC)
        self.shots = [Shot()] * 5
        self.only_closer = ()
        self.cup_size = 34

    @staticmethod
    def _reading(x, y, angle, first, second):
        along = np.array([np.cos(angle), -np.sin(angle)])
        across = np.array([-along[1], along[0]])
        middle = np.array([SIZE[0] / 2 + x * WIDTH, SIZE[1] / 2 - y * WIDTH])
        half, side = along * LENGTH * WIDTH / 2, across * WIDTH / 2
        corners = np.array([middle - half + side, middle - half - side, middle + half - side, middle + half + side])
        pips = np.full((2, 7), 0.05 / 7)
        pips[(0, 1), (first, second)] += 0.95
        return TileReading(corners, np.array([middle - half / 2, middle + half / 2]), pips)

    @property
    def now(self):
        return self.shots[-1]

    def rest(self, frames=5, **changes):
        """Nobody moves; how the table is seen may change."""
        self.shots += [replace(self.now, **changes)] * frames
        return self

    def reach(self, side, at, then=None, **changes):
        """An arm comes over a side, reaches for the place of a tile, does something there, and leaves."""
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

    def place(self, shot, tile):
        shift = np.array(shot.moved.get(tile, (0, 0))) + shot.camera
        reading = self.places[tile]
        return replace(reading, corners=reading.corners + shift, ends=reading.ends + shift)

    def picture(self, shot):
        dx, dy = shot.camera
        image = self.cloth[100 - dy : 100 - dy + SIZE[1], 100 - dx : 100 - dx + SIZE[0]].copy()
        for tile in (*shot.lying, *shot.facedown):
            cv2.fillConvexPoly(image, np.round(self.place(shot, tile).corners).astype(np.int32), (215, 225, 230))
        if shot.cup:
            cv2.circle(image, self._middle(shot, shot.cup), self.cup_size, (40, 50, 160), -1)
        if shot.arm:
            cv2.line(image, *self._arm(shot), (90, 60, 150), 40, cv2.LINE_AA)
        return np.clip(image * shot.light, 0, 255).astype(np.uint8)

    def _middle(self, shot, tile):
        return tuple(int(v) for v in self.place(shot, tile).corners.mean(axis=0))

    def _arm(self, shot):
        width, height = SIZE
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
            if tile in shot.unread or tile == shot.cup:
                continue
            if shot.arm and cv2.pointPolygonTest(self._sleeve(shot), self._middle(shot, tile), True) > -WIDTH:
                continue
            if tile in shot.misread:
                other, sure = shot.misread[tile]
                pips = place.pips * (1 - sure)
                pips[(0, 1), Tile.parse(other).halves] += sure
                place = replace(place, pips=pips, halves=None)
            found.append(place)
        return tuple(found)

    def seen_closer(self, image, time):
        """What a part of the picture shows of the tiles that are told to be seen only so."""
        shot = self.shots[round(time / STEP)]
        found = cv2.matchTemplate(self.picture(shot), image, cv2.TM_SQDIFF_NORMED)
        top, left = np.unravel_index(found.argmin(), found.shape)
        shown = [self.places[tile] for tile in self.only_closer if tile in shot.lying]
        shift = np.array([left, top])
        readings = tuple(replace(one, corners=one.corners - shift, ends=one.ends - shift) for one in shown)
        return TableState(time, readings, Layout(), (), ())

    def _sleeve(self, shot):
        start, tip = (np.array(end, np.float64) for end in self._arm(shot))
        along = (tip - start) / np.linalg.norm(tip - start)
        across = np.array([-along[1], along[0]]) * 20
        return np.array([start + across, tip + across, tip - across, start - across], np.float32)

    def watched(self, **options):
        """All that a watcher makes of the story, and how many frames it has read."""
        states = {
            round(number * STEP, 3): TableState(
                round(number * STEP, 3),
                self.readings(shot),
                Layout(),
                (),
                (),
                tuple(Detection(self.place(shot, tile).corners, "facedown") for tile in shot.facedown),
            )
            for number, shot in enumerate(self.shots)
        }
        reads = []

        def read(image, time):
            if image.shape[1::-1] != SIZE:
                return self.seen_closer(image, time)
            reads.append(time)
            return states[time]

        watcher = Watcher(read, **options)
        happened = []
        for number, shot in enumerate(self.shots):
            happened += watcher.update(Frame(number + 1, round(number * STEP, 3), self.picture(shot)))
        self.reads = reads
        self.watcher = watcher
        return happened


def told(happened):
    """The happenings but the settled views, one short text each."""
    return [
        f"{one.tile}>{one.on}"
        if isinstance(one, Played) and one.on
        else f"{one.tile}"
        if isinstance(one, Played)
        else f"back {one.tile}"
        if isinstance(one, TakenBack)
        else f"{one.was} is {one.tile}"
        if isinstance(one, Reread)
        else f"doubt {one.doubt.kind}"
        if isinstance(one, Doubtful)
        else type(one).__name__.lower()
        for one in happened
        if not isinstance(one, Settled | TurnedUp)
    ]


LINE = "6-4, 4-1>6-4, 6-0>6-4, 3-1>4-1"
PLAYED = ["6-4", "4-1>6-4", "6-0>6-4", "3-1>4-1"]
FIRST = ("6-4", "4-1", "6-0", "3-1")


def line(loose="", layout=LINE):
    """The set and what was played on it by Ann at the bottom and Bob at the top, in turn."""
    story = Story(layout, loose)
    for number, tile in enumerate(FIRST):
        story.lay(("bottom", "top")[number % 2], tile)
    return story


def test_tiles_laid_one_after_another_are_plays_each_on_its_host_from_its_players_side():
    story = line()
    happened = story.watched()
    assert told(happened) == PLAYED
    plays = [one for one in happened if isinstance(one, Played)]
    assert [one.side for one in plays] == ["bottom", "top", "bottom", "top"]
    assert story.watcher.layout == Layout.parse(LINE)


def test_a_play_is_told_soon_after_the_hand_has_left():
    story = line()
    plays = [one for one in story.watched() if isinstance(one, Played)]
    cleared = [
        STEP * (number + 1)
        for number, shot in enumerate(story.shots[:-1])
        if shot.arm and not story.shots[number + 1].arm
    ]
    assert all(one.time - clear <= 0.4 for one, clear in zip(plays, cleared, strict=True))


def test_both_sides_of_a_double_can_be_played_on():
    text = "6-4, 4-4>6-4, 4-1>4-4, 4-2>4-4, 4-0>4-4"
    story = Story(text).lay("left", "6-4", "4-4", "4-1", "4-2", "4-0")
    assert told(story.watched()) == text.split(", ")


def test_a_tile_that_flickers_between_values_is_never_another_play():
    story = line()
    for other in ("5-4", "6-5", "5-4", "6-3"):
        story.rest(2, misread={"6-4": (other, 0.9)}).rest(3, misread={}).rest(2, unread=("4-1", "6-0"))
    story.rest(6, unread=())
    assert told(story.watched()) == PLAYED


def test_tiles_played_between_two_clear_views_come_in_the_order_in_which_they_hang_together():
    story = Story(LINE).lay("bottom", "6-4")
    for tile in ("4-1", "3-1"):  # the second arm comes while the first is still there
        story.shots[-5:] = []
        story.reach("top", tile)
    assert told(story.watched()) == ["6-4", "4-1>6-4", "3-1>4-1"]


def test_the_set_is_laid_although_tiles_lie_face_up_beside_the_table():
    story = Story("6-4, 4-1>6-4", loose="5-5 3-2")
    story.rest(10, lying=("5-5", "3-2")).lay("top", "6-4", "4-1")
    assert told(story.watched()) == ["6-4", "4-1>6-4"]


def test_several_tiles_turned_over_on_an_empty_table_are_no_set():
    story = Story(loose="5-5 3-2 6-1").rest(30, lying=("5-5", "3-2", "6-1"))
    assert told(story.watched()) == []


def test_a_tile_turned_over_among_the_boneyard_is_no_set():
    story = Story(loose="5-5 3-2")
    story.places["3-2"] = replace(story.places["5-5"], corners=story.places["5-5"].corners + np.array([WIDTH, 0]))
    story.rest(5, facedown=("3-2",)).reach("left", "5-5")
    assert told(story.watched()) == []


def test_hands_turned_up_at_the_end_are_no_plays():
    story = line(loose="5-5 3-2 6-1")
    story.rest(30, lying=(*FIRST, "5-5", "3-2", "6-1"))
    happened = story.watched()
    assert told(happened) == PLAYED
    assert set(map(str, [one for one in happened if isinstance(one, Settled)][-1].state.loose)) == {"5-5", "3-2", "6-1"}
    (up,) = [one for one in happened if isinstance(one, TurnedUp)]
    assert sorted(str(tile) for tiles in up.hands.values() for tile in tiles) == ["3-2", "5-5", "6-1"]


def test_a_tile_put_down_beside_the_layout_is_played_when_it_is_pushed_up_to_it():
    story = line()
    beside = {"3-1": (90, 70)}
    story.shots = [shot for shot in story.shots if "3-1" not in shot.lying and shot.at != "3-1"]
    story.reach("top", "3-1", {"lying": FIRST, "moved": beside}).rest(20)
    story.reach("top", "3-1", {"moved": {}})
    happened = story.watched()
    assert told(happened) == PLAYED
    assert happened[-1].time > 5


def test_a_play_taken_back_is_told_and_may_be_played_elsewhere():
    story = line().lift("top", "3-1").rest(5).lay("top", "3-1")
    assert told(story.watched()) == [*PLAYED, "back 3-1", "3-1>4-1"]


def test_the_set_can_be_taken_back():
    story = Story("6-4").lay("bottom", "6-4").lift("bottom", "6-4").rest(5)
    assert told(story.watched()) == ["6-4", "back 6-4"]


@pytest.mark.parametrize("tile", ["6-4", "3-1"])
def test_a_tile_under_a_cup_for_long_was_not_taken_back(tile):
    story = line()
    story.reach("right", tile, {"cup": tile}).rest(200).reach("right", tile, {"cup": None})
    assert told(story.watched()) == PLAYED


def test_a_tile_that_cannot_be_read_for_long_was_not_taken_back():
    """Glare lay on the last tile, and its place did not look bare."""
    story = line().rest(200, unread=("3-1",)).rest(5, unread=())
    assert told(story.watched()) == PLAYED


def test_an_arm_that_rests_on_the_layout_changes_nothing():
    story = line()
    story.shots += [
        replace(story.now, arm="left", at="6-4", reach=reach) for reach in (0.3, 0.7, *[1.0] * 100, 0.7, 0.3)
    ]
    story.rest(10)
    assert told(story.watched()) == PLAYED


def test_a_nudged_tile_and_a_layout_pushed_to_make_room_are_no_plays():
    text = f"{LINE}, 3-2>3-1"
    story = line(layout=text)
    story.reach("left", "6-0", {"moved": {"6-0": (6, 5)}})
    story.reach("left", "6-4", {"moved": dict.fromkeys((*FIRST, "3-2"), (31, -22))})
    story.lay("bottom", "3-2")
    assert told(story.watched()) == [*PLAYED, "3-2>3-1"]


def test_a_bumped_camera_finds_the_layout_again_and_goes_on():
    text = f"{LINE}, 3-2>3-1"
    story = line(layout=text).rest(8, camera=(60, -40)).lay("bottom", "3-2")
    happened = story.watched()
    assert told(happened) == [*PLAYED, "bumped", "3-2>3-1"]


def test_while_the_camera_looks_elsewhere_nothing_is_played_or_taken_back():
    story = line()
    looked_away = replace(story.now, camera=(95, 95), unread=FIRST)
    story.shots += [looked_away] * 30
    story.rest(8, camera=(0, 0), unread=())
    assert told(story.watched()) == [*PLAYED, "bumped"]


def test_a_lamp_switched_on_is_no_play():
    story = line().rest(10, light=1.6).rest(10, light=0.6).rest(10, light=1.0)
    assert told(story.watched()) == PLAYED


def test_in_the_dark_nothing_is_cleared_away():
    story = line().rest(80, light=0.05, unread=FIRST).rest(10, light=1.0, unread=())
    assert not {"cleared", "back 3-1"} & set(told(story.watched()))


def test_the_cleared_table_takes_a_new_set():
    story = line()
    sweep = [replace(story.now, arm="top", at="6-4", reach=reach, lying=()) for reach in (0.3, 0.7, 1.0, 0.7, 0.3)]
    story.shots += sweep
    story.rest(15, lying=())
    story.lay("top", "4-1")
    assert told(story.watched()) == [*PLAYED, "cleared", "4-1"]


def test_watching_begins_in_the_middle_of_a_hand():
    story = Story(LINE)
    story.shots = [replace(story.now, lying=FIRST)] * 40
    happened = story.watched()
    (lies,) = [one for one in happened if isinstance(one, LayThere)]
    assert not any(isinstance(one, Played) for one in happened)
    assert set(map(str, lies.layout.tiles)) == set(FIRST)
    assert lies.layout.count() == story.watcher.layout.count() == Layout.parse(LINE).count()


def test_a_tile_hard_to_read_is_played_as_the_likeliest_and_asked_about():
    story = Story("6-4, 4-1>6-4").lay("bottom", "6-4")
    story.rest(1, misread={"4-1": ("4-0", 0.45)}).lay("top", "4-1").rest(15)
    happened = told(story.watched())
    assert len(happened) == 3
    assert happened[1] in ("4-1>6-4", "4-0>6-4")
    assert happened[2] == "doubt value"


def test_a_tile_misread_at_first_is_told_to_be_another_once_many_frames_say_so():
    story = Story("6-4, 4-1>6-4").lay("bottom", "6-4")
    story.rest(1, misread={"4-1": ("4-0", 0.97)}).lay("top", "4-1")
    story.rest(400, misread={})
    assert told(story.watched()) == ["6-4", "4-0>6-4", "4-0 is 4-1"]


def test_a_tile_that_lies_there_already_is_not_played_again():
    story = line(loose="5-5")
    story.rest(40, lying=(*FIRST, "5-5"), misread={"5-5": ("6-4", 0.97)})
    assert told(story.watched()) == PLAYED


def test_a_tile_too_small_to_be_found_in_the_whole_picture_is_found_from_near():
    story = Story("6-4, 4-1>6-4").lay("bottom", "6-4")
    story.lay("top", "4-1").rest(5)
    story.shots = [replace(shot, unread=("4-1",)) for shot in story.shots]
    story.only_closer = ("4-1",)
    assert told(story.watched()) == ["6-4", "4-1>6-4"]


def test_nothing_is_read_while_an_arm_moves_over_the_layout():
    story = line()
    story.watched()
    moving = {round(number * STEP, 3) for number, shot in enumerate(story.shots) if shot.arm and shot.reach == 1.0}
    assert not moving & set(story.reads[3:])


def test_a_table_where_nothing_happens_is_read_once_a_second():
    story = line().rest(200)
    story.watched()
    assert sum(time > (len(story.shots) - 100) * STEP for time in story.reads) <= 11


def test_only_seats_that_are_taken_are_sides():
    story = Story("6-4").lay("left", "6-4")
    (played,) = [one for one in story.watched(sides=("bottom", "top")) if isinstance(one, Played)]
    assert played.side in ("bottom", "top")


def test_a_bumped_and_cleared_table_is_told_in_words_of_its_own():
    """Types that others match on keep their fields."""
    assert Bumped(1.0).time == Cleared(1.0).time == 1.0


def test_a_cup_over_the_whole_of_a_small_layout_does_not_clear_the_table():
    """It stood on the double between two tiles and hid them all; after three seconds the hand was over."""
    story = Story("4-4, 4-1>4-4, 6-4>4-4").lay("bottom", "4-4", "4-1", "6-4")
    story.reach("right", "4-4", {"cup": "4-4", "unread": ("4-4", "4-1", "6-4")}).rest(100)
    story.cup_size = 62
    story.reach("right", "4-4", {"cup": None, "unread": ()}).rest(5)
    assert told(story.watched()) == ["4-4", "4-1>4-4", "6-4>4-4"]
