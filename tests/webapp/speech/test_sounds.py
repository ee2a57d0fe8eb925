"""Which sound is heard after an event, and the folder that holds the sounds."""

import pytest

from muggins.webapp.speech.sounds import INDEX, LARGEST_SOUND, SoundPack, moments_of

MP3 = b"ID3" + bytes(100)
OGG = b"OggS" + bytes(100)


@pytest.fixture
def pack(tmp_path):
    """A folder of sounds as somebody has put it together."""
    for name in ("bell.mp3", "ann.mp3", "knock.mp3", "horn.mp3"):
        (tmp_path / name).write_bytes(MP3 + name.encode())
    index = 'score = "bell.mp3"\npass = "knock.mp3"\nmuggins = "horn.mp3"\n[Ann]\nscore = "ann.mp3"\n'
    (tmp_path / INDEX).write_text(index, encoding="utf-8")
    return SoundPack(tmp_path)


def heard(pack, game):
    return pack.file_for(game.last)


def test_a_play_that_scores_has_its_own_sound_and_ann_another(pack, played, start):
    assert heard(pack, played(start(), "Ann sets", "Ann 5-5")) == "ann.mp3"
    assert heard(pack, played(start(), "Bob sets", "Bob 5-5")) == "bell.mp3"
    assert heard(pack, played(start(), "Bob sets", "Bob 6-5")) is None, "the voice speaks"
    assert heard(pack, played(start(), "Ann sets", "Ann 6-5", "Bob passes")) == "knock.mp3"


def test_where_scores_are_claimed_no_sound_tells_that_a_play_scores(pack, played, start):
    told = ["Ann sets", "Ann 5-5"]
    assert heard(pack, played(start(claims="call"), *told)) is None
    assert heard(pack, played(start(claims="call"), *told, "Ann claims 2")) == "ann.mp3"
    assert heard(pack, played(start(claims="call"), *told, "Ann claims 3")) is None, "a wrong claim"
    assert heard(pack, played(start(claims="call"), *told, "Bob 6-5>5-5", "Bob calls Muggins")) == "horn.mp3"


def test_the_play_that_wins_is_first_of_all_a_win(played, start):
    game = played(start(target=2), "Ann sets", "Ann 5-5")
    assert moments_of(game.last) == ["win", "score", "play"]


def test_an_uploaded_sound_is_still_there_after_a_restart(pack, tmp_path):
    pack.put("score", 'José "Pepe"', OGG)
    pack.put("draw", "", OGG)
    pack.put("pass", "", None)
    again = SoundPack(tmp_path)
    assert again.files == pack.files
    name = again.files['José "Pepe"']["score"]
    assert again.content(name) == (OGG, "audio/ogg")
    assert set(again.files[""]) == {"score", "muggins", "draw"}


def test_the_first_upload_makes_the_folder(tmp_path):
    pack = SoundPack(tmp_path / "sounds")
    assert pack.files == {}
    pack.put("win", "", MP3)
    assert SoundPack(tmp_path / "sounds").content(pack.files[""]["win"]) == (MP3, "audio/mpeg")


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"<html>", "this is no sound"),
        (b"", "this is no sound"),
        (MP3 + bytes(LARGEST_SOUND), "too long: at most 2 MB"),
    ],
)
def test_what_browsers_do_not_play_is_refused(pack, content, says):
    with pytest.raises(ValueError, match=says):
        pack.put("score", "", content)
    assert pack.files[""]["score"] == "bell.mp3"


@pytest.mark.parametrize(
    ("index", "says"),
    [
        ('goal = "bell.mp3"', "goal is nothing that has a sound; expected win"),
        ('score = "gong.mp3"', "there is no file gong.mp3 beside it"),
        ('score = "../bell.mp3"', "there is no file ../bell.mp3 beside it"),
        ("score = 5", "there is no file 5 beside it"),
        ("score", "cannot be read"),
    ],
)
def test_an_index_that_is_wrong_says_what_is(tmp_path, index, says):
    (tmp_path / "bell.mp3").write_bytes(MP3)
    (tmp_path / INDEX).write_text(index)
    with pytest.raises(ValueError, match=says):
        SoundPack(tmp_path)


def test_a_file_that_no_browser_plays_is_named(tmp_path):
    (tmp_path / "bell.mid").write_bytes(b"MThd")
    (tmp_path / INDEX).write_text('score = "bell.mid"')
    with pytest.raises(ValueError, match=r"bell.mid: this is no sound"):
        SoundPack(tmp_path)


def test_a_sound_that_was_removed_since_is_none(pack, tmp_path):
    (tmp_path / "bell.mp3").unlink()
    assert pack.content("bell.mp3") is None


def test_a_file_beside_the_sounds_is_given_to_nobody(pack, tmp_path):
    (tmp_path / "diary.mp3").write_bytes(MP3)
    assert pack.content("diary.mp3") is None
    assert pack.content("../keys.json") is None


def test_a_folder_that_takes_no_sound_is_named_in_one_sentence(tmp_path):
    """The disk was full: the page of settings said "Internal Server Error"."""
    (tmp_path / "sounds").write_text("no folder")
    pack = SoundPack(tmp_path / "sounds")
    with pytest.raises(ValueError, match=r"sounds: cannot be written \(File exists\)"):
        pack.put("score", "", MP3)
    assert pack.files == {}, "the voice goes on"
