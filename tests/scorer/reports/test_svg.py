"""A layout drawn as SVG: every tile and pip is in the picture and within its frame."""

from xml.etree import ElementTree

import pytest

from muggins.scorer import GameStarted, HandEnd, Layout, Tile, draw_layout, draw_tile
from muggins.scorer.random_games import random_game

SVG = "{http://www.w3.org/2000/svg}"


def test_the_picture_holds_every_tile_and_pip():
    layout = Layout.parse("5-5, 5-3>5-5, 5-0>5-5, 6-1>5-3:6/3")
    picture = ElementTree.fromstring(draw_layout(layout, last=Tile(6, 1)))
    tiles = picture.findall(f"{SVG}g")
    assert [tile.get("data-tile") for tile in tiles] == ["5-5", "5-3", "5-0", "6-1"]
    assert [len(tile.findall(f"{SVG}circle")) for tile in tiles] == [10, 8, 5, 7]
    assert [tile.get("class") for tile in tiles] == ["domino", "domino", "domino", "domino last"]
    assert picture.findtext(f"{SVG}title") == str(layout)


def test_everything_lies_within_the_picture():
    games = [random_game(GameStarted("five-up", ("Ann", "Bob"), target=15), seed) for seed in range(3)]
    ends = [step for game in games for step in game.standing() if isinstance(step.event, HandEnd)]
    for step in ends:
        picture = ElementTree.fromstring(draw_layout(step.match.hand.layout))
        left, top, wide, high = map(float, picture.get("viewBox").split())
        for rect in picture.iter(f"{SVG}rect"):
            x, y, w, h = (float(rect.get(key)) for key in ("x", "y", "width", "height"))
            assert left < x < x + w < left + wide
            assert top < y < y + h < top + high


@pytest.mark.parametrize("pips", range(19))
def test_pips_lie_within_their_half(pips):
    picture = ElementTree.fromstring(draw_tile(Tile(pips, pips)))
    circles = list(picture.iter(f"{SVG}circle"))
    assert len(circles) == 2 * pips
    assert len({(circle.get("cx"), circle.get("cy")) for circle in circles}) == 2 * pips
    assert all(abs(float(circle.get("cx"))) < 10 for circle in circles)


def test_a_dashed_line_joins_a_tile_to_its_host_when_there_is_no_room_beside_it():
    picture = ElementTree.fromstring(draw_layout(Layout.parse("6-4, 6-1>6-4, 6-2>6-4, 6-3>6-4, 6-5>6-4, 6-0>6-4")))
    assert any(line.get("stroke-dasharray") for line in picture.iter(f"{SVG}line"))


def test_an_empty_layout_has_a_picture():
    assert ElementTree.fromstring(draw_layout(Layout())).findtext(f"{SVG}title") == "no tiles"


def test_open_ends_are_framed_and_those_that_count_nothing_are_marked():
    """Both sides of the 5-5 are played on. Its two ends are open but do not count; the 3 and the 0 do."""
    layout = Layout.parse("5-5, 5-3>5-5, 5-0>5-5")
    picture = ElementTree.fromstring(draw_layout(layout, ends=layout.open_ends()))
    framed = {
        tile.get("data-tile"): [rect.get("class") for rect in tile.findall(f"{SVG}rect")[1:]]
        for tile in picture.findall(f"{SVG}g")
    }
    assert set(framed["5-5"]) == {"open idle"}
    assert (framed["5-3"], framed["5-0"]) == (["open"], ["open"])
