"""A painted table in front of a camera: a cloth, tiles and arms, and what Motion says about them."""

from functools import lru_cache

import cv2
import numpy as np

from muggins.vision.motion.motion import Motion

SIZE = (640, 360)
STEP = 0.1


def table():
    """A cloth with a coarse pattern and three tiles on it."""
    return _table().copy()


@lru_cache
def _table():
    rng = np.random.default_rng(0)
    cloth = cv2.resize(rng.uniform(60, 140, (18, 32, 3)).astype(np.float32), SIZE, interpolation=cv2.INTER_CUBIC)
    for x in (120, 300, 420):
        cv2.rectangle(cloth, (x, 150), (x + 44, 172), (215, 230, 235), -1)
    return np.clip(cloth, 0, 255).astype(np.uint8)


def with_tile(image, x=300, y=220):
    return cv2.rectangle(image.copy(), (x, y), (x + 44, y + 22), (210, 228, 232), -1)


def with_arm(image, side, tip, colour=(110, 60, 40)):
    """An arm from the middle of a side of the picture to `tip`."""
    width, height = SIZE
    start = {"bottom": (width // 2, height + 40), "top": (width // 2, -40)}
    start |= {"left": (-40, height // 2), "right": (width + 40, height // 2)}
    return cv2.line(image.copy(), start[side], tip, colour, 46, cv2.LINE_AA)


def noisy(image, seed, gain=1.0, sigma=3.0):
    """The image in other light, with a camera's noise: each seed cuts its noise out elsewhere."""
    height, width = image.shape[:2]
    top, left = np.random.default_rng(seed).integers(0, (SIZE[1], SIZE[0]))
    lit = image * np.float32(gain) + np.float32(sigma) * _grain()[top : top + height, left : left + width]
    return np.clip(lit, 0, 255).astype(np.uint8)


@lru_cache
def _grain():
    return np.random.default_rng(1).standard_normal((2 * SIZE[1], 2 * SIZE[0], 3), np.float32)


def watch(images):
    """What Motion says after each of the images, a tenth of a second apart."""
    seen = [Motion.start(images[0], 0.0)]
    for number, image in enumerate(images[1:], 1):
        seen.append(seen[-1].after(image, number * STEP))
    return seen


def in_the_sun(image, exposure, seed=0):
    """The image with a patch of sun from its upper border to its middle, by a camera that flattens what is bright."""
    patch = np.zeros(SIZE[::-1], np.uint8)
    cv2.fillConvexPoly(patch, np.array([(230, 0), (420, 0), (480, 200), (290, 200)]), 1)
    light = image * (1 + 1.2 * patch[..., None]) * exposure / 255
    bent = np.where(light < 0.75, light, 1 - 0.25 * np.exp(3 - 4 * light))
    return noisy((bent * 255).astype(np.uint8), seed)
