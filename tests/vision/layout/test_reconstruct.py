"""Layouts of tiles that lie as people lay them, seen from where people sit."""

from functools import partial

import numpy as np
import pytest

from muggins.datasets.scenes.layouts import lay_in_rows, random_game, scatter
from muggins.scorer.layout import Layout
from muggins.scorer.tiles import Tile, full_set
from muggins.vision.layout.reconstruct import reconstruct
from muggins.vision.layout.tuning import LAYOUT_TUNING

reconstruct = partial(reconstruct, tuning=LAYOUT_TUNING)

LENGTH = 2.0


def links_of(found):
    """The links of a reconstruction as a set of texts: {"6-1 6-4"}."""
    return {" ".join(sorted(map(str, link))) for link in found[1]}


def pairs(text):
    """The pairs of a text like "6-4 6-1, 6-1 1-1", in the form of links_of."""
    return {" ".join(sorted(pair.split())) for pair in text.split(",") if pair.strip()}


# Tiles as "first half-second half: x, y, degrees", places in tile widths, the second half towards the degrees.
TABLES = {
    "end to end": ("6-4: 0 0 0, 4-1: 2.05 0 0", "6-4 4-1"),
    "a double across": ("6-4: 0 0 0, 4-4: 1.55 0 90, 4-1: 3.1 0 0", "6-4 4-4, 4-4 4-1"),
    "a double in line": ("6-4: 0 0 0, 4-4: 2.03 0 0, 4-1: 4.08 0 0", "6-4 4-4, 4-4 4-1"),
    "a spinner with four neighbours": (
        "6-4: 0 0 0, 4-4: 1.55 0 90, 4-1: 3.1 0 0, 4-2: 1.55 2.05 90, 4-3: 1.55 -2.05 270",
        "6-4 4-4, 4-4 4-1, 4-4 4-2, 4-4 4-3",
    ),
    "a corner turned beside the open half": ("6-4: 0 0 0, 4-1: 0.5 1.52 90", "6-4 4-1"),
    "a corner turned in front of the open half": ("6-4: 0 0 0, 4-1: 1.55 0.5 90", "6-4 4-1"),
    "a corner at the half of a double": ("1-0: 0 0 0, 1-1: -1.55 0.5 90, 5-1: -1.55 2.55 270", "1-0 1-1, 1-1 5-1"),
    "a gap of a third of a width": ("6-4: 0 0 0, 4-1: 2.33 0 0", "6-4 4-1"),
    "crooked": ("6-4: 0 0 0, 4-1: 2.1 0.1 9, 1-1: 3.7 0.3 96", "6-4 4-1, 4-1 1-1"),
    "neighbours that do not match": ("6-4: 0 0 0, 3-1: 2.05 0 0", ""),
    "side by side": ("6-4: 0 0 0, 6-1: 0 1.1 0, 6-2: 0 2.2 0", ""),
    "half a tile apart": ("6-4: 0 0 0, 4-1: 2.9 0 0", ""),
    "corners that touch": ("6-4: 0 0 0, 4-1: 1.9 1.2 40", ""),
}


@pytest.mark.parametrize(("tiles", "links"), TABLES.values(), ids=TABLES.keys())
@pytest.mark.parametrize("elevation", [90, 50, 38])
def test_joins(lay, tiles, links, elevation):
    assert links_of(reconstruct(lay(tiles, elevation))) == pairs(links)


def test_a_chain_that_folds_back_does_not_close_into_a_ring(lay):
    """The 6-2 lies at the 6 with which the chain begins. A layout is a tree, so the worst join gives way."""
    layout, links, *_ = reconstruct(lay("6-4: 0 0 0, 4-1: 1.5 0.5 90, 1-2: 1 2 180, 2-6: -0.57 1.5 262"))
    assert links_of((layout, links)) == pairs("6-4 4-1, 4-1 2-1, 2-1 6-2")
    assert len(layout) == 4


def test_a_half_is_played_on_once_if_there_is_another_explanation(lay):
    """Both 4-1 and 4-2 lie at the 4 of 6-4, and 4-2 also at the end of 4-4, where it fits better."""
    table = "6-4: 0 0 0, 4-1: 2.04 0 0, 4-4: 0.5 3.6 0, 4-2: 0.5 2.06 270"
    found = reconstruct(lay(table))
    assert "4-1 6-4" in links_of(found)
    assert "4-2 4-4" in links_of(found)


