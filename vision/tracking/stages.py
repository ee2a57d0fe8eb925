"""What a reading of the table means: it is put against what the record says and what the watcher remembers.

`explain` works in stages, each from Look to Look. What they find goes to the record as events.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from muggins.scorer.tiles import Tile

from ..layout.value_assignment import MAX_LIKELY, SURE_VALUE, value_doubt
from ..motion.arms import EARLIER_SHARE, SIDES
from ..types import Doubt
from . import events as table_event
from .doubts import UNREAD
from .events import TableEvent
from .expected import Expected
from .hands import are_hands_up, hands_turned_up, is_surely_up
from .look import Look
from .matching import find_unplaced
from .memory import AtRest, Lost, Outcome, Settlement, TableMemory
from .place import Place, lies_on, probability_of
from .plays import DOUBTED_FRAMES, STEADY_FRAMES, NewTile, find_plays, known_first
from .search import cleared, follow_camera, laid, look_for_layout
from .tracks import Observation, Track
from .values import (
    AGREES_PROBABILITY,
    BETTER_FRAMES,
    may_be_misread,
    reread_tile,
    rival_of,
    shares_beside,
    tile_that_gives_way,
)

UNEXPLAINED_FRAMES = 15
"""Frames for a tile where nothing was seen to change: most likely it lay there before and could not be seen."""
CHANGED_SHARE = 0.15
"""Share of a tile's place that looks different once the tile has been laid there."""
UNTOLD_SECONDS = 1.0
"""A tile that lies sure and joined for so long is told, although one before it is still in doubt."""
WAVERING_FRAMES = 100
"""Frames for which a tile that wavers is read without a pause. It is read now and then after that."""
NEW_BONEYARD_FRAMES = 6
"""Frames at rest for which new tiles face down are read without a pause. They are read now and then after that."""


def explain(
    memory: TableMemory, expected: Expected, observation: Observation, sides: tuple[str, ...] = SIDES
) -> tuple[TableMemory, Expected, tuple[TableEvent, ...]]:
    """Returns what is remembered after a reading, what the record says once it has taken the events, and these."""
    known_bare = frozenset(place.tile for place in memory.places if place.before is not None)
    look = follow_camera(Look(memory, expected, observation, sides, known_bare))
    if isinstance(look.memory.phase, Lost):
        look = look_for_layout(look)
    if not isinstance(look.memory.phase, Lost):
        for stage in STAGES:
            look = stage(look)
    return look.memory, look.expected, look.events


def update_places(look: Look) -> Look:
    """Moves each place to where its tile is seen now, and notes which tiles are missing."""
    memory, observation, named = look.memory, look.observation, look.expected.named
    missing = memory.missing.update(memory.places, named, look.seen, observation.motion, observation.size)

    def updated(place: Place) -> Place:
        now = place.seen_at(look.seen.seen.get(place.tile), place.tile in named)
        has_moved = now.before is None and place.tile in look.known_bare
        return replace(now, before=look.bare_place(now.reading)) if has_moved else now

    return look.remember(places=tuple(map(updated, memory.places)), missing=missing)


def take_away(look: Look) -> Look:
    """Clears the layout, or takes back its last tile, if that is what the missing tiles mean."""
    memory, observation = look.memory, look.observation
    light = float(memory.backgrounds[-1].mean()) if memory.backgrounds else 0.0
    if memory.missing.is_cleared(memory.places, observation.motion, observation.size, light):
        return cleared(look).associated()
    last = look.last
    if last is None or not memory.missing.is_last_gone(last, observation.motion, observation.size):
        return look
    look = look.remember(places=memory.places[:-1]).tell(table_event.TakenBack(observation.time, last.tile))
    return look.associated()


def reread(look: Look) -> Look:
    """Proposes other names for tiles that have been seen to be others for so long that they were misread at first."""
    for place in look.memory.places:
        track = look.seen.seen.get(place.tile)
        if track is None:
            continue
        tile = reread_tile(look.expected, place, track) or tile_that_gives_way(
            look.expected, place, track, look.seen.fresh
        )
        if tile is not None and (place.tile, tile) not in look.memory.declined.names:
            look = _reread_as(look, place, tile)
    return look


