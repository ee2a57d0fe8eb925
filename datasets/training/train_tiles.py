"""Trains the tile model, YOLO with four corners, from nothing on rendered scenes, then exports it to ONNX.

    python -m muggins.datasets.training.train_tiles --set SET --run RUN --pictures 120000
    python -m muggins.datasets.training.train_tiles --run RUN --export models/tiles.onnx
    python -m muggins.datasets.training.train_tiles --set SET --add KEPT --from models/tiles.onnx \\
        --run RUN --pictures 4000

A run that was stopped continues from RUN/last.pt with the pictures that it would have seen.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from ultralytics.nn.tasks import PoseModel
from ultralytics.utils.torch_utils import ModelEMA

from ..batches.mixing import prefetch
from ..batches.own_photos import with_own_photos
from ..batches.tile_batches import TileBatch, tile_batches
from ..scenes.render import LABELS, STANDING
from .loop import TrainingRun, add_device, autocast, batch_workers, run_command, schedule_of, training_parser
from .onnx_export import CALIBRATION_BATCHES, export, load_exported
from .optimizer import MuonAndAdam
from .schedule import Schedule

SMALL_SIDE = 320
"""Pixels of the pictures that training begins with: twice as many in the same time."""
LARGE_SIDE = 416
"""Pixels of the pictures that training ends with, for near tiles."""
SMALL_PICTURES_SHARE = 0.7
"""Share of the training on small pictures."""
EXPORT_SIDE = 640
"""Pixels of the picture that the exported model is traced with. Its input may have any multiple of 32."""
BATCH_CORES = 0
"""Cores that only make batches. That takes a tenth of a core: two threads on two cores train half as fast again as one
thread on a core of its own."""
CONFIGURATION = "yolo11n-pose.yaml"
WEIGHT_DECAY = 5e-4
MAX_GRADIENT_NORM = 10.0
AVERAGE_DECAY = 0.999
"""Share of the averaged weights that each step keeps: the export is about the mean of the last thousand steps."""
AVERAGE_RISE = 200.0
"""Steps over which that share rises, so that the first weights are soon forgotten."""


class CornerLoss(nn.Module):
    """The mean distance of corners over the tile's size, for the better of the two orders half a turn apart.

    Without its pips a tile looks the same after half a turn, so either end may come first. Asking for one of them would
    teach the mean of both wherever the choice flips.
    """

    def forward(self, found: Tensor, true: Tensor, counts: Tensor, area: Tensor) -> Tensor:
        """The loss of corners `found` and `true`, (N, 4, 2 or more).

        `counts` (N, 4) bool marks the corners that are asked for, `area` (N, 1) is that of the box.
        """
        asked = counts.all(dim=1)
        if not asked.any():
            return found.sum() * 0
        found, true, scale = found[asked][..., :2], true[asked][..., :2], area[asked].sqrt()
        either = [
            ((found - true.roll(k, dims=1)).pow(2).sum(-1) + 1e-6).sqrt().mean(1, keepdim=True) / scale for k in (0, 2)
        ]
        return torch.minimum(*either).mean()


def build(device: str = "cpu") -> PoseModel:
    """The untrained model with its loss."""
    model = PoseModel(CONFIGURATION, nc=len(LABELS), data_kpt_shape=(4, 3), verbose=False)
    model.to(device, memory_format=torch.channels_last)  # before the loss, which stays on the device it is made for
    model.args = SimpleNamespace(box=7.5, cls=0.5, dfl=1.5, pose=8.0, kobj=0.5, overlap_mask=False)
    criterion = model.init_criterion()
    criterion.keypoint_loss = CornerLoss()
    model.criterion = criterion
    return model


def to_targets(batch: TileBatch) -> dict[str, Tensor]:
    """The input of ultralytics' pose loss. Pixels become shares of the side; corners of standing tiles do not count."""
    side = batch.images.shape[1]
    boxes = torch.from_numpy(batch.boxes) / side
    centre, extent = (boxes[:, :2] + boxes[:, 2:]) / 2, boxes[:, 2:] - boxes[:, :2]
    asked = torch.from_numpy((batch.kinds != STANDING).astype(np.float32))
    corners = torch.cat([torch.from_numpy(batch.corners) / side, asked[:, None, None].expand(-1, 4, 1)], -1)
    image = torch.from_numpy(batch.images).permute(0, 3, 1, 2).float() / 255
    return {
        "img": image.contiguous(memory_format=torch.channels_last),
        "batch_idx": torch.from_numpy(batch.image_of).float(),
        "cls": torch.from_numpy(batch.kinds).float()[:, None],
        "bboxes": torch.cat([centre, extent], 1),
        "keypoints": corners,
    }


