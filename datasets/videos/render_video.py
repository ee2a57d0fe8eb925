"""Whole hands as videos, with their truth: arms reach in from the players' seats and lay one tile after another.

    python -m muggins.datasets.videos --seed 7 --out DIR      DIR/7.mp4 and DIR/7.json

The truth has the form that measure_video.py reads: the plays with the second at which the arm has left the picture,
and all events of the hand. The same seed gives the same hand, table, tiles and light.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from muggins.scorer import GameStarted, Tile

from ..assets import arms
from ..scenes.layouts import Laid, scattered, whole_set
from .director import film_hand
from .stage import Body, Stage, lying_body, paint_table, set_stage
from .timeline import RATE, SIDES, Hand

BOUNDS = (9.0, 5.6)
"""Half the width and height, in tile widths, of where the layout grows."""
NAMES = ("Ann", "Bob", "Cem", "Dora")


def _shoulder(stage: Stage, side: str, rng: np.random.Generator) -> tuple[float, float]:
    """Pixels, outside the picture, somewhere along the side where a player sits."""
    width, height = stage.view.size
    along = float(rng.uniform(0.38, 0.62))
    far = 0.5 * height
    at = {"bottom": (along * width, height + far), "top": (along * width, -far)}
    at |= {"left": (-far, along * height), "right": (width + far, along * height)}
    return at[side]


class Film:
    """A hand being filmed: iterate over it for its frames, (H, W, 3) uint8."""

    def __init__(
        self, hand: Hand, stage: Stage, seed: int, yard: dict[Tile, Body], flicker: float = 0.02, noise: float = 3.0
    ) -> None:
        """`yard` are the tiles face down, by those that the hand draws."""
        self.hand = hand
        self.stage = stage
        self._rng = np.random.default_rng([seed, 9])
        self._seed = seed
        self.yard = yard
        self._flicker = flicker
        self._noise = noise
        seats = hand.started.seats or {}
        self._arms = {
            player: arms.random_arm(self._rng, _shoulder(stage, side, self._rng)) for player, side in seats.items()
        }
        self._shadow = tuple(np.clip(-stage.light.direction[:2] / stage.light.direction[2], -0.7, 0.7) * (0.5, -0.5))

    def __iter__(self) -> Iterator[np.ndarray]:
        stage, noises = self.stage, self._noises()
        exposure, lay, table = 0.0, None, np.zeros(0, np.uint8)
        for frame in range(self.hand.frames):
            lies = self.hand.lying(frame), self.hand.drawn(frame)
            if lies != lay:
                yard = [body for tile, body in self.yard.items() if tile not in lies[1]]
                lay, table = lies, paint_table(stage, [*yard, *map(self._body, lies[0].values())])
            picture = table.copy()
            if (cup := self.hand.cup(frame)) is not None:
                self._paint_cup(picture, cup)
            if (reaching := self.reaching(frame)) is not None:
                arms.paint(picture, *reaching, stage.scale, self._shadow)
            picture = self._lit(picture, frame)
            if self.hand.pushes:
                picture = cv2.warpAffine(picture, self.pushed(frame), stage.view.size, borderMode=cv2.BORDER_REFLECT)
            exposure = 0.85 * exposure + float(self._rng.normal(0, self._flicker * 0.5))
            picture = cv2.convertScaleAbs(picture, alpha=1 + exposure)
            shift = tuple(int(self._rng.integers(size)) for size in picture.shape[:2])
            grain = np.roll(noises[int(self._rng.integers(len(noises)))], shift, axis=(0, 1))
            yield cv2.add(picture, grain, dtype=cv2.CV_8U) if self._noise else picture

    def _body(self, laid: Laid) -> Body:
        return lying_body(self.stage, laid, np.random.default_rng([self._seed, *laid.tile.halves]))

    def _paint_cup(self, picture: np.ndarray, laid: Laid) -> None:
        centre = np.round(self.place(laid)).astype(int).tolist()
        for share, tone in ((1.0, (60, 90, 130)), (0.85, (35, 45, 70))):
            cv2.circle(picture, centre, int(1.4 * share * self.stage.scale), tone, -1, cv2.LINE_AA)

    def _lit(self, picture: np.ndarray, frame: int) -> np.ndarray:
        """The picture under the lamps that are on at a frame."""
        across = np.linspace(-1, 1, picture.shape[1], dtype=np.float32)[None, :, None]
        for lamp in self.hand.lamps:
            if frame >= lamp.frame:
                gain = 1 + (lamp.gain - 1) * (0.6 + 0.4 * lamp.side * across)
                picture = np.clip(picture * gain, 0, 255).astype(np.uint8)
        return picture

    def pushed(self, frame: int) -> np.ndarray:
        """(2, 3) matrix: how far the camera has been pushed by a frame, on pixels."""
        width, height = self.stage.view.size
        whole = np.eye(3)
        for push in self.hand.pushes:
            share = float(np.clip((frame - push.frame + 1) / 3, 0, 1))
            turn = cv2.getRotationMatrix2D((width / 2, height / 2), float(np.degrees(push.turn * share)), 1.0)
            turn[:, 2] += np.array([push.right, push.down]) * width * share
            whole = np.vstack([turn, (0, 0, 1)]) @ whole
        return whole[:2]

    def place(self, laid: Laid) -> np.ndarray:
        """(2,) px: the middle of a tile, before any push."""
        style = self.stage.style
        return self.stage.view.project(np.array([laid.x, laid.y, 0.5 * style.thickness]) * style.width)

    def _noises(self) -> list[np.ndarray]:
        width, height = self.stage.view.size
        return [np.round(self._rng.normal(0, self._noise, (height, width, 3))).astype(np.int16) for _ in range(3)]

    def reaching(self, frame: int) -> tuple[arms.Arm, tuple[float, float]] | None:
        """The arm in the picture at a frame, and where its longest finger ends (px)."""
        move = next((one for one in self.hand.moves if one.enters <= frame < one.leaves), None)
        if move is None:
            return None
        stage, arm, place = self.stage, self._arms[move.player], self.place(move.laid)
        start = np.array(arm.shoulder)
        along = (place - start) / np.linalg.norm(place - start)
        # The fingers lie over the tile, so their tips end a little beyond its middle.
        target = place + along * 0.5 * stage.scale
        outside = start + along * 0.12 * np.linalg.norm(place - start)
        if frame < move.reaches:
            share = (frame - move.enters + 1) / (move.reaches - move.enters + 1)
        elif frame <= move.acts:
            share = 1.0
        else:
            share = 1 - (frame - move.acts) / (move.leaves - move.acts)
        tip = outside + (target - outside) * share * share * (3 - 2 * share)
        tremble = np.array([np.sin(frame * 1.7), np.cos(frame * 2.3)]) * 0.04 * stage.scale
        return arm, (float(tip[0] + tremble[0]), float(tip[1] + tremble[1]))


def film(
    seed: int,
    started: GameStarted | None = None,
    size: tuple[int, int] = (1280, 720),
    backgrounds: list[Path] | None = None,
    hand: int | None = None,
    calm: float = 1.0,
    noise: float = 3.0,
    flicker: float = 0.02,
    mishaps: float = 0.0,
    hands: int = 0,
    turns: float = 0.0,
) -> Film:
    """The film of a seed. ValueError where the hand finds no room on the table.

    `started` says who plays what, else it is drawn; `hand` is a hand's own seed, else one that has room is taken;
    `calm` stretches the pauses, `mishaps` is how often other things happen, 0 to 1; `noise` is in levels of 255,
    `flicker` the share by which the exposure hunts. So many `hands` are filmed to their ends, with tiles drawn, hands
    turned up and the table cleared; with 0 one hand, up to its last play. `turns` is how often the layout is turned.
    """
    rng = np.random.default_rng([seed, 77])
    stage = set_stage(rng, size, backgrounds or [])
    if started is None:
        started = random_table(rng)
    # The boneyard lies at one side, beyond where the layout grows.
    side = float(rng.choice([-1, 1]))
    few = [tile for tile in whole_set(6) if rng.random() < 0.4]
    if hands and len(started.players) > 2:
        few = []  # where they lie the third player shows what is left
    yard = [
        replace(one, x=one.x + side * (BOUNDS[0] + 2.2))
        for one in scattered(rng, few, stage.style.length, (1.4, BOUNDS[1]), [], 1.0)
    ]
    taken = np.array([(one.x, one.y) for one in yard]).reshape(-1, 2)
    seeds = range(seed * 100, seed * 100 + 100) if hand is None else [hand]
    drawn = yard if hands else []
    films = (
        film_hand(started, number, stage.style.length, taken, BOUNDS, calm, mishaps, hands, drawn, turns)
        for number in seeds
    )
    filmed = next((found for found in films if found is not None), None)
    if filmed is None:
        raise ValueError(f"seed {seed}: no room on the table for the hand; take another seed")
    beside = {one.tile: lying_body(stage, one, rng, face_up=False) for one in yard}
    return Film(filmed, stage, seed, beside, flicker, noise)


def random_table(rng: np.random.Generator) -> GameStarted:
    """Two players facing each other most of the time, else three or four."""
    count = int(rng.choice([2, 2, 2, 3, 4]))
    sides = ("bottom", "top") if count == 2 else SIDES[:count]
    players = NAMES[:count]
    rules = str(rng.choice(["all-fives", "five-up", "muggins"]))
    return GameStarted(rules, players, seats=dict(zip(players, sides, strict=True)))


def write(film: Film, path: Path, codec: str = "mp4v") -> None:
    """Writes the frames and, beside them, the truth. OSError where the video cannot be written."""
    path.parent.mkdir(parents=True, exist_ok=True)
    frames = iter(film)
    first = next(frames)
    writer = cv2.VideoWriter(str(path), cv2.CAP_FFMPEG, cv2.VideoWriter.fourcc(*codec), RATE, first.shape[1::-1])
    if not writer.isOpened():
        raise OSError(f"{path}: cannot write a video here with codec {codec}; check the folder, or take mp4v")
    writer.write(first)
    for frame in frames:
        writer.write(frame)
    writer.release()
    path.with_suffix(".json").write_text(json.dumps(film.hand.truth(), indent=1) + "\n")


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m muggins.datasets.videos",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--seed", type=int, default=0, help="the first hand")
    parser.add_argument("--count", type=int, default=1, help="how many hands, of as many seeds")
    parser.add_argument("--out", type=Path, required=True, help="folder for the videos and their truth")
    parser.add_argument("--size", default="1280x720", help="of the picture")
    parser.add_argument("--backgrounds", type=Path, help="folder with pictures of tables; without it they are painted")
    parser.add_argument("--rules", help="the rule set; without it seats and rules are drawn too")
    parser.add_argument("--claims", choices=["auto", "call"], help="with --rules: whether scores are called")
    parser.add_argument("--hand", type=int, help="the hand's own seed, for a certain hand on another table")
    parser.add_argument("--calm", type=float, default=1.0, help="so many times longer pauses between plays")
    parser.add_argument("--mishaps", type=float, default=0.0, help="how often tiles are nudged and so on, 0 to 1")
    parser.add_argument("--turns", type=float, default=0.0, help="how often the layout is turned to make room, 0 to 1")
    parser.add_argument("--noise", type=float, default=3.0, help="of the camera, in levels of 255")
    parser.add_argument("--flicker", type=float, default=0.02, help="share by which the exposure hunts")
    parser.add_argument("--hands", type=int, default=0, help="film so many hands to their ends, hands turned up")
    parser.add_argument("--codec", default="mp4v", help="four letters, as OpenCV knows them")
    given = parser.parse_args(arguments)
    try:
        width, height = map(int, given.size.split("x"))
    except ValueError:
        parser.error(f"--size: expected a size like 1280x720, got {given.size!r}")
    backgrounds = sorted(given.backgrounds.glob("*.jpg")) if given.backgrounds else []
    started = None
    if given.rules:
        seats = {"Ann": "bottom", "Bob": "top"}
        started = GameStarted(given.rules, ("Ann", "Bob"), seats=seats, claims=given.claims)
    for seed in range(given.seed, given.seed + given.count):
        path = given.out / f"{seed}.mp4"
        if path.with_suffix(".json").exists():  # written last
            continue
        try:
            filmed = film(
                seed,
                started,
                (width, height),
                backgrounds,
                given.hand,
                given.calm,
                given.noise,
                given.flicker,
                given.mishaps,
                given.hands,
                given.turns,
            )
            write(filmed, path, given.codec)
        except (ValueError, OSError) as error:
            print(error, file=sys.stderr)
            return 1
        print(f"{path}: done")
    return 0
