"""Games in players' words: text to events, events to a game."""

from muggins.scorer.events import (
    Claim,
    Correct,
    Draw,
    GameStarted,
    HandEnd,
    HandStarted,
    Muggins,
    Pass,
    Play,
    RoundHand,
    Score,
    TakeBack,
)
from muggins.scorer.game import Game
from muggins.scorer.layout import Layout, Placement
from muggins.scorer.tiles import Tile


def event_of(text):
    """The event of "Ann sets", "Ann 5-3>5-5", "Ann passes", "Ann draws 2", "Ann claims 3", "left Ann: 5-1, Bob: ?".

    Also of "Ann pegs -3", "take back", "event 4 is Bob passes", "event 4 is struck", "Ann sets on 6-4, 6-1>6-4",
    "Ann sets drawn Bob 6", "Ann sets exposed", "Ann 5-5 exposed", "Ann draws 1 able", and, in a game of rounds, of
    "Ann holds 6-4 3-0", "Ann holds 34 points", "Ann holds nothing".
    """
    if text == "take back":
        return TakeBack()
    if text.startswith("event "):
        number, _, said = text.removeprefix("event ").partition(" is ")
        return Correct(int(number), None if said == "struck" else event_of(said))
    if text.startswith("left "):
        hands = (hand.partition(":") for hand in text.removeprefix("left ").split(","))
        left = {name.strip(): tiles.split() for name, _, tiles in hands}
        return HandEnd({name: _tiles(hand) if hand != ["?"] else None for name, hand in left.items()})
    player, what, *rest = text.split()
    if what == "sets":
        return _hand_of(player, rest)
    if what == "holds":
        if rest[-1] == "points":
            return RoundHand(player, points=int(rest[0]))
        return RoundHand(player, () if rest == ["nothing"] else _tiles(rest))
    if what == "draws":
        return Draw(player, int(rest[0]), able="able" in rest)
    if what in (numbered := {"claims": Claim, "pegs": Score}):
        return numbered[what](player, int(rest[0]))
    if what in (bare := {"passes": Pass, "calls": Muggins}):
        return bare[what](player)
    placement = Placement.parse(what)
    return Play(player, placement.tile, placement.on, placement.joins, exposed="exposed" in rest)


def _tiles(texts):
    return tuple(map(Tile.parse, texts))


def _hand_of(setter, rest):
    """The start of a hand, from the words after "Ann sets"."""
    match rest:
        case ["on", *layout]:
            return HandStarted(setter, layout=Layout.parse(" ".join(layout)))
        case ["drawn", player, number]:
            return HandStarted(setter, drawn={player: int(number)})
    return HandStarted(setter, exposed=rest == ["exposed"])


def game_of(start, *events):
    """The game after its start and events, as text or as they are."""
    game = Game().apply(start)
    for event in events:
        game = game.apply(event_of(event) if isinstance(event, str) else event)
    return game


def start_of(rules="five-up", players="Ann Bob", **options):
    """The start of a game; `players` sit clockwise."""
    return GameStarted(rules=rules, players=tuple(players.split()), **options)
