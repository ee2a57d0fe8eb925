"""Teaches a trained pip model to tell parts of tiles from whole ones, then exports it to ONNX.

    python -m muggins.datasets.batches.part_crops --set SET
    python -m muggins.datasets.training.train_parts --set SET --pips RUN1 --run RUN2 --crops 1200000
    python -m muggins.datasets.training.train_parts --run RUN2 --export models/pips.onnx

RUN1 is the run of the pip model, or its ONNX file. Only its part layers are trained: what it says of pips, kinds and
corners stays as it is. So what its other layers see in each crop is worked out once and kept in RUN2. A run that was
stopped continues from there.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from functools import partial
from itertools import islice
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from ..batches.mixing import Mixing, batches_of, groups, prefetch
from ..batches.part_crops import MIN_WHOLE
from ..batches.part_examples import PartExamples, part_examples
from ..scenes.command_line import command_parser, exit_status
from ..scenes.shards import npz_files, write_npz
from .loop import TrainingRun, add_device, autocast, use_cores
from .onnx_export import CALIBRATION_BATCHES, load_exported
from .pip_model import PipModel
from .schedule import Schedule
from .train_pips import averaged, export_model

SEEN, FROZEN = "seen", "frozen.pt"
"""The folder in a run for what was seen in the crops, and the file of the layers that saw it."""
BATCH, RATE = 128, 0.001
BATCH_CORES = 1
"""As in train_pips."""
AT_ONCE = 128
"""Crops that the pip model sees at once."""
MIXING = Mixing("seen", files=12, times=1)
"""What was seen in the crops of twelve files takes about 500 MB."""
BORDERLINE = 0.04
"""Difference of the visible share from MIN_WHOLE below which it hardly matters what a tile is taken for."""
BORDERLINE_WEIGHT = 0.3
WEIGHT_DECAY = 0.05
FAINTEST = 0.02
"""Added to the deviation of what a unit sees: some see next to nothing."""


def train(folders: list[Path], run: TrainingRun, device: str, pips: Path) -> None:
    """Trains the part layers of the pip model `pips`, a run or an ONNX file, as the schedule of the run says."""
    schedule = run.schedule
    torch.manual_seed(schedule.seed)
    layers = PipModel().part_layers.to(device)
    optimizer = torch.optim.AdamW(layers.parameters(), weight_decay=WEIGHT_DECAY)
    paths = _write_seen(npz_files(folders, "parts", made_by="batches.part_crops"), pips, run.last.parent, device)
    saved = run.begin(device)
    parts = {"layers": layers, "optimizer": optimizer}
    if saved is not None:
        for name, part in parts.items():
            part.load_state_dict(saved[name])
    mean, deviation = (values.to(device) for values in _spread(paths[0]))
    stream = prefetch(partial(_batches, schedule.seed, paths, schedule.batch, run.number))
    while not run.is_done:
        given, visible = (values.to(device) for values in next(stream))
        loss, logged = _loss(layers((given - mean) / deviation)[:, 0], visible)
        loss.backward()
        for group in optimizer.param_groups:
            group["lr"] = schedule.rate_at(run.seen)
        optimizer.step()
        optimizer.zero_grad()
        run.step(logged, lambda: {name: part.state_dict() for name, part in parts.items()})


def _write_seen(files: list[Path], pips: Path, run: Path, device: str) -> list[Path]:
    """Writes what the frozen layers see in the crops of files, where it is not yet written, and returns the paths."""
    (run / SEEN).mkdir(parents=True, exist_ok=True)
    paths = [run / SEEN / f"{number:05d}.npz" for number in range(len(files))]
    left = [(file, path) for file, path in zip(files, paths, strict=True) if not path.exists()]
    if not left:
        return paths
    model = _pip_model(pips, files[0])
    torch.save(model.state_dict(), run / FROZEN)
    model.to(device, memory_format=torch.channels_last)
    for file, path in left:
        examples = part_examples(file)
        seen = [_seen(model, one, device).to("cpu", torch.float16).numpy() for one in _inputs(examples)]
        write_npz(path, seen=np.concatenate(seen), visible=examples.visible)
    return paths


def _pip_model(pips: Path, crops: Path) -> PipModel:
    """The pip model of a run, or of an ONNX file; the statistics of the latter's norms are told from some crops."""
    model = PipModel()
    if pips.suffix == ".onnx":
        load_exported(model, islice(_inputs(part_examples(crops)), CALIBRATION_BATCHES), pips)
    else:
        model.load_state_dict(averaged(pips).module.state_dict())
    model.eval()
    return model


