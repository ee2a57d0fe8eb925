"""The descriptions of the API, and the types of the pages, are those that the views have."""

import pytest
from places import ROOT

from muggins.webapp.openapi.api import files

FILES = files()


@pytest.mark.parametrize("path", FILES)
def test_what_is_written_is_up_to_date(path):
    written = (ROOT / path).read_text(encoding="utf-8")
    assert written == FILES[path], "run python -m muggins.webapp.openapi"
