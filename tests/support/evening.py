"""An evening: a story in front of a camera, a session that records it, and people who speak between two frames."""

from copy import deepcopy
from itertools import islice

from stories import Story

from muggins.scorer.events import Correct, Play
from muggins.scorer.layout import Placement
from muggins.scorer.tiles import Tile
from muggins.webapp.camera.table_watcher import WatcherLostError
from muggins.webapp.camera.watch_thread import follow
from muggins.webapp.session.session import GameSession

SEATS = {"Ann": "bottom", "Bob": "top"}
SIDES = tuple(SEATS.values())
LAID = "5-2, 5-3>5-2, 6-2>5-2, 6-6>6-2"


class _Mortal:
    """A watcher that may die."""

    def __init__(self, watcher):
        self._watcher, self.dies = watcher, False

    def __getattr__(self, name):
        return getattr(self._watcher, name)

    def update(self, frame, expected):
        if self.dies:
            raise WatcherLostError
        return self._watcher.update(frame, expected)


class Evening:
    """A story in front of a camera, with people who speak between two frames."""

    is_lost = is_over = False

    def __init__(self, start, layout=LAID, loose=""):
        self.story = Story(layout, loose)
        self.session = GameSession()
        self.session.start_game(start("all-fives", seats=SEATS))
        self.spoken = {}
        """What people say before the frame with this number."""
        self.pictures = []
        self.begun, self.watcher = 0, None
        """How many frames were watched already, and by which watcher."""

    def begin(self, shots, watcher, reader, happenings):
        """Goes on with a story that was watched up to its last frame."""
        self.story.shots, self.begun = list(shots), len(shots) - 1
        self.watcher, self.story._reader = deepcopy((watcher, reader))
        self.story._reader.story = self.story
        for happening in happenings:
            self.session.on_table_event(happening)
        return self

    def say(self, *what):
        self.spoken[len(self.story.shots)] = what
        return self

    def since(self, after=0, wait=None):
        for say in self.spoken.pop(after, ()):
            say()
        return tuple(islice((frame for frame in self.pictures if frame.number > after), 1))

    def _make_watcher(self, session):
        watcher, self.watcher = self.watcher or self.story.make_watcher(sides=SIDES), None
        self._watching = _Mortal(watcher)
        return self._watching

    def restart(self):
        """The process that watches dies; another takes its place."""
        self._watching.dies = True

    def show(self, state, is_idle, rules):
        self.shown = state

    def watched(self):
        """Runs the story; returns the plays that stand at the end, with their players."""
        self.pictures = tuple(self.story.frames(self.begun))
        for _ in follow(self, self.session, self._make_watcher, self):
            pass
        self.begun, self.watcher = 0, None
        return [f"{play.player} {Placement(play.tile, play.on)}" for play in self.game.hand.plays]

    @property
    def game(self):
        return self.session.snapshot.game

    def answer(self, tile):
        [question] = [one for one in self.session.snapshot.questions if one.kind == "value"]
        self.session.answer(question.id, [choice.tile for choice in question.choices].index(Tile.parse(tile)))

    def correct(self, wrong, right):
        """`right` is a placement or nothing."""
        step = next(one for one in self.game.standing() if getattr(one.event, "tile", None) == Tile.parse(wrong))
        place = Placement.parse(right) if right else None
        said = place and Play(step.event.player, place.tile, place.on)
        self.session.tell(Correct(of=step.number, said=said))

    def play(self, player, text):
        place = Placement.parse(text)
        self.session.tell(Play(player, place.tile, place.on))

    @property
    def asked(self):
        return [one.kind for one in self.session.snapshot.questions]
