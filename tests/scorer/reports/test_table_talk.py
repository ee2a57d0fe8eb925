"""Table talk: the words of the club for tiles, sets and scores."""

import pytest

from muggins.scorer import Game, HandStarted, Layout, Tile
from muggins.scorer.reports.table_talk import nickname, table_talk


@pytest.fixture
def said(tell, start):
    """Makes the table talk after the last of some events."""

    def talk(*events, **options):
        game = Game().apply(start("club", **options))
        for event in events:
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
def test_the_club_has_names_for_tiles(tile, name):
    assert nickname(Tile.parse(tile)) == name


def test_three_two_as_the_set_is_a_bankers_set(said):
    assert said("Ann sets", "Ann 3-2") == ("banker's set",)
    assert said("Ann sets", "Ann 6-3", "Bob 3-2>6-3") == ()


def test_to_follow_is_a_score_right_after_a_score(said):
    assert said("Ann sets", "Ann 5-5", "Bob 5-0>5-5") == ("dancing girl", "to follow", "follow tile")
    assert said("Ann sets", "Ann 6-4", "Bob 4-1>6-4", "Ann 6-1>6-4") == ("nugget",)


def test_to_follow_waits_for_the_claim(said):
    events = "Ann sets", "Ann 6-4", "Ann claims 2", "Bob 6-1>6-4"
    assert said(*events, claims="call") == ("nugget",)
    assert said(*events, "Bob claims 2", claims="call") == ()
    assert said(*events, "Bob claims 1", claims="call") == ("to follow", "follow tile")
    assert said(*events, claims="auto") == ("nugget", "to follow", "follow tile")


def test_the_follow_tile_is_the_only_one_that_could_score(said):
    assert said("Ann sets", "Ann 5-5", "Bob 5-0>5-5") == ("dancing girl", "to follow", "follow tile")
    assert said("Ann sets", "Ann 5-0", "Bob 5-5>5-0") == ("crown jewels", "to follow")  # 0-0 would score too


def test_crossing_the_t_is_playing_on_the_second_side_of_a_double(said):
    assert said("Ann sets", "Ann 6-6", "Bob 6-4>6-6") == ()
    assert said("Ann sets", "Ann 6-6", "Bob 6-4>6-6", "Ann 6-3>6-6") == ("crossing the T",)
    assert said("Ann sets", "Ann 6-4", "Bob 6-6>6-4", "Ann 6-3>6-6") == ("crossing the T",)
    assert said("Ann sets", "Ann 6-6", "Bob 6-4>6-6", "Ann 6-3>6-6", "Bob 6-2>6-6") == ()


def test_a_tile_at_the_end_of_a_double_crosses_no_t():
    lines = "game sniff Ann Bob spinner-ends=any-time; Ann sets; Ann 6-6; Bob 6-4>6-6; Ann 6-3>6-6^"
    assert table_talk(Game.parse(lines)) == ()
    assert table_talk(Game.parse(f"{lines}; Bob 6-2>6-6")) == ("crossing the T",)


def test_whoever_cannot_play_after_a_play_was_cut_off(said):
    assert said("Ann sets", "Ann 6-6", "Bob draws 1") == ("cut off",)
    assert said("Ann sets", "Ann 6-6", "Bob draws 1", "Bob draws 1") == ("tile shop",)
    assert said("Ann sets", "Ann 6-6", "Bob draws 16", "Bob passes") == ()
    assert said("Ann sets", "Ann 6-6", "Ann draws 1") == said("Ann sets", "Ann 6-6", "Bob draws 1 able") == ()


def test_a_lighthouse_is_a_double_set_without_another_tile_of_its_number(said):
    left = "left Ann: 5-1 2-0 2-1 4-0, Bob: 6-6 6-5 6-4 6-2"
    assert said("Ann sets", "Ann 3-3", "Bob 5-3>3-3", left) == ("lighthouse",)
    assert said("Ann sets", "Ann 3-3", "Bob 5-3>3-3", left.replace("2-1", "3-1")) == ()
    assert said("Ann sets", "Ann 6-3", "Bob 5-3>6-3", left) == ()
    assert said("Ann sets", "Ann 3-3", "Bob 5-3>3-3", "Ann draws 1", "Ann 5-4>5-3", left) == ()


def test_nobody_knows_of_a_lighthouse_while_tiles_of_the_setter_are_missing(said):
    assert said("Ann sets", "Ann 3-3", "Bob 5-3>3-3", "left Ann: 5-1, Bob:") == ("to domino",)


def test_a_skunk_is_announced(said):
    assert said("Ann sets", "Ann 6-4", "left Ann:, Bob: 1-0", target=2) == ("to domino", "skunked")


def test_unknown_tiles_show_no_lighthouse(said):
    assert said("Ann sets", "Ann 3-3", "Bob 5-3>3-3", "left Ann: ?, Bob:") == ("to domino",)


def test_a_hand_recorded_from_its_middle_has_no_lighthouse(said):
    begun = HandStarted("Ann", layout=Layout.parse("3-3"))
    assert said(begun, "left Ann: 5-1, Bob: 1-0") == said(begun, "Ann 5-3>3-3", "left Ann: 5-1, Bob: 1-0") == ()


def test_before_the_first_play_nothing_is_said(said, start):
    assert table_talk(Game()) == said() == said("Ann sets") == ()
