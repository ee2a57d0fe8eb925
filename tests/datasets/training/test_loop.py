"""What both trainings share, told where the extra `train` is installed."""

from importlib.util import find_spec

if find_spec("torch"):
    import json

    import pytest
    import torch

    from muggins.datasets.training.loop import TrainingRun, run_command, training_parser
    from muggins.datasets.training.schedule import Schedule

    def test_the_rate_rises_quickly_and_falls_to_the_least():
        schedule = Schedule(1000, 10, rate=2.0, warm_up=0.05, least=0.01)
        rates = [schedule.rate_at(seen) for seen in range(0, 1010, 10)]
        assert rates[0] == pytest.approx(0.4, abs=0.01)
        assert max(rates) == pytest.approx(2.0, abs=0.02)
        assert rates.index(max(rates)) == 4
        assert rates[4:] == sorted(rates[4:], reverse=True)
        assert rates[-1] == pytest.approx(0.02)

    def test_a_run_that_was_stopped_goes_on_where_it_was(tmp_path):
        """The learning, the batches and what torch draws at random."""
        schedule = Schedule(48, 16, rate=0.1)
        drawn = {"first": [], "again": []}
        first = TrainingRun(tmp_path, schedule, report=lambda _: None, every_s=0.0)
        assert first.begin() is None
        for _ in range(3):
            state = torch.get_rng_state()
            drawn["first"].append((first.number, torch.rand(1).item()))
            if first.number == 2:
                torch.set_rng_state(state)
                break  # killed within the third batch
            first.step({"loss": 1.0}, lambda: {"model": torch.zeros(3)})
        torch.manual_seed(99)  # another process has drawn other numbers
        again = TrainingRun(tmp_path, schedule, report=lambda _: None, every_s=0.0)
        assert again.begin()["model"].tolist() == [0.0, 0.0, 0.0]
        drawn["again"].append((again.number, torch.rand(1).item()))
        assert drawn["again"] == drawn["first"][-1:]
        again.step({"loss": 1.0}, lambda: {"model": torch.zeros(3)})
        assert again.is_done

    def test_the_log_says_the_mean_loss_since_the_last_checkpoint(tmp_path):
        lines = []
        run = TrainingRun(tmp_path, Schedule(48, 16, rate=0.1), lines.append, every_s=1000.0)
        for loss in (1.0, 3.0, 5.0):
            run.step({"loss": loss}, dict)
        assert [(line["seen"], line["loss"]) for line in lines] == [(48, 3.0)]
        assert [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()] == lines

    def test_what_cannot_be_done_is_told(tmp_path, monkeypatch, capsys):
        def refuse(given):
            raise ValueError(f"{given.set[0]}: expected a set there")

        parser = training_parser("train", None, "pictures", total=100, batch=16, rate=0.001)
        monkeypatch.setattr("sys.argv", ["train", "--run", str(tmp_path), "--set", "nowhere"])
        assert run_command(parser, refuse, refuse, batch_cores=1) == 1
        assert capsys.readouterr().err == "nowhere: expected a set there\n"
        monkeypatch.setattr("sys.argv", ["train", "--run", str(tmp_path)])
        with pytest.raises(SystemExit):
            run_command(parser, refuse, refuse, batch_cores=1)
        assert "give --set SET to train" in capsys.readouterr().err
