"""A Reader with stored findings in place of the two models."""

import numpy as np

from muggins.vision.pips.classifier import PipPredictions
from muggins.vision.reading.reader import Reader
from muggins.vision.types import Detection

PHOTO = np.zeros((1280, 1280, 3), np.uint8)


class StoredDetector:
    """A tile model that always finds the same tiles."""

    def __init__(self, found):
        self.found = found

    def detect(self, image):
        return self.found


class StoredPips:
    """A pip model that answers with the stored reading nearest to each outline."""

    def __init__(self, readings, faceup=(), standing=(), part_odds=()):
        self.readings = readings
        self.faceup, self.standing, self.part_odds = dict(faceup), dict(standing), dict(part_odds)

    def read(self, image, corners, rounds=3):
        pips, faceup, standing, refined, part_odds = [], [], [], [], []
        for outline in corners:
            middles = [reading.corners.mean(axis=0) for reading in self.readings]
            away = [np.linalg.norm(middle - outline.mean(axis=0)) for middle in middles]
            near = int(np.argmin(away))
            reading = self.readings[near]
            wide = np.zeros((2, 13))
            wide[:, : reading.pips.shape[1]] = reading.pips
            turned = np.linalg.norm(reading.corners[0] - outline[0]) > np.linalg.norm(reading.corners[0] - outline[2])
            pips.append(wide[::-1] if turned else wide)
            is_tile = away[near] < np.linalg.norm(outline[0] - outline[1]) / 2
            faceup.append(self.faceup.get(near, 0.99) if is_tile else 0.001)
            standing.append(self.standing.get(near, 0.0) if is_tile else 0.0)
            part_odds.append(self.part_odds.get(near, -9.0))
            lying = np.roll(reading.corners, 2, axis=0) if turned else reading.corners
            refined.append(lying if is_tile else outline)
        columns = np.array(faceup), np.array(refined, np.float32), np.array(standing), np.array(part_odds)
        return PipPredictions(np.array(pips), *columns)


def reader_of(readings, more=(), faceup=(), missed=(), sure=0.9, standing=(), part_odds=(), **options):
    """A Reader that detects these tiles face up, except for the indices in `missed`, and the detections in `more`."""
    seen = (reading for number, reading in enumerate(readings) if number not in missed)
    found = [Detection(reading.corners, "faceup", sure) for reading in seen]
    pips = StoredPips(readings, faceup, standing, part_odds)
    return Reader(detector=StoredDetector([*found, *more]), pip_reader=pips, **options)
