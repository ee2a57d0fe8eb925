"""The settings of the recipe, read from models/recipe.toml."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from muggins.models import RECIPE

from ..scenes.make_scenes import SceneRecipe
from ..scenes.shards import PER_SHARD
from ..training.schedule import Schedule

FEWEST_FITTING_SCENES = 10
SET_KEYS = ("name", "first", "count", "for_pips_alone")
"""What recipe.toml says of a set of scenes itself. Its other keys say what the scenes show."""


@dataclass(frozen=True)
class SceneSet:
    """A set of rendered scenes."""

    name: str
    first: int
    """The seed of the first scene, a multiple of PER_SHARD."""
    count: int
    show: SceneRecipe
    """What all its scenes have in common."""
    for_pips_alone: bool = False
    """Whether the pip model alone is trained on it."""

    @property
    def shards(self) -> range:
        """The numbers of its shards."""
        return range(self.first // PER_SHARD, (self.first + self.count) // PER_SHARD)


@dataclass(frozen=True)
class Recipe:
    """All that decides what the weights will be, except for the code and the pictures of table tops."""

    scenes: tuple[SceneSet, ...]
    tiles: Schedule
    """Training of the tile model, counted in pictures."""
    pips: Schedule
    """Training of the pip model, counted in crops."""
    fitting_scenes: int
    """Scenes on which the temperature of the pip model is fitted."""

    def scaled(self, scale: float) -> Recipe:
        """The recipe with that share of the scenes, pictures and crops, but no less than a shard or a batch of each."""
        return Recipe(
            tuple(replace(one, count=_whole(scale * one.count, PER_SHARD)) for one in self.scenes),
            _scaled(self.tiles, scale),
            _scaled(self.pips, scale),
            _whole(scale * self.fitting_scenes, FEWEST_FITTING_SCENES),
        )

    def without(self, families: Sequence[str]) -> Recipe:
        """The recipe with scenes that never show a set of tiles of those families.

        Sets of scenes that show nothing else are left out.
        """
        left = [one for one in self.scenes if _family_of(one.show) not in families]
        shows = [replace(one, show=replace(one.show, without=tuple(families))) for one in left]
        return replace(self, scenes=tuple(shows))


def _family_of(show: SceneRecipe) -> str | None:
    """The family of all tiles in a set of scenes, where they have one."""
    return "no-bar" if show.no_bars else show.family


def load_recipe(path: Path = RECIPE) -> Recipe:
    """The recipe in a TOML file. Raises ValueError where the file is none."""
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
        seed = int(tables["seed"])
        return Recipe(
            tuple(_scene_set(table) for table in tables["scenes"]),
            _schedule(tables["tiles"], "pictures", seed),
            _schedule(tables["pips"], "crops", seed),
            int(tables["temperature"]["scenes"]),
        )
    except (tomllib.TOMLDecodeError, KeyError, TypeError) as error:
        raise ValueError(f"{path}: expected a recipe like models/recipe.toml, but: {error}") from error


def _scene_set(table: Mapping[str, Any]) -> SceneSet:
    show = {key: value for key, value in table.items() if key not in SET_KEYS}
    for key in ("first", "count"):
        if table[key] % PER_SHARD:
            raise ValueError(f"{table['name']}: expected a multiple of {PER_SHARD} as `{key}`, got {table[key]}")
    return SceneSet(show=SceneRecipe(**show), **{key: value for key, value in table.items() if key in SET_KEYS})


def _schedule(table: Mapping[str, Any], counted: str, seed: int) -> Schedule:
    others = {key: value for key, value in table.items() if key != counted}
    return Schedule(total=table[counted], seed=seed, **others)


def _scaled(schedule: Schedule, scale: float) -> Schedule:
    return replace(schedule, total=_whole(scale * schedule.total, schedule.batch))


def _whole(number: float, of: int) -> int:
    """The number rounded to a multiple of `of`, at least one."""
    return max(1, round(number / of)) * of
