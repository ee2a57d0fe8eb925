"""Films whole hands with their truth: arms reach in from the players' seats and lay one tile after another.

    python -m muggins.datasets.videos --seed 7 --out DIR      writes DIR/7.mp4 and DIR/7.json

The truth holds the game, its plays with the second at which the arm has left the picture, and all events. The same seed
gives the same hand, table, tiles and light.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from muggins.scorer import Game, GameStarted, Tile, load_ruleset
from muggins.scorer.events import Side
from muggins.scorer.rules.rulesets import Claims

from ..assets import arms
from ..scenes.command_line import command_parser, exit_status
from ..scenes.layouts import LaidTile, scatter
from .director import direct_hand
from .shooting import STEADY, Faults, Glare, Shooting, random_glares, reflection
from .stage import FilmSet, StageTile, random_stage, render_table, stage_tile
from .tile_placement import half_centres
from .timeline import FPS, SEATING, FilmedHand, Move

BOUNDS = (9.0, 5.6)
"""Half the width and height, in tile widths, of the area where the layout grows."""
USUAL_NAMES = ("Ann", "Bob", "Cid", "Dee")
"""Players of a game whose rules are given."""
PLAYER_NAMES = ("Ann", "Bob", "Cem", "Dora")
CUP_RADIUS = 1.4
"""In tile widths."""
CUP_RINGS = ((1.0, (60, 90, 130)), (0.85, (35, 45, 70)))
"""Share of the radius and BGR colour of a cup's rim and of what is in it."""
TREMBLE = {"point": 0.5, "rest": 0.005}
"""Tile widths by which a finger that taps moves, and an arm that rests. All others tremble by 0.04."""
PUSH_FRAMES = 3
"""Frames over which a pushed camera moves."""
HANDS_TRIED = 100
"""Hands that are tried for a seed before it counts as one without room."""


def _shoulder(stage: FilmSet, side: str, rng: np.random.Generator) -> tuple[float, float]:
    """A point outside the picture, in pixels, along the side where a player sits."""
    width, height = stage.camera.size
    along = float(rng.uniform(0.38, 0.62))
    far = 0.5 * height
    at = {"bottom": (along * width, height + far), "top": (along * width, -far)}
    at |= {"left": (-far, along * height), "right": (width + far, along * height)}
    return at[side]


