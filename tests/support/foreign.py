"""A language that nobody speaks: its letters show which texts went through a catalogue, and which did not."""

import gettext
import re
from collections.abc import Iterable

WIDE = {ord(letter): ord(letter) + 0xFEE0 for letter in "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"}
PLACEHOLDER = re.compile(r"(%\(\w+\)s)")


def wide(message: str) -> str:
    """The message in wide letters, with its placeholders as they are."""
    return "".join(part if PLACEHOLDER.fullmatch(part) else part.translate(WIDE) for part in PLACEHOLDER.split(message))


class Foreign(gettext.NullTranslations):
    """Every text of every catalogue, in wide letters."""

    def gettext(self, message: str) -> str:
        return wide(message)

    def pgettext(self, context: str, message: str) -> str:
        return wide(message)

    def ngettext(self, one: str, many: str, number: int) -> str:
        return wide(one if number == 1 else many)

    def npgettext(self, context: str, one: str, many: str, number: int) -> str:
        return wide(one if number == 1 else many)


def untranslated(text: str, names: Iterable[str] = ()) -> set[str]:
    """The words that are in plain letters, but for names."""
    return set(re.findall(r"[A-Za-z]+", text)) - set(names)
