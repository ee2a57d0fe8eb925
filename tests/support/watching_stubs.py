"""Workers whose reader sees an empty table: no network is loaded."""

import os
from functools import partial

import numpy as np

from muggins.scorer.layout import Layout
from muggins.vision.types import TableState, image_of
from muggins.webapp.hall.watching.pool import ProcessLink
from muggins.webapp.hall.watching.worker import work

GREY = np.full((72, 128, 3), 120, np.uint8)
BROKEN = np.zeros((10, 10, 3), np.uint8)
"""What the reader refuses."""
DEADLY = np.full((10, 10, 3), 255, np.uint8)
"""What the reader dies over."""
EMPTY = TableState(0.0, (), Layout(), (), ())


class EmptyTable:
    """A reader that notes the sets it is asked for."""

    def __init__(self):
        self.sets = []

    def read(self, picture, set):
        image = image_of(picture)
        self.sets.append(set)
        if image.shape == BROKEN.shape:
            if image.any():
                os._exit(1)
            raise ValueError("the picture is broken")
        return EMPTY


def watch_without_weights(pipe):
    """The work of a worker whose weights are missing."""

    def make():
        raise ValueError("tiles.onnx: expected the weights of a network here")

    work(pipe, make)


def watch_empty_tables(pipe):
    """The work of a worker."""
    work(pipe, EmptyTable)


EMPTY_TABLES = partial(ProcessLink, watch_empty_tables)
WITHOUT_WEIGHTS = partial(ProcessLink, watch_without_weights)