class Film:
    """A hand being filmed. Iterating over it gives its frames, (H, W, 3) uint8."""

    def __init__(
        self,
        hand: FilmedHand,
        stage: FilmSet,
        seed: int,
        boneyard: dict[Tile, StageTile],
        shooting: Shooting = STEADY,
    ) -> None:
        """`boneyard` are the tiles face down, by the tiles that the hand draws."""
        self.hand = hand
        self.stage = stage
        self._rng = np.random.default_rng([seed, 9])
        self._seed = seed
        self._boneyard = boneyard
        self._shooting = shooting
        seats = hand.started.seats or {}
        self._arms = {
            player: arms.random_arm(self._rng, _shoulder(stage, side, self._rng)) for player, side in seats.items()
        }

    def __iter__(self) -> Iterator[np.ndarray]:
        stage, grains, shooting = self.stage, self._grains(), self._shooting
        faults = Faults(shooting, self.glares, self._seed)
        exposure, painted, table = 0.0, None, np.zeros((1, 1, 3), np.uint8)
        for frame in range(self.hand.frames):
            lying, drawn = self.hand.lying(frame), self.hand.drawn(frame)
            if (lying, drawn) != painted:
                boneyard = [tile for name, tile in self._boneyard.items() if name not in drawn]
                painted, table = (lying, drawn), render_table(stage, [*boneyard, *map(self._tile, lying.values())])
            picture = self._with_lamps(self._with_arm(table.copy(), frame), frame)
            picture = faults.on_table(picture, frame)
            if self.hand.pushes or shooting.shake:
                shift = faults.shift() @ np.vstack([self.camera_shift(frame), (0, 0, 1)])
                picture = np.asarray(cv2.warpAffine(picture, shift, stage.camera.size, borderMode=cv2.BORDER_REFLECT))
            exposure = 0.85 * exposure + float(self._rng.normal(0, shooting.flicker * 0.5))
            picture = np.asarray(cv2.convertScaleAbs(picture, alpha=(1 + exposure) * faults.gain(frame)))
            roll = tuple(int(self._rng.integers(size)) for size in picture.shape[:2])
            grain = np.roll(grains[int(self._rng.integers(len(grains)))], roll, axis=(0, 1))
            yield np.asarray(cv2.add(picture, grain, dtype=cv2.CV_8U)) if shooting.noise else picture

    @property
    def glares(self) -> tuple[Glare, ...]:
        """The spots of glare on tiles just laid."""
        rng, shooting, width = np.random.default_rng([self._seed, 11]), self._shooting, self.stage.tile_width
        laid = [(move.acts, self.tile_centre(move.laid)) for move in self.hand.lays]
        glares = random_glares(rng, shooting.glare, laid, width)
        move = next((move for move in self.hand.lays if move.laid.tile == shooting.reflection), None)
        if move is None:
            return glares
        # The second half of a tile is the one that does not touch its host.
        x, y = half_centres(move.laid, self.stage.style.length)[1]
        return (*glares, reflection(move.acts, self.tile_centre(replace(move.laid, x=x, y=y)), width))

    def _tile(self, laid: LaidTile) -> StageTile:
        return stage_tile(self.stage, laid, np.random.default_rng([self._seed, *laid.tile.halves]))

    def _with_arm(self, picture: np.ndarray, frame: int) -> np.ndarray:
        """The picture with the cup and the arm of a frame, painted in place."""
        if (cup := self.hand.cup(frame)) is not None:
            centre = np.round(self.tile_centre(cup)).astype(int).tolist()
            for share, tone in CUP_RINGS:
                radius = int(CUP_RADIUS * share * self.stage.tile_width)
                cv2.circle(picture, centre, radius, tone, -1, cv2.LINE_AA)
        light = self.stage.light.direction
        right, down = np.clip(-light[:2] / light[2], -0.7, 0.7) * (0.5, -0.5)
        for reaching in self.reaching_arms(frame):
            arms.paint_arm(picture, *reaching, self.stage.tile_width, (right, down))
        return picture

    def _with_lamps(self, picture: np.ndarray, frame: int) -> np.ndarray:
        """The picture under the lamps that are on at a frame."""
        across = np.linspace(-1, 1, picture.shape[1], dtype=np.float32)[None, :, None]
        for lamp in self.hand.lamps:
            if frame >= lamp.frame:
                gain = 1 + (lamp.gain - 1) * (0.6 + 0.4 * lamp.side * across)
                picture = np.clip(picture * gain, 0, 255).astype(np.uint8)
        return picture

    def camera_shift(self, frame: int) -> np.ndarray:
        """The matrix (2, 3) on pixels by which the camera has been pushed up to a frame."""
        width, height = self.stage.camera.size
        shift = np.eye(3)
        for push in self.hand.pushes:
            share = float(np.clip((frame - push.frame + 1) / PUSH_FRAMES, 0, 1))
            degrees = float(np.degrees(push.turn * share))
            turn = np.array(cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 1.0), float)
            turn[:, 2] += np.array([push.right, push.down]) * width * share
            shift = np.vstack([turn, (0, 0, 1)]) @ shift
        return shift[:2]

    def tile_centre(self, laid: LaidTile) -> np.ndarray:
        """The middle (2,) px of a tile before any push of the camera."""
        style = self.stage.style
        return self.stage.camera.project(np.array([laid.x, laid.y, 0.5 * style.thickness]) * style.width)

    def _grains(self) -> list[np.ndarray]:
        """Three fields of noise; each frame shows one of them, shifted."""
        (width, height), noise = self.stage.camera.size, self._shooting.noise
        return [np.round(self._rng.normal(0, noise, (height, width, 3))).astype(np.int16) for _ in range(3)]

    def reaching_arms(self, frame: int) -> list[tuple[arms.DrawnArm, tuple[float, float]]]:
        """The arms in the picture at a frame, each with the pixel where its longest finger ends."""
        return [self._reaching(one, frame) for one in self.hand.moves if one.enters <= frame < one.leaves]

    def _reaching(self, move: Move, frame: int) -> tuple[arms.DrawnArm, tuple[float, float]]:
        arm, place, width = self._arms[move.player], self.tile_centre(move.laid), self.stage.tile_width
        shoulder = np.array(arm.shoulder)
        along = (place - shoulder) / np.linalg.norm(place - shoulder)
        # The fingers lie over the tile, so their tips end a little beyond its middle.
        target = place + along * 0.5 * width
        outside = shoulder + along * 0.12 * np.linalg.norm(place - shoulder)
        share = _share_of_reach(move, frame)
        tip = outside + (target - outside) * share * share * (3 - 2 * share)
        tremble = np.array([np.sin(frame * 1.7), np.cos(frame * 2.3)]) * TREMBLE.get(move.act, 0.04) * width
        return arm, (float(tip[0] + tremble[0]), float(tip[1] + tremble[1]))


