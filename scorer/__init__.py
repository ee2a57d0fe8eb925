"""The rules of the fives family of dominoes: tiles, layouts, rule sets, and games computed from a record of events.

The core imports only the standard library and `rules`. `reports` imports the core.

>>> from muggins.scorer import Claim, Game, GameStarted, HandStarted, Layout, Muggins, Play, Tile
>>> table = Layout.parse("5-5, 5-3>5-5, 5-0>5-5, 5-4>5-5")
>>> table.count()
7
>>> table.open_pips()
[0, 3, 4, 5]

A game is an immutable value. Applying an event gives a new game:

>>> game = Game().apply(GameStarted("five-up", ("Ann", "Bob"), claims="call")).apply(HandStarted("Ann"))
>>> game = game.apply(Play("Ann", Tile(5, 5)))
>>> game.hand.count, game.hand.unclaimed, game.hand.to_play
(10, ('Ann', 2), 'Bob')
>>> game.apply(Claim("Ann", 2)).scores
{'Ann': 2, 'Bob': 0}
>>> game.apply(Claim("Ann", 10)).last.outcome.fault
'wrong-claim'
>>> game.apply(Muggins("Bob")).scores
{'Ann': 0, 'Bob': 2}
>>> game.apply(Play("Bob", Tile(5, 5)))
Traceback (most recent call last):
muggins.scorer.events.RecordError: 5-5 lies on the table already, and a set holds each tile once
>>> game.scores
{'Ann': 0, 'Bob': 0}
"""

from .events import (
    Claim,
    Correct,
    Draw,
    Event,
    GameStarted,
    HandEnd,
    HandStarted,
    Muggins,
    Pass,
    Play,
    RecordError,
    RoundHand,
    Score,
    TakeBack,
)
from .game import Game, replay
from .hand import Hand
from .layout import Layout, OpenEnd, Placement
from .record import event_to_json, parse_event, read_record
from .reports.scoresheet import scoresheet_csv, scoresheet_html, scoresheet_text
from .reports.summary import Summary, summarise
from .reports.svg import draw_layout, draw_tile
from .rules.rulesets import RuleSet, load_ruleset, ruleset_names
from .tiles import Tile, full_set

__all__ = [
    "Claim",
    "Correct",
    "Draw",
    "Event",
    "Game",
    "GameStarted",
    "Hand",
    "HandEnd",
    "HandStarted",
    "Layout",
    "Muggins",
    "OpenEnd",
    "Pass",
    "Placement",
    "Play",
    "RecordError",
    "RoundHand",
    "RuleSet",
    "Score",
    "Summary",
    "TakeBack",
    "Tile",
    "draw_layout",
    "draw_tile",
    "event_to_json",
    "full_set",
    "load_ruleset",
    "parse_event",
    "read_record",
    "replay",
    "ruleset_names",
    "scoresheet_csv",
    "scoresheet_html",
    "scoresheet_text",
    "summarise",
]
