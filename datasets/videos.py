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
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from muggins.datasets import arms, bodies, lens, lights, tables
from muggins.datasets.faces import FaceMap, back_map, face_map
from muggins.datasets.layouts import Laid, scattered, whole_set
from muggins.datasets.screenplay import RATE, SIDES, Hand, film_hand
from muggins.datasets.styles import TileStyle, random_style
from muggins.scorer import GameStarted

VIEW = (26.0, 30.0)
"""Tile widths across the picture, least and most."""
BOUNDS = (9.0, 5.6)
"""Half the width and height, in tile widths, of where the layout grows."""
NAMES = ("Ann", "Bob", "Cem", "Dora")


@dataclass(frozen=True)
class Body:
    """A tile in the world."""

    pose: bodies.Pose
    face: FaceMap


@dataclass(frozen=True)
class Stage:
    """All that stays the same while a hand is filmed."""

    style: TileStyle
    view: lens.Lens
    light: lights.Light
    ground: np.ndarray
    """(H, W, 3) float32: the bare table."""
    pool: np.ndarray
    """(H, W, 3) float32 gain."""
    back: FaceMap
    tone: np.ndarray
    """(256, 3) uint8: what the camera makes of each level of blue, green, red."""
    blur: float
    scale: float
    """Pixels of a tile's width in the middle of the picture."""


def _style(rng: np.random.Generator) -> TileStyle:
    """A set whose pips can be told from its faces at a glance."""
    while True:
        style = random_style(rng)
        face = np.array(style.face)
        contrast = min(float(np.abs(face - np.array(colour)).max()) for colour in style.pip_colours)
        if contrast > 0.35 and style.wear < 0.5:
            return style


def set_stage(rng: np.random.Generator, size: tuple[int, int], backgrounds: list[Path]) -> Stage:
    """A table, a set, a lamp and a camera that stands or hangs over the table's lower side."""
    style = _style(rng)
    width = float(rng.uniform(*VIEW)) * style.width
    focal = size[0] * float(rng.uniform(0.8, 1.4))
    elevation = np.radians(rng.uniform(62, 90))
    # The camera looks from -y, so the picture's right is the table's x and its top the table's far side.
    view = lens.look_at(
        rng.normal(0, 0.3, 2) * style.width,
        float(elevation),
        -np.pi / 2,
        float(rng.normal(0, 0.03)),
        focal * width / size[0],
        focal,
        size,
    )
    table = tables.random_table(rng, backgrounds)
    span = 1.9 * width
    side = table.shape[0]
    spread = np.array([[span / side, 0, -span / 2], [0, span / side, -span / 2], [0, 0, 1.0]])
    ground = cv2.warpPerspective(
        table, view.table_homography() @ spread, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
    )
    light = lights.random_light(rng)
    pool = np.clip(lights.light_pool(rng, size), 0.5, 1.6)
    pool = cv2.GaussianBlur(pool, (0, 0), size[0] / 20)
    exposure = float(np.clip(rng.uniform(0.38, 0.5) / max(float((ground * pool).mean()), 0.02), 0.4, 3.0))
    level = np.linspace(0, 1.5, 256)[:, None] * exposure * np.clip(rng.normal(1, 0.04, 3), 0.9, 1.1)
    tone = (np.clip(level, 0, 1) ** float(np.exp(rng.normal(0, 0.08))) * 255 + 0.5).astype(np.uint8)
    middle = np.array([[-0.5, 0, 0], [0.5, 0, 0]]) * style.width
    scale = float(np.linalg.norm(np.diff(view.project(middle), axis=0)))
    return Stage(
        style,
        view,
        light,
        ground,
        pool,
        back_map(rng, style, 48),
        tone,
        float(rng.uniform(0.4, 0.9)) * size[0] / 1280,
        scale,
    )