def _inputs(examples: PartExamples) -> Iterator[tuple[Tensor, Tensor]]:
    """The inputs of the pip model, some at a time."""
    for start in range(0, len(examples.crops), AT_ONCE):
        crops = torch.from_numpy(examples.crops[start : start + AT_ONCE]).permute(0, 3, 1, 2).float() / 255
        slants = torch.from_numpy(examples.slants[start : start + AT_ONCE])
        yield crops.contiguous(memory_format=torch.channels_last), slants


@torch.no_grad()
def _seen(model: PipModel, inputs: tuple[Tensor, Tensor], device: str) -> Tensor:
    """What the part layers are given of some crops."""
    with autocast(device):
        return model.see(*(values.to(device) for values in inputs)).float()


def _spread(path: Path) -> tuple[Tensor, Tensor]:
    """Mean and deviation of what each unit sees."""
    with np.load(path) as data:
        seen = torch.from_numpy(data["seen"]).float()
    return seen.mean(dim=0), seen.std(dim=0) + FAINTEST


def _batches(seed: int, paths: list[Path], size: int, first: int) -> Iterator[tuple[Tensor, Tensor]]:
    """Endless batches of what is seen, and of the visible shares, from batch number `first` on."""
    for group in groups(seed, paths, MIXING, size, first):
        parts = []
        for path in group.paths:
            with np.load(path) as data:
                parts.append((data["seen"], data["visible"]))
        seen, visible = (np.concatenate(part) for part in zip(*parts, strict=True))
        yield from batches_of(group, partial(_batch, seen, visible), seed, workers=1)


def _batch(
    seen: np.ndarray, visible: np.ndarray, rng: np.random.Generator, chosen: np.ndarray
) -> tuple[Tensor, Tensor]:
    """The `chosen` crops. Nothing more is drawn at random."""
    return torch.from_numpy(seen[chosen]).float(), torch.from_numpy(visible[chosen])


def _loss(odds: Tensor, visible: Tensor) -> tuple[Tensor, dict[str, float]]:
    """The loss, and what to log: how much of the parts and of the whole tiles is told right."""
    is_part = visible <= MIN_WHOLE
    weights = torch.where((visible - MIN_WHOLE).abs() < BORDERLINE, BORDERLINE_WEIGHT, 1.0)
    each = functional.binary_cross_entropy_with_logits(odds, is_part.float(), reduction="none")
    loss = (each * weights).sum() / weights.sum()
    told = (odds > 0).float()
    rights = {"parts_right": told[is_part].mean(), "whole_right": 1 - told[~is_part].mean()}
    return loss, {name: float(value.detach().nan_to_num()) for name, value in ({"loss": loss} | rights).items()}


def export_run(run: Path, target: Path) -> None:
    """Writes the pip model with the part layers of a run as ONNX."""
    model = PipModel()
    model.load_state_dict(torch.load(run / FROZEN, map_location="cpu", weights_only=True))
    model.part_layers.load_state_dict(torch.load(run / "last.pt", map_location="cpu", weights_only=True)["layers"])
    _take_unscaled(model.part_layers, *_spread(run / SEEN / "00000.npz"))
    export_model(model, target)


@torch.no_grad()
def _take_unscaled(layers: nn.Sequential, mean: Tensor, deviation: Tensor) -> None:
    """Changes layers for what is seen less its mean, over its deviation, into the same ones for what is seen."""
    entry = next(layer for layer in layers if isinstance(layer, nn.Linear))
    entry.weight /= deviation
    entry.bias -= entry.weight @ mean


def main() -> int:
    """The command; see the module's docstring."""
    parser = command_parser("training.train_parts", __doc__)
    parser.add_argument("--set", type=Path, action="append", default=[], help="a set; may be given more than once")
    parser.add_argument("--pips", type=Path, help="the run of the pip model, or its ONNX file; needed to train")
    parser.add_argument("--run", type=Path, required=True, help="folder of the checkpoint and the log")
    parser.add_argument("--crops", type=int, default=1_200_000, help="crops to train on (default: 1200000)")
    parser.add_argument("--export", type=Path, help="write the weights to this ONNX file, after any training")
    add_device(parser)
    given = parser.parse_args()
    if not (given.set and given.pips) and not given.export:
        parser.error("give --set SET and --pips PIPS to train, --export FILE to export, or all of them")
    return exit_status(partial(_run, given))


def _run(given: argparse.Namespace) -> None:
    use_cores(os.cpu_count() or 1, BATCH_CORES)
    if given.set:
        train(given.set, TrainingRun(given.run, Schedule(given.crops, BATCH, RATE)), given.device, given.pips)
    if given.export:
        export_run(given.run, given.export)


if __name__ == "__main__":
    sys.exit(main())
