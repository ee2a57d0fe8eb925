"""Whatever happens in a tournament, it is paired as it should be, and its standings are those of a paper sheet."""

import pytest
from random_tournaments import TOURNAMENTS, Director


@pytest.mark.parametrize("seed", range(TOURNAMENTS))
def test_a_random_tournament_is_paired_and_counted_as_on_paper(seed):
    Director.of(seed).play()
