"""Names in a row, and numbers with a fraction, as each language writes them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from .messages import Text, Whole, lazy_pgettext, pgettext


@dataclass(frozen=True)
class Conjunction:
    """How the last part of a row is joined to those before it."""

    usual: Text
    before_sound: Text
    """Where the word between them changes before the sound with which the last part begins."""
    sound: Text
    """A regular expression of the beginnings of a word with that sound; "none" in languages that have none."""

    def join(self, first: object, last: object) -> str:
        """Both parts with the word between them."""
        begins_so = re.match(str(self.sound), str(last), re.IGNORECASE)
        return str((self.before_sound if begins_so else self.usual).filled(first=first, last=last))


AND = Conjunction(
    lazy_pgettext("list", "%(first)s and %(last)s"),
    # For translators: in Spanish with “e” in place of “y”; elsewhere as without the sound.
    lazy_pgettext("list, the last begins with the sound that changes the word and", "%(first)s and %(last)s"),
    # For translators: a regular expression of the beginnings before which the word “and” changes, in Spanish those
    # with the sound i; “none” where it never does.
    lazy_pgettext("beginnings that change the word and", "none"),
)
OR = Conjunction(
    lazy_pgettext("list", "%(first)s or %(last)s"),
    # For translators: in Spanish with “u” in place of “o”; elsewhere as without the sound.
    lazy_pgettext("list, the last begins with the sound that changes the word or", "%(first)s or %(last)s"),
    # For translators: a regular expression of the beginnings before which the word “or” changes, in Spanish those with
    # the sound o, also of numbers; “none” where it never does.
    lazy_pgettext("beginnings that change the word or", "none"),
)


def all_of(parts: Sequence[object]) -> Text | str:
    """All of them in a row: "Ann, Bob and Cem", in Spanish "Ana e Inés"."""
    return _joined(parts, AND)


def one_of(parts: Sequence[object]) -> Text | str:
    """One of them: "5, 9 or 12", in Spanish "5 u 8"."""
    return _joined(parts, OR)


def decimal(number: float, digits: int = 1) -> str:
    """A number with so many digits after the point, or after the comma of other languages."""
    whole, _, fraction = f"{abs(number):.{digits}f}".partition(".")
    point = pgettext("between a whole number and its fraction", ".") if fraction else ""
    return f"{'-' if number < 0 else ''}{Whole(whole)}{point}{fraction}"


def _joined(parts: Sequence[object], link: Conjunction) -> Text | str:
    if len(parts) < 2:
        return parts[0] if parts and isinstance(parts[0], Text) else "".join(map(str, parts))
    return joined(CommaList(tuple(parts[:-1])), parts[-1], link)


@dataclass(frozen=True)
class Enumeration(Text):
    """A row of parts, written when it is read: the word before the last one goes by how that one is written then."""

    link: Conjunction = AND

    def __str__(self) -> str:
        return self.link.join(self.values["first"], self.values["last"])


def joined(first: object, last: object, link: Conjunction) -> Enumeration:
    """Both, written when they are read."""
    return Enumeration(link.usual.message, {"first": first, "last": last}, context=link.usual.context, link=link)


class CommaList(tuple[object, ...]):
    """Parts with commas between them, written when they are read."""

    __slots__ = ()

    def __str__(self) -> str:
        return ", ".join(map(str, self))
