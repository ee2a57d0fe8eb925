"""Detections as a tile model gives them."""

from muggins.vision.types import Detection


def tile(x, y, length=40.0, confidence=0.9, kind="faceup", printed=0.0):
    """A tile that lies along the x axis, centred on x and y."""
    half, side = length / 2, length / 4
    corners = [[x - half, y + side], [x - half, y - side], [x + half, y - side], [x + half, y + side]]
    return Detection(corners, kind, confidence, printed)
