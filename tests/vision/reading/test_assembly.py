"""Values and joins of tiles, worked out together."""

from functools import partial

from muggins.scorer.tiles import Tile
from muggins.vision.reading.assembly import assemble_readings
from muggins.vision.reading.tuning import READING_TUNING

assemble_readings = partial(assemble_readings, tuning=READING_TUNING)


def test_tiles_that_are_joined_are_known_by_their_values(lay):
    assembly = assemble_readings(lay("6-4: 0 0 0, 4-1: 2.05 0 0, 5-5: 0 6 30"), ())
    assert assembly.joined_tiles == {Tile.parse("6-4"), Tile.parse("4-1")}
    assert [str(reading.tile) for reading in assembly.readings] == ["6-4", "4-1", "5-5"]


def test_an_empty_table_has_nothing_to_assemble():
    assembly = assemble_readings((), ())
    assert (assembly.readings, assembly.joined_tiles, assembly.adjacency) == ((), frozenset(), None)
