"""What a reading of the table means, given what the record says and what the watcher remembers.

`explain` works in stages, each from Explanation to Explanation. What they find goes to the record as events.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from muggins.scorer.tiles import Tile

from ..geometry.quads import scale_about_centre
from ..layout.value_assignment import value_doubt
from ..motion.arms import SIDES, Side
from ..types import ABOUT_UNREAD, Doubt, TileReading
from . import events as table_event
from .events import TableEvent
from .expected import Expected
from .explanation import Explanation
from .hands import are_hands_up, hands_turned_up, is_surely_up
from .matching import PlaceFinder
from .memory import AtRest, Lost, ReadingOutcome, Settlement, TableMemory
from .place import Place, PlaceDoubt, lies_on, probability_of, warp_between
from .plays import NewTile, find_plays, known_first, touches
from .search import cleared, follow_camera, laid, look_for_layout
from .tracks import Observation, Track, is_among
from .tuning import TrackingTuning
from .values import (
    may_be_misread,
    reread_tile,
    rival_of,
    shares_beside,
    tile_that_gives_way,
)


def explain(
    memory: TableMemory,
    expected: Expected,
    observation: Observation,
    tuning: TrackingTuning,
    sides: tuple[Side, ...] = SIDES,
) -> tuple[TableMemory, Expected, tuple[TableEvent, ...]]:
    """What is remembered after a reading, what the record says after the events, and the events."""
    known_bare = {place.tile: place for place in memory.places if place.before is not None}
    so_far = follow_camera(Explanation(memory, expected, observation, tuning, sides, known_bare))
    if isinstance(so_far.memory.phase, Lost):
        so_far = look_for_layout(so_far)
    if not isinstance(so_far.memory.phase, Lost):
        for stage in STAGES:
            so_far = stage(so_far)
    return so_far.memory, so_far.expected, so_far.events


def update_places(so_far: Explanation) -> Explanation:
    """Moves each place to where its tile is seen now, and notes which tiles are missing."""
    memory, observation, named = so_far.memory, so_far.observation, so_far.expected.named
    missing = memory.missing.update(
        memory.places,
        named,
        so_far.seen,
        observation.motion,
        observation.size,
        so_far.tuning,
        observation.state.parts,
    )

    def updated(place: Place) -> Place:
        now = place.seen_at(so_far.seen.seen.get(place.tile), place.tile in named, so_far.tuning)
        was = so_far.known_bare.get(place.tile)
        if now.before is not None or was is None:
            return now
        pushed = was.shifted(warp_between(was.reading, now.reading), observation.size).before
        return replace(now, before=so_far.bare_place(now.reading, pushed))

    return so_far.remember(places=tuple(map(updated, memory.places)), missing=missing)


def take_away(so_far: Explanation) -> Explanation:
    """Clears the layout, or takes back its last tiles, if that is what the missing tiles mean."""
    memory, observation = so_far.memory, so_far.observation
    light = float(memory.backgrounds[-1].mean()) if memory.backgrounds else 0.0
    if memory.missing.is_cleared(memory.places, observation.motion, observation.size, light, so_far.tuning):
        return cleared(so_far).associated()
    lifted = memory.missing.lifted(
        memory.places, observation.tracks, observation.motion, observation.size, so_far.tuning
    )
    latest = tuple(so_far.expected.lying.tiles)[::-1]
    if not lifted or tuple(place.tile for place in lifted) != latest[: len(lifted)]:
        return so_far
    so_far = so_far.remember(places=memory.places[: -len(lifted)])
    return so_far.tell(*(table_event.TakenBack(observation.time, place.tile) for place in lifted)).associated()


def reread(so_far: Explanation) -> Explanation:
    """Proposes other names for tiles that many frames show to have been misread at first."""
    for place in so_far.memory.places:
        track = so_far.seen.seen.get(place.tile)
        if track is None:
            continue
        tile = reread_tile(so_far.expected, place, track) or tile_that_gives_way(
            so_far.expected, place, track, so_far.seen.fresh
        )
        if tile is not None and (place.tile, tile) not in so_far.memory.declined.names:
            so_far = _reread_as(so_far, place, tile)
    return so_far


def _reread_as(so_far: Explanation, place: Place, tile: Tile) -> Explanation:
    memory, was = so_far.memory, place.tile
    seen = {tile if name == was else name: track for name, track in so_far.seen.seen.items()}
    proposed = replace(memory.proposed, names=memory.proposed.names | {(was, tile)})
    so_far = replace(so_far, seen=replace(so_far.seen, seen=seen)).remember(
        places=tuple(other.renamed(tile) if other is place else other for other in memory.places), proposed=proposed
    )
    return so_far.tell(table_event.Reread(so_far.observation.time, was, tile))


def place_expected(so_far: Explanation) -> Explanation:
    """Finds the tiles that the record names and that were not seen yet, and leaves out what was set aside."""
    tuning = so_far.tuning
    memory = so_far.memory.without_lifted(so_far.observation.tracks, tuning)
    plain = [
        track
        for track in so_far.seen.fresh
        if track.seen > 1
        and not so_far.observation.is_covered(track.reading.corners)
        and not any(lies_on(track.reading, place.reading, tuning) for place in memory.aside)
    ]
    found: tuple[Place, ...] = ()
    if len(memory.places) < len(so_far.expected.lying):
        steady = [track for track in plain if track.seen >= tuning.steady_frames]
        finder = PlaceFinder(so_far.expected, so_far.observation.state.facedown, tuning)
        places = finder.find_unplaced(memory.places, steady)
        found = tuple(replace(place, before=so_far.bare_place(place.reading)) for place in places)
        memory = memory.with_places(found, so_far.expected)
    fresh = (track for track in plain if not any(lies_on(track.reading, place.reading, tuning) for place in found))
    return replace(so_far, memory=memory, fresh=tuple(fresh))


def tell_missing(so_far: Explanation) -> Explanation:
    """Tells which tiles are gone although they were not lifted as the last play, and which of them are seen again.

    A tile on which another was played is hidden rather than gone.
    """
    memory, motion, time, tuning = so_far.memory, so_far.observation.motion, so_far.observation.time, so_far.tuning
    layout = so_far.expected.lying
    hosts = {placed.on for placed in layout.placements}
    unfound = memory.unfound.intersection(layout.tiles) - {place.tile for place in memory.places}
    told = memory.told_missing.intersection(layout.tiles)
    seen = told & so_far.seen.seen.keys()
    lifted = memory.missing.lifted_alone(tuning)
    gone = {tile for tile in layout.tiles[:-1] if tile == lifted}
    if not motion.arms and motion.still_for() > tuning.layout_lost_seconds:
        gone |= unfound
    gone -= hosts | told
    so_far = so_far.remember(unfound=unfound, told_missing=told - seen | gone)
    return so_far.tell(
        *(table_event.Missing(time, tile) for tile in layout.tiles if tile in gone),
        *(table_event.DoubtSettled(time, tile, "gone") for tile in layout.tiles if tile in seen),
    )


def find_new(so_far: Explanation) -> Explanation:
    """Finds what was played and what else lies there. What lies against a tile may show that it was misread."""
    tuning = so_far.tuning
    so_far = _with_new(so_far)
    if are_hands_up([tile.reading for tile in so_far.new.loose], tuning):
        return so_far
    new = (tile.track for tile in (*so_far.new.plays, *so_far.new.loose))
    steady = [track.reading for track in new if track.seen >= tuning.doubted_frames]
    if not steady:
        return so_far
    facedown = so_far.observation.state.facedown
    for place, shares in shares_beside(so_far.expected, so_far.memory.places, steady, facedown, tuning):
        tile = max(shares, key=lambda tile: shares[tile])
        if tile == place.tile or (place.tile, tile) in so_far.memory.declined.names:
            continue
        if shares[tile] >= tuning.layout.sure_value and not place.is_presumed:
            return _with_new(_reread_as(so_far, place, tile))
        likely = tuple(sorted(shares.items(), key=lambda pair: -pair[1]))[:2]
        doubts = (*so_far.doubts, value_doubt(place.tile, likely))
        so_far = replace(so_far, new=so_far.new.without_plays_on(place.tile), doubts=doubts)
    return so_far


def _with_new(so_far: Explanation) -> Explanation:
    settlement = so_far.memory.settlement
    facedown = so_far.observation.state.facedown
    new = find_plays(
        so_far.expected.lying,
        so_far.memory.places,
        so_far.fresh,
        facedown,
        so_far.tuning,
        settlement.lying,
        settlement.left_over,
    )
    return replace(so_far, new=new)


def play(so_far: Explanation) -> Explanation:
    """Proposes the new tiles that have been seen for long enough, up to the first that has not."""
    ripe = _ripe_plays(so_far)
    before = {play.tile: so_far.bare_place(play.reading) for play in ripe}
    told = played = ripe
    events: list[TableEvent] = []
    if so_far.expected.lying.is_empty and ripe:
        told = played = known_first(ripe, lambda play: before[play.tile] is not None)
        lying = [play for play in told if before[play.tile] is None]
        if len(lying) > 1 and lying == told[: len(lying)]:
            # Nobody has laid several tiles unseen: they lay there before.
            events.append(table_event.LayoutFound(so_far.observation.time, laid(so_far.expected.lying, lying)))
            played = told[len(lying) :]
    events += _seen_apart(played, so_far)
    # What lay over a tile that was found there is not its bare place.
    bare = {each.tile: None if each.track.is_found else before[each.tile] for each in told}
    places = [Place(each.tile, each.reading, bare[each.tile], "asked" if each.doubt else "") for each in told]
    so_far = so_far.tell(*events)
    so_far = replace(so_far, memory=so_far.memory.with_places(places, so_far.expected))
    proposed = replace(so_far.memory.proposed, plays=(*so_far.memory.proposed.plays, *played))
    asked = [each.doubt for each in ripe if each.doubt is not None]
    if so_far.memory.found_at is None and any(play.track.is_found for play in played):
        so_far = so_far.remember(found_at=so_far.observation.time)
    return so_far.remember(proposed=proposed).tell(
        *(table_event.DoubtRaised(so_far.observation.time, doubt) for doubt in asked)
    )


def _played(play: NewTile, so_far: Explanation) -> table_event.Played:
    told = table_event.Played(
        so_far.observation.time,
        play.tile,
        play.on,
        joins=play.joins,
        angle=play.angle,
        is_unwatched=True,
        since=so_far.memory.found_at if play.track.is_found else None,
    )
    # Where the place looked the same before, no arm that was seen has laid the tile.
    if not _has_changed(play, so_far):
        return told
    middle = play.reading.corners.mean(axis=0)
    side = play.track.side or _side_of(middle, so_far)
    if side is None:  # it was seen to come, if not by whom: it may be claimed
        return replace(told, is_unwatched=False, since=None)
    arms, is_found = _arms_at(middle, so_far, play.track), play.track.is_found
    return replace(told, side=side, arms=arms, is_unwatched=is_found)


def _seen_apart(plays: Sequence[NewTile], so_far: Explanation) -> list[table_event.Played]:
    """The plays as they are told, without the sides of those whose order nobody has seen."""
    since = so_far.memory.found_at
    return [
        replace(
            _played(play, so_far), side=None, arms={}, is_unwatched=True, since=since if play.track.is_found else None
        )
        if (play.track.is_found and (so_far.memory.found_at is not None or _may_hide_more(so_far)))
        or any(other is not play and _came_together(play.track, other.track, so_far) for other in plays)
        else _played(play, so_far)
        for play in plays
    ]


def _may_hide_more(so_far: Explanation) -> bool:
    """Whether something lies over a table with a layout: a tile found there may not be the only one."""
    motion = so_far.observation.motion
    return not so_far.expected.lying.is_empty and (motion.moves or bool(motion.arms))


def _came_together(track: Track, other: Track, so_far: Explanation) -> bool:
    """Whether two tiles were found there, or one arm seems to have laid them at once.

    A player lays one tile in a turn: another arm was hidden, and nobody knows which of the tiles it laid.
    """
    if track.is_found and other.is_found:
        return True
    nearest = _nearest_arm(track, so_far)
    is_at_once = abs(track.since - other.since) <= so_far.tuning.together_seconds
    return is_at_once and nearest is not None and nearest == _nearest_arm(other, so_far)


def _nearest_arm(track: Track, so_far: Explanation) -> Side | None:
    arms = _arms_at(track.reading.centre, so_far, track)
    return max((weight, side) for side, weight in arms.items())[1] if arms else None


def _side_of(point: NDArray[np.float32], so_far: Explanation) -> Side | None:
    """The side whose arm reached a point, since the table last settled or before."""
    observation, settled = so_far.observation, so_far.memory.settlement.motion
    side = observation.motion.side_of(point, observation.size)
    return settled.side_of(point, observation.size) if side is None and settled is not None else side


def _arms_at(point: NDArray[np.float32], so_far: Explanation, track: Track) -> dict[Side, float]:
    """How likely an arm of each side laid a tile that is told now, since the table last settled or before."""
    observation, settled = so_far.observation, so_far.memory.settlement.motion
    arms = dict(track.arms or observation.motion.arms_at(point, observation.size))
    if settled is not None:
        for side, weight in settled.arms_at(point, observation.size).items():
            arms[side] = max(arms.get(side, 0.0), settled.tuning.earlier_share * weight)
    return arms


def _open_plays(so_far: Explanation) -> list[NewTile]:
    """The new tiles without those that the record did not take, and without what lies on them. Each after its host."""
    declined: set[Tile | None] = set()
    left: list[NewTile] = []
    for play in so_far.new.plays:
        if play.on in declined or so_far.memory.declined.has_play(play):
            declined.add(play.tile)
        else:
            left.append(play)
    return left


def _ripe_plays(so_far: Explanation) -> list[NewTile]:
    """The new tiles to tell now, each after its host.

    A tile waits for those before it that are not ripe yet, so that plays come in order, but not for long. For one that
    lay there before, and only has to be seen for longer, it waits until then. It also waits for what came together with
    it, so that they are told together.
    """
    ripe: list[NewTile] = []
    coming = [track for track in so_far.seen.fresh if track.seen < so_far.tuning.steady_frames and not track.missed]
    there = set(so_far.expected.lying.tiles)
    waits = lay_before = False
    for play in _open_plays(so_far):
        is_old = play.doubt is None and so_far.observation.time - play.track.since >= so_far.tuning.untold_seconds
        may_be_told = (
            is_old and not lay_before
            if waits
            else is_old
            or not (
                (play.track.is_found and _may_hide_more(so_far))
                or any(_came_together(play.track, track, so_far) for track in coming)
            )
        )
        if _is_ripe(play, so_far) and (play.on is None or play.on in there) and may_be_told:
            ripe.append(play)
            there.add(play.tile)
        else:
            waits = True
            lay_before |= play.doubt is None and not play.track.missed and not _has_changed(play, so_far)
    return ripe


def _is_ripe(play: NewTile, so_far: Explanation) -> bool:
    """Whether a new tile has been seen for long enough to be told.

    Where its host is only presumed to lie, a few frames more may show that the host lies elsewhere.
    """
    tuning = so_far.tuning
    frames = play.frames(tuning) if _has_changed(play, so_far) else tuning.unexplained_frames
    if any(place.tile == play.on and place.is_presumed for place in so_far.memory.places):
        frames = max(frames, tuning.doubted_frames)
    return play.track.seen >= frames and not play.track.missed


def _has_changed(play: NewTile, so_far: Explanation) -> bool:
    """Whether a tile's place has looked different since the table settled, or another tile has lain there."""
    observation = so_far.observation
    return play.track.has_taken_a_place or any(
        observation.motion.share_changed(background, play.reading.corners, observation.size)
        >= so_far.tuning.changed_share
        for background in so_far.memory.backgrounds
    )


