"""Arguments that are read from a file: every user of a machine sees what a command was started with."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from muggins.texts import Text, lazy_gettext

PREFIX = "@"
PASSWORD = re.compile(r"(://[^/\s:@]*:)\S+(?=@)|([?&]password=)[^&\s]+")
"""A password in an address: of a user, or as PostgreSQL takes it."""


def read_files(arguments: Iterable[str]) -> list[str]:
    """The arguments, with those in a file in place of @FILE. ValueError, a sentence, where it cannot be read.

    A line of a file is one argument, or an option and its value. Lines that begin with # say something to people.
    """
    found: list[str] = []
    for argument in arguments:
        if not argument.startswith(PREFIX):
            found.append(argument)
            continue
        try:
            lines = Path(argument.removeprefix(PREFIX)).expanduser().read_text(encoding="utf-8-sig").splitlines()
        except (OSError, ValueError) as error:
            raise ValueError(
                lazy_gettext(
                    "%(argument)s: expected a file of arguments, one a line: %(error)s", argument=argument, error=error
                )
            ) from error
        for line in filter(None, map(str.strip, lines)):
            if not line.startswith("#"):
                found += line.split(maxsplit=1) if line.startswith("-") else [line]
    return found


def password_warning(arguments: Sequence[str]) -> Text | None:
    """What is said of a password that stands in the command; None where there is none."""
    for argument in arguments:
        hidden = PASSWORD.sub(r"\1\2***", argument)
        if hidden != argument:
            return lazy_gettext(
                "every user of this machine can read the password in %(argument)s: write it in a file that you alone "
                "may open, and name that file as @FILE",
                argument=hidden,
            )
    return None
