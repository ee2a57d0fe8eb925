"""The catalogue of each language: one .po file in `catalogues/`, and what JavaScript needs of it."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po
from babel.support import NullTranslations, Translations

from .numbers import ENGLISH, NumberWriter

CATALOGUES = Path(__file__).parent / "catalogues"
PLACEHOLDER = re.compile(r"%\((\w+)\)s")
TAG = re.compile(r"<(/?\w+)")
PLURAL_SAMPLES = (*range(200), 1_000, 1_000_000)
"""Numbers that between them take every plural form of every language."""


class English(NumberWriter, NullTranslations):
    """English, with what Flask-Babel asks of a catalogue."""


class Catalogued(NumberWriter, Translations):
    """The texts and the numbers of a language with a catalogue."""


class CatalogueError(ValueError):
    """A catalogue cannot be used. The message names the file and the text."""


@dataclass(frozen=True)
class Language:
    """A language with its texts."""

    code: str
    """As its file is named, for example `pt_BR`."""
    translations: NullTranslations
    script_texts: Mapping[str, object]
    """What JavaScript shows: {"plurals": form by CLDR category, "messages": text, or list of forms, by message}."""

    @property
    def tag(self) -> str:
        """The code as HTML and browsers write it, for example `pt-BR`."""
        return self.code.replace("_", "-")


def languages() -> dict[str, str]:
    """Each language's own name by its code, English first, then by name."""
    return dict(_languages_in(CATALOGUES, CATALOGUES.stat().st_mtime_ns))


@lru_cache(maxsize=4)
def _languages_in(folder: Path, changed: int) -> dict[str, str]:
    """The languages of a folder that was `changed` last then: every request asks for them."""
    names = {path.stem: own_name(path.stem) for path in folder.glob("*.po")}
    return {ENGLISH: "English", **dict(sorted(names.items(), key=lambda item: item[1]))}


def negotiate(wanted: str) -> str:
    """The language that suits best: `wanted` is a header Accept-Language, or the code of a language.

    A language without a catalogue is English. Portuguese of any country is that of Brazil.
    """
    known = languages()
    for tag in _by_preference(wanted):
        code = tag.replace("-", "_").lower()
        exact = [each for each in known if each.lower() == code]
        kin = [each for each in known if each.partition("_")[0] == code.partition("_")[0]]
        if exact or kin:
            return (exact or kin)[0]
    return ENGLISH


def load_language(code: str) -> Language:
    """A language by the code of its file; English for one that has none. Raises CatalogueError for a faulty file."""
    path = CATALOGUES / f"{code}.po"
    if code not in languages() or code == ENGLISH:
        return Language(ENGLISH, English(), {"plurals": {}, "messages": {}})
    return _load(path, path.stat().st_mtime_ns)


def read_catalogue(path: Path) -> Catalog:
    """The catalogue in a file. Raises CatalogueError where it cannot be read, or where a text has a fault."""
    try:
        with path.open("rb") as file:
            catalogue = read_po(file, locale=path.stem, abort_invalid=True)
    except (OSError, ValueError, PoFileError) as error:
        raise CatalogueError(f"{path.name}: expected a catalogue in gettext's .po form, but {error}") from error
    for message in catalogue:
        fault = fault_of(message, catalogue.num_plurals)
        if fault:
            raise CatalogueError(f"{path.name}: {fault}")
    return catalogue


def is_translated(message: Message) -> bool:
    """Whether a message has its translation, in all plural forms."""
    texts = _strings(message.string)
    return bool(texts) and all(texts)


def fault_of(message: Message, plurals: int) -> str:
    """What is wrong with the translation of a message, in one sentence; "" where nothing is, or where it has none."""
    ids, texts = _strings(message.id), _strings(message.string)
    if not message.id or not any(texts):
        return ""
    if len(ids) > 1 and (len(texts) != plurals or not all(texts)):
        return f"“{ids[0]}” needs {plurals} plural forms, and has {len([text for text in texts if text])}"
    sets = [set(PLACEHOLDER.findall(each)) for each in ids]
    needed, allowed = set.intersection(*sets), set.union(*sets)
    for text in texts:
        found = set(PLACEHOLDER.findall(text))
        if not needed <= found <= allowed:
            names = ", ".join(f"%({name})s" for name in sorted(needed ^ found)) or "other ones"
            return f"“{ids[0]}” and its translation “{text}” differ in their placeholders: {names}"
        if _bare_percents(text) != _bare_percents(ids[-1]):
            return f"“{ids[0]}” and its translation “{text}” differ in the signs %; a % that is shown is written %%"
        if '"' in text and '"' not in ids[-1]:
            return f"the translation “{text}” has straight quotes; write those of the language"
        if sorted(TAG.findall(text)) != sorted(TAG.findall(ids[-1])):
            return f"“{ids[0]}” and its translation “{text}” differ in their tags"
    return ""


@cache
def _load(path: Path, changed: int) -> Language:
    """`changed` is the time of the file's last change: a catalogue that was edited is read anew."""
    catalogue = read_catalogue(path)
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    texts = Catalogued(compiled)
    texts.locale = path.stem
    return Language(path.stem, texts, _script_texts(catalogue, texts.plural))


def _script_texts(catalogue: Catalog, form: Callable[[int], int]) -> dict[str, object]:
    """`form` gives the form of a text that a number takes, by the header of the file."""
    messages = {
        _key(message): message.string if isinstance(message.string, str) else list(_strings(message.string))
        for message in catalogue
        if message.id and is_translated(message) and any(name.endswith(".js") for name, _ in message.locations)
    }
    # Browsers choose plurals by the category of CLDR.
    category = Locale.parse(str(catalogue.locale)).plural_form
    plurals = {category(number): form(number) for number in reversed(PLURAL_SAMPLES)}
    return {"plurals": plurals, "messages": messages}


def _key(message: Message) -> str:
    """How JavaScript finds a text: by its singular, after its context and the sign that gettext puts between."""
    singular = _strings(message.id)[0]
    return f"{message.context}\x04{singular}" if message.context else singular


def _bare_percents(text: str) -> int:
    """How often a text has a % that is neither of a placeholder nor written twice."""
    return PLACEHOLDER.sub("", text).replace("%%", "").count("%")


def _strings(text: str | tuple[str, ...] | list[str] | None) -> Sequence[str]:
    return [text] if isinstance(text, str) else text or ()


@cache
def own_name(code: str) -> str:
    """A language's name in the language itself. ValueError where the code names no language."""
    try:
        name = Locale.parse(code).get_display_name(code) or code
    except UnknownLocaleError as error:
        raise ValueError(f"{code}: expected the code of a language, for example it or pt_PT") from error
    return name[:1].upper() + name[1:]


def _by_preference(header: str) -> list[str]:
    """The languages of a header Accept-Language, the dearest first; those marked q=0 are left out."""
    weighed = []
    for part in header.split(","):
        tag, _, weight = part.partition(";")
        found = re.fullmatch(r"\s*q=([01](?:\.\d{0,3})?)\s*", weight)
        weighed.append((-float(found[1]) if found else -1.0, tag.strip()))
    return [tag for weight, tag in sorted(weighed, key=lambda pair: pair[0]) if tag and weight < 0]
