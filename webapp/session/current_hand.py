"""What the record says about the hand in play."""

from __future__ import annotations

from dataclasses import replace

from muggins.scorer.events import Correct, Event, HandStarted, Play
from muggins.scorer.game import Game
from muggins.scorer.record import replaced_events
from muggins.scorer.tiles import Tile
from muggins.scorer.turns import number_of_play
from muggins.vision.tracking.expected import Expected, with_other_name


def expected_of(game: Game) -> Expected:
    """What lies on the table by the record."""
    hands = sum(isinstance(step.event, HandStarted) for step in game.standing())
    if game.hand_in_play is None:
        return Expected(hand=hands)
    by_people = [(number, event) for number, event in enumerate(game.record, 1) if event.is_by_person]
    statements = (
        event.said if isinstance(event, Correct) else event
        for number, event in by_people
        if not (isinstance(event, Correct) and _is_about_order(game, number, event.said))
    )
    named = {statement.tile for statement in statements if isinstance(statement, Play)}
    named.update(*(_renamed_tiles(game, number, event) for number, event in by_people))
    return Expected(game.layout, hands, {tile: _names(game, tile) for tile in game.layout.tiles if tile in named})


def _is_about_order(game: Game, number: int, said: Event | None) -> bool:
    """Whether a correction only says in which order tiles were laid that nobody saw; it names none of them."""
    if not isinstance(said, Play) or not said.unseen:
        return False
    was = replaced_events(game.record)[number]
    if not isinstance(was, Play) or was.tile == said.tile:
        return isinstance(was, Play) and was.unseen != said.unseen
    return any(isinstance(event, Play) and event.tile == said.tile for event in game.record[: number - 1])


def _renamed_tiles(game: Game, number: int, event: Event) -> set[Tile]:
    """The tiles to which an event corrects those of a layout that was taken as it lay."""
    was, said = replaced_events(game.record).get(number), event.said if isinstance(event, Correct) else None
    if not isinstance(was, HandStarted) or not isinstance(said, HandStarted) or not was.layout or not said.layout:
        return set()
    return {*said.layout.tiles} - {*was.layout.tiles}


def _names(game: Game, tile: Tile) -> frozenset[Tile]:
    """All names that the record ever gave a tile of the hand."""
    found = find_play(game, tile)
    if found is None:
        return frozenset()
    number, _ = found
    corrections = [event.said for event in game.record if isinstance(event, Correct) and event.of == number]
    said = (game.record[number - 1], *corrections)
    names = {event.tile for event in said if isinstance(event, Play)}
    # Where people said in which order tiles were laid, several had the place of this one in the record.
    return frozenset(name for name in names if name == tile or name not in game.layout)


def hosts_for(game: Game, tile: Tile) -> list[Tile | None]:
    """The tiles that `tile` can be played on; [None] where it would be the set."""
    hand = game.hand_in_play
    if hand is None:
        return [None]
    return list(dict.fromkeys(laid.on for laid in hand.layout.plays_of(tile, hand.rules)))


def renamed_in_layout(game: Game, was: Tile, tile: Tile) -> tuple[int, HandStarted] | None:
    """The start of the hand in play, after its number, with a tile of the layout that was taken as it lay renamed.

    None where it was not in that layout.
    """
    starts = [step for step in game.standing() if isinstance(step.event, HandStarted)]
    if game.hand_in_play is None or not starts:
        return None
    number, started = starts[-1].number, starts[-1].event
    assert isinstance(started, HandStarted)
    if started.layout is None or was not in started.layout:
        return None
    return number, replace(started, layout=with_other_name(started.layout, was, tile))


def find_play(game: Game, tile: Tile) -> tuple[int, Play] | None:
    """The play of `tile` in the hand in play, after its number in the record; None where it was not played."""
    hand = game.hand_in_play
    play = next((play for play in (hand.plays if hand else ()) if play.tile == tile), None)
    number = number_of_play(game, play) if play is not None else None
    return None if play is None or number is None else (number, play)
