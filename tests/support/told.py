"""Tables told in players' words: events, tiles as they are read, and a camera that sees one thing a second."""

import numpy as np

from muggins.scorer.events import Claim, Draw, GameStarted, HandEnd, HandStarted, Muggins, Pass, Play, TakeBack
from muggins.scorer.game import Game
from muggins.scorer.layout import Layout, Placement
from muggins.scorer.tiles import Tile
from muggins.vision.geometry.quads import half_centres
from muggins.vision.tracking import events as happenings
from muggins.vision.types import Detection, Doubt, TableState, TileReading


def event_of(text):
    """Text such as "Ann sets", "Ann 5-3>5-5", "Ann passes", "Ann draws 2", "Ann claims 3", "left Ann: 5-1, Bob: ?"."""
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


def game_of(start, *told):
    """The game after its start and events told as text or as they are."""
    game = Game().apply(start)
    for event in told:
        game = game.apply(event_of(event) if isinstance(event, str) else event)
    return game


def last(game):
    """What the newest event of a game came to."""
    return game.outcomes[-1]


def start_of(rules="five-up", players="Ann Bob", **options):
    """The start of a game; `players` clockwise."""
    return GameStarted(rules=rules, players=tuple(players.split()), **options)


def tiles_seen(text, elevation=60.0, turn=20.0, noise=0.0, rng=None, sure=0.99):
    """Readings of tiles such as "4-6: 0 0 90, 6-1: 0 2.05 90": halves, place in tile widths, and where the second lies.

    The camera stands `elevation` degrees above the table and `turn` degrees around it; corners stray by `noise` tile
    lengths, and every half is read right with probability `sure`.
    """
    tilt, around = np.radians(elevation), np.radians(turn)
    ahead = -np.array([np.cos(tilt) * np.cos(around), np.cos(tilt) * np.sin(around), np.sin(tilt)])
    right = np.array([-np.sin(around), np.cos(around), 0.0])
    rotation = np.stack([right, np.cross(ahead, right), ahead])
    readings = []
    for one in text.split(","):
        name, _, place = one.strip().partition(":")
        x, y, degrees = map(float, place.split())
        along = np.array([np.cos(np.radians(degrees)), np.sin(np.radians(degrees))])
        across = np.array([-along[1], along[0]]) / 2
        flat = np.array([x, y]) + np.array([across - along, -across - along, along - across, along + across])
        solid = np.concatenate([flat, np.zeros((4, 1))], axis=1) @ rotation.T + [0, 0, 40]
        corners = 640 + 2400 * solid[:, :2] / solid[:, 2:]
        if rng is not None:
            corners += rng.normal(0, noise * np.linalg.norm(corners[3] - corners[0]), (4, 2))
        halves = [int(half) for half in name.split("-")]
        first, _, third, _ = corners
        one_way, other_way = third - first, corners[3] - corners[1]
        if one_way[0] * other_way[1] < one_way[1] * other_way[0]:
            corners = corners[[1, 0, 3, 2]]
        kinds = max(7, max(halves) + 1)
        pips = np.full((2, kinds), (1 - sure) / (kinds - 1))
        pips[[0, 1], halves] = sure
        readings.append(TileReading(corners, half_centres(corners), pips))
    return readings


class Watched:
    """A live table and a camera that sees one thing a second."""

    def __init__(self, live):
        self.live = live
        self.time = 0.0

    def see(self, *sights):
        """ "5-3>5-5 top" (played, with the side of the arm), "gone 5-3", "5-3 is 5-2", "cleared", "bumped", "rests".

        "lies 5-5, 5-3>5-5", "up top 5-1 3-0, left 4-4" (hands turned up), "drawn 2 top", "12 face down".
        """
        for sight in sights:
            self.time += 1.0
            self.live.on_table_event(self._happening(sight))

    def _happening(self, sight):
        words = sight.split()
        if words[0] == "gone":
            return happenings.TakenBack(self.time, Tile.parse(words[1]))
        if words[0] == "cleared":
            return happenings.Cleared(self.time)
        if words[0] == "bumped":
            return happenings.CameraMoved(self.time)
        if words[0] == "rests" or sight.endswith("face down"):
            facedown = [Detection(np.array([[0, 0], [1, 0], [1, 2], [0, 2]]), "facedown")] * int(
                words[0] if words[0].isdigit() else 0
            )
            return happenings.Settled(TableState(self.time, (), Layout(), (), (), tuple(facedown)))
        if words[0] == "lies":
            return happenings.LayoutFound(self.time, Layout.parse(sight.removeprefix("lies")))
        if words[0] == "up":
            hands = (hand.split() for hand in sight.removeprefix("up").split(","))
            return happenings.HandsRevealed(self.time, {side: tuple(map(Tile.parse, tiles)) for side, *tiles in hands})
        if words[0] == "drawn":
            return happenings.Drawn(self.time, int(words[1]), words[2])
        if words[1:2] == ["is"]:
            return happenings.Reread(self.time, Tile.parse(words[0]), Tile.parse(words[2]))
        placement = Placement.parse(words[0])
        return happenings.Played(self.time, placement.tile, placement.on, words[1] if len(words) > 1 else None)

    def doubt(self, kind, tile, *likely):
        self.time += 1.0
        tiles = tuple((Tile.parse(each), 0.4) for each in likely)
        self.live.on_table_event(happenings.DoubtRaised(self.time, Doubt(kind, f"{tile}?", Tile.parse(tile), tiles)))

    @property
    def game(self):
        return self.live.snapshot.game

    @property
    def asked(self):
        return [(one.kind, [choice.text for choice in one.choices]) for one in self.live.snapshot.questions]

    @property
    def lines(self):
        """What stands in the record: "Ann 5-5 = 10 (2)", "Bob passes (concluded)"."""
        return [_short(step.event, step.outcome) for step in self.game.standing()[1:]]

    def answer(self, choice, question=-1):
        return self.live.answer(self.live.snapshot.questions[question].id, choice)


def _short(event, outcome):
    kind = type(event).__name__
    concluded = " (concluded)" if getattr(event, "inferred", False) else ""
    if kind == "Play":
        placement = Placement(event.tile, event.on, event.joins)
        points = f" ({outcome.points})" if outcome.points else ""
        fault = f" {outcome.fault}" if outcome.fault else ""
        return f"{event.player} {placement} = {outcome.count}{points}{fault}"
    if kind == "HandStarted":
        return f"{event.setter} sets"
    if kind == "HandEnd":
        return f"hand to {outcome.hand_winner}"
    what = {"Pass": "passes", "Draw": "draws", "Claim": "claims", "Muggins": "calls"}[kind]
    number = getattr(event, "tiles", None) or getattr(event, "points", None)
    return f"{event.player} {what}{f' {number}' if number else ''}{concluded}"
