"""The stages that lead from nothing to the weights of both networks."""

from __future__ import annotations

import functools
import hashlib
import json
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

import cv2

from muggins.vision.detection.tile_detector import TileDetector
from muggins.vision.pips.classifier import PipClassifier

from ..batches.crops import FAINT_TOO, write_crops
from ..evaluation.fit_temperature import fitting_scenes, predict_halves, write_temperature
from ..scenes.make_scenes import SceneRecipe, render_shard
from ..scenes.shards import shard_files
from .processes import for_each
from .settings import Recipe, SceneSet
from .stages import RecipeStage, Report

RENDERED_PER_S = 7.0
"""Speeds on two idle cores, from which the time left is estimated."""
PICTURES_PER_S = 22.0
CROPPED_SHARDS_PER_S = 0.5
CROPS_PER_S = 600.0
FITTING_SCENES_PER_S = 3.0
TILES_FILE, PIPS_FILE, TEMPERATURE_FILE = "tiles.onnx", "pips.onnx", "pips.toml"


@dataclass(frozen=True)
class Kitchen:
    """Where the recipe runs, and with what."""

    workdir: Path
    backgrounds: tuple[Path, ...] = ()
    """Pictures of table tops. Without them tables are drawn."""
    workers: int = 1
    """Processes that render and cut, and cores of the CPU that trains."""
    tiles: Path | None = None
    """A tile model to use instead of training one."""

    @property
    def weights(self) -> Path:
        """The folder of the finished weights."""
        return self.workdir / "weights"


def weights_stage(recipe: Recipe, kitchen: Kitchen) -> RecipeStage:
    """The last stage, which needs all others: it gathers the weights and fits the temperature."""
    rendered = [(one, _scenes_stage(one, kitchen)) for one in recipe.scenes]
    scenes = tuple(stage for _, stage in rendered)
    for_tiles = tuple(stage for one, stage in rendered if not one.for_pips_alone)
    tiles = (
        _trained_tiles(recipe, for_tiles, kitchen) if kitchen.tiles is None else _given_tiles(kitchen.tiles, kitchen)
    )
    crops = RecipeStage(
        "cut out crops",
        _crops_folder(kitchen),
        "",
        partial(_cut_crops, _folders(scenes), _crops_folder(kitchen), tiles.folder / TILES_FILE, kitchen.workers),
        sum(len(one.shards) for one in recipe.scenes) / CROPPED_SHARDS_PER_S,
        (*scenes, tiles),
    )
    pips = RecipeStage(
        "train the pip model",
        kitchen.workdir / "pips",
        _as_json(asdict(recipe.pips)),
        partial(_train_pips, recipe, crops.folder, kitchen.workdir / "pips", kitchen.workers),
        recipe.pips.total / CROPS_PER_S,
        (crops,),
    )
    return RecipeStage(
        "fit the temperature",
        kitchen.weights,
        _as_json({"scenes": recipe.fitting_scenes, "backgrounds": _names(kitchen.backgrounds)}),
        partial(_gather, recipe, kitchen, tiles.folder, pips.folder),
        recipe.fitting_scenes / FITTING_SCENES_PER_S,
        (pips, tiles),
    )


def _trained_tiles(recipe: Recipe, scenes: tuple[RecipeStage, ...], kitchen: Kitchen) -> RecipeStage:
    folder = kitchen.workdir / "tiles"
    train = partial(_train_tiles, recipe, [stage.folder for stage in scenes], folder, kitchen.workers)
    seconds = recipe.tiles.total / PICTURES_PER_S
    return RecipeStage("train the tile model", folder, _as_json(asdict(recipe.tiles)), train, seconds, scenes)


def _given_tiles(weights: Path, kitchen: Kitchen) -> RecipeStage:
    """Raises ValueError where there is no such file."""
    if not weights.is_file():
        raise ValueError(f"--tiles: expected the ONNX file of a tile model, but {weights} is no file")
    folder, digest = kitchen.workdir / "tiles", hashlib.sha256(weights.read_bytes()).hexdigest()

    def copy(report: Report) -> None:
        shutil.copyfile(weights, folder / TILES_FILE)

    return RecipeStage("copy the tile model", folder, digest, copy, 1.0)


