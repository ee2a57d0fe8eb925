"""Whatever happens at a table, and whenever: in the end the record says what lies there, or people are asked."""

import os
from contextlib import suppress

import numpy as np
from evening import SEATS, Evening
from hypothesis import given, settings
from hypothesis import strategies as st
from notation import start_of
from stories import Story

from muggins.scorer.events import Correct, RecordError, TakeBack
from muggins.scorer.layout import Layout
from muggins.scorer.tiles import full_set
from muggins.webapp.session.hand_end import TAKEN_BACK

EVENINGS = int(os.environ.get("MUGGINS_EVENINGS", "15"))
TILES = 6
SIDES = tuple(SEATS.items())
ABOUT_THE_TABLE = {"value", "differs", "cannot", "misplay", "join", "gone", "twice", "faint"}
"""The kinds of questions that settle what lies there."""


def any_layout(rng):
    """A layout of a few tiles, all of them in the picture."""
    while True:
        layout = Layout().place(rng.choice(full_set(6)))
        for _ in range(TILES - 1):
            ends = [end for end in layout.open_ends() if end.counts]
            free = [tile for tile in full_set(6) if tile not in layout]
            plays = [(tile, end.tile) for tile in free for end in ends if tile.has(end.pips)]
            layout = layout.place(*plays[rng.integers(len(plays))]) if plays else layout
        places = Story(str(layout)).places.values()
        in_view = [(one.corners > 20).all() and (one.corners < (620, 340)).all() for one in places]
        if len(in_view) == TILES and all(in_view):
            return layout


class AnyEvening(Evening):
    """People play a hand; what else they do, and what the camera makes of it, is drawn."""

    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)
        self.truth = any_layout(self.rng)
        super().__init__(start_of_all_fives, str(self.truth))
        self.laid = 0

    def what_happens(self, *doings):
        for doing in doings:
            getattr(self, doing)()
            self.story.rest(int(self.rng.integers(1, 12)))
        self.story.rest(60, misread={})
        return self

    @property
    def next(self):
        """The placement, player and side of the next play; None where all is laid."""
        if self.laid == TILES:
            return None
        return self.truth.placements[self.laid], *SIDES[self.laid % 2]

    def lay(self):
        if self.next:
            placed, _, side = self.next
            self.story.lay(side, str(placed.tile))
            self.laid += 1

    def lay_what_is_misread(self):
        if self.next:
            tile = self.next[0].tile
            others = [one for one in full_set(6) if one not in self.truth and one.shared(tile) is not None]
            other = others[self.rng.integers(len(others))]
            self.story.rest(1, misread={str(tile): (str(other), self.rng.uniform(0.5, 0.97))})
            self.lay()
            self.story.rest(int(self.rng.integers(0, 30)))
            self.story.rest(1, misread={})

    def enter_and_lay(self):
        if self.next:
            placed, player, _ = self.next
            self.say(lambda: self.told(lambda: self.play(player, str(placed))))
            self.story.rest(int(self.rng.integers(1, 6)))
            self.lay()

    def lift(self):
        if self.laid:
            self.laid -= 1
            placed, _, side = self.next
            self.story.lift(side, str(placed.tile))

    def take_back_then_lift_and_lay(self):
        if self.laid:
            self.take_back_by_hand()
            self.story.rest(int(self.rng.integers(1, 20)))
            self.lift()
            self.story.rest(int(self.rng.integers(8, 12)))
            self.lay()

    def take_back_and_undo_that(self):
        if self.laid:
            self.take_back_by_hand()
            self.story.rest(int(self.rng.integers(1, 20)))
            self.say(self.undo_what_was_taken_back)

    def undo_what_was_taken_back(self):
        """Other tiles may have been played since."""
        record = self.game.record
        undone = {event.of for event in record if isinstance(event, Correct)}
        by_hand = [
            number
            for number, event in enumerate(record, 1)
            if isinstance(event, TakeBack) and event.by == "table" and number not in undone
        ]
        if by_hand:
            self.told(lambda: self.session.tell(Correct(of=by_hand[-1], said=None)))

    def say_that_all_was_taken_back(self):
        """What the host answers once a table that was cleared is bare."""
        for question in self.session.snapshot.questions:
            for number, choice in enumerate(question.choices):
                if choice.text == TAKEN_BACK:
                    self.session.answer(question.id, number)

    def take_back_by_hand(self):
        """Somebody takes the last play back and leaves the tile where it lies."""
        tile = self.truth.tiles[self.laid - 1]

        def take_back():
            plays = self.game.hand.plays if self.game.hand else ()
            if plays and plays[-1].tile == tile:
                self.session.tell(TakeBack())

        self.say(take_back)

    def reach_over(self):
        if self.laid:
            tile = self.truth.tiles[self.rng.integers(self.laid)]
            self.story.reach(SIDES[self.rng.integers(2)][1], str(tile), {})

    def bump(self):
        right, down = self.rng.integers(-40, 41, 2)
        self.story.rest(12, camera=(int(right), int(down)))

    def start_anew(self):
        self.say(self.restart)
        self.story.rest(8)

    def start_anew_under_an_arm(self):
        """Somebody lays a tile while nobody watches, and an arm rests over the table when watching goes on."""
        self.say(self.restart)
        lying = self.story.now.lying
        if self.next:
            lying = (*lying, str(self.next[0].tile))
            self.laid += 1
        if lying:
            frames, at = int(self.rng.integers(1, 60)), lying[self.rng.integers(len(lying))]
            side = SIDES[self.rng.integers(2)][1]
            self.story.rest(frames, lying=lying, arm=side, at=at, reach=1.0).rest(5, arm=None)

    def put_right(self):
        self.say(self.correct_what_differs)

    def correct_what_differs(self):
        """Somebody compares the record with the table, where one tile has another name."""
        lying = self.truth.placements[: self.laid]
        recorded = self.recorded
        wrong = [tile for tile in recorded if all(tile != placed.tile for placed in lying)]
        right = [placed for placed in lying if placed.tile not in recorded]
        if len(wrong) == len(right) == 1:
            self.told(lambda: self.correct(str(wrong[0]), str(right[0])))

    def told(self, say):
        """What does not fit the record is refused, and whoever says it is told why."""
        with suppress(RecordError):
            say()

    @property
    def recorded(self):
        hand = self.game.hand_in_play
        return hand.layout.tiles if hand else ()


def start_of_all_fives(rules, seats):
    return start_of(rules, seats=seats)


DOINGS = [
    "lay",
    "lay",
    "lay",
    "lay_what_is_misread",
    "enter_and_lay",
    "lift",
    "take_back_then_lift_and_lay",
    "take_back_and_undo_that",
    "reach_over",
    "bump",
    "start_anew",
    "start_anew_under_an_arm",
    "put_right",
]


@settings(max_examples=EVENINGS)
@given(st.integers(0, 9999), st.lists(st.sampled_from(DOINGS), min_size=3, max_size=9))
def test_in_the_end_the_record_says_what_lies_there_or_people_are_asked(seed, doings):
    evening = AnyEvening(seed).what_happens("lay", *doings)
    evening.watched()
    if not evening.laid:
        evening.say_that_all_was_taken_back()
    if not ABOUT_THE_TABLE & set(evening.asked):
        assert set(evening.recorded) == set(evening.truth.tiles[: evening.laid])
        assert all(placed in evening.truth.placements for placed in evening.game.layout.placements)
