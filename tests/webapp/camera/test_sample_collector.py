"""Pictures stored because a person corrected their reading."""

import numpy as np
import pytest

from muggins.scorer.events import Correct, Play
from muggins.scorer.layout import Layout
from muggins.scorer.tiles import Tile
from muggins.vision.evaluation.metrics import compare
from muggins.vision.geometry.quads import half_centres
from muggins.vision.labels.truth import read_truth
from muggins.vision.tracking.events import Played
from muggins.vision.types import Detection, TableState
from muggins.webapp.camera.sample_collector import ReadImage, SampleCollector, right_labels
from muggins.webapp.session.session import GameSession


@pytest.fixture
def seen(lay):
    """Tiles as laid and links, to what was read."""

    def state(text, links="", **more):
        joined = tuple(tuple(map(Tile.parse, link.split("+"))) for link in links.split())
        return TableState(0.0, tuple(lay(text)), Layout(), joined, (), **more)

    return state


def names_of(labels):
    return sorted(str(tile.tile) for tile in labels[0] if tile.tile is not None)


def test_a_tile_read_wrong_is_labelled_right(seen):
    state = seen("6-4: 0 0 0, 6-2: 0 2.05 90", "6-4+6-2")
    labels = right_labels(state, Layout.parse("6-4, 6-2>6-4"), Layout.parse("6-4, 6-1>6-4"))
    assert names_of(labels) == ["6-1", "6-4"]
    assert [{str(one), str(other)} for one, other in labels[1]] == [{"6-1", "6-4"}]


def test_corners_begin_with_the_end_of_the_higher_half(seen):
    for text, first in (("6-1: 0 0 0", 0), ("1-6: 0 0 0", 1)):
        state = seen(text)
        labels = right_labels(state, Layout.parse("6-2"), Layout.parse("6-1"))
        middle = half_centres(labels[0][0].corners)[0]
        np.testing.assert_allclose(middle, state.readings[0].ends[first], atol=0.01)


def test_what_lies_beside_is_labelled_too(seen):
    corners = np.array([[10, 30], [10, 10], [50, 10], [50, 30]], np.float32)
    state = seen(
        "6-2: 0 0 0, 5-5: 6 0 0, 5-3: 8.05 0 0",
        "5-5+5-3",
        facedown=(Detection(corners, "facedown"),),
        standing=(Detection(corners + 90, "standing"),),
    )
    tiles, links = right_labels(state, Layout.parse("6-2"), Layout.parse("6-1"))
    assert [tile.kind for tile in tiles] == ["faceup"] * 3 + ["facedown", "standing"]
    assert [set(map(str, link)) for link in links] == [{"5-5", "5-3"}]


@pytest.mark.parametrize(
    ("text", "was", "now"),
    [
        ("6-4: 0 0 0", "6-4, 6-2>6-4", "6-4, 6-1>6-4"),  # the corrected tile is hidden
        ("6-4: 0 0 0, 6-2: 0 2.05 90", "6-4, 6-2>6-4", "6-4"),  # struck out, but still seen
        ("6-4: 0 0 0, 6-4: 6 0 0", "6-2", "6-4"),  # seen twice
        ("6-2: 0 0 0", "6-2", ""),
    ],
)
def test_a_picture_that_does_not_show_the_record_is_not_kept(seen, text, was, now):
    assert right_labels(seen(text), Layout.parse(was), Layout.parse(now)) is None


def test_nothing_is_kept_while_the_picture_moves(seen):
    state = seen("6-2: 0 0 0", settled=False)
    assert right_labels(state, Layout.parse("6-2"), Layout.parse("6-1")) is None


@pytest.fixture
def table(tmp_path, seen, start):
    """A live table with 6-4 and 6-2 played, and a collector that sees them."""
    session = GameSession()
    session.start_game(start())
    state = seen("6-4: 0 0 0, 6-2: -2.05 0 0", "6-4+6-2")
    image = np.full((1280, 1280, 3), 90, np.uint8)
    session.on_table_event(Played(1.0, Tile.parse("6-4"), None))
    session.on_table_event(Played(2.0, Tile.parse("6-2"), Tile.parse("6-4")))
    return session, SampleCollector(session, tmp_path / "kept", lambda: ReadImage(image, state))


def correct(session, tile, by="table"):
    game = session.snapshot.game
    number, play = next((n, e) for n, e in enumerate(game.record, 1) if isinstance(e, Play) and e.on is not None)
    said = Play(player=play.player, tile=Tile.parse(tile), on=play.on)
    return session.tell(Correct(of=number, said=said, by=by))


def test_a_correction_keeps_the_picture_where_eval_reads_it(table, tmp_path):
    session, collector = table
    collector.start()
    correct(session, "6-1")
    collector.stop()
    (photo,) = read_truth(tmp_path / "kept")
    assert photo.path.is_file()
    assert sorted(str(tile.tile) for tile in photo.asked) == ["6-1", "6-4"]
    outcome = compare(photo, collector._newest().state)
    assert [(str(true), str(reading.tile)) for true, reading in outcome.misread] == [("6-1", "6-2")]


def test_events_that_correct_nothing_keep_no_picture(table, tmp_path):
    session, collector = table
    collector.start()
    session.undo()
    collector.stop()
    assert [path.name for path in (tmp_path / "kept").iterdir()] == ["truth.jsonl"]


def test_a_folder_that_cannot_be_written_is_reported_before_the_game(table, tmp_path):
    session, _ = table
    (tmp_path / "file").touch()
    with pytest.raises(ValueError, match="name a folder you may write to"):
        SampleCollector(session, tmp_path / "file", lambda: None)
