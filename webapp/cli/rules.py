"""`muggins rules`: the games, the options of one, and whether a file of house rules can be played."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from muggins.scorer.reports.wording import title_of
from muggins.scorer.rules.rulesets import (
    OPTIONS,
    RuleSet,
    idle_options,
    load_ruleset,
    meaning_of,
    option_of,
    ruleset_names,
)
from muggins.texts import Text, gettext, one_of, text_of


def print_rules(name: str | None, check: str | None) -> int:
    """Prints the games, or the options of one, or what the house rules in the file `check` change."""
    lines = _checked(load_ruleset(check), check) if check else _options(load_ruleset(name)) if name else _games()
    print("\n".join(lines))
    return 0


def _games() -> Iterator[str]:
    width = max(map(len, ruleset_names()))
    for rules in map(load_ruleset, ruleset_names()):
        yield f"{rules.id:<{width}}  {title_of(rules)}"
    yield ""
    yield gettext("`muggins rules ID` lists the options of a game; docs/rules.md describes it.")


def _options(rules: RuleSet) -> Iterator[str]:
    """Each option as a file of house rules has it, with what it does and the values that it may have."""
    idle = idle_options(rules)
    yield f"# {title_of(rules)}"
    yield f'based-on = "{rules.base}"'
    for key in OPTIONS:
        if key not in idle:
            yield f"\n{key} = {_toml(option_of(rules, key))}"
            meaning = str(Text(meaning_of(key), {}, context="option"))
            yield f"# {meaning}"
            allowed = OPTIONS[key].allowed
            if not isinstance(allowed, tuple) or not all(word in meaning for word in allowed):
                yield f"# {one_of(allowed) if isinstance(allowed, tuple) else text_of(allowed)}"
    if idle:
        yield "\n# " + gettext("These options do nothing in this game: %(options)s", options=", ".join(sorted(idle)))


def _checked(rules: RuleSet, file: str) -> Iterator[str]:
    changed = ", ".join(f"{key}={value}" for key, value in rules.changes().items() if key != "name")
    yield gettext(
        "%(file)s: %(game)s can be played; based on %(base)s, with %(changes)s",
        file=file,
        game=title_of(rules),
        base=rules.base,
        changes=changed or gettext("no change"),
    )


def _toml(value: Any) -> str:
    """A value of an option as TOML."""
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{players} = {number}' for players, number in value.items())} }}"
    return json.dumps(value)
