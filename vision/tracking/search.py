"""Where the layout lies now: the camera may have moved, the layout may be lost, or have been cleared away."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from muggins.scorer.layout import Layout, Placement

from . import events as table_event
from .association import Association, estimate_camera_motion
from .boneyard import Boneyard
from .explanation import Explanation
from .matching import PlaceFinder
from .memory import Lost, ReadingOutcome, TableMemory, Unsettled
from .place import Place, named, warp_between, warped
from .plays import NewTile, find_plays
from .tracks import same_place
from .values import may_be_misread


def follow_camera(so_far: Explanation) -> Explanation:
    """Moves the places along if the camera or the whole layout has moved, and finds the layout's tiles there."""
    memory, observation = so_far.memory, so_far.observation
    if (warp := estimate_camera_motion(memory.places, observation.tracks, so_far.tuning)) is not None:
        is_lost = isinstance(memory.phase, Lost)
        camera = observation.size if is_lost else None
        so_far = so_far.remember(
            places=tuple(place.shifted(warp, camera) for place in memory.places),
            aside=tuple(place.shifted(warp, camera) for place in memory.aside),
            phase=replace(memory.phase, has_moved=True) if isinstance(memory.phase, Lost) else memory.phase,
        )
    so_far = so_far.associated()
    return _with_misread(so_far) if so_far.seen.moved else so_far


def look_for_layout(so_far: Explanation) -> Explanation:
    """Finds the layout again; a layout that is nowhere for long was cleared away."""
    tuning = so_far.tuning
    memory, observation, layout = so_far.memory, so_far.observation, so_far.expected.lying
    assert isinstance(memory.phase, Lost)
    rests = observation.motion.still_for()
    # The picture is another now: what was open before is not read on without a pause.
    so_far = so_far.remember(outcome=ReadingOutcome(observation.state, is_pending=rests <= tuning.camera_moved_seconds))
    if observation.reads < tuning.steady_frames:
        return so_far
    is_new = not memory.places
    if is_new:
        steady = [track for track in observation.tracks if track.seen >= tuning.steady_frames and not track.missed]
        places = PlaceFinder(so_far.expected, observation.state.facedown, tuning).find_layout(steady)
        so_far = so_far.remember(places=places).associated()
    found, there = len(so_far.seen.seen), len(layout if is_new else so_far.memory.places)
    # After a while the last tile may be the one that is gone.
    is_found = found >= tuning.found_share * there or (
        not is_new and found == there - 1 and rests > tuning.camera_moved_seconds
    )
    if layout.is_empty or (found and is_found):
        has_moved = memory.phase.has_moved or bool(so_far.seen.moved)
        so_far = so_far.remember(
            backgrounds=(observation.motion.picture,),
            boneyard=Boneyard(),
            phase=Unsettled(),
            unfound=frozenset(layout.tiles) - so_far.seen.seen.keys() if is_new else memory.unfound,
            places=tuple(
                replace(
                    place,
                    before=place.before if place.tile in so_far.seen.seen or not has_moved else None,
                    is_presumed=place.is_presumed or observation.time - memory.phase.since > tuning.unwatched_seconds,
                )
                for place in so_far.memory.places
            ),
        )
        return _announced(so_far, memory.phase) if has_moved else so_far
    if not is_new:
        if not found and rests > tuning.layout_lost_seconds:
            return cleared(so_far)
        return _announced(so_far, memory.phase) if rests > tuning.camera_moved_seconds else so_far
    so_far = so_far.remember(places=())
    if rests <= tuning.layout_lost_seconds or memory.phase.is_told:
        return so_far
    lying = find_plays(Layout(), (), observation.tracks, observation.state.facedown, tuning).plays
    # The record does not take it unasked, so it is not expected from now on.
    differs = table_event.LayoutFound(observation.time, laid(Layout(), lying))
    return replace(so_far.remember(phase=Lost(is_told=True)), events=(*so_far.events, differs))


def _with_misread(so_far: Explanation) -> Explanation:
    """The explanation once tiles read as others were looked for where those that have moved took them along.

    What was read clearly, and is read as another tile now, was exchanged for that.
    """
    tuning = so_far.tuning
    seen, named_by_hand = so_far.seen, so_far.expected.named
    moved = [place for place in so_far.memory.places if place.tile in seen.moved]
    warps = [warp_between(place.reading, seen.seen[place.tile].reading) for place in moved]
    steady = [track for track in so_far.observation.tracks if track.seen >= tuning.steady_frames and not track.missed]
    left = [track.reading for track in steady if track not in seen.seen.values()]

    def taken_along(place: Place) -> Place:
        is_unsure = place.tile in named_by_hand or may_be_misread(so_far.expected, place, tuning)
        there = [warped(place.reading, warp) for warp in warps] if is_unsure and place.tile not in seen.seen else []
        lying = (one for one in left if any(same_place(one, each, stray=tuning.stayed_widths) for each in there))
        reading = next(lying, None)
        return place if reading is None else Place(place.tile, named(reading, place.tile))

    return so_far.remember(places=tuple(map(taken_along, so_far.memory.places))).associated()


def laid(layout: Layout, plays: Sequence[NewTile]) -> Layout:
    for play in plays:
        layout = layout.lay(Placement(play.tile, play.on, play.joins, angle=play.angle))
    return layout


def _announced(so_far: Explanation, phase: Lost) -> Explanation:
    """The camera has moved: that is told once."""
    if phase.is_told:
        return so_far
    if isinstance(so_far.memory.phase, Lost):
        so_far = so_far.remember(phase=replace(so_far.memory.phase, is_told=True))
    return so_far.tell(table_event.CameraMoved(so_far.observation.time))


def cleared(so_far: Explanation) -> Explanation:
    """The hand is over: what belonged to it is forgotten."""
    memory = so_far.memory
    memory = replace(
        TableMemory(memory.motion, Unsettled(), memory.is_touched, backgrounds=memory.backgrounds),
        tracks=memory.tracks,
        reads=memory.reads,
        rescans=memory.rescans,
        looked_at=memory.looked_at,
        settlement=replace(memory.settlement, left_over=memory.settlement.lying),
        outcome=memory.outcome,
    )
    return replace(so_far, memory=memory, seen=Association()).tell(table_event.Cleared(so_far.observation.time))
