"""A table's state that travels: what arrives is what was sent, in whatever language it is read."""

import numpy as np
import pytest
from tile_readings import tiles_seen

from muggins.scorer.layout import Layout
from muggins.scorer.tiles import Tile
from muggins.texts import lazy_gettext, lazy_ngettext, one_of
from muggins.vision.types import Detection, Doubt, TableState
from muggins.webapp.hall.readers import wire
from muggins.webapp.web.language import texts_in

SIX_FOUR, SIX_ONE, FIVE_FIVE = Tile.parse("6-4"), Tile.parse("6-1"), Tile.parse("5-5")


def state(**changes):
    """A table with a layout, a loose tile, tiles face down and standing, and doubts with nested texts."""
    readings = tiles_seen("4-6: 0 0 90, 6-1: 0 2.05 90, 5-5: 6 6 0", noise=0.02, rng=np.random.default_rng(1))
    which = one_of([SIX_FOUR, SIX_ONE, FIVE_FIVE])
    doubts = (
        Doubt("value", lazy_gettext("Is this %(tiles)s?", tiles=which), SIX_FOUR, ((SIX_FOUR, 0.6), (SIX_ONE, 0.4))),
        Doubt("faint", lazy_ngettext("%(number)s tile", "%(number)s tiles", 3)),
        Doubt("twice", "Two tiles read 5-5.", FIVE_FIVE),
    )
    corners = np.array([[0.1, 0.7], [9.3, 0], [10, 20], [0, 20.25]])
    facedown, standing = Detection(corners, "facedown", 0.7, 0.1), Detection(corners + 1, "standing", 0.3)
    given = {
        "time": 1 / 3,
        "readings": tuple(readings),
        "layout": Layout.parse("6-4, 6-1>6-4"),
        "links": ((SIX_FOUR, SIX_ONE),),
        "loose": (FIVE_FIVE,),
        "facedown": (facedown,),
        "standing": (standing,),
        "settled": False,
        "doubts": doubts,
    }
    return TableState(**given | changes)


def test_every_number_and_name_arrives_to_the_last_digit():
    sent = state()
    got = wire.decode(wire.encode(sent))
    assert (got.time, got.layout, got.links, got.loose, got.settled) == (
        *(sent.time, sent.layout, sent.links, sent.loose),
        sent.settled,
    )
    for before, after in zip(sent.readings, got.readings, strict=True):
        for name in ("corners", "ends", "pips"):
            assert getattr(after, name).dtype == getattr(before, name).dtype
            assert (getattr(after, name) == getattr(before, name)).all()
        assert (after.confidence, after.halves, after.tile) == (before.confidence, before.halves, before.tile)
    for before, after in zip((*sent.facedown, *sent.standing), (*got.facedown, *got.standing), strict=True):
        assert (after.corners == before.corners).all()
        assert (after.kind, after.confidence, after.printed) == (before.kind, before.confidence, before.printed)
    assert wire.encode(got) == wire.encode(sent)


def test_questions_arrive_as_texts_whose_language_is_chosen_later():
    sent = state()
    got = wire.decode(wire.encode(sent))
    assert got.doubts == sent.doubts
    assert str(got.doubts[0].text) == "Is this 6-4, 6-1 or 5-5?"
    assert str(got.doubts[1].text) == "3 tiles"


def test_an_empty_table_arrives_empty():
    got = wire.decode(wire.encode(TableState(0.0, (), Layout(), (), ())))
    assert (got.readings, got.layout, got.doubts) == ((), Layout(), ())


@pytest.mark.parametrize("content", [b"", b"{}", b"[]", b"\xff", b'{"time": 1, "readings": 3}'])
def test_what_is_no_state_is_refused_in_one_sentence(content):
    with pytest.raises(ValueError, match="a table's state was expected from a reader, and something else came"):
        wire.decode(content)


def test_a_row_is_joined_by_whoever_reads_it():
    """Spanish says “5-0 u 8-1”: the word goes by how the last part begins, also in a row that has travelled."""
    sent = one_of([Tile.parse("5-0"), Tile.parse("8-1")])
    with texts_in("es"):
        assert str(wire.text_from_json(wire.text_to_json(sent))) == str(sent) == "5-0 u 8-1"