def doubt(so_far: Explanation) -> Explanation:
    """Asks people about what has been in doubt for long."""
    tuning = so_far.tuning
    wavering: dict[Tile, Doubt] = {}
    for place in so_far.memory.places:
        track = so_far.seen.seen.get(place.tile)
        rival = track and track.seen >= tuning.steady_frames and rival_of(so_far.expected, place, track)
        if track and rival:
            likely = dict.fromkeys((place.tile, rival), 0.0) | dict(track.likely())
            wavering[place.tile] = value_doubt(place.tile, tuple(likely.items())[: tuning.layout.max_likely])
    asked = {place.tile for place in so_far.memory.places if place.doubt}
    about = [each for tile, each in wavering.items() if tile not in asked]
    beside = [each for each in so_far.doubts if each.tile not in asked]
    lasting = (*so_far.new.doubts, *about, *beside, *_unread(so_far))
    log, due, over = so_far.memory.doubts.update(lasting, so_far.observation.time, tuning)
    settled = {
        place.tile for place in so_far.memory.places if _is_answered(place, so_far) and place.tile not in wavering
    }
    states: dict[Tile | None, PlaceDoubt] = {each.tile: "asked" for each in due if each.kind == "value"}
    states.update((tile, "settled") for tile in settled)
    places = (replace(place, doubt=states.get(place.tile, place.doubt)) for place in so_far.memory.places)
    time = so_far.observation.time
    so_far = replace(so_far, is_wavering=bool(wavering)).remember(doubts=log, places=tuple(places))
    return so_far.tell(
        *(table_event.DoubtRaised(time, each) for each in due),
        *(table_event.DoubtSettled(time, tile) for tile in settled),
        # A tile whose value people are asked about is settled by what is read of it, above.
        *(table_event.DoubtSettled(time, each.tile, each.kind) for each in over if each.kind != "value"),
    )


