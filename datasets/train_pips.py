"""Trains the pip model on upright cut-outs of rendered tiles; then exports it to ONNX.

    python -m muggins.datasets.cutouts --set SET
    python -m muggins.datasets.train_pips --set SET --run RUN --crops 600000
    python -m muggins.datasets.train_pips --run RUN --export models/pips.onnx

A run that was stopped goes on from RUN/last.pt.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from muggins.datasets.batches import ahead
from muggins.datasets.cutouts import MARGIN
from muggins.datasets.export import export
from muggins.datasets.render import KINDS
from muggins.vision.pips import CROP_LENGTH, CROP_MARGIN, CROP_WIDTH, MOST_PIPS, heads_up, slants, upright_corners

HEIGHT, WIDTH = CROP_WIDTH + 2 * CROP_MARGIN, CROP_LENGTH + 2 * CROP_MARGIN
FACEUP = KINDS.index("faceup")


def _block(channels: int, out: int, stride: int) -> nn.Sequential:
    return nn.Sequential(nn.Conv2d(channels, out, 3, stride, 1, bias=False), nn.BatchNorm2d(out), nn.SiLU(inplace=True))


class PipModel(nn.Module):
    """Cut-outs (N, 3, HEIGHT, WIDTH) and their slants (N, 4) to (N, 38).

    That is 13 + 13 pip logits, 4 kinds, 8 corner offsets in tile widths.
    """

    def __init__(self) -> None:
        super().__init__()
        self.trunk = nn.Sequential(
            _block(3, 24, 2), _block(24, 32, 1), _block(32, 48, 2), _block(48, 64, 1), _block(64, 64, 1),
            _block(64, 96, 2), _block(96, 96, 1), _block(96, 96, 1), nn.Conv2d(96, 24, 1), nn.SiLU(inplace=True),
            nn.Flatten(), nn.Dropout(0.1),
        )  # fmt: skip
        self.dense = nn.Sequential(nn.Linear(24 * (HEIGHT // 8) * (WIDTH // 8) + 4, 192), nn.SiLU(inplace=True))
        self.heads = nn.Linear(192, 2 * (MOST_PIPS + 1) + len(KINDS) + 1 + 8)

    def forward(self, crops: Tensor, slant: Tensor) -> Tensor:
        return self.heads(self.dense(torch.cat([self.trunk(crops), slant], dim=1)))


@dataclass(frozen=True)
class CropBatch:
    """Cut-outs as the model meets them: outlines a little off, light and focus changed."""

    crops: np.ndarray
    """(B, HEIGHT, WIDTH, 3) uint8 BGR."""
    slants: np.ndarray
    """(B, 4) float32 as of vision.pips."""
    halves: np.ndarray
    """(B, 2) int: pips of the left and the right half."""
    kinds: np.ndarray
    """(B,) int as in render.KINDS, one more for no tile."""
    offsets: np.ndarray
    """(B, 8) float32: where the true corners are, from the upright outline's, in tile widths."""