def test_two_tiles_at_the_sides_of_one_half_are_both_joined(lay):
    """In photos of tiles laid at home, the 2 of a 4-2 is played on from both sides."""
    found = reconstruct(lay("4-2: 0 0 90, 1-2: -1.53 0.5 0, 2-6: 1.53 0.5 0"))
    assert links_of(found) == pairs("4-2 2-1, 4-2 6-2")


def test_the_layout_is_the_largest_chain_and_the_rest_is_loose_or_in_doubt(lay):
    chains = "6-4: 0 0 0, 4-1: 2.05 0 0, 1-1: 3.6 0 90, 3-2: 0 6 0, 2-0: 2.05 6 0"
    layout, links, loose, doubts = reconstruct(lay(f"{chains}, 5-5: -6 0 30"))
    assert layout == Layout.parse("4-1, 1-1>4-1, 6-4>4-1")
    assert layout.count() == 8
    assert len(links) == 3
    assert loose == (Tile.parse("5-5"),)
    assert [(doubt.kind, doubt.tile) for doubt in doubts] == [("join", Tile.parse("3-2"))]


def test_the_only_tile_on_the_table_is_the_set(lay):
    assert reconstruct(lay("6-4: 0 0 20"))[0] == Layout.parse("6-4")


def test_loose_tiles_alone_are_no_layout(lay):
    layout, links, loose, doubts = reconstruct(lay("6-4: 0 0 20, 5-5: 6 3 0, 1-0: -5 4 70"))
    assert layout.is_empty
    assert (links, doubts) == ((), ())
    assert len(loose) == 3


def test_an_empty_table():
    assert reconstruct([]) == (Layout(), (), (), ())


def test_a_misplay_is_asked_about(lay):
    """In a photo, a 4-4 lies across the side of a 5-5 as if it were joined."""
    layout, links, _, doubts = reconstruct(lay("5-3: 0 0 180, 5-5: 1.55 0 90, 5-2: 3.1 0 0, 4-4: 1.55 2.05 90"))
    assert links_of((layout, links)) == pairs("5-3 5-5, 5-5 5-2")
    assert [(doubt.kind, doubt.tile) for doubt in doubts] == [("misplay", Tile.parse("4-4"))]


def test_a_join_that_hangs_in_the_balance_is_asked_about(lay):
    kinds = set()
    for gap in np.arange(0.3, 0.6, 0.02):
        found = reconstruct(lay(f"6-4: 0 0 0, 4-1: {2 + gap} 0 0"))
        kinds |= {doubt.kind for doubt in found[3]}
    assert kinds == {"join"}


def test_tiles_on_show_in_rows_are_not_joined_where_they_happen_to_match(lay):
    """Fourteen tiles in rows of three, nearly end to end; 6-3 and 3-1 match by chance."""
    rows = ["6-3 3-1 4-0", "5-5 2-1 6-6", "5-1 3-0 4-2", "6-5 0-0 6-2", "1-1 4-3 5-2"]
    tiles = [(name, 2.25 * k, 1.3 * row) for row, line in enumerate(rows) for k, name in enumerate(line.split())]
    assert reconstruct(lay(", ".join(f"{name}: {x} {y} 0" for name, x, y in tiles)))[1] == ()


def test_a_tile_seen_twice_lies_in_the_layout_once(lay):
    layout, *_ = reconstruct(lay("6-4: 0 0 0, 4-4: 1.55 0 90, 4-6: 3.1 0 0"))
    assert sorted(map(str, layout.tiles)) == ["4-4", "6-4"]


def pictured(rng, lay, laid, noise):
    """Readings of the tiles from a random viewpoint of a player or a camera."""
    tiles = ", ".join(f"{one.first}-{one.second}: {one.x} {one.y} {np.degrees(one.angle)}" for one in laid)
    return lay(tiles, float(rng.uniform(40, 90)), float(rng.uniform(0, 360)), noise, rng)


