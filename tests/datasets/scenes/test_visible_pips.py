"""Whether the light of a scene leaves the pips of a half to be seen."""

import numpy as np
import pytest

from muggins.datasets.scenes.render import RenderedScene, SceneConstraints, render
from muggins.datasets.scenes.visible_pips import shows_pips

BARE = SceneConstraints(plain=True, family="plain", tile_length=60, laid="loose")
"""Sharp, evenly lit tiles of a plain set, seen from above."""


def halves_of(scene: RenderedScene, image: np.ndarray) -> list[tuple[int, bool]]:
    """The pips of each half that is wholly in the picture, and whether they show in the `image` of the scene."""
    assert scene.style is not None
    return [
        (pips, shown)
        for tile in scene.tiles
        if tile.kind == "faceup" and tile.visible > 0.98
        for pips, shown in zip(
            (tile.first, tile.second),
            shows_pips(image, tile.corners, scene.style, (tile.first, tile.second)),
            strict=True,
        )
    ]


@pytest.fixture(scope="module")
def scene() -> RenderedScene:
    return render(3, size=(480, 360), constraints=BARE)


def test_pips_in_even_light_show(scene) -> None:
    halves = halves_of(scene, scene.image)
    assert len(halves) >= 6
    assert all(shown for _, shown in halves)


@pytest.mark.parametrize("light", ["burnt out", "dark"])
def test_pips_that_the_light_hides_do_not_show(scene, light) -> None:
    rng = np.random.default_rng(0)
    level = {"burnt out": 255, "dark": 4}[light]
    image = np.clip(rng.normal(level, 2, scene.image.shape), 0, 255).astype(np.uint8)
    halves = halves_of(scene, image)
    hidden = [not shown for pips, shown in halves if pips]
    assert len(hidden) >= 6
    assert sum(hidden) >= 0.95 * len(hidden)


def test_a_double_blank_shows_all_that_there_is_to_see(scene) -> None:
    tile = next(tile for tile in scene.tiles if tile.kind == "faceup")
    assert shows_pips(np.full(scene.image.shape, 255, np.uint8), tile.corners, scene.style, (0, 0)) == (True, True)


def test_a_blank_half_is_judged_by_its_neighbour(scene) -> None:
    tile = next(tile for tile in scene.tiles if tile.kind == "faceup")
    assert shows_pips(np.full(scene.image.shape, 255, np.uint8), tile.corners, scene.style, (0, 5)) == (False, False)
