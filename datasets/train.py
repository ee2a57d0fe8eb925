"""Trains the tile model: YOLO with four corners, from nothing, on rendered scenes; then exports it to ONNX.

    python -m muggins.datasets.train --set SET --run RUN --pictures 120000
    python -m muggins.datasets.train --run RUN --export models/tiles.onnx
    python -m muggins.datasets.train --set SET --add KEPT --from models/tiles.onnx --run RUN --pictures 4000

A run that was stopped goes on from RUN/last.pt. The last picture is counted, not epochs: a set may grow meanwhile.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from functools import partial
from itertools import islice
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import torch
from torch import Tensor, nn
from ultralytics.nn.tasks import OBBModel, PoseModel
from ultralytics.utils.torch_utils import ModelEMA

from muggins.datasets.added import with_added
from muggins.datasets.batches import PictureBatch, ahead, pictures
from muggins.datasets.export import TO_SETTLE, export, restore
from muggins.datasets.oriented import box_corners, rectangles
from muggins.datasets.render import KINDS

STANDING = KINDS.index("standing")
SMALL, LARGE = 320, 416
"""Pixels of the pictures trained on: small ones first, twice as many in the same time; large ones for near tiles."""
SMALL_SHARE = 0.7
CONFIGURATION, ORIENTED = "yolo11n-pose.yaml", "yolo11n-obb.yaml"


class CornerLoss(nn.Module):
    """Distance of corners in units of the tile's size, the smaller of the two orders that a half turn leaves.

    A tile looked at without its pips is the same after half a turn, so either end may come first; asking for
    one of them would teach the mean of both wherever the choice flips.
    """

    def forward(self, found: Tensor, true: Tensor, counts: Tensor, area: Tensor) -> Tensor:
        """`found`, `true` (N, 4, 2+), `counts` (N, 4) bool: corners that are asked for, `area` (N, 1) of the box."""
        asked = counts.all(dim=1)
        if not asked.any():
            return found.sum() * 0
        found, true, scale = found[asked][..., :2], true[asked][..., :2], area[asked].sqrt()
        either = [
            ((found - true.roll(k, dims=1)).pow(2).sum(-1) + 1e-6).sqrt().mean(1, keepdim=True) / scale for k in (0, 2)
        ]
        return torch.minimum(*either).mean()


def build(oriented: bool = False) -> PoseModel | OBBModel:
    """The untrained model with the loss settings it is trained with; of `oriented` boxes rather than corners."""
    if oriented:
        boxes = OBBModel(ORIENTED, nc=len(KINDS), verbose=False)
        boxes.args = SimpleNamespace(box=7.5, cls=0.5, dfl=1.5, angle=1.0, overlap_mask=False)
        boxes.criterion = boxes.init_criterion()
        return boxes
    model = PoseModel(CONFIGURATION, nc=len(KINDS), data_kpt_shape=(4, 3), verbose=False)
    model.args = SimpleNamespace(box=7.5, cls=0.5, dfl=1.5, pose=8.0, kobj=0.5, overlap_mask=False)
    criterion = model.init_criterion()
    criterion.keypoint_loss = CornerLoss()
    model.criterion = criterion
    return model


def to_targets(batch: PictureBatch, oriented: bool = False) -> dict[str, Tensor]:
    """What ultralytics' loss of poses, or of oriented boxes, expects; pixels become shares of the side."""
    side = batch.images.shape[1]
    boxes = torch.from_numpy(batch.boxes) / side
    centre, extent = (boxes[:, :2] + boxes[:, 2:]) / 2, boxes[:, 2:] - boxes[:, :2]
    asked = torch.from_numpy((batch.kinds != STANDING).astype(np.float32))
    corners = torch.cat([torch.from_numpy(batch.corners) / side, asked[:, None, None].expand(-1, 4, 1)], -1)
    image = torch.from_numpy(batch.images).permute(0, 3, 1, 2).float() / 255
    shown = {
        "img": image.contiguous(memory_format=torch.channels_last),
        "batch_idx": torch.from_numpy(batch.which).float(),
        "cls": torch.from_numpy(batch.kinds).float()[:, None],
    }
    if oriented:
        turned = rectangles(batch.corners)
        standing = batch.kinds == STANDING  # their boxes are those of the bodies, which corners do not tell
        turned[standing] = rectangles(box_corners(batch.boxes[standing]))
        turned[:, :4] /= side
        return shown | {"bboxes": torch.from_numpy(turned)}
    return shown | {"bboxes": torch.cat([centre, extent], 1), "keypoints": corners}


def _groups(model: nn.Module, decay: float) -> list[dict]:
    """Weights decay, biases and norms do not."""
    decayed, free = [], []
    for module in model.modules():
        for name, parameter in module.named_parameters(recurse=False):
            (free if name == "bias" or isinstance(module, nn.BatchNorm2d) else decayed).append(parameter)
    return [{"params": decayed, "weight_decay": decay}, {"params": free, "weight_decay": 0.0}]


def _rate(seen: int, total: int, batch: int) -> float:
    """Share of the full learning rate: a short warm-up, then a cosine to a hundredth."""
    warm = min(1.0, (seen + batch) / (0.03 * total))
    return warm * (0.01 + 0.99 * (1 + math.cos(math.pi * min(1.0, seen / total))) / 2)