def _reread_as(look: Look, place: Place, tile: Tile) -> Look:
    memory, was = look.memory, place.tile
    seen = {tile if name == was else name: track for name, track in look.seen.seen.items()}
    proposed = replace(memory.proposed, names=memory.proposed.names | {(was, tile)})
    look = replace(look, seen=replace(look.seen, seen=seen)).remember(
        places=tuple(other.renamed(tile) if other is place else other for other in memory.places), proposed=proposed
    )
    return look.tell(table_event.Reread(look.observation.time, was, tile))


def place_expected(look: Look) -> Look:
    """Finds the tiles that the record names and that were not seen yet, and leaves out what was set aside."""
    memory = look.memory.without_lifted(look.observation.tracks)
    plain = [
        track
        for track in look.seen.fresh
        if track.seen > 1
        and not look.observation.is_covered(track.reading.corners)
        and not any(lies_on(track.reading, place.reading) for place in memory.aside)
    ]
    found: tuple[Place, ...] = ()
    if len(memory.places) < len(look.expected.lying):
        steady = [track for track in plain if track.seen >= STEADY_FRAMES]
        places = find_unplaced(look.expected, memory.places, steady, look.observation.state.facedown)
        found = tuple(replace(place, before=look.bare_place(place.reading)) for place in places)
        memory = memory.with_places(found, look.expected)
    fresh = (track for track in plain if not any(lies_on(track.reading, place.reading) for place in found))
    return replace(look, memory=memory, fresh=tuple(fresh))


def find_new(look: Look) -> Look:
    """Finds what was played and what else lies there. What lies against a tile may show that it was misread."""
    look = _with_new(look)
    if are_hands_up(tile.reading for tile in look.new.loose):
        return look
    new = (tile.track for tile in (*look.new.plays, *look.new.loose))
    steady = [track.reading for track in new if track.seen >= DOUBTED_FRAMES]
    for place in look.memory.places if steady else ():
        facedown = look.observation.state.facedown
        shares = shares_beside(look.expected, look.memory.places, place, steady, facedown)
        tile = max(shares, key=lambda tile: shares[tile])
        if tile == place.tile or (place.tile, tile) in look.memory.declined.names:
            continue
        if shares[tile] >= SURE_VALUE:
            return _with_new(_reread_as(look, place, tile))
        likely = tuple(sorted(shares.items(), key=lambda pair: -pair[1]))[:2]
        doubts = (*look.doubts, value_doubt(place.tile, likely))
        look = replace(look, new=look.new.without_plays_on(place.tile), doubts=doubts)
    return look


def _with_new(look: Look) -> Look:
    settlement = look.memory.settlement
    facedown = look.observation.state.facedown
    new = find_plays(
        look.expected.lying, look.memory.places, look.fresh, facedown, settlement.lying, settlement.left_over
    )
    return replace(look, new=new)


def play(look: Look) -> Look:
    """Proposes the new tiles that have been seen for long enough, up to the first that has not."""
    ripe = [play for play in _ripe_plays(look) if not look.memory.declined.refuses(play)]
    before = {play.tile: look.bare_place(play.reading) for play in ripe}
    told = played = ripe
    events: list[TableEvent] = []
    if look.expected.lying.is_empty and ripe:
        told = played = known_first(ripe, lambda play: before[play.tile] is not None)
        lying = [play for play in told if before[play.tile] is None]
        if len(lying) > 1 and lying == told[: len(lying)]:
            # On an empty table nobody has laid so much unseen: it lay there before.
            events.append(table_event.LayoutFound(look.observation.time, laid(look.expected.lying, lying)))
            played = told[len(lying) :]
    events += [_played(each, look) for each in played]
    places = [Place(each.tile, each.reading, before[each.tile], "asked" if each.doubt else "") for each in told]
    look = look.tell(*events)
    look = replace(look, memory=look.memory.with_places(places, look.expected))
    proposed = replace(look.memory.proposed, plays=(*look.memory.proposed.plays, *played))
    asked = [each.doubt for each in ripe if each.doubt is not None]
    return look.remember(proposed=proposed).tell(
        *(table_event.DoubtRaised(look.observation.time, doubt) for doubt in asked)
    )


def _played(play: NewTile, look: Look) -> table_event.Played:
    middle = play.reading.corners.mean(axis=0)
    side: str | None = None
    # A tile whose place looked like that before was not laid by any arm that was seen.
    if _has_changed(play, look):
        side = play.track.side or _side_of(middle, look)
    arms = {} if side is None else _arms_at(middle, look, play.track)
    return table_event.Played(look.observation.time, play.tile, play.on, side, play.joins, arms)


