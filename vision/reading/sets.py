"""Which set is played with, and tiles that it does not hold."""

from __future__ import annotations

from dataclasses import replace

from muggins.scorer.tiles import Tile

from ..types import Doubt
from .assembly import assemble_readings
from .scene import FaceReading, Scene

SETS = (6, 9, 12)
"""The highest pips of the sets that are sold."""
IN_SET = 0.05
"""A tile less likely than this to be of the set is foreign."""
SURELY_FOREIGN = 0.45
"""A foreign tile is asked about only if it is this likely to lie there and to show just that; otherwise it is none."""
OF_LARGER_SET = 0.6
"""A tile this likely to show just that many pips makes the set a larger one."""


def choose_set(scene: Scene, larger: tuple[int, ...]) -> Scene:
    """The stage that moves on to the next of the `larger` sets as long as a tile clearly shows too many pips."""
    highest = scene.set
    for next_highest in larger:
        doubts = (_foreign_doubt(face, highest) for face in scene.tiles)
        if not any(doubt is not None and _is_of_larger_set(doubt, highest) for doubt in doubts):
            break
        highest = next_highest
    return replace(scene, set=highest)


def reject_foreign(scene: Scene) -> Scene:
    """The stage that drops tiles that are not of the set, and asks about those that are surely there."""
    doubts = (_foreign_doubt(face, scene.set) for face in scene.tiles)
    scene = replace(scene, foreign_doubts=tuple(doubt for doubt in doubts if doubt is not None))
    tiles = tuple(face for face in scene.tiles if face.probability_in_set(scene.set) >= IN_SET)
    if len(tiles) == len(scene.tiles):
        return scene
    assembly = assemble_readings([face.reading(scene.set) for face in tiles], scene.facedown)
    return replace(scene, tiles=tiles, plane=None, assembly=assembly)


def _foreign_doubt(face: FaceReading, set: int) -> Doubt | None:
    """A doubt about a tile that surely lies there and rather shows more pips than the set holds."""
    if face.probability_in_set(set) >= 0.5:
        return None
    probability = float(face.pips.max(axis=1).prod())
    if face.confidence * probability < SURELY_FOREIGN:
        return None
    high, low = sorted((int(half.argmax()) for half in face.pips), reverse=True)
    text = f"A tile shows {high} and {low}, more than the double-{set} set holds."
    return Doubt("value", text, Tile(high, low), ((Tile(high, low), probability),))


def _is_of_larger_set(doubt: Doubt, set: int) -> bool:
    return any(tile.high > set and probability >= OF_LARGER_SET for tile, probability in doubt.likely)
