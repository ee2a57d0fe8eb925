"""How makers stand the pips of a half."""

from collections import Counter

import numpy as np
import pytest

from muggins.datasets.assets.pip_patterns import PATTERNS, USUAL_PATTERN, random_patterns
from muggins.datasets.optics.sensor import _gaussian_noise


@pytest.mark.parametrize("pips", PATTERNS)
def test_each_pattern_has_its_number_of_pips_apart_from_each_other(pips):
    assert sum(share for share, _ in PATTERNS[pips]) == pytest.approx(1.0)
    for _, places in PATTERNS[pips]:
        assert len(set(places)) == pips


def test_the_commonest_ten_is_a_hollow_rectangle_and_an_eleven_has_one_more_in_its_middle():
    """Nearly every ten of real double-twelve sets was read as an eight: training drew its middle pips further in."""
    rows = Counter(x for x, _ in USUAL_PATTERN[10])
    assert [rows[x] for x in sorted(rows)] == [3, 2, 2, 3]
    assert set(USUAL_PATTERN[11]) - set(USUAL_PATTERN[10]) == {(0.0, 0.0)}


def test_makers_differ_in_their_tens():
    rng = np.random.default_rng(2)
    tens = Counter(random_patterns(rng)[10] for _ in range(200))
    assert len(tens) == len(PATTERNS[10])
    assert tens.most_common(1)[0][0] == 0


def test_a_sensor_is_noisy_in_every_colour():
    """The noise once fell into the blue channel alone."""
    noise = _gaussian_noise(np.random.default_rng(1), (60, 80, 3))
    assert noise.std(axis=(0, 1)) == pytest.approx(1.0, abs=0.1)
