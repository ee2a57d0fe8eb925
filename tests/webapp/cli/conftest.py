"""Commands speak the language of the terminal: here it is English, whatever it is where the tests run."""

import pytest


@pytest.fixture(autouse=True)
def _english_terminal(monkeypatch):
    monkeypatch.setenv("LC_ALL", "C")
