"""Work in processes: all of it is done, what fails is said, and a killed recipe leaves no process behind."""

import subprocess
import sys
from functools import partial

import pytest

from muggins.datasets.recipe.processes import for_each


def write(folder, number: int) -> None:
    if number < 0:
        raise ValueError(f"no scene has the seed {number}")
    (folder / str(number)).touch()


def test_everything_is_done_and_reported(tmp_path):
    shares = []
    for_each(partial(write, tmp_path), range(4), 2, shares.append)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["0", "1", "2", "3"]
    assert shares == [0.25, 0.5, 0.75, 1.0]


def test_what_fails_in_a_process_is_raised(tmp_path):
    with pytest.raises(ValueError, match="no scene has the seed -1"):
        for_each(partial(write, tmp_path), [-1], 1, lambda _: None)


def test_a_process_ends_when_the_recipe_is_killed(tmp_path):
    """It would wait for work for ever, and hold its memory."""
    script = tmp_path / "parent.py"
    script.write_text(
        "import os, threading\n"
        "from muggins.datasets.recipe.processes import for_each\n"
        "def wait(number):\n"
        "    print(os.getpid(), flush=True)\n"
        "    threading.Event().wait()\n"
        "if __name__ == '__main__':\n"
        "    for_each(wait, [1], 1, print)\n"
    )
    parent = subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    assert int(parent.stdout.readline()) != parent.pid
    parent.kill()
    rest = parent.stdout.read()  # the end of the file comes when the last process that could write to it has ended
    parent.wait()
    assert rest == ""
