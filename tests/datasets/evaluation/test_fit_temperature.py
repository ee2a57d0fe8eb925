"""How sure the pip model may be: a temperature fitted on rendered halves and kept beside the weights."""

import numpy as np
import pytest

from muggins.datasets.evaluation.fit_temperature import HalfPredictions, fit_temperature, write_temperature
from muggins.vision.pips.classifier import PipClassifier, apply_temperature, load_temperature


def halves_right_in(share, said, many=400):
    """Halves that show 4 and are said to, `said` sure; in `share` of them it is right."""
    pips = np.full((many, 13), (1 - said) / 12)
    pips[:, 4] = said
    shown = np.where(np.arange(many) < share * many, 4, 5)
    return HalfPredictions(pips, shown, np.ones(many))


def test_halves_said_too_surely_are_made_less_sure_and_the_reverse():
    assert fit_temperature(halves_right_in(0.8, said=0.95)) > 1.2
    assert fit_temperature(halves_right_in(0.99, said=0.9)) < 0.8


def test_the_temperature_brings_what_is_said_to_what_is_right():
    halves = halves_right_in(0.8, said=0.95)
    warmer = halves.calibration(fit_temperature(halves))
    assert warmer.expected_error < 0.01 < halves.calibration(1.0).expected_error
    np.testing.assert_allclose(warmer.said, 0.8, atol=0.01)


def test_halves_whose_pips_the_light_hides_hardly_change_the_temperature():
    halves, hidden = halves_right_in(0.99, said=0.95), halves_right_in(0.0, said=0.95, many=40)
    pips, shown = (np.concatenate(both) for both in ((halves.pips, hidden.pips), (halves.true, hidden.true)))
    weights = np.concatenate([halves.weights, np.full(40, 0.01)])
    assert fit_temperature(HalfPredictions(pips, shown, weights)) == pytest.approx(fit_temperature(halves), abs=0.1)
    assert fit_temperature(HalfPredictions(pips, shown, np.ones(440))) > fit_temperature(halves) + 0.2


def test_tempering_keeps_the_order_and_adds_up_to_one():
    pips = np.random.default_rng(0).dirichlet(np.full(13, 0.3), (5, 2))
    for temperature in (0.5, 2.0):
        found = apply_temperature(pips, temperature)
        np.testing.assert_allclose(found.sum(axis=-1), 1)
        np.testing.assert_array_equal(found.argsort(axis=-1), pips.argsort(axis=-1))


def test_a_model_without_a_temperature_is_taken_at_its_word(tmp_path):
    assert load_temperature(tmp_path / "pips.toml") == 1.0


def test_what_is_no_temperature_is_told(tmp_path):
    for text in ("", "temperature = 0", 'temperature = "warm"', "temperature ="):
        (tmp_path / "pips.toml").write_text(text)
        with pytest.raises(ValueError, match=r"pips\.toml: expected"):
            load_temperature(tmp_path / "pips.toml")


def test_the_temperature_that_was_fitted_is_the_one_that_reads():
    image = np.random.default_rng(1).integers(0, 255, (200, 300, 3), dtype=np.uint8)
    corners = np.array([[[100, 140], [100, 100], [180, 100], [180, 140]]], np.float32)
    plain = PipClassifier(temperature=1.0).read(image, corners)
    told = PipClassifier().read(image, corners)
    fitted = load_temperature(PipClassifier.temperature_file())
    np.testing.assert_allclose(told.pips, apply_temperature(plain.pips, fitted), rtol=1e-5)


def test_a_trial_that_finds_no_tiles_leaves_the_probabilities_as_they_are(tmp_path):
    """A tile model trained for a minute finds none."""
    nothing = HalfPredictions(np.zeros((0, 13)), np.zeros(0, int), np.zeros(0))
    assert write_temperature(nothing, tmp_path / "pips.toml") == 1.0
    assert load_temperature(tmp_path / "pips.toml") == 1.0
