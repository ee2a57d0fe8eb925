"""When a phone of the bench sends a picture. A browser test compares it with the page that it stands for."""

import pytest
from quiet_table import a_quiet_minute, due, table


def test_every_picture_is_sent_for_three_seconds_after_a_change_and_two_a_second_at_rest():
    sent = due(a_quiet_minute())
    assert sum(sent[:30]) == 30, "the first picture is a change"
    assert sum(sent[30:60]) == 6
    assert sum(sent[60:70]) == 2, "the light alone is no change"
    assert sum(sent[70:100]) == 30
    assert sum(sent[100:]) == 4


@pytest.mark.parametrize("place", [(0, 0), (160, 90), (305, 172)])
def test_a_single_tile_anywhere_is_a_change(place):
    assert sum(due([table([], number=k) for k in range(40)] + [table([place], number=k) for k in range(40, 60)])) == 52
