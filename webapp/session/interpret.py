"""What the camera saw, put as events of the record, or as questions where it cannot be told."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from muggins.scorer.events import Correct, Draw, Event, HandStarted, Play, Source, TakeBack
from muggins.scorer.game import Game
from muggins.scorer.hand import Hand
from muggins.scorer.layout import Layout, Placement
from muggins.scorer.tiles import Tile
from muggins.scorer.turns import events_before, next_setter, number_of_play, seated_at
from muggins.vision.tracking.events import Drawn, LayoutFound, Played, Reread, TakenBack

from .hand_end import concluded_end
from .questions import Ask, Choice


@dataclass(frozen=True)
class Interpretation:
    """What follows from something seen: what is to be recorded, and what is to be asked."""

    events: tuple[Event, ...] = ()
    ask: Ask | None = None


NOTHING = Interpretation()


def layout_of(game: Game) -> Layout:
    """What lies on the table by the record."""
    hand = hand_in_play(game)
    return hand.layout if hand else Layout()


def hand_in_play(game: Game) -> Hand | None:
    return None if game.hand is None or game.hand.is_over else game.hand


def hosts_for(game: Game, tile: Tile) -> list[Tile | None]:
    """What a tile can be played on; None alone before the set."""
    hand = hand_in_play(game)
    if hand is None or hand.layout.is_empty:
        return [None]
    return list(dict.fromkeys(end.tile for end in hand.open_ends if tile.has(end.pips)))


def play_of(game: Game, tile: Tile) -> Play | None:
    """The play of a tile of the hand."""
    hand = hand_in_play(game)
    return next((play for play in (hand.plays if hand else ()) if play.tile == tile), None)


def sight_of(
    game: Game, seen: Played | Reread | TakenBack | Drawn, is_cleared: bool = False, boneyard: int | None = None
) -> Interpretation:
    """What follows from one thing seen; the rest as for `played`."""
    if isinstance(seen, Played):
        return played(game, seen, is_cleared, boneyard)
    if isinstance(seen, Reread):
        return reread(game, seen)
    return taken_back(game, seen) if isinstance(seen, TakenBack) else drawn(game, seen)


def played(game: Game, seen: Played, is_cleared: bool, boneyard: int | None) -> Interpretation:
    """A tile laid on the table; `is_cleared`: the table was cleared since the last play.

    `boneyard` is how many tiles lie there face down, None where they cannot be seen.
    """
    if is_cleared and seen.on is None:
        ended = concluded_end(game, seen.time)
        after = game.apply(ended)
        if after.winner:  # what waited to be claimed was enough: this tile is another game's
            return Interpretation((ended,))
        events = as_played(after, seen, "camera", boneyard)
        return Interpretation((ended, *events.events), events.ask)
    layout, tile, host = layout_of(game), seen.tile, seen.on
    if tile in layout:
        if host is None or {tile, host} in [{one.tile, one.on} for one in layout.placements]:
            return NOTHING  # seen anew, as after a restart
        if host in layout:
            return Interpretation(
                ask=Ask("twice", f"{tile} seems to lie on the table twice.", (Choice("Leave it"),), tile)
            )
        # Who looks at a layout for the first time cannot know which of two tiles came first.
        seen = replace(seen, tile=host, on=tile, joins=seen.joins and seen.joins[::-1])
    return as_played(game, seen, "camera", boneyard)


def as_played(game: Game, seen: Played, by: Source, boneyard: int | None = None) -> Interpretation:
    """The play with all that it tells besides."""
    seated = seated_at(game, seen.side)
    second = round(seen.time, 3)
    before = _turn_taken(game, seated, second) or events_before(game, seated, second, boneyard)
    for event in before:
        game = game.apply(event)
    expected = game.hand.to_play if game.hand else None
    player = seated or expected or game.players[0]
    play = Play(player=player, tile=seen.tile, on=seen.on, joins=seen.joins, t=second, by=by)
    ask = None
    if expected not in (None, player):
        number = len(game.record) + 1
        choices = (
            Choice(f"{player}, out of turn"),
            Choice(str(expected), then=Correct(of=number, said=replace(play, player=expected))),
        )
        ask = Ask("turn", f"It was {expected}'s turn. Who played {seen.tile}?", choices)
    return Interpretation((*before, play), ask)


def _turn_taken(game: Game, player: str | None, t: float) -> list[Event]:
    """Where the record began in the middle of a hand: the first to play tells whose turn it was."""
    hand = hand_in_play(game)
    if hand is None or hand.plays or hand.layout.is_empty or player in (None, hand.to_play):
        return []
    number, began = _beginning(game)
    return [Correct(of=number, said=replace(began, setter=player), t=t, by="camera")]


def _beginning(game: Game) -> tuple[int, HandStarted]:
    """The event with which the hand began, and its number."""
    return next((step.number, step.event) for step in reversed(game.standing()) if isinstance(step.event, HandStarted))


def reread(game: Game, seen: Reread) -> Interpretation:
    """A tile that turned out to be another."""
    play = play_of(game, seen.was)
    if play is None:
        return NOTHING
    number = number_of_play(game, play)
    assert number is not None
    return Interpretation(
        (Correct(of=number, said=replace(play, tile=seen.tile, joins=None), t=seen.time, by="camera"),)
    )


def taken_back(game: Game, seen: TakenBack) -> Interpretation:
    """A tile that lies on the table no more."""
    play, hand = play_of(game, seen.tile), hand_in_play(game)
    if play is None or hand is None:
        return NOTHING
    if play == hand.plays[-1]:
        return Interpretation((TakeBack(t=seen.time, by="camera"),))
    number = number_of_play(game, play)
    assert number is not None
    choices = (Choice("It still lies there"), Choice("It was taken back", then=Correct(of=number, said=None)))
    return Interpretation(ask=Ask("gone", f"{seen.tile} cannot be seen any more.", choices, seen.tile))


def drawn(game: Game, seen: Drawn) -> Interpretation:
    """Tiles taken from the boneyard: by whoever's turn it is, where the rules let them draw."""
    hand, player = hand_in_play(game), seated_at(game, seen.side)
    if hand is None or hand.layout.is_empty or not hand.boneyard or player != hand.to_play or player is None:
        return NOTHING
    tiles = 1 if hand.rules.unable == "take-one" else min(seen.tiles, hand.boneyard)
    return Interpretation((Draw(player=player, tiles=tiles, t=round(seen.time, 3), by="camera"),))


