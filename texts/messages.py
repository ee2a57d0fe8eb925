"""The language of texts that people read: English in the code, translated where a catalogue is in use.

A text is written as `gettext("%(player)s passes", player=name)`. Whoever serves a person chooses the catalogue:
`with use(translations): ...` holds for the calls inside, in this thread or task alone.

A text that is made before its reader is known, as in an error or in a question to the table, is a `Text`: it keeps the
message and its values, and `str()` writes it in the language that is in use at that moment.
"""

from __future__ import annotations

import gettext as _standard
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from typing import Protocol, runtime_checkable

_ENGLISH = _standard.NullTranslations()
_WORD_BEFORE_NAME = re.compile(r"(\w+) (?=%\((\w+)\)s)")
_catalogue: ContextVar[_standard.NullTranslations] = ContextVar("catalogue", default=_ENGLISH)


@contextmanager
def use(catalogue: _standard.NullTranslations) -> Iterator[None]:
    """Texts inside are those of the catalogue."""
    token = _catalogue.set(catalogue)
    try:
        yield
    finally:
        _catalogue.reset(token)


def current() -> _standard.NullTranslations:
    """The catalogue in use, for what goes on after the block of `use` has ended."""
    return _catalogue.get()


def language() -> str:
    """The code of the language in use, as in HTML: "en", "pt-BR"."""
    return str(_catalogue.get().info().get("language", "en")).replace("_", "-")


@runtime_checkable
class WritesNumbers(Protocol):
    """A catalogue that knows how its language writes a whole number."""

    def whole_number(self, number: int) -> str: ...


class Whole(int):
    """A whole number that is written as the language in use then writes it: 1,234 in English, 1.234 in German."""

    def __str__(self) -> str:
        catalogue = _catalogue.get()
        return catalogue.whole_number(int(self)) if isinstance(catalogue, WritesNumbers) else int.__repr__(self)


def gettext(message: str, **values: object) -> str:
    """The text in the current language, with `%(name)s` filled in where values are given."""
    return _filled(_catalogue.get().gettext(message), values)


def ngettext(one: str, many: str, number: int, **values: object) -> str:
    """The form of a text that goes with a number, which `%(number)s` stands for."""
    return _filled(_catalogue.get().ngettext(one, many, number), {"number": Whole(number), **values})


def pgettext(context: str, message: str, **values: object) -> str:
    """The text in the current language, where English has one word for what other languages have several for."""
    return _filled(_catalogue.get().pgettext(context, message), values)


def npgettext(context: str, one: str, many: str, number: int, **values: object) -> str:
    """As `ngettext`, with a context."""
    return _filled(_catalogue.get().npgettext(context, one, many, number), {"number": Whole(number), **values})


def mark(message: str) -> str:
    """The message itself. Marks it for the catalogues where it is written down before its language is known."""
    return message


@dataclass(frozen=True)
class Text:
    """A text whose language is chosen when it is read: `str()` writes it in the language in use then.

    A value may be a Text itself, or an error that carries one.
    """

    message: str
    values: Mapping[str, object]
    many: str | None = None
    """The form for several, where `values["number"]` decides between two."""
    context: str | None = None

    def __str__(self) -> str:
        if self.many is not None:
            number = self.values["number"]
            assert isinstance(number, int)
            if self.context is not None:
                return npgettext(self.context, self.message, self.many, number, **self.values_without_number())
            return ngettext(self.message, self.many, number, **self.values_without_number())
        if self.context is not None:
            return pgettext(self.context, self.message, **self.values)
        return gettext(self.message, **self.values)

    def __format__(self, form: str) -> str:
        return format(str(self), form)

    def filled(self, **values: object) -> Text:
        """The text with further values."""
        return replace(self, values={**self.values, **values})

    def values_without_number(self) -> dict[str, object]:
        """The values but for the number that decides on the form."""
        return {name: value for name, value in self.values.items() if name != "number"}


def lazy_gettext(message: str, **values: object) -> Text:
    """As `gettext`, in the language in use when it is read."""
    return Text(message, values)


def lazy_ngettext(one: str, many: str, number: int, **values: object) -> Text:
    """As `ngettext`, in the language in use when it is read."""
    return Text(one, {"number": number, **values}, many)


def lazy_pgettext(context: str, message: str, **values: object) -> Text:
    """As `pgettext`, in the language in use when it is read."""
    return Text(message, values, context=context)


def shortened(text: str, values: Mapping[str, object]) -> str:
    """A text, not filled in yet, whose words before names are cut short as in “d’Ann” in French."""
    # For translators: a regular expression of the words that lose their last letter before some names, in French those
    # of “d’Ann” and “qu’Ann”; “none” where no word does.
    words = pgettext("words that are cut short before some names", "none")
    if words == "none":
        return text
    # For translators: a regular expression of the beginnings of these names, in French the vowels; else “none”.
    beginnings = pgettext("beginnings of names that cut the word before short", "none")

    def cut(found: re.Match[str]) -> str:
        is_cut = re.fullmatch(words, found[1], re.IGNORECASE) and re.match(
            beginnings, str(values.get(found[2], "")), re.IGNORECASE
        )
        return f"{found[1][:-1]}’" if is_cut else found[0]

    return _WORD_BEFORE_NAME.sub(cut, text)


def _filled(text: str, values: Mapping[str, object]) -> str:
    return shortened(text, values) % values if values else text
