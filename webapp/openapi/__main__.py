"""Writes the descriptions of the API, of a table and of a hall, and the types of the pages.

    python -m muggins.webapp.openapi

It writes `webapp/openapi.json`, `webapp/hall/openapi.json` and `webapp/static/lib/api_types.d.ts`, from the docstrings
and types of the views. A docstring's first line is the summary of an operation; the return type is what it answers.
"""

from __future__ import annotations

from .api import ROOT, files


def main() -> None:
    for path, text in files().items():
        (ROOT / path).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