def lay_there(game: Game, seen: LayoutFound, is_cleared: bool) -> list[Played] | Interpretation:
    """A layout that nobody was seen to lay: what is missing of it in the record, or the hand as it lies."""
    known = game.hand.layout if game.hand else Layout()
    seen = replace(seen, layout=as_named(game, seen.layout))
    tiles = seen.layout.tiles
    shared = [tile for tile in tiles if tile in known]
    hand = hand_in_play(game)
    if hand is not None and shared:
        return [Played(seen.time, one.tile, one.on, None, one.joins) for one in _missing(known, seen.layout)]
    if hand is not None and hand.layout.is_empty and not hand.plays:
        return [Played(seen.time, one.tile, one.on, None, one.joins) for one in seen.layout.placements]
    if game.hand is not None and game.hand.is_over and len(shared) == len(tiles):
        return NOTHING  # the hand that is over still lies there
    second = round(seen.time, 3)
    before = [] if hand is None else [concluded_end(game, second)]
    for event in before:
        game = game.apply(event)
    if game.winner:
        return Interpretation(tuple(before))
    setter = next_setter(game)
    began = HandStarted(setter=setter, layout=seen.layout, t=second, by="camera")
    number = len(game.record) + 1
    choices = tuple(
        Choice(player, then=Correct(of=number, said=replace(began, setter=player)) if player != setter else None)
        for player in game.players
    )
    text = f"{len(tiles)} tiles lie there already: they are taken as they lie. Whose turn is it?"
    return Interpretation((*before, began), Ask("turn", text, choices))


