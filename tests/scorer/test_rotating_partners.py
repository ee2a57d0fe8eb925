"""Partners who rotate: who plays with whom in a hand, who gets its points, and who wins."""

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st
from many_games import GAMES

from muggins.scorer import Claim, Game, GameStarted, HandEnd, HandStarted, Play, load_ruleset, ruleset_names
from muggins.scorer.notation import events_of
from muggins.scorer.random_games import random_game
from muggins.scorer.reports.scoresheet import scoresheet_html, scoresheet_text
from muggins.scorer.reports.wording import describe_event

NAMES = ("Ann", "Bob", "Cid", "Dee")
PARTNER_IN_SEATS = (2, 1, 3)
"""How many seats further on, clockwise, the first player's partner sits in the first, second and third hand."""


def test_partners_rotate_with_the_number_of_the_hand_and_each_has_a_score():
    game = Game.parse("game five-up Ann Bob Cid Dee partners=rotating tiles=2")
    assert (game.sides, tuple(game.hand_sides)) == (NAMES, ("Ann+Cid", "Bob+Dee"))
    pairs = []
    for place in range(4):
        one, two, three, four = *NAMES[place:], *NAMES[:place]
        plays = f"{one} sets; {one} 6-4; {two} 6-1>6-4; {three} 4-0>6-4; {four} 1-0>6-1; {one} 0-0>4-0"
        for event in events_of(f"{plays}; left {one}:, {two}: 6-6, {three}: 5-5, {four}: 4-4"):
            game = game.apply(event)
        pairs.append(tuple(game.hand_sides))
        assert game.outcomes[-1].hand_winner == next(each for each in pairs[-1] if one in each)
    assert pairs == [("Ann+Cid", "Bob+Dee"), ("Ann+Bob", "Cid+Dee"), ("Ann+Dee", "Bob+Cid"), ("Ann+Cid", "Bob+Dee")]
    assert game.scores == {"Ann": 14, "Bob": 19, "Cid": 14, "Dee": 9}


def test_the_scoresheet_and_the_list_of_plays_say_who_plays_with_whom():
    plays = "Ann 6-4; Bob 6-1>6-4; Cid 4-0>6-4; Dee 1-0>6-1; Ann 0-0>4-0; left Ann:, Bob: 6-6, Cid: 5-5, Dee: 4-4"
    game = Game.parse(f"game five-up Ann Bob Cid Dee partners=rotating tiles=2; Ann sets; {plays}; Bob sets")
    sheet = scoresheet_text(game)
    assert "Hand 1, set by Ann: Ann and Cid against Bob and Dee" in sheet
    assert "Hand 2, set by Bob: Ann and Bob against Cid and Dee" in sheet
    assert "Ann gains 4; Cid gains 4; Ann 6, Bob 1, Cid 6, Dee 1" in sheet
    assert "Ann and Bob against Cid and Dee" in scoresheet_html(game)
    steps = game.standing()
    assert describe_event(steps[1]) == "to set · Ann and Cid against Bob and Dee"
    assert describe_event(steps[7]) == "hand to Ann & Cid"
    assert describe_event(steps[1], "terminal") == "a hand, set by Ann; Ann and Cid against Bob and Dee"


@st.composite
def games(draw):
    """A game of four by any rules with rotating partners, played at random."""
    rules = draw(st.sampled_from([load_ruleset(name) for name in ruleset_names()]).filter(may_rotate))
    options = {
        "partners": "rotating",
        "exact": draw(st.sampled_from(["true", "false"])),
        "won": draw(st.sampled_from(["at-once", "end-of-hand"])),
        "out-by": draw(st.sampled_from(["player", "side"])),
        "unclaimed": draw(st.sampled_from(["muggins", "lost"])),
        "hand-bonus": draw(st.sampled_from(["", "7,5"])),
    }
    claims = draw(st.sampled_from(["auto", "call"]))
    start = GameStarted(rules.id, NAMES, claims=claims, target=draw(st.integers(1, 60)), options=options)
    return random_game(start, draw(st.integers(0, 10**9)), hands=7)


def may_rotate(rules):
    is_laid = not (rules.is_rounds or rules.pair)
    return is_laid and 4 in rules.tiles and rules.tally == "sum" and rules.wins == "highest"


@settings(max_examples=GAMES)
@given(game=games())
def test_random_games_keep_the_invariants(game):
    """Whatever scores goes to both partners of the hand, an opponent is of the other pair, and nobody else gains."""
    hands = 0
    for before, step in pairwise(game.standing()):
        hands += isinstance(step.event, HandStarted)
        first = PARTNER_IN_SEATS[(hands - 1) % 3]
        pair = {NAMES[0], NAMES[first]}
        assert {*map(frozenset, step.match.hand_sides.values())} == {frozenset(pair), frozenset({*NAMES} - pair)}
        check_points(step, before.outcome.scores)
        assert {*step.outcome.faults} <= {"wrong-claim", "false-claim"}
        assert step.outcome.winner is None or step == game.standing()[-1]
        check_winner(step, before.outcome.scores)


def check_points(step, scores):
    """The points of an event go to both partners, but for one whom they would lead past an exact target."""
    outcome, side_of = step.outcome, step.match.hand_side_of
    due = dict.fromkeys(NAMES, 0)

    def give(side, points):
        for player in side.split("+"):
            due[player] += points

    if outcome.missed and outcome.missed.to:
        assert side_of[outcome.missed.player] != outcome.missed.to
        give(outcome.missed.to, outcome.missed.points)
    is_auto = step.match.rules.claims == "auto"
    if isinstance(step.event, Play if is_auto else Claim) and not outcome.faults:
        give(side_of[step.event.player], outcome.points if is_auto else step.event.points)
    if isinstance(step.event, HandEnd):
        won = outcome.won
        give(outcome.hand_winner or "Ann", won)
        out = [player for player, tiles in step.event.hands.items() if not tiles]
        assert len(out) != 1 or step.match.rules.out_by == "side" or side_of[out[0]] == outcome.hand_winner
        bonus = sum(each.points for each in outcome.bonuses)
        assert won >= bonus or step.match.rules.exact
    else:
        for bonus in outcome.bonuses:
            give(bonus.to, bonus.points)
    for player, score in outcome.scores.items():
        is_past = step.match.rules.exact and scores[player] + due[player] > step.match.rules.target
        assert score - scores[player] == (0 if is_past else due[player])


def check_winner(step, scores):
    """At once the higher of those wins who have just reached the target; else whoever is ahead at the end of a hand."""
    rules, now = step.match.rules, step.outcome.scores
    reached = [player for player in NAMES if now[player] >= rules.target and now[player] > scores[player]]
    if rules.won == "at-once":
        assert bool(reached) == (step.outcome.winner is not None)
        assert not reached or now[step.outcome.winner] == max(now[player] for player in reached)
    elif step.outcome.winner:
        others = [score for player, score in now.items() if player != step.outcome.winner]
        assert isinstance(step.event, HandEnd)
        assert now[step.outcome.winner] > max(others)