@pytest.mark.parametrize(("most", "count"), [(6, 28), (6, 12), (9, 40), (12, 91)])
def test_random_games_as_people_lay_them(lay, most, count):
    """Corners turned both ways, crosswise and inline doubles, gaps, crooked joins, chains side by side, loose tiles."""
    rng = np.random.default_rng(count)
    tiles = full_set(most)
    right = 0
    for _ in range(15):
        laid, layout = random_game(rng, tiles, count, LENGTH, (12.0, 8.0), float(rng.uniform(0, 1)))
        rest = [tile for tile in tiles if tile not in layout][:4]
        loose = scatter(rng, rest, LENGTH, (12.0, 8.0), laid, 1.0)
        true = {" ".join(sorted((str(one.tile), str(one.on)))) for one in layout.placements if one.on}
        right += links_of(reconstruct(pictured(rng, lay, laid + loose, 0.02))) == true
    assert right >= 14


def test_scattered_tiles_and_rows_are_seldom_joined(lay):
    rng = np.random.default_rng(4)
    tiles = full_set(6)
    links = tables = 0
    for number in range(30):
        some = [tiles[k] for k in rng.permutation(28)[:15]]
        laid = (
            lay_in_rows(rng, some, LENGTH, 0.5) if number % 3 == 0 else scatter(rng, some, LENGTH, (5.0, 5.0), [], 0.9)
        )
        tables += 1
        links += bool(reconstruct(pictured(rng, lay, laid, 0.015))[1])
    assert links <= tables // 6


def test_one_pair_that_nearly_fits_among_many_loose_tiles_is_chance_and_asked_about(lay):
    """In a photo of fifteen scattered tiles, the 3 of a 3-0 lies near the 3 of a 3-2, a little crooked."""
    scattered_about = ["6-5: 5 0 30", "5-5: 5 4 70", "4-2: 0 5 10", "6-1: -5 0 50", "2-2: -5 5 120", "4-4: 0 -5 100"]
    more = ["6-6: 5 -5 60", "5-0: -5 -5 20", "4-1: 9 0 140", "6-2: 9 5 170", "5-1: -9 0 15", "3-3: -9 5 80"]
    pair = "0-3: 0 0 0, 3-2: 1.68 0.75 97"
    assert len(reconstruct(lay(pair))[1]) == 1
    _, links, _, doubts = reconstruct(lay(", ".join([pair, *scattered_about, *more])))
    assert links == ()
    assert [doubt.kind for doubt in doubts] == ["join"]


# Tables that people laid at home, as photos show them: "tiles with x, y in pixels, and degrees", pixels a width, links.
HOME_TABLES = {
    "a 5-1 under the joint of two tiles, and two tiles at one half": (
        "5-5: 53 160 0, 5-2: 122 161 0, 5-1: 99 214 90, 1-0: 99 283 90, 0-0: 91 337 0, 2-1: 174 174 90, "
        "2-6: 228 162 0, 5-6: 282 156 90, 1-4: 173 244 90, 4-3: 172 316 90, 3-3: 167 370 0, 3-0: 240 375 1",
        35.5,
        "5-5 5-2, 5-2 5-1, 5-1 1-0, 1-0 0-0, 5-2 2-1, 2-1 4-1, 4-1 4-3, 4-3 3-3, 3-3 3-0, 2-1 6-2, 6-2 6-5",
    ),
    "loose tiles beside the chain": (
        "2-1: 992 154 88, 2-6: 1062 121 0, 1-4: 997 242 90, 1-0: 1060 220 1, 0-0: 1122 218 90, 4-3: 998 324 90, "
        "3-3: 1003 384 1, 6-5: 1190 168 86, 5-5: 934 271 90, 0-1: 1145 61 70, 3-0: 990 35 1",
        42.5,
        "6-2 2-1, 2-1 4-1, 4-1 1-0, 1-0 0-0, 4-1 4-3, 4-3 3-3",
    ),
    "tiles that touch and do not match": (
        "0-3: 613 527 90, 3-4: 610 611 90, 2-4: 608 700 90, 1-2: 544 674 1, 2-6: 677 677 1, 3-3: 603 791 90",
        43.0,
        "3-0 4-3, 4-2 2-1, 4-2 6-2",
    ),
}


@pytest.mark.parametrize(("tiles", "width", "links"), HOME_TABLES.values(), ids=HOME_TABLES.keys())
def test_tables_laid_at_home(lay, tiles, width, links):
    places = (tile.split() for tile in tiles.split(","))
    text = ", ".join(f"{name} {float(x) / width} {float(y) / width} {degrees}" for name, x, y, degrees in places)
    assert links_of(reconstruct(lay(text, 85))) == pairs(links)
