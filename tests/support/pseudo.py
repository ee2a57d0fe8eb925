"""A made-up language for tests: of each text the longest translation, in foreign letters.

Whatever a page shows in plain letters has not gone through a catalogue, and whatever fits in this language fits in all.
It goes by the code of Esperanto, since pages only take languages that Babel knows.
"""

import re

from muggins.webapp.language.catalogues import CATALOGUES
from muggins.webapp.language.extract import begin, gather, text_of, update

CODE = "eo"
LETTERS = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "áƀçđéƒĝĥíĵķļɱñóƥɋřšŧúṽŵẋýžÁɃÇĐÉƑĜĤÍĴĶĻṀÑÓƤɊŘŠŦÚṼŴẊÝŽ",
)
KEPT = re.compile(r"(%\(\w+\)s|<[^>]*>|%%)")


def pseudo(message):
    """A text in foreign letters; placeholders and tags stay."""
    return "".join(part if KEPT.fullmatch(part) else part.translate(LETTERS) for part in KEPT.split(message))


def forms(text):
    """The singular and the plural of a text, or the one text that it is."""
    return (text,) if isinstance(text, str) else (text[0], max(text[1:], key=len))


def write_pseudo_catalogue(folder):
    """Makes the catalogue of the made-up language with every text of the program."""
    path = folder / f"{CODE}.po"
    begin(CODE, folder)
    texts = gather()
    translated = [update(each, texts) for each in CATALOGUES.glob("*.po")]
    catalogue = update(path, texts)
    for message in catalogue:
        if message.id:
            known = [message.id, *(each.get(message.id, message.context).string for each in translated)]
            longest = [pseudo(max(form, key=len)) for form in zip(*map(forms, known), strict=True)]
            message.string = longest[0] if isinstance(message.id, str) else tuple(longest)
    path.write_text(text_of(catalogue), encoding="utf-8")
