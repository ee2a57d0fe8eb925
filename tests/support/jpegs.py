"""Pictures as they come over a network: an honest one, one whose header lies about its size, and a broken one."""

import cv2
import numpy as np


def jpeg(wide=320, high=240):
    """A JPEG of noise, always the same."""
    picture = np.random.default_rng(4).integers(0, 255, (high, wide, 3), np.uint8)
    return cv2.imencode(".jpg", picture)[1].tobytes()


def claiming(wide, high):
    """A small JPEG whose header claims this size."""
    content = bytearray(jpeg())
    frame = content.index(b"\xff\xc0")
    content[frame + 5 : frame + 9] = high.to_bytes(2, "big") + wide.to_bytes(2, "big")
    return bytes(content)


def broken():
    """A JPEG with a start, a size and an end, and without the tables to decode it by."""
    whole = jpeg()
    header = whole[whole.index(b"\xff\xc0") :]
    return whole[:2] + header[: header.index(b"\xff\xc4")] + b"\xff\xd9"
