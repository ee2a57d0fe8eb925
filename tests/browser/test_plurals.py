"""Plurals as the scripts of a page write them: the same as Python writes, in every language that comes with muggins."""

import re

import pytest

from muggins.scorer.language import ngettext, use
from muggins.webapp.language.catalogues import languages, load_language
from muggins.webapp.language.extract import gather

NUMBERS = (0, 1, 2, 5, 21)
WRITTEN = """async ([texts, numbers]) => {
    const { tn } = await import("/static/lib/text.js");
    return texts.map(([one, many, values]) => numbers.map((number) => tn(one, many, number, values)));
}"""


def plurals_of_scripts():
    """The English forms of every text with a number that scripts write, and a value for each other placeholder."""
    counted = [
        message.id
        for message in gather()
        if isinstance(message.id, tuple) and any(file.endswith(".js") for file, _ in message.locations)
    ]
    names = [set(re.findall(r"%\((\w+)\)s", one + many)) - {"number"} for one, many in counted]
    return [(*forms, dict.fromkeys(each, "Ann")) for forms, each in zip(counted, names, strict=True)]


@pytest.mark.parametrize("code", languages())
def test_scripts_and_python_write_the_same_plurals(visit, code):
    texts = plurals_of_scripts()
    assert len(texts) > 5
    page = visit(f"/count?language={code}")
    shown = page.evaluate(WRITTEN, [texts, NUMBERS])
    with use(load_language(code).translations):
        written = [[ngettext(one, many, number, **values) for number in NUMBERS] for one, many, values in texts]
    assert shown == written
