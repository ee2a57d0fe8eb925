"""A reader of rendered films that knows from their truth what lies there."""

import cv2
import numpy as np

from muggins.datasets.assets import arms
from muggins.datasets.scenes import solids
from muggins.scorer import Layout
from muggins.vision.capture.open_source import Frame
from muggins.vision.tracking.watcher import Watcher
from muggins.vision.types import TableState, TileReading, image_of


class GoodReader:
    """Reads every tile of a film that nothing covers, from where it was put; now and then one is missed or misread."""

    def __init__(self, film, seed=0):
        self.film = film
        self.rng = np.random.default_rng(seed)

    def _reading(self, laid, pushed):
        style, view = self.film.stage.style, self.film.stage.camera
        pose = solids.lying_pose(style, laid.x * style.width, laid.y * style.width, laid.angle)
        corners = solids.face_corners(style, pose, view)
        middles = np.array([[-1, 0, 0], [1, 0, 0]]) * style.length / 4
        ends = view.project(solids.to_world(style, pose, middles))
        halves = [laid.first, laid.second]
        first_end = corners[:2].mean(axis=0)
        if np.linalg.norm(ends[1] - first_end) < np.linalg.norm(ends[0] - first_end):
            ends, halves = ends[::-1], halves[::-1]
        sure = 0.97
        if self.rng.random() < 0.05:
            sure, halves = 0.8, self.rng.integers(0, 7, 2)
        pips = np.full((2, 7), (1 - sure) / 7)
        pips[(0, 1), halves] += sure
        return TileReading(corners @ pushed[:, :2].T + pushed[:, 2], ends @ pushed[:, :2].T + pushed[:, 2], pips)

    def read(self, picture, time):
        image = image_of(picture)
        if image.shape[1::-1] != self.film.stage.camera.size:  # a closer look shows no more than the whole picture
            return TableState(time, (), Layout(), (), ())
        frame = round(time * 10)
        cover = np.zeros(image.shape[:2], np.uint8)
        for reaching in self.film.reaching_arms(frame):
            for outline, _ in arms.arm_polygons(*reaching, self.film.stage.tile_width):
                cv2.fillPoly(cover, [np.round(outline).astype(np.int32)], 1)
        if (cup := self.film.hand.cup(frame)) is not None:
            centre = np.round(self.film.tile_centre(cup)).astype(int).tolist()
            cv2.circle(cover, centre, int(1.4 * self.film.stage.tile_width), 1, -1)
        pushed = self.film.camera_shift(frame)
        cover = cv2.warpAffine(cover, pushed, image.shape[1::-1], flags=cv2.INTER_NEAREST)
        seen = []
        for laid in self.film.hand.lying(frame).values():
            reading = self._reading(laid, pushed)
            place = np.zeros_like(cover)
            cv2.fillConvexPoly(place, np.round(reading.corners).astype(np.int32), 1)
            if (cover & place).sum() <= 0.2 * place.sum() and self.rng.random() > 0.03:
                seen.append(reading)
        return TableState(time, tuple(seen), Layout(), (), ())


def watched(film):
    """All that a watcher with this reader reports of a film."""
    watcher = Watcher(GoodReader(film).read)
    return [one for n, image in enumerate(film) for one in watcher.update(Frame(n + 1, n / 10, image))]
