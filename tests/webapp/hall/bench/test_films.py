"""Films brought to an even pace, and what was told of them compared with their truth."""

import json

import cv2
import numpy as np
import pytest

from muggins.scorer.events import GameStarted
from muggins.webapp.bench.listeners import Told
from muggins.webapp.demo import RECORDED
from muggins.webapp.hall.bench.figures import judge, quantile
from muggins.webapp.hall.bench.films import FilmedPlay, PacedFilm, paced_films
from muggins.webapp.hall.bench.phones import BenchTable

STARTED = GameStarted(rules="five-up", players=("Ann", "Bob"))


def test_the_recorded_game_is_played_at_any_pace():
    for pace in (2.5, 20):
        [film] = paced_films(None, pace, 4)
        assert [play.tile for play in film.plays] == ["4-1", "4-4", "1-1", "4-2"]
        assert len(film.frames) == 4 * pace * 10
        for number, play in enumerate(film.plays, 1):
            # From an arm's last frame to the table at rest.
            assert film.frame_at(round(number * pace * 10)) >= play.clear
            assert film.frame_at(round(number * pace * 10) - 1) == play.clear - 1


def test_only_the_first_hand_of_a_film_is_played():
    """Nobody is at the tables of the bench to say how a hand ended."""
    [film] = paced_films(None, 2.5, None)
    assert [play.tile for play in film.plays][-2:] == ["5-0", "5-1"]


def test_before_and_after_its_film_a_table_rests():
    [film] = paced_films(None, 2.5, 2)
    assert {film.frame_at(number) for number in range(-36000, 0)} == {0, 1, 2}
    assert {film.frame_at(number) for number in range(50, 150)} == {110, 111, 112}


def test_a_film_is_loaded_as_the_pictures_of_a_phone():
    [film] = paced_films(None, 2, 1)
    jpegs = film.load()
    assert set(jpegs) == {film.frame_at(number) for number in range(-3, 23)}
    assert all(jpeg.startswith(b"\xff\xd8") for jpeg in jpegs.values())


def test_a_folder_without_films_is_said_in_one_sentence(tmp_path):
    (tmp_path / "alone.mp4").touch()
    with pytest.raises(ValueError, match=r"expected films, each with a \.json file of the same name beside it"):
        paced_films(tmp_path, 2.5, None)


def test_a_truth_without_plays_and_a_film_that_breaks_off_are_said(tmp_path):
    truth = json.loads((RECORDED / "game.json").read_text())
    side = tmp_path / "game.json"
    film = cv2.VideoWriter(str(tmp_path / "game.mp4"), cv2.VideoWriter.fourcc(*"mp4v"), 10, (64, 36))
    for _ in range(5):
        film.write(np.full((36, 64, 3), 120, np.uint8))
    film.release()
    side.write_text(json.dumps(truth | {"plays": [{"tile": "4-1", "second_clear": 4.6}]}))
    with pytest.raises(ValueError, match="each with tile, points and frame_clear"):
        paced_films(tmp_path, 2.5, None)
    side.write_text(json.dumps(truth | {"plays": [truth["plays"][0] | {"frame_clear": 5000}]}))
    [film] = paced_films(tmp_path, 2.5, None)
    with pytest.raises(ValueError, match="breaks off before its plays are over"):
        film.load()


def told(tile, at, table=1, points=0, event="play"):
    return table, Told(0, 2, at, {"event": event, "tile": tile, "points": points})


def test_what_was_told_is_compared_with_the_truth(tmp_path):
    plays = (FilmedPlay("5-5", 2, 20), FilmedPlay("5-1", 0, 45), FilmedPlay("6-1", 0, 70))
    film = PacedFilm("film", STARTED, plays, (), 25, tmp_path)
    places = [BenchTable(1), BenchTable(2, delay=1.0)]
    heard = [
        told("5-5", 102.9, points=2),
        told("5-1", 106.5, points=5),
        told("4-4", 107.0),
        told("5-1", 107.5, event="take_back"),
        told("5-5", 103.7, table=2, points=2),
    ]
    found = judge(100.0, places, [film], heard)
    assert found.delays == pytest.approx((0.4, 1.5, 0.2))
    assert (found.late, found.lost, found.wrong, found.untrue) == (1, 3, 1, 1)


def test_the_95th_is_that_of_the_slowest_twentieth():
    assert quantile([], 0.95) is None
    assert quantile(range(1, 101), 0.95) == 95
    assert quantile([3.0, 1.0, 2.0], 0.5) == 2.0
