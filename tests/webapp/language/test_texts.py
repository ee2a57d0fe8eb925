"""Every text of a template or a script goes through a catalogue, and every catalogue has every text."""

import re
from html.parser import HTMLParser

import pytest
from places import ROOT

from muggins.webapp.language.catalogues import CATALOGUES, is_translated, languages, read_catalogue
from muggins.webapp.language.extract import TEMPLATE, gather, text_of

RUN = "run: python -m muggins.webapp.language.extract"
SHOWN_ATTRIBUTES = ("aria-label", "alt", "title", "placeholder", "content", "label")
SAME_EVERYWHERE = ("muggins", "CSV", "JSON Lines", "light dark", "width=device-width, initial-scale=1")
"""What is written alike in all languages."""
HEADERS = (
    *("Accept", "Content-Type", "Phone-Key", "Frame", "Camera", "Camera-Says", "Tiles", "Asked", "Phone", "View"),
    "Muggins-Shown",
)
NEVER_SHOWN = ("the browser encodes no picture",)
KEYS = ("Enter", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Arrow", "PageUp", "PageDown", "Home", "End")
NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal", "InvalidStateError", "EncodingError")


CUT = "✂"
"""Where a template asks a catalogue."""


class Shown(HTMLParser):
    """Collects what a page shows: texts between tags, and attributes that are read aloud."""

    def __init__(self):
        super().__init__()
        self.texts = []

    def handle_starttag(self, tag, attrs):
        self.texts += [value for name, value in attrs if name in SHOWN_ATTRIBUTES and value]

    def handle_data(self, data):
        self.texts.append(data)


def shown_plainly(template):
    """What a template shows without asking a catalogue."""
    source = re.sub(r"{% block (page|body_data) %}.*?{% endblock %}", "", template)
    source = re.sub(r"{%-? *trans\b.*?endtrans *-?%}", CUT, source, flags=re.DOTALL)
    source = re.sub(r"{#.*?#}|{%.*?%}|{{.*?}}", CUT, source, flags=re.DOTALL)
    page = Shown()
    page.feed(source)
    texts = (" ".join(text.split()) for shown in page.texts for text in shown.split(CUT))
    return {text for text in texts if re.search(r"[A-Za-z]{2}", text) and text.strip(" ·") not in SAME_EVERYWHERE}


def literals(script):
    """The string literals of a script that look like words for people, and no function of lib/text.js takes them."""
    code = re.sub(r"/\*.*?\*/|^\s*//.*?$|(?<=[;,{}]) +// .*?$", "", script, flags=re.DOTALL | re.MULTILINE)
    code = re.sub(r"\b(?:t|tn|tp)\((?:\s*\"(?:[^\"\\]|\\.)*\",?)+", "", code)
    found = re.findall(r"\"((?:[^\"\\\n]|\\.)*)\"|`([^`]*)`", code)
    texts = {re.sub(r"\$\{[^}]*\}", "", "".join(pair)) for pair in found}
    return {text for text in texts if re.match(r"[A-Z][a-z]", text) or re.search(r"[a-z] [a-z]+ [a-z]+ [a-z]", text)}


STRING = r"(\"(?:[^\"\\\n]|\\.)*\"|`[^`]*`)"
SPOKEN = r"aria-(?:label|description|roledescription|valuetext|placeholder)|title|alt|placeholder"
"""Attributes that people see or hear."""
SHOWN_AT = (
    rf"\.(?:textContent|innerText|title|placeholder|alt|ariaLabel)\s*=(?:[^;\"`]*[?:])?\s*{STRING}",
    rf"[{{,]\s*\"?(?:{SPOKEN}|text|label|words)\"?\s*:\s*{STRING}",
    rf"\bsetAttribute\(\"(?:{SPOKEN})\",\s*{STRING}",
)
"""Where a script shows a string, whatever it looks like."""
SHOWING = {"createElement": 2, "append": 0, "prepend": 0, "replaceChildren": 0, "say": 0, "confirm": 0, "alert": 0}
"""Functions that show their arguments, and the place of the first that is shown."""


def shown_literals(script):
    """The string literals that a script shows as they are: in an element, an attribute or a message, also one word."""
    found = [string for pattern in SHOWN_AT for string in re.findall(pattern, script)]
    for function, first in SHOWING.items():
        for call in re.finditer(rf"\b{function}\(", script):
            found += [each for each in arguments(script, call.end())[first:] if re.fullmatch(STRING, each)]
    texts = {re.sub(r"\$\{[^}]*\}", "", string[1:-1]) for string in found}
    return {text for text in texts if re.search(r"[A-Za-z]{2}", text) and "://" not in text}


def arguments(script, start):
    """The arguments of a call whose bracket opens before `start`, as code."""
    depth, parts = 0, [""]
    for token in re.findall(rf"{STRING}|([\s\S])", script[start:]):
        piece = "".join(token)
        if piece in {")", "]", "}"}:
            depth -= 1
        if depth < 0:
            break
        if piece in {"(", "[", "{"}:
            depth += 1
        if piece == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += piece
    return [part.strip() for part in parts]


def files(folder, ending):
    """The files below a folder of the web app: the path and the text of each."""
    found = {str(path): path.read_text(encoding="utf-8") for path in (ROOT / "webapp" / folder).rglob(f"*{ending}")}
    assert len(found) > 40
    return found


def test_a_template_shows_nothing_that_is_in_no_catalogue():
    shown = {path: shown_plainly(template) for path, template in files("templates", ".html").items()}
    assert {path: texts for path, texts in shown.items() if texts} == {}


def test_nor_does_a_script_and_be_it_a_single_word():
    known = {*HEADERS, *NEVER_SHOWN, *KEYS, *NAMES}
    shown = {
        path: (literals(script) - known) | shown_literals(script) for path, script in files("static", ".js").items()
    }
    assert {path: texts for path, texts in shown.items() if texts} == {}


@pytest.mark.parametrize(
    ("script", "shown"),
    [
        ('button.textContent = "take back";', "take back"),
        ('button.textContent = isOn ? "voice off" : t("Voice on");', "voice off"),
        ("byId(id).textContent = `count ${count}`;", "count "),
        ('createElement("button", { type: "button", class: "big" }, icon, "undo")', "undo"),
        ('createElement("img", { src, alt: "the table" })', "the table"),
        ('{ value: "remove", text: "remove" }', "remove"),
        ('button.setAttribute("aria-label", "passes");', "passes"),
        ('row.append(createElement("td"), "spinner");', "spinner"),
        ('say("no tiles");', "no tiles"),
    ],
)
def test_a_word_that_a_script_shows_is_found(script, shown):
    """Words in small letters passed for names: only sentences and words with a capital were found."""
    assert shown_literals(script) == {shown}


def test_names_for_the_browser_are_not_shown():
    script = (
        'button.setAttribute("aria-current", "step"); input.placeholder = "http://192.168.1.20:8080/video"; '
        'createElement("p", { class: "said", role: "status" }, t("Games"), `${score} · ${target}`); say("");'
    )
    assert shown_literals(script) == set()


@pytest.fixture(scope="module")
def gathered():
    """The catalogue of every text of the program."""
    return gather()


@pytest.fixture(scope="module")
def texts(gathered):
    """Every text of the program with its context; of those with a plural the singular."""
    return keys(gathered)


def keys(catalogue):
    return {
        (message.context, message.id if isinstance(message.id, str) else message.id[0])
        for message in catalogue
        if message.id
    }


def test_every_text_of_a_script_is_gathered(texts):
    """Babel's reader of JavaScript leaves out what it does not understand."""
    string = r"\s*\"((?:[^\"\\]|\\.)*)\""
    for path, code in files("static", ".js").items():
        script = re.sub(r"/\*.*?\*/", "", code, flags=re.DOTALL)
        found = {(None, text) for text in re.findall(rf"\b(?:t|tn)\({string}", script)}
        found |= set(re.findall(rf"\btp\({string},{string}", script))
        assert len(re.findall(r"(?<!function )\bt[np]?\(", script)) >= len(found), path
        assert found - texts == set(), path


def test_the_list_of_texts_is_up_to_date(gathered):
    assert TEMPLATE.read_text(encoding="utf-8") == text_of(gathered), RUN


@pytest.mark.parametrize("code", sorted({*languages()} - {"en"}))
def test_a_catalogue_has_every_text_translated_and_no_other_and_no_fault(code, texts):
    catalogue = read_catalogue(CATALOGUES / f"{code}.po")
    assert keys(catalogue) == texts, RUN
    assert [message.id for message in catalogue if message.id and not is_translated(message)] == []


def test_what_is_shown_plainly_is_found():
    page = '<p title="A tile">{{ _("Games") }} · won {% trans %}The table{% endtrans %}</p><b>muggins</b>'
    assert shown_plainly(page) == {"A tile", "· won"}
    script = 'say("Hello"); say(t("The table")); say(tn("%(number)s tile", "%(number)s tiles", n)); say(`Won by ${x}`);'
    assert literals(script) == {"Hello", "Won by "}
