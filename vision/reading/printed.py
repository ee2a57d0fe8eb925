"""Weighs whether what looks like a tile is one or is printed: on the box of a set, in its rules, on a screen.

Both models have a say, and so have the neighbours. A real tile that goes unread costs more than a false one, and a
false one more than a question. So whatever may be a tile is at least asked about.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ..detection.printed import printed_log_odds, with_neighbours
from ..probability import log_odds, sigmoid
from .scene import FaceReading, Scene

PRIOR_REAL = float(np.log(13.0))
"""Log odds for a real tile on top of what the models say. This was set when one in four of the tiles that the tile
model is trained on was printed, for tables on which perhaps one in forty is: (1/3) / (1/39). The recipe now draws one
in nine, which gives 4.9 instead of 13. No figure of the photos changes with that, and 13 favours real tiles."""
PIP_MODEL_WEIGHT = 0.5
"""What the pip model says weighs half: from straight above, a printed tile gives the same crop as a real one."""
READ = 0.75
"""What is at least this likely a tile is read: a false tile costs four questions."""
ASKED = 0.1
"""What is at least this likely a tile is asked about: a missed tile costs ten questions."""
SURELY_FACE_UP = 0.9
"""What the pip model takes for a whole face-up tile with at least this probability is asked about in any case."""


def weigh_printed(scene: Scene) -> Scene:
    """The stage that marks the faces that are probably printed."""
    faceup = [
        (face, face.detection) for face in scene.faces if face.detection is not None and face.detection.kind == "faceup"
    ]
    detections = [detection for _, detection in faceup]
    if not any(detection.looks_printed for detection in detections):
        return scene
    most = scene.tuning.detection.max_printed_log_odds
    pips_say = np.clip(log_odds([face.is_faceup for face, _ in faceup], 1e-6), -most, most)
    odds = PIP_MODEL_WEIGHT * pips_say - printed_log_odds(detections, scene.tuning.detection)
    together = sigmoid(PRIOR_REAL + with_neighbours(detections, odds, scene.tuning.detection))
    marked = {face: _marked(face, float(real)) for (face, _), real in zip(faceup, together, strict=True)}
    return replace(scene, faces=tuple(marked.get(face, face) for face in scene.faces))


def _marked(face: FaceReading, real: float) -> FaceReading:
    """The face, which is real with that probability; with a confidence of 0 where people are not even asked."""
    if real >= READ:
        return face
    is_asked = real >= ASKED or face.is_faceup >= SURELY_FACE_UP
    confidence = face.confidence * max(real, ASKED) if is_asked else 0.0
    return replace(face, lies=False, looks_printed=True, confidence=confidence)