def _is_answered(place: Place, so_far: Explanation) -> bool:
    """Whether people were asked what a tile is, and by now many frames agree with the record."""
    track = so_far.seen.seen.get(place.tile)
    if place.doubt != "asked" or track is None or track.weight < so_far.tuning.better_frames:
        return False
    return probability_of(track.reading, place.tile) >= so_far.tuning.layout.sure_value


def _unread(so_far: Explanation) -> list[Doubt]:
    """The doubts about what was seen and not read. None once hands are turned up: it may be of a hand."""
    if are_hands_up([tile.reading for tile in so_far.new.loose], so_far.tuning):
        return []
    read = {*so_far.expected.lying.tiles, *(tile.tile for tile in (*so_far.new.plays, *so_far.new.loose))}
    state = so_far.observation.state
    unread = [each for each in state.doubts if each.kind in ABOUT_UNREAD and each.tile not in read]
    parts = [(each, state.part_asked_about(each)) for each in unread]
    return [each for each, part in parts if part is None or _may_be_played(part, so_far)]


def _may_be_played(part: TileReading, so_far: Explanation) -> bool:
    """Whether a tile of which only a part is seen may have been played, and no hand is about to show the rest.

    It lies against the layout, where no tile is known, or alone on an empty table.
    """
    memory, observation, tuning = so_far.memory, so_far.observation, so_far.tuning
    around = scale_about_centre(part.corners, tuning.around_factor)
    known = [place.reading for place in (*memory.places, *memory.aside)]
    known += [play.reading for play in memory.declined.plays]
    tiles = [part.corners, *(reading.corners for reading in known)]
    if observation.motion.is_reached(around, tiles, observation.size):
        return False
    if any(is_among((part,), reading, tuning) for reading in known):
        return False
    if so_far.expected.lying.is_empty:
        return len(observation.state.parts) == 1 and not observation.tracks
    return any(touches(part, place.reading, tuning) for place in memory.places)


