"""Cut-outs as the pip model meets them: labels stay with what is shown, however it is moved and turned."""

from itertools import islice

import cv2
import numpy as np
import pytest

from muggins.datasets.batches import pip_batches
from muggins.datasets.batches.crops import CROP_MARGIN_PX, MIN_COVERED, MIN_WHOLE, NO_TILE
from muggins.datasets.batches.pip_batches import HEIGHT_PX, WIDTH_PX
from muggins.datasets.scenes.shards import UNKNOWN
from muggins.vision.pips.crops import CROP_LENGTH, CROP_MARGIN, CROP_WIDTH, is_upside_down, upright_corners


def a_set(folder, quad, first_half_dark: bool) -> None:
    """A set of one tile on grey, cut out many times: six pips on its dark half, none on the white one."""
    crop = np.full((CROP_WIDTH + 2 * CROP_MARGIN_PX, CROP_LENGTH + 2 * CROP_MARGIN_PX, 3), 90, np.uint8)
    crop[CROP_MARGIN_PX:-CROP_MARGIN_PX, CROP_MARGIN_PX:-CROP_MARGIN_PX] = 255
    half = CROP_LENGTH // 2
    dark = (
        slice(CROP_MARGIN_PX, CROP_MARGIN_PX + half)
        if first_half_dark
        else slice(CROP_MARGIN_PX + half, CROP_MARGIN_PX + CROP_LENGTH)
    )
    crop[CROP_MARGIN_PX:-CROP_MARGIN_PX, dark] = 0
    for along in (0.2, 0.5, 0.8):
        for across in (0.2, 0.8):
            at = dark.start + round(along * half), CROP_MARGIN_PX + round(across * CROP_WIDTH)
            cv2.circle(crop, at, 3, (200, 200, 200), cv2.FILLED)
    pips = (6, 0) if first_half_dark else (0, 6)
    values = np.array([(0, *pips, *np.zeros(8), 1, 1, np.nan)] * 16, np.float32)
    np.savez(
        folder / "cutouts-00000.npz",
        crops=np.stack([crop] * 16),
        values=values,
        quads=np.array([quad] * 16, np.float32),
    )


def a_four_and_a_blank(folder, shown: tuple[int, int] = (1, 1), visible: float = np.nan) -> None:
    """A set of one white tile with black pips, 4-0, cut out many times. `shown` is 1 for each half whose pips show."""
    crop = np.full((CROP_WIDTH + 2 * CROP_MARGIN_PX, CROP_LENGTH + 2 * CROP_MARGIN_PX, 3), 90, np.uint8)
    crop[CROP_MARGIN_PX:-CROP_MARGIN_PX, CROP_MARGIN_PX:-CROP_MARGIN_PX] = 240
    for along in (0.28, 0.72):
        for across in (0.28, 0.72):
            at = CROP_MARGIN_PX + round(along * CROP_LENGTH / 2), CROP_MARGIN_PX + round(across * CROP_WIDTH)
            cv2.circle(crop, at, 4, (20, 20, 20), cv2.FILLED)
    quads = np.array([[(0, 40), (0, 0), (80, 0), (80, 40)]] * 16, np.float32)
    values = np.array([(0, 4, 0, *np.zeros(8), *shown, visible)] * 16, np.float32)
    np.savez(folder / "cutouts-00000.npz", crops=np.stack([crop] * 16), values=values, quads=quads)