def as_named(game: Game, seen: Layout, names: Collection[Tile] | None = None) -> Layout:
    """A layout seen for the first time, with tiles that the table has named by hand under that name.

    Such a tile is read as another, as it was before: it lies against the same half of the same tile. `names` are
    those that may lie there unknown, if not all that the table has given.
    """
    known = layout_of(game)
    unseen = [tile for tile in (named_by_hand(game) if names is None else names) if tile in known and tile not in seen]
    for tile in unseen:
        taken_for = _taken_for(game, tile, known, seen)
        if taken_for is not None:
            placements = [
                Placement(*(tile if one == taken_for else one for one in (placed.tile, placed.on)))
                if taken_for in (placed.tile, placed.on)
                else placed
                for placed in seen.placements
            ]
            # What lies against another half of it may not fit the name: then it is another tile after all.
            with suppress(ValueError):
                seen = Layout(tuple(placements))
    return seen


def _taken_for(game: Game, tile: Tile, known: Layout, seen: Layout) -> Tile | None:
    """Which tile unknown to the record lies where a tile does that is not seen; None where none surely is that."""
    if len(known.tiles) == len(seen.tiles) == 1:
        return seen.tiles[0]
    found: list[Tile] = []
    for host, half in (place for one, place in _places(known) if one == tile):
        there = [one for one, place in _places(seen) if place == (host, half) and one not in known]
        missing = {one for one, place in _places(known) if place == (host, half) and one not in seen}
        # Against a double several tiles may lie: it is the only one missing there, or read as it was before.
        misread = [one for one in there if one in _read_before(game, tile)]
        found += misread if misread or len(missing) > 1 else there
    return found[0] if len(set(found)) == 1 else None


def _read_before(game: Game, tile: Tile) -> set[Tile]:
    """What a tile of the hand was taken for until the table named it."""
    play = play_of(game, tile)
    number = number_of_play(game, play) if play is not None else None
    said = [event.said if isinstance(event, Correct) and event.of == number else None for event in game.record]
    told = [game.record[number - 1], *said] if number is not None else []
    return {event.tile for event in told if isinstance(event, Play)}


def named_by_hand(game: Game) -> tuple[Tile, ...]:
    """The tiles on the table of which somebody there has said that they lie there, in the order of play."""
    said = (event.said if isinstance(event, Correct) else event for event in game.record if _is_by_table(event))
    named = {event.tile for event in said if isinstance(event, Play)}
    return tuple(tile for tile in layout_of(game).tiles if tile in named)


def _is_by_table(event: Event) -> bool:
    return getattr(event, "by", None) == "table"


def _places(layout: Layout) -> list[tuple[Tile, tuple[Tile, int]]]:
    """Every tile with each neighbour and the half of it that it lies against."""
    joined = [(one.tile, one.on, one.joined) for one in layout.placements if one.on is not None]
    return [(tile, (on, half)) for tile, on, (_, half) in joined] + [
        (on, (tile, half)) for tile, on, (half, _) in joined
    ]


def _missing(known: Layout, seen: Layout) -> Sequence[Placement]:
    """The tiles that were seen and are not known, each after its host, from the known ones outwards."""
    joined = [(one.tile, one.on, one.joins) for one in seen.placements if one.on is not None]
    reached, missing = [tile for tile in seen.tiles if tile in known], []
    for host in reached:
        for tile, on, joins in joined:
            if on == host and tile not in reached:
                missing.append(Placement(tile, host, joins))
                reached.append(tile)
            elif tile == host and on is not None and on not in reached:
                missing.append(Placement(on, host, joins and joins[::-1]))
                reached.append(on)
    return missing
