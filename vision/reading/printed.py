"""Weighs whether what looks like a tile is real or printed: on the box of a set, in its rules, on a screen.

Both models have a say, and so have the neighbours. A missed tile costs more than a false one, and a false one more than
a question, so people are at least asked about whatever may be real.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ..detection.printed import printed_log_odds, with_neighbours
from ..probability import log_odds, sigmoid
from .scene import FaceReading, Scene
from .tuning import ReadingTuning


def weigh_printed(scene: Scene) -> Scene:
    """The stage that marks the faces that are probably printed."""
    tuning = scene.tuning
    faceup = [
        (face, face.detection) for face in scene.faces if face.detection is not None and face.detection.kind == "faceup"
    ]
    detections = [detection for _, detection in faceup]
    if not any(detection.looks_printed for detection in detections):
        return scene
    most = tuning.detection.max_printed_log_odds
    pips_say = np.clip(log_odds([face.is_faceup for face, _ in faceup], 1e-6), -most, most)
    odds = tuning.pip_model_weight * pips_say - printed_log_odds(detections, tuning.detection)
    together = sigmoid(tuning.prior_real + with_neighbours(detections, odds, tuning.detection))
    marked = {face: _marked(face, float(real), tuning) for (face, _), real in zip(faceup, together, strict=True)}
    return replace(scene, faces=tuple(marked.get(face, face) for face in scene.faces))


def _marked(face: FaceReading, real: float, tuning: ReadingTuning) -> FaceReading:
    """The face, which is real with that probability; with a confidence of 0 where people are not even asked."""
    if real >= tuning.printed_read:
        return face
    is_asked = real >= tuning.printed_asked or face.is_faceup >= tuning.surely_face_up
    confidence = face.confidence * max(real, tuning.printed_asked) if is_asked else 0.0
    return replace(face, lies=False, looks_printed=True, confidence=confidence)