@pytest.mark.parametrize("first_half_dark", [True, False])
@pytest.mark.parametrize("turn", [0, 1, 2, 3])
def test_the_dark_half_is_where_the_label_says_and_the_corners_are_at_the_tile_s_edges(
    tmp_path, turn, first_half_dark, monkeypatch
):
    monkeypatch.setattr(pip_batches, "_jitter_appearance", lambda rng, picture: picture)
    a_set(tmp_path, np.roll([(0, 40), (0, 0), (80, 0), (80, 40)], turn, axis=0), first_half_dark)
    batch = next(pip_batches.crop_batches(1, [tmp_path], 16))
    for picture, halves, offsets in zip(batch.crops, batch.halves, batch.offsets, strict=True):
        corners = upright_corners() + offsets.reshape(4, 2) * CROP_WIDTH
        middles = (corners[[0, 1]].mean(axis=0) * 3 + corners[[2, 3]].mean(axis=0)) / 4, corners.mean(axis=0)
        x, y = np.round(middles[0]).astype(int)
        assert (picture[y, x].max() < 40) == (halves[0] == 6)
        inside = (
            cv2.fillConvexPoly(np.zeros((HEIGHT_PX, WIDTH_PX), np.uint8), np.round(corners).astype(np.int32), 1) > 0
        )
        table = np.abs(picture[..., 0].astype(int) - 90) < 30
        assert table[inside].mean() < 0.1
        assert table[~inside].mean() > 0.85


def test_a_tile_s_slant_is_that_of_its_outline_in_the_picture(tmp_path, monkeypatch):
    quad = np.array([(0, 60), (20, 10), (90, 20), (70, 70)], np.float32)
    assert not is_upside_down(quad[None])[0]
    a_set(tmp_path, quad, True)
    monkeypatch.setattr(pip_batches, "SKEWED_SHARE", 0.0)
    batch = next(pip_batches.crop_batches(2, [tmp_path], 16))
    assert (np.abs(batch.slants[:, 1]) < 0.5).all()
    assert (batch.slants[:, 3] > 0).all(), "down in the cut-out is down in the picture"


def test_a_tile_in_a_skewed_picture_is_still_not_cut_out_upside_down(tmp_path, monkeypatch):
    """Its outline has another shape than any that a camera shows which looks straight at it, and the same halves."""
    monkeypatch.setattr(pip_batches, "OUTLINE_JITTERS", (0.0,))
    monkeypatch.setattr(pip_batches, "_jitter_appearance", lambda rng, picture: picture)
    a_set(tmp_path, [(40, 80), (0, 80), (0, 0), (40, 0)], True)
    slants = {}
    for share in (0.0, 1.0):
        monkeypatch.setattr(pip_batches, "SKEWED_SHARE", share)
        batch = next(pip_batches.crop_batches(3, [tmp_path], 16))
        slants[share] = batch.slants
        assert (batch.slants[:, 3] >= 0).all()
        for picture, halves in zip(batch.crops, batch.halves, strict=True):
            first, _ = pip_batches._bare_halves(picture)
            assert (first.mean() < 128) == (halves[0] == 6)
    assert np.ptp(slants[0.0], axis=0).max() < 0.01
    assert np.ptp(slants[1.0], axis=0).max() > 0.2


def test_a_written_two_is_never_shown_in_a_mirror(tmp_path, monkeypatch):
    """Half of all cut-outs were mirrored: of a set with numerals each 2 was then taught to look like a 5."""
    monkeypatch.setattr(pip_batches, "_jitter_appearance", lambda rng, picture: picture)
    crop = np.full((CROP_WIDTH + 2 * CROP_MARGIN_PX, CROP_LENGTH + 2 * CROP_MARGIN_PX, 3), 240, np.uint8)
    cv2.putText(crop, "2", (CROP_MARGIN_PX + 8, CROP_MARGIN_PX + 36), cv2.FONT_HERSHEY_SIMPLEX, 1.0, (0, 0, 0), 3)
    np.savez(
        tmp_path / "cutouts-00000.npz",
        crops=np.stack([crop] * 16),
        values=np.array([(0, 2, 0, *np.zeros(8), 1, 1, np.nan)] * 16, np.float32),
        quads=np.array([[(0, 40), (0, 0), (80, 0), (80, 40)]] * 16, np.float32),
    )
    written = crop[CROP_MARGIN_PX - CROP_MARGIN :, CROP_MARGIN_PX - CROP_MARGIN :][:HEIGHT_PX, :WIDTH_PX]
    for picture in next(pip_batches.crop_batches(3, [tmp_path], 16)).crops:
        upright, mirrored = (
            float(cv2.matchTemplate(picture, shape[14:60, 16:56], cv2.TM_CCOEFF_NORMED).max())
            for shape in (written, np.ascontiguousarray(written[::-1]))
        )
        assert upright > mirrored


