"""The options of a command that describe a game."""

import pytest

from muggins.scorer.events import GameStarted
from muggins.webapp.cli.game_args import game_from, parse_options


def test_a_game_is_given_in_options():
    started = game_from("Ann, Bob", "Ann=bottom, Bob=top", "all-fives", "call", ["target = 100"])
    assert started == GameStarted(
        rules="all-fives",
        players=("Ann", "Bob"),
        seats={"Ann": "bottom", "Bob": "top"},
        claims="call",
        options={"target": "100"},
    )
    assert game_from("Ann,Bob", None, "five-up", None) == GameStarted(rules="five-up", players=("Ann", "Bob"))


def test_options_are_pairs():
    assert parse_options(["target=100", "claims = call"]) == {"target": "100", "claims": "call"}
    assert parse_options(["hand-bonus="]) == {"hand-bonus": ""}
    for wrong in ("target", "=100", "target="):
        with pytest.raises(ValueError, match="expected KEY=VALUE"):
            parse_options([wrong])


def test_an_impossible_game_is_refused_before_the_camera_opens():
    with pytest.raises(ValueError, match="players"):
        game_from("Ann", None, "five-up", None)
    with pytest.raises(ValueError, match="muggins read PHOTO --rules knock-out"):
        game_from("Ann", None, "knock-out", None)
    with pytest.raises(ValueError, match="no such option"):
        game_from("Ann,Bob", None, "five-up", None, ["colour=red"])


def test_what_does_nothing_in_a_game_is_refused():
    """A house that sets what nothing asks for believes that it plays by it."""
    for rules, setting in (("five-up", "one-all=false"), ("block", "unclaimed=muggins"), ("latin", "reserve=2:3")):
        with pytest.raises(ValueError, match="does nothing in"):
            game_from("Ann,Bob,Cid,Dee", None, rules, None, [setting])
    started = game_from("Ann,Bob,Cid,Dee", None, "latin", None, ["reserve=2:3", "unable=draw"])
    assert started.options == {"reserve": "2:3", "unable": "draw"}


def test_a_house_rule_set_is_recorded_as_the_game_it_is_based_on(tmp_path):
    house = tmp_path / "friday.toml"
    house.write_text('based-on = "five-up"\nname = "Friday"\ntarget = 100\n')
    started = game_from("Ann,Bob", None, str(house), None, ["exact=true"])
    assert started.rules == "five-up"
    assert started.options == {"name": "Friday", "target": "100", "exact": "true"}