def settle(so_far: Explanation) -> Explanation:
    """Takes the table as settled if the reading leaves nothing open."""
    memory, observation = so_far.memory, so_far.observation
    is_settled = not (
        observation.is_unexplained
        or so_far.new.is_undecided
        or any(play.tile not in so_far.expected.lying for play in _open_plays(so_far))
        or memory.missing.is_undecided(so_far.last, observation.motion, observation.size, so_far.tuning)
    )
    so_far = replace(so_far, is_settled=is_settled)
    if is_settled and observation.reads >= so_far.tuning.steady_frames and not observation.motion.moves:
        so_far = _settled(so_far)
    return so_far


def _settled(so_far: Explanation) -> Explanation:
    memory, observation = so_far.memory, so_far.observation
    boneyard, drawn = memory.boneyard.update(
        observation.state.facedown,
        observation.motion,
        observation.size,
        lambda point: _side_of(point, so_far),
        so_far.tuning,
    )
    so_far = so_far.remember(boneyard=boneyard)
    so_far = so_far.tell(*(table_event.Drawn(observation.time, tiles, side) for side, tiles in drawn))
    was, lying = memory.settlement, frozenset(tile.tile for tile in so_far.new.loose)
    so_far = _hands_revealed(so_far)
    phase = memory.phase
    is_new = not isinstance(phase, AtRest) or lying != was.lying or bool(drawn)
    # What lies over the table at first belongs to it if it stays: a sleeve, a cup.
    if not observation.motion.arms and (is_new or phase != AtRest(is_bare=True)):
        backgrounds = (*memory.backgrounds[-1:], observation.motion.picture)
        so_far = so_far.remember(backgrounds=backgrounds, phase=AtRest(is_bare=True))
    if not is_new:
        return so_far
    if not isinstance(so_far.memory.phase, AtRest):
        so_far = so_far.remember(phase=AtRest(is_bare=False))
    settlement = so_far.memory.settlement
    so_far = so_far.remember(
        settlement=Settlement(observation.motion, lying, was.left_over & lying, settlement.turned_up),
        motion=observation.motion.forget(),
    )
    return so_far.tell(table_event.Settled(so_far.state(settled=True)))


