"""The network that reads the crops of tiles."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from muggins.vision.pips.classifier import MOST_PIPS, OFFSETS, WHAT
from muggins.vision.pips.crops import CROP_LENGTH, CROP_MARGIN

from ..batches.pip_batches import HEIGHT_PX

BEYOND_MIDDLE_PX = 8
"""How much of the other half is shown with a half: the bar, and what lies just beyond it."""
HALF_WIDTH_PX = CROP_MARGIN + CROP_LENGTH // 2 + BEYOND_MIDDLE_PX
"""Columns of a crop that show one half. With HEIGHT_PX it can be halved three times."""
FEATURES = 24
SEEN_IN_HALF = FEATURES * (HEIGHT_PX // 8) * (HALF_WIDTH_PX // 8)
"""Numbers that the layers see in one half."""
PART_UNITS = 32
"""Units between what is seen and the judgement whether it is a part. They weigh 0.2 MB."""


def _block(channels: int, out: int, stride: int) -> nn.Sequential:
    return nn.Sequential(nn.Conv2d(channels, out, 3, stride, 1, bias=False), nn.BatchNorm2d(out), nn.SiLU(inplace=True))


class PipModel(nn.Module):
    """Maps crops (N, 3, HEIGHT_PX, WIDTH_PX) and their slants (N, 4) to (N, 39).

    The outputs are logits of 13 pip counts for either half, logits of 4 kinds, 8 corner offsets in tile widths, and the
    log odds that only a part of the tile can be seen.

    Every half goes alone through the same layers, turned so that the bar lies on its right: what is learnt of a four
    on one side is known on the other. The pip count of a half is told from it and, by the second place, from its
    neighbour, which shows how this set draws pips. Kind and corners are told from both halves where they lie.
    """

    def __init__(self) -> None:
        super().__init__()
        self.trunk = nn.Sequential(
            _block(3, 16, 2), _block(16, 32, 2), _block(32, 48, 1), _block(48, 64, 2), _block(64, 96, 1),
            _block(96, 96, 1), nn.Conv2d(96, FEATURES, 1), nn.SiLU(inplace=True), nn.Flatten(), nn.Dropout(0.1),
        )  # fmt: skip
        self.half_layers = nn.Sequential(nn.Linear(SEEN_IN_HALF, 128), nn.SiLU(inplace=True))
        self.pips = nn.Linear(2 * 128, MOST_PIPS + 1)
        self.tile_layers = nn.Sequential(nn.Linear(2 * SEEN_IN_HALF + 4, 128), nn.SiLU(inplace=True))
        self.kind_and_corners = nn.Linear(128, OFFSETS.stop - WHAT.start)
        self.part_layers = nn.Sequential(
            nn.Dropout(0.2), nn.Linear(2 * SEEN_IN_HALF + 4, PART_UNITS), nn.SiLU(inplace=True), nn.Dropout(0.3),
            nn.Linear(PART_UNITS, 1),
        )  # fmt: skip

    def forward(self, crops: Tensor, slant: Tensor) -> Tensor:
        left, right = crops[..., :HALF_WIDTH_PX], crops[..., -HALF_WIDTH_PX:].flip(2, 3)
        seen = self.trunk(torch.cat([left, right]))
        halves = self.half_layers(seen)
        pips = self.pips(torch.cat([halves, _swapped(halves)], dim=1))
        both = torch.cat([*seen.chunk(2), slant], dim=1)
        whole = self.kind_and_corners(self.tile_layers(both))
        return torch.cat([*pips.chunk(2), whole, self.part_layers(both)], dim=1)


def _swapped(halves: Tensor) -> Tensor:
    """The right halves (N, ...) before the left ones (N, ...)."""
    left, right = halves.chunk(2)
    return torch.cat([right, left])
