"""Rendered hands: what is filmed is what the truth says, and a watcher who reads well gets all of it."""

import json

import cv2
import numpy as np
import pytest

from muggins.datasets.assets import arms
from muggins.datasets.scenes import solids
from muggins.datasets.videos import render_video
from muggins.datasets.videos.shooting import Shooting
from muggins.scorer import GameStarted, Layout
from muggins.vision.capture.open_source import Frame
from muggins.vision.tracking.events import DoubtRaised, Played, Settled, TakenBack
from muggins.vision.tracking.watcher import Watcher
from muggins.vision.types import TableState, TileReading

SMALL = (480, 270)
SEATS = {"Ann": "bottom", "Bob": "top"}
STARTED = GameStarted("all-fives", ("Ann", "Bob"), seats=SEATS)


class GoodReader:
    """Reads every tile of a film that nothing covers, from where it was put; now and then one is missed or misread."""

    def __init__(self, film, seed=0):
        self.film = film
        self.rng = np.random.default_rng(seed)

    def _reading(self, laid, pushed):
        style, view = self.film.stage.style, self.film.stage.camera
        pose = solids.lying_pose(style, laid.x * style.width, laid.y * style.width, laid.angle)
        corners = solids.face_corners(style, pose, view)
        middles = np.array([[-1, 0, 0], [1, 0, 0]]) * style.length / 4
        ends = view.project(solids.to_world(style, pose, middles))
        halves = [laid.first, laid.second]
        first_end = corners[:2].mean(axis=0)
        if np.linalg.norm(ends[1] - first_end) < np.linalg.norm(ends[0] - first_end):
            ends, halves = ends[::-1], halves[::-1]
        sure = 0.97
        if self.rng.random() < 0.05:
            sure, halves = 0.8, self.rng.integers(0, 7, 2)
        pips = np.full((2, 7), (1 - sure) / 7)
        pips[(0, 1), halves] += sure
        return TileReading(corners @ pushed[:, :2].T + pushed[:, 2], ends @ pushed[:, :2].T + pushed[:, 2], pips)

    def read(self, image, time):
        if image.shape[1::-1] != self.film.stage.camera.size:  # a closer look shows no more than the whole picture
            return TableState(time, (), Layout(), (), ())
        frame = round(time * 10)
        cover = np.zeros(image.shape[:2], np.uint8)
        if (reaching := self.film.reaching_arm(frame)) is not None:
            for outline, _ in arms.arm_polygons(*reaching, self.film.stage.tile_width):
                cv2.fillPoly(cover, [np.round(outline).astype(np.int32)], 1)
        if (cup := self.film.hand.cup(frame)) is not None:
            centre = np.round(self.film.tile_centre(cup)).astype(int).tolist()
            cv2.circle(cover, centre, int(1.4 * self.film.stage.tile_width), 1, -1)
        pushed = self.film.camera_shift(frame)
        cover = cv2.warpAffine(cover, pushed, image.shape[1::-1], flags=cv2.INTER_NEAREST)
        seen = []
        for laid in self.film.hand.lying(frame).values():
            reading = self._reading(laid, pushed)
            place = np.zeros_like(cover)
            cv2.fillConvexPoly(place, np.round(reading.corners).astype(np.int32), 1)
            if (cover & place).sum() <= 0.2 * place.sum() and self.rng.random() > 0.03:
                seen.append(reading)
        return TableState(time, tuple(seen), Layout(), (), ())


def watched(film):
    watcher = Watcher(GoodReader(film).read)
    return [one for n, image in enumerate(film) for one in watcher.update(Frame(n + 1, n / 10, image))]


@pytest.mark.parametrize("seed", [2, 6])
def test_a_watcher_who_reads_well_sees_every_play_of_a_filmed_hand(seed):
    film = render_video.film(seed, size=SMALL)
    sides = film.hand.started.seats
    happened = watched(film)
    truth = film.hand.truth()["plays"]
    plays = [one for one in happened if isinstance(one, Played)]
    assert [(str(one.tile), one.on and str(one.on), one.side) for one in plays] == [
        (play["tile"], play.get("on"), sides[play["player"]]) for play in truth
    ]
    late = [one.time - play["second_clear"] for one, play in zip(plays, truth, strict=True)]
    assert max(late) <= 1.0
    assert {type(one) for one in happened} <= {Played, Settled, DoubtRaised}


def test_a_layout_that_is_turned_to_make_room_is_no_play_and_play_goes_on():
    film = render_video.film(2, size=SMALL, turns=0.5)
    assert sum(move.act == "turn" for move in film.hand.moves) > 3
    happened = watched(film)
    assert [(str(one.tile), one.on and str(one.on)) for one in happened if isinstance(one, Played)] == [
        (play["tile"], play.get("on")) for play in film.hand.truth()["plays"]
    ]
    assert {type(one) for one in happened} <= {Played, Settled, DoubtRaised}


def test_mishaps_are_no_plays():
    """Tiles are taken back, nudged and covered, hands hover, the camera is pushed, lamps are switched."""
    film = render_video.film(12, STARTED, SMALL, mishaps=1.0)
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


def test_the_tile_lies_there_from_the_moment_the_hand_lets_go():
    film = render_video.film(3, STARTED, SMALL, shooting=Shooting(noise=0, flicker=0))
    frames = list(film)
    for move in film.hand.lays[:4]:
        before, after = frames[move.enters - 1].astype(int), frames[move.leaves].astype(int)
        change = np.abs(after - before).max(axis=2) > 25
        row, column = np.argwhere(change).mean(axis=0)
        style = film.stage.style
        place = film.stage.camera.project(np.array([move.laid.x, move.laid.y, style.thickness]) * style.width)
        assert np.hypot(column - place[0], row - place[1]) < 1.5 * film.stage.tile_width


def test_the_same_seed_films_the_same():
    first, second = (next(iter(render_video.film(4, size=(320, 180)))) for _ in range(2))
    assert (first == second).all()


def test_the_exposure_hunts_and_the_camera_rustles():
    frames = [frame.astype(int) for frame, _ in zip(render_video.film(4, STARTED, (320, 180)), range(10), strict=False)]
    assert np.ptp([frame.mean() for frame in frames]) > 0.5
    assert np.abs(frames[1] - frames[0]).max() > 5


def test_players_three_and_four_sit_at_the_other_sides():
    seats = [render_video.random_start(np.random.default_rng(seed)).seats for seed in range(30)]
    assert {len(one) for one in seats} == {2, 3, 4}
    assert all(len(set(one.values())) == len(one) for one in seats)


def test_the_command_writes_a_video_and_its_truth_and_does_nothing_twice(tmp_path, capsys):
    order = ["--seed", "6", "--rules", "all-fives", "--out", str(tmp_path), "--size", "160x90"]
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