@pytest.mark.parametrize(
    ("light", "taught"), [("burnt out", {-1, 0}), ("burnt out and noisy", {-1, 0}), ("kept", {4, 0})]
)
def test_a_half_whose_pips_the_light_has_washed_out_teaches_nothing_and_a_blank_one_that_it_is_blank(
    tmp_path, light, taught, monkeypatch
):
    a_four_and_a_blank(tmp_path)
    burnt = {
        "burnt out": lambda rng, picture: np.full_like(picture, 255),
        "burnt out and noisy": lambda rng, picture: rng.normal(230, 10, picture.shape).clip(0, 255).astype(np.uint8),
        "kept": lambda rng, picture: picture,
    }
    monkeypatch.setattr(pip_batches, "_jitter_appearance", burnt[light])
    batch = next(pip_batches.crop_batches(3, [tmp_path], 16))
    assert {int(half) for half in batch.halves.ravel()} == taught


@pytest.mark.parametrize("upside_down", [False, True])
def test_a_half_whose_pips_the_light_of_the_scene_hides_counts_little_on_whichever_side_it_lies(
    tmp_path, upside_down, monkeypatch
):
    monkeypatch.setattr(pip_batches, "_jitter_appearance", lambda rng, picture: picture)
    a_four_and_a_blank(tmp_path, shown=(0, 1))
    path = tmp_path / "cutouts-00000.npz"
    with np.load(path) as data:
        stored = dict(data)
    if upside_down:
        stored["quads"] = np.roll(stored["quads"], 2, axis=1)
    np.savez(path, **stored)
    batch = next(pip_batches.crop_batches(3, [tmp_path], 16))
    assert (batch.weights[batch.halves == 4] == np.float32(pip_batches.HIDDEN_WEIGHT)).all()
    assert (batch.weights[batch.halves == 0] == 1).all()


def test_a_whole_tile_is_shown_under_something_too_and_then_counts_as_what_is_left(tmp_path, monkeypatch):
    monkeypatch.setattr(pip_batches, "COVERED_SHARE", 0.5)
    a_four_and_a_blank(tmp_path, visible=1.0)
    batches = list(islice(pip_batches.crop_batches(3, [tmp_path], 16), 6))
    shares, kinds = (np.concatenate([getattr(batch, name) for batch in batches]) for name in ("visible", "kinds"))
    assert set(kinds[shares > MIN_WHOLE].tolist()) == {0}
    assert set(kinds[(shares >= MIN_COVERED) & (shares <= MIN_WHOLE)].tolist()) == {UNKNOWN}
    assert set(kinds[shares < MIN_COVERED].tolist()) == {NO_TILE}
    assert all((batch.weights[batch.visible < 1] < 1).all() for batch in batches), "pips may be hidden"


def test_a_part_is_never_shown_under_something_more(tmp_path, monkeypatch):
    monkeypatch.setattr(pip_batches, "COVERED_SHARE", 1.0)
    a_four_and_a_blank(tmp_path, visible=0.85)
    batch = next(pip_batches.crop_batches(3, [tmp_path], 16))
    assert batch.visible == pytest.approx(0.85)


def test_a_set_without_cut_outs_is_told_how_to_get_some(tmp_path):
    with pytest.raises(ValueError, match=r"make some with python -m muggins\.datasets\.batches\.crops"):
        next(pip_batches.crop_batches(0, [tmp_path], 4))
