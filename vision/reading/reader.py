"""Reads a picture of a table: which tiles lie there, what they show and how they join."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np

from muggins.texts import lazy_gettext

from ..detection.exposure import brighten_if_dark
from ..detection.multiscale import Detector, detect_multiscale
from ..detection.tile_detector import TileDetector
from ..pips.classifier import PipClassifier
from ..pips.remembering import RememberingClassifier
from ..types import CloseUp, HoldsImage, Image, TableState
from .doubts import collect_doubts, lay_out
from .face_colour import reject_other_colours
from .faces import HalfReader, read_faces
from .filters import reject_outliers, reject_unlikely
from .parts import reject_parts
from .pieces import reject_pieces
from .printed import weigh_printed
from .scene import Scene
from .second_look import assemble, recover_double_blank, search_slots, turn_up_loose
from .sets import SETS, choose_set, reject_foreign
from .straddles import propose_neighbours, push_apart
from .tuning import READING_TUNING, ReadingTuning

Stage = Callable[[Scene], Scene]
"""One step of a reading."""


class Reader:
    """Reads pictures of tiles of one set.

    Reading is a list of stages, each from Scene to Scene. Only one thread at a time may call `read`.
    """

    def __init__(
        self,
        set: int | None = 6,
        detector: Detector | None = None,
        pip_reader: HalfReader | None = None,
        remembers: bool = False,
        tuning: ReadingTuning = READING_TUNING,
    ) -> None:
        """`set` is the highest number of pips of a half, 6, 9 or 12.

        With None the picture decides: the set is the likeliest of a double-six, -nine and -twelve. `detector` and
        `pip_reader` are by default the two models that come with muggins; the latter `remembers`, for the pictures of
        a camera, tiles that it has read clearly, and does not read them again before they look different. Raises
        ValueError where `set` is not from 1 to 12 or a model is missing.
        """
        if set is not None and not 1 <= set <= 12:
            raise ValueError(lazy_gettext("set: expected the highest pips of a half, 6, 9 or 12, got %(set)s", set=set))
        self.set = SETS[0] if set is None else set
        """The highest pips of a half, as far as it is known before a picture."""
        sets = SETS if set is None else (set,)
        self._tuning = tuning
        self._detector = TileDetector(tuning=tuning.detection) if detector is None else detector
        if pip_reader is None:
            classifier = PipClassifier(tuning=tuning.pips)
            pip_reader = RememberingClassifier(classifier, tuning.pips) if remembers else classifier
        self._stages: tuple[Stage, ...] = (
            partial(read_faces, half_reader=pip_reader),
            weigh_printed,
            partial(propose_neighbours, half_reader=pip_reader),
            reject_outliers,
            partial(push_apart, half_reader=pip_reader),
            partial(choose_set, sets=sets),
            assemble,
            partial(turn_up_loose, half_reader=pip_reader),
            partial(search_slots, half_reader=pip_reader),
            recover_double_blank,
            reject_foreign,
            reject_pieces,
            reject_other_colours,
            reject_unlikely,
            reject_parts,
            lay_out,
            collect_doubts,
        )

    def read(self, image: Image | HoldsImage, time: float = 0.0) -> TableState:
        """What lies on the table in a picture (H, W, 3) uint8 BGR, or one that holds it, taken at `time` seconds.

        Corners are in pixels of the picture. Raises ValueError for anything but such a picture; a table that cannot
        be read for sure is no error, its state carries doubts.
        """
        is_close_up, image = isinstance(image, CloseUp), getattr(image, "image", image)
        if not isinstance(image, np.ndarray) or image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8:
            got = f"{image.dtype} of shape {image.shape}" if isinstance(image, np.ndarray) else type(image).__name__
            raise ValueError(lazy_gettext("image: expected uint8 of shape (height, width, 3), got %(got)s", got=got))
        image = brighten_if_dark(image, self._tuning.detection)
        detection = self._tuning.detection
        if is_close_up:  # a picture is downscaled for tiles that fill it
            detection = replace(detection, near_divisors=())
        found = detect_multiscale(self._detector, image, detection)
        scene = Scene(image, self.set, tuple(found), self._tuning)
        for stage in self._stages:
            scene = stage(scene)
        return scene.state(time)
