"""Simulated readers answer what was read before, as late as reading took."""

from dataclasses import dataclass

import pytest
from kill_reader import two_tiles

from muggins.scorer.events import GameStarted
from muggins.vision.capture.jpeg import Jpeg
from muggins.vision.tracking.rescan import UnreadError
from muggins.webapp.hall.bench.recalled import RecalledReaders, recall


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
    readers = RecalledReaders(tmp_path)
    assert {str(tile) for tile in readers.read(picture, 0.0).tiles} == {"5-1", "1-1"}
    with pytest.raises(UnreadError):
        readers.read(Jpeg(picture.content + b"another", "camera"), 0.0)
