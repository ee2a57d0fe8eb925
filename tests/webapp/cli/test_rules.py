"""`muggins rules`: what whoever writes house rules asks."""

import pytest

from muggins.scorer import load_ruleset, ruleset_names
from muggins.scorer.rules.option_types import OneOf
from muggins.scorer.rules.rulesets import OPTIONS, meaning_of
from muggins.webapp.cli.language import texts_of
from muggins.webapp.cli.main import main


def test_all_games_are_listed(capsys):
    assert main(["rules"]) == 0
    listed = [line.split("  ")[0] for line in capsys.readouterr().out.splitlines()[:-2]]
    assert tuple(listed) == ruleset_names()


def test_an_option_is_listed_with_its_values_and_what_it_does(capsys):
    assert main(["rules", "five-up"]) == 0
    told = capsys.readouterr().out
    assert f'\nspinner = "every"\n# {meaning_of("spinner")}\n' in told
    assert f"\ntarget = 61\n# {meaning_of('target')}\n# a whole number from 1 to 100000\n" in told
    assert "one-all" in told.splitlines()[-1]


@pytest.mark.parametrize("language", ["de", "es", "fr", "nl", "pt_BR"])
def test_what_an_option_does_is_told_in_the_readers_language_with_the_names_of_its_values(language, capsys):
    """`muggins --language es rules five-up` listed every option in English."""
    assert main(["--language", language, "rules", "dominican"]) == 0
    told = capsys.readouterr().out
    assert meaning_of("capicua") not in told
    for key, option in OPTIONS.items():
        meaning = texts_of(language).pgettext("option", meaning_of(key))
        words = option.words if isinstance(option, OneOf) else ()
        assert [word for word in words if word in meaning_of(key) and word not in meaning] == [], (key, meaning)


@pytest.mark.parametrize("name", ruleset_names())
def test_what_is_listed_is_a_file_of_house_rules(name, capsys, tmp_path):
    assert main(["rules", name]) == 0
    house = tmp_path / "friday.toml"
    house.write_text(capsys.readouterr().out, encoding="utf-8")
    assert load_ruleset(house).changes() == {}
    assert main(["rules", "--check", str(house)]) == 0
    assert "with no change" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('target = "100"\nmultiples = []\nlevel-ends = 2', "Friday can be played; based on five-up, with multiples=,"),
        ("one-all = false", "friday.toml: one-all: does nothing in five-up with these rules; leave it out"),
        ("target = 0", "friday.toml: target: may be a whole number from 1 to 100000, not 0"),
        ("goal = 100", "friday.toml: goal: no such option; the options are set, spinner"),
    ],
)
def test_a_file_of_house_rules_is_checked_in_one_sentence(text, said, capsys, tmp_path):
    house = tmp_path / "friday.toml"
    house.write_text(f'based-on = "five-up"\nname = "Friday"\n{text}\n')
    main(["rules", "--check", str(house)])
    shown = capsys.readouterr()
    assert said in (shown.out + shown.err)
    assert len((shown.out + shown.err).splitlines()) == 1
