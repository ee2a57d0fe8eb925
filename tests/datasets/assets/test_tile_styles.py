"""The families of sets that are drawn, and what belongs to each."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from muggins.datasets.assets.numerals import TYPEFACES, WIDEST, Lettering, Numerals, glyph, random_numerals
from muggins.datasets.assets.pip_patterns import IN_COLUMNS
from muggins.datasets.assets.tile_colours import luminance, stands_out
from muggins.datasets.assets.tile_faces import RIM, _pip_radius, face_map, half_pips
from muggins.datasets.assets.tile_styles import FAMILIES, VARIANTS, Texture, family_of, has_trait, random_style

EIGHT_IN_COLUMNS = tuple(IN_COLUMNS[8][0] if pips == 8 else 0 for pips in range(13))
"""The patterns of a maker whose eights stand in columns."""


@pytest.fixture(scope="module")
def styles():
    rng = np.random.default_rng(5)
    return [random_style(rng) for _ in range(1500)]


@pytest.mark.parametrize("family", FAMILIES)
def test_a_family_can_be_drawn_alone_or_left_out(family):
    rng = np.random.default_rng(4)
    alone = [random_style(rng, only=family) for _ in range(3)]
    assert {family_of(style) for style in alone} == {family}
    assert not any(FAMILIES[family](random_style(rng, without=[family])) for _ in range(20))
    face = face_map(rng, alone[0], 10, 7, 40)
    assert face.colour.shape[0] == 40
    assert np.ptp(face.colour) > 0.1


@pytest.mark.parametrize("variant", VARIANTS)
def test_what_one_maker_makes_of_a_family_can_be_drawn_alone_or_left_out(variant):
    rng, family = np.random.default_rng(11), VARIANTS[variant]
    alone = random_style(rng, only=variant)
    assert family_of(alone) == family
    assert [name for name, of in VARIANTS.items() if of == family and has_trait(alone, name)] == [variant]
    others = [random_style(rng, only=family, without=[variant]) for _ in range(5)]
    assert all(has_trait(style, family) and not has_trait(style, variant) for style in others)


def test_each_family_that_no_network_knows_untaught_has_three_makers_or_more():
    makers = Counter(VARIANTS.values())
    assert set(makers) == {"numerals", "dimples", "columns", "rings"}
    assert min(makers.values()) >= 3


def halves_of(style, first, second, across=80):
    """How the face of a clean set differs from the bare face, for each half."""
    clean = {"wear": 0.0, "uneven": 0.0, "bar": 0.0, "pin": 0.0, "border": False, "pip_depth": 0.0}
    clean |= {"face": (0.9,) * 3, "pip_colours": ((0.05,) * 3,) * 13}
    face = face_map(np.random.default_rng(1), replace(style, **clean), first, second, across)
    dark = face.colour.mean(axis=2) < 0.5
    return dark[:, : dark.shape[1] // 2], dark[:, dark.shape[1] // 2 :]


def test_makers_write_numbers_in_outline_on_discs_and_near_the_ends():
    rng = np.random.default_rng(12)
    solid = replace(random_style(rng, only="numerals-solid"), texture=Texture.PLAIN)
    bold = replace(solid.numerals, lettering=replace(solid.numerals.lettering, weight=1.0, marks_sixes=False))
    plain = replace(solid, numerals=replace(bold, height=0.44, turns=(0, 0)))

    def made(**changes):
        return halves_of(replace(plain, numerals=replace(plain.numerals, **changes)), 8, 8)[1]

    assert made(ink="hollow").sum() < made().sum() < made(ink="disc").sum()
    middle, outwards = (np.nonzero(half)[1].mean() for half in (made(), made(outwards=0.15)))
    assert outwards - middle == pytest.approx(0.15 * 80, abs=3)


def test_columns_stand_close_together_or_are_short():
    alike = {"across": False, "crowds_turned": False, "patterns": EIGHT_IN_COLUMNS, "pip_spread": 0.25, "length": 2.0}
    rng = np.random.default_rng(13)
    drawn = (random_style(rng, only=f"columns-{kind}") for kind in ("close", "short", "spread"))
    close, short, spread = (half_pips(replace(style, **alike), 8, 0.0) for style in drawn)
    assert np.ptp(close[:, 1]) < 0.9 * np.ptp(spread[:, 1])
    assert np.ptp(short[:, 0]) < 0.95 * np.ptp(spread[:, 0])
    assert len(spread) == 8


def test_a_ring_may_have_a_dot_in_its_middle():
    rng = np.random.default_rng(14)
    eye = random_style(rng, only="rings-eye")
    with_dot, without = (halves_of(replace(eye, pip_eye=size), 0, 1, 160)[1] for size in (0.4, 0.0))
    assert with_dot.sum() > without.sum() > 0


def test_every_family_has_a_fair_share_of_all_sets(styles):
    shares = Counter(map(family_of, styles))
    assert min(shares[family] for family in FAMILIES) > 0.015 * len(styles)
    assert max(shares.values()) < 0.15 * len(styles)


def test_what_is_left_out_is_left_out_together():
    rng = np.random.default_rng(6)
    without = ("no-bar", "dimples", "wood")
    for _ in range(100):
        style = random_style(rng, without=without)
        assert style.bar > 0
        assert not style.dimples
        assert not style.wooden, "printed wood is wood too"


def test_a_family_that_nobody_makes_is_named():
    rng = np.random.default_rng(7)
    with pytest.raises(ValueError, match="velvet: expected a family of sets"):
        random_style(rng, only="velvet")
    with pytest.raises(ValueError, match="left out"):
        random_style(rng, only="wood", without=["wood"])


def test_pips_of_light_sets_are_dark_and_of_dark_sets_light(styles):
    for style in styles:
        assert all(stands_out(colour, style.face, 0.2) for colour in style.pip_colours[1:])
        if luminance(style.face) < 0.2 and family_of(style) == "black":
            assert luminance(style.pip_colours[0]) > luminance(style.face)


def test_a_moulded_set_of_dimples_is_of_one_piece_and_mostly_black():
    rng = np.random.default_rng(8)
    moulded = [random_style(rng, only="dimples") for _ in range(60)]
    assert all(style.side == style.face == style.back and style.pin == 0 for style in moulded)
    assert np.mean([luminance(style.face) < 0.25 for style in moulded]) > 0.4
    assert np.mean([style.bar == 0 for style in moulded]) > 0.6


def test_numerals_stand_where_the_pips_would_and_name_both_halves():
    rng = np.random.default_rng(9)
    style = random_style(rng, only="numerals")
    style = replace(
        style, face=(0.9,) * 3, pip_colours=((0.05,) * 3,) * 13, bar=0.0, pin=0.0, border=False, wear=0.0, pip_depth=0.0
    )
    across = 80
    dark = face_map(rng, style, 7, 12, across).colour[..., 0] < 0.5
    middle = dark.shape[1] // 2
    assert dark[:, :middle].sum() > 60
    assert dark[:, middle:].sum() > dark[:, :middle].sum(), "12 takes two figures"
    assert not dark[:3].any()
    assert not dark[-3:].any()
    blank = face_map(rng, replace(style, numerals=replace(style.numerals, writes_zero=False)), 0, 7, across).colour
    assert (blank[:, :middle, 0] > 0.5).all()


def test_a_numeral_can_be_read_and_is_not_mirrored():
    """A 7 has its bar at the top. Where the picture's top is at the face's far side, y points up."""
    rng = np.random.default_rng(10)
    style = random_style(rng, only="numerals")
    style = replace(
        style,
        numerals=Numerals(Lettering("rounded", 0.2, 1.0, False, False), 0.7, (1, 1), True),
        face=(0.9,) * 3,
        pip_colours=((0.05,) * 3,) * 13,
        bar=0.0,
        pin=0.0,
        border=False,
        wear=0.0,
        pip_depth=0.0,
    )
    face = face_map(rng, style, 7, 7, 80).colour[::-1]
    left = face[:, : face.shape[1] // 2, 0] < 0.5
    rows, columns = np.nonzero(left)
    turned = left[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
    candidates = [np.rot90(turned, quarter) for quarter in range(4)]
    sevens = [
        part
        for part in candidates
        if part[:3].mean() > 0.75 and part[len(part) // 2 :, : part.shape[1] // 5].mean() < 0.1
    ]
    assert len(sevens) == 1


def test_the_table_shows_through_the_bare_plastic_of_a_clear_set_but_not_through_its_pips():
    rng = np.random.default_rng(11)
    style = replace(random_style(rng, only="clear"), bar=0.0, pin=0.0, border=False, wear=0.0)
    opacity = face_map(rng, style, 5, 0, 80).opacity
    assert opacity is not None
    middle = opacity.shape[1] // 2
    assert opacity[:, middle:].max() == pytest.approx(1 - style.clarity)
    assert opacity[:, :middle].max() > 0.9
    assert face_map(rng, replace(style, clarity=0.0), 5, 0, 40).opacity is None


def test_no_pip_is_cut_off_by_the_rounded_edge(styles):
    """Pips near a wide bevel were once painted half."""
    for style in styles[:300]:
        flat = 0.5 - style.bevel
        for pips in range(1, 13):
            reach = np.abs(half_pips(style, pips, 0.0)[:, 1]).max() + 0.8 * _pip_radius(style, pips)
            assert reach < flat + 0.01


def test_pips_are_as_large_and_as_far_apart_as_on_real_sets(styles):
    """A black moulded set has a radius of 0.14 and a spread of 0.32, an ivory one 0.133 and 0.287."""
    drawn = np.array([(_pip_radius(style, 5), np.abs(half_pips(style, 5, 0.0)).max()) for style in styles])
    for radius, spread in ((0.14, 0.32), (0.133, 0.287)):
        alike = np.abs(drawn - (radius, spread)).max(axis=1) < 0.012
        assert alike.mean() > 0.01, f"{radius}, {spread}"


def test_pips_keep_off_borders_and_bars(styles):
    """But for a fifth of their radius."""
    for style in styles[:300]:
        for pips in range(2, 13):
            outer, radius = np.abs(half_pips(style, pips, 0.0)).max(axis=0), 0.8 * _pip_radius(style, pips)
            assert not style.border or outer[1] + radius < 0.41 + 1e-6
            assert not style.bar or outer[0] + radius + style.bar_width / 2 < style.length / 4 + 1e-6


@pytest.mark.parametrize("typeface", TYPEFACES)
def test_a_six_and_a_nine_are_underlined_where_a_maker_tells_them_apart(typeface):
    def reach(number, marks_sixes):
        # Numbers stand upright along the tile: their height runs along x.
        drawn = glyph(Lettering(typeface, 0.5, 1.0, False, marks_sixes), 0.6, number)
        return np.ptp(np.nonzero(drawn.max(axis=0))[0])

    assert reach(6, True) > reach(8, True) + 5
    assert reach(9, True) > reach(8, True) + 5
    assert reach(6, False) == reach(8, False)


@pytest.mark.parametrize("typeface", TYPEFACES)
def test_every_number_fits_on_a_half_and_looks_like_no_other(typeface):
    lettering = Lettering(typeface, 1.0, 1.15, False, True)
    drawn = [glyph(lettering, WIDEST, number) for number in range(13)]
    for number, mask in enumerate(drawn):
        across = np.ptp(np.nonzero(mask.max(axis=1))[0]) + 1
        assert 10 < across <= 64.5, f"{number}: as wide as it is high at most"
    for number, mask in enumerate(drawn):
        for other in drawn[:number]:
            side = min(len(mask), len(other))
            assert np.abs(mask[:side, :side] - other[:side, :side]).sum() > 200


def test_the_numbers_of_sets_differ_in_all_that_makers_choose():
    rng = np.random.default_rng(3)
    sets = [random_numerals(rng) for _ in range(200)]
    assert {one.lettering.typeface for one in sets} == set(TYPEFACES)
    assert {one.lettering.marks_sixes for one in sets} == {one.writes_zero for one in sets} == {True, False}
    assert max(one.height for one in sets if one.lettering.marks_sixes) < 0.67 < max(one.height for one in sets)


@pytest.mark.parametrize("most", [6, 12])
def test_a_maker_has_a_colour_for_each_number(most):
    rng = np.random.default_rng(12)
    style = next(made for made in (random_style(rng, most) for _ in range(300)) if len(set(made.pip_colours)) > 1)
    assert len(style.pip_colours) == most + 1
    assert len(set(style.pip_colours[1:])) > most // 2


def test_no_maker_merges_pips(styles):
    """Eights and tens in two lines once did, as four or five pips share the length of three."""
    for style in styles[:400]:
        for pips in range(2, 13):
            places = half_pips(style, pips, 0.0)
            apart = np.linalg.norm(places[:, None] - places, axis=2)[np.triu_indices(pips, 1)]
            assert apart.min() >= 2 * _pip_radius(style, pips) * (RIM if style.pip_ring else 1.0)


def test_a_spot_or_rim_can_be_told_from_its_pip_and_from_the_face():
    rng = np.random.default_rng(13)
    accented = [random_style(rng, only="inlays") for _ in range(60)]
    accented += [style for style in (random_style(rng, only="rings") for _ in range(120)) if style.pip_ring]
    one_colour = [style for style in accented if len(set(style.pip_colours[1:])) == 1]
    assert len(one_colour) > 40
    told = [
        stands_out(style.accent, style.pip_colours[1]) and stands_out(style.accent, style.face) for style in one_colour
    ]
    assert np.mean(told) > 0.95


def test_pips_of_a_moulded_set_stand_on_its_dimples_which_show_on_a_blank_half():
    rng = np.random.default_rng(14)
    style = replace(random_style(rng, only="dimples-deep"), dimple_size=1.0, uneven=0.0, bar=0.0)
    dented, bare = face_map(rng, style, 0, 0, 80), face_map(rng, replace(style, dimples=0), 0, 0, 80)
    places = half_pips(style, 9, -style.length / 4)
    for x, y in places:
        row, column = round((y + 0.5) * 80), round((x + style.length / 2 + 0.7 * style.pip_radius) * 80)
        assert abs(dented.slope[row, column, 0]) > 0.2 > abs(bare.slope[row, column, 0])
