"""A session before a camera that a test scripts in players' words."""

import numpy as np

from muggins.scorer.layout import Layout, Placement
from muggins.scorer.tiles import Tile
from muggins.vision.tracking import events as table_events
from muggins.vision.types import Detection, Doubt, TableState


class WatchedTable:
    """A session and a camera that sees one thing a second."""

    def __init__(self, session):
        self.session = session
        self.time = 0.0

    def see(self, *events):
        """Report events, each a second after the one before.

        "5-3>5-5 top" (played, with the side of the arm), "5-3>5-5 top 1.0 bottom 0.4" (with the arms weighed),
        "5-3>5-5 unwatched" (found there),
        "gone 5-3", "5-3 is 5-2", "cleared", "bumped", "rests",
        "lies 5-5, 5-3>5-5", "up top 5-1 3-0, left 4-4" (hands revealed), "drawn 2 top", "12 face down".
        """
        for text in events:
            self.time += 1.0
            self.session.on_table_event(self._table_event(text))

    def _table_event(self, text):
        words = text.split()
        if words[0] == "gone":
            return table_events.TakenBack(self.time, Tile.parse(words[1]))
        if words[0] == "cleared":
            return table_events.Cleared(self.time)
        if words[0] == "bumped":
            return table_events.CameraMoved(self.time)
        if words[0] == "rests" or text.endswith("face down"):
            facedown = [Detection(np.array([[0, 0], [1, 0], [1, 2], [0, 2]]), "facedown")] * int(
                words[0] if words[0].isdigit() else 0
            )
            return table_events.Settled(TableState(self.time, (), Layout(), (), (), tuple(facedown)))
        if words[0] == "lies":
            return table_events.LayoutFound(self.time, Layout.parse(text.removeprefix("lies")))
        if words[0] == "up":
            hands = (hand.split() for hand in text.removeprefix("up").split(","))
            return table_events.HandsRevealed(
                self.time, {side: tuple(map(Tile.parse, tiles)) for side, *tiles in hands}
            )
        if words[0] == "drawn":
            return table_events.Drawn(self.time, int(words[1]), words[2])
        if words[1:2] == ["is"]:
            return table_events.Reread(self.time, Tile.parse(words[0]), Tile.parse(words[2]))
        placement = Placement.parse(words[0])
        arms = {side: float(weight) for side, weight in zip(words[1::2], words[2::2], strict=False)}
        if words[1:] == ["unwatched"]:
            where = self.time, placement.tile, placement.on
            return table_events.Played(*where, joins=placement.joins, is_unwatched=True)
        side = words[1] if len(words) > 1 else None
        return table_events.Played(self.time, placement.tile, placement.on, side, placement.joins, arms)

    def doubt(self, kind, tile, *likely):
        self.time += 1.0
        tiles = tuple((Tile.parse(each), 0.4) for each in likely)
        self.session.on_table_event(
            table_events.DoubtRaised(self.time, Doubt(kind, f"{tile}?", Tile.parse(tile), tiles))
        )

    @property
    def game(self):
        return self.session.snapshot.game

    @property
    def asked(self):
        return [
            (question.kind, [str(choice.text) for choice in question.choices])
            for question in self.session.snapshot.questions
        ]

    @property
    def lines(self):
        """The events that stand in the record: "Ann 5-5 = 10 (2)", "Bob passes (concluded)"."""
        return [_short(step.event, step.outcome) for step in self.game.standing()[1:]]

    def answer(self, choice, question=-1):
        return self.session.answer(self.session.snapshot.questions[question].id, choice)


def _short(event, outcome):
    kind = type(event).__name__
    inferred = " (concluded)" if getattr(event, "inferred", False) else ""
    if kind == "Play":
        points = f" ({outcome.points})" if outcome.points else ""
        fault = f" {outcome.fault}" if outcome.fault else ""
        return f"{event.player} {event.placement} = {outcome.count}{points}{fault}"
    if kind == "HandStarted":
        return f"{event.setter} sets"
    if kind == "HandEnd":
        return f"hand to {outcome.hand_winner}"
    what = {"Pass": "passes", "Draw": "draws", "Claim": "claims", "Muggins": "calls"}[kind]
    number = getattr(event, "tiles", None) or getattr(event, "points", None)
    return f"{event.player} {what}{f' {number}' if number else ''}{inferred}"
