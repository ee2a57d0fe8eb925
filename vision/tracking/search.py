"""Where the layout lies now: the camera may have moved, the layout may be lost, or have been cleared away."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from muggins.scorer.layout import Layout

from . import events as table_event
from .association import Association, estimate_camera_motion
from .boneyard import Boneyard
from .look import Look
from .matching import FOUND_SHARE, find_layout, find_misread
from .memory import Lost, Outcome, TableMemory, Unsettled
from .place import Place, named
from .plays import STEADY_FRAMES, NewTile, find_plays

LOST_SECONDS = 5.0
"""A layout that is nowhere for so long at rest has been cleared away."""
CAMERA_MOVED_SECONDS = 1.0
"""A layout that is not found for so long at rest means that the camera has moved."""


def follow_camera(look: Look) -> Look:
    """Moves the places along if the camera or the whole layout has moved, and finds the layout's tiles there."""
    memory, observation = look.memory, look.observation
    if (warp := estimate_camera_motion(memory.places, observation.tracks)) is not None:
        is_lost = isinstance(memory.phase, Lost)
        camera = observation.size if is_lost else None
        look = look.remember(
            places=tuple(place.shifted(warp, camera) for place in memory.places),
            aside=tuple(place.shifted(warp, camera) for place in memory.aside),
            phase=replace(memory.phase, has_moved=True) if isinstance(memory.phase, Lost) else memory.phase,
        )
    look = look.associated()
    return _with_misread(look) if look.seen.moved else look


def look_for_layout(look: Look) -> Look:
    """Finds the layout again; a layout that is nowhere for long was cleared away."""
    memory, observation, layout = look.memory, look.observation, look.expected.lying
    assert isinstance(memory.phase, Lost)
    rests = observation.motion.still_for()
    # Whatever was open before, the picture is another now; it is not read without a pause for as long as it stays so.
    look = look.remember(outcome=Outcome(observation.state, is_pending=rests <= CAMERA_MOVED_SECONDS))
    if observation.reads < STEADY_FRAMES:
        return look
    is_new = not memory.places
    if is_new:
        steady = [track for track in observation.tracks if track.seen >= STEADY_FRAMES and not track.missed]
        look = look.remember(places=find_layout(look.expected, steady, observation.state.facedown)).associated()
    found, there = len(look.seen.seen), len(layout if is_new else look.memory.places)
    # After a while the last tile may be the one that is gone.
    is_found = found >= FOUND_SHARE * there or (not is_new and found == there - 1 and rests > CAMERA_MOVED_SECONDS)
    if layout.is_empty or (found and is_found):
        has_moved = memory.phase.has_moved or bool(look.seen.moved)
        look = look.remember(
            backgrounds=(observation.motion.picture,),
            boneyard=Boneyard(),
            phase=Unsettled(),
            places=tuple(
                place if place.tile in look.seen.seen or not has_moved else replace(place, before=None)
                for place in look.memory.places
            ),
        )
        return _announced(look, memory.phase) if has_moved else look
    if not is_new:
        if not found and rests > LOST_SECONDS:
            return cleared(look)
        return _announced(look, memory.phase) if rests > CAMERA_MOVED_SECONDS else look
    look = look.remember(places=())
    if rests <= LOST_SECONDS or memory.phase.is_told:
        return look
    lying = find_plays(Layout(), (), observation.tracks, observation.state.facedown).plays
    # The record does not take it unasked, so it is not expected from now on.
    differs = table_event.LayoutFound(observation.time, laid(Layout(), lying))
    return replace(look.remember(phase=Lost(is_told=True)), events=(*look.events, differs))


def _with_misread(look: Look) -> Look:
    """The look once tiles that are not seen where they lay were looked for beside those that are."""
    seen, facedown = look.seen.seen, look.observation.state.facedown
    lying = [Place(tile, named(track.reading, tile)) for tile, track in seen.items()]
    steady = [track for track in look.observation.tracks if track.seen >= STEADY_FRAMES and not track.missed]
    left = [track for track in steady if track not in seen.values()]
    found = {place.tile: place for place in find_misread(look.expected, lying, left, facedown)}
    return look.remember(places=tuple(found.get(place.tile, place) for place in look.memory.places)).associated()


def laid(layout: Layout, plays: Sequence[NewTile]) -> Layout:
    for play in plays:
        layout = layout.place(play.tile, play.on, play.joins)
    return layout


def _announced(look: Look, phase: Lost) -> Look:
    """The camera has moved: that is told once."""
    if phase.is_told:
        return look
    if isinstance(look.memory.phase, Lost):
        look = look.remember(phase=replace(look.memory.phase, is_told=True))
    return look.tell(table_event.CameraMoved(look.observation.time))


def cleared(look: Look) -> Look:
    """The hand is over: what belonged to it is forgotten."""
    memory = look.memory
    memory = replace(
        TableMemory(memory.motion, Unsettled(), memory.is_touched, looks=memory.looks, backgrounds=memory.backgrounds),
        settlement=replace(memory.settlement, left_over=memory.settlement.lying),
        outcome=memory.outcome,
    )
    return replace(look, memory=memory, seen=Association()).tell(table_event.Cleared(look.observation.time))
