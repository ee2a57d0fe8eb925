"""Stores what is read in the first hand of the recorded game, once it is filmed anew: `python store_readings.py`."""

from __future__ import annotations

import numpy as np
from places import STORED

from muggins.vision.capture.open_source import open_source
from muggins.vision.reading.reader import Reader
from muggins.webapp.demo import Recording

READINGS = STORED / "game_readings.npz"
HAND_FRAMES = 660
"""Frames after which the first hand of the recorded game is played, and no tile is turned up yet."""
PARTS = 8
"""Corners are stored in eighths of a pixel."""


def main() -> None:
    source, number = open_source(str(Recording.load().video), realtime=False), 0
    read = Reader(set=6, remembers=True).read
    tiles, facedown = [], []
    while number < HAND_FRAMES and (frame := source.newest(number)) is not None:
        number = frame.number
        state = read(frame.image, frame.time)
        tiles += [(number, tile.corners, tile.pips, tile.confidence) for tile in state.readings]
        facedown += [(number, tile.corners) for tile in state.facedown]
    frames, corners, pips, confidence = zip(*tiles, strict=True)
    down_frames, down = zip(*facedown, strict=True)
    np.savez_compressed(
        READINGS,
        frame=np.array(frames, np.uint16),
        corners=_stored(corners),
        pips=np.round(np.array(pips) * 255).astype(np.uint8),
        confidence=np.round(np.array(confidence) * 255).astype(np.uint8),
        down_frame=np.array(down_frames, np.uint16),
        down=_stored(down),
    )


def _stored(corners: tuple[np.ndarray, ...]) -> np.ndarray:
    return np.clip(np.round(np.array(corners) * PARTS), 0, 65535).astype(np.uint16)


if __name__ == "__main__":
    main()
