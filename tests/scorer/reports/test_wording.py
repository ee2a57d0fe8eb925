"""What is told of a game in a few words."""

from muggins.scorer import Game, HandStarted, scoresheet_text, summarise
from muggins.scorer.reports.wording import heading, notes, result, standing


def test_what_players_were_found_out_in_is_told_with_their_names(tell, start):
    game = Game().apply(start("block"))
    for event in ("Ann sets", "Ann 6-4", "Bob passes", "left Ann: 6-1, Bob: 6-2 1-0 1-1 2-0 2-1 2-2 3-0"):
        game = game.apply(tell(event))
    assert "not blocked; Bob (event 4) passed although able" in scoresheet_text(game)
    assert [player.faults for player in summarise(game).players] == [0, 1]


def test_why_a_score_was_not_given_is_told(tell, start):
    told = [HandStarted("Ann", drawn={"Ann": 6}), "Ann 5-5", "Bob 5-1>5-5"]
    game = Game().apply(start("club"))
    for event in told:
        game = game.apply(tell(event) if isinstance(event, str) else event)
    assert "Hand 1, set by Ann: over draw" in scoresheet_text(game)
    assert "no score: over draw" in scoresheet_text(game)
    exact = Game().apply(start("five-up-exact", target=1)).apply(tell("Ann sets")).apply(tell("Ann 5-5"))
    assert notes(summarise(exact).hands[0]) == ["Hand 1, event 3: Ann sets 5-5: past the target: does not count"]


def test_which_game_it_is_and_who_has_won(tell, start):
    game = Game().apply(start(target=2, claims="call"))
    assert heading(game) == "Five-Up (five-up), to 2; each score is claimed"
    assert (standing(game), result(game)) == ("Not over yet", "Not over yet: Ann 0, Bob 0")
    for event in ("Ann sets", "Ann 5-5", "Ann claims 2"):
        game = game.apply(tell(event))
    assert (standing(game), result(game)) == ("Ann won", "Ann won: Ann 2, Bob 0")
    assert heading(Game().apply(start("five-up-exact"))).endswith("to exactly 61; scores peg themselves")
    assert heading(Game().apply(start("block"))).endswith("to 100; no score in play")
