"""A batch is a function of its number, so a training that was stopped sees what it would have seen."""

from itertools import islice

import numpy as np
import pytest

from muggins.datasets.batches.mixing import Mixing, batches_of, groups, prefetch

MIXING = Mixing("crops", files=2, times=2)


@pytest.fixture
def paths(tmp_path):
    """Five files of ten examples each."""
    for number in range(5):
        np.savez(tmp_path / f"{number}.npz", crops=np.zeros((10, 2)))
    return sorted(tmp_path.glob("*.npz"))


def shown(paths, first: int, workers: int = 1) -> list[tuple[int, list[str], float]]:
    """The next 20 batches of eight from number `first` on: number, what they show, and a number each draws."""

    def make(rng, chosen):
        return chosen.tolist(), rng.random()

    found = []
    for group in groups(7, paths, MIXING, 8, first):
        names = [path.stem for path in group.paths]
        for k, (chosen, drawn) in enumerate(batches_of(group, make, 7, workers)):
            found.append((group.first + k, [f"{names[j // 10]}:{j % 10}" for j in chosen], drawn))
        if len(found) >= 20:
            return found[:20]
    return found


@pytest.mark.parametrize("first", [0, 3, 5, 11, 12, 19])
def test_a_stream_that_begins_later_shows_the_same(paths, first):
    assert shown(paths, first)[: 20 - first] == shown(paths, 0)[first:]


def test_more_threads_show_the_same(paths):
    assert shown(paths, 0, workers=3) == shown(paths, 0)


def test_every_example_is_shown_as_often_as_the_mixing_says(paths):
    twelve = [example for _, examples, _ in shown(paths, 0)[:12] for example in examples]  # 40, 40 and 20 of 100
    counts = {example: twelve.count(example) for example in twelve}
    assert max(counts.values()) == MIXING.times
    assert sum(counts.values()) == 96
    assert len(counts) > 45


def test_each_round_is_in_another_order(paths):
    batches = [examples for _, examples, _ in shown(paths, 0)]
    assert batches[:8] != batches[12:20]


def test_less_than_a_batch_is_refused(paths):
    with pytest.raises(ValueError, match="expected at least 41 examples in a set, found 50"):
        next(groups(0, paths[:5], Mixing("crops", files=2, times=1), 41))


def test_what_fails_in_the_thread_is_raised():
    def broken():
        yield 1
        raise ValueError("a shard is broken")

    stream = prefetch(broken)
    assert next(stream) == 1
    with pytest.raises(ValueError, match="a shard is broken"):
        next(stream)


def test_batches_come_in_order():
    assert list(islice(prefetch(lambda: iter(range(100))), 50)) == list(range(50))
