"""The rules of fives-family dominoes: tiles, layouts, rule sets, and games folded from the record of their events."""

from .drawing import draw_layout, draw_tile
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
    TakeBack,
)
from .game import Game, replay
from .hand import Hand
from .layout import Layout, OpenEnd, Placement
from .record import event_to_json, parse_event, read_record
from .rulesets import RuleSet, load_ruleset, ruleset_names
from .scoresheet import scoresheet_csv, scoresheet_html, scoresheet_text
from .summary import Summary, summarise
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
    "RuleSet",
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
