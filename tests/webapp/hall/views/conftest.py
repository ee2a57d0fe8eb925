"""A hall of this process, and the browser of its desk."""

import pytest
from hall_browser import Browser
from hall_running import running_hall


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    """The hall in which the tests of a module begin one tournament after the other."""
    hall = running_hall(tmp_path_factory.mktemp("hall"))
    yield hall
    hall.stop()


@pytest.fixture
def desk(hall):
    """The browser of the desk, on the hall's own machine."""
    return Browser(hall)
