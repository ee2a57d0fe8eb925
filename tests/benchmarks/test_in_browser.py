"""Pages and photos that are timed in a browser."""

import in_browser
from photographed import FixedReader

from muggins.webapp.bench.report import PICTURE


def test_the_first_page_is_timed_from_the_answer_until_it_takes_taps(served, browser, start):
    served.session.start_game(start())
    assert in_browser.first_page_ms(browser, served.server.address, "es") > 0


def test_a_photo_is_timed_until_its_total_is_shown(served, browser, start):
    served.session.start_game(start())
    served.photographed = FixedReader("6-4 5-0")
    assert in_browser.photo_ms(browser, served.server.address, str(PICTURE), rounds=1) > 0
