"""A tile laid where no end is open: announced once, marked on the image, and mended when it is taken away."""

from types import SimpleNamespace

import pytest
from stories import Story

from muggins.scorer import load_ruleset
from muggins.scorer.layout import Layout
from muggins.vision.types import TableState
from muggins.webapp.camera.fault_marks import FaultMarks
from muggins.webapp.camera.watch_thread import follow
from muggins.webapp.session.session import GameSession
from muggins.webapp.speech.announce import announce

SEATS = {"Ann": "bottom", "Bob": "top"}
LAID = "6-4, 4-1>6-4, 6-0>6-4"
DOUBLE = "6-4, 4-4>6-4, 4-1>4-4"


class Evening:
    """A story in front of a camera: what the session records, and what the picture shows frame by frame."""

    is_lost = is_over = False

    def __init__(self, start, layout, rules="muggins"):
        self.story = Story(layout)
        for number, placement in enumerate(Layout.parse(layout).placements):
            self.story.lay(("bottom", "top")[number % 2], str(placement.tile))
        self.session = GameSession()
        self.session.start_game(start(rules, seats=SEATS))
        self.marks, self.said = [], []

    def since(self, after=0, wait=None):
        return self.frames[after : after + 1]

    def show(self, state, is_idle, rules):
        self.marks.append(tuple(str(doubt.text) for doubt in state.doubts) if state is not None else ())

    def watched(self):
        """The record, line by line."""
        self.frames = tuple(self.story.frames())
        lines = []
        for heard in follow(self, self.session, lambda _: self.story.make_watcher(sides=("bottom", "top")), self):
            lines.append(heard.step.to_json())
            self.said.append(announce(heard.game))
        return [f"{line.get('player', '')} {line['event']} {line.get('fault', '')}".strip() for line in lines]


def test_a_tile_beside_an_end_that_is_closed_is_a_misplay_said_once_and_marked_until_it_is_mended(start):
    """4-2 matches the 4 of 6-4, but there lies 4-1."""
    evening = Evening(start, LAID)
    evening.story.put_beside("4-2", "6-4", 4).lay("top", "4-2").rest(15)
    evening.story.lift("top", "4-2").rest(40)
    lines = evening.watched()
    assert lines[-2:] == ["Bob play misplay", "take_back"]
    assert sum("fit there" in one for one in evening.said) == 1
    marked = [number for number, texts in enumerate(evening.marks) if texts == ("Misplay: 4-2 does not fit there.",)]
    assert len(marked) > 10
    assert evening.marks[-1] == ()
    assert [str(end.tile) for end in evening.session.snapshot.game.hand.open_ends] == ["4-1", "6-0"]


def test_a_misplay_stands_and_is_marked_no_more_once_the_next_tile_is_played(start):
    evening = Evening(start, f"{LAID}, 5-0>6-0")
    evening.story.shots = evening.story.shots[:-11]
    evening.story.put_beside("4-2", "6-4", 4).lay("top", "4-2").rest(15).lay("bottom", "5-0").rest(5)
    assert evening.watched()[-2:] == ["Bob play misplay", "Ann play"]
    assert (("Misplay: 4-2 does not fit there.",) in evening.marks, evening.marks[-1]) == (True, ())
    assert [str(play.tile) for play in evening.session.snapshot.game.hand.plays] == ["6-4", "4-1", "6-0", "4-2", "5-0"]


@pytest.mark.parametrize(("rules", "fault"), [("muggins", "misplay"), ("five-up", "")])
def test_at_the_end_of_a_double_only_a_spinner_is_open(start, rules, fault):
    assert load_ruleset(rules).spinner == ("none" if fault else "every")
    evening = Evening(start, DOUBLE, rules)
    evening.story.put_beside("4-2", "4-4", 4).lay("top", "4-2").rest(15)
    assert evening.watched()[-1] == f"Bob play {fault}".strip()
    assert bool(evening.marks[-1]) == bool(fault)


def test_a_play_out_of_turn_is_marked_where_the_tile_is_seen(start, played):
    game = played(start(players="Ann Bob Cid"), "Ann sets", "Ann 6-4", "Cid 4-1>6-4")
    marks = FaultMarks(SimpleNamespace(snapshot=SimpleNamespace(game=game)))
    places = Story("6-4, 4-1>6-4").places
    seen = TableState(0.0, (places["6-4"], places["4-1"]), game.hand.layout, (), ())
    assert [(str(doubt.tile), str(doubt.text)) for doubt in marks.add_to(seen).doubts] == [
        ("4-1", "Cid was out of turn with 4-1.")
    ]
    covered = TableState(0.0, (places["6-4"],), game.hand.layout, (), ())
    assert marks.add_to(covered) is covered
    assert marks.add_to(None) is None
