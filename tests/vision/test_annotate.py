"""The overlay shows everything that was read, at any size of photo."""

import numpy as np
import pytest

from muggins.scorer.layout import Layout
from muggins.scorer.rules.rulesets import load_ruleset
from muggins.scorer.tiles import Tile
from muggins.vision.annotate import DOUBTFUL, LINK, READ, draw
from muggins.vision.types import Detection, Doubt, TableState, TileReading

LENGTH = 100.0
LAID = {
    "5-5": (300, 250, 90),
    "5-3": (300 - 0.75 * LENGTH, 250, 180),
    "5-0": (300 + 0.75 * LENGTH, 250, 0),
}
"""Centre, and the direction from it to the second half, in degrees."""


def corners_at(x, y, degrees, length=LENGTH):
    along = np.array([np.cos(np.radians(degrees)), np.sin(np.radians(degrees))]) * length / 2
    left = np.array([along[1], -along[0]]) / 2
    return np.add([-along - left, -along + left, along + left, along - left], (x, y))


def reading(name, x, y, degrees, scale=1.0):
    high, low = Tile.parse(name).halves
    corners = corners_at(x * scale, y * scale, degrees, LENGTH * scale)
    middle, first = corners.mean(axis=0), corners[:2].mean(axis=0)
    ends = np.array([(middle + first) / 2, middle - (first - middle) / 2])
    pips = np.full((2, 7), 0.002)
    pips[0, high] = pips[1, low] = 0.988
    return TileReading(corners, ends, pips)


def table(scale=1.0, doubts=(), **beside):
    layout = Layout.parse("5-5, 5-3>5-5, 5-0>5-5")
    links = tuple((placement.tile, placement.on) for placement in layout.placements if placement.on)
    readings = tuple(reading(name, *place, scale) for name, place in LAID.items())
    return TableState(0.0, readings, layout, links, (), doubts=tuple(doubts), **beside)


def cloth(scale=1.0):
    return np.full((round(500 * scale), round(600 * scale), 3), (60, 110, 40), np.uint8)


def has(image, colour, x, y, reach=4):
    """Whether a colour is within a few pixels of a place."""
    part = image[max(0, round(y) - reach) : round(y) + reach + 1, max(0, round(x) - reach) : round(x) + reach + 1]
    return bool((np.abs(part.astype(int) - colour).max(axis=-1) < 60).any())


def share_of(colour, image, x, y, reach=9):
    """The share of the square around a place that has a colour."""
    part = image[round(y) - reach : round(y) + reach + 1, round(x) - reach : round(x) + reach + 1]
    return float((np.abs(part.astype(int) - colour).max(axis=-1) < 30).mean())


def changed(one, other):
    return np.abs(one.astype(int) - other).max(axis=-1) > 20


def test_the_photo_itself_is_left_as_it_is():
    image = cloth()
    drawn = draw(image, table())
    assert (image == cloth()).all()
    assert drawn.shape == image.shape
    assert drawn.dtype == np.uint8
    read_only = cloth()
    read_only.setflags(write=False)
    assert (draw(read_only, table()) == drawn).all()


@pytest.mark.parametrize("scale", [0.3, 1.0, 4.0])
def test_tiles_are_outlined_at_any_size_of_photo(scale):
    drawn = draw(cloth(scale), table(scale))
    for one in table(scale).readings:
        for start, end in zip(one.corners, np.roll(one.corners, -1, axis=0), strict=True):
            assert has(drawn, READ, *(start * 0.94 + end * 0.06), reach=max(2, round(3 * scale)))


def test_joined_tiles_are_linked_from_middle_to_middle():
    drawn = draw(cloth(), table())
    left, right = LAID["5-3"][0], LAID["5-0"][0]
    for share in (0.2, 0.35, 0.65, 0.8):
        assert has(drawn, LINK, left + (right - left) * share, 250)
    apart = table()
    unlinked = TableState(0.0, apart.readings, Layout.parse("5-5"), (), tuple(apart.tiles[1:]))
    assert not has(draw(cloth(), unlinked), LINK, left + 30, 250, reach=2)


def test_open_ends_carry_their_pips_and_ends_that_do_not_count_are_rings():
    drawn = draw(cloth(), table())
    three, blank = table().reading(Tile.parse("5-3")).ends[1], table().reading(Tile.parse("5-0")).ends[1]
    for x, y in (three, blank):
        assert share_of(LINK, drawn, x, y) > 0.5
    # The double is crossed: its free ends are open to a spinner and count nothing.
    for y in (250 - LENGTH / 2, 250 + LENGTH / 2):
        assert share_of(LINK, drawn, 300, y) < 0.5
        assert has(drawn, LINK, 300, y, reach=16)


