"""Whole numbers as each language writes them. Babel is loaded for the first that has more than three digits."""

from __future__ import annotations

from gettext import NullTranslations

ENGLISH = "en"
"""The language of the code, which needs no catalogue."""


class NumberWriter:
    """What a catalogue of texts inherits to write whole numbers too."""

    locale = ENGLISH
    """The language, as Babel names it."""

    def whole_number(self, number: int) -> str:
        """The number with its digits grouped: 1,234, in German 1.234."""
        if abs(number) < 1000:
            return str(number)
        from babel.numbers import format_decimal

        return format_decimal(number, locale=self.locale)


class EnglishTexts(NumberWriter, NullTranslations):
    """English, which needs no catalogue."""
