"""Trained twice, a network is the same to the last bit, told where the extra `train` is installed."""

from importlib.util import find_spec

if find_spec("torch") and find_spec("ultralytics"):
    import pytest
    import torch

    from muggins.datasets.batches.crops import write_crops
    from muggins.datasets.scenes.make_scenes import render_shard
    from muggins.datasets.training import train_pips, train_tiles
    from muggins.datasets.training.loop import TrainingRun
    from muggins.datasets.training.schedule import Schedule
    from muggins.vision.detection.tile_detector import TileDetector

    BATCH, BATCHES = 8, 4

    class StoppedError(Exception):
        """A training was stopped right after a checkpoint."""

    @pytest.fixture(scope="module")
    def scenes(tmp_path_factory):
        """Ten scenes, and the crops of them."""
        folder = tmp_path_factory.mktemp("scenes")
        shard = render_shard(0, folder, [], per_shard=10)
        write_crops(shard, TileDetector())
        return folder

    def stop(line):
        """Stops a training at its second checkpoint."""
        if line["seen"] == 2 * BATCH:
            raise StoppedError

    def train_in(folder, network, scenes, report=lambda line: None):
        """Trains in a folder, with a checkpoint after every batch."""
        folder.mkdir(exist_ok=True)
        run = TrainingRun(folder, Schedule(BATCHES * BATCH, BATCH, rate=0.004), report, every_s=0.0)
        network.train([scenes], run, "cpu")

    def weights(folder):
        return torch.load(folder / "last.pt", weights_only=True)["model"]

    @pytest.mark.parametrize("network", [train_tiles, train_pips])
    def test_a_training_that_was_stopped_makes_the_weights_of_one_that_was_not(tmp_path, scenes, network):
        train_in(tmp_path / "whole", network, scenes)
        with pytest.raises(StoppedError):
            train_in(tmp_path / "stopped", network, scenes, report=stop)
        train_in(tmp_path / "stopped", network, scenes)
        whole, stopped = weights(tmp_path / "whole"), weights(tmp_path / "stopped")
        assert whole.keys() == stopped.keys()
        assert [name for name in whole if not torch.equal(whole[name], stopped[name])] == []
