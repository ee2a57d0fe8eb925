"""The scoresheet as text and as CSV."""

import csv
import io

from muggins.scorer import (
    Game,
    GameStarted,
    RoundHand,
    Tile,
    scoresheet_csv,
    scoresheet_html,
    scoresheet_text,
    summarise,
)
from muggins.scorer.random_games import random_game


def test_the_scoresheet_as_text(short_game):
    assert scoresheet_text(short_game).splitlines() == [
        "Five-Up (five-up), to 20; each score is claimed",
        "",
        "Hand 1, set by Ann",
        "                   count  points  Ann  Bob",
        "  Ann  sets 5-5       10       2    0    0",
        "  Ann  claims 2                     2    0",
        "  Bob  5-0 on 5-5     10       2    2    0",
        "  Ann  draws 1                      4    0  Bob missed 2, to Ann",
        "  Ann  5-4 on 5-5      4       0    4    0",
        "  Bob  4-4 on 5-4      8       0    4    0",
        "  Ann  6-4 on 4-4      6       0    4    0",
        "  Ann  claims 3                     4    0  false claim",
        "  Bob  passes                       4    0  passed too soon",
        "  end: Ann out, Bob 6-6 3-2; Ann gains 3; Ann 7, Bob 0",
        "",
        "Hand 2, set by Bob",
        "                 count  points  Ann  Bob",
        "  Bob  sets 6-4     10       2    7    0",
        "  Bob  claims 2                   7    2",
        "",
        "       hands  won  a hand  score",
        "  Ann      1    1     7.0      7",
        "  Bob      1    0     0.0      2",
        "",
        "       plays  drawn  passes  in play  a hand  Muggins  missed  faults",
        "  Ann      3      1       0        2     1.0        0       0       1",
        "  Bob      3      0       1        2     1.0        0       2       1",
        "",
        "Not over yet: Ann 7, Bob 2",
    ]


def test_a_row_has_remarks_about_faults_misses_and_gains(short_game):
    remarks = [row["remarks"] for row in csv.DictReader(io.StringIO(scoresheet_csv(short_game))) if row["remarks"]]
    assert remarks == ["Bob missed 2, to Ann", "false claim", "passed too soon", "Ann gains 3"]


def test_a_name_is_neither_html_in_a_page_nor_a_formula_in_a_spreadsheet(start):
    game = random_game(GameStarted("five-up", ("<b>Ann</b>", "=1-1")), 1)
    assert "<b>Ann" not in scoresheet_html(game)
    rows = list(csv.reader(io.StringIO(scoresheet_csv(game))))
    assert any("'=1-1" in row for row in rows)
    assert not any("=1-1" in row for row in rows)


def test_an_unfinished_game_has_a_scoresheet(start, tell):
    game = Game().apply(start("block"))
    assert "no score in play" in scoresheet_text(game)
    assert "Not over yet: Ann 0, Bob 0" in scoresheet_text(game)
    game = game.apply(tell("Ann sets")).apply(tell("Ann 6-4"))
    assert summarise(game).averages() == {}
    page = scoresheet_html(game)
    assert "set by Ann" in page
    assert "<h1>Not over yet</h1>" in page
    assert 'class="course"' not in page


def test_a_scoresheet_says_which_points_are_missing(tell, start):
    game = Game().apply(start(options={"tiles": "2:1"}))
    for event in ("Ann sets", "Ann 6-4", "left Ann:, Bob: ?", "Bob sets", "Bob 5-5"):
        game = game.apply(tell(event))
    missing = "points missing: the tiles left with Bob are unknown"
    assert f"  end: Ann out, Bob unknown; {missing}; Ann 2, Bob 0" in scoresheet_text(game).splitlines()
    assert scoresheet_text(game).endswith(
        "Not over yet: Ann 2, Bob 2 (without the points of event 4, where the tiles left are unknown)\n"
    )
    assert missing in scoresheet_html(game)


def test_a_scoresheet_shows_the_corrected_play(short_game):
    assert "4-4 on 5-4" in scoresheet_text(short_game)
    assert "4-3 on 5-4" not in scoresheet_text(short_game)


def test_the_scoresheet_of_a_game_of_rounds(played, start):
    hands = [RoundHand("Ann", (Tile(6, 4), Tile(3, 0))), RoundHand("Bob", ()), RoundHand("Ann", points=4)]
    game = played(start("by-hands", options={"rounds": "2"}), *hands)
    assert scoresheet_text(game).splitlines() == [
        "Any game by hands (by-hands), 2 rounds; the lowest total wins",
        "",
        "Round 1",
        "                           count  points  Ann  Bob",
        "  Ann  13 points: 6-4 3-0             13   13    0",
        "  Bob  went out                        0   13    0",
        "",
        "Round 2",
        "                 count  points  Ann  Bob",
        "  Ann  4 points              4   17    0",
        "",
        "       rounds  won  a round  score",
        "  Ann       1    0     13.0     17",
        "  Bob       1    1      0.0      0",
        "",
        "Not over yet: Ann 17, Bob 0",
    ]
    page = scoresheet_html(game)
    assert 'data-tile="6-4"' in page
    assert "Round 2" in page
    assert "<h2>Rounds</h2>" in page
    assert "Hand" not in page
    assert "set by" not in page


def test_columns_stand_below_each_other_whatever_the_alphabet(start, played):
    """A Chinese letter takes two columns of a terminal: the sheet of 王小明 was not straight."""
    game = played(start(players="王小明 Ann"), "王小明 sets", "王小明 5-5", "Ann 5-0>5-5")
    head, *plays = scoresheet_text(game).splitlines()[3:6]
    assert [len(line) + sum(letter in "王小明" for letter in line) for line in plays] == [48, 48]
    assert head.index("王小明") == 37