def train(
    folders: list[Path],
    run: Path,
    total: int,
    batch: int,
    rate: float,
    device: str,
    seed: int,
    first: Path | None,
    oriented: bool = False,
) -> None:
    """Trains until `total` pictures were seen; saves RUN/last.pt and a line of RUN/log.jsonl as it goes.

    A new run begins with the weights of the run or the ONNX file `first`, where one is given.
    """
    torch.manual_seed(seed)
    model = build(oriented).to(device, memory_format=torch.channels_last)
    if first is not None and first.suffix == ".onnx":
        some = islice(pictures(np.random.default_rng([seed, 1]), folders, batch, SMALL), TO_SETTLE)
        restore(model, ((to_targets(one, oriented)["img"].to(device),) for one in some), first)
    elif first is not None:
        model.load_state_dict(torch.load(first / "last.pt", map_location=device, weights_only=True)["average"])
    optimizer = torch.optim.AdamW(_groups(model, 5e-4), lr=rate, betas=(0.9, 0.999))
    average = ModelEMA(model)
    seen = 0
    last = run / "last.pt"
    if last.exists():
        state = torch.load(last, map_location=device, weights_only=True)
        model.load_state_dict(state["model"])
        average.ema.load_state_dict(state["average"])
        average.updates = state["updates"]
        optimizer.load_state_dict(state["optimizer"])
        seen = state["seen"]
        print(f"going on from {last} at {seen} pictures", flush=True)
    rng = np.random.default_rng([seed, seen])
    shown, stream = 0, None
    model.train()
    start, begun, sums, steps = time.monotonic(), seen, 0.0, 0
    while seen < total:
        if stream is None or (shown == SMALL and seen >= SMALL_SHARE * total):
            shown = SMALL if seen < SMALL_SHARE * total else LARGE
            stream = ahead(partial(pictures, rng, folders, batch, shown))
        data = {k: v.to(device) for k, v in to_targets(next(stream), oriented).items()}
        for group in optimizer.param_groups:
            group["lr"] = rate * _rate(seen, total, batch)
        with torch.autocast(device.split(":")[0], dtype=torch.bfloat16):
            found = model(data["img"])
        # The loss wants full precision: in bfloat16 the boxes' part turned to NaN after some epochs.
        found = {k: [f.float() for f in v] if isinstance(v, list) else v.float() for k, v in found.items()}
        losses, parts = model.criterion(found, data)
        loss = losses.sum()
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 10.0)
        optimizer.step()
        average.update(model)
        seen += batch
        sums = sums + np.array([float(p) for p in parts.values()])
        steps += 1
        if steps % 32 == 0 or seen >= total:
            speed = (seen - begun) / (time.monotonic() - start)
            means = dict(zip(parts, np.round(sums / steps, 3).tolist(), strict=True))
            line = {
                "seen": seen,
                "a_second": round(speed, 1),
                "minutes_left": round((total - seen) / speed / 60, 1),
                **means,
            }
            print(json.dumps(line), flush=True)
            with (run / "log.jsonl").open("a") as log:
                log.write(json.dumps(line) + "\n")
            sums, steps = 0.0, 0
            state = {
                "model": model.state_dict(),
                "average": average.ema.state_dict(),
                "updates": average.updates,
                "optimizer": optimizer.state_dict(),
                "seen": seen,
            }
            torch.save(state, last.with_suffix(".new"))
            last.with_suffix(".new").replace(last)


def export_run(run: Path, target: Path, side: int = 640, oriented: bool = False) -> None:
    """Writes the averaged weights of a run as ONNX: (1, 3, height, width) 0..1 to (1, 4 + kinds + 12, anchors).

    Height and width are any multiples of 32. Of oriented boxes it is (1, 4 + kinds + 1, anchors), the angle last.
    """
    state = torch.load(run / "last.pt", map_location="cpu", weights_only=True)
    model = build(oriented)
    model.load_state_dict(state["average"])
    model.eval().fuse(verbose=False)
    head = model.model[-1]
    head.export, head.format, head.dynamic = True, "onnx", True
    example = torch.zeros(1, 3, side, side)
    model(example)
    export(
        model, (example,), target, ("images", "tiles"), {"images": {2: "height", 3: "width"}, "tiles": {2: "anchors"}}
    )


def main() -> int:
    """The command; see the module's docstring."""
    parser = argparse.ArgumentParser(
        prog="python -m muggins.datasets.train",
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
    parser.add_argument(
        "--add",
        type=Path,
        action="append",
        default=[],
        metavar="FOLDER",
        help="labelled photos of your own to mix in, one picture in four; with --set, and best with --from",
    )
    parser.add_argument("--run", type=Path, required=True, help="folder of checkpoints and log")
    parser.add_argument("--pictures", type=int, default=120_000, help="pictures to see in all (default 120000)")
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--rate", type=float, default=0.0015, help="full learning rate (default 0.0015)")
    parser.add_argument("--device", default="cuda:0" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--from", dest="first", type=Path, help="begin with the weights of this other run, or ONNX file"
    )
    parser.add_argument("--oriented", action="store_true", help="oriented boxes instead of corners, to compare with")
    parser.add_argument("--export", type=Path, help="write RUN's weights to this ONNX file; with --set after training")
    given = parser.parse_args()
    if not given.set and not given.export:
        parser.error("give --set SET to train, --export FILE to export, or both")
    if given.add and not given.set:
        parser.error("--add mixes photos with scenes: give those too, with --set SET")
    given.run.mkdir(parents=True, exist_ok=True)
    try:
        if given.set:
            train(
                with_added(given.set, given.add, given.run),
                given.run,
                given.pictures,
                given.batch,
                given.rate,
                given.device,
                given.seed,
                given.first,
                given.oriented,
            )
        if given.export:
            export_run(given.run, given.export, oriented=given.oriented)
    except (ValueError, FileNotFoundError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