def _hands_revealed(so_far: Explanation) -> Explanation:
    """Tells which hands are turned up, if more tiles lie face up beside the layout than before."""
    observation, was = so_far.observation, so_far.memory.settlement
    turned_up = [
        tile for tile in so_far.new.loose if tile.tile in was.turned_up or is_surely_up(tile.reading, so_far.tuning)
    ]
    now = frozenset(tile.tile for tile in turned_up)
    so_far = so_far.remember(settlement=replace(was, turned_up=now))
    if not now - was.turned_up or so_far.expected.lying.is_empty:
        return so_far
    last = so_far.last
    if last is not None and so_far.expected.is_misplay(last.tile):
        # It was no misplay but the first tile of the hands that are turned up.
        so_far = so_far.remember(places=so_far.memory.places[:-1])
        so_far = so_far.tell(table_event.TakenBack(observation.time, last.tile))
    hands = hands_turned_up([tile.reading for tile in turned_up], observation.size, so_far.sides)
    return so_far.tell(table_event.HandsRevealed(observation.time, hands))


def conclude(so_far: Explanation) -> Explanation:
    """Notes whether the next readings may decide anything, and what the table looks like by the record."""
    tuning = so_far.tuning
    memory, reads = so_far.memory, so_far.observation.reads
    is_unclear = any(may_be_misread(so_far.expected, place, tuning) for place in memory.places)
    is_pending = (
        not so_far.is_settled
        or memory.boneyard.misses_a_tile(tuning)
        or (memory.boneyard.is_new(tuning) and reads < tuning.new_boneyard_frames)
        or any(track.seen < tuning.steady_frames for track in so_far.seen.fresh)
        or (is_unclear and any(tile.track.seen < tuning.doubted_frames for tile in so_far.new.loose))
        or (so_far.is_wavering and reads < tuning.wavering_frames)
    )
    agrees = all(
        tile in so_far.expected.named or probability_of(track.reading, tile) > tuning.agrees_probability
        for tile, track in so_far.seen.seen.items()
    )
    return so_far.remember(outcome=ReadingOutcome(so_far.state(settled=so_far.is_settled), is_pending, agrees))


STAGES: tuple[Callable[[Explanation], Explanation], ...] = (
    update_places,
    take_away,
    reread,
    place_expected,
    tell_missing,
    find_new,
    play,
    doubt,
    settle,
    conclude,
)
