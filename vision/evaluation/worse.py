"""`muggins eval --worse`: how labelled photos are read when they are made worse, in a table."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from ..labels.loader import read_labelled
from ..labels.truth import LabelledPhoto
from .conditions import AS_TAKEN, WORSE
from .runner import Evaluation, Form, Read, as_line, names_of, read_photos

READ_RIGHT = ("named", "value_right", "recall")
"""Metrics of how many tiles are read right. The first that can be measured with the labels is used."""


def evaluate_worse(read: Read, folders: Sequence[Path], form: Form) -> int:
    """Prints for each folder how its photos are read as they were taken, and under each condition of WORSE.

    The exit code is 0. ValueError, a sentence that names the file, if labels or photos cannot be read.
    """
    labelled = [read_labelled(folder) for folder in folders]
    for name, photos in zip(names_of(folders), labelled, strict=True):
        print(WORSE_FORMATS[form](name, _read_worse(read, name, photos)), flush=True)
    return 0


def _read_worse(read: Read, name: str, photos: Sequence[LabelledPhoto]) -> list[Evaluation]:
    """An evaluation for each condition, named after it; the photos as they were taken come first."""
    return [
        Evaluation(condition.name, tuple(read_photos(read, f"{name} {condition.name}", photos, condition)))
        for condition in (AS_TAKEN, *WORSE)
    ]


def _worst(evaluations: Sequence[Evaluation]) -> tuple[Evaluation, str]:
    """The condition under which the fewest tiles are read right, and the name of the metric that says so."""
    name = next(name for name in (*READ_RIGHT, *evaluations[0].metrics) if name in evaluations[0].metrics)
    return min(evaluations[1:], key=lambda evaluation: evaluation.metrics[name].value), name


def as_lines(name: str, evaluations: Sequence[Evaluation]) -> str:
    """A line of JSON for each condition under which a folder's photos were read; the last line names the worst."""
    lines = [
        {"folder": name, "condition": each.name}
        | {key: value for key, value in as_line(each).items() if key not in ("folder", "intervals")}
        for each in evaluations
    ]
    worst, metric = _worst(evaluations)
    lines.append({"folder": name, "worst": worst.name, metric: round(worst.metrics[metric].value, 4)})
    return "\n".join(map(json.dumps, lines))


def as_text(name: str, evaluations: Sequence[Evaluation]) -> str:
    """A table with a row for each condition, for people."""
    sizes, metrics = evaluations[0].sizes, evaluations[0].metrics
    width = max(len(each.name) for each in evaluations)
    heads = [metric.replace("_", " ") for metric in metrics]
    lines = [f"{name}: {sizes['photos']} photos, {sizes['tiles']} tiles", f"  {'':<{width}}  {'  '.join(heads)}"]
    for each in evaluations:
        values = (_value(each, metric, 4).rjust(max(6, len(metric))) for metric in metrics)
        lines.append(f"  {each.name:<{width}}  {'  '.join(values)}")
    worst, metric = _worst(evaluations)
    lines.append(f"  the worst: {worst.name}, {metric.replace('_', ' ')} {worst.metrics[metric].value:.4f}")
    return "\n".join(lines)


def as_markdown(name: str, evaluations: Sequence[Evaluation]) -> str:
    """A table with a row for each condition, for the model card."""
    metrics = evaluations[0].metrics
    rows = [f"| `{name}` | {' | '.join(metrics)} |", "|---" * (len(metrics) + 1) + "|"]
    for each in evaluations:
        rows.append(f"| {each.name} | {' | '.join(_value(each, metric, 3) for metric in metrics)} |")
    worst, metric = _worst(evaluations)
    return "\n".join([*rows, "", f"The worst: {worst.name}, {metric} {worst.metrics[metric].value:.3f}.", ""])


def _value(evaluation: Evaluation, metric: str, places: int) -> str:
    """A metric as it is printed. A dash stands for one that is unknown, as precision is where no tile was read."""
    return f"{evaluation.metrics[metric].value:.{places}f}" if metric in evaluation.metrics else "-"


WORSE_FORMATS: Mapping[Form, Callable[[str, Sequence[Evaluation]], str]] = {
    "text": as_text,
    "json": as_lines,
    "markdown": as_markdown,
}
"""How the metrics of worse photos are printed."""