def _share_of_reach(move: Move, frame: int) -> float:
    """How far the arm is stretched at a frame: 0 outside the picture, 1 over the place."""
    if frame < move.reaches:
        return (frame - move.enters + 1) / (move.reaches - move.enters + 1)
    if frame <= move.acts:
        return 1.0
    return 1 - (frame - move.acts) / (move.leaves - move.acts)


def film(
    seed: int,
    started: GameStarted | None = None,
    size: tuple[int, int] = (1280, 720),
    backgrounds: list[Path] | None = None,
    hand: int | None = None,
    calm: float = 1.0,
    shooting: Shooting = STEADY,
    mishaps: float = 0.0,
    hands: int = 0,
    turns: float = 0.0,
    busy: float = 0.0,
) -> Film:
    """The film of a seed. Raises ValueError where the hand finds no room on the table.

    `started` says who plays what; by default it is drawn at random. `hand` is a hand's own seed; by default a hand that
    has room is taken. `shooting` says what the camera and the light do. For `calm`, `mishaps`, `hands`, `turns` and
    `busy` see `direct_hand`.
    """
    rng = np.random.default_rng([seed, 77])
    stage = random_stage(rng, size, backgrounds or [])
    if started is None:
        started = random_start(rng)
    # The boneyard lies at one side, beyond the area where the layout grows, as far as there is room. The third player
    # shows the tiles left in the hand there.
    side = float(rng.choice([-1, 1]))
    yard = [] if hands and len(started.players) > 2 else _undealt(rng, started)
    boneyard = [
        replace(one, x=one.x + side * (BOUNDS[0] + 2.2))
        for one in scatter(rng, yard, stage.style.length, (1.4, BOUNDS[1]), [], 1.0)
    ]
    taken = np.array([(one.x, one.y) for one in boneyard]).reshape(-1, 2)
    seeds = range(seed * 100, seed * 100 + HANDS_TRIED) if hand is None else [hand]
    films = (
        direct_hand(started, number, stage.style.length, taken, BOUNDS, calm, mishaps, hands, boneyard, turns, busy)
        for number in seeds
    )
    filmed = next((found for found in films if found is not None), None)
    if filmed is None:
        raise ValueError(f"seed {seed}: no room on the table for the hand; take another seed")
    face_down = {one.tile: stage_tile(stage, one, rng, face_up=False) for one in boneyard}
    return Film(filmed, stage, seed, face_down, shooting)


def _undealt(rng: np.random.Generator, started: GameStarted) -> list[Tile]:
    """As many tiles as stay in the boneyard once all hands are dealt. They lie face down, so any will do."""
    rules, players = Game().apply(started).rules, len(started.players)
    pack = rules.pack(players)
    return [pack[place] for place in rng.permutation(len(pack))[: len(pack) - players * rules.tiles[players]]]


def random_start(rng: np.random.Generator) -> GameStarted:
    """A game of two players who face each other, less often of three or four."""
    count = int(rng.choice([2, 2, 2, 3, 4]))
    sides: tuple[Side, ...] = ("bottom", "top") if count == 2 else SEATING[:count]
    players = PLAYER_NAMES[:count]
    rules = str(rng.choice(["all-fives", "five-up", "muggins"]))
    return GameStarted(rules, players, seats=dict(zip(players, sides, strict=True)))


def seated(rules: str, count: int, claims: Claims | None = None, target: int | None = None) -> GameStarted:
    """A game of `count` players, named clockwise from the lower side of the table; two face each other."""
    sides: tuple[Side, ...] = ("bottom", "top") if count == 2 else SEATING[:count]
    players = USUAL_NAMES[:count]
    return GameStarted(rules, players, seats=dict(zip(players, sides, strict=True)), claims=claims, target=target)


