"""The networks run on this machine, and nothing is sent anywhere."""

import os
import subprocess
import sys
from functools import lru_cache

import numpy as np
import pytest

from muggins.models import PIPS, TILES
from muggins.vision import inference
from muggins.vision.inference import Network, batches_for
from muggins.vision.pips.classifier import BATCHES
from muggins.vision.pips.crops import CROP_SIZE


@pytest.fixture(autouse=True, scope="module")
def _compiled_once():
    """Compiling takes most of the time. Networks choose among what is compiled, whoever had it compiled."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(inference, "_compiled", lru_cache(inference._compiled))
        yield


def test_a_network_that_is_not_there_is_named(tmp_path):
    with pytest.raises(ValueError, match=r"no\.onnx: expected the weights of a network here"):
        Network(tmp_path / "no.onnx")


def test_reading_sends_nothing_and_leaves_nothing_in_the_home_folder(tmp_path):
    """OpenVINO once reported every start of muggins to Google Analytics, and kept a client id in the user's home."""
    program = (
        "import sys\n"
        "sys.addaudithook(lambda event, given: event == 'socket.connect' and print(given, file=sys.stderr))\n"
        "from muggins.models import PIPS\n"
        "from muggins.vision.inference import Network\n"
        "import numpy as np\n"
        "read = Network(PIPS)(np.zeros((1, 72, 112, 3), np.uint8), np.zeros((1, 4), np.float32))\n"
        "print(len(read), 'openvino' in sys.modules)\n"
    )
    # In CI OpenVINO keeps silent by itself.
    plain = {key: value for key, value in os.environ.items() if key not in ("CI", "TF_BUILD", "JENKINS_URL")}
    environment = {**plain, "HOME": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=environment, timeout=120)
    assert (done.stdout, done.stderr) == ("1 True\n", "")
    assert list(tmp_path.iterdir()) == []


WIDE, SQUARE, NARROW = (64, 96), (96, 96), (96, 64)


@pytest.fixture(scope="module")
def pictures():
    rng = np.random.default_rng(0)
    return {size: rng.integers(0, 255, (1, *size, 3), dtype=np.uint8) for size in (WIDE, SQUARE, NARROW)}


def test_a_network_says_the_same_of_pictures_of_usual_sizes_and_of_others(pictures):
    compiled_apart, network = Network(TILES, [WIDE, NARROW]), Network(TILES)
    for size in (WIDE, SQUARE, WIDE, NARROW):
        # Where the processor reckons in bfloat16, numbers are up to one part in 128 apart; two steps may differ.
        assert compiled_apart(pictures[size]) == pytest.approx(network(pictures[size]), rel=2 / 128, abs=0.5)


def test_what_is_seen_in_a_picture_does_not_depend_on_the_pictures_before_it(pictures):
    """One photo of a set was read wrong by itself and right behind the photos of another set."""
    orders = ((WIDE, NARROW, SQUARE), (SQUARE, NARROW, WIDE), (NARROW, WIDE, SQUARE))
    networks = [Network(TILES, [WIDE, NARROW]) for _ in orders]
    seen = [{size: network(pictures[size]) for size in order} for network, order in zip(networks, orders, strict=True)]
    for size in (WIDE, SQUARE, NARROW):
        assert all(np.array_equal(one[size], seen[0][size]) for one in seen)


@pytest.fixture(scope="module")
def crops():
    rng = np.random.default_rng(0)
    return rng.integers(0, 255, (23, *CROP_SIZE, 3), dtype=np.uint8), rng.normal(size=(23, 4)).astype(np.float32)


@pytest.mark.parametrize(
    ("number", "batches"), [(0, []), (1, [1]), (7, [4, 2, 1]), (23, [16, 4, 2, 1]), (35, [16, 16, 2, 1])]
)
def test_crops_are_shown_in_the_largest_batches_that_they_fill(number, batches):
    assert list(batches_for(number, BATCHES)) == batches


def test_pictures_too_few_for_any_batch_fill_the_smallest_one(crops):
    in_fours, network = Network(PIPS, [CROP_SIZE], batches=[4]), Network(PIPS)
    found = in_fours(*(array[:7] for array in crops))
    assert found == pytest.approx(network(*(array[:7] for array in crops)), rel=2 / 128, abs=0.5)


def test_a_tile_reads_the_same_alone_and_beside_22_others(crops):
    network = Network(PIPS, [CROP_SIZE], batches=BATCHES)
    together = network(*crops)
    alone = np.concatenate([network(*(array[[index]] for array in crops)) for index in range(23)])
    assert together == pytest.approx(alone, rel=2 / 128, abs=0.5)
    assert (together[:, :13].argmax(axis=1) == alone[:, :13].argmax(axis=1)).all()


def test_levels_from_0_to_255_mean_to_the_pip_model_what_0_to_1_mean_in_its_file(crops):
    """Levels divided by 255 lose most of their last bit in bfloat16. The network takes them whole."""
    import openvino

    model = openvino.Core().compile_model(PIPS, "CPU", {"INFERENCE_PRECISION_HINT": "f32"})
    from_0_to_1 = np.ascontiguousarray(crops[0].transpose(0, 3, 1, 2) / np.float32(255))
    exact = model([from_0_to_1, crops[1]])[0]
    assert Network(PIPS, [CROP_SIZE], batches=BATCHES)(*crops) == pytest.approx(exact, abs=0.5)


def test_readers_of_many_tables_that_begin_at_the_same_moment_do_not_wait_for_each_other_for_ever():
    """A hall stood still when two tables read their first picture together. Without the lock every other run does."""
    program = (
        "import sys, threading\n"
        "from muggins.vision.inference import _openvino_without_telemetry\n"
        "sys.setswitchinterval(1e-6)\n"
        "begin = threading.Barrier(16)\n"
        "def first():\n"
        "    begin.wait()\n"
        "    _openvino_without_telemetry().Type.u8.to_dtype()\n"
        "threads = [threading.Thread(target=first) for _ in range(16)]\n"
        "for thread in threads: thread.start()\n"
        "for thread in threads: thread.join()\n"
    )
    for _ in range(4):
        subprocess.run([sys.executable, "-c", program], check=True, timeout=60)