def _side_of(point: NDArray[np.float32], look: Look) -> str | None:
    """Returns the side whose arm was at a point before the table settled."""
    observation, settled = look.observation, look.memory.settlement.motion
    side = observation.motion.side_of(point, observation.size)
    return settled.side_of(point, observation.size) if side is None and settled is not None else side


def _arms_at(point: NDArray[np.float32], look: Look, track: Track) -> dict[str, float]:
    """Returns for each side how likely an arm from there laid a tile that is told now.

    It may have been laid before it was first seen, and before the table last settled.
    """
    observation, settled = look.observation, look.memory.settlement.motion
    arms = dict(track.arms or observation.motion.arms_at(point, observation.size))
    if settled is not None:
        for side, weight in settled.arms_at(point, observation.size).items():
            arms[side] = max(arms.get(side, 0.0), EARLIER_SHARE * weight)
    return arms


def _ripe_plays(look: Look) -> list[NewTile]:
    """Returns the new tiles to tell now, each after its host.

    A tile waits for those before it that are not ripe yet, so that plays come in order, but not for long.
    """
    ripe: list[NewTile] = []
    there = set(look.expected.lying.tiles)
    waits = False
    for play in look.new.plays:
        is_old = play.doubt is None and look.observation.time - play.track.since >= UNTOLD_SECONDS
        if _is_ripe(play, look) and (play.on is None or play.on in there) and (is_old or not waits):
            ripe.append(play)
            there.add(play.tile)
        else:
            waits = True
    return ripe


def _is_ripe(play: NewTile, look: Look) -> bool:
    """Returns whether a new tile has been seen for long enough to be told."""
    frames = play.frames if _has_changed(play, look) else UNEXPLAINED_FRAMES
    return play.track.seen >= frames and not play.track.missed


def _has_changed(play: NewTile, look: Look) -> bool:
    """Returns whether a tile's place has looked different since the table settled."""
    observation = look.observation
    return any(
        observation.motion.share_changed(background, play.reading.corners, observation.size) >= CHANGED_SHARE
        for background in look.memory.backgrounds
    )


def doubt(look: Look) -> Look:
    """Raises what has been in doubt for long; people are asked about it."""
    wavering: dict[Tile, Doubt] = {}
    for place in look.memory.places:
        track = look.seen.seen.get(place.tile)
        rival = track and track.seen >= STEADY_FRAMES and rival_of(look.expected, place, track)
        if track and rival:
            likely = dict.fromkeys((place.tile, rival), 0.0) | dict(track.likely())
            wavering[place.tile] = value_doubt(place.tile, tuple(likely.items())[:MAX_LIKELY])
    asked = {place.tile for place in look.memory.places if place.doubt}
    about = [each for tile, each in wavering.items() if tile not in asked]
    beside = [each for each in look.doubts if each.tile not in asked]
    lasting = (*look.new.doubts, *about, *beside, *_unread(look))
    log, due = look.memory.doubts.update(lasting, look.observation.time)
    settled = {place.tile for place in look.memory.places if _is_answered(place, look) and place.tile not in wavering}
    raised = {each.tile for each in due if each.kind == "value"}
    states = dict.fromkeys(raised, "asked") | dict.fromkeys(settled, "settled")
    places = (replace(place, doubt=states.get(place.tile, place.doubt)) for place in look.memory.places)
    time = look.observation.time
    look = replace(look, is_wavering=bool(wavering)).remember(doubts=log, places=tuple(places))
    return look.tell(
        *(table_event.DoubtRaised(time, each) for each in due),
        *(table_event.DoubtSettled(time, tile) for tile in settled),
    )


def _is_answered(place: Place, look: Look) -> bool:
    """Returns whether people were asked what a tile is, and many frames say by now that it is what was recorded."""
    track = look.seen.seen.get(place.tile)
    if place.doubt != "asked" or track is None or track.weight < BETTER_FRAMES:
        return False
    return probability_of(track.reading, place.tile) >= SURE_VALUE


def _unread(look: Look) -> list[Doubt]:
    """Returns the doubts about what lies there unread: seen too faintly, cut off, or not of the set.

    Once hands are turned up, it may be of a hand, and no answer may play it.
    """
    if are_hands_up(tile.reading for tile in look.new.loose):
        return []
    read = {*look.expected.lying.tiles, *(tile.tile for tile in (*look.new.plays, *look.new.loose))}
    return [each for each in look.observation.state.doubts if each.kind in UNREAD and each.tile not in read]


