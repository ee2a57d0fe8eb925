"""What both trainings share, told where the extra `train` is installed."""

from importlib.util import find_spec

if find_spec("torch"):
    import json

    import pytest
    import torch

    from muggins.datasets.training.loop import TrainingRun, average_weights, lr_factor, run_command, training_parser

    def test_the_rate_rises_quickly_and_falls_to_the_least():
        shares = [lr_factor(seen, 1000, 10, warm=0.05, least=0.01) for seen in range(0, 1010, 10)]
        assert shares[0] == pytest.approx(0.2, abs=0.01)
        assert max(shares) == pytest.approx(1.0, abs=0.01)
        assert shares.index(max(shares)) == 4
        assert shares[4:] == sorted(shares[4:], reverse=True)
        assert shares[-1] == pytest.approx(0.01)

    def test_a_run_that_was_stopped_goes_on_where_it_was(tmp_path):
        first = TrainingRun(tmp_path, total=100, every=2)
        assert first.begin() is None
        weights = {"model": torch.zeros(3)}
        for loss in (1.0, 3.0, 5.0):
            first.step(16, {"loss": loss}, lambda: weights)
        assert (first.seen, first.is_done) == (48, False)
        again = TrainingRun(tmp_path, total=100, every=2)
        assert again.begin()["model"].tolist() == [0.0, 0.0, 0.0]
        assert again.seen == 32  # what came after the last checkpoint is seen once more
        while not again.is_done:
            again.step(16, {"loss": 0.0}, lambda: weights)
        lines = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
        assert [(line["seen"], line["loss"]) for line in lines] == [(32, 2.0), (64, 0.0), (96, 0.0), (112, 0.0)]

    def test_the_mean_of_two_runs_leaves_counts_as_they_are():
        own = {"weight": torch.tensor([1.0, 3.0]), "batches": torch.tensor(7)}
        mean = average_weights(own, {"weight": torch.tensor([3.0, 3.0]), "batches": torch.tensor(9)})
        assert mean["weight"].tolist() == [2.0, 3.0]
        assert mean["batches"] == 7
        assert average_weights(own, {"weight": torch.tensor([3.0, 7.0])}, share=0.75)["weight"].tolist() == [1.5, 4.0]

    def test_what_cannot_be_done_is_told(tmp_path, monkeypatch, capsys):
        def refuse(given):
            raise ValueError(f"{given.set[0]}: expected a set there")

        parser = training_parser("train", None, "pictures", total=100, batch=16, rate=0.001)
        monkeypatch.setattr("sys.argv", ["train", "--run", str(tmp_path), "--set", "nowhere"])
        assert run_command(parser, refuse, refuse) == 1
        assert capsys.readouterr().err == "nowhere: expected a set there\n"
        monkeypatch.setattr("sys.argv", ["train", "--run", str(tmp_path)])
        with pytest.raises(SystemExit):
            run_command(parser, refuse, refuse)
        assert "give --set SET to train" in capsys.readouterr().err
