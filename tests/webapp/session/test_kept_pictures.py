"""The folder of pictures that a host has asked for: it is full at some point, and play goes on."""

import pytest

from muggins.webapp.session import kept_pictures
from muggins.webapp.session.kept_pictures import KeptPictures


def names_in(folder):
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize(("limit", "most"), [("MOST_PICTURES", 2), ("FOLDER_BYTES", 25)])
def test_a_folder_that_is_full_takes_no_more_until_its_pictures_are_moved(limit, most, tmp_path, monkeypatch, capsys):
    """Pictures were kept until the disk was full, a spectator's photos too."""
    monkeypatch.setattr(kept_pictures, limit, most)
    kept = KeptPictures(tmp_path, "truth.jsonl")
    for name in ("a.jpg", "b.jpg", "c.jpg", "d.jpg"):
        kept.store(name, b"ten bytes.", f"of {name}")
    assert names_in(tmp_path) == ["a.jpg", "b.jpg", "truth.jsonl"]
    assert (tmp_path / "truth.jsonl").read_text() == "of a.jpg\nof b.jpg\n"
    assert capsys.readouterr().err == (
        f"muggins: {tmp_path}: no more pictures are kept, since it holds 2 already, 0 MB in all; move them elsewhere\n"
    )
    (tmp_path / "a.jpg").unlink()
    kept.store("e.jpg", b"ten bytes.", "of e.jpg")
    kept.store("f.jpg", b"ten bytes.", "of f.jpg")
    assert names_in(tmp_path) == ["b.jpg", "e.jpg", "truth.jsonl"]
    assert "no more pictures are kept" in capsys.readouterr().err


def test_a_folder_that_cannot_be_written_is_said_once(tmp_path, capsys):
    """The first picture that could not be written ended the keeping, and nobody was told."""
    kept = KeptPictures(tmp_path / "kept")
    (tmp_path / "kept").rmdir()
    kept.store("a.jpg", b"")
    kept.store("b.jpg", b"")
    assert capsys.readouterr().err == (f"muggins: {tmp_path / 'kept'}: cannot be written (No such file or directory)\n")
    (tmp_path / "kept").mkdir()
    kept.store("c.jpg", b"")
    assert names_in(tmp_path / "kept") == ["c.jpg"]