def test_where_doubles_are_no_spinners_nothing_marks_their_ends_as_open():
    """Rings invited people to play at the free ends of a double, in Block and Muggins as well."""
    free, block = draw(cloth(), table()), draw(cloth(), table(), rules=load_ruleset("block"))
    assert changed(free, block).any()
    assert (draw(cloth(), table(), rules=load_ruleset("five-up")) == free).all()


def test_a_doubt_has_its_own_colour_a_broken_line_and_its_words():
    doubt = Doubt("value", "The 5-3 may be a 5-2.", Tile.parse("5-3"))
    sure, unsure = draw(cloth(), table()), draw(cloth(), table(doubts=[doubt]))
    corners = table().reading(Tile.parse("5-3")).corners
    along = [corners[1] * (1 - share) + corners[2] * share for share in np.linspace(0.1, 0.9, 30)]
    doubtful = [has(unsure, DOUBTFUL, *place, reach=2) for place in along]
    assert any(doubtful)
    assert not all(doubtful)
    assert not any(has(sure, DOUBTFUL, *place) for place in along)
    below_the_count = slice(50, 80)
    assert changed(sure, unsure)[below_the_count, :200].any()


def test_names_stand_beside_tiles_and_not_on_them():
    """On a tile they would hide the pips that people compare them with."""
    drawn = changed(draw(cloth(), table()), cloth())
    for x, y, degrees in LAID.values():
        up = np.array([np.sin(np.radians(degrees)), np.cos(np.radians(degrees))])
        beside = [np.array([x, y]) + sign * up * (LENGTH / 4 + 14) for sign in (1, -1)]
        end = np.array([x, y]) + np.array([up[1], up[0]]) * (LENGTH / 2 + 14)
        labels = [drawn[round(b) - 2 : round(b) + 3, round(a) - 2 : round(a) + 3].all() for a, b in (*beside, end)]
        assert any(labels)


def test_the_count_is_in_the_corner_that_hides_no_tile():
    far = draw(cloth(), table())
    assert changed(far, cloth())[:40, :100].all()
    shifted = tuple(reading(name, x - 180, y - 210, degrees) for name, (x, y, degrees) in LAID.items())
    state = table()
    near = TableState(0.0, shifted, state.layout, state.links, ())
    drawn = draw(cloth(), near)
    assert changed(drawn, cloth())[:30, -100:].all()


def test_tiles_face_down_and_in_hands_are_marked_but_not_named():
    corners = corners_at(450, 400, 0)
    for kind in ("facedown", "standing"):
        detection = Detection(corners, kind)
        state = TableState(0.0, (), Layout(), (), (), **{kind: (detection,)})
        drawn = changed(draw(cloth(), state), cloth())
        assert drawn[390:410, 396:404].any()
        assert not drawn[385:415, 430:470].any()


def test_an_empty_table_is_said_to_be_empty():
    drawn = draw(cloth(), TableState(0.0, (), Layout(), (), ()))
    assert changed(drawn, cloth())[:30, :60].any()
    assert not changed(drawn, cloth())[60:].any()


@pytest.mark.parametrize("size", [(1, 1), (8, 3), (40, 2000)])
def test_a_tiny_or_narrow_photo_can_be_drawn_on(size):
    image = np.zeros((*size, 3), np.uint8)
    assert draw(image, TableState(0.0, (), Layout(), (), ())).shape == image.shape
    assert draw(image, table(doubts=[Doubt("join", "word " * 90)] * 9)).shape == image.shape


def test_two_equal_tiles_are_both_drawn():
    twins = tuple(reading("6-4", x, 250, 0) for x in (150, 400))
    doubt = Doubt("twice", "Two tiles read 6-4.", Tile.parse("6-4"))
    drawn = draw(cloth(), TableState(0.0, twins, Layout.parse("6-4"), (), (), doubts=(doubt,)))
    for one in twins:
        along = [one.corners[1] * (1 - share) + one.corners[2] * share for share in (0.1, 0.5, 0.9)]
        assert any(has(drawn, DOUBTFUL, *place, reach=2) for place in along)


def test_the_live_picture_has_no_panel():
    """The count was once covered on the page while the live picture beside it showed it in large letters."""
    asked = table(doubts=(Doubt("value", "Is this 5-3 or 5-4?", Tile.parse("5-3")),))
    bare = changed(cloth(), draw(cloth(), asked, has_panel=False))
    assert changed(cloth(), draw(cloth(), asked))[:60].any()
    assert not bare[:60].any()
    assert not bare[-60:].any()
    assert bare.any()
