"""Events and games as text: what is written can be read again, and what cannot be read says where it is wrong."""

import pytest

from muggins.scorer import (
    Claim,
    Correct,
    Draw,
    Game,
    GameStarted,
    HandEnd,
    HandStarted,
    Layout,
    Muggins,
    Pass,
    Play,
    RoundHand,
    Score,
    TakeBack,
    Tile,
)
from muggins.scorer.errors import NotationError
from muggins.scorer.notation import event_of, notation_of
from muggins.scorer.random_games import random_game

SIX_FOUR, SIX_ONE, FIVES = map(Tile.parse, ("6-4", "6-1", "5-5"))
WORDS = {
    "game five-up Ann Bob": GameStarted("five-up", ("Ann", "Bob")),
    "game five-up Ann Bob claims=call target=100 set=9 spinner=none": GameStarted(
        "five-up", ("Ann", "Bob"), claims="call", target=100, set=9, options={"spinner": "none"}
    ),
    "Ann sets": HandStarted("Ann"),
    "Ann sets exposed drawn Bob 6 Cem 4 on 6-4, 6-1>6-4": HandStarted(
        "Ann", {"Bob": 6, "Cem": 4}, True, Layout.parse("6-4, 6-1>6-4")
    ),
    "Ann 5-5": Play("Ann", FIVES),
    "Ann 6-1>6-4 exposed": Play("Ann", SIX_ONE, SIX_FOUR, exposed=True),
    "Ann 6-1>5-5:6/5 at 12.5 by seat Ann": Play("Ann", SIX_ONE, FIVES, (6, 5), t=12.5, by="seat Ann"),
    "Ann claims 3": Claim("Ann", 3),
    "Ann calls Muggins": Muggins("Ann"),
    "Ann pegs -3": Score("Ann", -3),
    "Ann draws 2 able inferred": Draw("Ann", 2, able=True, inferred=True),
    "Ann passes inferred at 3.0": Pass("Ann", inferred=True, t=3.0),
    "take back by host": TakeBack(by="host"),
    "event 4 is struck": Correct(4, None),
    "event 4 is Bob 6-1>6-4": Correct(4, Play("Bob", SIX_ONE, SIX_FOUR)),
    "left Ann: 5-5 6-1, Bob:, Cem: ?": HandEnd({"Ann": (FIVES, SIX_ONE), "Bob": (), "Cem": None}),
    "Ann holds 6-4 6-1": RoundHand("Ann", (SIX_FOUR, SIX_ONE)),
    "Ann holds 34 points": RoundHand("Ann", points=34),
    "Ann holds nothing": RoundHand("Ann", ()),
}
IN_JSON = (
    GameStarted("five-up", ("Ann", "Bob"), seats={"Ann": "bottom"}),
    GameStarted("five-up", ("Ann", "Bob"), options={"target": "100"}),
    Pass("Ann Lee"),
    Pass('Ann "the; tile"'),
    Correct(4, Pass("Bob", t=3.0)),
    HandEnd({"Ann, Bob": ()}),
)
"""Events that words cannot hold."""


@pytest.mark.parametrize("words", WORDS)
def test_words_are_an_event_and_the_event_is_written_in_these_words(words):
    assert event_of(words) == WORDS[words]
    assert notation_of(WORDS[words]) == words


@pytest.mark.parametrize("event", IN_JSON)
def test_what_words_cannot_hold_is_written_as_json(event):
    assert "{" in notation_of(event)
    assert event_of(notation_of(event)) == event


@pytest.mark.parametrize(
    ("rules", "players"), [("five-up", "Ann Bob"), ("knock-out", "Ann"), ("mexican-train", "Ann Bob Cem")]
)
def test_a_game_can_be_pasted_back(rules, players):
    game = random_game(GameStarted(rules, tuple(players.split()), seats={"Ann": "top"}), seed=5)
    assert eval(repr(game), {"Game": Game}) == game


@pytest.mark.parametrize(
    ("read", "text", "position"),
    [
        (Tile.parse, " 6-x", 1),
        (Layout.parse, "6-4, 6-1>6x4", 9),
        (Layout.parse, "6-4, 6-1>6-4, 6-4>6-1", 14),
        (Layout.parse, "6-4, 6-1>6-4:6", 13),
        (event_of, "Ann 6-1>6-x", 8),
        (event_of, "left Ann: 6-4, Bob: 6-6 x", 24),
        (event_of, "Ann flies", 0),
        (event_of, "Ann draws 1 at 1.2.3", 0),
        (event_of, "event 4 is Bob 6-", 15),
        (Game.parse, "game five-up Ann Bob; Ann sets; Ann 5-5>", 40),
    ],
)
def test_what_cannot_be_read_says_where_it_is_wrong(read, text, position):
    with pytest.raises(NotationError) as refusal:
        read(text)
    assert (refusal.value.text, refusal.value.position) == (text, position)
