"""Trains the pip model on upright crops of rendered tiles, then exports it to ONNX.

    python -m muggins.datasets.batches.crops --set SET
    python -m muggins.datasets.training.train_pips --set SET --run RUN --crops 600000
    python -m muggins.datasets.training.train_pips --run RUN --export models/pips.onnx
    python -m muggins.datasets.training.train_pips --set SET --add KEPT --from models/pips.onnx --run RUN --crops 40000

A run that was stopped continues from RUN/last.pt.
"""

from __future__ import annotations

import sys
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional

from muggins.vision.pips.classifier import HALVES, MOST_PIPS, OFFSETS, PART, REFUSAL_COST, WHAT
from muggins.vision.types import KINDS

from ..batches.mixing import prefetch
from ..batches.own_photos import with_own_crops
from ..batches.pip_batches import ALL_VISIBLE, HEIGHT_PX, WIDTH_PX, CropBatch, crop_batches
from ..scenes.render import FACEUP, STANDING
from ..scenes.shards import UNKNOWN
from .loop import TrainingRun, add_device, autocast, batch_workers, run_command, schedule_of, training_parser
from .onnx_export import CALIBRATION_BATCHES, export, load_exported
from .optimizer import MuonAndAdam
from .pip_model import PipModel
from .schedule import Schedule

KIND_COSTS = [REFUSAL_COST if kind == "faceup" else 1.0 for kind in (*KINDS, "none")]
"""A real tile that is refused is lost to the players; a false one is asked about. So the first costs more."""
BATCH_CORES = 1
"""Cores that only make batches. On two cores one thread trains on 570 crops a second, two threads on 460, as they wait
for each other."""
PART_COST = 0.5
"""What a part that is taken for a whole tile costs, beside a kind and the pips of a half."""
BORDERLINE = 0.04
"""Difference of the visible share from ALL_VISIBLE below which it hardly matters what a tile is taken for."""
BORDERLINE_WEIGHT = 0.3
WEIGHT_DECAY = 0.01
AVERAGE_DECAY = 0.998
"""Share of the averaged weights that each step keeps: the export is about the mean of the last 500 steps."""


def _inputs(batch: CropBatch) -> tuple[Tensor, Tensor]:
    """The inputs of the model."""
    image = torch.from_numpy(batch.crops).permute(0, 3, 1, 2).float() / 255
    return image.contiguous(memory_format=torch.channels_last), torch.from_numpy(batch.slants)


def losses(found: Tensor, batch: CropBatch) -> tuple[Tensor, dict[str, float]]:
    """The loss, and its parts to log. Pips count on face-up tiles, corners also on face-down ones."""
    halves, weights, kinds, offsets, visible = (
        torch.from_numpy(values).to(found.device)
        for values in (batch.halves, batch.weights, batch.kinds, batch.offsets, batch.visible)
    )
    faceup, lying = kinds == FACEUP, (kinds < STANDING) & (kinds != UNKNOWN)
    pips = found[:, HALVES].reshape(-1, 2, MOST_PIPS + 1)
    each = functional.cross_entropy(
        pips[faceup].flatten(0, 1),
        halves[faceup].flatten(),
        label_smoothing=0.005,
        ignore_index=UNKNOWN,
        reduction="none",
    )
    counted = (weights * (halves != UNKNOWN))[faceup].flatten()
    value = (each * counted).sum() / counted.sum().clamp(min=1e-6)
    costs = torch.tensor(KIND_COSTS, device=found.device)
    kind = functional.cross_entropy(found[:, WHAT], kinds, weight=costs, ignore_index=UNKNOWN)
    corner = (found[:, OFFSETS] - offsets)[lying].abs().mean()
    part, judged = _part_loss(found[:, PART], visible)
    with torch.no_grad():
        right = ((pips[faceup].argmax(-1) == halves[faceup]).flatten() * counted).sum() / counted.sum().clamp(min=1e-6)
        sorted_right = (found[:, WHAT].argmax(-1) == kinds)[kinds != UNKNOWN].float().mean()
    logged = {"pips": value, "kind": kind, "corner": corner, "halves_right": right, "kinds_right": sorted_right}
    logged |= judged | {"part": part}
    loss = value + 0.5 * kind + 3.0 * corner + PART_COST * part
    return loss, {k: float(v.detach().nan_to_num()) for k, v in logged.items()}


