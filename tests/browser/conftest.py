"""One browser for all tests of this folder that a process runs: the folder is a package so that it ends there."""

import pytest
from serving import running_browser


@pytest.fixture(scope="package")
def browser():
    """The browser. While it runs, the thread of the tests has an event loop: it ends with the folder."""
    yield from running_browser()