def _seen(
    rng: np.random.Generator, crop: np.ndarray, true: np.ndarray, jitter: float
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The crop through an outline that is a little wrong, that outline, and the corner offsets that mend it."""
    given = upright_corners(MARGIN)
    move = rng.normal(0, jitter * 0.6, 2) + rng.normal(0, jitter * 0.6, (4, 2))
    turn, grow = rng.normal(0, jitter * 0.5), 1 + rng.normal(0, jitter * 0.6, 2)
    middle = given.mean(axis=0)
    c, s = np.cos(turn), np.sin(turn)
    wrong = ((given - middle) * grow) @ np.array([[c, s], [-s, c]]) + middle + move * CROP_WIDTH
    target = upright_corners()
    warp = cv2.getPerspectiveTransform(wrong.astype(np.float32), target)
    picture = cv2.warpPerspective(crop, warp, (WIDTH, HEIGHT), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    mended = cv2.perspectiveTransform((given + true * CROP_WIDTH)[None].astype(np.float32), warp)[0]
    return picture, wrong, (mended - target) / CROP_WIDTH


def _light(rng: np.random.Generator, picture: np.ndarray) -> np.ndarray:
    """Focus, brightness, colour and noise changed as another camera would."""
    if rng.random() < 0.25:
        shrink = float(rng.uniform(0.15, 0.6))
        small = cv2.resize(picture, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
        picture = cv2.resize(small, (WIDTH, HEIGHT), interpolation=cv2.INTER_LINEAR)
    elif rng.random() < 0.25:
        picture = cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(0.4, 1.6)))
    gain = rng.uniform(0.6, 1.3) * (1 + rng.normal(0, 0.08, 3))
    out = picture.astype(np.float32) * gain + rng.uniform(-25, 25)
    if rng.random() < 0.3:
        out += rng.normal(0, rng.uniform(2, 14), out.shape)
    if rng.random() < 0.1:
        out = np.broadcast_to(out.mean(axis=2, keepdims=True), out.shape)
    if rng.random() < 0.1:
        out = 255 - out
    return np.clip(out, 0, 255).astype(np.uint8)


_HALF_TURN, _FLIP = [2, 3, 0, 1], [1, 0, 3, 2]
"""Corners in their order after the cut-out was turned by half, or mirrored across the tile's length."""


def _example(rng: np.random.Generator, crop: np.ndarray, value: np.ndarray, quad: np.ndarray) -> tuple:
    """A cut-out as the model meets it: picture, slant, halves, kind, offsets.

    `value` is kind, both halves, and the offsets of the corners from `quad`, in the picture the crop was cut from.
    """
    kind, first, second = (int(v) for v in value[:3])
    true = value[3:11].reshape(4, 2)
    if rng.random() < 0.5:  # the picture mirrored from left to right
        crop, quad, true = crop[::-1], (quad * (-1, 1))[_FLIP], (true * (1, -1))[_FLIP]
    if (heads_up(quad[None])[0] != quad).any():
        crop, quad, true = crop[::-1, ::-1], quad[_HALF_TURN], -true[_HALF_TURN]
        first, second = second, first
    picture, outline, offsets = _seen(rng, np.ascontiguousarray(crop), true, float(rng.choice([0.03, 0.08])))
    back = cv2.getPerspectiveTransform(upright_corners(MARGIN), quad.astype(np.float32))
    slant = slants(cv2.perspectiveTransform(outline[None].astype(np.float32), back))[0]
    return _light(rng, picture), slant, (first, second), kind, offsets.ravel()


def _cutouts(folders: list[Path]) -> list[Path]:
    """The files of cut-outs of some sets; raises ValueError where there are none."""
    found = sorted(path for folder in folders for path in folder.glob("cutouts-*.npz"))
    if not found:
        raise ValueError(
            f"{', '.join(map(str, folders))}: expected cut-outs of a training set, found none; "
            "make some with python -m muggins.datasets.cutouts"
        )
    return found


def crops(rng: np.random.Generator, folders: list[Path], size: int) -> Iterator[CropBatch]:
    """Batches of `size` cut-outs for ever."""
    while True:
        paths = _cutouts(folders)
        order = rng.permutation(len(paths))
        for start in range(0, len(order), 12):
            parts = []
            for k in order[start : start + 12]:
                with np.load(paths[k]) as data:
                    parts.append((data["crops"], data["values"], data["quads"]))
            pool, values, quads = (np.concatenate(part) for part in zip(*parts, strict=True))
            mixed = rng.permutation(len(pool))
            for at in range(0, len(mixed) - size + 1, size):
                examples = [_example(rng, pool[k], values[k], quads[k]) for k in mixed[at : at + size]]
                pictures, slant, halves, kinds, offsets = zip(*examples, strict=True)
                yield CropBatch(
                    np.stack(pictures),
                    np.stack(slant),
                    np.array(halves),
                    np.array(kinds),
                    np.stack(offsets).astype(np.float32),
                )


def losses(found: Tensor, batch: CropBatch) -> tuple[Tensor, dict[str, float]]:
    """The loss, and what to log; pips and corners count on face-up tiles, corners on face-down ones too."""
    halves, kinds = torch.from_numpy(batch.halves), torch.from_numpy(batch.kinds)
    faceup, lying = kinds == FACEUP, kinds < KINDS.index("standing")
    pips = found[:, :26].reshape(-1, 2, MOST_PIPS + 1)
    value = functional.cross_entropy(pips[faceup].flatten(0, 1), halves[faceup].flatten(), label_smoothing=0.005)
    kind = functional.cross_entropy(found[:, 26:30], kinds)
    corner = (found[:, 30:38] - torch.from_numpy(batch.offsets))[lying].abs().mean()
    with torch.no_grad():
        right = (pips[faceup].argmax(-1) == halves[faceup]).float().mean()
        sorted_right = (found[:, 26:30].argmax(-1) == kinds).float().mean()
    logged = {"pips": value, "kind": kind, "corner": corner, "halves_right": right, "kinds_right": sorted_right}
    return value + 0.5 * kind + 3.0 * corner, {k: float(v.detach()) for k, v in logged.items()}


def train(folders: list[Path], run: Path, total: int, batch: int, rate: float, seed: int, first: Path | None) -> None:
    """Trains until `total` cut-outs were seen; saves RUN/last.pt and a line of RUN/log.jsonl as it goes.

    A new run begins with the weights of the run `first`, where one is given.
    """
    torch.manual_seed(seed)
    model = PipModel().to(memory_format=torch.channels_last)
    if first is not None:
        model.load_state_dict(_averaged(first).module.state_dict())
    average = torch.optim.swa_utils.AveragedModel(
        model, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.998), use_buffers=True
    )
    optimizer = torch.optim.AdamW(model.parameters(), lr=rate, weight_decay=0.01)
    seen, last = 0, run / "last.pt"
    if last.exists():
        state = torch.load(last, weights_only=True)
        model.load_state_dict(state["model"])
        average.load_state_dict(state["average"])
        optimizer.load_state_dict(state["optimizer"])
        seen = state["seen"]
        print(f"going on from {last} at {seen} cut-outs", flush=True)
    rng = np.random.default_rng([seed, seen])
    stream = ahead(lambda: crops(rng, folders, batch))
    model.train()
    start, begun, steps, sums = (
        time.monotonic(),
        seen,
        0,
        dict.fromkeys(("pips", "kind", "corner", "halves_right", "kinds_right"), 0.0),
    )
    while seen < total:
        data = next(stream)
        share = min(1.0, seen / total)
        for group in optimizer.param_groups:
            group["lr"] = (
                rate * min(1.0, (seen + batch) / (0.02 * total)) * (0.005 + 0.995 * (1 + math.cos(math.pi * share)) / 2)
            )
        image = torch.from_numpy(data.crops).permute(0, 3, 1, 2).float() / 255
        found = model(image.contiguous(memory_format=torch.channels_last), torch.from_numpy(data.slants))
        loss, logged = losses(found, data)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        average.update_parameters(model)
        seen += batch
        steps += 1
        sums = {k: sums[k] + v for k, v in logged.items()}
        if steps % 100 == 0 or seen >= total:
            speed = (seen - begun) / (time.monotonic() - start)
            line = {"seen": seen, "a_second": round(speed), "minutes_left": round((total - seen) / speed / 60, 1)}
            line |= {k: round(v / steps, 4) for k, v in sums.items()}
            print(json.dumps(line), flush=True)
            with (run / "log.jsonl").open("a") as log:
                log.write(json.dumps(line) + "\n")
            steps, sums = 0, dict.fromkeys(sums, 0.0)
            state = {
                "model": model.state_dict(),
                "average": average.state_dict(),
                "optimizer": optimizer.state_dict(),
                "seen": seen,
            }
            torch.save(state, last.with_suffix(".new"))
            last.with_suffix(".new").replace(last)