def train(folders: list[Path], run: TrainingRun, device: str, first: Path | None = None) -> None:
    """Trains on sets as the schedule of the run says.

    A new run begins with the weights of the run or ONNX file `first`, where it is given.
    """
    schedule = run.schedule
    torch.manual_seed(schedule.seed)
    model = build(device)
    saved = run.begin(device)
    if saved is None and first is not None:
        _start_from(first, model, folders, schedule, device)
    optimizer = MuonAndAdam(model, WEIGHT_DECAY)
    average = ModelEMA(model, decay=AVERAGE_DECAY, tau=AVERAGE_RISE)
    if saved is not None:
        model.load_state_dict(saved["model"])
        average.ema.load_state_dict(saved["average"])
        average.updates = saved["updates"]
        optimizer.load_state_dict(saved["optimizer"])
    model.train()
    for next_batch in _growing_batches(run, folders, batch_workers(device)):
        data = {name: values.to(device) for name, values in to_targets(next_batch).items()}
        parts = _backward(model, data, device)
        optimizer.step(schedule.rate_at(run.seen))
        average.update(model)
        run.step(parts, partial(_state, model, average, optimizer))


def _start_from(first: Path, model: PoseModel, folders: list[Path], schedule: Schedule, device: str) -> None:
    """Gives the model the weights of a run or of an ONNX file."""
    if first.suffix == ".onnx":
        some = islice(tile_batches(schedule.seed, folders, schedule.batch, SMALL_SIDE), CALIBRATION_BATCHES)
        load_exported(model, ((to_targets(one)["img"].to(device),) for one in some), first)
    else:
        model.load_state_dict(_averaged(first, device))


def _growing_batches(run: TrainingRun, folders: list[Path], workers: int) -> Iterator[TileBatch]:
    """Batches until the run is done, of small pictures at first and of large ones from SMALL_PICTURES_SHARE on."""
    schedule = run.schedule
    side, stream = 0, None
    while not run.is_done:
        if stream is None or (side == SMALL_SIDE and run.seen >= SMALL_PICTURES_SHARE * schedule.total):
            side = SMALL_SIDE if run.seen < SMALL_PICTURES_SHARE * schedule.total else LARGE_SIDE
            make = partial(tile_batches, schedule.seed, folders, schedule.batch, side, run.number, workers)
            stream = prefetch(make)
        yield next(stream)


def _backward(model: PoseModel, data: dict[str, Tensor], device: str) -> dict[str, float]:
    """Computes the gradients of a batch. Returns the parts of the loss."""
    with autocast(device):
        found = model(data["img"])
    # The loss needs full precision: in bfloat16 the boxes' part turned to NaN after some epochs.
    found = {k: [f.float() for f in v] if isinstance(v, list) else v.float() for k, v in found.items()}
    losses, parts = model.criterion(found, data)
    loss = losses.sum()
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), MAX_GRADIENT_NORM)
    return {name: float(part) for name, part in parts.items()}


def _state(model: nn.Module, average: ModelEMA, optimizer: MuonAndAdam) -> dict[str, Any]:
    """What a run that was stopped continues from."""
    return {
        "model": model.state_dict(),
        "average": average.ema.state_dict(),
        "updates": average.updates,
        "optimizer": optimizer.state_dict(),
    }


def export_run(run: Path, target: Path) -> None:
    """Writes the averaged weights of a run as ONNX: (1, 3, height, width) 0..1 to (1, 4 + kinds + 12, anchors).

    Height and width are any multiples of 32.
    """
    model = build()
    model.load_state_dict(_averaged(run))
    model.eval().fuse(verbose=False)
    head = model.model[-1]
    head.export, head.format, head.dynamic = True, "onnx", True
    example = torch.zeros(1, 3, EXPORT_SIDE, EXPORT_SIDE)
    model(example)
    axes = {"images": {2: "height", 3: "width"}, "tiles": {2: "anchors"}}
    export(model, (example,), target, ("images", "tiles"), axes)


def _averaged(run: Path, device: str = "cpu") -> dict[str, Tensor]:
    """The averaged weights of a run."""
    weights: dict[str, Tensor] = torch.load(run / "last.pt", map_location=device, weights_only=True)["average"]
    return weights


def main() -> int:
    """The command; see the module's docstring."""
    parser = training_parser("training.train_tiles", __doc__, "pictures", total=120_000, batch=16, rate=0.006)
    add_device(parser)

    def train_as(given: Any) -> None:
        folders = with_own_photos(given.set, given.add, given.run)
        train(folders, TrainingRun(given.run, schedule_of(given, given.pictures)), given.device, given.first)

    return run_command(parser, train_as, lambda given: export_run(given.run, given.export), BATCH_CORES)


if __name__ == "__main__":
    sys.exit(main())
