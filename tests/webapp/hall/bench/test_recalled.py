"""Simulated workers answer what was read before, as late as reading took."""

from dataclasses import dataclass

import pytest
from drawn import two_tiles

from muggins.scorer.events import GameStarted
from muggins.vision.capture.jpeg import Jpeg
from muggins.vision.tracking.rescan import UnreadError
from muggins.webapp.hall.bench.recalled import RecalledReader, recall


@dataclass
class Still:
    """A film of one picture."""

    jpeg: bytes
    started: GameStarted

    def load(self):
        return {0: self.jpeg}


def test_what_was_read_before_is_recalled_and_nothing_else(tmp_path, start):
    picture = two_tiles()
    recall([Still(picture.content, start())], tmp_path)
    reader = RecalledReader(tmp_path)
    assert {str(tile) for tile in reader.read(picture, 6).tiles} == {"5-1", "1-1"}
    with pytest.raises(UnreadError):
        reader.read(Jpeg(picture.content + b"another", "camera"), 6)
