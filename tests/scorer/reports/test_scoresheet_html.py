"""The scoresheet as an HTML page."""

import csv
import io
import re

import pytest

from muggins.scorer import (
    Game,
    GameStarted,
    load_ruleset,
    ruleset_names,
    scoresheet_csv,
    scoresheet_html,
    scoresheet_text,
    summarise,
)
from muggins.scorer.random_games import random_game


def test_a_page_has_a_chart_of_the_scores():
    """Each side has a line with a point at the start and one for each hand."""
    game = random_game(GameStarted("five-up", ("Ann", "Bob", "Cid"), target=40), 5)
    page = scoresheet_html(game)
    lines = re.findall(r'<polyline points="([^"]*)"', page)
    assert [len(line.split()) for line in lines] == [len(summarise(game).hands) + 1] * 3
    heights = [float(line.split()[-1].split(",")[1]) for line in lines]
    names = re.findall(r'class="name"[^>]*>(\w+) (\d+)</text>', page)
    assert [int(score) for _, score in names] == sorted(game.scores.values())
    assert heights == sorted(heights, reverse=True)


def test_a_page_needs_no_other_files(start):
    """People save, send and print the page without a network, and the app's security policy forbids inline styles."""
    page = scoresheet_html(random_game(start(), 1))
    assert "style=" not in page
    assert "<script" not in page
    assert not re.search(r"(?:src|href)=|url\(|@import", page)


@pytest.mark.parametrize("rules", ruleset_names())
def test_text_csv_and_page_of_every_rule_set_show_the_same_scores(rules):
    """On the page each of up to five players has a colour, and each hand has a drawing of its layout."""
    players = ("Ann", "Bob", "Cid", "Dee", "Eve")[: max(load_ruleset(rules).tiles)]
    game = random_game(GameStarted(rules, players, claims="call", target=25), 2, hands=6)
    text, page, hands = scoresheet_text(game), scoresheet_html(game), summarise(game).hands
    rows = list(csv.DictReader(io.StringIO(scoresheet_csv(game))))
    assert len(rows) == len(game.record) - 1
    assert {side: int(rows[-1][f"score {side}"]) for side in game.sides} == game.scores == hands[-1].scores
    for side, score in () if game.rules.pair else game.scores.items():
        assert f"{side} {score}" in text.splitlines()[-1]
        assert f"<span>{side.replace('+', ' + ')}</span><strong>{score}</strong>" in page
    assert page.count('<article class="hand">') == len(hands)
    title = "Round" if game.rules.is_rounds else "Hand"
    assert all(f"<strong>{title} {hand.number}</strong>" in page for hand in hands)
    assert page.count('<svg class="felt"') == sum(bool(hand.layout or hand.left) for hand in hands)
    assert f".side-{len(players)} " in page
    assert page.count("<svg") == page.count("</svg>")


def test_all_layouts_are_drawn_to_one_scale(start):
    """Otherwise two tiles would fill the felt of their hand, and twenty would be tiny."""
    page = scoresheet_html(random_game(start(), 3))
    assert len(set(re.findall(r'<svg class="felt" viewBox="([^"]+)"', page))) == 1


def test_a_page_says_which_tiles_are_missing(tell, start):
    game = Game().apply(start())
    for event in ("Ann sets", "Ann 6-4", "left Ann:, Bob: ?"):
        game = game.apply(tell(event))
    assert "Without the tiles left with Bob." in scoresheet_html(game)
    assert "The scores are without the points of event 4" in scoresheet_html(game)


@pytest.mark.parametrize(("hands", "columns"), [(4, 2), (5, 3), (9, 3), (10, 4), (20, 4), (21, 5)])
def test_a_page_with_more_hands_has_more_columns(hands, columns, start, played):
    game = played(start(), *["Ann sets", "Ann 6-3", "left Ann:, Bob: ?"] * hands)
    assert f'<section class="hands hands-{columns}">' in scoresheet_html(game)
