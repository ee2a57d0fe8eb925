"""Weights that went into an ONNX file and come back to be trained on: told where the extra `train` is installed."""

from importlib.util import find_spec

if find_spec("torch") and find_spec("onnx"):
    import pytest
    import torch
    from torch import nn

    from muggins.datasets.training.onnx_export import export, load_exported

    # The new exporter of torch names layers otherwise and asks for another package.
    pytestmark = pytest.mark.filterwarnings("ignore:You are using the legacy TorchScript")
    SHOWN = [(torch.rand(16, 3, 12, 12, generator=torch.Generator().manual_seed(seed)),) for seed in range(3)]
    NAMES = ("pictures", "tiles")

    def a_model(channels: int = 8) -> nn.Sequential:
        """Two layers with norms that have seen something, and one without."""
        torch.manual_seed(channels)
        model = nn.Sequential(
            nn.Conv2d(3, channels, 3, bias=False), nn.BatchNorm2d(channels), nn.SiLU(),
            nn.Conv2d(channels, 16, 3, bias=False), nn.BatchNorm2d(16), nn.SiLU(),
            nn.Flatten(), nn.Linear(16 * 8 * 8, 5),
        )  # fmt: skip
        for norm in (one for one in model if isinstance(one, nn.BatchNorm2d)):
            nn.init.uniform_(norm.weight, 0.5, 2.0)
            nn.init.normal_(norm.bias)
        model.train()
        for _ in range(50):
            model(*SHOWN[0])
        return model.eval()

    @pytest.fixture
    def exported(tmp_path):
        """A model and the file it went into."""
        model = a_model()
        export(model, SHOWN[0], tmp_path / "tiles.onnx", NAMES, {name: {0: "count"} for name in NAMES})
        return model, tmp_path / "tiles.onnx"

    def test_a_model_that_came_back_says_what_it_said(exported):
        model, path = exported
        back = a_model()
        for parameter in back.parameters():
            nn.init.normal_(parameter)
        load_exported(back, SHOWN, path)
        with torch.no_grad():
            assert back.eval()(*SHOWN[1]).numpy() == pytest.approx(model(*SHOWN[1]).numpy(), abs=0.01)

    def test_training_goes_on_where_it_was_and_does_not_begin_with_a_jump(exported):
        """Norms look at each batch in training; those without the spread of what they meet would change everything."""
        _, path = exported
        back = a_model()
        load_exported(back, SHOWN, path)
        with torch.no_grad():
            still, training = back.eval()(*SHOWN[0]), back.train()(*SHOWN[0])
        assert float((still - training).abs().mean()) < 0.1 * float(still.std())

    def test_what_came_back_can_go_out_again(exported, tmp_path):
        model, path = exported
        back = a_model()
        load_exported(back, SHOWN, path)
        export(back.eval(), SHOWN[0], tmp_path / "again.onnx", NAMES, {name: {0: "count"} for name in NAMES})
        once_more = a_model()
        load_exported(once_more, SHOWN, tmp_path / "again.onnx")
        with torch.no_grad():
            assert once_more.eval()(*SHOWN[2]).numpy() == pytest.approx(model(*SHOWN[2]).numpy(), abs=0.02)

    def test_the_weights_of_another_model_are_refused(exported):
        _, path = exported
        with pytest.raises(ValueError, match="name a file that the same training exported"):
            load_exported(a_model(channels=12), SHOWN, path)
