"""Rendered hands: what is filmed is what the truth says, and a watcher who reads well gets all of it."""

import json
from itertools import islice

import cv2
import numpy as np
import pytest
from good_reader import watched

from muggins.datasets.videos import render_video
from muggins.datasets.videos.shooting import Shooting
from muggins.scorer import GameStarted
from muggins.vision.tracking.events import DoubtRaised, DoubtSettled, Played, Settled, TakenBack

SMALL = (480, 270)
SEATS = {"Ann": "bottom", "Bob": "top"}
STARTED = GameStarted("all-fives", ("Ann", "Bob"), seats=SEATS)


def test_a_watcher_who_reads_well_sees_every_play_of_a_filmed_hand():
    film = render_video.film(46, render_video.seated("all-fives", 3), SMALL)
    sides = film.hand.started.seats
    happened = watched(film)
    truth = film.hand.truth()["plays"]
    plays = [one for one in happened if isinstance(one, Played)]
    assert [(str(one.tile), one.on and str(one.on), one.side) for one in plays] == [
        (play["tile"], play.get("on"), sides[play["player"]]) for play in truth
    ]
    late = [one.time - play["second_clear"] for one, play in zip(plays, truth, strict=True)]
    assert max(late) <= 1.0
    assert {type(one) for one in happened} <= {Played, Settled, DoubtRaised, DoubtSettled}


def test_a_layout_that_is_turned_to_make_room_is_no_play_and_play_goes_on():
    film = render_video.film(47, STARTED, SMALL, turns=0.7)
    assert sum(move.act == "turn" for move in film.hand.moves) > 3
    happened = watched(film)
    assert [(str(one.tile), one.on and str(one.on)) for one in happened if isinstance(one, Played)] == [
        (play["tile"], play.get("on")) for play in film.hand.truth()["plays"]
    ]
    assert {type(one) for one in happened} <= {Played, Settled, DoubtRaised, DoubtSettled}


def test_mishaps_are_no_plays():
    """Tiles are taken back, nudged and covered, hands hover, the camera is pushed, lamps are switched."""
    film = render_video.film(11, STARTED, SMALL, mishaps=1.0)
    assert {"lift", "nudge", "cup", "hover"} < {move.act for move in film.hand.moves}
    assert film.hand.pushes
    assert film.hand.lamps
    told = [
        ("play", str(one.tile), one.on and str(one.on)) if isinstance(one, Played) else ("take_back", None, None)
        for one in watched(film)
        if isinstance(one, Played | TakenBack)
    ]
    assert len(told) > 8
    assert told == [
        (event["event"], event.get("tile"), event.get("on"))
        for event in film.hand.truth()["events"]
        if event["event"] in ("play", "take_back")
    ]


def test_what_arms_do_besides_playing_is_no_play_and_makes_none_late():
    """People point, tap, tidy, rest their arms while others play, and lift a tile and put it back."""
    film = render_video.film(13, STARTED, SMALL, busy=1.0)
    assert {"point", "hover", "rest", "lift", "put back"} <= {move.act for move in film.hand.moves}
    told, first, sides = [], {}, film.hand.started.seats
    for one in watched(film):
        if isinstance(one, Played):
            told.append((str(one.tile), one.side))
            first.setdefault(str(one.tile), one.time)
        elif isinstance(one, TakenBack):
            told.pop()
    truth = film.hand.truth()["plays"]
    assert told == [(play["tile"], sides[play["player"]]) for play in truth]
    assert max(first[play["tile"]] - play["second_clear"] for play in truth) <= 1.0


def test_the_tile_lies_there_from_the_moment_the_hand_lets_go():
    film = render_video.film(3, STARTED, SMALL, shooting=Shooting(noise=0, flicker=0))
    lays = film.hand.lays[:3]
    frames = list(islice(film, lays[-1].leaves + 1))
    for move in lays:
        before, after = frames[move.enters - 1].astype(int), frames[move.leaves].astype(int)
        change = np.abs(after - before).max(axis=2) > 25
        row, column = np.argwhere(change).mean(axis=0)
        style = film.stage.style
        place = film.stage.camera.project(np.array([move.laid.x, move.laid.y, style.thickness]) * style.width)
        assert np.hypot(column - place[0], row - place[1]) < 1.5 * film.stage.tile_width


def test_a_lamp_is_reflected_in_the_open_half_of_a_tile_once_it_lies_there():
    plain = render_video.film(3, STARTED, SMALL)
    move = plain.hand.lays[1]
    lit = render_video.film(3, STARTED, SMALL, shooting=Shooting(reflection=move.laid.tile))
    assert plain.glares == ()
    [glare] = lit.glares
    assert glare.frame == move.acts
    host = plain.tile_centre(plain.hand.lays[0].laid)
    middle = plain.tile_centre(move.laid)
    assert np.linalg.norm(glare.centre - host) > np.linalg.norm(middle - host)
    assert glare.radius < np.linalg.norm(glare.centre - middle) * 1.5


def test_the_same_seed_films_the_same():
    first, second = (next(iter(render_video.film(4, size=(320, 180)))) for _ in range(2))
    assert (first == second).all()


def test_the_exposure_hunts_and_the_camera_rustles():
    frames = [frame.astype(int) for frame in islice(render_video.film(4, STARTED, (320, 180)), 10)]
    assert np.ptp([frame.mean() for frame in frames]) > 0.5
    assert np.abs(frames[1] - frames[0]).max() > 5


def test_players_three_and_four_sit_at_the_other_sides():
    seats = [render_video.random_start(np.random.default_rng(seed)).seats for seed in range(30)]
    assert {len(one) for one in seats} == {2, 3, 4}
    assert all(len(set(one.values())) == len(one) for one in seats)


def test_the_command_writes_a_video_and_its_truth_and_does_nothing_twice(tmp_path, capsys):
    order = ["--seed", "6", "--rules", "all-fives", "--out", str(tmp_path), "--size", "160x90", "--calm", "0.1"]
    assert render_video.main(order) == 0
    truth = json.loads((tmp_path / "6.json").read_text())
    capture = cv2.VideoCapture(str(tmp_path / "6.mp4"))
    assert capture.get(cv2.CAP_PROP_FPS) == truth["fps"]
    assert capture.get(cv2.CAP_PROP_FRAME_COUNT) == truth["frames"]
    assert truth["rules"] == "all-fives"
    assert "6.mp4" in capsys.readouterr().out
    assert render_video.main(order) == 0
    assert capsys.readouterr().out == ""


def test_a_size_that_is_none_is_refused(tmp_path, capsys):
    with pytest.raises(SystemExit) as end:
        render_video.main(["--out", str(tmp_path), "--size", "big"])
    assert end.value.code == 2
    assert "1280x720" in capsys.readouterr().err


def test_a_codec_that_cannot_be_written_is_told(tmp_path, capsys):
    assert render_video.main(["--out", str(tmp_path), "--size", "160x90", "--codec", "????"]) == 1
    assert "mp4v" in capsys.readouterr().err
