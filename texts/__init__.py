"""The language of what people read: looks texts up in a catalogue. It imports the standard library alone."""

from .errors import text_of
from .lists import CommaList, all_of, decimal, one_of
from .messages import (
    Text,
    Whole,
    current,
    gettext,
    language,
    lazy_gettext,
    lazy_ngettext,
    lazy_pgettext,
    mark,
    ngettext,
    npgettext,
    pgettext,
    shortened,
    use,
)

__all__ = [
    "CommaList",
    "Text",
    "Whole",
    "all_of",
    "current",
    "decimal",
    "gettext",
    "language",
    "lazy_gettext",
    "lazy_ngettext",
    "lazy_pgettext",
    "mark",
    "ngettext",
    "npgettext",
    "one_of",
    "pgettext",
    "shortened",
    "text_of",
    "use",
]
