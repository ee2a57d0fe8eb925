"""The language that a command speaks: that of --language, or that of the terminal."""

from __future__ import annotations

import argparse
import gettext as _standard
from collections.abc import Mapping, Sequence

from muggins.texts import all_of, gettext, lazy_gettext, mark

from ..language.numbers import ENGLISH, EnglishTexts

OPTION = "--language"
VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The variables that name the language of a terminal, the strongest first."""
ARGPARSE = (
    mark("usage: "),
    mark("positional arguments"),
    mark("options"),
    mark("show this help message and exit"),
    mark("show program's version number and exit"),
    mark("argument %(argument_name)s: %(message)s"),
    mark("expected one argument"),
    mark("expected at least one argument"),
    mark("the following arguments are required: %s"),
    mark("unrecognized arguments: %s"),
    mark("not allowed with argument %s"),
    mark("invalid choice: %(value)s (choose from %(choices)s)"),
    mark("invalid %(type)s value: %(value)s"),
    mark("%(prog)s: error: %(message)s\n"),
)
"""What argparse says by itself."""


def wanted_language(arguments: Sequence[str], environment: Mapping[str, str]) -> str:
    """The language asked for, as it was written; that of the terminal where no argument names one.

    ValueError where an argument names one that muggins does not speak.
    """
    for place, argument in enumerate(arguments):
        if argument == OPTION and place + 1 < len(arguments):
            return _spoken(arguments[place + 1])
        if argument.startswith(f"{OPTION}="):
            return _spoken(argument.removeprefix(f"{OPTION}="))
    found = next((environment[name] for name in VARIABLES if environment.get(name)), "")
    return found.partition(".")[0].partition("@")[0]


def _spoken(asked: str) -> str:
    if not asked.startswith(ENGLISH):
        from ..language.catalogues import languages, negotiate  # English needs no catalogue, and starts sooner

        if negotiate(asked) == ENGLISH:
            raise ValueError(
                lazy_gettext(
                    "--language: muggins speaks %(languages)s, not %(asked)s",
                    languages=all_of(list(languages())),
                    asked=f"{asked!r:.40}",
                )
            )
    return asked


def texts_of(wanted: str) -> _standard.NullTranslations:
    """The texts of a language; English for one without a catalogue. ValueError where the catalogue has a fault."""
    if wanted in ("", "C", "POSIX") or wanted.startswith("en"):
        return EnglishTexts()
    from ..language.catalogues import load_language, negotiate  # English needs no catalogue, and starts sooner

    return load_language(negotiate(wanted)).translations


def code_of(wanted: str) -> str:
    """The code of the catalogue that suits a language; that of English where none does."""
    from ..language.catalogues import negotiate

    return negotiate(wanted)


def translate_argparse() -> None:
    """Makes argparse look its own texts up in the catalogue in use."""
    setattr(argparse, "_", _of_argparse)  # noqa: B010  # the types of argparse do not name its hook


def _of_argparse(message: str) -> str:
    # Catalogues write every placeholder as text, which leaves out the quotes of English.
    known = message.replace("%(value)r", "%(value)s").replace("%(type)r", "%(type)s")
    text = gettext(known)
    return message if text == known else text