def write_video(film: Film, path: Path, codec: str = "mp4v") -> None:
    """Writes the frames and, beside them, the truth. Raises OSError where the video cannot be written."""
    path.parent.mkdir(parents=True, exist_ok=True)
    frames = iter(film)
    first = next(frames)
    writer = cv2.VideoWriter(str(path), cv2.CAP_FFMPEG, cv2.VideoWriter.fourcc(*codec), FPS, first.shape[1::-1])
    if not writer.isOpened():
        raise OSError(f"{path}: cannot write a video here with codec {codec}; check the folder, or take mp4v")
    writer.write(first)
    for frame in frames:
        writer.write(frame)
    writer.release()
    path.with_suffix(".json").write_text(json.dumps(film.hand.truth(), indent=1) + "\n")


def _parser() -> argparse.ArgumentParser:
    parser = command_parser("videos", __doc__)
    parser.add_argument("--seed", type=int, default=0, help="seed of the first video (default: 0)")
    parser.add_argument("--count", type=int, default=1, help="number of videos, each of the next seed (default: 1)")
    parser.add_argument("--out", type=Path, required=True, help="folder for the videos and their truth")
    parser.add_argument("--size", default="1280x720", help="size of the picture (default: 1280x720)")
    parser.add_argument("--backgrounds", type=Path, help="folder of pictures of tables (default: drawn tables only)")
    parser.add_argument("--rules", help="rule set (default: rules and seats are drawn)")
    parser.add_argument("--players", type=int, help="with --rules: how many play (default: as few as can, from two)")
    parser.add_argument("--claims", choices=["auto", "call"], help="with --rules: whether players call their scores")
    parser.add_argument("--target", type=int, help="with --rules: the score that wins (default: that of the rules)")
    parser.add_argument("--hand", type=int, help="the hand's own seed, for a certain hand on another table")
    parser.add_argument("--calm", type=float, default=1.0, help="factor on the pauses between plays (default: 1)")
    parser.add_argument(
        "--mishaps", type=float, default=0.0, help="how often tiles are nudged, covered and so on, 0 to 1 (default: 0)"
    )
    parser.add_argument(
        "--turns", type=float, default=0.0, help="how often players turn the layout to make room, 0 to 1 (default: 0)"
    )
    parser.add_argument(
        "--busy", type=float, default=0.0, help="how often arms point, tidy, rest and put back, 0 to 1 (default: 0)"
    )
    parser.add_argument("--noise", type=float, default=3.0, help="camera noise in levels of 255 (default: 3)")
    parser.add_argument("--flicker", type=float, default=0.02, help="share by which exposure hunts (default: 0.02)")
    parser.add_argument(
        "--exposure", type=float, default=0.0, help="share by which exposure pumps up and down, e.g. 0.25 (default: 0)"
    )
    parser.add_argument("--shake", type=float, default=0.0, help="most pixels by which the camera shakes (default: 0)")
    parser.add_argument("--glare", type=float, default=0.0, help="share of tiles in glare at first (default: 0)")
    parser.add_argument("--reflection", type=Tile.parse, help="tile with a lamp in its open half (default: none)")
    parser.add_argument(
        "--hands", type=int, default=0, help="film this many hands to their ends (default: one, to its last play)"
    )
    parser.add_argument("--codec", default="mp4v", help="OpenCV's four letters for the codec (default: mp4v)")
    return parser


def main(arguments: list[str] | None = None) -> int:
    """The command; see the module's docstring."""
    parser = _parser()
    given = parser.parse_args(arguments)
    try:
        width, height = map(int, given.size.split("x"))
    except ValueError:
        parser.error(f"--size: expected a size like 1280x720, got {given.size!r}")
    return exit_status(partial(_run, given, (width, height)))


def _run(given: argparse.Namespace, size: tuple[int, int]) -> None:
    """Films all seeds whose truth is not there yet."""
    backgrounds = sorted(given.backgrounds.glob("*.jpg")) if given.backgrounds else []
    started = None
    if given.rules:
        count = given.players or max(2, min(load_ruleset(given.rules).tiles))
        started = seated(given.rules, count, given.claims, given.target)
    shooting = Shooting(given.noise, given.flicker, given.exposure, given.shake, given.glare, given.reflection)
    for seed in range(given.seed, given.seed + given.count):
        path = given.out / f"{seed}.mp4"
        if path.with_suffix(".json").exists():  # the truth is written last
            continue
        filmed = film(
            seed,
            started,
            size,
            backgrounds,
            hand=given.hand,
            calm=given.calm,
            shooting=shooting,
            mishaps=given.mishaps,
            hands=given.hands,
            turns=given.turns,
            busy=given.busy,
        )
        write_video(filmed, path, given.codec)
        print(f"{path}: done")
