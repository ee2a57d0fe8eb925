"""Rule sets as data: the points in each game, and the validation of options."""

from dataclasses import replace
from pathlib import Path

import pytest

from muggins.scorer import Game, GameStarted, Layout, RecordError, load_ruleset, replay, ruleset_names
from muggins.scorer.random_games import random_game
from muggins.scorer.rules.option_types import OneOf
from muggins.scorer.rules.rulesets import OPTIONS, idle_options, meaning_of, option_of, validate_options

NAMES = [
    "club",
    "five-up",
    "five-up-exact",
    "muggins",
    "muggins-spinner",
    "all-fives",
    "all-fives-first-double",
    "fives-and-threes",
    "fives-and-threes-league",
    "block",
    "draw",
    "block-and-draw",
    "pub-block",
    "pub-draw",
    "cross",
    "double-cross",
    "latin",
    "dominican",
    "puerto-rican",
    "cuban",
    "jamaican",
    "cut-throat",
    "sniff",
    "merry-go-round",
    "seven-toed-pete",
    "hungarian",
    "matador",
    "all-sevens",
    "cyprus",
    "maltese-cross",
    "fortress",
    "bergen",
    "knock-out",
    "mexican-train",
    "chicken-foot",
    "by-hands",
]


def test_every_game_of_the_rule_texts_is_there() -> None:
    assert sorted(ruleset_names()) == sorted(NAMES)


@pytest.mark.parametrize(
    ("game", "counts", "points"),
    [
        ("club", [0, 4, 5, 10, 15, 25], [0, 0, 1, 2, 3, 5]),
        ("five-up", [0, 5, 9, 20], [0, 1, 0, 4]),
        ("muggins", [5, 6], [1, 0]),
        ("all-fives", [5, 6, 15, 0], [5, 0, 15, 0]),
        ("fives-and-threes", [3, 5, 6, 10, 15, 7, 0], [3, 5, 6, 10, 15, 0, 0]),
        ("fives-and-threes-league", [3, 5, 6, 9, 10, 12, 15, 18, 20, 7], [1, 1, 2, 3, 2, 4, 8, 6, 4, 0]),
        ("block", [5, 10, 15], [0, 0, 0]),
    ],
)
def test_the_points_for_a_count(game: str, counts: list[int], points: list[int]) -> None:
    assert [load_ruleset(game).worth(count) for count in counts] == points


@pytest.mark.parametrize(
    ("game", "tiles", "reserve"),
    [
        ("club", {2: 5}, [2]),
        ("five-up", {2: 5, 3: 5, 4: 5}, [2, 1, 1]),
        ("all-fives", {2: 5, 3: 5, 4: 5, 5: 5}, [2, 2, 2, 2]),
        ("block", {2: 7, 3: 5, 4: 5}, [0, 0, 0]),
        ("draw", {2: 7, 3: 5, 4: 5}, [2, 1, 1]),
        ("cross", {2: 7, 3: 7, 4: 5, 5: 5}, [0, 0, 0, 0]),
        ("pub-block", {2: 8, 3: 6, 4: 6, 5: 5}, [0, 0, 0, 0]),
        ("pub-draw", {2: 7, 3: 5, 4: 4, 5: 3}, [0, 0, 0, 0]),
        ("latin", {4: 7}, [0]),
        ("cuban", {4: 10}, [0]),
        ("cut-throat", {2: 14, 3: 9, 4: 7}, [0, 0, 0]),
        ("bergen", {2: 6, 3: 6, 4: 5}, [2, 2, 2]),
        ("knock-out", {1: 6}, [0]),
    ],
)
def test_the_tiles_that_are_drawn_and_the_reserve(game: str, tiles: dict[int, int], reserve: list[int]) -> None:
    rules = load_ruleset(game)
    assert rules.tiles == tiles
    assert [rules.reserve_for(players) for players in tiles] == reserve


def test_nobody_draws_from_the_fifteen_tiles_that_stay_out_of_a_cuban_game() -> None:
    rules = load_ruleset("cuban")
    assert len(rules.pack(4)) - 4 * rules.tiles[4] == 15
    assert rules.unable == "pass"


def test_three_cut_throats_leave_the_double_blank_out() -> None:
    rules = load_ruleset("cut-throat")
    assert [str(rules.pack(players)[0]) for players in (2, 3, 4)] == ["0-0", "1-0", "0-0"]
    with pytest.raises(ValueError, match="3 players cannot draw 9 each from a set of 26"):
        load_ruleset("cut-throat", {"left-out": "3:2"})


