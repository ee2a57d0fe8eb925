"""Films of hands for the bench, brought to an even pace."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, takewhile
from pathlib import Path

from muggins.scorer.events import GameStarted
from muggins.texts import lazy_gettext
from muggins.vision.capture.images import encode_jpeg
from muggins.vision.capture.video_file import open_film

from ...demo import RECORDED, Recording

FPS = 10
"""Frames a second of the films, and pictures a second that a phone sends."""
PHONE_QUALITY = 80
REST_FRAMES = 3
"""The first frames after an arm has left, which are shown in turn for as long as the table rests."""


@dataclass(frozen=True)
class FilmedPlay:
    """A play of a film, by its truth."""

    tile: str
    points: int
    clear: int
    """The first frame of the film without the arm that has played."""


@dataclass(frozen=True)
class PacedFilm:
    """A film whose plays follow one another evenly: frame `(number + 1) * pace` is the first after play `number`."""

    name: str
    started: GameStarted
    plays: tuple[FilmedPlay, ...]
    frames: tuple[int, ...]
    """Which frame of the film is shown, one for each tenth of a second."""
    pace: int
    """Frames from one play to the next."""
    video: Path

    def frame_at(self, number: int) -> int:
        """The frame of the film to show at a tenth of a second, which may lie before its beginning or after its end."""
        if number < 0:
            return number % REST_FRAMES
        if number < len(self.frames):
            return self.frames[number]
        return self.plays[-1].clear + number % REST_FRAMES

    def load(self) -> dict[int, bytes]:
        """The JPEGs, by frame of the film. ValueError, a sentence, where the film breaks off."""
        wanted = {self.frame_at(number) for number in range(-REST_FRAMES, len(self.frames) + REST_FRAMES)}
        film = open_film(self.video, realtime=False)
        shown = enumerate(islice(iter(film.newest, None), max(wanted) + 1))
        found = {number: encode_jpeg(frame.image, PHONE_QUALITY) for number, frame in shown if number in wanted}
        film.close()
        if wanted - found.keys():
            raise ValueError(
                lazy_gettext("%(file)s: the film breaks off before its plays are over", file=self.video.name)
            )
        return found


def paced_films(folder: Path | None, pace_seconds: float, most_plays: int | None) -> list[PacedFilm]:
    """The films of a folder, or else the recorded game, each with at most `most_plays` plays of its first hand.

    ValueError, a sentence, where the folder has no film with a truth beside it.
    """
    videos = sorted((folder or RECORDED).glob("*.mp4"))
    videos = [video for video in videos if video.with_suffix(".json").exists()]
    if not videos:
        raise ValueError(
            lazy_gettext(
                "%(folder)s: expected films, each with a .json file of the same name beside it, "
                "as `python -m muggins.datasets.videos` makes them",
                folder=folder,
            )
        )
    return [_paced(video, round(pace_seconds * FPS), most_plays) for video in videos]


def _paced(video: Path, pace: int, most_plays: int | None) -> PacedFilm:
    started = Recording.load(video).started
    try:
        truth = json.loads(video.with_suffix(".json").read_text(encoding="utf-8"))
        first_hand = takewhile(lambda event: event["event"] != "hand_end", truth["events"])
        most = sum(event["event"] == "play" for event in first_hand)
        most = most if most_plays is None else min(most, most_plays)
        plays = tuple(FilmedPlay(each["tile"], each["points"], each["frame_clear"]) for each in truth["plays"][:most])
    except (KeyError, TypeError) as error:
        raise ValueError(
            lazy_gettext("%(file)s: expected the plays of the film, each with tile, points and frame_clear", file=video)
        ) from error
    frames: list[int] = []
    before = 0
    for play in plays:
        frames += _stretched(before, play.clear, pace)
        before = play.clear
    # Points are counted as the table shows them; what people say in the film is no part of this.
    game = GameStarted(rules=started.rules, players=started.players, seats=started.seats, claims="auto")
    return PacedFilm(video.stem, game, plays, tuple(frames), pace, video)


def _stretched(rest: int, clear: int, pace: int) -> Iterator[int]:
    """`pace` frames that end just before `clear`: the table rests longer, or less long, before the arm reaches in."""
    missing = pace - (clear - rest)
    yield from (rest + number % REST_FRAMES for number in range(missing))
    yield from range(rest - min(0, missing), clear)
