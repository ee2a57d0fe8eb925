"""Pictures of a table that rests for most of the time, and which of them a phone sends."""

import numpy as np

from muggins.webapp.hall.bench.phones import PicturePace, small_copy


def table(tiles, light=1.0, noise=3.0, number=0):
    """A picture of a table with white tiles at these places, in a light, as a noisy camera takes it."""
    picture = np.full((180, 320, 3), 90.0)
    for x, y in tiles:
        picture[y : y + 8, x : x + 15] = 220
    rng = np.random.default_rng(number)
    return np.clip(picture * light + rng.normal(0, noise, picture.shape), 0, 255).astype(np.uint8)


def a_quiet_minute():
    """Six seconds at rest; a lamp is turned up; a tile is laid; and rest again, ten pictures a second."""
    shown = [table([(75, 75)], number=k) for k in range(60)]
    shown += [table([(75, 75)], light=1.2, number=k) for k in range(60, 70)]
    return shown + [table([(75, 75), (91, 75)], light=1.2, number=k) for k in range(70, 120)]


def due(pictures):
    pace = PicturePace()
    return [pace.is_due(small_copy(picture), number / 10) for number, picture in enumerate(pictures)]