@pytest.mark.parametrize(
    ("layout", "points"),
    [
        ("6-4", 0),
        ("4-4", 2),  # the set alone
        ("4-2, 6-4>4-2", 0),
        ("4-2, 6-4>4-2, 6-2>4-2", 2),
        ("4-2, 6-4>4-2, 6-2>6-4", 2),
        ("4-2, 6-4>4-2, 2-2>4-2, 6-2>6-4", 3),  # one of the ends is a double
        ("2-2, 6-2>2-2, 6-6>6-2, 6-3>6-6, 3-2>6-3", 3),
    ],
)
def test_the_points_for_level_ends_in_bergen(layout: str, points: int) -> None:
    assert load_ruleset("bergen").worth_of(Layout.parse(layout)) == points


def test_level_ends_may_score_beside_counts() -> None:
    rules = load_ruleset("bergen", {"multiples": "5"})
    assert rules.worth_of(Layout.parse("5-5")) == 2 + 2
    assert rules.worth_of(Layout.parse("6-4")) == 2


def test_options_are_set_one_by_one() -> None:
    rules = load_ruleset("five-up", {"target": "100", "spinner": "none", "count_doubles_once": "yes", "tiles": "6"})
    assert (rules.target, rules.spinner, rules.count_doubles_once) == (100, "none", True)
    assert rules.tiles == {2: 6, 3: 6, 4: 6}
    assert (rules.id, rules.unclaimed) == ("five-up", "muggins")


def test_one_number_of_tiles_holds_for_as_many_players_as_the_set_allows() -> None:
    assert load_ruleset("all-fives", {"tiles": 5}).tiles == {2: 5, 3: 5, 4: 5, 5: 5}
    assert load_ruleset("five-up", {"tiles": "8"}).tiles == {2: 8, 3: 8}
    assert load_ruleset("club", {"tiles": 7}).tiles == {2: 7}
    assert load_ruleset("five-up", {"tiles": "18", "set": 9}).tiles == {2: 18, 3: 18}


def test_a_larger_set_is_an_option() -> None:
    assert load_ruleset("pub-block", {"set": 9}).tiles[4] == 9
    assert load_ruleset("pub-block", {"set": "12"}).tiles[4] == 12
    assert load_ruleset("pub-block", {"set": 12, "tiles": "4:10"}).tiles == {4: 10}
    assert load_ruleset("five-up", {"set": 12}).tiles[4] == 5


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"spinner": "some"}, "spinner: may be none, set, first-double or every, not 'some'"),
        ({"target": "sixty"}, "target: may be a whole number from 1 to 100000, not 'sixty'"),
        ({"target": 0}, "target: may be a whole number from 1"),
        ({"target": True}, "target: may be a whole number"),
        ({"exact": "perhaps"}, "exact: may be true or false, not 'perhaps'"),
        ({"exact": 1}, "exact: may be true or false, not 1"),
        ({"multiples": "5,x"}, "multiples: may be whole numbers from 2 to 100 like 5,3, or nothing, not '5,x'"),
        ({"multiples": [5, 5]}, "multiples: may be"),
        ({"multiples": 5}, "multiples: may be"),
        ({"tiles": "2:seven"}, "tiles: may be a whole number from 1 to 100, or one for each number of players"),
        ({"tiles": {}}, "tiles: may be"),
        ({"tiles": "15"}, "tiles: 2 players cannot draw 15 each from a set of 28"),
        ({"tiles": True}, "tiles: may be"),
        ({"tiles": "2:15"}, "tiles: 2 players cannot draw 15 each from a set of 28"),
        (
            {"setter-more": "2:20"},
            "setter-more: the setter cannot take 20 more where 2 players leave 18 of a set of 28",
        ),
        ({"colour": "green"}, "colour: no such option; the options are set, spinner, cross"),
    ],
)
def test_a_wrong_option_is_named_with_its_allowed_values(options: dict[str, object], why: str) -> None:
    with pytest.raises(ValueError, match=r"may be|no such option|cannot (draw|take)") as refusal:
        load_ruleset("five-up", options)
    assert why in str(refusal.value)


@pytest.mark.parametrize(
    ("game", "options", "why"),
    [
        ("club", {}, "partners: four who lay tiles can rotate, and club is not played so"),
        ("mexican-train", {}, "partners: four who lay tiles can rotate, and mexican-train is not played so"),
        ("five-up", {"tally": "in-a-row"}, 'so tally = "sum" is expected, not "in-a-row"'),
    ],
)
def test_partners_do_not_rotate_where_four_cannot_or_points_do_not_add_up(
    game: str, options: dict[str, object], why: str
) -> None:
    with pytest.raises(ValueError, match="partners: ") as refusal:
        load_ruleset(game, {"partners": "rotating", **options})
    assert why in str(refusal.value)


