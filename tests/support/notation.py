"""Games in players' words: text to events, events to a game."""

from muggins.scorer.events import Claim, Draw, GameStarted, HandEnd, HandStarted, Muggins, Pass, Play, TakeBack
from muggins.scorer.game import Game
from muggins.scorer.layout import Placement
from muggins.scorer.tiles import Tile


def event_of(text):
    """The event of "Ann sets", "Ann 5-3>5-5", "Ann passes", "Ann draws 2", "Ann claims 3", "left Ann: 5-1, Bob: ?"."""
    if text == "take back":
        return TakeBack()
    if text.startswith("left "):
        hands = (hand.partition(":") for hand in text.removeprefix("left ").split(","))
        left = {name.strip(): tiles.split() for name, _, tiles in hands}
        return HandEnd({name: tuple(map(Tile.parse, hand)) if hand != ["?"] else None for name, hand in left.items()})
    player, what, *rest = text.split()
    if what == "draws":
        return Draw(player=player, tiles=int(rest[0]))
    if what == "claims":
        return Claim(player=player, points=int(rest[0]))
    kinds = {"passes": Pass, "calls": Muggins}
    if what in kinds:
        return kinds[what](player=player)
    if what == "sets":
        return HandStarted(setter=player)
    placement = Placement.parse(what)
    return Play(player=player, tile=placement.tile, on=placement.on, joins=placement.joins)


def game_of(start, *events):
    """The game after its start and events, as text or as they are."""
    game = Game().apply(start)
    for event in events:
        game = game.apply(event_of(event) if isinstance(event, str) else event)
    return game


def last(game):
    """The outcome of the newest event of a game."""
    return game.outcomes[-1]


def start_of(rules="five-up", players="Ann Bob", **options):
    """The start of a game; `players` sit clockwise."""
    return GameStarted(rules=rules, players=tuple(players.split()), **options)
