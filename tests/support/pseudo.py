"""A made-up language for tests: every letter of a text is a foreign one, and every text is 40 % longer.

Whatever a page shows in plain letters has not gone through a catalogue, and whatever is cut off would be cut off in
German too. It goes by the code of Esperanto, since pages only take languages that Babel knows.
"""

import re

from muggins.webapp.language.extract import begin, gather, text_of, update

CODE = "eo"
LETTERS = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "áƀçđéƒĝĥíĵķļɱñóƥɋřšŧúṽŵẋýžÁɃÇĐÉƑĜĤÍĴĶĻṀÑÓƤɊŘŠŦÚṼŴẊÝŽ",
)
KEPT = re.compile(r"(%\(\w+\)s|<[^>]*>|%%)")
LONGER = 0.4


def pseudo(message):
    """A text in the made-up language; placeholders and tags stay."""
    parts = [part if KEPT.fullmatch(part) else part.translate(LETTERS) for part in KEPT.split(message)]
    length = len(KEPT.sub("", message))
    # Longer by words of about six letters, as texts of other languages are.
    dots = ["·" * 6] * int(length * LONGER / 7) + ["·" * max(1, int(length * LONGER) % 7)]
    return f"[{''.join(parts)} {' '.join(dots)}]" if length > 8 else f"[{''.join(parts)}{''.join(dots)}]"


def write_pseudo_catalogue(folder):
    """Makes the catalogue of the made-up language with every text of the program."""
    path = folder / f"{CODE}.po"
    begin(CODE, folder)
    catalogue = update(path, gather())
    for message in catalogue:
        if message.id:
            forms = [pseudo(each) for each in ([message.id] if isinstance(message.id, str) else message.id)]
            message.string = forms[0] if isinstance(message.id, str) else tuple(forms)
    path.write_text(text_of(catalogue), encoding="utf-8")