def _averaged(run: Path) -> torch.optim.swa_utils.AveragedModel:
    """The averaged weights of a run."""
    state = torch.load(run / "last.pt", map_location="cpu", weights_only=True)
    average = torch.optim.swa_utils.AveragedModel(PipModel())
    average.load_state_dict(state["average"])
    return average


def export_run(run: Path, target: Path) -> None:
    """Writes the averaged weights of a run as ONNX for any number of cut-outs."""
    average = _averaged(run)
    example = (torch.zeros(1, 3, HEIGHT, WIDTH), torch.zeros(1, 4))
    names = ("crops", "slants", "halves")
    export(average.module.eval(), example, target, names, {name: {0: "tiles"} for name in names})


def main() -> int:
    """The command; see the module's docstring."""
    parser = argparse.ArgumentParser(
        prog="python -m muggins.datasets.train_pips",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--set",
        type=Path,
        action="append",
        default=[],
        help="a set made by muggins.datasets.scenes; may be given more than once",
    )
    parser.add_argument("--run", type=Path, required=True, help="folder of checkpoints and log")
    parser.add_argument("--crops", type=int, default=600_000, help="cut-outs to see in all (default 600000)")
    parser.add_argument("--batch", type=int, default=128)
    parser.add_argument("--rate", type=float, default=0.002, help="full learning rate (default 0.002)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--from", dest="first", type=Path, help="begin with the weights of this other run")
    parser.add_argument("--export", type=Path, help="write RUN's weights to this ONNX file; with --set after training")
    given = parser.parse_args()
    if not given.set and not given.export:
        parser.error("give --set SET to train, --export FILE to export, or both")
    given.run.mkdir(parents=True, exist_ok=True)
    try:
        if given.set:
            train(given.set, given.run, given.crops, given.batch, given.rate, given.seed, given.first)
        if given.export:
            export_run(given.run, given.export)
    except (ValueError, FileNotFoundError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
