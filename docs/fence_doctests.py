"""Puts the sessions (`>>>`) of docstrings into blocks of code; `make docs` runs it as an extension of Griffe."""

from __future__ import annotations

import re
from typing import Any

from griffe import Class, Extension, Function, Module

SESSION = re.compile(r"^>>> .*(?:\n(?!$).*)*", re.MULTILINE)
"""From the first prompt to the next empty line."""


class FenceDoctests(Extension):
    """Fences each session, which Markdown would take for quotations and links."""

    def on_object(self, *, obj: Class | Function | Module | Any, **_: Any) -> None:
        if obj.docstring is not None:
            obj.docstring.value = SESSION.sub(r"```pycon\n\g<0>\n```", obj.docstring.value)
