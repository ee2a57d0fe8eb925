"""The scoresheet as a page to look at and to print."""

import re

import pytest

from muggins.scorer import Game, GameStarted, load_ruleset, ruleset_names, scoresheet_html, summarise
from muggins.scorer.simulation.random_games import random_game


def test_a_page_shows_the_course_of_the_scores():
    """A line for each side: a point at the start, and one for each hand."""
    game = random_game(GameStarted("five-up", ("Ann", "Bob", "Cid"), target=40), 5)
    page = scoresheet_html(game)
    lines = re.findall(r'<polyline points="([^"]*)"', page)
    assert [len(line.split()) for line in lines] == [len(summarise(game).hands) + 1] * 3
    heights = [float(line.split()[-1].split(",")[1]) for line in lines]
    names = re.findall(r'class="name"[^>]*>(\w+) (\d+)</text>', page)
    assert [int(score) for _, score in names] == sorted(game.scores.values())
    assert heights == sorted(heights, reverse=True)


def test_a_page_needs_nothing_beside_itself(start):
    """It is saved, sent and printed where there is no network, and a browser without inline styles shows it too."""
    page = scoresheet_html(random_game(start(), 1))
    assert "style=" not in page
    assert "<script" not in page
    assert not re.search(r"(?:src|href)=|url\(|@import", page)


@pytest.mark.parametrize("rules", ruleset_names())
def test_a_game_of_every_rule_set_has_its_page(rules):
    """Five players at most, each with a colour of their own, and every hand with what lay there."""
    players = ("Ann", "Bob", "Cid", "Dee", "Eve")[: max(load_ruleset(rules).tiles)]
    game = random_game(GameStarted(rules, players, target=30), 2)
    page = scoresheet_html(game)
    hands = summarise(game).hands
    assert page.count('<article class="hand">') == len(hands)
    assert page.count('<svg class="felt"') == sum(not hand.layout.is_empty for hand in hands)
    assert f".side-{len(players)} " in page
    assert page.count("<svg") == page.count("</svg>")


def test_all_layouts_are_drawn_to_one_scale(start):
    """A hand of two tiles would otherwise fill its felt, and one of twenty be as small as a stamp."""
    page = scoresheet_html(random_game(start(), 3))
    assert len(set(re.findall(r'<svg class="felt" viewBox="([^"]+)"', page))) == 1


def test_a_hand_without_its_tiles_says_what_is_missing(tell, start):
    game = Game().apply(start())
    for event in ("Ann sets", "Ann 6-4", "left Ann:, Bob: ?"):
        game = game.apply(tell(event))
    assert "Without the tiles left with Bob." in scoresheet_html(game)
    assert "The scores are without the points of event 4" in scoresheet_html(game)


@pytest.mark.parametrize(("hands", "columns"), [(20, 3), (60, 4), (200, 5)])
def test_the_more_hands_the_more_stand_side_by_side_on_paper(hands, columns, start):
    page = scoresheet_html(random_game(start(target=hands), 1))
    assert f'<section class="hands hands-{columns}">' in page
