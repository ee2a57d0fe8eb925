"""All that is known of a hand that went wrong, in one file for whoever maintains muggins."""

from __future__ import annotations

import io
import json
import platform
import zipfile
from importlib.metadata import version
from typing import Any

from .context import AppContext


def hand_report(context: AppContext, game: int, first: int, end: int) -> bytes:
    """A zip with the record of a game, and pictures and clips of its events from number `first` to before `end`.

    While the game is on the table, it also holds what the camera sees now and what is read in that.
    """
    archive, camera = context.archive, context.camera
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        lines = [json.dumps(line, ensure_ascii=False) for line in archive.lines(game)]
        file.writestr("record.jsonl", "\n".join(lines) + "\n")
        for number in range(first, end):
            kept = {"jpg": archive.picture(game, number), "webp": archive.clip(game, number)}
            for ending, content in kept.items():
                if content is not None:
                    file.writestr(f"{number}.{ending}", content)
        if camera is not None and context.session.snapshot.game_id == game and (jpeg := camera.live_image.whole()):
            file.writestr("now.jpg", jpeg)
            file.writestr("now.json", json.dumps(_reading(context), indent=1))
        about = {"muggins": version("muggins"), "python": platform.python_version(), "system": platform.platform()}
        hand = {"game": game, "first": first, "last": end - 1}
        file.writestr("about.json", json.dumps({**about, **hand}, indent=1))
    return packed.getvalue()


def _reading(context: AppContext) -> dict[str, Any]:
    """What is read in the newest picture, and what is asked."""
    assert context.camera is not None
    state, questions = context.camera.live_image.state, context.session.snapshot.questions
    asked = {"asked": [{"kind": question.kind, "tile": str(question.tile)} for question in questions]}
    if state is None:
        return asked
    return {
        "tiles": [
            {"tile": str(each.tile), "corners": each.corners.tolist(), "probability": round(each.probability, 4)}
            for each in state.readings
        ],
        "layout": str(state.layout),
        "doubts": [{"kind": doubt.kind, "tile": str(doubt.tile)} for doubt in state.doubts],
        **asked,
    }
