"""Entries as directors have them: typed a line each, or saved by a spreadsheet."""

import pytest

from muggins.webapp.hall.desk.entry_list import read_entries
from muggins.webapp.hall.tournament.events import Entered, TournamentError


def test_a_line_each():
    assert read_entries("Ann & Al; Crown\n\nBob") == {
        1: Entered(1, ("Ann", "Al"), club="Crown"),
        3: Entered(1, ("Bob",)),
    }


@pytest.mark.parametrize("sign", [",", ";", "\t"])
def test_a_table_of_a_spreadsheet(sign):
    """Excel writes semicolons where the comma is for decimals, and a mark before the first letter."""
    rows = ("Player,Partner,Seed,Rating,Club,Name", "Ann,Al,1,1850,Crown,The Aces", "Bob & Bert,,,,,", ",,,,,")
    text = "\ufeff" + "\r\n".join(rows[:3]).replace(",", sign)
    assert read_entries(text) == {
        2: Entered(1, ("Ann", "Al"), "The Aces", "Crown", 1, 1850),
        3: Entered(1, ("Bob", "Bert")),
    }


def test_a_name_with_a_comma_stands_in_quotes():
    assert read_entries('name,club\n"Featherstone, Ann",Crown') == {2: Entered(1, ("Featherstone, Ann",), club="Crown")}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("player,elo\nAnn,1", "no column is called 'elo': there are player, partner, name, club, seed, rating"),
        ("player,seed\nAnn,1\nBob,first", "line 3: seed: a whole number is expected, not 'first'"),
        ("player,club\nAnn,Crown,7", "line 2: more cells than columns: put a text with , in quotes"),
        ("player\nJos\ufffd", "the file has letters of another encoding: save it as CSV in UTF-8"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(text, said):
    with pytest.raises(TournamentError) as refused:
        read_entries(text)
    assert str(refused.value) == said