def test_partners_may_be_said_as_before_the_option_had_three_values() -> None:
    """A record or a house file of that time says true or false."""
    assert [load_ruleset("latin", {"partners": said}).partners for said in (True, "true", "yes")] == ["fixed"] * 3
    assert [load_ruleset("latin", {"partners": said}).partners for said in (False, "false", "no")] == ["chosen"] * 3
    assert load_ruleset("latin", {"partners": "true"}).changes() == {}


def test_an_unknown_game_is_refused_with_a_list_of_the_games() -> None:
    with pytest.raises(ValueError, match="no rule set is called 'chess'; there are club, five-up"):
        load_ruleset("chess")


def test_a_file_that_is_no_toml_is_not_taken_for_the_name_of_a_game() -> None:
    """Who saved house rules as friday.txt read that no game is called so, and the names of forty games."""
    with pytest.raises(ValueError, match=r"^friday\.txt: a file of house rules ends in \.toml$"):
        load_ruleset("friday.txt")


@pytest.mark.parametrize("game", NAMES)
def test_every_option_reads_back_from_its_text(game: str) -> None:
    rules = load_ruleset(game)
    texts = {key: option.text(option_of(rules, key)) for key, option in OPTIONS.items()}
    assert load_ruleset(game, texts) == rules
    assert validate_options(texts) == {key: option_of(rules, key) for key in OPTIONS}
    assert rules.changes() == {}
    assert all(option.allowed for option in OPTIONS.values())


@pytest.mark.parametrize("name", ruleset_names())
def test_an_option_that_does_nothing_in_a_game_changes_no_outcome(name: str) -> None:
    rules = load_ruleset(name)
    players = max(rules.tiles)
    game = random_game(GameStarted(name, tuple("ABCDEFGHIJ"[:players])), seed=7)
    for key in idle_options(rules):
        option = OPTIONS[key]
        for text in option.words if isinstance(option, OneOf) else ("true", "false", "1", "3", "2:1,3:1", "4,6"):
            try:
                started = GameStarted(name, game.players, options={key: text})
                other = replay([started, *game.record[1:]])
            except RecordError:  # no value of the option
                continue
            assert other.outcomes == game.outcomes


def test_every_option_has_its_meaning() -> None:
    assert [key for key in OPTIONS if len(meaning_of(key).split()) < 4] == []


def test_a_house_rule_set_is_a_small_file(tmp_path: Path) -> None:
    house = tmp_path / "friday.toml"
    text = 'based-on = "five-up"\nname = "Friday\'s game"\ntarget = "100"\ntiles = { 2 = 6, 4 = 5 }\n'
    house.write_text(text, encoding="utf-8-sig")  # as Windows editors write it
    rules = load_ruleset(house, {"exact": "true"})
    assert (rules.id, rules.base, rules.name, rules.source) == ("friday", "five-up", "Friday's game", "cramer")
    assert (rules.target, rules.exact, rules.tiles) == (100, True, {2: 6, 4: 5})
    assert rules.changes() == {"name": "Friday's game", "tiles": "2:6,4:5", "target": "100", "exact": "true"}
    recorded = Game().apply(GameStarted(rules.base, ("Ann", "Bob"), options=rules.changes())).rules
    assert replace(recorded, id="friday") == rules


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("target = 100", 'names the game it is based on: based-on = "five-up"'),
        ('based-on = "chess"', "no rule set is called 'chess'"),
        ('based-on = "five-up"\ntarget = "soon"', "target: may be a whole number"),
        ('based-on = "five-up"\nname = "\\u001b[2J"', "name: at most 100 letters, all of which can be seen"),
        ("based-on five-up", "cannot be read as a house rule set in TOML"),
        ('based-on = "latin"\nname = "Dominó"', "text in UTF-8, and this file is not; save it as UTF-8"),
        (None, "cannot be read as a house rule set in TOML"),
    ],
)
def test_an_error_in_a_house_rule_set_names_its_file(tmp_path: Path, text: str | None, why: str) -> None:
    house = tmp_path / "friday.toml"
    if text is not None:
        house.write_text(text, encoding="latin-1")
    with pytest.raises(ValueError, match="friday") as refusal:
        load_ruleset(str(house))
    assert why in str(refusal.value)


def test_a_record_reads_no_rule_files(tmp_path: Path) -> None:
    """A record must always give the same game, so it cannot depend on a file that somebody may edit."""
    house = tmp_path / "friday.toml"
    house.write_text('based-on = "five-up"\n')
    with pytest.raises(RecordError, match="name the rule set that it is based on, and its changes as options"):
        Game().apply(GameStarted(str(house), ("Ann", "Bob")))


def test_changed_rules_are_checked_too() -> None:
    assert load_ruleset("club", {"skunk": 0}).skunk == 0
    with pytest.raises(ValueError, match="skunk: may be"):
        load_ruleset("club", {"skunk": -1})
