"""The predictor of ultralytics, which only training installs: a stand-in takes its place."""

from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import other_predictor

from muggins.webapp.bench.report import PICTURE


def test_the_other_predictor_is_given_the_model_that_is_shipped_for_each_engine_that_is_there(monkeypatch):
    given = []

    class Model:
        def __init__(self, path, task=None):
            given.append((Path(path).name, task, Path(path).exists()))

        def predict(self, image, **settings):
            assert image.shape == (1080, 1920, 3)

    tasks = SimpleNamespace(PoseModel=lambda name, nc, data_kpt_shape, verbose: (name, nc, data_kpt_shape))
    modules = {
        "ultralytics": SimpleNamespace(YOLO=Model),
        "ultralytics.nn.tasks": tasks,
        "openvino": import_module("openvino"),
        "torch": True,
    }
    monkeypatch.setattr(other_predictor.importlib, "import_module", modules.__getitem__)
    monkeypatch.setattr(other_predictor.importlib.util, "find_spec", modules.get)
    engines = other_predictor.predictions(PICTURE)
    assert set(engines) == {"openvino", "torch"}
    assert [predict() for predict in engines.values()] == [None, None]
    assert given == [("tiles_openvino_model", "pose", True), ("yolo11n-pose.yaml", None, False)]


def test_without_ultralytics_it_says_what_to_install(monkeypatch, capsys):
    monkeypatch.setattr(other_predictor.importlib.util, "find_spec", lambda name: None)
    assert other_predictor.main() == 1
    assert "pip install '.[train]'" in capsys.readouterr().err
