"""A table at a glance: what a lobby shows of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from muggins.scorer.reports.wording import title_of
from muggins.texts import Text, lazy_gettext, lazy_ngettext
from muggins.vision.capture.status import CameraState, SourceStatus

from ...session.questions import Question
from ...session.session import Snapshot

CameraHealth = Literal["well", "quiet", "unwell"]
"""Whether a camera watches, or need not watch now, or somebody has to look after it."""
WELL: tuple[CameraState, ...] = ("live", "single", "taken-over")
QUIET: tuple[CameraState, ...] = ("none", "waiting", "over", "turned")


@dataclass(frozen=True)
class TableGlance:
    """A table at a glance."""

    number: int
    game: int = 0
    """The number of the game being played or played last; 0 where there is none."""
    events: int = 0
    """The number of events of that game."""
    rules: Text | str = ""
    target: int = 0
    players: tuple[str, ...] = ()
    scores: Mapping[str, int] = field(default_factory=dict)
    """By side: a player, or the players of a team joined with `+`."""
    is_hand_over: bool = False
    winner: str | None = None
    camera: SourceStatus = field(default_factory=SourceStatus)
    is_paused: bool = False
    questions: tuple[Question, ...] = ()
    """Those that are open."""
    needs_help: Text | str = ""
    """What somebody has to do at the table, a sentence; "" where all is well."""
    notice: Text | str = ""
    """What everybody at the table is told, a sentence."""
    trouble: Text | str = ""
    """What keeps the table from its match of the tournament, a sentence for the desk."""


def health_of(camera: SourceStatus) -> CameraHealth:
    """How a camera is, in brief."""
    return "well" if camera.state in WELL else "quiet" if camera.state in QUIET else "unwell"


def glance_at(number: int, snapshot: Snapshot) -> TableGlance:
    """A table at a glance, as its session says."""
    glance = TableGlance(
        number,
        camera=snapshot.camera,
        is_paused=snapshot.is_paused,
        questions=snapshot.questions,
        needs_help=_needed_help(snapshot),
        notice=snapshot.notice,
    )
    game = snapshot.game
    if game is None:
        return glance
    return replace(
        glance,
        game=snapshot.game_id,
        events=len(game.record),
        rules=title_of(game.rules),
        target=game.rules.target,
        players=tuple(game.players),
        scores=dict(game.scores),
        is_hand_over=game.hand is not None and game.hand.is_over,
        winner=game.winner,
    )


def _needed_help(snapshot: Snapshot) -> Text | str:
    if snapshot.game is None or snapshot.game.winner:
        return ""
    if snapshot.is_bumped:
        return lazy_gettext("The camera or the table was pushed.")
    if health_of(snapshot.camera) == "unwell":
        return snapshot.camera.says
    if snapshot.questions:
        number = len(snapshot.questions)
        return lazy_ngettext("%(number)s question is open.", "%(number)s questions are open.", number)
    return ""
