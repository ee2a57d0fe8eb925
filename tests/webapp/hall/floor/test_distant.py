"""What other processes of a hall know of a table: its record, and what its process reports."""

from dataclasses import replace

from muggins.texts import lazy_ngettext
from muggins.vision.capture.status import SourceStatus
from muggins.webapp.hall.floor.distant import report_of, with_report
from muggins.webapp.hall.floor.glance import TableGlance

TOLD = lazy_ngettext("The last hand comes in %(number)s minute", "The last hand comes within %(number)s minutes", 5)


def test_a_report_says_what_a_record_does_not():
    camera = SourceStatus("lost", "The camera sends nothing.")
    here = TableGlance(
        *(3, 0),
        camera=camera,
        is_paused=True,
        is_bumped=True,
        needs_help="Look at it.",
        notice=TOLD,
        trouble="No hand was begun.",
    )
    there = with_report(TableGlance(3), report_of(here))
    assert there == here
    assert str(there.notice) == "The last hand comes within 5 minutes"


def test_a_report_that_cannot_be_read_says_nothing():
    known = replace(TableGlance(3), is_paused=True)
    for report in ("", "{", "[]", '{"camera": 7}'):
        assert with_report(known, report) == known