def _part_loss(odds: Tensor, visible: Tensor) -> tuple[Tensor, dict[str, Tensor]]:
    """The loss of the judgement between parts and whole tiles, and how much of either is told right."""
    is_part, is_whole = visible <= ALL_VISIBLE, visible > ALL_VISIBLE
    weights = torch.where((visible - ALL_VISIBLE).abs() < BORDERLINE, BORDERLINE_WEIGHT, 1.0) * (is_part | is_whole)
    each = functional.binary_cross_entropy_with_logits(odds, is_part.float(), reduction="none")
    told = (odds > 0).float()
    rights = {"parts_right": told[is_part].mean(), "whole_right": 1 - told[is_whole].mean()}
    return (each * weights).sum() / weights.sum().clamp(min=1e-6), rights


def train(folders: list[Path], run: TrainingRun, device: str, first: Path | None = None) -> None:
    """Trains on sets as the schedule of the run says.

    A new run begins with the weights of the run or ONNX file `first`, where it is given.
    """
    schedule = run.schedule
    torch.manual_seed(schedule.seed)
    model = PipModel().to(device, memory_format=torch.channels_last)
    saved = run.begin(device)
    if saved is None and first is not None:
        _start_from(first, model, folders, schedule)
    average = torch.optim.swa_utils.AveragedModel(
        model, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(AVERAGE_DECAY), use_buffers=True
    )
    optimizer = MuonAndAdam(model, WEIGHT_DECAY)
    parts = {"model": model, "average": average, "optimizer": optimizer}
    if saved is not None:
        for name, part in parts.items():
            part.load_state_dict(saved[name])
    workers = batch_workers(device)
    stream = prefetch(partial(crop_batches, schedule.seed, folders, schedule.batch, run.number, workers))
    model.train()
    while not run.is_done:
        data = next(stream)
        logged = _backward(model, data, device)
        optimizer.step(schedule.rate_at(run.seen))
        average.update_parameters(model)
        run.step(logged, lambda: {name: part.state_dict() for name, part in parts.items()})


def _backward(model: PipModel, data: CropBatch, device: str) -> dict[str, float]:
    """Computes the gradients of a batch. Returns the parts of the loss."""
    with autocast(device):
        found = model(*(values.to(device) for values in _inputs(data)))
    loss, logged = losses(found.float(), data)
    loss.backward()
    return logged


def _start_from(first: Path, model: PipModel, folders: list[Path], schedule: Schedule) -> None:
    """Gives the model the weights of a run or of an ONNX file."""
    if first.suffix == ".onnx":
        device = next(model.parameters()).device
        some = islice(crop_batches(schedule.seed, folders, schedule.batch), CALIBRATION_BATCHES)
        inputs = (tuple(values.to(device) for values in _inputs(one)) for one in some)
        load_exported(model, inputs, first)
    else:
        model.load_state_dict(averaged(first).module.state_dict())


def averaged(run: Path) -> torch.optim.swa_utils.AveragedModel:
    """The averaged weights of a run."""
    state = torch.load(run / "last.pt", map_location="cpu", weights_only=True)
    average = torch.optim.swa_utils.AveragedModel(PipModel())
    average.load_state_dict(state["average"])
    return average


def export_run(run: Path, target: Path) -> None:
    """Writes the averaged weights of a run as ONNX for any number of crops."""
    export_model(averaged(run).module, target)


def export_model(model: PipModel, target: Path) -> None:
    """Writes a model as ONNX for any number of crops."""
    example = (torch.zeros(1, 3, HEIGHT_PX, WIDTH_PX), torch.zeros(1, 4))
    names = ("crops", "slants", "halves")
    export(model.eval(), example, target, names, {name: {0: "tiles"} for name in names})


def main() -> int:
    """The command; see the module's docstring."""
    parser = training_parser("training.train_pips", __doc__, "crops", total=600_000, batch=128, rate=0.004)
    add_device(parser)

    def train_as(given: Any) -> None:
        folders = with_own_crops(given.set, given.add, given.run)
        train(folders, TrainingRun(given.run, schedule_of(given, given.crops)), given.device, given.first)

    return run_command(parser, train_as, lambda given: export_run(given.run, given.export), BATCH_CORES)


if __name__ == "__main__":
    sys.exit(main())