def paint_table(stage: Stage, lying: list[Body]) -> np.ndarray:
    """(H, W, 3) uint8: the table with tiles on it, before noise."""
    size, style = stage.view.size, stage.style
    canvas = stage.ground.copy()
    shade, contact = np.zeros((2, size[1], size[0]), np.uint8)
    for body in lying:
        outline = bodies.shadow(style, body.pose, stage.light)
        fallen = stage.view.project(np.c_[outline, np.zeros(len(outline))])
        for mask, polygon in ((shade, fallen), (contact, bodies.hull(style, body.pose, stage.view))):
            cv2.fillConvexPoly(mask, np.round(polygon * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    soft = np.clip(stage.light.softness * style.thickness * style.width / 10 * stage.scale / style.width, 0.6, 30)
    for mask, blur, depth in ((shade, soft, 1 - stage.light.shadow), (contact, max(0.8, 0.12 * stage.scale), 0.35)):
        canvas *= 1 - depth * cv2.GaussianBlur(mask, (0, 0), float(blur))[..., None].astype(np.float32) / 255
    for body in sorted(lying, key=lambda one: -float(np.linalg.norm(one.pose.centre - stage.view.position))):
        bodies.draw_body(canvas, style, body.pose, body.face, stage.back, stage.view, stage.light)
    canvas *= stage.pool
    levels = np.clip(canvas * (255 / 1.5) + 0.5, 0, 255).astype(np.uint8)
    picture = cv2.LUT(levels, stage.tone[None])
    return cv2.GaussianBlur(picture, (0, 0), stage.blur)


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
        self, hand: Hand, stage: Stage, seed: int, lying: list[Body], flicker: float = 0.02, noise: float = 3.0
    ) -> None:
        self.hand = hand
        self.stage = stage
        self._rng = np.random.default_rng([seed, 9])
        self._lying = lying
        self._flicker = flicker
        self._noise = noise
        seats = hand.started.seats or {}
        self._arms = {
            player: arms.random_arm(self._rng, _shoulder(stage, side, self._rng)) for player, side in seats.items()
        }
        self._shadow = tuple(np.clip(-stage.light.direction[:2] / stage.light.direction[2], -0.7, 0.7) * (0.5, -0.5))

    def __iter__(self) -> Iterator[np.ndarray]:
        stage, noises = self.stage, self._noises()
        exposure, lying = 0.0, list(self._lying)
        table = paint_table(stage, lying)
        moves = list(self.hand.moves)
        for frame in range(self.hand.frames):
            while moves and frame >= moves[0].leaves:
                moves.pop(0)
            move = moves[0] if moves else None
            if move and frame == move.lets_go:
                lying.append(lying_body(stage, move.laid, self._rng))
                table = paint_table(stage, lying)
            picture = table.copy()
            if (reaching := self.reaching(frame)) is not None:
                arms.paint(picture, *reaching, stage.scale, self._shadow)
            exposure = 0.85 * exposure + float(self._rng.normal(0, self._flicker * 0.5))
            picture = cv2.convertScaleAbs(picture, alpha=1 + exposure)
            shift = tuple(int(self._rng.integers(size)) for size in picture.shape[:2])
            grain = np.roll(noises[int(self._rng.integers(len(noises)))], shift, axis=(0, 1))
            yield cv2.add(picture, grain, dtype=cv2.CV_8U) if self._noise else picture

    def _noises(self) -> list[np.ndarray]:
        width, height = self.stage.view.size
        return [np.round(self._rng.normal(0, self._noise, (height, width, 3))).astype(np.int16) for _ in range(3)]

    def reaching(self, frame: int) -> tuple[arms.Arm, tuple[float, float]] | None:
        """The arm in the picture at a frame, and where its longest finger ends (px)."""
        move = next((one for one in self.hand.moves if one.enters <= frame < one.leaves), None)
        if move is None:
            return None
        stage, arm = self.stage, self._arms[move.play.player]
        place = stage.view.project(
            np.array([move.laid.x, move.laid.y, 0.5 * stage.style.thickness]) * stage.style.width
        )
        start = np.array(arm.shoulder)
        along = (place - start) / np.linalg.norm(place - start)
        # The fingers lie over the tile, so their tips end a little beyond its middle.
        target = place + along * 0.5 * stage.scale
        outside = start + along * 0.12 * np.linalg.norm(place - start)
        if frame < move.reaches:
            share = (frame - move.enters + 1) / (move.reaches - move.enters + 1)
        elif frame <= move.lets_go:
            share = 1.0
        else:
            share = 1 - (frame - move.lets_go) / (move.leaves - move.lets_go)
        tip = outside + (target - outside) * share * share * (3 - 2 * share)
        tremble = np.array([np.sin(frame * 1.7), np.cos(frame * 2.3)]) * 0.04 * stage.scale
        return arm, (float(tip[0] + tremble[0]), float(tip[1] + tremble[1]))


def lying_body(stage: Stage, one: Laid, rng: np.random.Generator, face_up: bool = True) -> Body:
    """A tile on the stage's table."""
    across = int(np.clip(stage.scale * 1.3, 24, 160))
    pose = bodies.lying(stage.style, one.x * stage.style.width, one.y * stage.style.width, one.angle, face_up)
    return Body(pose, face_map(rng, stage.style, one.first, one.second, across))


def film(
    seed: int,
    started: GameStarted | None = None,
    size: tuple[int, int] = (1280, 720),
    backgrounds: list[Path] | None = None,
    hand: int | None = None,
    calm: float = 1.0,
    noise: float = 3.0,
    flicker: float = 0.02,
) -> Film:
    """The film of a seed. ValueError where the hand finds no room on the table.

    `started` says who plays what, else it is drawn; `hand` is a hand's own seed, else one that has room is taken;
    `calm` stretches the pauses; `noise` is in levels of 255, `flicker` the share by which the exposure hunts.
    """
    rng = np.random.default_rng([seed, 77])
    stage = set_stage(rng, size, backgrounds or [])
    if started is None:
        started = random_table(rng)
    # The boneyard lies at one side, beyond where the layout grows.
    side = float(rng.choice([-1, 1]))
    few = [tile for tile in whole_set(6) if rng.random() < 0.4]
    yard = [
        replace(one, x=one.x + side * (BOUNDS[0] + 2.2))
        for one in scattered(rng, few, stage.style.length, (1.4, BOUNDS[1]), [], 1.0)
    ]
    taken = np.array([(one.x, one.y) for one in yard]).reshape(-1, 2)
    seeds = range(seed * 100, seed * 100 + 100) if hand is None else [hand]
    hands = (film_hand(started, number, stage.style.length, taken, BOUNDS, calm) for number in seeds)
    filmed = next((found for found in hands if found is not None), None)
    if filmed is None:
        raise ValueError(f"seed {seed}: no room on the table for the hand; take another seed")
    lying = [lying_body(stage, one, rng, face_up=False) for one in yard]
    return Film(filmed, stage, seed, lying, flicker, noise)


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
    parser.add_argument("--noise", type=float, default=3.0, help="of the camera, in levels of 255")
    parser.add_argument("--flicker", type=float, default=0.02, help="share by which the exposure hunts")
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
                seed, started, (width, height), backgrounds, given.hand, given.calm, given.noise, given.flicker
            )
            write(filmed, path, given.codec)
        except (ValueError, OSError) as error:
            print(error, file=sys.stderr)
            return 1
        print(f"{path}: done")
    return 0


if __name__ == "__main__":
    sys.exit(main())
