"""A hall of this process, and the browser of its desk."""

import pytest
from hall_browser import Browser
from hall_running import running_hall


@pytest.fixture
def hall(tmp_path):
    hall = running_hall(tmp_path)
    yield hall
    hall.stop()


@pytest.fixture
def desk(hall):
    """The browser of the desk, on the hall's own machine."""
    return Browser(hall)
