"""The review of a game: its best plays, its missed scores and its result. The figures of players over games."""

import pytest
from notation import game_of

from muggins.scorer.reports.gains import side_in_words
from muggins.scorer.reports.review import careers, result_in_words, review_game


@pytest.fixture
def played(start):
    """Makes a game of events as text."""
    return lambda *event_texts, **options: game_of(start(**options), *event_texts)


def moments(found):
    return [(moment.player, str(moment.tile), moment.points) for moment in found]


def test_the_plays_that_gained_most_come_first(played):
    digest = review_game(played("Ann sets", "Ann 5-5", "Bob 5-0>5-5", "Ann 0-0>5-0", "Bob 5-4>5-5")).summary
    assert moments(digest.best) == [("Ann", "5-5", 2), ("Bob", "5-0", 2), ("Ann", "0-0", 2)]
    assert [(moment.number, moment.hand, moment.count) for moment in digest.best] == [
        (3, 1, 10),
        (4, 1, 10),
        (5, 1, 10),
    ]
    assert moments([digest.best_of["Bob"]]) == [("Bob", "5-0", 2)]
    assert (digest.hands, digest.plays, digest.winner, digest.missed) == (1, 4, None, ())


def test_with_claims_a_play_gains_what_its_player_claims_and_the_rest_is_missed(played):
    event_texts = ["Ann sets", "Ann 5-5", "Ann claims 3", "Ann claims 2", "Bob 5-0>5-5", "Ann 0-0>5-0", "Ann claims 2"]
    digest = review_game(played(*event_texts, claims="call")).summary
    assert moments(digest.best) == [("Ann", "5-5", 2), ("Ann", "0-0", 2)]
    assert moments(missed.play for missed in digest.missed) == [("Bob", "5-0", 2)]
    assert digest.missed[0].to == "Ann"


def test_points_taken_by_muggins_are_no_best_play(played):
    digest = review_game(played("Ann sets", "Ann 5-5", "Bob calls Muggins", claims="call")).summary
    assert digest.best == ()
    assert [(missed.play.player, missed.to) for missed in digest.missed] == [("Ann", "Bob")]


def test_a_review_includes_corrections(played, tell):
    from muggins.scorer.events import Correct

    game = played("Ann sets", "Ann 5-5", "Bob 5-1>5-5").apply(Correct(of=4, said=tell("Bob 5-0>5-5")))
    review = review_game(game)
    assert moments(review.summary.best) == [("Ann", "5-5", 2), ("Bob", "5-0", 2)]
    assert [step.number for _, step in review.steps] == [2, 3, 4]


def test_the_result_in_words(played):
    over = review_game(played("Ann sets", "Ann 5-5", "Bob 5-0>5-5", "Ann 0-0>5-0", target=4)).summary
    assert result_in_words(over) == "Ann won, 4 to 2"
    unfinished_game = review_game(
        played("Ann sets", "Ann 5-5", players="Ann Bob Cid Dee", teams=(("Ann", "Cid"), ("Bob", "Dee")))
    )
    assert result_in_words(unfinished_game.summary) == "Not over: Ann & Cid 2, Bob & Dee 0"
    assert side_in_words("Ann+Cid") == "Ann & Cid"


def test_a_game_of_knock_out_has_a_review(played):
    digest = review_game(played("Ann sets", "Ann 6-5>1-0", rules="knock-out", players="Ann")).summary
    assert (digest.hands, digest.best) == (1, ())


def test_a_career_counts_games_with_plays_and_keeps_rule_sets_apart(played):
    won = review_game(played("Ann sets", "Ann 5-5", "Bob 5-0>5-5", "Ann 0-0>5-0", target=4)).summary
    unfinished = review_game(played("Bob sets", "Bob 5-5", rules="all-fives")).summary
    only_begun = review_game(played("Ann sets", players="Ann Cid")).summary
    found = careers({1: won, 2: unfinished, 3: only_begun})
    assert [(career.player, career.games, career.finished, career.won) for career in found] == [
        ("Ann", 2, 1, 1),
        ("Bob", 2, 1, 0),
    ]
    five_up = next(record for record in found[0].records if record.rules.id == "five-up")
    assert (five_up.points, five_up.hands, five_up.average, five_up.best_in) == (4, 1, 4.0, 1)
    all_fives = next(record for record in found[1].records if record.rules.id == "all-fives")
    assert (all_fives.points, all_fives.best.points, all_fives.best_in) == (10, 10, 2)


def test_partners_win_together(played):
    teams = (("Ann", "Cid"), ("Bob", "Dee"))
    won = review_game(played("Ann sets", "Ann 5-5", target=2, players="Ann Bob Cid Dee", teams=teams)).summary
    assert {career.player: career.won for career in careers({1: won})} == {"Ann": 1, "Cid": 1, "Bob": 0, "Dee": 0}


def test_a_career_says_who_won_against_whom_and_in_which_month(played):
    """Ann and Bob play each other, and later as partners, which says nothing of one against the other."""
    teams = (("Ann", "Bob"), ("Cid", "Dee"))
    ann_won = review_game(played("Ann sets", "Ann 5-5", target=2)).summary
    bob_won = review_game(played("Bob sets", "Bob 5-5", target=2)).summary
    together = review_game(played("Ann sets", "Ann 5-5", target=2, players="Ann Cid Bob Dee", teams=teams)).summary
    months = {1: "2026-09", 2: "2026-11", 3: "2026-11"}
    found = careers({1: ann_won, 2: bob_won, 3: together, 4: ann_won}, months)
    ann = next(career for career in found if career.player == "Ann")
    assert [(each.rival, each.finished, each.won, each.lost) for each in ann.rivals] == [
        ("Bob", 3, 2, 1),
        ("Cid", 1, 1, 0),
        ("Dee", 1, 1, 0),
    ]
    assert [(each.month, each.finished, each.won, each.average) for each in ann.months] == [
        ("2026-09", 1, 1, 2.0),
        ("2026-11", 2, 1, 1.0),
    ]
