"""What the club calls things."""

import pytest

from muggins.scorer import Game, HandStarted, Layout, Tile
from muggins.scorer.reports.table_talk import nickname, table_talk


@pytest.fixture
def said(tell, start):
    """What is said after the last of some events."""

    def talk(*told, **options):
        game = Game().apply(start("club", **options))
        for event in told:
            game = game.apply(tell(event) if isinstance(event, str) else event)
        return table_talk(game)

    return talk


@pytest.mark.parametrize(
    ("tile", "name"),
    [
        ("5-5", "crown jewels"),
        ("6-6", "Harry Belly"),
        ("1-1", "snake eyes"),
        ("2-2", "double deuce"),
        ("0-0", "double blank"),
        ("6-1", "nugget"),
        ("5-3", "dancing girl"),
        ("6-4", None),
    ],
)
def test_what_the_club_calls_a_tile(tile, name):
    assert nickname(Tile.parse(tile)) == name


def test_a_bankers_set_cannot_be_scored_upon(said):
    assert said("Ann sets", "Ann 3-2") == ("banker's set",)
    assert said("Ann sets", "Ann 6-3", "Bob 3-2>6-3") == ()


def test_to_follow_is_a_score_right_after_a_score(said):
    assert said("Ann sets", "Ann 5-5", "Bob 5-0>5-5") == ("dancing girl", "to follow")
    assert said("Ann sets", "Ann 6-4", "Bob 4-1>6-4", "Ann 6-1>6-4") == ("nugget",)


def test_a_score_that_has_to_be_claimed_is_not_given_away(said):
    told = "Ann sets", "Ann 6-4", "Ann claims 2", "Bob 6-1>6-4"
    assert said(*told, claims="call") == ("nugget",)
    assert said(*told, "Bob claims 2", claims="call") == ()
    assert said(*told, "Bob claims 1", claims="call") == ("to follow",)
    assert said(*told, claims="auto") == ("nugget", "to follow")


def test_a_lighthouse_is_a_double_set_with_no_tile_to_follow_it(said):
    assert said("Ann sets", "Ann 3-3", "Bob 5-3>3-3", "left Ann: 5-1, Bob:") == ("lighthouse",)
    assert said("Ann sets", "Ann 3-3", "Bob 5-3>3-3", "left Ann: 3-1, Bob:") == ()
    assert said("Ann sets", "Ann 6-3", "Bob 5-3>6-3", "left Ann: 5-1, Bob:") == ()
    drew = "Ann sets", "Ann 3-3", "Bob 5-3>3-3", "Ann draws 1", "Ann 5-4>5-3", "left Ann: 5-1, Bob:"
    assert said(*drew) == ()


def test_a_skunk_is_announced(said):
    assert said("Ann sets", "Ann 6-4", "left Ann:, Bob: 1-0", target=2) == ("skunked",)


def test_tiles_that_are_not_told_show_no_lighthouse(said):
    assert said("Ann sets", "Ann 3-3", "Bob 5-3>3-3", "left Ann: ?, Bob:") == ()


def test_of_a_hand_that_was_not_seen_from_its_set_no_lighthouse_is_told(said):
    begun = HandStarted("Ann", layout=Layout.parse("3-3"))
    assert said(begun, "left Ann: 5-1, Bob: 1-0") == said(begun, "Ann 5-3>3-3", "left Ann: 5-1, Bob: 1-0") == ()


def test_nothing_is_said_of_nothing(said, start):
    assert table_talk(Game()) == said() == said("Ann sets") == ()
