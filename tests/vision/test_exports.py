"""What `muggins.vision` offers, and what importing it costs."""

import subprocess
import sys

import pytest

import muggins.vision


@pytest.mark.parametrize("name", muggins.vision.__all__)
def test_every_export_is_there_and_listed(name):
    assert getattr(muggins.vision, name) is not None
    assert name in dir(muggins.vision)


def test_what_is_not_exported_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'Seer'"):
        muggins.vision.Seer  # noqa: B018


def test_importing_the_types_loads_neither_opencv_nor_openvino():
    """`muggins score` replays a record in a fraction of a second, as long as it loads no models."""
    program = "import sys\nfrom muggins.vision import TableState\nprint({'cv2', 'openvino'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert (done.stdout, done.stderr) == ("set()\n", "")
