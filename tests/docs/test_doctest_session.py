"""The session at the head of the scorer runs as it is written."""

import doctest

import muggins.scorer


def test_the_session_at_the_head_of_the_scorer():
    result = doctest.testmod(muggins.scorer)
    assert result.attempted > 8
    assert result.failed == 0
