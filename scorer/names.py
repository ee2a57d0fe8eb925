"""What people, and the games that they make, may be called."""

from __future__ import annotations

import unicodedata

LONGEST_NAME = 100
"""Characters of a name at most."""
_JOINERS = str.maketrans("", "", "\u200c\u200d")
"""Signs that show nothing themselves, but without which Persian names and some emoji are written wrongly."""


def tidy_name(text: str) -> str:
    """The name without blanks around it, with one between words, and each letter written in the one way."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def can_be_shown(text: str) -> bool:
    """Whether a text is no longer than a name and holds no sign that a terminal obeys instead of showing it."""
    return len(text) <= LONGEST_NAME and text.translate(_JOINERS).isprintable()


def is_name(text: str) -> bool:
    """Whether a player may be called so. The names of a team's players are joined with +."""
    return can_be_shown(text) and text == tidy_name(text) != "" and "+" not in text


def look_the_same(names: tuple[str, ...]) -> bool:
    """Whether two of the names cannot be told apart."""
    return len({name.translate(_JOINERS) for name in names}) < len(names)
