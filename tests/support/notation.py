"""Games in players' words: text to events, events to a game."""

from muggins.scorer.events import GameStarted
from muggins.scorer.game import Game
from muggins.scorer.notation import event_of


def game_of(start, *events):
    """The game after its start and events, as text or as they are."""
    game = Game().apply(start)
    for event in events:
        game = game.apply(event_of(event) if isinstance(event, str) else event)
    return game


def start_of(rules="five-up", players="Ann Bob", **options):
    """The start of a game; `players` sit clockwise, in one text unless a name has a blank."""
    return GameStarted(rules=rules, players=tuple(players.split() if isinstance(players, str) else players), **options)