def delete_sets(recipe: Recipe, kitchen: Kitchen) -> None:
    """Deletes what was rendered and cut: nearly all of the space, and of no use once the weights are made."""
    for one in recipe.scenes:
        shutil.rmtree(_scenes_folder(one, kitchen), ignore_errors=True)
    shutil.rmtree(_crops_folder(kitchen), ignore_errors=True)


def _scenes_folder(one: SceneSet, kitchen: Kitchen) -> Path:
    return kitchen.workdir / "scenes" / one.name


def _crops_folder(kitchen: Kitchen) -> Path:
    return kitchen.workdir / "crops"


def _folders(stages: Sequence[RecipeStage]) -> list[Path]:
    return [stage.folder for stage in stages]


def _scenes_stage(one: SceneSet, kitchen: Kitchen) -> RecipeStage:
    folder = _scenes_folder(one, kitchen)
    settings = {"set": asdict(one), "backgrounds": _names(kitchen.backgrounds)}
    run = partial(_render, one, folder, kitchen)
    return RecipeStage(f"render {one.name}", folder, _as_json(settings), run, one.count / RENDERED_PER_S)


def _names(pictures: Sequence[Path]) -> list[str]:
    """The names of pictures: where they lie makes no difference."""
    return [path.name for path in pictures]


def _as_json(settings: Mapping[str, object]) -> str:
    return json.dumps(settings, default=str, sort_keys=True)


def _render(one: SceneSet, folder: Path, kitchen: Kitchen, report: Report) -> None:
    make = partial(_render_shard, folder, list(kitchen.backgrounds), one.show)
    for_each(make, one.shards, kitchen.workers, report)


def _render_shard(folder: Path, backgrounds: list[Path], show: SceneRecipe, number: int) -> None:
    render_shard(number, folder, backgrounds, recipe=show)


def _train_tiles(recipe: Recipe, sets: list[Path], folder: Path, cores: int, report: Report) -> None:
    # Imported here because torch takes seconds, and rendering has no use for it.
    from ..training import train_tiles
    from ..training.loop import TrainingRun, pick_device, use_cores

    use_cores(cores, train_tiles.BATCH_CORES)
    seen = partial(_report_seen, recipe.tiles.total, report)
    train_tiles.train(sets, TrainingRun(folder, recipe.tiles, seen), pick_device())
    train_tiles.export_run(folder, folder / TILES_FILE)


def _report_seen(total: int, report: Report, line: Mapping[str, float]) -> None:
    report(min(1.0, line["seen"] / total))


def _cut_crops(sets: list[Path], folder: Path, weights: Path, workers: int, report: Report) -> None:
    for_each(partial(_cut_shard, folder, weights), shard_files(sets), workers, report)


def _cut_shard(folder: Path, weights: Path, shard: Path) -> None:
    cv2.setNumThreads(1)
    write_crops(shard, _detector(weights), folder)


@functools.cache
def _detector(weights: Path) -> TileDetector:
    """The tile model, loaded once in each process."""
    return TileDetector(weights, tuning=FAINT_TOO)


def _train_pips(recipe: Recipe, crops: Path, folder: Path, cores: int, report: Report) -> None:
    from ..training import train_pips
    from ..training.loop import TrainingRun, pick_device, use_cores

    use_cores(cores, train_pips.BATCH_CORES)
    seen = partial(_report_seen, recipe.pips.total, report)
    train_pips.train([crops], TrainingRun(folder, recipe.pips, seen), pick_device())
    train_pips.export_run(folder, folder / PIPS_FILE)


def _gather(recipe: Recipe, kitchen: Kitchen, tiles: Path, pips: Path, report: Report) -> None:
    """Copies both networks and fits the temperature on scenes that no training saw."""
    shutil.copyfile(tiles / TILES_FILE, kitchen.weights / TILES_FILE)
    shutil.copyfile(pips / PIPS_FILE, kitchen.weights / PIPS_FILE)
    detector = TileDetector(kitchen.weights / TILES_FILE)
    classifier = PipClassifier(kitchen.weights / PIPS_FILE, temperature=1.0)
    scenes = fitting_scenes(recipe.fitting_scenes, list(kitchen.backgrounds))
    halves = predict_halves(detector, classifier, scenes, lambda number: report(number / recipe.fitting_scenes))
    write_temperature(halves, kitchen.weights / TEMPERATURE_FILE)
