"""The live table: what the camera sees happen and what people say becomes the record, and everybody hears of it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from queue import Queue

from muggins.scorer.events import Correct, Event, GameStarted, Play, RecordError
from muggins.scorer.game import Game
from muggins.scorer.tiles import Tile
from muggins.scorer.turns import corrections, events_before, number_of_play
from muggins.scorer.undo import Record, redoing, undoing
from muggins.vision.capture.status import SourceStatus
from muggins.vision.tracking.events import (
    CameraMoved,
    Cleared,
    DoubtRaised,
    Drawn,
    HandsRevealed,
    LayoutFound,
    Played,
    Reread,
    Settled,
    TableEvent,
    TakenBack,
)

from . import interpret as sights
from .event_log import Changed, EventLog, Heard, Message
from .hand_end import Shown, asked_of_end, asked_of_untold, asks_of_end, tells_hands
from .pubsub import Broker
from .questions import Ask, Choice, Question, Questions, choices_for
from .store import Store

Count = Played | LayoutFound | TakenBack | Reread | Drawn
"""What changes the record."""
SETTLED_BY_PLAY = ("cannot", "edge", "join", "misplay")
"""The kinds of question about a tile that nobody need answer once it has been played."""


@dataclass(frozen=True)
class Snapshot:
    """The live table at one moment."""

    game_id: int
    game: Game | None
    questions: tuple[Question, ...]
    is_bumped: bool
    """The camera or the table was pushed: nothing counts until the layout is found again."""
    is_paused: bool
    """Somebody has asked the camera to look away."""
    camera: SourceStatus


class GameSession:
    """The game being played. Its methods may be called from any thread; they are done one after the other.

    With a store an event is on the disk before anybody hears of it, and the newest game there goes on. Errors:
    RecordError where an event cannot stand in the record, StoreError where it cannot be kept; both change nothing.
    """

    def __init__(
        self,
        store: Store | None = None,
        clock: Callable[[], float] = time.monotonic,
        asked: Callable[[Question], None] = lambda _: None,
    ) -> None:
        """`clock` times what people say; `asked` hears every question, for tables without a page to show it."""
        self._lock = threading.RLock()
        self._clock = clock
        self._source_began = clock()
        self._broker: Broker[Message] = Broker()
        self._journal = EventLog(store, self._broker)
        self._questions = Questions(lambda: self._broker.publish(Changed("questions")), asked)
        self._camera = SourceStatus()
        self._is_bumped = self._is_paused = self._is_cleared = False
        """Cleared: the layout was cleared away, and nobody has told yet which tiles are left in the hands."""
        self._shown: Shown = {}
        """The tiles that lay face up beside the layout when the table last rested."""
        self._boneyard: int | None = None
        """How many tiles lay there face down; None as long as none were seen."""

    @property
    def snapshot(self) -> Snapshot:
        with self._lock:
            journal, asked = self._journal, self._questions.open
            return Snapshot(journal.game_id, journal.game, asked, self._is_bumped, self._is_paused, self._camera)

    @property
    def store(self) -> Store | None:
        """Where games are kept; None where they are forgotten."""
        return self._journal.store

    def told_since(self, game_id: int, number: int) -> Heard | None:
        """What was told after event `number` of a game; None where that game is not the one being played."""
        with self._lock:
            return self._journal.told_since(game_id, number)

    def subscribe(self) -> Queue[Message | None]:
        """A queue of all that is told from now on; None in it is the last."""
        return self._broker.subscribe()

    def unsubscribe(self, queue: Queue[Message | None]) -> None:
        self._broker.unsubscribe(queue)

    def close(self) -> None:
        """Lets all subscribers go."""
        self._broker.close()

    # What people say

    def start_game(self, started: GameStarted) -> None:
        """Begin another game; the one before stays in the store as it is."""
        with self._lock:
            self._journal.begin(started)
            self._forget()

    def forget_game(self, game_id: int) -> None:
        """Remove the game from the table and from the store for good. RecordError where another is on the table."""
        with self._lock:
            if self._journal.game is None or self._journal.game_id != game_id:
                raise RecordError(f"game {game_id} is not on the table any more")
            self._journal.forget()
            self._forget()

    def _forget(self) -> None:
        """What was seen and asked in the game before is nothing to the next."""
        self._is_cleared, self._shown, self._boneyard = False, {}, None
        self._questions.drop(lambda one: True)

    def go_on_or_start(self, started: GameStarted) -> None:
        """Go on with the unfinished game if it was started in the same way; else begin."""
        with self._lock:
            game = self._journal.game
            if game is None or game.winner or game.record[0] != started:
                self.start_game(started)

    def tell(self, event: Event) -> Heard:
        """Put into the record what somebody at the table says, and what follows from it."""
        with self._lock:
            game, said = self._journal.playing, replace(event, by="table", t=self._now())
            if isinstance(said, GameStarted):
                raise RecordError("a game goes on here; a new one is begun by itself")
            if isinstance(said, Correct):
                return self._record(corrections(game, said))
            if isinstance(said, Play):
                return self._record([*events_before(game, said.player, said.t), said])
            return self._record([said])

    def undo(self, finds: Callable[[Record], Correct] = undoing) -> Heard:
        """Take back what was told or concluded last, and the next time what came before it."""
        with self._lock:
            return self._record([replace(finds(self._journal.playing.record), by="table", t=self._now())])

    def redo(self) -> Heard:
        """Bring back what was taken back last."""
        return self.undo(redoing)

    def answer(self, question_id: int, choice: int) -> Heard:
        """Settle a question with the choice of that place in its list. RecordError where that cannot be done."""
        with self._lock:
            question = next((one for one in self._questions.open if one.id == question_id), None)
            if question is None or not 0 <= choice < len(question.choices):
                raise RecordError("that is not asked any more")
            heard = self._settle(question, question.choices[choice])
            self._questions.drop(lambda one: one.id == question_id)
            return heard

    def pause(self, is_paused: bool) -> None:
        """Look away from the table, or look again."""
        with self._lock:
            self._is_paused = is_paused
            self._broker.publish(Changed("camera"))

    # What the camera sees

    def camera_is(self, condition: SourceStatus) -> None:
        """Everybody hears how the camera is, where that has changed."""
        with self._lock:
            if condition != self._camera:
                self._camera = condition
                self._broker.publish(Changed("camera"))

    def on_table_event(self, happening: TableEvent, picture: bytes | None = None) -> Heard:
        """Take in what the watcher saw, with a still of that moment; what cannot stand in the record is asked about."""
        with self._lock:
            self._source_began = self._clock() - happening.time
            if isinstance(happening, CameraMoved | Settled):
                self._rest(is_bumped=isinstance(happening, CameraMoved))
                if isinstance(happening, Settled) and happening.state.facedown:
                    self._boneyard = len(happening.state.facedown)
                return ()
            game = self._journal.game
            if self._is_paused or game is None or game.winner:
                return ()
            if isinstance(happening, DoubtRaised):
                doubt = happening.doubt
                self._questions.ask(Ask(doubt.kind, doubt.text, choices_for(doubt), doubt.tile), happening.time)
                return ()
            if isinstance(happening, Cleared | HandsRevealed):
                self._hands_end(happening)
                return ()
            try:
                return self._count(happening, picture)
            except RecordError as error:
                tile = getattr(happening, "tile", None)
                text = f"{tile or 'Something'} was seen, but it does not fit the record: {error}."
                self._questions.ask(Ask("cannot", text, (Choice("Leave it"),), tile), happening.time)
                return ()

    def _rest(self, is_bumped: bool) -> None:
        if is_bumped != self._is_bumped:
            self._is_bumped = is_bumped
            self._broker.publish(Changed("camera"))

    def _hands_end(self, seen: Cleared | HandsRevealed) -> None:
        """Ask the table before the tiles left in the hands are scored."""
        game = self._journal.playing
        if isinstance(seen, HandsRevealed):
            self._shown = seen.hands
        elif not sights.layout_of(game).is_empty:
            self._is_cleared = True
        if (ask := asked_of_end(game, self._shown, self._is_cleared)) is not None:
            self._questions.ask(ask, seen.time)

    def _count(self, seen: Count, picture: bytes | None) -> Heard:
        """Put into the record what was seen."""
        game = self._journal.playing
        if isinstance(seen, LayoutFound):
            lying = sights.lay_there(game, seen, self._is_cleared)
            self._is_cleared = False
            if not isinstance(lying, sights.Interpretation):
                self._questions.drop(lambda one: one.kind == "hand-end")
                return tuple(told for one in lying for told in self.on_table_event(one, picture))
            return self._take_in(lying, seen.time, picture)
        return self._take_in(sights.sight_of(game, seen, self._is_cleared, self._boneyard), seen.time, picture)

    def _take_in(self, sight: sights.Interpretation, time: float, picture: bytes | None) -> Heard:
        heard = self._record(list(sight.events), picture) if sight.events else ()
        if sight.ask is not None:
            self._questions.ask(sight.ask, time)
        return heard

    # The record

    def _settle(self, question: Question, choice: Choice) -> Heard:
        """Do what an answer says."""
        if choice.then is not None:
            return self.tell(choice.then)
        if question.kind == "hand-end":
            self._is_cleared = False
        if choice.tile is None:
            return ()
        game = self._journal.playing
        played = sights.play_of(game, question.tile) if question.tile else None
        if played is not None:
            right = replace(played, tile=choice.tile, on=choice.on or played.on)
            right = right if (right.tile, right.on) == (played.tile, played.on) else replace(right, joins=None)
            number = number_of_play(game, played)
            assert number is not None
            # A mere yes is kept as well: after a restart the same would be asked again.
            return self._record([Correct(of=number, said=right, t=self._now(), by="table")])
        if choice.tile in sights.layout_of(game):
            return ()
        hosts = [choice.on] if choice.on else sights.hosts_for(game, choice.tile)
        if len(hosts) != 1:
            raise RecordError(f"{choice.tile} can lie in several places; tap Play and say where")
        return self._record(list(sights.as_played(game, Played(question.time, choice.tile, hosts[0]), "table").events))

    def _record(self, events: list[Event], picture: bytes | None = None) -> Heard:
        heard = self._journal.add(events, picture)
        tiles = {event.tile for event in events if isinstance(event, Play)}
        self._questions.drop(lambda one: one.tile in tiles and one.kind in SETTLED_BY_PLAY)
        if any(isinstance(event, Play) for event in events):
            self._questions.drop(lambda one: one.kind == "turn")
        if any(map(tells_hands, events)):
            self._questions.drop(lambda one: True)
            if (ask := asked_of_untold(self._journal.playing, self._shown)) is not None:
                self._questions.ask(ask, self._now())
            self._is_cleared, self._shown = False, {}
        elif tiles:
            self._ask_of_end_anew(tiles)
        return heard

    def _ask_of_end_anew(self, played: set[Tile]) -> None:
        """What was taken for a hand turned up and has been played since was none."""
        self._shown = {side: tuple(one for one in up if one not in played) for side, up in self._shown.items()}
        if any(map(asks_of_end, self._questions.open)):
            ask = asked_of_end(self._journal.playing, self._shown, self._is_cleared)
            if ask is None:
                self._questions.drop(asks_of_end)
            else:
                self._questions.ask(ask, self._now())

    def _now(self) -> float:
        """Seconds on the camera's scale."""
        return round(self._clock() - self._source_began, 2)