def settle(look: Look) -> Look:
    """Takes the table as it lies once a reading leaves nothing open, with what came to light beside the layout."""
    memory, observation = look.memory, look.observation
    untold = [play for play in look.new.plays if play.tile not in look.expected.lying]
    is_settled = not (
        observation.is_unexplained
        or look.new.is_undecided
        or any(not memory.declined.refuses(play) for play in untold)
        or memory.missing.is_undecided(look.last, observation.motion, observation.size)
    )
    look = replace(look, is_settled=is_settled)
    if is_settled and observation.reads >= STEADY_FRAMES and not observation.motion.moves:
        look = _settled(look)
    return look


def _settled(look: Look) -> Look:
    memory, observation = look.memory, look.observation
    boneyard, drawn = memory.boneyard.update(
        observation.state.facedown, observation.motion, observation.size, lambda point: _side_of(point, look)
    )
    look = look.remember(boneyard=boneyard)
    look = look.tell(*(table_event.Drawn(observation.time, tiles, side) for side, tiles in drawn))
    was, lying = memory.settlement, frozenset(tile.tile for tile in look.new.loose)
    look = _hands_revealed(look)
    phase = memory.phase
    is_new = not isinstance(phase, AtRest) or lying != was.lying or bool(drawn)
    # What lies over the table at first belongs to it if it stays: a sleeve, a cup.
    if not observation.motion.arms and (is_new or phase != AtRest(is_bare=True)):
        backgrounds = (*memory.backgrounds[-1:], observation.motion.picture)
        look = look.remember(backgrounds=backgrounds, phase=AtRest(is_bare=True))
    if not is_new:
        return look
    if not isinstance(look.memory.phase, AtRest):
        look = look.remember(phase=AtRest(is_bare=False))
    settlement = look.memory.settlement
    look = look.remember(
        settlement=Settlement(observation.motion, lying, was.left_over & lying, settlement.turned_up),
        motion=observation.motion.forget(),
    )
    return look.tell(table_event.Settled(look.state(settled=True)))


def _hands_revealed(look: Look) -> Look:
    """Tells which hands are turned up, if more tiles lie face up beside the layout than before."""
    observation, was = look.observation, look.memory.settlement
    turned_up = [tile for tile in look.new.loose if tile.tile in was.turned_up or is_surely_up(tile.reading)]
    now = frozenset(tile.tile for tile in turned_up)
    look = look.remember(settlement=replace(was, turned_up=now))
    if not now - was.turned_up or look.expected.lying.is_empty:
        return look
    last = look.last
    if last is not None and look.expected.is_misplay(last.tile):
        # It was the first tile of the hands that are turned up, and lies among them from the next reading on.
        look = look.remember(places=look.memory.places[:-1])
        look = look.tell(table_event.TakenBack(observation.time, last.tile))
    hands = hands_turned_up([tile.reading for tile in turned_up], observation.size, look.sides)
    return look.tell(table_event.HandsRevealed(observation.time, hands))


def conclude(look: Look) -> Look:
    """Says what the next readings may still decide, and shows the table as the record has it."""
    memory, reads = look.memory, look.observation.reads
    is_unclear = any(may_be_misread(look.expected, place) for place in memory.places)
    is_pending = (
        not look.is_settled
        or memory.boneyard.misses_a_tile
        or (memory.boneyard.is_new and reads < NEW_BONEYARD_FRAMES)
        or any(track.seen < STEADY_FRAMES for track in look.seen.fresh)
        or (is_unclear and any(tile.track.seen < DOUBTED_FRAMES for tile in look.new.loose))
        or (look.is_wavering and reads < WAVERING_FRAMES)
    )
    agrees = all(
        tile in look.expected.named or probability_of(track.reading, tile) > AGREES_PROBABILITY
        for tile, track in look.seen.seen.items()
    )
    return look.remember(outcome=Outcome(look.state(settled=look.is_settled), is_pending, agrees))


STAGES: tuple[Callable[[Look], Look], ...] = (
    update_places,
    take_away,
    reread,
    place_expected,
    find_new,
    play,
    doubt,
    settle,
    conclude,
)
