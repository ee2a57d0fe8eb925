"""Trains the tile model: YOLO with four corners, from nothing, on rendered scenes; then exports it to ONNX.

    python -m muggins.datasets.training.train_tiles --set SET --run RUN --pictures 120000
    python -m muggins.datasets.training.train_tiles --run RUN --export models/tiles.onnx
    python -m muggins.datasets.training.train_tiles --set SET --add KEPT --from models/tiles.onnx \\
        --run RUN --pictures 4000

A run that was stopped goes on from RUN/last.pt. The last picture is counted, not epochs: a set may grow meanwhile.
"""

from __future__ import annotations

import sys
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

from ..scenes.render import LABELS
from .loop import Run, mean_of, obey, options, share_of_rate
from .onnx_export import TO_SETTLE, export, restore
from .own_photos import with_added
from .tile_batches import PictureBatch, ahead, pictures

STANDING = LABELS.index("standing")
SMALL, LARGE = 320, 416
"""Pixels of the pictures trained on: small ones first, twice as many in the same time; large ones for near tiles."""
SMALL_SHARE = 0.7
CONFIGURATION = "yolo11n-pose.yaml"


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


def build() -> PoseModel:
    """The untrained model with the loss settings it is trained with."""
    model = PoseModel(CONFIGURATION, nc=len(LABELS), data_kpt_shape=(4, 3), verbose=False)
    model.args = SimpleNamespace(box=7.5, cls=0.5, dfl=1.5, pose=8.0, kobj=0.5, overlap_mask=False)
    criterion = model.init_criterion()
    criterion.keypoint_loss = CornerLoss()
    model.criterion = criterion
    return model


def to_targets(batch: PictureBatch) -> dict[str, Tensor]:
    """What ultralytics' loss of poses expects; pixels become shares of the side."""
    side = batch.images.shape[1]
    boxes = torch.from_numpy(batch.boxes) / side
    centre, extent = (boxes[:, :2] + boxes[:, 2:]) / 2, boxes[:, 2:] - boxes[:, :2]
    asked = torch.from_numpy((batch.kinds != STANDING).astype(np.float32))
    corners = torch.cat([torch.from_numpy(batch.corners) / side, asked[:, None, None].expand(-1, 4, 1)], -1)
    image = torch.from_numpy(batch.images).permute(0, 3, 1, 2).float() / 255
    return {
        "img": image.contiguous(memory_format=torch.channels_last),
        "batch_idx": torch.from_numpy(batch.which).float(),
        "cls": torch.from_numpy(batch.kinds).float()[:, None],
        "bboxes": torch.cat([centre, extent], 1),
        "keypoints": corners,
    }


def _groups(model: nn.Module, decay: float) -> list[dict]:
    """Weights decay, biases and norms do not."""
    decayed, free = [], []
    for module in model.modules():
        for name, parameter in module.named_parameters(recurse=False):
            (free if name == "bias" or isinstance(module, nn.BatchNorm2d) else decayed).append(parameter)
    return [{"params": decayed, "weight_decay": decay}, {"params": free, "weight_decay": 0.0}]


def train(
    folders: list[Path],
    folder: Path,
    total: int,
    batch: int,
    rate: float,
    device: str,
    seed: int,
    first: Path | None,
) -> None:
    """Trains on sets until `total` pictures were seen; keeps the run in `folder`, as `training.Run` does.

    A new run begins with the weights of the run or the ONNX file `first`, where one is given.
    """
    torch.manual_seed(seed)
    model = build().to(device, memory_format=torch.channels_last)
    if first is not None and first.suffix == ".onnx":
        some = islice(pictures(np.random.default_rng([seed, 1]), folders, batch, SMALL), TO_SETTLE)
        restore(model, ((to_targets(one)["img"].to(device),) for one in some), first)
    elif first is not None:
        model.load_state_dict(torch.load(first / "last.pt", map_location=device, weights_only=True)["average"])
    optimizer = torch.optim.AdamW(_groups(model, 5e-4), lr=rate, betas=(0.9, 0.999))
    average = ModelEMA(model)
    run = Run(folder, total, every=32)
    if (saved := run.begin(device)) is not None:
        model.load_state_dict(saved["model"])
        average.ema.load_state_dict(saved["average"])
        average.updates = saved["updates"]
        optimizer.load_state_dict(saved["optimizer"])
    rng = np.random.default_rng([seed, run.seen])
    shown, stream = 0, None
    model.train()
    while not run.is_done:
        if stream is None or (shown == SMALL and run.seen >= SMALL_SHARE * total):
            shown = SMALL if run.seen < SMALL_SHARE * total else LARGE
            stream = ahead(partial(pictures, rng, folders, batch, shown))
        data = {k: v.to(device) for k, v in to_targets(next(stream)).items()}
        for group in optimizer.param_groups:
            group["lr"] = rate * share_of_rate(run.seen, total, batch, warm=0.03, least=0.01)
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
        run.step(batch, {name: float(part) for name, part in parts.items()}, partial(_state, model, average, optimizer))


def _state(model: nn.Module, average: ModelEMA, optimizer: torch.optim.Optimizer) -> dict[str, Any]:
    """What a run that was stopped goes on from."""
    return {
        "model": model.state_dict(),
        "average": average.ema.state_dict(),
        "updates": average.updates,
        "optimizer": optimizer.state_dict(),
    }


def export_run(run: Path, target: Path, mean: Path | None = None, share: float = 0.5, side: int = 640) -> None:
    """Writes the averaged weights of a run as ONNX: (1, 3, height, width) 0..1 to (1, 4 + kinds + 12, anchors).

    Height and width are any multiples of 32.
    With `mean` its own weights count for a `share`, those of that run for the rest (see `loop.mean_of`).
    """
    model = build()
    weights = _averaged(run)
    model.load_state_dict(weights if mean is None else mean_of(weights, _averaged(mean), share))
    model.eval().fuse(verbose=False)
    head = model.model[-1]
    head.export, head.format, head.dynamic = True, "onnx", True
    example = torch.zeros(1, 3, side, side)
    model(example)
    export(
        model, (example,), target, ("images", "tiles"), {"images": {2: "height", 3: "width"}, "tiles": {2: "anchors"}}
    )


def _averaged(run: Path) -> dict[str, Tensor]:
    """The averaged weights of a run."""
    weights: dict[str, Tensor] = torch.load(run / "last.pt", map_location="cpu", weights_only=True)["average"]
    return weights


def main() -> int:
    """The command; see the module's docstring."""
    parser = options(
        "python -m muggins.datasets.training.train_tiles", __doc__, "pictures", total=120_000, batch=16, rate=0.0015
    )
    parser.add_argument("--device", default="cuda:0" if torch.cuda.is_available() else "cpu")

    def train_as(given: Any) -> None:
        folders = with_added(given.set, given.add, given.run)
        how = given.pictures, given.batch, given.rate, given.device, given.seed, given.first
        train(folders, given.run, *how)

    def export_as(given: Any) -> None:
        export_run(given.run, given.export, given.mean, given.share)

    return obey(parser, train_as, export_as)


if __name__ == "__main__":
    sys.exit(main())
