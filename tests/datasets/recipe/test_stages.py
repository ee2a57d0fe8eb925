"""A recipe is cooked once: what is finished is not made again, what its settings no longer fit is."""

import json
import shutil
from pathlib import Path

import pytest

from muggins.datasets.recipe.stages import STAMP, Progress, RecipeStage, run_stages, unfinished


class Kitchen:
    """Scenes, and weights that need them. `ran` lists what ran."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.ran: list[str] = []

    def stages(self, scenes: str = "9000", weights: str = "rate 0.002") -> RecipeStage:
        render = RecipeStage("scenes", self.folder / "scenes", scenes, lambda _: self._fill("scenes"), 60.0)
        return RecipeStage(
            "weights", self.folder / "weights", weights, lambda _: self._fill("weights"), 240.0, (render,)
        )

    def _fill(self, name: str) -> None:
        self.ran.append(name)
        (self.folder / name / "made.txt").write_text(str(len(self.ran)))

    def cook(self, goal: RecipeStage) -> list[str]:
        """Runs what is unfinished and returns the names of what ran."""
        self.ran.clear()
        run_stages(unfinished(goal), lambda _: lambda share: None)
        return list(self.ran)


@pytest.fixture
def kitchen(tmp_path):
    return Kitchen(tmp_path)


def test_what_is_finished_is_not_done_again(kitchen):
    assert kitchen.cook(kitchen.stages()) == ["scenes", "weights"]
    assert kitchen.cook(kitchen.stages()) == []


def test_another_rate_trains_again_on_the_same_scenes(kitchen):
    kitchen.cook(kitchen.stages())
    assert kitchen.cook(kitchen.stages(weights="rate 0.001")) == ["weights"]


def test_other_scenes_are_rendered_and_trained_on(kitchen):
    kitchen.cook(kitchen.stages())
    assert kitchen.cook(kitchen.stages(scenes="12000")) == ["scenes", "weights"]


def test_deleted_scenes_are_not_rendered_again_for_finished_weights(kitchen):
    kitchen.cook(kitchen.stages())
    shutil.rmtree(kitchen.folder / "scenes")
    assert kitchen.cook(kitchen.stages()) == []
    assert kitchen.cook(kitchen.stages(weights="rate 0.001")) == ["scenes", "weights"]


def test_a_stage_that_was_stopped_continues_with_what_it_made(kitchen):
    stage = kitchen.stages().needs[0]
    stage.prepare()
    (stage.folder / "half.txt").write_text("half of it")
    assert not stage.is_finished
    stage.prepare()
    assert (stage.folder / "half.txt").exists()


def test_what_was_begun_with_other_settings_is_thrown_away(kitchen):
    kitchen.stages(scenes="12000").needs[0].prepare()
    (kitchen.folder / "scenes" / "half.txt").write_text("half of it")
    kitchen.stages().needs[0].prepare()
    assert not (kitchen.folder / "scenes" / "half.txt").exists()


def test_what_was_killed_while_it_was_emptied_is_emptied_again(kitchen, monkeypatch):
    kitchen.cook(kitchen.stages())

    def killed(path):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Path, "unlink", killed)
        with pytest.raises(KeyboardInterrupt):
            kitchen.cook(kitchen.stages(weights="rate 0.001"))
    assert (kitchen.folder / "weights" / "made.txt").exists()
    assert kitchen.cook(kitchen.stages()) == ["weights"], "those weights may be half deleted"


def test_a_broken_stamp_counts_as_none(kitchen):
    kitchen.cook(kitchen.stages())
    (kitchen.folder / "weights" / STAMP).write_text('{"digest":')
    assert kitchen.cook(kitchen.stages()) == ["weights"]
    assert json.loads((kitchen.folder / "weights" / STAMP).read_text())["finished"]


def test_a_folder_that_no_stage_made_is_left_alone(kitchen):
    """Somebody gives a folder of their own, which has one of that name."""
    (kitchen.folder / "scenes").mkdir()
    (kitchen.folder / "scenes" / "holiday.jpg").touch()
    with pytest.raises(ValueError, match="expected a folder that a recipe made, or none; choose another --workdir"):
        kitchen.cook(kitchen.stages())
    assert (kitchen.folder / "scenes" / "holiday.jpg").exists()


class Clock:
    """A clock that is set by hand."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_the_time_left_follows_the_speed_of_late(kitchen, capsys):
    """Half as fast as two idle cores, scenes of a minute take two and the training of four minutes eight."""
    goal, clock = kitchen.stages(), Clock()
    report = Progress([*goal.needs, goal], clock).begin(goal.needs[0])
    report(0.25)  # rendered by an earlier run
    clock.now = 30.0
    report(0.5)
    assert capsys.readouterr().out.splitlines() == [
        "1 of 2, scenes: 25%, 1 min left; all: 5%, 5 min left",
        "1 of 2, scenes: 50%, 1 min left; all: 10%, 9 min left",
    ]


def test_lines_are_few_but_the_end_is_always_said(kitchen, capsys):
    goal, clock = kitchen.stages(), Clock()
    report = Progress([goal], clock).begin(goal)
    for share in (0.1, 0.2, 0.3, 1.0, 1.0):
        report(share)
        clock.now += 1.0
    assert [line.split(",")[1] for line in capsys.readouterr().out.splitlines()] == [
        " weights: 10%",
        " weights: 100%",
    ]
