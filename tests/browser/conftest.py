"""Every page of the program, on servers that the tests of a module share, and a browser's tab in a language."""

import re
from contextlib import contextmanager

import pytest
from every_page import EveryPage
from serving import TIMEOUT_MILLISECONDS

REFUSED = re.compile("status of 404")
"""What a browser logs of the page of errors."""


@pytest.fixture(scope="module")
def every_page(tmp_path_factory):
    """All pages. Whoever changes what they show puts it right again."""
    pages = EveryPage(tmp_path_factory.mktemp("pages"))
    yield pages
    pages.stop()


@pytest.fixture(scope="module")
def tab(browser):
    """Opens a tab that goes from page to page in a language. The test fails if one of them logged an error."""

    @contextmanager
    def open_tab(code, width=1280):
        complaints = []
        with browser.new_context(
            viewport={"width": width, "height": 844}, locale=code.replace("_", "-"), reduced_motion="reduce"
        ) as context:
            context.add_init_script("delete window.speechSynthesis")
            page = context.new_page()
            page.set_default_timeout(TIMEOUT_MILLISECONDS)
            page.on("pageerror", lambda error: complaints.append(str(error)))
            page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
            yield page
        assert [each for each in complaints if not REFUSED.search(each)] == []

    return open_tab
