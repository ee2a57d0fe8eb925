"""A file that holds a key is readable by its owner alone."""

import stat

import pytest

from muggins.webapp.session.private_file import write_private


@pytest.mark.parametrize("content", ["a key of Zoë", b"\x00\xff"])
def test_a_private_file_is_readable_by_its_owner_alone(tmp_path, content):
    path = tmp_path / "folder" / "key"
    write_private(path, content)
    assert path.read_bytes() == (content.encode() if isinstance(content, str) else content)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_shorter_content_replaces_a_longer_one(tmp_path):
    write_private(tmp_path / "key", "a long password")
    write_private(tmp_path / "key", "short")
    assert (tmp_path / "key").read_text() == "short"


def test_a_file_of_an_earlier_version_that_others_could_read_is_private_once_it_is_written(tmp_path):
    """The mode was set for new files alone: an old one with the host's key stayed open to all."""
    path = tmp_path / "keys.json"
    path.touch(0o644)
    write_private(path, "the host's key")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
